//! Imports factions and their initial possessions.

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::Ref;
use roxmltree::Node;

use super::{Kind, Reader, Sheet, named, paragraphs};
use crate::catalogs::{Condition, Faction, Kept, MOST_TARGETS, Measure, Seeking, Side, Variable};

/// The colours of factions without a colour, in turn order, as in Hexkit.
const COLORS: [&str; 8] = ["#ff0000", "#0080ff", "#900090", "#009000", "#ffd800", "#c0c0c0", "#40d8d8", "#806020"];

/// The keywords for the quantities that conditions measure.
pub(in super::super) const MEASURES: [(&str, Measure); 4] = [
    ("Sites", Measure::Sites),
    ("Units", Measure::Units),
    ("UnitStrength", Measure::UnitStrength),
    ("Turns", Measure::Turns),
];

/// The name of Hexkit's computer player.
pub(in super::super) const SEEKER: &str = "Seeker";

/// The option for the number of nearest targets considered.
pub(in super::super) const TARGET_LIMIT: &str = "TargetLimit";

/// The option for building at random.
pub(in super::super) const RANDOM_BUILD: &str = "UseRandomBuild";

/// The option for placing units at random.
pub(in super::super) const RANDOM_PLACE: &str = "UseRandomPlace";

impl<'a> Reader<'a> {
    /// Reads a faction; returns its side in the scenario.
    pub(super) fn faction(&mut self, at: usize, node: Node<'a, 'a>) -> Option<Side> {
        let id = self.names.of(node)?.to_owned();
        let known = [
            "color",
            "computer",
            "counter",
            "resource",
            "resourceModifier",
            "supplyResources",
            "buildableUnits",
            "buildableTerrains",
            "buildableUpgrades",
            "unit",
            "terrain",
            "upgrade",
            "victory",
            "defeat",
            "para",
        ];
        self.sheet.only(node, &["id", "name"], &known);
        let color = named(node, "color").next().map(|color| self.sheet.color(color));
        let mut hexkit = self.kept_id(node);
        let faction = Faction {
            title: self.title(node, None, &mut hexkit),
            about: paragraphs(node),
            color: color.unwrap_or_else(|| COLORS[at % COLORS.len()].to_owned()),
            values: self.amounts(node, &[("counter", Kind::Counter), ("resource", Kind::Resource)]),
            income: self.amounts(node, &[("resourceModifier", Kind::Resource)]),
            supplies: self.supplies(node),
            builds_units: self.buildable(node, "buildableUnits", Kind::Unit),
            builds_terrains: self.buildable(node, "buildableTerrains", Kind::Terrain),
            builds_upgrades: self.buildable(node, "buildableUpgrades", Kind::Upgrade),
            victory: self.conditions(node, "victory"),
            defeat: self.conditions(node, "defeat"),
            hexkit,
        };
        self.keep(&id, &faction);
        let machine = named(node, "computer").next();
        let (computer, kept) = machine.map(|machine| self.machine(machine)).unwrap_or_default();
        Some(Side {
            faction: Ref::new(id),
            control: if machine.is_some() { Control::Machine } else { Control::Human },
            computer,
            home: None,
            units: self.entities(node, Kind::Unit),
            terrains: self.entities(node, Kind::Terrain),
            upgrades: self.entities(node, Kind::Upgrade),
            hexkit: kept,
        })
    }

    /// Reads the computer player and its options: Seeker's options, and all others to keep.
    fn machine(&mut self, node: Node<'a, 'a>) -> (Seeking, Kept) {
        self.sheet.only(node, &["algorithm"], &["option"]);
        let mut kept = Kept::new();
        let is_seeker = algorithm(&mut self.sheet, node, &mut kept);
        let mut computer = Seeking::default();
        for option in named(node, "option") {
            self.sheet.only(option, &["name", "value"], &[]);
            let name = option.attribute("name").unwrap_or_default();
            if !(is_seeker && seeking(&mut self.sheet, option, name, &mut computer)) {
                kept.insert(format!("option/{name}"), option.attribute("value").unwrap_or_default().to_owned());
            }
        }
        (computer, kept)
    }

    /// Reads supplies. Like Hexkit, skips those that are not variables.
    fn supplies(&mut self, node: Node<'a, 'a>) -> Vec<Ref<Variable>> {
        let mut known = Vec::new();
        for list in named(node, "supplyResources") {
            self.sheet.only(list, &["ids"], &[]);
            for theirs in list.attribute("ids").unwrap_or_default().split_whitespace() {
                if self.names.has(Kind::Resource, theirs) {
                    let named = Ref::new(self.names.get(Kind::Resource, theirs).0);
                    if known.contains(&named) {
                        let message = format!("expected each once, found `{theirs}` twice: it is kept once");
                        self.sheet.note(list, message);
                    } else {
                        known.push(named);
                    }
                } else {
                    let message = format!("expected supplies that are variables, found `{theirs}`: it is left out");
                    self.sheet.note(list, message);
                }
            }
        }
        known
    }

    fn conditions(&mut self, node: Node<'a, 'a>, name: &'static str) -> Vec<Condition> {
        let mut conditions: Vec<Condition> = Vec::new();
        for node in named(node, name) {
            self.sheet.only(node, &["parameter", "threshold"], &[]);
            let Some(measure) = self.sheet.word(node, "parameter", &MEASURES) else { continue };
            let threshold = self.sheet.within(node, "threshold", 0, 1_000_000_000).unwrap_or(0);
            let condition = Condition { measure, threshold };
            if conditions.iter().any(|other| other.measure == measure && *other != condition) {
                self.sheet.note(node, "expected one threshold of each kind, found two: the first is kept".to_owned());
            } else if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        conditions
    }
}

/// Whether a computer player's algorithm is Seeker; any other is reported and kept.
pub(in super::super) fn algorithm(sheet: &mut Sheet<'_>, node: Node<'_, '_>, kept: &mut Kept) -> bool {
    let algorithm = node.attribute("algorithm").unwrap_or_default();
    if algorithm == SEEKER {
        return true;
    }
    sheet.note(node, format!("expected the algorithm `{SEEKER}`, found `{algorithm}`: it is kept"));
    kept.insert("algorithm".to_owned(), algorithm.to_owned());
    false
}

/// Reads an option of Seeker by its name and the attribute `value`. Returns whether Seeker has this option.
pub(in super::super) fn seeking(sheet: &mut Sheet<'_>, node: Node<'_, '_>, name: &str, computer: &mut Seeking) -> bool {
    let is_said = node.attribute("value").is_some();
    match name {
        TARGET_LIMIT => {
            let limit = sheet.within(node, "value", 1, MOST_TARGETS.into());
            computer.target_limit = limit.map(|limit| limit as u16);
        }
        RANDOM_BUILD => computer.random_build = is_said.then(|| sheet.flag(node, "value", false)),
        RANDOM_PLACE => computer.random_place = is_said.then(|| sheet.flag(node, "value", false)),
        _ => return false,
    }
    true
}
