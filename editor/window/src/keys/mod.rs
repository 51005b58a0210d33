//! Keyboard shortcuts: the user's changes to the default keys, and keys as text.

mod action;
pub mod dialog;

pub use action::{Given, KeysAction};

use std::collections::BTreeMap;

use egui::{Event, Key, KeyboardShortcut, ModifierNames, Modifiers};

/// The state of the list of shortcuts.
#[derive(Default)]
pub struct State {
    /// Whether the list is shown.
    pub(crate) shown: bool,
    /// The command that waits for a key press.
    pub(crate) waiting: Option<Waiting>,
}

/// Performs an action on keyboard shortcuts.
pub(crate) fn perform(keys: &mut Keymap, state: &mut State, action: KeysAction) {
    state.waiting = None;
    match action {
        KeysAction::Ask(waiting) => state.waiting = Some(waiting),
        KeysAction::Stop => {}
        KeysAction::Give(all) => {
            for (id, given) in all {
                match given {
                    Some(given) => keys.give(id, given),
                    None => keys.reset(id),
                }
            }
        }
        KeysAction::ResetAll => *keys = Keymap::default(),
    }
}

/// The customised keys of commands, by command id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keymap {
    changed: BTreeMap<String, Vec<KeyboardShortcut>>,
}

/// A command that waits for a key press to assign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The id of the command.
    pub command: &'static str,
    /// Whether the new keys replace the current ones or are added to them.
    pub kept: Kept,
    /// The problem with the keys pressed last, if any.
    pub pressed: Option<Pressed>,
}

/// Whether new keys replace the current ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The new keys replace the current ones.
    Replaced,
    /// The new keys are added to the current ones.
    Beside,
}

/// Keys that could not be assigned at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pressed {
    /// They belong to another command, given by its id.
    Taken(KeyboardShortcut, &'static str),
    /// They cannot be assigned, with the reason as a sentence.
    Refused(String),
}

impl Keymap {
    /// Returns the keys of a command; `usual` are the default keys.
    pub fn of<'a>(&'a self, id: &str, usual: &'a [KeyboardShortcut]) -> &'a [KeyboardShortcut] {
        self.changed.get(id).map_or(usual, Vec::as_slice)
    }

    /// Assigns keys to a command.
    pub fn give(&mut self, id: &str, keys: Vec<KeyboardShortcut>) {
        self.changed.insert(id.to_owned(), keys);
    }

    /// Restores the default keys of a command.
    pub fn reset(&mut self, id: &str) {
        self.changed.remove(id);
    }

    /// Whether the keys of a command are customised.
    pub fn is_changed(&self, id: &str) -> bool {
        self.changed.contains_key(id)
    }

    /// Whether no keys are customised.
    pub fn is_usual(&self) -> bool {
        self.changed.is_empty()
    }

    /// Returns `other` with the changes that were made here since `before`.
    #[must_use]
    pub fn joined(&self, before: &Self, other: &Self) -> Self {
        let mut joined = other.clone();
        for id in self.changed.keys().chain(before.changed.keys()) {
            match (self.changed.get(id), before.changed.get(id)) {
                (own, was) if own == was => {}
                (Some(own), _) => drop(joined.changed.insert(id.clone(), own.clone())),
                (None, _) => drop(joined.changed.remove(id)),
            }
        }
        joined
    }

    /// Returns the customised keys, by command id.
    pub fn changes(&self) -> impl Iterator<Item = (&str, &[KeyboardShortcut])> {
        self.changed.iter().map(|(id, keys)| (id.as_str(), keys.as_slice()))
    }
}

/// Returns the keys as text, as saved in settings: `Ctrl+Shift+Z`, the same on every platform.
pub fn text(keys: &KeyboardShortcut) -> String {
    keys.format(&ModifierNames::NAMES, false)
}

/// Parses keys from text; the error states the expected format.
pub fn parse(text: &str) -> Result<KeyboardShortcut, String> {
    let unknown = || format!("expected keys such as `Ctrl+Shift+Z`, found `{text}`");
    let mut words: Vec<&str> = text.split('+').collect();
    let key = words.pop().and_then(Key::from_name).ok_or_else(unknown)?;
    let mut modifiers = Modifiers::NONE;
    for word in words {
        modifiers |= match word {
            "Ctrl" => Modifiers::COMMAND,
            "Alt" => Modifiers::ALT,
            "Shift" => Modifiers::SHIFT,
            _ => return Err(unknown()),
        };
    }
    Ok(KeyboardShortcut::new(modifiers, key))
}

/// Returns the keys of a key press event.
pub fn pressed(event: &Event) -> Option<KeyboardShortcut> {
    let ctrl = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
    match event {
        Event::Key { key, pressed: true, repeat: false, modifiers, .. } => {
            let command = modifiers.command || modifiers.ctrl;
            let plain = Modifiers { alt: modifiers.alt, shift: modifiers.shift, ..Modifiers::NONE };
            let modifiers = if command { plain.plus(Modifiers::COMMAND) } else { plain };
            Some(KeyboardShortcut::new(modifiers, *key))
        }
        // Clipboard shortcuts arrive as these events instead of key events.
        Event::Cut => ctrl(Key::X),
        Event::Copy => ctrl(Key::C),
        Event::Paste(_) => ctrl(Key::V),
        _ => None,
    }
}

/// Returns the reason why keys cannot be assigned to any command, if there is one.
pub fn refused(keys: &KeyboardShortcut) -> Option<&'static str> {
    let (modifiers, key) = (keys.modifiers, keys.logical_key);
    let zooms = matches!(key, Key::Plus | Key::Equals | Key::Minus | Key::Num0);
    let moves = matches!(
        key,
        Key::ArrowUp
            | Key::ArrowDown
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::Home
            | Key::End
            | Key::PageUp
            | Key::PageDown
    );
    match key {
        Key::Enter | Key::Space | Key::Backspace => Some("presses buttons or edits text"),
        Key::Tab if modifiers == Modifiers::NONE || modifiers == Modifiers::SHIFT => Some("moves the focus"),
        _ if moves && (modifiers == Modifiers::NONE || modifiers == Modifiers::SHIFT) => {
            Some("moves the cursor or selection")
        }
        _ if zooms && modifiers == Modifiers::COMMAND => Some("zooms the window"),
        _ => None,
    }
}

/// Whether the keys also work while text is being edited.
pub fn work_while_typing(keys: &KeyboardShortcut) -> bool {
    let for_text =
        keys.modifiers == Modifiers::COMMAND && matches!(keys.logical_key, Key::A | Key::C | Key::V | Key::X);
    let apart = keys.modifiers.command || keys.modifiers.alt || is_function_key(keys.logical_key);
    apart && !for_text
}

fn is_function_key(key: Key) -> bool {
    let number = key.name().strip_prefix('F').and_then(|number| number.parse::<u8>().ok());
    number.is_some_and(|number| (1..=12).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_kept_as_text_and_read_again() {
        for (modifiers, key, written) in [
            (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z, "Ctrl+Shift+Z"),
            (Modifiers::NONE, Key::F1, "F1"),
            (Modifiers::ALT, Key::ArrowLeft, "Alt+Left"),
            (Modifiers::COMMAND, Key::Plus, "Ctrl+Plus"),
        ] {
            let keys = KeyboardShortcut::new(modifiers, key);
            assert_eq!(text(&keys), written);
            assert_eq!(parse(written), Ok(keys));
        }
        for wrong in ["", "Ctrl+", "Ctl+Z", "Ctrl+Nokey", "+"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
