//! Imports a file of Hexkit as the records of a pack: a scenario, or a single section.

mod areas;

mod classes;

mod factions;

mod images;

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::text::{RecordKey, kebab};
use roxmltree::Node;
use serde_json::Value;

use super::include::Expanded;
use super::names::{Kind, Names};
use super::sheet::{Sheet, elements, named, paragraphs, parse, text};
use crate::catalogs::{Amounts, Entity, Kept, Modifiers, Reach, Scenario, Side, Variable, VariableKind};
use foeman_engine::exchange::Note;

pub(super) use areas::{LENGTH, SHIFTS, STANDS, TURNS};
pub(super) use classes::{RANGED, TRANSFERS, thousandths};
pub(super) use factions::{MEASURES, RANDOM_BUILD, RANDOM_PLACE, SEEKER, TARGET_LIMIT, algorithm, seeking};
pub(super) use images::{ANIMATIONS, COMPASS, FILLS, SEQUENCES};

/// The sections of a scenario, each of which can be a separate file.
pub(super) const SECTIONS: [&str; 5] = ["images", "variables", "entities", "factions", "areas"];

/// The targets of modifiers, in the order in which Hexkit writes them.
pub(super) const REACHES: [(&str, Reach); 6] = [
    ("Self", Reach::Own),
    ("Owner", Reach::Owner),
    ("Units", Reach::Others),
    ("UnitsRanged", Reach::OthersInRange),
    ("OwnerUnits", Reach::Allies),
    ("OwnerUnitsRanged", Reach::AlliesInRange),
];

/// An imported file.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// Its title.
    pub title: String,
    /// Its author, if given.
    pub author: String,
    /// The key of the scenario; a single section has none.
    pub scenario: RecordKey,
    /// Records by catalog and id.
    pub records: BTreeMap<String, BTreeMap<String, Value>>,
    /// The paths of the bitmaps used by its images, with the place of each reference.
    pub bitmaps: BTreeMap<String, String>,
    /// Everything that could not be imported, with its place.
    pub notes: Vec<Note>,
}

/// Reads a file. The error says why it is not a file of Hexkit.
pub fn read(expanded: &Expanded) -> Result<Read, Note> {
    let document = parse(expanded)?;
    let root = document.root_element();
    let name = root.tag_name().name();
    let mut reader = Reader {
        sheet: Sheet::new(expanded),
        names: Names::default(),
        records: BTreeMap::new(),
        bitmaps: BTreeMap::new(),
        kept: Kept::new(),
    };
    if name != "scenario" && !SECTIONS.contains(&name) {
        let sections = SECTIONS.join("`, `");
        let message = format!("expected a scenario, a session or one of `{sections}`, found `{name}`");
        return Err(Note { place: reader.sheet.place(root), message });
    }
    let (title, author, scenario) = reader.file(root);
    Ok(Read {
        title,
        author,
        scenario: RecordKey::new(Scenario::CATALOG, scenario),
        records: reader.records,
        bitmaps: reader.bitmaps,
        notes: reader.sheet.into_notes(),
    })
}

struct Reader<'a> {
    sheet: Sheet<'a>,
    names: Names,
    records: BTreeMap<String, BTreeMap<String, Value>>,
    bitmaps: BTreeMap<String, String>,
    /// Other elements and attributes of the scenario, by path.
    kept: Kept,
}

/// The elements of a section, in one or several places.
type Section<'a> = Vec<Node<'a, 'a>>;

