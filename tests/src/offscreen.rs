//! A window that is drawn frame by frame without a screen, sixty to a second, and without anybody who has it read to them.

use egui::{Context, Event, FullOutput, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect};
use egui::{TouchPhase, Vec2, vec2};
use foeman_scene::theme;
use foeman_window::app::App;

/// Its size, in points.
pub const SIZE: Vec2 = vec2(1280.0, 800.0);

/// The window.
pub struct Offscreen {
    /// What it shows.
    pub app: App,
    /// What draws it.
    pub ctx: Context,
    frame: usize,
}

impl Offscreen {
    /// A window of which nothing has been drawn yet.
    pub fn new(app: App) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        Self { app, ctx, frame: 0 }
    }

    /// Draws the next frame and returns what is to be seen of it; no texture is drawn.
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

    /// Draws at least so many frames, and until what is checked in the background is known.
    pub fn settle(&mut self, frames: usize) {
        let until = self.frame + frames;
        while self.frame < until || self.app.workspace().pack().is_some_and(|pack| pack.checking()) {
            self.draw(Vec::new());
            std::thread::yield_now();
        }
    }
}

/// The wheel is turned by so many points.
pub fn wheel(down: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -down),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: MouseWheelSource::Unknown,
    }
}

/// A key is pressed and let go.
pub fn key(key: Key, modifiers: Modifiers) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), event(false)]
}
