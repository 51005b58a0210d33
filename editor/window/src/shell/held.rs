//! Holds back keys pressed right after a command until the new dialog or field can take them.
//!
//! Actions take effect at the end of a frame, and a newly focused field accepts letters one frame later. Without the
//! delay, keys typed in between would be lost or go to the previously focused field.

use egui::{Context, Event, Key, Plugin, RawInput};

/// Keyboard events held back for the next frame, in their original order.
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

/// Moves the keyboard events of this frame, from index `first` on, to the next frame.
///
/// Key repeats are dropped, so that they do not pile up during slow frames.
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
        // These moved the focus before the frame began; holding them would move it again.
        Event::Key { key: Key::Tab | Key::Escape, .. } => false,
        Event::Key { key: Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight, .. } => false,
        Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Copy | Event::Cut | Event::Paste(_) => true,
        _ => false,
    }
}
