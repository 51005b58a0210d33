//! The initial layout of a scenario, for checks of scenarios.
//!
//! It is built like the layout of a game, but by kind of stack rather than by entity, so that a large map with a few
//! rectangles is fast to check.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::{Bounds, Cell, Cells};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::variable;
use crate::catalogs::{
    Amounts, Area, Condition, Effect, Entity, Excess, Faction, Measure, Modifiers, Reach, Scenario, Terrain, Unit,
    Upgrade, Variable,
};

/// The maximum number of cells of a map that is checked, so that checks stay fast while the user types.
const MOST_CELLS: usize = 1 << 20;

/// The maximum number of cells of all areas together.
const MOST_LAID: usize = 1 << 22;

/// The value for cells without an owner.
const NOBODY: u8 = u8::MAX;

/// The initial layout of a scenario.
pub(super) struct Layout<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) map: &'a Map,
    /// The factions of the sides.
    pub(super) factions: Vec<&'a Faction>,
    /// The units on the map, area by area.
    pub(super) units: Vec<Placed<'a>>,
    effects: Vec<(Cell, &'a Effect, &'a Entity<Effect>)>,
    owners: Cells<u8>,
    /// The stack in each cell, as a position in `stacks`.
    cells: Cells<u32>,
    stacks: Vec<Stack<'a>>,
}

/// A unit on the map.
pub(super) struct Placed<'a> {
    pub(super) cell: Cell,
    /// The side that owns it; `None` for a unit without an owner, which is an error.
    pub(super) side: Option<usize>,
    pub(super) unit: &'a Unit,
    pub(super) made: &'a Entity<Unit>,
    /// The part of the area that contains it.
    pub(super) part: Part,
}

/// A cell or rectangle of an area, by position: cells come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) area: usize,
    pub(super) part: usize,
}

/// A terrain, with its differences from its class in the scenario.
type Laid<'a> = (&'a Terrain, Option<&'a Entity<Terrain>>);

/// A stack of terrains, from the bottom up.
#[derive(Clone)]
pub(super) struct Stack<'a> {
    pub(super) terrains: Vec<Laid<'a>>,
    /// The cost of a step into a cell with this stack; 0 if it cannot be entered.
    pub(super) difficulty: i32,
}

impl Stack<'_> {
    /// Whether a cell with this stack can be captured.
    pub(super) fn is_prize(&self) -> bool {
        self.terrains.iter().any(|(terrain, _)| terrain.capturable)
    }
}

impl Part {
    /// Returns the pointer to the part.
    pub(super) fn pointer(self, at: &Pointer, areas: &[Area]) -> Pointer {
        let at = at.child("areas").child(self.area.to_string());
        let cells = areas[self.area].cells.len();
        match self.part.checked_sub(cells) {
            None => at.child("cells").child(self.part.to_string()),
            Some(rectangle) => at.child("rectangles").child(rectangle.to_string()),
        }
    }
}

impl<'a> Layout<'a> {
    /// Builds the layout of a scenario; `None` if something it refers to is unknown, which other checks report, or if
    /// it is too large.
    pub(super) fn of(survey: &Survey<'a>, scenario: &'a Scenario) -> Option<Self> {
        let map: &Map = survey.record(scenario.map.id())?;
        if map.geometry.cell_count() > MOST_CELLS || !map.is_painted() {
            return None;
        }
        let factions: Option<Vec<&Faction>> =
            scenario.sides.iter().map(|side| survey.record(side.faction.id())).collect();
        let mut layout = Self {
            scenario,
            map,
            factions: factions?,
            units: Vec::new(),
            effects: Vec::new(),
            owners: Cells::filled(map.geometry.size(), NOBODY),
            cells: Cells::filled(map.geometry.size(), 0),
            stacks: Vec::new(),
        };
        layout.lay_ground(survey)?;
        if excess(survey, scenario, map).is_some() {
            return None;
        }
        let mut laid = 0;
        for (number, area) in scenario.areas.iter().enumerate() {
            layout.lay(survey, number, area, &mut laid)?;
        }
        Some(layout)
    }

    fn lay_ground(&mut self, survey: &Survey<'a>) -> Option<()> {
        let ground = terrains(survey, &self.scenario.ground)?;
        if ground.first().is_some_and(|(terrain, _)| terrain.background) {
            self.add_stack(survey, ground);
            return Some(());
        }
        for named in self.map.terrains() {
            let terrain = survey.record::<Terrain>(named.id())?;
            self.add_stack(survey, [vec![(terrain, None)], ground.clone()].concat());
        }
        self.cells = self.map.read().kinds.map(u32::from);
        Some(())
    }

