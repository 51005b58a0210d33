//! Actions on disk changes and crash recovery.

/// An action on disk changes and crash recovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardAction {
    /// Checks whether other programs have changed the pack's files.
    LookAtDisk,
    /// Recovers the unsaved changes of a window that crashed.
    Recover,
    /// Discards the recovered changes.
    Forget,
    /// Shows or hides the differences that recovery would restore.
    ShowDifference,
    /// Resolves a conflict by keeping the changes made here.
    KeepMine,
    /// Resolves a conflict by taking the version on disk.
    TakeTheirs,
}
