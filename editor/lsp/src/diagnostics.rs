//! Converts findings to LSP diagnostics.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use foeman_schema::finding::{Finding, Severity};
use foeman_schema::plural::plural;
use foeman_schema::text::FileId;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Range,
};

use super::pack::Pack;
use super::position::{Encoding, Walk};

/// The `source` of all diagnostics.
pub const SOURCE: &str = foeman_base::PROGRAM;

/// The maximum number of diagnostics per file, errors first; a last one counts the rest.
const MOST: usize = 1_000;

/// Code prefixes of findings about unused content, which clients show faded.
const UNNECESSARY: [&str; 4] = ["idle-", "unused-", "same-as-inherited", "covered-area"];

/// Returns the diagnostics by path; files without any are left out.
pub fn of(pack: &mut Pack, encoding: Encoding) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut told = BTreeMap::new();
    if let Some(message) = &pack.unreadable {
        let path = pack.draft().path(pack.draft().header_file()).to_owned();
        told.insert(path, vec![plain(DiagnosticSeverity::ERROR, "pack", message.clone())]);
        return told;
    }
    if !pack.is_pack() {
        let message = "expected a `pack.yaml` in this folder or above it, found none, so nothing is checked; \
                       `foeman new` makes a pack, and a single file that begins with `pack:` is one too";
        // Files of other programs are not expected to belong to a pack.
        for path in pack.buffers.keys().filter(|_| !pack.home.is_foreign()) {
            told.insert(path.clone(), vec![plain(DiagnosticSeverity::HINT, "no-pack", message.to_owned())]);
        }
        return told;
    }
    let Some(analysis) = pack.analysis.clone() else { return told };
    // Findings are sorted by file.
    for findings in analysis.findings().chunk_by(|a, b| a.place.file == b.place.file) {
        let file = findings[0].place.file;
        let path = pack.draft().path(file).to_owned();
        told.insert(path, in_file(pack, file, findings, encoding));
    }
    told
}

fn in_file(pack: &mut Pack, file: FileId, findings: &[Finding], encoding: Encoding) -> Vec<Diagnostic> {
    let draft = pack.draft().clone();
    let lines = pack.lines_of(draft.path(file), file);
    let mut walk = Walk::new(&lines, draft.text(file), encoding);
    // The sort is stable, so findings of equal severity stay sorted by position.
    let mut worst: Vec<&Finding> = findings.iter().collect();
    if worst.len() > MOST {
        worst.sort_by_key(|finding| Reverse(finding.severity));
    }
    let left = worst.split_off(worst.len().min(MOST));
    let mut list: Vec<Diagnostic> = Vec::with_capacity(worst.len() + 1);
    for finding in worst {
        let range = walk.range(finding.place.span);
        list.push(one(pack, finding, range, encoding));
    }
    if !left.is_empty() {
        let (count, kinds) = (left.len(), kinds(&left));
        let count = plural(count, "more finding", "more findings");
        let message = format!("{count} in this file: {kinds}; `foeman check` shows all of them");
        list.push(plain(DiagnosticSeverity::INFORMATION, "more", message));
    }
    list
}

/// Formats counts: `2 errors, 1 warning`.
fn kinds(findings: &[&Finding]) -> String {
    let names = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "note")];
    let counts = names.map(|(severity, name)| (findings.iter().filter(|it| it.severity == severity).count(), name));
    let told = counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| {
        let plural = if *count == 1 { "" } else { "s" };
        format!("{count} {name}{plural}")
    });
    told.collect::<Vec<_>>().join(", ")
}

fn one(pack: &mut Pack, finding: &Finding, range: Range, encoding: Encoding) -> Diagnostic {
    let draft = pack.draft().clone();
    let related = finding.related.iter().filter_map(|(place, label)| {
        let path = draft.path(place.file);
        let is_file = draft.owner(place.file).is_none() || path.starts_with("../");
        if !is_file {
            return None;
        }
        let lines = pack.lines_of(path, place.file);
        let range = lines.range(draft.text(place.file), place.span, encoding);
        let location = Location { uri: pack.uri_of(path).parse().ok()?, range };
        Some(DiagnosticRelatedInformation { location, message: label.clone() })
    });
    let related: Vec<_> = related.collect();
    let message = match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    };
    let faded = UNNECESSARY.iter().any(|word| finding.code.starts_with(word));
    Diagnostic {
        range,
        severity: Some(severity(finding.severity)),
        tags: faded.then(|| vec![DiagnosticTag::UNNECESSARY]),
        related_information: (!related.is_empty()).then_some(related),
        ..plain(severity(finding.severity), finding.code, message)
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
    }
}

/// A diagnostic at the start of a file.
fn plain(severity: DiagnosticSeverity, code: &str, message: String) -> Diagnostic {
    Diagnostic {
        range: Range::default(),
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}
