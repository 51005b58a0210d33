//! `costly-ground`: ground between two sides that is too expensive for any figure to enter.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use super::effects::effects;
use super::regions::Ground;
use super::{battlefield, placements, roster_of, terrain};
use crate::catalogs::effects::{Deed, Effect, Quantity};
use crate::catalogs::{FigureType, Scenario, Terrain};

/// MP that effects are assumed to add to the MA of a figure, in packs with effects of this kind.
const HELP: u8 = 6;

pub(super) static CHECK: Check = Check {
    name: "costly-ground",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "The ground between two sides costs more MP than any figure has",
    doc: "\
A step costs the MP of its terrain, and a figure has as many MP each round as its MA (`F4.1`).
No figure can enter terrain that costs more, so sides separated by it never meet.
If effects of the pack change MA, the check allows 6 MP more.
Lower the cost, or write `blocks-move: true` if the terrain is an obstacle.",
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
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c", cost: 20}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("20", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // Looking for effects takes longer than the rest.
    let help = LazyCell::new(|| {
        let changes_ma = |effect: &Effect| matches!(effect.deed, Deed::Modify { what: Quantity::Ma, .. });
        if effects(survey).any(|(_, _, effect)| changes_ma(&effect)) { HELP } else { 0 }
    });
    let mut told = BTreeSet::new();
    for (key, scenario) in survey.records::<Scenario>() {
        let Some(map) = battlefield(survey, &scenario.map) else { continue };
        let Some(costly) = between(survey, scenario, map, || *help) else { continue };
        let Costly { terrain, cost, most, sides: [one, other] } = costly;
        let pointer = RecordKey::new(Terrain::CATALOG, terrain).pointer().child("cost");
        let Some(place) = survey.draft.place(&pointer).filter(|_| told.insert(terrain)) else { continue };
        let message = format!(
            "`{terrain}` costs {cost} MP, but no figure has more than {most}, so `{one}` and `{other}` \
             never meet in `{}`",
            key.id
        );
        let help = Some("lower the cost, or write `blocks-move: true` if it is an obstacle".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}

/// Ground that separates two sides.
struct Costly<'a> {
    terrain: &'a str,
    cost: u8,
    most: u8,
    sides: [&'a str; 2],
}

/// The cheapest ground that separates the figures of two sides.
fn between<'a>(
    survey: &'a Survey<'_>,
    scenario: &'a Scenario,
    map: &'a Map,
    help: impl Fn() -> u8,
) -> Option<Costly<'a>> {
    let mut grounds: Vec<(u8, &str)> = Vec::new();
    for reference in map.terrains() {
        let terrain = terrain(survey, reference)?;
        grounds.extend((!terrain.blocks_move).then_some((terrain.cost, reference.id())));
    }
    grounds.sort_unstable();
    let most = most_mp(survey, scenario)?;
    grounds.last().filter(|(cost, _)| *cost > most)?;
    let most = most.saturating_add(help());
    let costly = grounds.iter().filter(|(cost, _)| *cost > most);
    let mut costly = costly.peekable();
    costly.peek()?;
    let starts: Vec<Vec<[u16; 2]>> =
        scenario.sides.iter().map(|side| side.place.values().map(|placement| placement.hex).collect()).collect();
    let apart = |most: u8| -> Option<Vec<[usize; 2]>> {
        let ground = Ground::affordable(survey, map, most)?;
        let regions: Vec<BTreeSet<u32>> = starts.iter().map(|cells| around(&ground, map, cells)).collect();
        let pairs = (0..regions.len()).flat_map(|one| (one + 1..regions.len()).map(move |other| [one, other]));
        let placed = pairs.filter(|[one, other]| !starts[*one].is_empty() && !starts[*other].is_empty());
        Some(placed.filter(|[one, other]| regions[*one].is_disjoint(&regions[*other])).collect())
    };
    let apart_now = apart(most)?;
    if apart_now.is_empty() {
        return None;
    }
    for (cost, terrain) in costly {
        let still: BTreeSet<[usize; 2]> = apart(*cost)?.into_iter().collect();
        if let Some([one, other]) = apart_now.iter().find(|pair| !still.contains(*pair)) {
            let id = |side: usize| scenario.sides[side].side.id();
            return Some(Costly { terrain, cost: *cost, most, sides: [id(*one), id(*other)] });
        }
    }
    None
}

/// The highest MA of the figures in a scenario; `None` if the type of any figure is unknown.
fn most_mp(survey: &Survey<'_>, scenario: &Scenario) -> Option<u8> {
    let at = Pointer::root();
    let mp = placements(&at, scenario).map(|(_, side, key, _)| {
        let figure = roster_of(survey, side)?.figures.get(key)?;
        let kind = survey.record::<FigureType>(figure.r#type.id())?;
        Some(figure.attributes.ma.unwrap_or(kind.attributes.ma))
    });
    mp.collect::<Option<Vec<u8>>>()?.into_iter().max()
}

/// The regions in which figures start, or which they can enter with their first step.
fn around(ground: &Ground, map: &Map, cells: &[[u16; 2]]) -> BTreeSet<u32> {
    let cells = cells.iter().map(|cell| cell.map(i32::from));
    let near = cells.flat_map(|cell| std::iter::once(cell).chain(map.geometry.neighbours(cell)));
    near.filter(|cell| map.geometry.contains(*cell)).filter_map(|cell| ground.region(map.geometry.hex(cell))).collect()
}
