//! `absent-target`: a condition about a figure or side that does not take part.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Ref;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::goals::{self, Titles};
use super::scenarios;
use crate::catalogs::victory::Names;
use crate::catalogs::{Roster, Side};

pub(super) static CHECK: Check = Check {
    name: "absent-target",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A condition names a side or figure that is not in the scenario",
    doc: "\
A condition can only depend on sides of the scenario, and on figures that the scenario places.
Correct the name, or add the side or figure to the scenario.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}}
        defeat:
          - {kind: disable, side: raiders, figures: [uzza]}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
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
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}, uzza: {name: Uzza, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("[uzza", "[gorsk")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let titles = Titles { survey, map: None };
    for (at, scenario) in scenarios(survey) {
        for goal in goals::all(&at, scenario) {
            let side = goal.condition.side(&scenario.sides[goal.side].side);
            let Some(part) = scenario.sides.iter().find(|part| part.side == *side) else {
                let pointer = goal.at.child("side");
                let Some(place) = survey.draft.place(&pointer) else { continue };
                let message = format!("expected a side of the scenario, found {}", titles.side(side));
                let known: Vec<String> = scenario.sides.iter().map(|part| format!("`{}`", part.side.id())).collect();
                let help = Some(format!("the scenario has {}", known.join(", ")));
                findings.push(Finding { help, ..check.finding(place, pointer, message) });
                continue;
            };
            for (n, figure) in goal.condition.figures().iter().enumerate() {
                let pointer = goal.at.child("figures").child(n.to_string());
                let Some(place) = survey.draft.place(&pointer) else { continue };
                // Unknown figures are reported by another check.
                if part.place.contains_key(&figure.0) || !in_roster(survey, side, &figure.0) {
                    continue;
                }
                let name = titles.figure(side, &figure.0);
                let message = format!("{name} is not placed in the scenario");
                let help = Some(format!("place `{}`, or name a figure that is placed", figure.0));
                findings.push(Finding { help, ..check.finding(place, pointer, message) });
            }
        }
    }
}

fn in_roster(survey: &Survey<'_>, side: &Ref<Side>, figure: &str) -> bool {
    let roster = || survey.record::<Roster>(survey.record::<Side>(side.id())?.roster.id());
    roster().is_some_and(|roster| roster.figures.contains_key(figure))
}
