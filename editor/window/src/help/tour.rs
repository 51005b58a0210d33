//! The tour: an introduction to the window for new users.

use crate::shell::view::Pane;

/// A step of the tour.
pub struct Step {
    /// Its title.
    pub title: &'static str,
    /// Its text, with command ids in braces.
    pub text: &'static str,
    /// The part of the window it explains.
    pub about: About,
}

/// The part of the window that a step explains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// The window as a whole.
    Window,
    /// A pane, or the control that opens it.
    Pane(Pane),
    /// The current document.
    Document,
}

/// All steps, in order.
pub static STEPS: &[Step] = &[
    Step {
        title: "Welcome",
        text: "Create figures, gear, maps and scenarios, and play them. The tour takes a minute; the Help menu starts it again.",
        about: About::Window,
    },
    Step {
        title: "The pack",
        text: "All files and records of the open pack. Click a record to select it in the whole window.",
        about: About::Pane(Pane::Tree),
    },
    Step {
        title: "Tables, maps and scenarios",
        text: "Tables of records, maps and scenarios open here in tabs. Drag tabs to place them side by side.",
        about: About::Document,
    },
    Step {
        title: "The inspector",
        text: "The form of the selected record. Hover a name to see which values it accepts; {help.here} shows the full description.",
        about: About::Pane(Pane::Inspector),
    },
    Step {
        title: "Problems",
        text: "Problems are counted here as you type. Click the counter to list them, with buttons that fix them.",
        about: About::Pane(Pane::Problems),
    },
    Step {
        title: "Test-play",
        text: "{play.open} plays the selected scenario in its current state, saved or not. Change a weapon, play again, and see the effect.",
        about: About::Window,
    },
    Step {
        title: "Find, undo and help",
        text: "{edit.find-anything} finds records and commands by a few letters, {edit.undo} undoes every change, and {help.here} explains the current control.",
        about: About::Window,
    },
];
