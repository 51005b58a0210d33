//! A digest of findings for display: repeated infos of one check are folded so that they do not hide the others.

use std::collections::BTreeMap;

use crate::dialect::Dialect;
use crate::finding::{Finding, Severity};

/// Maximum number of infos of one check that are listed individually.
pub const SINGLE: usize = 3;

/// Findings for display, some of them folded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Digest {
    /// The positions of findings listed individually, in order.
    pub single: Vec<usize>,
    /// The folded findings.
    pub folds: Vec<Fold>,
}

/// Folded infos of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The check.
    pub code: &'static str,
    /// Their positions among the findings, in order.
    pub findings: Vec<usize>,
    /// The number of findings in each catalog, by the catalog's key; empty for those outside the records.
    pub catalogs: Vec<(String, usize)>,
}

/// Folds the infos of a check if there are more than [`SINGLE`]; errors and warnings are never folded.
pub fn digest(findings: &[Finding]) -> Digest {
    let mut notes: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate().filter(|(_, finding)| finding.severity == Severity::Info) {
        notes.entry(finding.code).or_default().push(at);
    }
    notes.retain(|_, positions| positions.len() > SINGLE);
    let is_single = |at: &usize| findings[*at].severity != Severity::Info || !notes.contains_key(findings[*at].code);
    let single = (0..findings.len()).filter(is_single).collect();
    let folds = notes.iter().map(|(code, positions)| Fold {
        code,
        findings: positions.clone(),
        catalogs: catalogs(positions.iter().map(|at| &findings[*at])),
    });
    Digest { single, folds: folds.collect() }
}

impl Fold {
    /// Returns the counts as text: "24 spells, 10 talents and 1 item".
    pub fn counts(&self, dialect: Option<&Dialect>) -> String {
        let count = |(name, count): &(String, usize)| {
            let title = dialect.and_then(|dialect| dialect.catalog(name)).map(|catalog| catalog.title.to_lowercase());
            match (title, *count) {
                (Some(title), 1) => format!("1 {title}"),
                (None, count) if name.is_empty() => format!("{count} outside the records"),
                (_, count) => format!("{count} {name}"),
            }
        };
        let counts: Vec<String> = self.catalogs.iter().map(count).collect();
        match counts.split_last() {
            Some((last, front)) if !front.is_empty() => format!("{} and {last}", front.join(", ")),
            _ => counts.concat(),
        }
    }
}

/// Counts the findings in each catalog, in order of first appearance.
fn catalogs<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<(String, usize)> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for finding in findings {
        let catalog = match finding.pointer.parts() {
            [catalog, _, ..] => catalog.as_str(),
            _ => "",
        };
        match counts.iter_mut().find(|(name, _)| *name == catalog) {
            Some((_, count)) => *count += 1,
            None => counts.push((catalog, 1)),
        }
    }
    counts.into_iter().map(|(catalog, count)| (catalog.to_owned(), count)).collect()
}
