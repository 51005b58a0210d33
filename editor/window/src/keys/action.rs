//! Actions on keyboard shortcuts.

use egui::KeyboardShortcut;

use super::Waiting;

/// An action on keyboard shortcuts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeysAction {
    /// Waits for a key press to assign to a command.
    Ask(Waiting),
    /// Stops waiting.
    Stop,
    /// Assigns keys to commands.
    Give(Vec<Given>),
    /// Resets all commands to their default keys.
    ResetAll,
}

/// A command id and its new keys; `None` restores the default keys.
pub type Given = (&'static str, Option<Vec<KeyboardShortcut>>);
