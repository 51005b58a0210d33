//! Exports factions and their initial possessions.

use std::collections::BTreeMap;

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::text::RecordKey;

use super::images::color;
use super::{Own, Writer, name, paragraphs};
use crate::catalogs::{Condition, Faction, Seeking, Side};
use crate::hexkit::read::{MEASURES, RANDOM_BUILD, RANDOM_PLACE, SEEKER, TARGET_LIMIT};
use crate::hexkit::write::Element;

/// The fields of factions that Hexkit supports.
const FACTION: &[&str] = &[
    "title",
    "about",
    "color",
    "values",
    "income",
    "supplies",
    "builds-units",
    "builds-terrains",
    "builds-upgrades",
    "victory",
    "defeat",
    "hexkit",
];

impl Writer<'_> {
    pub(super) fn faction(&mut self, side: &Side, of: &Own<Faction>) -> Element {
        let Own { id, theirs, record } = of;
        self.left(&format!("{}/{id}", Faction::CATALOG), &RecordKey::new(Faction::CATALOG, &**id), FACTION);
        let mut element = Element::new("factionClass").with("id", theirs);
        element = element.with_some("name", name(&record.title, theirs, &record.hexkit));
        element.push(color("color", &record.color));
        if side.control != Control::Machine && !side.computer.is_usual() {
            let message = "expected options of a computer player only for factions that it plays: they are left out";
            self.note(format!("{}/{id}", Faction::CATALOG), message);
        }
        element.extend(machine(side));
        for ((kind, id), value) in self.amounts(&record.values) {
            element.push(Element::new(kind.element()).with("id", id).text(value));
        }
        for ((_, id), value) in self.amounts(&record.income) {
            element.push(Element::new("resourceModifier").with("id", id).text(value));
        }
        element.extend(self.list("supplyResources", &record.supplies));
        element.extend(self.sorted("buildableUnits", &record.builds_units));
        element.extend(self.sorted("buildableTerrains", &record.builds_terrains));
        element.extend(self.sorted("buildableUpgrades", &record.builds_upgrades));
        element.extend(self.entities("unit", &side.units));
        element.extend(self.entities("terrain", &side.terrains));
        element.extend(self.entities("upgrade", &side.upgrades));
        element.extend(conditions("victory", &record.victory));
        element.extend(conditions("defeat", &record.defeat));
        element.extend(paragraphs(&record.about));
        element
    }

    /// Lists ids in the order of the record, as Hexkit does for supplies.
    fn list<T: Record>(&self, name: &str, all: &[Ref<T>]) -> Option<Element> {
        ids(name, all.iter().map(|of| self.id(of)).collect())
    }

    /// Lists ids sorted, as Hexkit does for buildable classes.
    fn sorted<T: Record>(&self, name: &str, all: &[Ref<T>]) -> Option<Element> {
        let mut sorted: Vec<String> = all.iter().map(|of| self.id(of)).collect();
        sorted.sort();
        ids(name, sorted)
    }
}

fn ids(name: &str, ids: Vec<String>) -> Option<Element> {
    (!ids.is_empty()).then(|| Element::new(name).with("ids", ids.join(" ")))
}

/// Exports the computer player, if one decides for the side.
fn machine(side: &Side) -> Option<Element> {
    if side.control != Control::Machine {
        return None;
    }
    let algorithm = side.hexkit.get("algorithm").map_or(SEEKER, String::as_str);
    let kept = side.hexkit.iter().filter_map(|(key, value)| Some((key.strip_prefix("option/")?, value.clone())));
    let Seeking { target_limit, random_build, random_place } = side.computer;
    let said = [
        (TARGET_LIMIT, target_limit.map(|limit| limit.to_string())),
        (RANDOM_BUILD, random_build.map(|is| is.to_string())),
        (RANDOM_PLACE, random_place.map(|is| is.to_string())),
    ];
    let said = said.into_iter().filter_map(|(name, value)| Some((name, value?)));
    // Kept values of these options belong to another algorithm, or are older than the options of the side.
    let mut options: BTreeMap<&str, String> = kept.collect();
    options.extend(said);
    let options =
        options.into_iter().map(|(name, value)| Element::new("option").with("name", name).with("value", value));
    Some(Element::new("computer").with("algorithm", algorithm).holding(options))
}

fn conditions<'c>(name: &'c str, all: &'c [Condition]) -> impl Iterator<Item = Element> + use<'c> {
    all.iter().map(move |of| {
        let word = MEASURES.iter().find(|(_, measure)| *measure == of.measure).map_or("", |(word, _)| word);
        Element::new(name).with("parameter", word).with("threshold", of.threshold)
    })
}
