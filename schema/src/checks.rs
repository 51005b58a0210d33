//! The checks that every ruleset shares, one file each.

mod blank_title;
mod duplicate_id;
mod duplicate_key;
mod effect_cycle;
mod extends_cycle;
mod idle_effect;
mod idle_key;
mod invalid_id;
mod invalid_notation;
mod invalid_value;
mod license_form;
mod limits;
mod map_geometry;
mod map_rows;
mod missing_field;
mod pack_header;
mod same_as_inherited;
mod same_title;
mod terrain_colors;
mod unknown_catalog;
mod unknown_key;
mod unknown_reference;
mod unused_legend_key;
mod wrong_type;
mod yaml_syntax;

pub(crate) use invalid_id::is_id;
use serde::Deserialize;
use serde_json::Value;

use crate::catalogs::effects::Effect;
use crate::check::Check;
use crate::survey::Survey;
use crate::text::{Pointer, RecordKey};

/// Sorted by name.
pub(crate) static COMMON: &[&Check] = &[
    &blank_title::CHECK,
    &duplicate_id::CHECK,
    &duplicate_key::CHECK,
    &effect_cycle::CHECK,
    &extends_cycle::CHECK,
    &idle_effect::CHECK,
    &idle_key::CHECK,
    &invalid_id::CHECK,
    &invalid_notation::CHECK,
    &invalid_value::CHECK,
    &license_form::CHECK,
    &limits::CHECK,
    &map_geometry::CHECK,
    &map_rows::CHECK,
    &missing_field::CHECK,
    &pack_header::CHECK,
    &same_as_inherited::CHECK,
    &same_title::CHECK,
    &terrain_colors::CHECK,
    &unknown_catalog::CHECK,
    &unknown_key::CHECK,
    &unknown_reference::CHECK,
    &unused_legend_key::CHECK,
    &wrong_type::CHECK,
    &yaml_syntax::CHECK,
];

/// The effects of sound records, each with its record and where it is written there.
fn effects<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (&'a RecordKey, Pointer, Effect)> + 'a {
    let catalogs = survey.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    catalogs.iter().flat_map(|catalog| survey.sound(catalog.name)).flat_map(|(key, record)| {
        let list = key.pointer().child("effects");
        // What is inherited is told where it is written.
        let items = record.get("effects").and_then(Value::as_array).filter(|_| survey.draft.defined(&list));
        items.into_iter().flatten().enumerate().filter_map(move |(number, item)| {
            Some((key, list.child(number.to_string()), Effect::deserialize(item).ok()?))
        })
    })
}
