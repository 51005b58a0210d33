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
    /// A pane.
    Pane(Pane),
    /// The current document.
    Document,
}

/// All steps, in order.
pub static STEPS: &[Step] = &[
    Step {
        title: "Welcome",
        text: "This window makes figures, gear, maps and scenarios, and lets them fight. The tour takes a minute; the Help menu starts it again.",
        about: About::Window,
    },
    Step {
        title: "The pack",
        text: "All files and records of the pack that is open. A click selects a record everywhere.",
        about: About::Pane(Pane::Tree),
    },
    Step {
        title: "Tables, maps and scenarios",
        text: "What you work on opens here, each in a tab: a table of records, a map to paint, a scenario to set up. Tabs can be dragged beside each other.",
        about: About::Document,
    },
    Step {
        title: "The inspector",
        text: "The form of the selected record. The pointer on a name tells what may stand there, {help.here} tells all of it.",
        about: About::Pane(Pane::Inspector),
    },
    Step {
        title: "Problems",
        text: "What is wrong is told as you type, with buttons that mend it. A click goes to the place.",
        about: About::Pane(Pane::Problems),
    },
    Step {
        title: "Test-play",
        text: "{play.open} plays the selected scenario as it stands, saved or not. Change a weapon, play again, and see what it does.",
        about: About::Window,
    },
    Step {
        title: "Whatever you look for",
        text: "{edit.find-anything} finds records and commands by a few letters, {edit.undo} takes back everything, and {help.here} helps where you are.",
        about: About::Window,
    },
];
