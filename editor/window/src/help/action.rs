//! Actions of Help and of the tour.

use super::view::Topic;

/// An action of the Help pane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HelpAction {
    /// Opens a topic.
    Open(Topic),
    /// Goes back to the previous topic.
    Back,
    /// Searches all help texts.
    Seek(String),
    /// Closes Help if it is open over the window.
    Close,
}

/// An action of the tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TourAction {
    /// Shows a step.
    Go(usize),
    /// Ends the tour; it no longer starts automatically.
    End,
}
