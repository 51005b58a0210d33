//! Exports a pack as records.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::known::{self, AMPED, KINDS, PLACES, QUALITIES};
use super::{Fields, List, joined, latin};
use crate::catalogs::{FigureType, Item, Placement, Roster, Scenario, Side, Skill};
use crate::notation::record::{AreaCode, Digit, MapOwner, RecordHex};
use foeman_engine::exchange::{Exported, Note};

/// Exports a pack over the records that are kept; only the records of a scenario if one is given.
pub(super) fn export(draft: &Draft, scenario: Option<&str>, kept: Option<&[u8]>) -> Result<Exported, Note> {
    let mut writer = Writer::new(draft);
    writer.types();
    match scenario {
        Some(id) => writer.battle(id)?,
        None => writer.sides(),
    }
    let known = known::read(kept.unwrap_or_default());
    writer.number_facings(known.first_facing);
    let bytes = joined(&known.lines, writer.records);
    Ok(Exported { bytes, files: Vec::new(), notes: writer.notes })
}

pub(super) struct Writer<'a> {
    draft: &'a Draft,
    notes: Vec<Note>,
    pub(super) records: BTreeMap<List, Vec<Fields>>,
    /// Item types by id: name, sign with class, and whether pieces are counted.
    pub(super) items: BTreeMap<String, (String, String, bool)>,
    /// The names of figure types, by id.
    pub(super) types: BTreeMap<String, String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(draft: &'a Draft) -> Self {
        Self { draft, notes: Vec::new(), records: BTreeMap::new(), items: BTreeMap::new(), types: BTreeMap::new() }
    }
}

