//! The checks this ruleset adds to the common ones: whether a pack that is well formed can be played.

mod cannot_hold;

mod off_map_figure;

mod shared_hex;

mod unknown_placed_figure;

use foeman_schema::catalogs::foeman::{Placement, Scenario, ScenarioSide};
use foeman_schema::check::Check;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

/// All of them, sorted by name.
pub(super) static ALL: &[&Check] =
    &[&cannot_hold::CHECK, &off_map_figure::CHECK, &shared_hex::CHECK, &unknown_placed_figure::CHECK];

/// The record that a reference names, with what it inherits; nothing when it is missing or faulty, which other checks
/// report.
fn get<T: Record>(draft: &Draft, reference: &Ref<T>) -> Option<T> {
    serde_json::from_value(draft.merged(&RecordKey::new(T::CATALOG, reference.id()))?).ok()
}

/// The sound scenarios and where they stand.
fn scenarios<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, Scenario)> + 'a {
    survey
        .sound(Scenario::CATALOG)
        .filter_map(|(key, value)| Some((key.pointer(), <Scenario as serde::Deserialize>::deserialize(value).ok()?)))
}

/// The placements of a scenario: their pointers, sides and keys.
fn placements<'a>(
    at: &'a Pointer,
    scenario: &'a Scenario,
) -> impl Iterator<Item = (Pointer, &'a ScenarioSide, &'a str, Placement)> + 'a {
    scenario.sides.iter().enumerate().flat_map(move |(index, side)| {
        let at = at.child("sides").child(index.to_string()).child("place");
        side.place.iter().map(move |(key, placement)| (at.child(key), side, key.as_str(), *placement))
    })
}
