//! An offscreen window, drawn frame by frame at 60 frames per second, without accessibility output.

use egui::{Context, Event, FullOutput, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect};
use egui::{TouchPhase, Vec2, vec2};
use foeman_scene::theme;
use foeman_window::shell::app::App;

/// Its size, in points.
pub const SIZE: Vec2 = vec2(1280.0, 800.0);

/// The window.
pub struct Offscreen {
    /// The application.
    pub app: App,
    /// The egui context.
    pub ctx: Context,
    frame: usize,
}

impl Offscreen {
    /// Creates a window without drawing a frame.
    pub fn new(app: App) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        Self { app, ctx, frame: 0 }
    }

    /// Draws the next frame and returns its output; textures are not uploaded.
    pub fn draw(&mut self, events: Vec<Event>) -> FullOutput {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.frame as f64 / 60.0),
            focused: true,
            events,
            ..RawInput::default()
        };
        self.frame += 1;
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| app.ui(ui));
        output.textures_delta.clear();
        output
    }

    /// Draws at least `frames` frames, until the background check has finished.
    pub fn settle(&mut self, frames: usize) {
        let until = self.frame + frames;
        while self.frame < until || self.app.workspace().pack().is_some_and(|pack| pack.checking()) {
            self.draw(Vec::new());
            std::thread::yield_now();
        }
    }
}

/// A turn of the mouse wheel, in points.
pub fn wheel(down: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -down),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: MouseWheelSource::Unknown,
    }
}

/// Presses and releases a key.
pub fn key(key: Key, modifiers: Modifiers) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), event(false)]
}
