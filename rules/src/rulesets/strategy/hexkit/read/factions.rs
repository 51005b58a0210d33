//! Factions, and what they have at first.

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::Ref;
use roxmltree::Node;

use super::{Kind, Reader, named, paragraphs};
use crate::rulesets::strategy::catalogs::{Condition, Faction, Kept, Measure, Side, Variable};

/// The colours that factions without one of their own have, in the order of their turns, as in Hexkit.
const COLORS: [&str; 8] = ["#ff0000", "#0080ff", "#900090", "#009000", "#ffd800", "#c0c0c0", "#40d8d8", "#806020"];

/// The words for what conditions measure.
pub(in super::super) const MEASURES: [(&str, Measure); 4] = [
    ("Sites", Measure::Sites),
    ("Units", Measure::Units),
    ("UnitStrength", Measure::UnitStrength),
    ("Turns", Measure::Turns),
];

impl<'a> Reader<'a> {
    /// Reads a faction; its part in the scenario.
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
            builds_units: self.list(node, "buildableUnits", Kind::Unit),
            builds_terrains: self.list(node, "buildableTerrains", Kind::Terrain),
            builds_upgrades: self.list(node, "buildableUpgrades", Kind::Upgrade),
            victory: self.conditions(node, "victory"),
            defeat: self.conditions(node, "defeat"),
            hexkit,
        };
        self.keep(&id, &faction);
        let machine = named(node, "computer").next();
        Some(Side {
            faction: Ref::new(id),
            control: if machine.is_some() { Control::Machine } else { Control::Human },
            home: None,
            units: self.entities(node, Kind::Unit),
            terrains: self.entities(node, Kind::Terrain),
            upgrades: self.entities(node, Kind::Upgrade),
            hexkit: machine.map(|machine| self.machine(machine)).unwrap_or_default(),
        })
    }

    /// Who decides for it in Hexkit, and by which options.
    fn machine(&mut self, node: Node<'a, 'a>) -> Kept {
        self.sheet.only(node, &["algorithm"], &["option"]);
        let mut kept = Kept::new();
        let algorithm = node.attribute("algorithm").unwrap_or_default();
        if algorithm != "Seeker" {
            self.sheet.note(node, format!("expected the algorithm `Seeker`, but found `{algorithm}`: it is kept"));
            kept.insert("algorithm".to_owned(), algorithm.to_owned());
        }
        for option in named(node, "option") {
            self.sheet.only(option, &["name", "value"], &[]);
            let [name, value] = ["name", "value"].map(|name| option.attribute(name).unwrap_or_default().to_owned());
            kept.insert(format!("option/{name}"), value);
        }
        kept
    }

    /// Supplies that are no variables have no use, and Hexkit passes over them.
    fn supplies(&mut self, node: Node<'a, 'a>) -> Vec<Ref<Variable>> {
        let mut known = Vec::new();
        for list in named(node, "supplyResources") {
            self.sheet.only(list, &["ids"], &[]);
            for theirs in list.attribute("ids").unwrap_or_default().split_whitespace() {
                if self.names.has(Kind::Resource, theirs) {
                    known.push(Ref::new(self.names.get(Kind::Resource, theirs).0));
                } else {
                    let message = format!("expected supplies that are variables, but found `{theirs}`: it is left out");
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
                self.sheet
                    .note(node, "expected one threshold of each kind, but found two: the first is kept".to_owned());
            } else if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        conditions
    }
}
