//! Actions of the balance lab.

use std::path::PathBuf;

use super::view::LabView;

/// An action of the balance lab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabAction {
    /// Replaces the settings of the experiment.
    Set(Box<LabView>),
    /// Sets up a comparison that varies the selected value.
    VarySelected,
    /// Runs the battles.
    Run,
    /// Stops the run; finished battles are kept.
    Cancel,
    /// Opens a simulated battle in test-play, by the index of its content and its seed.
    Watch(usize, u64),
    /// Shows a dialog to choose where to export the results.
    AskExport(Written),
    /// Exports the results to a file.
    Export(PathBuf, Written),
    /// Adds the measured results to the pack as a check, and runs it.
    MakeCheck,
}

/// The file format of exported results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// A CSV table.
    Csv,
    /// A single JSON object.
    Json,
}