    fn add_stack(&mut self, survey: &Survey<'a>, terrains: Vec<Laid<'a>>) -> u32 {
        let costs = terrains.iter().map(|(terrain, made)| difficulty(survey, terrain, *made));
        let difficulty = costs.fold(0, i32::saturating_add);
        self.stacks.push(Stack { terrains, difficulty });
        self.stacks.len() as u32 - 1
    }

    fn lay(&mut self, survey: &Survey<'a>, number: usize, area: &'a Area, laid: &mut usize) -> Option<()> {
        let terrains = terrains(survey, &area.terrains)?;
        let units: Vec<&Unit> = area.units.iter().map(|made| survey.record(made.class.id())).collect::<Option<_>>()?;
        let effects: Vec<&Effect> =
            area.effects.iter().map(|made| survey.record(made.class.id())).collect::<Option<_>>()?;
        let owner = area.owner.as_ref().and_then(|named| self.side(named));
        let units_owner = area.units_owner.as_ref().and_then(|named| self.side(named));
        let mut changed: BTreeMap<u32, u32> = BTreeMap::new();
        for (part, rectangle) in area.parts().enumerate() {
            let [from, to] = rectangle.corners();
            let bounds = Bounds { from, to };
            if bounds.within(&self.owners.bounds()) != Some(bounds) {
                return None;
            }
            *laid += bounds.count();
            if *laid > MOST_LAID {
                return None;
            }
            if let Some(owner) = owner {
                self.owners.fill(bounds, owner as u8);
            }
            if !terrains.is_empty() {
                self.cover(survey, &terrains, bounds, &mut changed);
            }
            if units.is_empty() && effects.is_empty() {
                continue;
            }
            for cell in bounds.cells() {
                let side = units_owner.or_else(|| self.owner(cell));
                let part = Part { area: number, part };
                let placed = units.iter().zip(&area.units);
                self.units.extend(placed.map(|(unit, made)| Placed { cell, side, unit, made, part }));
                self.effects.extend(effects.iter().zip(&area.effects).map(|(effect, made)| (cell, *effect, made)));
            }
        }
        Some(())
    }

