//! `fulfilled-at-start`: a condition that already holds at the start of the battle.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::goals::{self, Titles};
use super::{Start, battlefield, scenarios, starts};
use crate::catalogs::victory::{Condition, Share};
use foeman_schema::catalogs::board::Map;

pub(super) static CHECK: Check = Check {
    name: "fulfilled-at-start",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A condition is fulfilled when the battle starts",
    doc: "\
Conditions are checked at the end of each round; one that is fulfilled by the initial placement ends the battle in its first round.
Place the figures elsewhere, or change the condition.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}}
        victory:
          - {kind: reach-zone, zone: gate}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
    zones: {gate: {title: The gate, cells: [[0, 0]]}}
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
    fix: &[("[[0", "[[1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        let goals = goals::listed(&at, scenario);
        if goals.is_empty() {
            continue;
        }
        let starts: Vec<Start<'_>> =
            starts(survey, &at, scenario).into_iter().filter(|start| start.placement.is_at_start()).collect();
        let titles = Titles { survey, map: Some(map) };
        for goal in goals {
            let Some(place) = survey.draft.place(&goal.at) else { continue };
            if holds(goal.condition, goal.side, map, &starts) {
                let asked = goal.condition.sentence(&scenario.sides[goal.side].side, &titles);
                let message = format!("\"{asked}\" is fulfilled from the start");
                let help = Some("place the figures elsewhere, or change the condition".to_owned());
                findings.push(Finding { help, ..check.finding(place, goal.at, message) });
            }
        }
    }
}

/// Whether a condition holds with all figures in their starting places.
fn holds(condition: &Condition, side: usize, map: &Map, starts: &[Start<'_>]) -> bool {
    let Some(cells) = goals::cells(condition, map) else {
        return match condition {
            Condition::All { of } => of.iter().all(|part| holds(part, side, map, starts)),
            Condition::Any { of } => of.iter().any(|part| holds(part, side, map, starts)),
            _ => false,
        };
    };
    let inside = |start: &&Start<'_>| cells.contains(&start.placement.hex.map(i32::from));
    let mut who = goals::meant(starts, side, condition.figures()).into_iter().peekable();
    match condition {
        Condition::HoldZone { rounds, .. } => {
            let mut foes = starts.iter().filter(|start| start.side != side);
            *rounds == 1 && who.any(|start| inside(&start)) && !foes.any(|start| inside(&start))
        }
        _ if goals::share(condition) == Share::All => who.peek().is_some() && who.all(|start| inside(&start)),
        _ => who.any(|start| inside(&start)),
    }
}
