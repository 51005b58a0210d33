//! Actions of the command palette.

/// The palette prefix that limits results to commands.
pub const COMMANDS: &str = ">";

/// An action of the command palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaletteAction {
    /// Opens the palette with a query, or changes the query.
    Type(String),
    /// Selects the result at an index.
    Choose(usize),
    /// Closes the palette.
    Close,
}
