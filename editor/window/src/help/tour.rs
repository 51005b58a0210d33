//! The tour: an introduction to the window for new users.

use crate::shell::view::{Arrangement, Pane};

/// A step of the tour.
pub struct Step {
    /// Its title.
    pub title: &'static str,
    /// Its text, with command ids in braces.
    pub text: &'static str,
    /// The part of the window it explains.
    pub about: About,
    /// The workspace it shows.
    pub workspace: Arrangement,
}

/// The part of the window that a step explains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// The window as a whole.
    Window,
    /// A pane, or the control that opens it.
    Pane(Pane),
    /// The tabs of the documents.
    Tabs,
    /// The button that switches to a workspace.
    Workspace(Arrangement),
}

/// All steps, in order.
pub static STEPS: &[Step] = &[
    Step {
        title: "Welcome",
        text: "Create figures, gear, maps and scenarios, and play them. The tour takes a minute; the Help menu starts it again.",
        about: About::Window,
        workspace: Arrangement::Edit,
    },
    Step {
        title: "The pack",
        text: "All files and records of the open pack. Click a record to select it in the whole window.",
        about: About::Pane(Pane::Tree),
        workspace: Arrangement::Edit,
    },
    Step {
        title: "Overview and tables",
        text: "The overview and the tables of records open here in tabs. Drag tabs to place them side by side.",
        about: About::Tabs,
        workspace: Arrangement::Edit,
    },
    Step {
        title: "The inspector",
        text: "The form of the selected record. Hover a name to see which values it accepts; {help.here} shows the full description.",
        about: About::Pane(Pane::Inspector),
        workspace: Arrangement::Edit,
    },
    Step {
        title: "Problems",
        text: "Problems are counted here as you type. Click the counter to list them, with buttons that fix them.",
        about: About::Pane(Pane::Problems),
        workspace: Arrangement::Edit,
    },
    Step {
        title: "Maps",
        text: "The Map workspace shows maps and scenarios. Choose a layer and a terrain here, and paint with the tools on the left of the map. {view.edit-workspace} goes back to the tables.",
        about: About::Pane(Pane::Layers),
        workspace: Arrangement::Map,
    },
    Step {
        title: "Test-play",
        text: "{play.open} plays the selected scenario in its current state, saved or not. Change a weapon, play again, and see the effect.",
        about: About::Workspace(Arrangement::Play),
        workspace: Arrangement::Play,
    },
    Step {
        title: "Balance",
        text: "The Balance workspace plays a scenario hundreds of times and reports how often each side wins, and why.",
        about: About::Workspace(Arrangement::Balance),
        workspace: Arrangement::Balance,
    },
    Step {
        title: "Find, undo and help",
        text: "{edit.find-anything} finds records and commands by a few letters, {edit.undo} undoes every change, and {help.here} explains the current control.",
        about: About::Window,
        workspace: Arrangement::Edit,
    },
];
