//! Findings as a SARIF 2.1.0 document, the exchange format of static analysers.

use std::collections::BTreeMap;

use foeman_engine::game::Registry;
use foeman_schema::check::Check;
use foeman_schema::finding::{Finding, Fix, Severity};
use foeman_schema::fix::offered;
use foeman_schema::standards::{self, Explanation};
use foeman_schema::text::{FileId, Location};
use serde_json::{Value, json};

use crate::PROGRAM;
use crate::explain;
use crate::pack::Pack;
use crate::report;

/// Collects the findings of a document.
pub(super) struct Sarif {
    /// All checks by name, with their index in the list of rules.
    rules: BTreeMap<&'static str, (usize, &'static Check)>,
    /// The standards of packs with findings, after the checks in the list of rules.
    standards: Vec<(&'static str, Explanation)>,
    results: Vec<Value>,
}

impl Sarif {
    /// Creates a document without findings.
    pub(super) fn new(registry: Registry) -> Self {
        let checks = explain::all_checks(registry).into_iter().enumerate();
        let rules = checks.map(|(position, (name, check))| (name, (position, check))).collect();
        Self { rules, standards: Vec::new(), results: Vec::new() }
    }

    pub(super) fn add(&mut self, pack: &Pack, finding: &Finding) {
        let help = finding.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        let mut result = json!({
            "ruleId": finding.code,
            "level": level(finding.severity),
            "message": { "text": format!("{}{help}", finding.message) },
            "locations": [{
                "physicalLocation": physical(pack, finding.place),
                "logicalLocations": [{ "fullyQualifiedName": finding.pointer.to_string() }],
            }],
            "partialFingerprints": { "foeman/v1": fingerprint(finding) },
        });
        if let Some(position) = self.rule(pack, finding.code) {
            result["ruleIndex"] = json!(position);
        }
        if !finding.related.is_empty() {
            let related = finding.related.iter().enumerate().map(|(id, (place, label))| {
                json!({ "id": id, "physicalLocation": physical(pack, *place), "message": { "text": label } })
            });
            result["relatedLocations"] = related.collect();
        }
        let fixes: Vec<Value> = finding.fixes.iter().filter_map(|it| fix(pack, it)).collect();
        if !fixes.is_empty() {
            result["fixes"] = json!(fixes);
        }
        self.results.push(result);
    }

    /// Returns the position of the rule with a code in the list of rules. If the code belongs to a standard, adds its
    /// rule.
    fn rule(&mut self, pack: &Pack, code: &'static str) -> Option<usize> {
        if let Some((position, _)) = self.rules.get(code) {
            return Some(*position);
        }
        let explanation = standards::explain(&pack.draft, code)?;
        // Packs may have standards with the same id.
        let known = self.standards.iter().position(|known| known.0 == code && known.1 == explanation);
        let position = known.unwrap_or_else(|| {
            self.standards.push((code, explanation));
            self.standards.len() - 1
        });
        Some(self.rules.len() + position)
    }

    pub(super) fn document(&self) -> String {
        let rules = self.rules.values().map(|(_, check)| {
            json!({
                "id": check.name,
                "shortDescription": { "text": check.summary },
                "fullDescription": { "text": check.doc.trim() },
                "help": { "text": check.doc.trim() },
                "defaultConfiguration": { "level": level(check.severity) },
            })
        });
        let standards = self.standards.iter().map(|(code, standard)| {
            let text = if standard.about.is_empty() { &standard.title } else { &standard.about };
            json!({
                "id": code,
                "shortDescription": { "text": standard.title },
                "fullDescription": { "text": text },
                "help": { "text": text },
                "defaultConfiguration": { "level": level(standard.severity) },
            })
        });
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": PROGRAM,
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules.chain(standards).collect::<Value>(),
                }},
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        });
        format!("{document:#}")
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Identifies a finding independently of its line.
fn fingerprint(finding: &Finding) -> String {
    format!("{} {} {}", finding.code, finding.pointer, finding.message)
}

fn physical(pack: &Pack, place: Location) -> Value {
    json!({ "artifactLocation": artifact(pack, place.file), "region": region(pack, place) })
}

fn artifact(pack: &Pack, file: FileId) -> Value {
    json!({ "uri": uri(&report::position_path(pack, file)) })
}

fn region(pack: &Pack, place: Location) -> Value {
    let (line, column) = pack.draft.line_col(place.file, place.span.start);
    let (end_line, end_column) = pack.draft.line_col(place.file, place.span.end);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// Converts a fix to replacements per file; `None` if it creates or removes files, which SARIF cannot express.
fn fix(pack: &Pack, fix: &Fix) -> Option<Value> {
    let edit = offered(&pack.draft, fix).ok().filter(|edit| edit.files.is_empty())?;
    let changes = edit.splices.chunk_by(|a, b| a.file == b.file).map(|splices| {
        let replacements = splices.iter().map(|splice| {
            json!({
                "deletedRegion": region(pack, Location { file: splice.file, span: splice.span }),
                "insertedContent": { "text": splice.text },
            })
        });
        json!({
            "artifactLocation": artifact(pack, splices[0].file),
            "replacements": replacements.collect::<Value>(),
        })
    });
    Some(json!({ "description": { "text": fix.title }, "artifactChanges": changes.collect::<Value>() }))
}

/// Encodes a path as a relative or absolute URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    if path.starts_with('/') { format!("file://{uri}") } else { uri }
}
