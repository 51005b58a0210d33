//! `too-weak`: a figure too weak for its gear.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, Item};

pub(super) static CHECK: Check = Check {
    name: "too-weak",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A figure lacks the strength that its gear requires",
    doc: "\
A figure loses 1 DX in every attack for each point of ST that it lacks for its weapon (`F7.1`).
This is allowed, but rarely intended.
Give the figure a lighter item, or more ST.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: maul, place: first-hand}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  maul: {title: Maul, class: wpn, ready: 2hand, damage: -0H, requires: {st: 15}}
"##,
    fix: &[("15", "12")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let Some(kind): Option<FigureType> = get(survey, &figure.r#type) else { continue };
        let st = figure.attributes.st.unwrap_or(kind.attributes.st);
        for (index, gear) in figure.gear.iter().enumerate() {
            let Some(item): Option<Item> = get(survey, &gear.item).filter(|item: &Item| item.requires.st > st) else {
                continue;
            };
            let pointer = at.child("gear").child(index.to_string()).child("item");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("expected ST {} for {}, but {} has {st}", item.requires.st, item.title, figure.name);
            let help = Some("give the figure a lighter item, or more ST".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
