//! Findings about a map of another program, with file, line and column.

/// Whether a finding stops the import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The map is not imported.
    Error,
    /// The map is imported without the part that the finding is about.
    Warning,
}

/// A problem in a foreign file, or a part of it that a pack cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The name of the file, as given or as written in the file that refers to it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Whether it stops the import.
    pub level: Level,
    /// The problem and the fix; one line.
    pub message: String,
}

/// The maximum number of warnings about one map.
const MOST: usize = 200;

/// Collects warnings, up to a limit.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    all: Vec<Finding>,
    omitted: usize,
}

impl Warnings {
    pub(crate) fn push(&mut self, finding: Finding) {
        if self.all.len() < MOST {
            self.all.push(finding);
        } else {
            self.omitted += 1;
        }
    }

    /// Returns the warnings, the last of which counts those beyond the limit.
    pub(crate) fn into_findings(mut self) -> Vec<Finding> {
        if let Some(last) = self.all.last().filter(|_| self.omitted > 0) {
            let message = format!("{} more warnings are not listed", self.omitted);
            self.all.push(Finding { message, ..last.clone() });
        }
        self.all
    }
}
