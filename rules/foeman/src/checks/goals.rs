//! Victory and defeat conditions, for the checks of scenarios: every condition with its pointer, and display names.

use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Ref;
use foeman_schema::grid::Cell;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::Start;
use crate::catalogs::victory::{Condition, FigureName, Names, Share};
use crate::catalogs::{Roster, Scenario, Side};

/// A condition of a scenario.
pub(super) struct Goal<'a> {
    /// Its pointer.
    pub(super) at: Pointer,
    /// The condition.
    pub(super) condition: &'a Condition,
    /// The side that has it, as a position among the scenario's sides.
    pub(super) side: usize,
    /// Whether it is a victory condition and not a defeat condition.
    pub(super) wins: bool,
}

/// The conditions of all sides, in the order of the file.
pub(super) fn listed<'a>(at: &Pointer, scenario: &'a Scenario) -> Vec<Goal<'a>> {
    let mut goals = Vec::new();
    for (side, part) in scenario.sides.iter().enumerate() {
        let at = at.child("sides").child(side.to_string());
        for (key, list, wins) in [("victory", &part.victory, true), ("defeat", &part.defeat, false)] {
            let at = at.child(key);
            let goal = |(n, condition)| Goal { at: at.child(usize::to_string(&n)), condition, side, wins };
            goals.extend(list.iter().enumerate().map(goal));
        }
    }
    goals
}

/// The same with all nested conditions.
pub(super) fn all<'a>(at: &Pointer, scenario: &'a Scenario) -> Vec<Goal<'a>> {
    let mut found = Vec::new();
    let mut waiting = listed(at, scenario);
    waiting.reverse();
    while let Some(goal) = waiting.pop() {
        let Goal { side, wins, .. } = goal;
        let of = goal.at.child("of");
        let part = |(n, condition)| Goal { at: of.child(usize::to_string(&n)), condition, side, wins };
        waiting.extend(goal.condition.parts().iter().enumerate().map(part).rev());
        found.push(goal);
    }
    found
}

/// The cells of the map that a condition concerns; `None` if it concerns none or its zone is unknown.
pub(super) fn cells(condition: &Condition, map: &Map) -> Option<BTreeSet<Cell>> {
    match condition {
        Condition::HoldZone { zone, .. } | Condition::ReachZone { zone, .. } => {
            Some(map.zones.get(&zone.0)?.cells_on(&map.geometry).into_iter().collect())
        }
        Condition::ReachHex { hex, .. } => Some(BTreeSet::from([hex.map(i32::from)])),
        Condition::Disable { .. } | Condition::Survive { .. } | Condition::All { .. } | Condition::Any { .. } => None,
    }
}

/// How many of its figures a condition requires in its cells.
pub(super) fn share(condition: &Condition) -> Share {
    match condition {
        Condition::ReachZone { who, .. } => *who,
        _ => Share::Any,
    }
}

/// The named figures of a side; all of its figures if none are named.
pub(super) fn meant<'s, 'a>(starts: &'s [Start<'a>], side: usize, named: &[FigureName]) -> Vec<&'s Start<'a>> {
    let is_named = |start: &Start<'_>| named.is_empty() || named.iter().any(|name| name.0 == start.key);
    starts.iter().filter(|start| start.side == side && is_named(start)).collect()
}

/// Display names in a pack.
pub(super) struct Titles<'a> {
    /// The pack.
    pub(super) survey: &'a Survey<'a>,
    /// The map of the scenario.
    pub(super) map: Option<&'a Map>,
}

impl Names for Titles<'_> {
    fn zone(&self, id: &str) -> String {
        let zone = self.map.and_then(|map| map.zones.get(id));
        zone.map_or_else(|| id.to_owned(), |zone| zone.title.clone())
    }

    fn side(&self, side: &Ref<Side>) -> String {
        let known = self.survey.record::<Side>(side.id());
        known.map_or_else(|| side.id().to_owned(), |side| side.title.clone())
    }

    fn figure(&self, side: &Ref<Side>, id: &str) -> String {
        let roster = || self.survey.record::<Roster>(self.survey.record::<Side>(side.id())?.roster.id());
        let known = roster().and_then(|roster| roster.figures.get(id));
        known.map_or_else(|| id.to_owned(), |figure| figure.name.clone())
    }
}