impl<'a> Reader<'a> {
    /// Reads the whole file; returns title, author and the id of the scenario.
    fn file(&mut self, root: Node<'a, 'a>) -> (String, String, String) {
        let is_whole = root.tag_name().name() == "scenario";
        let sections: [Section<'a>; 5] = SECTIONS.map(|name| match is_whole {
            true => named(root, name).collect(),
            false if root.tag_name().name() == name => vec![root],
            false => Vec::new(),
        });
        let [images, variables, entities, factions, areas] = &sections;
        let mut author = String::new();
        let (mut title, mut about) = (String::new(), String::new());
        if is_whole {
            let known = [&["application", "title", "info", "rules"], &SECTIONS[..]].concat();
            self.sheet.only(root, &[], &known);
            (title, about, author) = self.head(root);
            for name in SECTIONS.into_iter().zip(&sections).filter(|(_, all)| all.is_empty()).map(|(name, _)| name) {
                self.sheet.note(root, format!("expected a section `{name}`, found none: include it"));
            }
        } else {
            let message = "expected a scenario, found a section alone: import the scenario that includes it to play";
            self.sheet.note(root, message.to_owned());
        }
        if title.is_empty() {
            title = "Untitled".to_owned();
            self.kept.insert("title".to_owned(), String::new());
        }
        let id = Some(kebab(&title)).filter(|id| !id.is_empty()).unwrap_or_else(|| "scenario".to_owned());
        self.define(&sections);
        images.iter().for_each(|node| self.images(*node));
        variables.iter().for_each(|node| self.variables(*node));
        entities.iter().for_each(|node| self.classes(*node));
        let mut sides: Vec<Side> = Vec::new();
        for section in factions {
            self.sheet.only(*section, &[], &["factionClass"]);
            for node in named(*section, "factionClass") {
                let at = sides.len();
                sides.extend(self.faction(at, node));
            }
        }
        match areas.first() {
            Some(node) => self.areas(*node, &id, &title, about, sides),
            None if !sides.is_empty() => {
                let message = "expected areas, found none: the initial possessions of the factions are left out";
                self.sheet.note(factions[0], message.to_owned());
            }
            None => {}
        }
        for second in sections.iter().filter_map(|all| all.get(1)) {
            let name = second.tag_name().name();
            self.sheet.note(*second, format!("expected one section `{name}`, found two: merge them"));
        }
        (title, author, id)
    }

    /// Reads title, description and author of a scenario; other metadata is kept.
    fn head(&mut self, root: Node<'a, 'a>) -> (String, String, String) {
        let title = named(root, "title").next().map(text).unwrap_or_default();
        if let Some(rules) = named(root, "rules").next() {
            let href = rules.attribute("href").unwrap_or_default();
            self.kept.insert("rules/href".to_owned(), href.to_owned());
            let name = href.rsplit(['/', '\\']).next().unwrap_or_default();
            let message = format!(
                "expected the default rules, found the program `{href}`: programs are not read, and games use the default \
                 rules"
            );
            if name != "Default Rules.cs" {
                self.sheet.note(rules, message);
            }
        } else {
            self.kept.insert("rules/href".to_owned(), String::new());
        }
        let Some(info) = named(root, "info").next() else { return (title, String::new(), String::new()) };
        self.keep_info(info, "info");
        let author = self.kept.get("info/author").cloned().unwrap_or_default();
        (title, paragraphs(info), author)
    }

    /// Keeps the author, version and terms in an element.
    fn keep_info(&mut self, info: Node<'a, 'a>, path: &str) {
        self.sheet.only(info, &[], &["author", "version", "legal", "para"]);
        for name in ["author", "version", "legal"] {
            let said = named(info, name).next().map(text).filter(|text| !text.is_empty());
            if let Some(said) = said {
                self.kept.insert(format!("{path}/{name}"), said);
            }
        }
    }

    /// Registers all ids, starting with those that stay unchanged.
    fn define(&mut self, sections: &[Section<'a>; 5]) {
        let [images, variables, entities, factions, _] = sections;
        let kinds = [
            (images, &[Kind::Image][..]),
            (variables, &Kind::VARIABLES),
            (entities, &Kind::CLASSES),
            (factions, &[Kind::Faction]),
        ];
        for (sections, kinds) in kinds {
            let nodes = sections.iter().flat_map(|section| elements(*section)).filter_map(|node| {
                let kind = kinds.iter().find(|kind| kind.element() == node.tag_name().name())?;
                Some((*kind, node, node.attribute("id").unwrap_or_default()))
            });
            // In the order in which Hexkit writes them, so that a scenario saved by Hexkit gets the same ids.
            let mut nodes: Vec<_> = nodes.collect();
            nodes.sort_by_key(|(kind, _, id)| (kebab(id) != **id, *kind, *id));
            for (kind, node, theirs) in nodes {
                match self.names.define(kind, node).map(str::to_owned) {
                    Some(id) if id == theirs => {}
                    Some(id) => {
                        let message = format!(
                            "expected a unique id of small letters, digits and hyphens, found \
                             `{theirs}`: it is `{id}` in the pack"
                        );
                        self.sheet.note(node, message);
                    }
                    None => {
                        let found = if theirs.is_empty() { "none".to_owned() } else { format!("`{theirs}` twice") };
                        let message = format!("expected a unique id, found {found}: the first is kept");
                        self.sheet.note(node, message);
                    }
                }
            }
        }
    }

    /// Returns the id of a thing in the pack; reports a reference to a thing that the file does not define, and keeps
    /// it.
    fn id(&mut self, node: Node<'_, '_>, kind: Kind, theirs: &str) -> String {
        let (id, is_there) = self.names.get(kind, theirs);
        if !is_there {
            let one = kind.one();
            let message = format!("expected {one} of the scenario, found `{theirs}`: it is kept as `{id}`, define it");
            self.sheet.note(node, message);
        }
        id
    }

    /// Returns the thing that an attribute refers to, if it has a value.
    fn named_by<T>(&mut self, node: Node<'_, '_>, attribute: &str, kind: Kind) -> Option<Ref<T>> {
        let theirs = node.attribute(attribute).filter(|id| !id.is_empty())?;
        Some(Ref::new(self.id(node, kind, theirs)))
    }

    /// Reads the classes that a faction can build, in the order of Hexkit's ids: Hexkit keeps and writes them sorted.
    fn buildable<T>(&mut self, node: Node<'a, 'a>, name: &'static str, kind: Kind) -> Vec<Ref<T>> {
        let mut listed: Vec<(&str, Ref<T>)> = Vec::new();
        for list in named(node, name) {
            self.sheet.only(list, &["ids"], &[]);
            let ids = list.attribute("ids").unwrap_or_default().split_whitespace();
            for theirs in ids {
                let named = Ref::new(self.id(list, kind, theirs));
                if listed.iter().any(|(_, known)| *known == named) {
                    self.sheet.note(list, format!("expected each once, found `{theirs}` twice: it is kept once"));
                } else {
                    listed.push((theirs, named));
                }
            }
        }
        listed.sort_by_key(|(theirs, _)| *theirs);
        listed.into_iter().map(|(_, named)| named).collect()
    }

    /// Stores a record under the id of its element, without default values.
    fn keep<T: Record + PartialEq>(&mut self, id: &str, record: &T) {
        let mut value = serde_json::to_value(record).expect("every record can be serialized as JSON");
        let keys: Vec<String> = value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect();
        for key in keys {
            let Some(map) = value.as_object_mut() else { continue };
            if map[&key].as_array().is_some_and(|items| !items.is_empty()) {
                continue;
            }
            let mut without = map.clone();
            without.shift_remove(&key);
            if T::from_value(&Value::Object(without)).is_ok_and(|read| read == *record) {
                map.shift_remove(&key);
            }
        }
        self.records.entry(T::CATALOG.to_owned()).or_default().insert(id.to_owned(), value);
    }

    /// Returns the name of an element, or else its id; notes in `kept` if it has no name.
    fn title(&mut self, node: Node<'a, 'a>, otherwise: Option<&str>, kept: &mut Kept) -> String {
        if let Some(name) = node.attribute("name").filter(|name| !name.trim().is_empty()) {
            return name.to_owned();
        }
        kept.insert("name".to_owned(), String::new());
        otherwise.or(node.attribute("id")).unwrap_or_default().to_owned()
    }

    /// Returns the kept data of every defining element: its id, if different in the pack.
    fn kept_id(&self, node: Node<'a, 'a>) -> Kept {
        let theirs = node.attribute("id").unwrap_or_default();
        let renamed = self.names.of(node).is_some_and(|id| id != theirs);
        renamed.then(|| ("id".to_owned(), theirs.to_owned())).into_iter().collect()
    }

    fn variables(&mut self, section: Node<'a, 'a>) {
        self.sheet.only(section, &[], &Kind::VARIABLES.map(Kind::element));
        for node in elements(section) {
            let kind = match node.tag_name().name() {
                "attribute" => VariableKind::Attribute,
                "counter" => VariableKind::Counter,
                "resource" => VariableKind::Resource,
                _ => continue,
            };
            let Some(id) = self.names.of(node).map(str::to_owned) else { continue };
            let mut hexkit = self.kept_id(node);
            let title = self.title(node, None, &mut hexkit);
            let sheet = &mut self.sheet;
            let known: &[&str] = match kind {
                VariableKind::Resource => &["para", "range", "condition", "modifier"],
                _ => &["para", "range"],
            };
            sheet.only(node, &["id", "name"], known);
            let part = |name: &'static str| named(node, name).next();
            let (range, condition, modifier) = (part("range"), part("condition"), part("modifier"));
            let attributes = [
                (range, &["minimum", "maximum", "scale"][..]),
                (condition, &["defeat", "victory"]),
                (modifier, &["reset", "limit", "deplete"]),
            ];
            for (part, known) in attributes {
                part.into_iter().for_each(|part| sheet.only(part, known, &[]));
            }
            let mut number = |from: Option<Node<'a, 'a>>, name: &str| {
                from.and_then(|node| sheet.within(node, name, -100_000_000, 100_000_000))
            };
            let variable = Variable {
                title,
                about: paragraphs(node),
                kind,
                minimum: number(range, "minimum").unwrap_or(0),
                maximum: number(range, "maximum").unwrap_or(1000),
                defeat: number(condition, "defeat"),
                victory: number(condition, "victory"),
                scale: range.and_then(|node| sheet.within(node, "scale", 1, 100)).map_or(1, |scale| scale as u8),
                reset: modifier.is_some_and(|node| sheet.flag(node, "reset", false)),
                limit: modifier.is_some_and(|node| sheet.flag(node, "limit", false)),
                deplete: modifier.is_some_and(|node| sheet.flag(node, "deplete", false)),
                hexkit,
            };
            self.keep(&id, &variable);
        }
    }

    /// Reads amounts from elements with some names, each for one kind of variables, in the order of names and ids.
    fn amounts(&mut self, node: Node<'a, 'a>, of: &[(&'static str, Kind)]) -> Amounts {
        let mut amounts = Amounts::default();
        for &(name, kind) in of {
            let mut own = BTreeMap::new();
            for child in named(node, name) {
                self.sheet.only(child, &["id"], &[]);
                let Some(variable) = self.variable(child, kind) else { continue };
                let value = self.sheet.content(child).clamp(-100_000_000, 100_000_000);
                if own.insert(variable, value).is_some() {
                    self.sheet.note(child, format!("expected one `{name}` of each id, found two: the last counts"));
                }
            }
            amounts.0.extend(own.into_iter().map(|(id, value)| (Ref::new(id), value)));
        }
        amounts
    }

    fn modifiers(&mut self, node: Node<'a, 'a>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        for (name, kind) in [("attributeModifier", Kind::Attribute), ("resourceModifier", Kind::Resource)] {
            for child in named(node, name) {
                self.sheet.only(child, &["id", "target"], &[]);
                let Some(variable) = self.variable(child, kind) else { continue };
                let of = self.sheet.word(child, "target", &REACHES).unwrap_or(Reach::Own);
                let value = self.sheet.content(child).clamp(-100_000_000, 100_000_000);
                if modifiers.to_mut(of).0.insert(Ref::new(variable), value).is_some() {
                    let message = format!("expected one `{name}` of each id and target, found two: the last counts");
                    self.sheet.note(child, message);
                }
            }
        }
        modifiers
    }

    /// Returns the variable of an element. Variables of another kind are rejected: they would change a different value
    /// here, but have no effect in Hexkit.
    fn variable(&mut self, node: Node<'a, 'a>, kind: Kind) -> Option<String> {
        let theirs = node.attribute("id").unwrap_or_default();
        let others = Kind::VARIABLES.into_iter().filter(|other| *other != kind);
        let is_other = others.into_iter().any(|other| self.names.has(other, theirs));
        if is_other && !self.names.has(kind, theirs) {
            let message = format!("expected {}, but `{theirs}` is none: it is left out", kind.one());
            self.sheet.note(node, message);
            return None;
        }
        Some(self.id(node, kind, theirs))
    }

    /// Returns the variable of a numeric property. For a missing variable Hexkit uses 0; `missing` keeps its name.
    fn mapped(&mut self, node: Node<'a, 'a>, name: &'static str, kind: Kind) -> Option<Ref<Variable>> {
        let child = named(node, name).next()?;
        self.sheet.only(child, &["id"], &[]);
        let theirs = child.attribute("id").filter(|id| !id.is_empty())?;
        if !self.names.has(kind, theirs) {
            let message = format!("expected {} of the scenario, found `{theirs}`: it counts as 0", kind.one());
            self.sheet.note(child, message);
            return None;
        }
        Some(Ref::new(self.names.get(kind, theirs).0))
    }

    /// Reads the entities in an element, in order.
    fn entities<T>(&mut self, node: Node<'a, 'a>, kind: Kind) -> Vec<Entity<T>> {
        named(node, kind.element()).map(|node| self.entity(node, kind)).collect()
    }

    fn entity<T>(&mut self, node: Node<'a, 'a>, kind: Kind) -> Entity<T> {
        let values = [("attribute", Kind::Attribute), ("counter", Kind::Counter), ("resource", Kind::Resource)];
        let known = ["attribute", "attributeModifier", "counter", "resource", "resourceModifier"];
        self.sheet.only(node, &["id", "name", "frame", "randomFrame", "visible"], &known);
        let mut hexkit = Kept::new();
        if self.sheet.flag(node, "randomFrame", false) {
            hexkit.insert("randomFrame".to_owned(), "true".to_owned());
        }
        if node.attribute("visible").is_some() {
            hexkit.insert("visible".to_owned(), self.sheet.flag(node, "visible", true).to_string());
        }
        Entity {
            class: Ref::new(self.id(node, kind, node.attribute("id").unwrap_or_default())),
            name: node.attribute("name").filter(|name| !name.is_empty()).map(str::to_owned),
            values: self.amounts(node, &values),
            modifiers: self.modifiers(node),
            frame: self.sheet.within(node, "frame", 0, 9999).map_or(0, |frame| frame as u32),
            hexkit,
        }
    }

    fn record(&self, catalog: &str, id: &str) -> Option<&Value> {
        self.records.get(catalog)?.get(id)
    }
}
