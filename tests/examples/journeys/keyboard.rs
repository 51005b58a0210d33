//! The keyboard: shortcuts, Tab and typing.

use std::collections::HashSet;

use egui::Role;

use crate::control::{Control, Wanted, named};
use crate::person::{Device, Outcome, Person};
use crate::watch::State;

/// More controls than any window has.
const FAR: usize = 500;

impl Person {
    /// Presses a key, with modifiers as in `ctrl+p`.
    pub(crate) fn press(&mut self, key: &str) -> Outcome {
        self.step(Device::Keyboard, format!("press {key}"))?;
        self.send(&["key", key], |received| received.keys, 1)?;
        self.settle()
    }

    /// Types a text.
    pub(crate) fn write(&mut self, text: &str) -> Outcome {
        self.step(Device::Keyboard, format!("type `{text}`"))?;
        self.send(&["type", "--delay", "15", text], |received| received.letters, text.chars().count())?;
        self.settle()
    }

    /// Presses Tab until the wanted control has the keyboard.
    pub(crate) fn tab_to(&mut self, wanted: &Wanted) -> Outcome {
        self.step(Device::Keyboard, format!("Tab to {wanted}"))?;
        let (what, key) = (wanted.to_string(), if self.is_before(wanted) { "shift+Tab" } else { "Tab" });
        let test = |state: &State| state.focused().is_some_and(|control| wanted.fits(control));
        let mut passed = HashSet::new();
        for _ in 0..FAR {
            let state = self.look();
            if test(&state) {
                return self.settle();
            }
            if state.focused().is_some() && !passed.insert(state.focus) {
                let names: Vec<String> = self.names(&passed);
                return Err(format!("Tab does not reach {what}; it passes {}", names.join(", ")));
            }
            let before = state.focus;
            self.send(&["key", key], |received| received.keys, 1)?;
            // The focus moves one frame later than the key arrives.
            for _ in 0..3 {
                let state = self.look();
                if state.focus != before && state.focused().is_some() {
                    break;
                }
                self.next_frame(state.frame);
            }
        }
        Err(format!("Tab does not reach {what}"))
    }

    /// Whether a control is nearer backwards than forwards.
    fn is_before(&self, wanted: &Wanted) -> bool {
        let state = self.look();
        let stops: Vec<&Control> =
            state.controls.iter().filter(|control| control.acts && !control.is_disabled).collect();
        let from = stops.iter().position(|control| Some(control.id) == state.focus);
        let to = stops.iter().position(|control| wanted.fits(control));
        let Some((from, to)) = from.zip(to) else { return false };
        let forwards = (to + stops.len() - from) % stops.len();
        forwards > stops.len() / 2
    }

    fn names(&self, ids: &HashSet<Option<u64>>) -> Vec<String> {
        let state = self.look();
        let passed = state.controls.iter().filter(|control| ids.contains(&Some(control.id)));
        passed.map(Control::to_string).collect()
    }

    /// Goes to a control with Tab and presses Enter.
    pub(crate) fn enter(&mut self, wanted: &Wanted) -> Outcome {
        self.tab_to(wanted)?;
        self.press("Return")
    }

    /// Goes to a field with Tab and replaces its text.
    pub(crate) fn go_and_type(&mut self, field: &Wanted, text: &str) -> Outcome {
        self.tab_to(field)?;
        self.rewrite(text)
    }

    /// Replaces the text of the focused field.
    pub(crate) fn rewrite(&mut self, text: &str) -> Outcome {
        if !self.look().focused().is_some_and(Control::is_field) {
            return Err("no field has the keyboard".to_owned());
        }
        self.press("ctrl+a")?;
        self.write(text)
    }

    /// Opens a record or catalog by words of its name.
    pub(crate) fn open(&mut self, words: &str) -> Outcome {
        self.press("ctrl+p")?;
        self.find(&named("Find anything").of(Role::TextInput))?;
        self.write(words)?;
        self.press("Return")
    }

    /// Runs a command by words of its name.
    pub(crate) fn run(&mut self, words: &str) -> Outcome {
        self.press("ctrl+shift+p")?;
        self.find(&named("Find anything").of(Role::TextInput))?;
        self.write(words)?;
        self.press("Return")
    }
}
