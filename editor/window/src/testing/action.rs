//! Actions on the pack's own checks.

/// An action on the pack's own checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestAction {
    /// Runs the named checks, or all checks if the list is empty.
    Run(Vec<String>),
    /// Cancels the run.
    Stop,
}