impl Writer<'_> {
    /// Writes facings in the format of the kept file: counted from 1 with a digit for observation, or from 0.
    fn number_facings(&mut self, first: u8) {
        for figure in self.records.get_mut(&List::FigGrp).into_iter().flatten().filter(|fields| fields.len() > 8) {
            figure[4] = known::facing_text(&figure[4], first);
        }
    }

    fn put(&mut self, list: List, fields: Fields) {
        self.records.entry(list).or_default().push(fields);
    }

    fn note(&mut self, place: &str, message: impl Into<String>) {
        self.notes.push(Note { place: place.to_owned(), message: message.into() });
    }

    fn get<T: DeserializeOwned>(&self, catalog: &str, id: &str) -> Option<T> {
        T::deserialize(&self.draft.merged(&RecordKey::new(catalog, id))?).ok()
    }

    /// Reads a record, with a note if it is invalid.
    fn sound<T: DeserializeOwned + Record>(&mut self, id: &str) -> Option<T> {
        let found = self.get(T::CATALOG, id);
        if found.is_none() {
            self.note(&format!("{}/{id}", T::CATALOG), "the record has errors; run `foeman check` to see them");
        }
        found
    }

    /// Notes which keys of a record have no field in the format.
    fn left(&mut self, place: &str, value: Option<&Value>, said: &[&str]) {
        let keys = value.and_then(Value::as_object).into_iter().flatten();
        let is_left = |key: &str| key != "extends" && !said.contains(&key);
        let left: Vec<String> = keys.filter(|(key, _)| is_left(key)).map(|(key, _)| format!("`{key}`")).collect();
        if !left.is_empty() {
            self.note(place, format!("left out, because records have no field for it: {}", left.join(", ")));
        }
    }

    /// A name as a field, with a note if it contains characters that a field cannot contain.
    fn name(&mut self, place: &str, name: &str) -> String {
        latin(name).unwrap_or_else(|| {
            self.note(place, format!("expected a name in Latin-1 without commas, found `{name}`"));
            let plain = |c: char| if latin(&c.to_string()).is_some() { c } else { '?' };
            name.chars().map(plain).collect()
        })
    }

    pub(super) fn types(&mut self) {
        let mut taken = BTreeSet::new();
        for id in self.draft.ids(FigureType::CATALOG) {
            let place = format!("{}/{id}", FigureType::CATALOG);
            let Some(figure) = self.sound::<FigureType>(id) else { continue };
            let name = self.name(&place, &figure.title);
            if !taken.insert(name.clone()) {
                self.note(&place, format!("expected each title once, found `{name}` again"));
                continue;
            }
            let mut said = vec!["title", "kind", "size", "hexes", "attributes", "front", "hide"];
            if matches!(&figure.attacks[..], [] | [_]) {
                said.push("attacks");
            }
            let merged = self.draft.merged(&RecordKey::new(FigureType::CATALOG, id));
            self.left(&place, merged.as_ref(), &said);
            let attributes = &figure.attributes;
            let mut numbers: String = [attributes.st, attributes.dx, attributes.iq, attributes.ma].map(digit).concat();
            let kind = word(&figure.kind);
            numbers += KINDS.iter().find(|(_, name)| *name == kind).map_or("H", |(letter, _)| letter);
            let hide = figure.hide.unwrap_or_default();
            let fields = vec![
                name.clone(),
                figure.size.to_string(),
                numbers,
                figure.attacks.first().map(|attack| attack.damage.to_string()).unwrap_or_default(),
                String::new(),
                stops([hide.protection, hide.rating, hide.block]),
                figure.pattern().to_string(),
            ];
            self.types.insert(id.to_owned(), name);
            self.put(List::FigPoo, fields);
        }
        taken.clear();
        for id in self.draft.ids(Item::CATALOG) {
            let place = format!("{}/{id}", Item::CATALOG);
            let Some(item) = self.sound::<Item>(id) else { continue };
            let name = self.name(&place, &item.title);
            if !taken.insert(name.clone()) {
                self.note(&place, format!("expected each title once, found `{name}` again"));
                continue;
            }
            let class = word(&item.class);
            let is_guard = matches!(class.as_str(), "shd" | "amr");
            let mut said = vec!["title", "class", "quality", "ready", "carry", "requires", "counts-as", "also"];
            if item.also.wpn.as_ref().is_some_and(|also| also.skill != Skill::default()) {
                self.note(&place, "expected a second use as a skilled weapon, found an unskilled one");
            }
            said.push(if is_guard { "stops" } else { "damage" });
            if item.hurl.as_ref().is_none_or(|hurl| hurl.damage.is_none()) {
                said.push("hurl");
            }
            let merged = self.draft.merged(&RecordKey::new(Item::CATALOG, id));
            self.left(&place, merged.as_ref(), &said);
            let quality = word(&item.quality);
            let sign = QUALITIES.iter().find(|(_, name)| *name == quality).map_or("=", |(sign, _)| sign);
            let carry = word(&item.carry);
            let source = match (is_guard, &item.damage) {
                (true, _) => stops([item.stops.protection, item.stops.rating, item.stops.block]),
                (false, damage) => damage.as_ref().map(ToString::to_string).unwrap_or_default(),
            };
            let number = |number: u8| if number == 0 { String::new() } else { number.to_string() };
            let fields = vec![
                name.clone(),
                sign.to_owned(),
                class.clone(),
                word(&item.ready),
                source,
                carry.clone(),
                number(item.requires.st),
                number(item.hurl.as_ref().map_or(0, |hurl| hurl.range)),
                item.counts_as.as_ref().map(word).unwrap_or_default(),
            ];
            let second = |class: &str, source: String| {
                let mut second = vec![String::new(); fields.len()];
                second[..5].clone_from_slice(&[
                    name.clone(),
                    sign.to_owned(),
                    format!("{AMPED}{class}"),
                    word(&item.ready),
                    source,
                ]);
                second
            };
            let weapon = item.also.wpn.as_ref().map(|also| second("wpn", also.damage.to_string()));
            let shield = item.also.shd.map(|also| also.stops);
            let shield = shield.map(|it| second("shd", stops([it.protection, it.rating, it.block])));
            self.items.insert(id.to_owned(), (name, format!("{sign}{class}"), carry == "acu"));
            self.put(List::ItmPoo, fields);
            weapon.into_iter().chain(shield).for_each(|second| self.put(List::ItmPoo, second));
        }
    }

    /// All sides, without placed figures.
    fn sides(&mut self) {
        let sides: Vec<(String, BTreeMap<String, Placement>)> =
            self.draft.ids(Side::CATALOG).map(|id| (id.to_owned(), BTreeMap::new())).collect();
        self.parties(&sides);
    }

    fn battle(&mut self, id: &str) -> Result<(), Note> {
        let place = format!("{}/{id}", Scenario::CATALOG);
        let fail = |message: &str| Note { place: place.clone(), message: message.to_owned() };
        let scenario: Scenario = self
            .get(Scenario::CATALOG, id)
            .ok_or_else(|| fail("the scenario has errors; run `foeman check` to see them"))?;
        let map = self.draft.merged(&RecordKey::new("maps", scenario.map.id()));
        let size = map.as_ref().and_then(|map| map.pointer("/geometry/size")?.as_array().cloned()).unwrap_or_default();
        if size.iter().any(|length| length.as_u64().is_none_or(|length| length > 99)) {
            let found: Vec<String> = size.iter().map(ToString::to_string).collect();
            let message = format!("expected a map of at most 99 x 99, found {}", found.join(" x "));
            return Err(Note { place: format!("maps/{}", scenario.map.id()), message });
        }
        self.note(
            &format!("maps/{}", scenario.map.id()),
            "the terrain is left out, because records have no field for it",
        );
        let merged = self.draft.merged(&RecordKey::new(Scenario::CATALOG, id));
        self.left(&place, merged.as_ref(), &["map", "sides", "features", "items"]);
        for side in scenario.sides.iter().filter(|side| !side.victory.is_empty() || !side.defeat.is_empty()) {
            let message = "victory and defeat conditions are left out, because records have no field for them";
            self.note(&format!("{place}, side `{}`", side.side.id()), message);
        }
        let sides: Vec<_> = scenario.sides.iter().map(|side| (side.side.id().to_owned(), side.place.clone())).collect();
        self.parties(&sides);
        for feature in &scenario.features {
            let Some(name) = self.types.get(feature.figure.id()).cloned() else { continue };
            let empty = String::new;
            let fields =
                vec![name, empty(), AreaCode::ARENA.to_string(), hex(feature.hex), empty(), empty(), empty(), empty()];
            self.put(List::FigGrp, fields);
        }
        for lying in &scenario.items {
            let Ok(hex) = RecordHex::try_from(lying.hex.map(i32::from)) else { continue };
            let owner = MapOwner { area: AreaCode::ARENA, hex }.to_string();
            self.item(owner, lying.item.id(), word(&lying.lie), lying.count);
        }
        Ok(())
    }

    fn parties(&mut self, sides: &[(String, BTreeMap<String, Placement>)]) {
        let own = |id: &str| id.strip_prefix("side-")?.parse::<usize>().ok().filter(|number| (1..=9).contains(number));
        let mut taken: BTreeSet<usize> = sides.iter().filter_map(|(id, _)| own(id)).collect();
        let mut names = BTreeSet::new();
        for (id, placed) in sides {
            let place = format!("{}/{id}", Side::CATALOG);
            let Some(number) = own(id).or_else(|| (1..=9).find(|number| !taken.contains(number))) else {
                self.note(&place, "expected at most nine sides, found more");
                continue;
            };
            taken.insert(number);
            let Some(side) = self.sound::<Side>(id) else { continue };
            let merged = self.draft.merged(&RecordKey::new(Side::CATALOG, id));
            self.left(&place, merged.as_ref(), &["roster"]);
            self.put(List::SidPoo, vec![number.to_string(), String::new()]);
            let Some(roster) = self.sound::<Roster>(side.roster.id()) else { continue };
            let written = self.draft.merged(&RecordKey::new(Roster::CATALOG, side.roster.id()));
            for (key, figure) in &roster.figures {
                let place = format!("{}/{}/figures/{key}", Roster::CATALOG, side.roster.id());
                let Some(typ) = self.types.get(figure.r#type.id()).cloned() else { continue };
                let name = self.name(&place, &figure.name);
                if !names.insert(name.clone()) {
                    self.note(&place, format!("expected each name once, found `{name}` again"));
                    continue;
                }
                let value = written.as_ref().and_then(|roster| roster.get("figures")?.get(key));
                self.left(&place, value, &["name", "type", "class", "gear"]);
                let at = placed.get(key);
                let fields = vec![
                    typ,
                    if word(&figure.class) == "bst" { "Bst" } else { "Adv" }.to_owned(),
                    AreaCode::ARENA.to_string(),
                    at.map(|at| hex(at.hex)).unwrap_or_default(),
                    at.map_or(0, |at| at.facing).to_string(),
                    String::new(),
                    String::new(),
                    name.clone(),
                    number.to_string(),
                ];
                self.put(List::FigGrp, fields);
                for gear in &figure.gear {
                    let place = word(&gear.place);
                    let place = PLACES.iter().find(|(_, name)| *name == place).map_or("belt", |(word, _)| word);
                    self.item(name.clone(), gear.item.id(), place.to_owned(), gear.count);
                }
            }
        }
    }

    fn item(&mut self, owner: String, id: &str, place: String, count: u16) {
        let Some((name, class, is_counted)) = self.items.get(id).cloned() else { return };
        let count = if is_counted { count.to_string() } else { String::new() };
        self.put(List::ItmGrp, vec![owner, name, class, place, String::new(), count, String::new()]);
    }
}

/// A hex as written in records; empty if it has no number there.
fn hex(hex: [u16; 2]) -> String {
    RecordHex::try_from(hex.map(i32::from)).map(|hex| hex.to_string()).unwrap_or_default()
}

/// A choice as written in packs.
pub(super) fn word(choice: &impl Serialize) -> String {
    serde_json::to_value(choice).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn digit(number: u8) -> String {
    Digit::try_from(i32::from(number)).map(|digit| digit.to_string()).unwrap_or_default()
}

/// Protection, rating and block; empty if nothing is stopped.
fn stops(numbers: [u8; 3]) -> String {
    if numbers == [0; 3] { String::new() } else { numbers.map(digit).concat() }
}
