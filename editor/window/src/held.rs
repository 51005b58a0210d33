//! Keys that are pressed right after a command wait until what the command opens can take them.
//!
//! Actions take effect at the end of a frame, and a field that gets the cursor takes letters one frame later still.
//! Without the wait, whatever is typed in between would be lost or go to what had the cursor before.

use egui::{Context, Event, Key, Plugin, RawInput};

/// Keyboard events for the next frame, in the order in which they came.
#[derive(Debug, Default)]
pub struct Held(Vec<Event>);

impl Plugin for Held {
    fn debug_name(&self) -> &'static str {
        "held keys"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        input.events.splice(0..0, self.0.drain(..));
    }
}

/// Moves the keyboard events of this frame, from the event at `first` on, to the next frame.
///
/// Repeats of a key that is held down are dropped: a slow frame must not make them pile up.
pub fn hold(ctx: &Context, first: usize) {
    let mut at = 0;
    let held: Vec<Event> = ctx.input_mut(|input| {
        let taken = input.events.extract_if(.., |event| {
            at += 1;
            at > first && is_typed(event)
        });
        taken.filter(|event| !matches!(event, Event::Key { repeat: true, pressed: true, .. })).collect()
    });
    if !held.is_empty() {
        ctx.with_plugin(|plugin: &mut Held| plugin.0.extend(held));
        ctx.request_repaint();
    }
}

fn is_typed(event: &Event) -> bool {
    match event {
        // These have moved the focus before the frame began, and would move it again in the next one.
        Event::Key { key: Key::Tab | Key::Escape, .. } => false,
        Event::Key { key: Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight, .. } => false,
        Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Copy | Event::Cut | Event::Paste(_) => true,
        _ => false,
    }
}