    /// Adds terrains on top of the terrains of some cells, or replaces these if the first added one is a ground.
    /// `changed` maps previous stacks to new ones.
    fn cover(&mut self, survey: &Survey<'a>, terrains: &[Laid<'a>], bounds: Bounds, changed: &mut BTreeMap<u32, u32>) {
        let replaces = terrains.first().is_some_and(|(terrain, _)| terrain.background);
        let mut fills = Vec::new();
        for row in bounds.from[1]..=bounds.to[1] {
            let single = [(bounds.from[0], bounds.to[0], self.cells.get(bounds.from))];
            let runs: Vec<(i32, i32, Option<u32>)> = match (replaces, bounds.count()) {
                (true, _) if row > bounds.from[1] => continue,
                (true, _) | (_, 1) => single.to_vec(),
                _ => self.cells.runs(row).map(|([first, last], stack)| (first, last, Some(stack))).collect(),
            };
            for (first, last, stack) in runs {
                let run = Bounds { from: [first, row], to: [last, if replaces { bounds.to[1] } else { row }] };
                let Some((run, stack)) = run.within(&bounds).zip(stack) else { continue };
                let before = if replaces { u32::MAX } else { stack };
                let after = match changed.get(&before) {
                    Some(&known) => known,
                    None => {
                        let below = if replaces { Vec::new() } else { self.stacks[stack as usize].terrains.clone() };
                        let new = self.add_stack(survey, [below, terrains.to_vec()].concat());
                        changed.insert(before, new);
                        new
                    }
                };
                fills.push((run, after));
            }
        }
        fills.into_iter().for_each(|(run, stack)| self.cells.fill(run, stack));
    }

    /// Returns the side of a faction, as a position.
    pub(super) fn side(&self, named: &Ref<Faction>) -> Option<usize> {
        self.scenario.sides.iter().position(|side| side.faction == *named)
    }

    /// Returns the side that owns a cell.
    pub(super) fn owner(&self, cell: Cell) -> Option<usize> {
        self.owners.get(cell).filter(|&owner| owner != NOBODY).map(usize::from)
    }

    /// Returns the stack in a cell.
    pub(super) fn stack(&self, cell: Cell) -> Option<&Stack<'a>> {
        self.stacks.get(self.cells.get(cell)? as usize)
    }

    /// Whether a cell can be entered.
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.stack(cell).is_some_and(|stack| stack.difficulty != 0)
    }

    /// Returns the number of cells that a side can own at most: its own, and all that can be captured.
    pub(super) fn most_sites(&self, side: usize) -> usize {
        let held = self.holdings().filter(|(owner, stack, _)| *owner == Some(side) || stack.is_prize());
        held.map(|(_, _, count)| count).sum()
    }

    /// Returns groups of equal cells: their owner, stack and number.
    pub(super) fn holdings(&self) -> impl Iterator<Item = (Option<usize>, &Stack<'a>, usize)> {
        let mut counts: BTreeMap<(u8, u32), usize> = BTreeMap::new();
        for row in 0..self.map.geometry.height() as i32 {
            let mut stacks = self.cells.runs(row).peekable();
            for ([first, last], owner) in self.owners.runs(row) {
                while let Some(&([start, end], stack)) = stacks.peek() {
                    let count = end.min(last) - start.max(first) + 1;
                    if count > 0 {
                        *counts.entry((owner, stack)).or_default() += count as usize;
                    }
                    if end > last {
                        break;
                    }
                    stacks.next();
                }
            }
        }
        counts.into_iter().map(|((owner, stack), count)| {
            (Some(usize::from(owner)).filter(|_| owner != NOBODY), &self.stacks[stack as usize], count)
        })
    }

    /// Returns the units of a side: those on the map, then those not placed.
    pub(super) fn units_of(
        &self,
        survey: &Survey<'a>,
        side: usize,
    ) -> impl Iterator<Item = (&'a Unit, &'a Entity<Unit>)> {
        let placed = self.units.iter().filter(move |placed| placed.side == Some(side));
        let waiting = self.scenario.sides[side].units.iter();
        let waiting = waiting.filter_map(|made| Some((survey.record::<Unit>(made.class.id())?, made)));
        placed.map(|placed| (placed.unit, placed.made)).chain(waiting.collect::<Vec<_>>())
    }

    /// Returns the initial value of a measure for a side.
    pub(super) fn measure(&self, survey: &Survey<'a>, side: usize, measure: Measure) -> i64 {
        match measure {
            Measure::Sites => {
                let own = self.holdings().filter(|(owner, ..)| *owner == Some(side));
                own.map(|(_, _, count)| count as i64).sum()
            }
            Measure::Units => self.units_of(survey, side).count() as i64,
            Measure::UnitStrength => {
                let each = self.units_of(survey, side);
                each.map(|(unit, made)| i64::from(stat(survey, unit.strength.as_ref(), unit, made))).sum()
            }
            Measure::Turns => 0,
        }
    }

    /// Returns the income of a side's resource each turn from its initial possessions.
    pub(super) fn income(&self, survey: &Survey<'a>, side: usize, named: &Ref<Variable>) -> i64 {
        let of = |amounts: &Amounts| i64::from(amounts.of(named).unwrap_or(0));
        // A modifier in the scenario replaces all modifiers of its variable.
        let brought = |class: &Modifiers, made: Option<&Modifiers>| {
            let own = made.filter(|made| made.parts().iter().any(|(_, _, amounts)| amounts.of(named).is_some()));
            match own {
                Some(own) if class.owner.of(named).is_some() => of(&own.owner),
                _ => of(&class.owner),
            }
        };
        let mut total = of(&self.factions[side].income);
        for made in &self.scenario.sides[side].upgrades {
            let upgrade = survey.record::<Upgrade>(made.class.id());
            total += upgrade.map_or(0, |upgrade| brought(&upgrade.modifiers, Some(&made.modifiers)));
        }
        let placed = self.units.iter().filter(|placed| placed.side == Some(side));
        total += placed.map(|placed| brought(&placed.unit.modifiers, Some(&placed.made.modifiers))).sum::<i64>();
        for (_, stack, count) in self.holdings().filter(|(owner, ..)| *owner == Some(side)) {
            let each = stack.terrains.iter();
            let each = each.map(|(terrain, made)| brought(&terrain.modifiers, made.map(|made| &made.modifiers)));
            total += each.sum::<i64>() * count as i64;
        }
        let effects = self.effects.iter().filter(|(cell, ..)| self.owner(*cell) == Some(side));
        total + effects.map(|(_, effect, made)| brought(&effect.modifiers, Some(&made.modifiers))).sum::<i64>()
    }

    /// Whether anything on the map, or an upgrade of a side, increases a variable of units.
    pub(super) fn raises(&self, survey: &Survey<'a>, named: &Ref<Variable>) -> bool {
        let adds = |modifiers: &Modifiers| {
            let parts = modifiers.parts();
            let mut others = parts.iter().filter(|(reach, ..)| *reach != Reach::Owner);
            others.any(|(_, _, amounts)| amounts.of(named).is_some_and(|amount| amount > 0))
        };
        let upgrades = self.scenario.sides.iter().flat_map(|side| &side.upgrades);
        let mut upgrades = upgrades.filter_map(|made| survey.record::<Upgrade>(made.class.id()));
        self.units.iter().any(|placed| adds(&placed.unit.modifiers) || adds(&placed.made.modifiers))
            || self.stacks.iter().any(|stack| stack.terrains.iter().any(|(terrain, _)| adds(&terrain.modifiers)))
            || self.effects.iter().any(|(_, effect, _)| adds(&effect.modifiers))
            || upgrades.any(|upgrade| adds(&upgrade.modifiers))
    }

    /// Returns the initial amount of a side's resource; `None` if the side lacks it.
    pub(super) fn resource(&self, survey: &Survey<'a>, side: usize, named: &Ref<Variable>) -> Option<i64> {
        let known = variable(survey, named).filter(|variable| variable.minimum <= variable.maximum)?;
        let first = i64::from(self.factions[side].values.of(named)?.clamp(known.minimum, known.maximum));
        // A resource that is reset has its modifiers from the first turn on.
        let gain = if known.reset { self.income(survey, side, named) } else { 0 };
        Some((first + gain).clamp(known.minimum.into(), known.maximum.into()))
    }

    /// Returns the position of the first condition of a side that holds at the start, with its measured value.
    pub(super) fn decided(
        &self,
        survey: &Survey<'a>,
        side: usize,
        conditions: &[Condition],
        holds: impl Fn(i64, i64) -> bool,
    ) -> Option<(usize, i64)> {
        let meant = conditions.iter().enumerate().filter(|(_, condition)| condition.measure != Measure::Turns);
        meant
            .map(|(number, condition)| (number, self.measure(survey, side, condition.measure), condition))
            .find(|(_, value, condition)| holds(*value, condition.threshold.into()))
            .map(|(number, value, _)| (number, value))
    }
}

