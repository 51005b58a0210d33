//! Actions on the ruleset's tools.

/// An action on the tools of the pack's ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchAction {
    /// Selects a tool by name.
    Take(&'static str),
    /// Sets the argument of a tool at an index.
    Tell(&'static str, usize, String),
    /// Clears the arguments of a tool.
    Clear(&'static str),
}
