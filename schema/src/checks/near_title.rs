//! `near-title`: two titles that sound the same when read aloud.

use rustc_hash::FxHashMap;

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::{RecordKey, quoted};

pub(crate) static CHECK: Check = Check {
    name: "near-title",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "Titles of two records differ only in capitals, spaces or punctuation",
    doc: "\
Readers who see `Broadsword` in one place and `Broad sword` in another wonder whether these are two things; often it is one, entered twice.
The check compares letters and digits only.
Merge the two records, or give one of them a distinct title.",
    bad: r##"terrains:
  sand: {title: Sea sand, color: "#d9c08c"}
  beach: {title: Seasand, color: "#c8a060", cost: 2}
"##,
    fix: &[("Seasand", "Wet sand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs {
        let mut first: FxHashMap<String, (&RecordKey, &str)> = FxHashMap::default();
        for (key, title) in survey.titles(catalog.name) {
            let heard = heard(title);
            let Some((other, like)) = first.get(&heard) else {
                first.insert(heard, (key, title));
                continue;
            };
            // Identical titles are reported by `same-title`, and inherited ones are identical.
            let pointer = key.pointer().child("title");
            let differs = *like != title && !heard.is_empty() && survey.draft.defined(&pointer);
            let Some(place) = survey.draft.place(&pointer).filter(|_| differs) else { continue };
            let message = format!(
                "the title {} is nearly the same as {}, the title of `{}`",
                quoted(title),
                quoted(like),
                other.id
            );
            let mut finding = check.finding(place, pointer, message);
            finding.help = Some("merge the records, or change one of the titles".to_owned());
            let label = format!("the title of `{}`", other.id);
            finding.related.extend(survey.draft.key_place(&other.pointer()).map(|place| (place, label)));
            findings.push(finding);
        }
    }
}

/// Returns a title without everything that is not heard when it is read aloud. ASCII titles need no Unicode tables.
fn heard(title: &str) -> String {
    match title.is_ascii() {
        true => {
            title.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase())).collect()
        }
        false => title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect(),
    }
}
