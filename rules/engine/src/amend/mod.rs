//! Amendments: changes to a running battle that no player decided, namely edited content and actions of a game master.
//!
//! An amendment is a separate entry. It does not advance the dice counter, so an amended battle rolls the same dice as
//! before, except for rolls that the amendment itself affects.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::declared::Counted;
use foeman_schema::dialect::Record;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};
use serde_json::Value;

mod painting;

/// A change made to a battle between two entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amendment {
    /// The content changes from this entry on.
    Content(Revision),
    /// A game master edits the board.
    Edit(Edit),
}

/// The differences between the content before and after an amendment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revision {
    /// Added and changed records: catalog, id, the whole record.
    pub records: BTreeMap<String, BTreeMap<String, Value>>,
    /// The changed values of these records' declared fields, as far as rules may calculate with them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, BTreeMap<String, Counted>>,
    /// All records that nothing in the scenario refers to any more but that stay known: see [`Resolved::spare`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spare: BTreeMap<String, BTreeSet<String>>,
}

/// An edit by a game master, in the terms of the board.
///
/// Tokens are numbers on the [board](crate::display::Token::id), and cells are columns and rows from 0.
///
/// ```
/// use foeman_engine::amend::{Amendment, Edit};
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
///
/// let edit = Edit::Wound { token: 3, points: 2 };
/// assert_eq!(serde_json::to_string(&edit).unwrap(), r#"{"do":"wound","token":3,"points":2}"#);
///
/// // A battle refuses edits if its ruleset has no game master.
/// let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
/// assert!(battle.amend(Amendment::Edit(edit)).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
pub enum Edit {
    /// Moves a token.
    Move {
        /// The token.
        token: u32,
        /// The cell of its head, as column and row.
        cell: [i32; 2],
        /// The new facing; `None` keeps the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<u8>,
    },
    /// Heals a token.
    Heal {
        /// The token.
        token: u32,
        /// The points to heal, limited to the harm taken.
        points: u16,
    },
    /// Harms a token.
    Wound {
        /// The token.
        token: u32,
        /// The points of harm.
        points: u16,
    },
    /// Adds a figure to the battle.
    Spawn {
        /// The id of the figure's type in the content.
        figure: String,
        /// The position of the side.
        side: usize,
        /// The cell of its head, as column and row.
        cell: [i32; 2],
        /// The facing.
        facing: u8,
    },
    /// Gives an item to a token.
    Give {
        /// The token.
        token: u32,
        /// The id of the item's type in the content.
        item: String,
    },
    /// Removes an item from a token and from the battle.
    Take {
        /// The token.
        token: u32,
        /// The number of the item in the battle.
        item: u32,
    },
}

/// The catalogs from which a game master can add to a battle.
#[derive(Clone, Copy, Debug)]
pub struct MasterDef {
    /// The catalog of figure types that can be added.
    pub figures: &'static str,
    /// The catalog of items that can be given.
    pub items: &'static str,
    /// The catalog of terrains.
    pub terrains: &'static str,
}

/// An item that a game master can take from a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belonging {
    /// The number of the item in the battle.
    pub item: u32,
    /// The name of the item.
    pub name: String,
}

impl Revision {
    /// Returns the revision that turns one content into another. Records that `after` lacks stay known, since they may
    /// be in play.
    pub fn between(before: &Resolved, after: &Resolved) -> Self {
        let mut revision = Self { spare: before.spare.clone(), ..Self::default() };
        for (catalog, records) in &after.records {
            for (id, record) in records {
                let fields = after.fields_of(catalog, id);
                let other_fields = fields != before.fields_of(catalog, id);
                if other_fields || record_of(before, catalog, id) != Some(record) {
                    revision.records.entry(catalog.clone()).or_default().insert(id.clone(), record.clone());
                }
                if other_fields {
                    revision.fields.entry(catalog.clone()).or_default().insert(id.clone(), fields);
                }
            }
        }
        for (catalog, records) in &before.records {
            let gone = records.keys().filter(|id| record_of(after, catalog, id).is_none());
            let gone: BTreeSet<String> = gone.cloned().collect();
            if !gone.is_empty() {
                revision.spare.entry(catalog.clone()).or_default().extend(gone);
            }
        }
        revision
    }

    /// Returns the revision that adds a record to a battle, together with every record it reaches in `added`, even if
    /// nothing in the scenario refers to it. Existing records are kept.
    pub fn adding(before: &Resolved, added: &Resolved, wanted: &RecordKey) -> Self {
        let mut after = before.clone();
        let mut spare = before.spare.clone();
        for (catalog, records) in &added.records {
            for (id, record) in records {
                if record_of(before, catalog, id).is_some() {
                    continue;
                }
                after.records.entry(catalog.clone()).or_default().insert(id.clone(), record.clone());
                if let Some(fields) = added.fields.get(catalog).and_then(|fields| fields.get(id)) {
                    after.fields.entry(catalog.clone()).or_default().insert(id.clone(), fields.clone());
                }
                spare.entry(catalog.clone()).or_default().insert(id.clone());
            }
        }
        spare.entry(wanted.catalog.clone()).or_default().insert(wanted.id.clone());
        Self { spare, ..Self::between(before, &after) }
    }

