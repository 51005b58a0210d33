//! What the window needs to know of a kind of pane.

use egui::Ui;

use super::super::action::Actions;
use super::super::commands::Command;
use super::super::icon::Icon;
use super::super::view::Pane;
use super::super::workspace::Workspace;

/// A kind of pane: one value for each, beside the code that draws it.
pub struct PaneKind {
    /// Its picture.
    pub icon: Icon,
    /// What is behind its content, and the room left round it.
    pub ground: Ground,
    /// Whether a pane is of this kind.
    pub is: fn(&Pane) -> bool,
    /// The name on a pane's tab.
    pub title: fn(&Workspace, &Pane) -> String,
    /// Whether there is something to be shown; it is closed otherwise.
    pub exists: fn(&Workspace, &Pane) -> bool,
    /// Draws it into all the room there is.
    pub ui: fn(&mut Ui, &Workspace, &Pane, &mut Actions),
    /// What stands at the right end of its tabs while it is on top.
    pub aside: Option<fn(&mut Ui, &Workspace, &mut Actions)>,
    /// The command that shows it, or hides it, where it has one of its own.
    pub command: Option<&'static Command>,
    /// What pictures and tests show of it; at least one.
    pub samples: &'static [Sample],
}

/// What lies behind a pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// That of the window, for lists beside the content.
    Panel,
    /// That of content, for forms.
    Form,
    /// That of content up to the edges, for what brings margins of its own.
    Whole,
}

/// Something to be seen in a picture of the window.
pub struct Sample {
    /// How it is asked for: `map:ID`.
    pub name: &'static str,
    /// What is shown then, with an example.
    pub about: &'static str,
    /// A shipped pack that it can be seen in.
    pub pack: &'static str,
    /// How it is asked for in that pack.
    pub example: &'static str,
    /// Shows it, given what stands behind the colon; the error says what was expected.
    pub show: fn(&mut Workspace, &str) -> Result<(), String>,
}

impl Sample {
    /// The word before the colon.
    pub fn word(&self) -> &'static str {
        self.name.split(':').next().unwrap_or(self.name)
    }
}
