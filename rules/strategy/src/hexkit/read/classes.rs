//! Imports the classes of units, terrains, effects and upgrades.

use std::collections::BTreeSet;

use foeman_schema::catalogs::board::Pattern;
use foeman_schema::catalogs::images::ImageLayer;
use roxmltree::Node;

use super::{Kind, Reader, elements, named, paragraphs, text};
use crate::catalogs::{Amounts, Effect, Kept, Modifiers, Ranged, Terrain, Transfer, Unit, Upgrade};

/// Colours for terrains, for use without their images.
const COLORS: [&str; 8] = ["#8fb573", "#c9b37e", "#6f9bc1", "#9a8f86", "#5f8f5a", "#b98a6a", "#a7a35a", "#7f86a8"];

/// Patterns for terrains, so that they differ by more than hue.
const PATTERNS: [Pattern; 7] =
    [Pattern::Plain, Pattern::Dots, Pattern::Waves, Pattern::Stones, Pattern::Bushes, Pattern::Tufts, Pattern::Hatch];

/// The keywords for the transfer of resources.
pub(in super::super) const TRANSFERS: [(&str, Transfer); 3] =
    [("None", Transfer::None), ("Retain", Transfer::Keep), ("Delete", Transfer::Delete)];

/// The keywords for attacks from a distance.
pub(in super::super) const RANGED: [(&str, Ranged); 3] =
    [("Any", Ranged::Any), ("View", Ranged::View), ("Line", Ranged::Line)];

/// The properties shared by all classes.
struct Class {
    title: String,
    about: String,
    images: Vec<ImageLayer>,
    values: Amounts,
    modifiers: Modifiers,
    modifier_range: u16,
    cost: Amounts,
    worth: u16,
    transfer: Transfer,
    placed_at_home: bool,
    blocks_attack: bool,
    hexkit: Kept,
}

/// Creates a record from the shared properties and its own.
macro_rules! of_class {
    ($record:ident, $known:ident, $($own:ident: $value:expr),* $(,)?) => {
        $record {
            title: $known.title,
            about: $known.about,
            images: $known.images,
            values: $known.values,
            modifiers: $known.modifiers,
            modifier_range: $known.modifier_range,
            worth: $known.worth,
            hexkit: $known.hexkit,
            $($own: $value),*
        }
    };
}

/// The elements with which classes refer to the variables of their numeric properties.
const MAPPED: [(&str, Kind); 6] = [
    ("strengthResource", Kind::Resource),
    ("moraleResource", Kind::Resource),
    ("movementAttribute", Kind::Attribute),
    ("attackRangeAttribute", Kind::Attribute),
    ("difficultyAttribute", Kind::Attribute),
    ("elevationAttribute", Kind::Attribute),
];

impl<'a> Reader<'a> {
    pub(super) fn classes(&mut self, section: Node<'a, 'a>) {
        self.sheet.only(section, &[], &Kind::CLASSES.map(Kind::element));
        // Colours are assigned in the order of ids, in which Hexkit also writes terrains.
        let terrains: BTreeSet<String> =
            named(section, "terrain").filter_map(|node| self.names.of(node).map(str::to_owned)).collect();
        for node in elements(section) {
            let Some(kind) = Kind::CLASSES.into_iter().find(|kind| kind.element() == node.tag_name().name()) else {
                continue;
            };
            let Some(id) = self.names.of(node).map(str::to_owned) else { continue };
            let known = self.class(node, kind);
            match kind {
                Kind::Unit => {
                    let unit = self.unit(node, known);
                    self.keep(&id, &unit);
                }
                Kind::Terrain => {
                    let number = terrains.range(..id.clone()).count();
                    let terrain = self.terrain(node, known, number);
                    self.keep(&id, &terrain);
                }
                Kind::Effect => self.keep(&id, &effect(known)),
                _ => self.keep(&id, &upgrade(known)),
            }
        }
    }

    fn class(&mut self, node: Node<'a, 'a>, kind: Kind) -> Class {
        let (attributes, children) = known(kind);
        self.sheet.only(node, &attributes, &children);
        let values = [("attribute", Kind::Attribute), ("counter", Kind::Counter), ("resource", Kind::Resource)];
        let mut hexkit = self.kept_id(node);
        let title = self.title(node, Some("(unnamed)"), &mut hexkit);
        let (worth, exact) = self.worth(node);
        hexkit.extend(exact.map(|text| ("valuation".to_owned(), text)));
        let cost = self.amounts(node, &[("buildResource", Kind::Resource)]);
        // Attributes that the category does not use, and display options other than images, are kept.
        let mut keep = |name: &str, usual: bool| {
            let value = self.sheet.flag(node, name, usual);
            if value != usual {
                hexkit.insert(name.to_owned(), value.to_string());
            }
        };
        keep("dropShadow", kind == Kind::Unit);
        keep("translucent", false);
        keep("visible", true);
        if kind == Kind::Upgrade {
            keep("blocksAttack", true);
        }
        if matches!(kind, Kind::Upgrade | Kind::Effect) {
            keep("defaultPlace", false);
        }
        let transfer = self.sheet.word(node, "resourceTransfer", &TRANSFERS).unwrap_or_default();
        if kind == Kind::Unit && transfer != Transfer::None {
            let word = node.attribute("resourceTransfer").unwrap_or_default().trim();
            hexkit.insert("resourceTransfer".to_owned(), word.to_owned());
        }
        if kind == Kind::Effect {
            let costs = cost.iter().map(|(id, value)| (format!("buildResource/{}", id.id()), value.to_string()));
            hexkit.extend(costs);
        }
        for (name, kind) in MAPPED {
            let theirs = named(node, name).next().and_then(|child| child.attribute("id"));
            let missing = theirs.filter(|theirs| !theirs.is_empty() && !self.names.has(kind, theirs));
            hexkit.extend(missing.map(|theirs| (name.to_owned(), theirs.to_owned())));
        }
        let images = self.layers(node);
        if images.is_empty() {
            hexkit.insert("imageStack".to_owned(), String::new());
        }
        Class {
            title,
            about: paragraphs(node),
            images,
            values: self.amounts(node, &values),
            modifiers: self.modifiers(node),
            modifier_range: self.sheet.within(node, "modifierRange", 0, 9999).map_or(0, |range| range as u16),
            cost,
            worth,
            transfer,
            placed_at_home: self.sheet.flag(node, "defaultPlace", false),
            blocks_attack: self.sheet.flag(node, "blocksAttack", true),
            hexkit,
        }
    }

