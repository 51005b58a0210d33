//! The description of a kind of pane, for the registry.

use egui::Ui;

use super::action::Actions;
use super::commands::Command;
use super::session::Session;
use super::view::Pane;
use super::workspace::Workspace;
use crate::kit::icon::Icon;

/// A kind of pane: its static description, next to the code that draws it.
pub struct PaneKind {
    /// Its icon.
    pub icon: Icon,
    /// Its background and margin.
    pub ground: Ground,
    /// Whether a pane is of this kind.
    pub is: fn(&Pane) -> bool,
    /// Returns the title of its tab.
    pub title: fn(&Session, &Pane) -> String,
    /// Whether its content exists; otherwise the pane is closed.
    pub exists: fn(&Session, &Pane) -> bool,
    /// Draws it in the available space.
    pub ui: fn(&mut Ui, &Workspace, &Pane, &mut Actions),
    /// Draws the controls at the right end of the tab bar while it is active.
    pub aside: Option<fn(&mut Ui, &Workspace, &mut Actions)>,
    /// The command that shows or hides it, if it has its own.
    pub command: Option<&'static Command>,
    /// Samples for screenshots and tests; at least one.
    pub samples: &'static [Sample],
}

/// The background of a pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// The background of the window, for lists next to the content.
    Panel,
    /// The background of content, for forms.
    Form,
    /// The background of content without a margin, for panes with their own margins.
    Whole,
}

/// A sample for screenshots.
pub struct Sample {
    /// The form of its name: `map:ID`.
    pub name: &'static str,
    /// A description, with an example.
    pub about: &'static str,
    /// A shipped pack that has an example.
    pub pack: &'static str,
    /// The name of the example in that pack.
    pub example: &'static str,
    /// Shows it, given the part of the name after the colon; errors with the expected values.
    pub show: fn(&mut Workspace, &str) -> Result<(), String>,
}

impl Sample {
    /// Returns the word before the colon.
    pub fn word(&self) -> &'static str {
        self.name.split(':').next().unwrap_or(self.name)
    }
}
