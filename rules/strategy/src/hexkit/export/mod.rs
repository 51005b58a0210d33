//! Exports a pack as a scenario of Hexkit.

mod areas;

mod classes;

mod factions;

mod images;

mod standing;

pub use standing::areas;

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::images::Image;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::include::expand;
use super::names::Kind;
use super::read::{REACHES, TURNS};
use super::sheet::parse;
use super::write::Element;
use crate::catalogs::{
    Amounts, Effect, Entity, Faction, Kept, Modifiers, Scenario, Terrain, Unit, Upgrade, Variable, VariableKind,
};
use foeman_engine::exchange::{Exported, Note, Unopened};

/// The XML namespace of Hexkit's scenarios.
const NAMESPACE: &str = "http://www.kynosarges.de/Hexkit.Scenario";

/// Exports a scenario with all variables, images and classes of its pack; without an id, the only scenario of the pack.
pub(super) fn export(draft: &Draft, scenario: Option<&str>, _: Option<&[u8]>) -> Result<Exported, Note> {
    let all: Vec<&str> = draft.ids(Scenario::CATALOG).collect();
    let id = match (scenario, all.as_slice()) {
        (Some(id), _) => id,
        (None, [only]) => only,
        (None, found) => {
            let message = format!("expected one scenario, found {}: name the one to write", found.len());
            return Err(Note { place: Scenario::CATALOG.to_owned(), message });
        }
    };
    let mut writer = Writer::new(draft);
    let root = writer.scenario(id)?;
    let mut text = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n".to_owned();
    root.write(0, &mut text);
    // The kept data may have been changed into invalid XML.
    let again = expand("", text.trim_start_matches('\u{feff}'), &mut |_, _| Err(Unopened::Missing));
    if let Err(note) = again.and_then(|expanded| parse(&expanded).map(drop)) {
        let message = format!("expected valid XML in the keys `hexkit`: {}", note.message);
        return Err(Note { place: format!("{}/{id}", Scenario::CATALOG), message });
    }
    Ok(Exported { bytes: text.into_bytes(), files: writer.files, notes: writer.notes })
}

/// A record of the pack with its id in Hexkit's file, by which it is sorted.
struct Own<T> {
    id: String,
    theirs: String,
    record: T,
}

struct Writer<'a> {
    draft: &'a Draft,
    notes: Vec<Note>,
    files: Vec<(String, Option<Vec<u8>>)>,
    /// The ids in Hexkit's file, by catalog and id.
    theirs: BTreeMap<(&'static str, String), String>,
    variables: BTreeMap<String, VariableKind>,
}

impl<'a> Writer<'a> {
    fn new(draft: &'a Draft) -> Self {
        let (theirs, variables) = (BTreeMap::new(), BTreeMap::new());
        Self { draft, notes: Vec::new(), files: Vec::new(), theirs, variables }
    }

    fn note(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.notes.push(Note { place: place.into(), message: message.into() });
    }

    /// Reads a record; adds a note if it is invalid.
    fn sound<T: Record>(&mut self, id: &str) -> Option<T> {
        let value = self.draft.merged(&RecordKey::new(T::CATALOG, id));
        let read = value.and_then(|value| T::from_value(&value).ok());
        if read.is_none() {
            let message = "expected a record that can be read; `foeman check` says why not";
            self.note(format!("{}/{id}", T::CATALOG), message);
        }
        read
    }

    /// Returns all records of a catalog, sorted by their ids in Hexkit's file.
    fn all<T: Record>(&mut self, kind: fn(&T) -> Kind, kept: fn(&T) -> &Kept) -> Vec<Own<T>> {
        let ids: Vec<String> = self.draft.ids(T::CATALOG).map(str::to_owned).collect();
        let (mut taken, mut all) = (Taken::new(), Vec::new());
        for id in ids {
            let Some(record) = self.sound::<T>(&id) else { continue };
            let theirs = kept(&record).get("id").cloned().unwrap_or_else(|| as_name(&id));
            let theirs = self.take::<T>(&id, (kind(&record), theirs), &mut taken);
            all.push(Own { id, theirs, record });
        }
        all.sort_by(|a, b| a.theirs.cmp(&b.theirs));
        all
    }