    fn unit(&mut self, node: Node<'a, 'a>, known: Class) -> Unit {
        of_class!(Unit, known,
            cost: known.cost,
            strength: self.mapped(node, "strengthResource", Kind::Resource),
            morale: self.mapped(node, "moraleResource", Kind::Resource),
            movement: self.mapped(node, "movementAttribute", Kind::Attribute),
            attack_range: self.mapped(node, "attackRangeAttribute", Kind::Attribute),
            ranged: self.sheet.word(node, "rangedAttack", &RANGED).unwrap_or_default(),
            captures: self.sheet.flag(node, "capture", false),
            defends_only: self.sheet.flag(node, "defendOnly", false),
            heals: self.sheet.flag(node, "healing", false),
            placed_at_home: known.placed_at_home,
            blocks_attack: known.blocks_attack,
        )
    }

    fn terrain(&mut self, node: Node<'a, 'a>, known: Class, number: usize) -> Terrain {
        let background = self.sheet.flag(node, "background", false);
        // Hexkit treats `destroy` as false for background terrain.
        let destroyable = self.sheet.flag(node, "destroy", false) && !background;
        of_class!(Terrain, known,
            color: COLORS[number % COLORS.len()].to_owned(),
            pattern: PATTERNS[number % PATTERNS.len()],
            cost: known.cost,
            transfer: known.transfer,
            difficulty: self.mapped(node, "difficultyAttribute", Kind::Attribute),
            elevation: self.mapped(node, "elevationAttribute", Kind::Attribute),
            background: background,
            capturable: self.sheet.flag(node, "capture", false),
            destroyable: destroyable,
            placed_at_home: known.placed_at_home,
            blocks_attack: known.blocks_attack,
        )
    }

    /// Reads the valuation in thousandths, and its text if that is more precise.
    fn worth(&mut self, node: Node<'a, 'a>) -> (u16, Option<String>) {
        let old = named(node, "valuation").next().map(text);
        let Some(written) = node.attribute("valuation").map(str::to_owned).or(old) else { return (0, None) };
        let written = written.trim().to_owned();
        let Some((worth, is_exact)) = thousandths(&written) else {
            self.sheet.note(node, format!("expected a valuation from 0 to 1, found `{written}`"));
            return (0, None);
        };
        if !is_exact {
            let message = format!(
                "expected a valuation in thousandths, found `{written}`: games use {worth} thousandths, and the exact \
                 value is kept"
            );
            self.sheet.note(node, message);
        }
        (worth, (!is_exact).then_some(written))
    }
}

/// Parses a valuation, a double of XML Schema (`0.25`, `.25`, `2.5E-1`), in thousandths.
///
/// The flag is false if the value has more than three decimal places. Returns `None` unless the value is from 0 to 1.
pub(in super::super) fn thousandths(text: &str) -> Option<(u16, bool)> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let is_negative = mantissa.starts_with('-');
    let mantissa = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some((0, true));
    }
    // The number of significant digits before the decimal point, once the value is in thousandths.
    let zeros = digits.len() - significant.len();
    let places = whole.len() as i64 - zeros as i64 + i64::from(exponent) + 3;
    if is_negative || places > 4 {
        return None;
    }
    let places = usize::try_from(places).unwrap_or(0);
    let padded = format!("{significant:0<places$}");
    let (kept, rest) = padded.split_at(places);
    let worth: u16 = if kept.is_empty() { 0 } else { kept.parse().ok()? };
    let is_exact = rest.bytes().all(|digit| digit == b'0');
    (worth < 1000 || worth == 1000 && is_exact).then_some((worth, is_exact))
}

/// Returns the known attributes and elements of a class.
fn known(kind: Kind) -> (Vec<&'static str>, Vec<&'static str>) {
    let mut attributes = vec![
        "id",
        "name",
        "dropShadow",
        "translucent",
        "visible",
        "blocksAttack",
        "modifierRange",
        "defaultPlace",
        "resourceTransfer",
        "valuation",
    ];
    let mut children = vec![
        "imageStack",
        "images",
        "valuation",
        "para",
        "attribute",
        "attributeModifier",
        "counter",
        "resource",
        "resourceModifier",
        "buildResource",
    ];
    match kind {
        Kind::Unit => {
            attributes.extend(["capture", "defendOnly", "healing", "rangedAttack"]);
            children.extend(["attackRangeAttribute", "movementAttribute", "moraleResource", "strengthResource"]);
        }
        Kind::Terrain => {
            attributes.extend(["background", "capture", "destroy"]);
            children.extend(["difficultyAttribute", "elevationAttribute"]);
        }
        _ => {}
    }
    (attributes, children)
}

fn effect(known: Class) -> Effect {
    of_class!(Effect, known,
        transfer: known.transfer,
        blocks_attack: known.blocks_attack,
    )
}

fn upgrade(known: Class) -> Upgrade {
    of_class!(Upgrade, known,
        cost: known.cost,
        transfer: known.transfer,
    )
}