/// Returns the excess of a scenario whose layout is too large.
pub(super) fn excess(survey: &Survey<'_>, scenario: &Scenario, map: &Map) -> Option<Excess> {
    let modified = |of: &Modifiers| of.parts().iter().map(|(_, _, amounts)| amounts.0.len()).sum::<usize>();
    let weight = |catalog: &'static str, id: &str| {
        let of = match catalog {
            Unit::CATALOG => survey.record::<Unit>(id).map(|of| (&of.values, &of.modifiers)),
            Terrain::CATALOG => survey.record::<Terrain>(id).map(|of| (&of.values, &of.modifiers)),
            _ => survey.record::<Effect>(id).map(|of| (&of.values, &of.modifiers)),
        };
        of.map_or(0, |(values, modifiers)| values.0.len() + modified(modifiers))
    };
    scenario.excess(map, &weight)
}

fn terrains<'a>(survey: &Survey<'a>, all: &'a [Entity<Terrain>]) -> Option<Vec<Laid<'a>>> {
    all.iter().map(|made| Some((survey.record(made.class.id())?, Some(made)))).collect()
}

/// Returns the value of an entity's variable; `None` if its class lacks it.
fn value(survey: &Survey<'_>, named: &Ref<Variable>, class: &Amounts, made: Option<&Amounts>) -> Option<i32> {
    let first = class.of(named)?;
    let value = made.and_then(|made| made.of(named)).unwrap_or(first);
    // An invalid variable is reported by another check; until it is fixed, the value is used as written.
    let range = variable(survey, named).filter(|variable| variable.minimum <= variable.maximum);
    Some(range.map_or(value, |range| value.clamp(range.minimum, range.maximum)))
}

/// Returns the cost of a step that a terrain causes.
fn difficulty(survey: &Survey<'_>, terrain: &Terrain, made: Option<&Entity<Terrain>>) -> i32 {
    let Some(named) = &terrain.difficulty else { return 0 };
    let value = value(survey, named, &terrain.values, made.map(|made| &made.values)).unwrap_or(0);
    let own = made.and_then(|made| made.modifiers.own.of(named)).or(terrain.modifiers.own.of(named));
    value.saturating_add(own.unwrap_or(0))
}

/// Returns a unit's value for a numeric property of its class: 1 if the class refers to no variable, 0 if the unit has
/// no value of it.
pub(super) fn stat(survey: &Survey<'_>, named: Option<&Ref<Variable>>, unit: &Unit, made: &Entity<Unit>) -> i32 {
    named.map_or(1, |named| value(survey, named, &unit.values, Some(&made.values)).unwrap_or(0))
}

/// Returns the keyword of a measure.
pub(super) fn measure_key(measure: Measure) -> &'static str {
    match measure {
        Measure::Sites => "sites",
        Measure::Units => "units",
        Measure::UnitStrength => "unit-strength",
        Measure::Turns => "turns",
    }
}