    /// Assigns the id of a record in Hexkit's file.
    fn take<T: Record>(&mut self, id: &str, (kind, theirs): (Kind, String), taken: &mut Taken) -> String {
        let mut free = theirs.clone();
        let mut number = 1;
        while !taken.insert((kind, free.clone())) {
            number += 1;
            free = format!("{theirs}-{number}");
        }
        if free != theirs {
            let message =
                format!("expected a unique id for Hexkit, found `{theirs}` again: it is exported as `{free}`");
            self.note(format!("{}/{id}", T::CATALOG), message);
        }
        self.theirs.insert((T::CATALOG, id.to_owned()), free.clone());
        free
    }

    /// Returns the id in Hexkit's file; for records that the pack lacks, its own id.
    fn id<T: Record>(&self, named: &Ref<T>) -> String {
        let known = self.theirs.get(&(T::CATALOG, named.id().to_owned()));
        known.cloned().unwrap_or_else(|| as_name(named.id()))
    }

    fn scenario(&mut self, id: &str) -> Result<Element, Note> {
        let place = format!("{}/{id}", Scenario::CATALOG);
        let unreadable = || Note {
            place: place.clone(),
            message: "expected a record that can be read; `foeman check` says why not".to_owned(),
        };
        let scenario: Scenario = self.sound(id).ok_or_else(unreadable)?;
        self.left(&place, &RecordKey::new(Scenario::CATALOG, id), SCENARIO);
        if scenario.turns != TURNS {
            let turns = scenario.turns;
            self.note(&*place, format!("expected a game without a limit of turns, found {turns}: it is left out"));
        }
        let kept = &scenario.hexkit;
        let title = match kept.get("title") {
            Some(title) if scenario.title == "Untitled" => title.clone(),
            _ => scenario.title.clone(),
        };
        let mut root = Element::new("scenario").with("xmlns", NAMESPACE);
        let application = Element::new("application").with("product", "Foeman");
        root.push(application.with("version", env!("CARGO_PKG_VERSION")));
        root.push(Element::new("title").text(title));
        root.push(info(kept, "info", &scenario.about));
        let rules = kept.get("rules/href").map_or("Scenario/Rules/Default Rules.cs", String::as_str);
        root.extend((!rules.is_empty()).then(|| Element::new("rules").with("href", rules)));
        // Everything that others refer to is assigned an id first.
        let variables = self.all::<Variable>(|of| kind_of(of.kind), |of| &of.hexkit);
        self.variables = variables.iter().map(|of| (of.id.clone(), of.record.kind)).collect();
        let images = self.images(kept);
        let units = self.all::<Unit>(|_| Kind::Unit, |of| &of.hexkit);
        let terrains = self.all::<Terrain>(|_| Kind::Terrain, |of| &of.hexkit);
        let effects = self.all::<Effect>(|_| Kind::Effect, |of| &of.hexkit);
        let upgrades = self.all::<Upgrade>(|_| Kind::Upgrade, |of| &of.hexkit);
        let mut taken = Taken::new();
        let mut factions = Vec::new();
        for side in &scenario.sides {
            let id = side.faction.id();
            let Some(record) = self.sound::<Faction>(id) else { continue };
            let theirs = record.hexkit.get("id").cloned().unwrap_or_else(|| as_name(id));
            let theirs = self.take::<Faction>(id, (Kind::Faction, theirs), &mut taken);
            factions.push((side, Own { id: id.to_owned(), theirs, record }));
        }
        let mut entities = Element::new("entities");
        let mut plain = Vec::new();
        units.iter().for_each(|of| entities.push(self.unit(of, &mut plain)));
        terrains.iter().for_each(|of| entities.push(self.terrain(of, &mut plain)));
        effects.iter().for_each(|of| entities.push(self.effect(of, &mut plain)));
        upgrades.iter().for_each(|of| entities.push(self.upgrade(of, &mut plain)));
        root.push(self.image_section(kept, images, &plain));
        let mut section = Element::new("variables");
        for kind in Kind::VARIABLES {
            let of_kind = variables.iter().filter(|of| kind_of(of.record.kind) == kind);
            of_kind.for_each(|of| section.push(self.variable(kind, of)));
        }
        root.push(section);
        root.push(entities);
        let mut section = Element::new("factions");
        factions.iter().for_each(|(side, of)| section.push(self.faction(side, of)));
        root.push(section);
        root.push(self.areas(&place, &scenario));
        self.ids_twice();
        Ok(root)
    }

