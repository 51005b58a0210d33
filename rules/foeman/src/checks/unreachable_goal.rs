//! `unreachable-goal`: ground that must be reached or held, but that the figures cannot reach.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::goals::{self, Goal, Titles};
use super::regions::Ground;
use super::{Start, battlefield, scenarios, starts};
use crate::catalogs::Scenario;
use crate::catalogs::victory::{Condition, Share};
use foeman_schema::catalogs::board::Map;

pub(super) static CHECK: Check = Check {
    name: "unreachable-goal",
    severity: Severity::Error,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A condition names ground that the side cannot reach",
    doc: "\
A condition about a zone or hex can only be fulfilled if figures of the side can get there from their starting positions.
It never is if the ground is impassable, walled off or outside the map.
Open a way, move the zone, or place a figure on the other side of the wall.",
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
    geometry: {size: [4, 1]}
    legend: {s: sand, w: wall}
    rows: |
      sssw
    zones: {gate: {title: The gate, cells: [[3, 0]]}}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  wall: {title: Wall, color: "#6b6159", blocks-move: true}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("sand, w: wall", "sand"), ("sssw", "ssss"), (r##"  wall: {title: Wall, color: "#6b6159", blocks-move: true}
"##, "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        let goals: Vec<_> =
            goals::all(&at, scenario).into_iter().filter(|goal| goal.condition.parts().is_empty()).collect();
        if goals.is_empty() {
            continue;
        }
        let Some(ground) = Ground::of_battle(survey, map, scenario) else { continue };
        let starts = starts(survey, &at, scenario);
        let titles = Titles { survey, map: Some(map) };
        for goal in goals {
            let Some(problem) = fault(&ground, map, &starts, &goal) else { continue };
            let field = if matches!(goal.condition, Condition::ReachHex { .. }) { "hex" } else { "zone" };
            let pointer = goal.at.child(field);
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let asked = asked(scenario, &goal, &titles);
            let message = format!("\"{asked}\" can never be fulfilled: {problem}");
            let help = Some("open a way, or name other ground".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}

fn asked(scenario: &Scenario, goal: &Goal<'_>, titles: &Titles<'_>) -> String {
    goal.condition.sentence(&scenario.sides[goal.side].side, titles)
}

/// The reason why figures cannot reach the ground of a condition.
fn fault(ground: &Ground, map: &Map, starts: &[Start<'_>], goal: &Goal<'_>) -> Option<String> {
    let cells = goals::cells(goal.condition, map)?;
    if !cells.is_empty() && cells.iter().all(|cell| !map.geometry.contains(*cell)) {
        return Some("the ground is outside the map".to_owned());
    }
    let regions: Vec<u32> = cells.iter().filter_map(|cell| ground.region(map.geometry.hex(*cell))).collect();
    if regions.is_empty() {
        // Zones without cells are reported by another check.
        return (!cells.is_empty()).then(|| "the ground is impassable".to_owned());
    }
    let who = goals::meant(starts, goal.side, goal.condition.figures());
    let gets_there = |start: &&Start<'_>| {
        let region = ground.region(map.geometry.hex(start.placement.hex.map(i32::from)));
        region.is_some_and(|region| regions.contains(&region))
    };
    let fine = match goals::share(goal.condition) {
        Share::Any => who.iter().any(gets_there),
        Share::All => who.iter().all(gets_there),
    };
    (!fine && !who.is_empty()).then(|| "the ground is walled off from the figures' starting positions".to_owned())
}
