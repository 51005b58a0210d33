//! The effects of a pack, for the checks that look at them.

use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};
use serde::Deserialize;
use serde_json::Value;

use crate::rulesets::foeman::catalogs::effects::Effect;

/// The effects of sound records, each with its record and where it is written there.
pub(super) fn effects<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (&'a RecordKey, Pointer, Effect)> + 'a {
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