    /// Reports ids that are used twice, since ids must be unique within a scenario of Hexkit.
    fn ids_twice(&mut self) {
        let mut known: BTreeMap<String, (&'static str, String)> = BTreeMap::new();
        let mut twice = Vec::new();
        for ((catalog, id), theirs) in &self.theirs {
            if let Some((other, of)) = known.insert(theirs.clone(), (catalog, id.clone())) {
                let message = format!(
                    "expected a unique id, as Hexkit requires, but `{other}/{of}` has `{theirs}` as well: \
                     rename one"
                );
                twice.push(Note { place: format!("{catalog}/{id}"), message });
            }
        }
        self.notes.extend(twice);
    }

    /// Reports the keys of a record that Hexkit does not support.
    fn left(&mut self, place: &str, key: &RecordKey, said: &[&str]) {
        let merged = self.draft.merged(key);
        let keys = merged.as_ref().and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key.as_str());
        let left: Vec<String> =
            keys.filter(|key| *key != "extends" && !said.contains(key)).map(|key| format!("`{key}`")).collect();
        if !left.is_empty() {
            self.note(place, format!("expected only keys that Hexkit supports, found {}", left.join(", ")));
        }
    }

    fn variable(&mut self, kind: Kind, of: &Own<Variable>) -> Element {
        let Own { id, theirs, record } = of;
        let place = format!("{}/{id}", Variable::CATALOG);
        self.left(&place, &RecordKey::new(Variable::CATALOG, &**id), VARIABLE);
        let mut element = Element::new(kind.element()).with("id", theirs);
        element = element.with_some("name", name(&record.title, theirs, &record.hexkit));
        element.extend(paragraphs(&record.about));
        let mut parts = vec![
            Element::new("range").unless("minimum", record.minimum, 0).unless("maximum", record.maximum, 1000).unless(
                "scale",
                record.scale,
                1,
            ),
        ];
        let condition = Element::new("condition");
        let condition = condition.with_some("defeat", record.defeat).with_some("victory", record.victory);
        let modifier = Element::new("modifier")
            .unless("reset", record.reset, false)
            .unless("deplete", record.deplete, false)
            .unless("limit", record.limit, false);
        if kind == Kind::Resource {
            parts.extend([condition, modifier]);
        } else if !condition.is_bare() || !modifier.is_bare() {
            self.note(place, "expected conditions and modifiers only for resources: they are left out");
        }
        element.extend(parts.into_iter().filter(|part| !part.is_bare()));
        element
    }

    /// Returns amounts by kind and id, sorted like in Hexkit.
    fn amounts(&self, amounts: &Amounts) -> BTreeMap<(Kind, String), i32> {
        amounts.iter().map(|(of, value)| ((self.kind(of.id()), self.id(of)), value)).collect()
    }

    /// Returns the kind of a variable; a resource if the pack lacks it.
    fn kind(&self, id: &str) -> Kind {
        self.variables.get(id).map_or(Kind::Resource, |kind| kind_of(*kind))
    }

