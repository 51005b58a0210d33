//! What becomes of a battle between two entries by nobody's decision in it: other content, and what a game master does.
//!
//! An amendment is an entry of its own. It takes no number of the dice, so a battle that was amended rolls what it would
//! have rolled, wherever the amendment leaves the rolls themselves alone.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::declared::Counted;
use foeman_schema::dialect::Record;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};
use serde_json::Value;

mod painting;

/// Something that becomes of a battle between two entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amendment {
    /// The content is another from here on.
    Content(Revision),
    /// A game master does something to the board.
    Edit(Edit),
}

/// What differs between the content so far and the content from here on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revision {
    /// The records that are others now, or new: catalog, id, the whole record.
    pub records: BTreeMap<String, BTreeMap<String, Value>>,
    /// What rules may calculate with of the declared fields of these records, where that is another now.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, BTreeMap<String, Counted>>,
    /// All that nothing of the scenario names any more and that stays known: see [`Resolved::spare`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spare: BTreeMap<String, BTreeSet<String>>,
}

/// Something that a game master does to the board, in the words of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
pub enum Edit {
    /// Puts a token elsewhere.
    Move {
        /// Which.
        token: u32,
        /// The cell of its head, as column and row.
        cell: [i32; 2],
        /// The way it faces; as before without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<u8>,
    },
    /// Takes harm from a token.
    Heal {
        /// Which.
        token: u32,
        /// How much, as far as there is any.
        points: u16,
    },
    /// Harms a token.
    Wound {
        /// Which.
        token: u32,
        /// How much.
        points: u16,
    },
    /// Lets somebody come into the battle.
    Spawn {
        /// The id of the type, which the content has.
        figure: String,
        /// Position of the side.
        side: usize,
        /// The cell of its head, as column and row.
        cell: [i32; 2],
        /// The way it faces.
        facing: u8,
    },
    /// Gives a token a thing.
    Give {
        /// Which.
        token: u32,
        /// The id of the thing's type, which the content has.
        item: String,
    },
    /// Takes a thing from a token: it is gone.
    Take {
        /// Which.
        token: u32,
        /// The thing, by its number among those of the battle.
        item: u32,
    },
}

/// Where a ruleset's game master finds what can come into a battle.
#[derive(Clone, Copy, Debug)]
pub struct MasterDef {
    /// The catalog of the types of those who can come.
    pub figures: &'static str,
    /// The catalog of things that can be given.
    pub items: &'static str,
    /// The catalog of grounds.
    pub terrains: &'static str,
}

/// A thing that a token has, for taking it away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belonging {
    /// Its number among the things of the battle.
    pub item: u32,
    /// Name.
    pub name: String,
}

impl Revision {
    /// What makes one content of another. What the later one does not have stays known as it was, since it may be in play.
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

    /// What lets a record into a battle that nothing of its scenario need name, with all that it reaches in `added`. What
    /// the content has already stays as it is.
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

    /// What makes the ground of a cell of a scenario's map another: a terrain that the content has, or that `added` brings.
    /// The error says what stands in the way.
    pub fn ground(before: &Resolved, added: &Resolved, cell: [i32; 2], terrain: &RecordKey) -> Result<Self, String> {
        let maps = before.records.get(Map::CATALOG);
        let played = before.records.get(&before.scenario.catalog).and_then(|records| records.get(&before.scenario.id));
        let map = played.and_then(|scenario| scenario.get("map")).and_then(Value::as_str);
        let record = map.and_then(|map| maps?.get(map)).ok_or("expected a scenario on a map, but found none")?;
        let painted = painting::painted(record, cell, &terrain.id)?;
        let mut revision = Self::adding(before, added, terrain);
        let map = map.unwrap_or_default().to_owned();
        revision.records.entry(Map::CATALOG.to_owned()).or_default().insert(map, painted);
        Ok(revision)
    }

    /// Whether it leaves some content as it is.
    pub fn keeps(&self, before: &Resolved) -> bool {
        self.records.is_empty() && self.spare == before.spare
    }

    /// The content that it makes of the content so far.
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

    /// What it changes, one thing in each line: `spear: strike.damage 1H -> 1D+2`.
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

/// The values in which two records differ.
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

/// Cells that are other ground now; a map that cannot be read, or is another in more than that, is compared like any record.
fn of_map(id: &str, old: &Value, new: &Value, lines: &mut Vec<String>) {
    /// Cells that are told one by one.
    const FEW: usize = 12;
    let (Ok(before), Ok(after)) = (Map::deserialize(old), Map::deserialize(new)) else {
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
        lines.push(format!("{id}: {} more cells are other ground", changed.len() - FEW));
    }
}

/// A value as it is told: short texts and numbers as they are, and of everything else what it is.
fn shown(value: &Value) -> String {
    /// Letters of a value that are told.
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
