//! `unknown-placed-figure`: a scenario places a figure that the side does not have.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::fix::only_near;
use foeman_schema::near::{did_you_mean, near};
use foeman_schema::survey::Survey;

use super::{get, placements, scenarios};
use crate::rulesets::foeman::catalogs::{Roster, Side};

pub(super) static CHECK: Check = Check {
    name: "unknown-placed-figure",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A scenario places a figure that is not in the side's roster",
    doc: "\
The keys of `place` are the ids of figures in the roster of the side.
Correct the key, or add the figure to the roster.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brann: {hex: [2, 0]}}}
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
    fixed: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
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
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        for (pointer, part, key, _) in placements(&at, scenario) {
            let Some(side): Option<Side> = get(survey, &part.side) else { continue };
            let Some(roster): Option<Roster> = get(survey, &side.roster) else { continue };
            if roster.figures.contains_key(key) {
                continue;
            }
            let Some(place) = survey.draft.key_place(&pointer) else { continue };
            let message = format!("expected a figure of roster `{}`, but found `{key}`", side.roster.id());
            let names: Vec<&str> = roster.figures.keys().map(String::as_str).collect();
            let near = near(key, names.iter().copied());
            let fixes = only_near(survey.draft, place, &near);
            let help = did_you_mean(&near).unwrap_or_else(|| {
                let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("the roster has {}", known.join(", "))
            });
            findings.push(Finding { help: Some(help), fixes, ..check.finding(place, pointer, message) });
        }
    }
}
