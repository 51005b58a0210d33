//! The effects of a pack, for the checks that inspect them.

use std::collections::BTreeMap;

use foeman_schema::graph::Graph;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};
use serde::Deserialize;

use crate::catalogs::effects::{Deed, Effect, NamedEffect};
use crate::notation::expression::Expression;

/// The effects of valid records, each with its record and its pointer there.
pub(super) fn effects<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (&'a RecordKey, Pointer, Effect)> + 'a {
    let catalogs = survey.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    // Inherited effects are reported in the base record.
    let lists = catalogs.iter().flat_map(|catalog| survey.keys(catalog.name)).filter_map(|key| {
        let list = key.pointer().child("effects");
        survey.draft.defined(&list).then_some((key, list))
    });
    lists.flat_map(|(key, list)| {
        let items = survey.value(key).and_then(|record| record.get("effects")?.as_array());
        items.into_iter().flatten().enumerate().filter_map(move |(number, item)| {
            Some((key, list.child(number.to_string()), Effect::deserialize(item).ok()?))
        })
    })
}

/// The amounts of an effect, each with its key.
pub(super) fn amounts(deed: &Deed) -> Vec<(&'static str, &Expression)> {
    match deed {
        Deed::Modify { by, .. } => vec![("by", by.expression())],
        Deed::Damage { dice, .. } => vec![("dice", dice.expression())],
        Deed::Heal { dice, points, .. } => {
            let dice = dice.iter().map(|dice| ("dice", dice.expression()));
            dice.chain(points.iter().map(|points| ("points", points.expression()))).collect()
        }
        Deed::Move { hexes, .. } | Deed::Create { hexes, .. } => vec![("hexes", hexes.expression())],
        _ => Vec::new(),
    }
}

/// The named effects of a pack and their references to each other.
pub(super) struct NamedEffects<'a> {
    /// Their ids, in file order.
    pub(super) ids: Vec<&'a str>,
    /// The effects that each one refers to, with the pointer to the reference.
    pub(super) leads: Vec<Vec<(usize, Pointer)>>,
    /// The same without pointers.
    pub(super) graph: Graph,
}

impl<'a> NamedEffects<'a> {
    /// The named effects of valid records. Inherited effects belong to the record in which they are written.
    pub(super) fn of(survey: &Survey<'a>) -> Self {
        let records: Vec<(&RecordKey, &NamedEffect)> = survey.records().collect();
        let numbers: BTreeMap<&str, usize> =
            records.iter().enumerate().map(|(number, (key, _))| (&*key.id, number)).collect();
        let mut leads = Vec::with_capacity(records.len());
        for (key, named) in &records {
            let list = key.pointer().child("effects");
            let written = named.effects.iter().enumerate().filter(|_| survey.draft.defined(&list));
            let led = written.filter_map(|(number, effect)| {
                let Deed::Named { effect } = &effect.deed else { return None };
                Some((*numbers.get(effect.id())?, list.child(number.to_string()).child("effect")))
            });
            leads.push(led.collect::<Vec<_>>());
        }
        let graph = Graph::new(leads.iter().map(|led| led.iter().map(|(target, _)| *target).collect()).collect());
        Self { ids: records.into_iter().map(|(key, _)| &*key.id).collect(), leads, graph }
    }
}
