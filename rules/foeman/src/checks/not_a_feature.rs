//! `not-a-feature`: a placed feature whose figure type is not a feature.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{get, scenarios};
use crate::catalogs::{FigureType, Kind};

pub(super) static CHECK: Check = Check {
    name: "not-a-feature",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The `features` of a scenario contain a figure type that is not a feature",
    doc: "\
Features are inanimate: walls, shadows and fires (`F2.7`).
Figures that act belong to the roster of a side.
Name a figure type of the kind `feature`, or place the figure with a side.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    features:
      - {figure: human, hex: [1, 0]}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[
        ("figure: human", "figure: shadow"),
        (
            r"  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
",
            r"  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
  shadow: {title: Shadow, kind: feature, attributes: {st: 8, dx: 1, iq: 1, ma: 0}}
",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (n, feature) in scenario.features.iter().enumerate() {
            let kind: Option<FigureType> = get(survey, &feature.figure);
            let Some(kind) = kind.filter(|kind| kind.kind != Kind::Feature) else { continue };
            let pointer = at.child("features").child(n.to_string()).child("figure");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("expected a feature, found {}, which can act", kind.title);
            let help = Some("name a figure type of the kind `feature`, or place the figure with a side".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
