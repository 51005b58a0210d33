//! `same-title`: two records of a catalog with the same title.

use std::borrow::Cow;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::title_of;
use crate::check::{Check, Scope, group};
use crate::file_name::composed;
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::{Subject, Survey};
use crate::text::RecordKey;
use crate::text::quoted;

pub(crate) static CHECK: Check = Check {
    name: "same-title",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Group(titled),
    summary: "Two records of a catalog have the same title",
    doc: "\
Lists, forms and the battle log show titles, so two records with the same title look like one.
A record that extends another one also inherits its title.
Give each record a distinct title.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  dune: {extends: sand, cost: 2}
"##,
    fix: &[("2", "2, title: Dune")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs {
        let titles = survey.titles(catalog.name);
        let most = titles.size_hint().1.unwrap_or_default();
        let mut first: FxHashMap<Cow<'_, str>, &RecordKey> = FxHashMap::with_capacity_and_hasher(most, FxBuildHasher);
        for (key, title) in titles {
            let shown = shown(title);
            let Some(other) = first.get(&shown) else {
                first.insert(shown, key);
                continue;
            };
            let pointer = key.pointer().child("title");
            let own = survey.draft.defined(&pointer);
            let place = if own { survey.draft.place(&pointer) } else { survey.draft.key_place(&key.pointer()) };
            let Some(place) = place else { continue };
            let what = if own { "title" } else { "inherited title" };
            let message = format!("the {what} {} is also the title of `{}`", quoted(title), other.id);
            let mut finding = check.finding(place, pointer, message);
            finding.help = Some("change one of the titles".to_owned());
            let label = format!("the title of `{}`", other.id);
            finding.related.extend(survey.draft.key_place(&other.pointer()).map(|place| (place, label)));
            if !own {
                finding.fixes.push(Fix::writing(&finding.pointer, title_of(&key.id)));
            }
            findings.push(finding);
        }
    }
}

fn titled(subject: &Subject<'_>) -> Option<u64> {
    Some(group((subject.catalog(), shown(subject.title()?))))
}

/// Returns a title as it looks: composed and decomposed letters look the same.
fn shown(title: &str) -> Cow<'_, str> {
    if title.is_ascii() { Cow::Borrowed(title) } else { Cow::Owned(composed(title)) }
}
