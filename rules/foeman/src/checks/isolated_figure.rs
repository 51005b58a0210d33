//! `isolated-figure`: a figure that can never meet an enemy.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::grid::Hex;
use foeman_schema::survey::Survey;

use super::regions::Ground;
use super::{battlefield, placements, scenarios};

pub(super) static CHECK: Check = Check {
    name: "isolated-figure",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A figure cannot reach any enemy",
    doc: "\
A figure that is walled off from every enemy cannot fight, and a side of only such figures cannot win.
Place it elsewhere, or open a way on the map.",
    bad: r##"scenarios:
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
    legend: {s: sand, w: wall}
    rows: |
      sws
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
    fix: &[("3, 1", "3, 2"), ("      sws\n", "      sws\n      sss\n")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, scenario) in scenarios(survey) {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        let Some(ground) = Ground::of_battle(survey, map, scenario) else { continue };
        let hex = |cell: [u16; 2]| -> Hex { map.geometry.hex(cell.map(i32::from)) };
        let placed: Vec<_> = placements(&at, scenario)
            .filter(|(.., placement)| placement.is_at_start())
            .filter_map(|(pointer, side, key, placement)| {
                Some((ground.region(hex(placement.hex))?, pointer, &side.side, key, placement.hex))
            })
            .collect();
        let sides: BTreeSet<&str> = placed.iter().map(|(_, _, side, ..)| side.id()).collect();
        let mut regions: BTreeMap<u32, (usize, BTreeSet<&str>)> = BTreeMap::new();
        for (region, _, side, ..) in &placed {
            let (count, within) = regions.entry(*region).or_default();
            *count += 1;
            within.insert(side.id());
        }
        // Without any enemies, the ground is not the reason.
        let alone = placed.iter().filter(|(region, ..)| sides.len() > 1 && regions[region].1.len() == 1);
        // Regions are cut off from each other mutually, so only the smallest one is reported.
        let size = |region: &u32| regions[region].0;
        let Some((_, pointer, _, key, cell)) = alone.min_by_key(|(region, ..)| size(region)) else { continue };
        let pointer = pointer.child("hex");
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("`{key}` cannot reach any enemy: the ground between them is blocked");
        let mut finding = check.finding(place, pointer, message);
        finding.hex = Some(cell.map(i32::from));
        finding.help = Some(format!("place `{key}` elsewhere, or open a way on the map"));
        findings.push(finding);
    }
}
