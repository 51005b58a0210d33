//! Actions of the dialog that prints.

use std::path::PathBuf;

use foeman_print::Options;

/// An action of the dialog that prints.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintAction {
    /// Shows the dialog.
    Ask,
    /// Changes the choices, or turns the page.
    Choose(Box<Choices>),
    /// Writes the pages to this file.
    Save(PathBuf),
}

/// What the dialog shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// The scenario that is printed; `None` for the whole pack.
    pub scenario: Option<String>,
    /// How it is printed.
    pub options: Options,
    /// The page shown, from 0.
    pub page: usize,
}
