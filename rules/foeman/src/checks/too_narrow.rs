//! `too-narrow`: a large figure that fits through none of the paths to its enemies.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::regions::Ground;
use super::{battlefield, scenarios, starts};
use crate::body::paths::Ways;
use crate::body::shape::{Pose, Shape};

/// Larger maps are skipped: the check would be too slow while the user types.
const MOST_CELLS: usize = 4096;

pub(super) static CHECK: Check = Check {
    name: "too-narrow",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A figure of several hexes has no wide enough way to an enemy",
    doc: "\
All hexes of a figure must fit wherever it moves (`F2.2`) or turns (`F2.5`), so a gap of one hex lets a human through but stops a dragon.
The check reports a figure that can bring no enemy's starting position into its front.
Maps of more than 4096 cells are not checked.
Widen the way, turn the figure, or place it elsewhere.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {fang: {hex: [2, 1], facing: 2}}}
      - {side: guards, place: {brana: {hex: [7, 1]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [8, 3]}
    legend: {s: sand, w: wall}
    rows: |
      ssswwwss
      ssssssss
      ssswwwss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  wall: {title: Wall, color: "#6b6159", blocks-move: true}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {fang: {name: Fang, type: spider, class: bst}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
  spider: {title: Spider, kind: creature, hexes: 3, attributes: {st: 20, dx: 11, iq: 4, ma: 10}, attacks: [{title: fangs, damage: -1H}]}
"##,
    fix: &[("      ssssssss\n      ssswwwss\n", "      ssssssss\n      ssssssss\n")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let starts = starts(survey, &at, scenario);
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        if map.geometry.cell_count() > MOST_CELLS || starts.iter().all(|start| start.hexes() == 1) {
            continue;
        }
        let Some(ground) = Ground::of_battle(survey, map, scenario) else { continue };
        let (field, mut ways) = (ground.field(), Ways::default());
        for start in starts.iter().filter(|start| start.hexes() > 1) {
            let body = start.body(map);
            if body.iter().any(|&hex| ground.region(hex).is_none()) {
                continue;
            }
            let enemies = starts.iter().filter(|other| other.side != start.side);
            let hexes = enemies.flat_map(|enemy| enemy.body(map));
            let mut walked = hexes.filter(|&hex| ground.region(hex) == ground.region(body[0])).peekable();
            let gait = ways.gait(&field, &start.pattern, &Shape::new(&start.pattern, &[]));
            let place = Pose { head: body[0], facing: start.facing() };
            // If a figure of one hex could not get there either, another check reports it.
            if walked.peek().is_none() || walked.any(|hex| ways.cheapest(&field, gait, place, hex).is_some()) {
                continue;
            }
            let pointer = start.at.child("hex");
            let Some(at) = survey.draft.place(&pointer) else { continue };
            let (key, hexes) = (start.key, start.hexes());
            let message =
                format!("expected a way for the {hexes} hexes of `{key}` to some enemy, found only narrower ones");
            let mut finding = check.finding(at, pointer, message);
            finding.hex = Some(start.placement.hex.map(i32::from));
            finding.help = Some(format!("widen the way, turn `{key}`, or place it elsewhere"));
            findings.push(finding);
        }
    }
}
