//! Findings as GitHub Actions workflow commands, which appear next to the changed lines.

use std::io::{self, Write};

use foeman_schema::finding::{Finding, Severity};

use crate::pack::Pack;
use crate::report;
use foeman_base::console::Stream;

/// Prints a finding as one line.
pub(super) fn write(pack: &Pack, finding: &Finding, out: &mut Stream<'_>) -> io::Result<()> {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let span = finding.place.span;
    let (line, col) = pack.draft.line_col(finding.place.file, span.start);
    let (end_line, end_col) = pack.draft.line_col(finding.place.file, span.end);
    // Columns are valid only within one line, and the end column is inclusive.
    let end = match end_line == line && end_col > col {
        true => format!(",endLine={line},endColumn={}", end_col - 1),
        false => String::new(),
    };
    let file = property(&report::position_path(pack, finding.place.file));
    let help = finding.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let message = data(&format!("{}{help}", finding.message));
    writeln!(out, "::{command} file={file},line={line},col={col}{end},title={}::{message}", finding.code)
}

/// Escapes a message; a line end would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property; a comma or colon would end it, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