    /// Exports values and modifiers in the order of Hexkit's elements.
    fn numbers(&self, values: &Amounts, modifiers: &Modifiers) -> Vec<Element> {
        let values = self.amounts(values);
        let mut sorted: BTreeMap<(Kind, String, Option<usize>), i32> = BTreeMap::new();
        for (reach, _, amounts) in modifiers.parts() {
            let at = REACHES.iter().position(|(_, other)| *other == reach);
            sorted.extend(amounts.iter().map(|(of, value)| ((self.kind(of.id()), self.id(of), at), value)));
        }
        let mut all = Vec::new();
        for kind in Kind::VARIABLES {
            let own = values.iter().filter(|((of, _), _)| *of == kind);
            all.extend(own.map(|((_, id), value)| Element::new(kind.element()).with("id", id).text(value)));
            let name = if kind == Kind::Attribute { "attributeModifier" } else { "resourceModifier" };
            let own = sorted.iter().filter(|((of, ..), _)| *of == kind);
            all.extend(own.map(|((_, id, reach), value)| {
                let target = REACHES.get(reach.unwrap_or_default()).map_or("Self", |(word, _)| word);
                Element::new(name).with("id", id).with("target", target).text(value)
            }));
        }
        all
    }

    /// Exports an entity as an element with this name.
    fn entity<T: Record>(&self, element: &str, of: &Entity<T>) -> Element {
        let is_random = of.hexkit.get("randomFrame").is_some_and(|value| value == "true");
        Element::new(element)
            .with("id", self.id(&of.class))
            .with_some("name", of.name.as_ref())
            .with_some("frame", (of.frame > 0 && !is_random).then_some(of.frame))
            .with_some("randomFrame", is_random.then_some(true))
            .with_some("visible", of.hexkit.get("visible"))
            .holding(self.numbers(&of.values, &of.modifiers))
    }

    fn entities<T: Record>(&self, element: &str, all: &[Entity<T>]) -> Vec<Element> {
        all.iter().map(|of| self.entity(element, of)).collect()
    }
}

/// The fields of scenarios that Hexkit supports.
const SCENARIO: &[&str] =
    &["title", "about", "map", "sides", "ground", "areas", "unit-sites", "terrain-sites", "turns", "options", "hexkit"];

const VARIABLE: &[&str] = &[
    "title", "about", "kind", "minimum", "maximum", "scale", "defeat", "victory", "reset", "limit", "deplete", "hexkit",
];

fn kind_of(kind: VariableKind) -> Kind {
    match kind {
        VariableKind::Attribute => Kind::Attribute,
        VariableKind::Counter => Kind::Counter,
        VariableKind::Resource => Kind::Resource,
    }
}

/// Returns a valid XML id, which does not start with a digit.
fn as_name(id: &str) -> String {
    if id.starts_with(|c: char| c.is_ascii_digit()) { format!("_{id}") } else { id.to_owned() }
}

/// Returns a title, unless it was imported from a nameless element and is still its id.
fn name<'t>(title: &'t str, otherwise: &str, kept: &Kept) -> Option<&'t str> {
    Some(title).filter(|title| !(kept.contains_key("name") && *title == otherwise))
}

fn paragraphs(about: &str) -> Vec<Element> {
    if about.is_empty() {
        return Vec::new();
    }
    let texts = about.trim_end_matches('\n').split("\n\n");
    let one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    texts.map(|text| Element::new("para").text(one(text))).collect()
}

/// Exports the author and description of a file.
fn info(kept: &Kept, path: &str, about: &str) -> Element {
    let said = |name: &str| {
        let text = kept.get(&format!("{path}/{name}")).map_or("", String::as_str);
        Element::new(name).text(text)
    };
    Element::new("info").holding(["author", "version", "legal"].map(said)).holding(paragraphs(about))
}

/// The ids already assigned, by kind.
type Taken = BTreeSet<(Kind, String)>;

/// The images of a pack with their ids.
type Images = Vec<Own<Image>>;
