//! `acting-feature`: a wall, shadow or fire among the figures of a roster.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, Kind};

pub(super) static CHECK: Check = Check {
    name: "acting-feature",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A roster contains a feature",
    doc: "\
Features are inanimate: walls, shadows and fires that creation spells put into a hex (`F2.7`).
In a roster, a feature would get a move and an action like any other figure.
Create it with a spell, place it under `features` of the scenario, or use a terrain.",
    bad: r##"rosters:
  band: {title: Band, figures: {wall: {name: Wall, type: stones}}}
figures:
  stones: {title: Stones, kind: feature, attributes: {st: 30, dx: 1, iq: 1, ma: 0}}
"##,
    fix: &[
        ("type: stones", "type: golem, class: bst"),
        (
            r"  stones: {title: Stones, kind: feature, attributes: {st: 30, dx: 1, iq: 1, ma: 0}}
",
            r"  golem:
    title: Golem
    kind: creature
    attributes: {st: 30, dx: 8, iq: 3, ma: 4}
    attacks: [{title: fists, damage: -0H}]
",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let kind: Option<FigureType> = get(survey, &figure.r#type);
        let Some(kind) = kind.filter(|kind| kind.kind == Kind::Feature) else { continue };
        let pointer = at.child("type");
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("expected a figure that can act, found feature {}", kind.title);
        let help =
            Some("place it under `features` of the scenario, create it with a spell, or use a terrain".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
