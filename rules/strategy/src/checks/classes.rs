//! Helpers for checks of units, terrains, effects and upgrades, and of the records that create or build them.

use std::collections::BTreeSet;

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use crate::catalogs::{
    Amounts, Effect, Entity, Faction, Modifiers, Reach, Scenario, Terrain, Transfer, Unit, Upgrade, Variable,
};

/// The properties shared by the four kinds of classes.
#[derive(Clone, Copy)]
pub(super) struct Class<'a> {
    pub(super) title: &'a str,
    pub(super) values: &'a Amounts,
    pub(super) modifiers: &'a Modifiers,
    pub(super) modifier_range: u16,
    /// The cost of building one; `None` for effects, which cannot be built.
    pub(super) cost: Option<&'a Amounts>,
    pub(super) transfer: Transfer,
}

/// A record that is a class.
pub(super) trait Classed: Record {
    /// Returns the shared properties.
    fn class(&self) -> Class<'_>;
}

impl Classed for Unit {
    fn class(&self) -> Class<'_> {
        let Self { title, values, modifiers, modifier_range, cost, .. } = self;
        Class { title, values, modifiers, modifier_range: *modifier_range, cost: Some(cost), transfer: Transfer::None }
    }
}

impl Classed for Terrain {
    fn class(&self) -> Class<'_> {
        let Self { title, values, modifiers, modifier_range, cost, transfer, .. } = self;
        Class { title, values, modifiers, modifier_range: *modifier_range, cost: Some(cost), transfer: *transfer }
    }
}

impl Classed for Effect {
    fn class(&self) -> Class<'_> {
        let Self { title, values, modifiers, modifier_range, transfer, .. } = self;
        Class { title, values, modifiers, modifier_range: *modifier_range, cost: None, transfer: *transfer }
    }
}

impl Classed for Upgrade {
    fn class(&self) -> Class<'_> {
        let Self { title, values, modifiers, modifier_range, cost, transfer, .. } = self;
        Class { title, values, modifiers, modifier_range: *modifier_range, cost: Some(cost), transfer: *transfer }
    }
}

impl Class<'_> {
    /// Returns the amount added to a target's variable.
    pub(super) fn adds(&self, reach: Reach, variable: &Ref<Variable>) -> i32 {
        let parts = self.modifiers.parts();
        let part = parts.iter().find(|(other, ..)| *other == reach);
        part.and_then(|(_, _, amounts)| amounts.of(variable)).unwrap_or(0)
    }
}

/// Returns the valid classes of all categories.
pub(super) fn classes<'a>(survey: &Survey<'a>) -> Vec<(&'a RecordKey, Class<'a>)> {
    fn of<'a, T: Classed>(survey: &Survey<'a>) -> Vec<(&'a RecordKey, Class<'a>)> {
        survey.records::<T>().map(|(key, record)| (key, record.class())).collect()
    }
    [of::<Unit>(survey), of::<Terrain>(survey), of::<Effect>(survey), of::<Upgrade>(survey)].concat()
}

/// Returns the ids of records that other records of the catalog extend: templates, which may be incomplete.
pub(super) fn extended<'a>(survey: &Survey<'a>, catalog: &str) -> BTreeSet<&'a str> {
    survey.keys(catalog).filter_map(|key| survey.draft.extends(key)).collect()
}

/// An entity in a scenario with its own values or modifiers.
pub(super) struct Piece<'a> {
    /// The pointer to it.
    pub(super) at: Pointer,
    pub(super) class: Class<'a>,
    pub(super) values: &'a Amounts,
    pub(super) modifiers: &'a Modifiers,
}

/// Returns all entities in a scenario with their own values or modifiers, as far as their class is known.
pub(super) fn pieces<'a>(survey: &Survey<'a>, at: &Pointer, scenario: &'a Scenario) -> Vec<Piece<'a>> {
    fn add<'a, T: Classed>(
        survey: &Survey<'a>,
        pieces: &mut Vec<Piece<'a>>,
        list: impl Fn() -> Pointer,
        all: &'a [Entity<T>],
    ) {
        for (number, made) in all.iter().enumerate() {
            let Entity { class, values, modifiers, .. } = made;
            if values.is_empty() && modifiers.is_empty() {
                continue;
            }
            let Some(class) = survey.record::<T>(class.id()) else { continue };
            let at = list().child(number.to_string());
            pieces.push(Piece { at, class: class.class(), values, modifiers });
        }
    }
    let mut pieces = Vec::new();
    for (number, side) in scenario.sides.iter().enumerate() {
        let list = |name: &'static str| move || at.child("sides").child(number.to_string()).child(name);
        add(survey, &mut pieces, list("units"), &side.units);
        add(survey, &mut pieces, list("terrains"), &side.terrains);
        add(survey, &mut pieces, list("upgrades"), &side.upgrades);
    }
    add(survey, &mut pieces, || at.child("ground"), &scenario.ground);
    for (number, area) in scenario.areas.iter().enumerate() {
        let list = |name: &'static str| move || at.child("areas").child(number.to_string()).child(name);
        add(survey, &mut pieces, list("terrains"), &area.terrains);
        add(survey, &mut pieces, list("units"), &area.units);
        add(survey, &mut pieces, list("effects"), &area.effects);
    }
    pieces
}

/// A class in a faction's list of buildable classes.
pub(super) struct Built<'a> {
    /// The pointer to the list entry.
    pub(super) at: Pointer,
    pub(super) id: &'a str,
    pub(super) class: Class<'a>,
}

/// Returns the classes that a faction can build, as far as they are known.
pub(super) fn builds<'a>(survey: &Survey<'a>, at: &Pointer, faction: &'a Faction) -> Vec<Built<'a>> {
    fn of<'a, T: Classed>(survey: &Survey<'a>, list: &Pointer, named: &'a [Ref<T>]) -> Vec<Built<'a>> {
        let built = |(number, named): (usize, &'a Ref<T>)| {
            let class = survey.record::<T>(named.id())?.class();
            Some(Built { at: list.child(number.to_string()), id: named.id(), class })
        };
        named.iter().enumerate().filter_map(built).collect()
    }
    let mut all = of(survey, &at.child("builds-units"), &faction.builds_units);
    all.extend(of(survey, &at.child("builds-terrains"), &faction.builds_terrains));
    all.extend(of(survey, &at.child("builds-upgrades"), &faction.builds_upgrades));
    all
}