    /// Returns the revision that changes the terrain of one cell of a scenario's map. The terrain may be in the content
    /// or in `added`.
    /// Returns an error with the reason if the cell cannot be changed.
    pub fn ground(before: &Resolved, added: &Resolved, cell: [i32; 2], terrain: &RecordKey) -> Result<Self, String> {
        let maps = before.records.get(Map::CATALOG);
        let played = before.records.get(&before.scenario.catalog).and_then(|records| records.get(&before.scenario.id));
        let map = played.and_then(|scenario| scenario.get("map")).and_then(Value::as_str);
        let record = map.and_then(|map| maps?.get(map)).ok_or("this scenario has no map")?;
        let painted = painting::painted(record, cell, &terrain.id)?;
        let mut revision = Self::adding(before, added, terrain);
        let map = map.unwrap_or_default().to_owned();
        revision.records.entry(Map::CATALOG.to_owned()).or_default().insert(map, painted);
        Ok(revision)
    }

    /// Whether it leaves the content unchanged.
    pub fn keeps(&self, before: &Resolved) -> bool {
        self.records.is_empty() && self.spare == before.spare
    }

    /// Returns the content with this revision applied.
    pub fn of(&self, before: &Resolved) -> Resolved {
        let mut after = before.clone();
        for (catalog, records) in &self.records {
            let own = after.records.entry(catalog.clone()).or_default();
            own.extend(records.iter().map(|(id, record)| (id.clone(), record.clone())));
        }
        for (catalog, records) in &self.fields {
            let own = after.fields.entry(catalog.clone()).or_default();
            for (id, fields) in records {
                if fields.is_empty() {
                    own.remove(id);
                } else {
                    own.insert(id.clone(), fields.clone());
                }
            }
        }
        after.fields.retain(|_, records| !records.is_empty());
        after.spare.clone_from(&self.spare);
        after
    }

    /// Returns one line per changed value: `spear: strike.damage 1H -> 1D+2`.
    pub fn lines(&self, before: &Resolved) -> Vec<String> {
        let mut lines = Vec::new();
        for (catalog, records) in &self.records {
            for (id, record) in records {
                match record_of(before, catalog, id) {
                    None => lines.push(format!("{id}: new in {catalog}")),
                    Some(old) if catalog == Map::CATALOG => of_map(id, old, record, &mut lines),
                    Some(old) => differences(id, "", old, record, &mut lines),
                }
            }
        }
        lines
    }
}

fn record_of<'r>(resolved: &'r Resolved, catalog: &str, id: &str) -> Option<&'r Value> {
    resolved.records.get(catalog)?.get(id)
}

/// Adds a line for each value in which two records differ.
fn differences(id: &str, path: &str, old: &Value, new: &Value, lines: &mut Vec<String>) {
    let child = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for key in keys {
                let [old, new] = [old, new].map(|map| map.get(key).unwrap_or(&Value::Null));
                differences(id, &child(key), old, new, lines);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                differences(id, &child(&(index + 1).to_string()), old, new, lines);
            }
        }
        _ if old == new => {}
        _ => lines.push(format!("{id}: {path} {} -> {}", shown(old), shown(new))),
    }
}

/// Compares two maps: adds a line for each cell whose terrain differs, and compares everything else like any record.
/// Maps that cannot be read are compared like any record as a whole.
fn of_map(id: &str, old: &Value, new: &Value, lines: &mut Vec<String>) {
    /// The maximum number of cells that are listed one by one.
    const FEW: usize = 12;
    let (Ok(before), Ok(after)) = (Map::from_value(old), Map::from_value(new)) else {
        return differences(id, "", old, new, lines);
    };
    let is_painting = |key: &str| ["rows", "legend", "areas", "fill"].contains(&key);
    let rest = |value: &Value| match value {
        Value::Object(map) => {
            map.iter().filter(|(key, _)| !is_painting(key)).map(|(k, v)| (k.clone(), v.clone())).collect()
        }
        _ => Value::Null,
    };
    differences(id, "", &rest(old), &rest(new), lines);
    if before.geometry != after.geometry {
        return;
    }
    let (own, other) = (before.terrains(), after.terrains());
    let (kinds, others) = (before.read().kinds, after.read().kinds);
    let terrain = |of: &[&foeman_schema::dialect::Ref<_>], kind: Option<u16>| {
        kind.and_then(|kind| of.get(usize::from(kind)).map(|terrain| terrain.id().to_owned())).unwrap_or_default()
    };
    let changed: Vec<_> = before
        .geometry
        .cells()
        .map(|cell| (cell, terrain(&own, kinds.get(cell)), terrain(&other, others.get(cell))))
        .filter(|(_, old, new)| old != new)
        .collect();
    for ([column, row], old, new) in changed.iter().take(FEW) {
        lines.push(format!("{id}: {column},{row} {old} -> {new}"));
    }
    if changed.len() > FEW {
        lines.push(format!("{id}: {} more cells changed", changed.len() - FEW));
    }
}

/// Formats a value for a report: short texts and numbers verbatim, anything else as its type.
fn shown(value: &Value) -> String {
    /// The maximum number of characters of a value that are shown.
    const LONGEST: usize = 60;
    let text = match value {
        Value::Null => return "nothing".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let text = text.replace('\n', " ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
