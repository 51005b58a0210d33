//! Carries the figures of a campaign into their next battle.

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::RecordKey;
use serde_json::{Map, Value, json};

use super::ledger::{Ledger, LedgerEntry};
use crate::catalogs::{Roster, Scenario, Side};

/// Writes everything carried over into the content of a battle. Dead, unconscious and resting figures are not placed;
/// figures of the roster that the scenario leaves at home take their places, the strongest first (an assumption). All
/// keep their harm, gear and attributes.
pub(super) fn enter(ledger: &Ledger, resolved: &Resolved) -> Result<Resolved, ContentError> {
    let scenario: Scenario = resolved.scenario()?;
    let mut after = resolved.clone();
    for (index, part) in scenario.sides.iter().enumerate() {
        let side: Side = resolved.get(&part.side)?;
        let roster = side.roster.id();
        for (key, entry) in ledger.of(roster).filter(|(_, entry)| entry.fights()) {
            let figure = object(&mut after, &Roster::key(&side.roster), &["figures", key]);
            figure.into_iter().for_each(|figure| write(figure, entry));
        }
        if let Some(place) = object(&mut after, &resolved.scenario, &["sides", &index.to_string(), "place"]) {
            stand_in(ledger, roster, place);
        }
    }
    Ok(after)
}

/// Replaces the figures of a side that do not fight.
fn stand_in(ledger: &Ledger, roster: &str, place: &mut Map<String, Value>) {
    let mut reserve: Vec<(&str, &LedgerEntry)> =
        ledger.of(roster).filter(|(key, entry)| entry.fights() && !place.contains_key(*key)).collect();
    reserve.sort_by_key(|(key, entry)| (std::cmp::Reverse(entry.mod_st()), *key));
    let absent = ledger.of(roster).filter(|(_, entry)| !entry.fights()).map(|(key, _)| key);
    let absent: Vec<&str> = absent.filter(|key| place.contains_key(*key)).collect();
    let mut reserve = reserve.into_iter();
    for key in absent {
        let placement = place.remove(key);
        if let (Some(placement), Some((other, _))) = (placement, reserve.next()) {
            place.insert(other.to_owned(), placement);
        }
    }
}

fn write(figure: &mut Map<String, Value>, entry: &LedgerEntry) {
    let [st, dx, iq, ma] = entry.attributes;
    figure.insert("attributes".to_owned(), json!({"st": st, "dx": dx, "iq": iq, "ma": ma}));
    figure.insert("gear".to_owned(), json!(entry.gear));
    figure.insert("harm".to_owned(), json!({"physical": entry.physical, "exhaustion": entry.exhaustion}));
}

/// Returns the object at a path in a record.
fn object<'a>(resolved: &'a mut Resolved, key: &RecordKey, way: &[&str]) -> Option<&'a mut Map<String, Value>> {
    let mut value = resolved.records.get_mut(&key.catalog)?.get_mut(&key.id)?;
    for step in way {
        value = match value {
            Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            Value::Object(map) => map.get_mut(*step)?,
            _ => return None,
        };
    }
    value.as_object_mut()
}

/// The key of the record that a reference names.
trait Key: Record + Sized {
    fn key(reference: &Ref<Self>) -> RecordKey {
        RecordKey::new(Self::CATALOG, reference.id())
    }
}

impl Key for Roster {}
