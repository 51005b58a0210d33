//! Prints findings about maps of other programs.

use std::io::Write;

use foeman_base::console::{Console, Failure, Paint, printable};
use foeman_maps::{Finding, Level};

/// Prints findings, one line each.
pub(super) fn tell(findings: &[Finding], console: &mut Console<'_>) -> Result<(), Failure> {
    for Finding { file, line, column, level, message } in findings {
        let (paint, word) = match level {
            Level::Error => (Paint::Bad, "error"),
            Level::Warning => (Paint::Doubtful, "warning"),
        };
        let word = console.err.painted(paint, word).to_string();
        writeln!(console.err, "{}:{line}:{column}: {word}: {}", printable(file), printable(message))?;
    }
    Ok(())
}
