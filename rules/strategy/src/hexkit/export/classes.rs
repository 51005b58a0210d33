//! Exports the classes of units, terrains, effects and upgrades.

use std::collections::BTreeMap;

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::Ref;
use foeman_schema::text::RecordKey;

use super::images::Plain;
use super::{Own, Writer, name, paragraphs};
use crate::catalogs::{Amounts, Effect, Kept, Modifiers, Ranged, Terrain, Transfer, Unit, Upgrade, Variable};
use crate::hexkit::names::Kind;
use crate::hexkit::read::{RANGED, TRANSFERS, thousandths};
use crate::hexkit::write::Element;

/// No cost.
static FREE: Amounts = Amounts(BTreeMap::new());

/// The default colour of a plain image.
const GREY: &str = "#b0b0b0";

/// The properties shared by all classes.
struct Class<'r> {
    kind: Kind,
    id: &'r str,
    theirs: &'r str,
    title: &'r str,
    about: &'r str,
    images: &'r [ImageLayer],
    color: &'r str,
    is_ground: bool,
    values: &'r Amounts,
    modifiers: &'r Modifiers,
    modifier_range: u16,
    cost: &'r Amounts,
    worth: u16,
    transfer: Transfer,
    placed_at_home: bool,
    blocks_attack: bool,
    hexkit: &'r Kept,
}

impl Writer<'_> {
    pub(super) fn unit(&mut self, of: &Own<Unit>, plain: &mut Vec<Plain>) -> Element {
        let unit = &of.record;
        let known = Class {
            kind: Kind::Unit,
            id: &of.id,
            theirs: &of.theirs,
            title: &unit.title,
            about: &unit.about,
            images: &unit.images,
            color: GREY,
            is_ground: false,
            values: &unit.values,
            modifiers: &unit.modifiers,
            modifier_range: unit.modifier_range,
            cost: &unit.cost,
            worth: unit.worth,
            transfer: Transfer::None,
            placed_at_home: unit.placed_at_home,
            blocks_attack: unit.blocks_attack,
            hexkit: &unit.hexkit,
        };
        let said = [
            "strength",
            "morale",
            "movement",
            "attack-range",
            "ranged",
            "captures",
            "defends-only",
            "heals",
            "placed-at-home",
            "blocks-attack",
            "cost",
        ];
        self.left_of(&known, &said);
        let ranged = RANGED.iter().find(|(_, of)| *of == unit.ranged).map(|(word, _)| *word);
        let element = self.class(&known, plain);
        let mut element = element
            .unless("capture", unit.captures, false)
            .unless("defendOnly", unit.defends_only, false)
            .unless("healing", unit.heals, false)
            .with_some("rangedAttack", ranged.filter(|_| unit.ranged != Ranged::Any));
        element.extend(self.body(&known));
        element.extend(self.mapped("attackRangeAttribute", &unit.attack_range, &unit.hexkit));
        element.extend(self.mapped("movementAttribute", &unit.movement, &unit.hexkit));
        element.extend(self.mapped("moraleResource", &unit.morale, &unit.hexkit));
        element.extend(self.mapped("strengthResource", &unit.strength, &unit.hexkit));
        element
    }

    pub(super) fn terrain(&mut self, of: &Own<Terrain>, plain: &mut Vec<Plain>) -> Element {
        let terrain = &of.record;
        let known = Class {
            kind: Kind::Terrain,
            id: &of.id,
            theirs: &of.theirs,
            title: &terrain.title,
            about: &terrain.about,
            images: &terrain.images,
            color: &terrain.color,
            is_ground: terrain.background,
            values: &terrain.values,
            modifiers: &terrain.modifiers,
            modifier_range: terrain.modifier_range,
            cost: &terrain.cost,
            worth: terrain.worth,
            transfer: terrain.transfer,
            placed_at_home: terrain.placed_at_home,
            blocks_attack: terrain.blocks_attack,
            hexkit: &terrain.hexkit,
        };
        let said = [
            "color",
            "pattern",
            "difficulty",
            "elevation",
            "background",
            "capturable",
            "destroyable",
            "placed-at-home",
            "blocks-attack",
            "transfer",
            "cost",
        ];
        self.left_of(&known, &said);
        let element = self.class(&known, plain);
        let mut element = element
            .unless("background", terrain.background, false)
            .unless("capture", terrain.capturable, false)
            // Hexkit never destroys background terrain, and writes the attribute accordingly.
            .unless("destroy", terrain.destroyable && !terrain.background, false);
        element.extend(self.body(&known));
        element.extend(self.mapped("difficultyAttribute", &terrain.difficulty, &terrain.hexkit));
        element.extend(self.mapped("elevationAttribute", &terrain.elevation, &terrain.hexkit));
        element
    }

    pub(super) fn effect(&mut self, of: &Own<Effect>, plain: &mut Vec<Plain>) -> Element {
        let effect = &of.record;
        let known = Class {
            kind: Kind::Effect,
            id: &of.id,
            theirs: &of.theirs,
            title: &effect.title,
            about: &effect.about,
            images: &effect.images,
            color: GREY,
            is_ground: false,
            values: &effect.values,
            modifiers: &effect.modifiers,
            modifier_range: effect.modifier_range,
            cost: &FREE,
            worth: effect.worth,
            transfer: effect.transfer,
            placed_at_home: effect.hexkit.get("defaultPlace").is_some_and(|value| value == "true"),
            blocks_attack: effect.blocks_attack,
            hexkit: &effect.hexkit,
        };
        self.left_of(&known, &["transfer", "blocks-attack"]);
        let element = self.class(&known, plain);
        element.holding(self.body(&known))
    }

    pub(super) fn upgrade(&mut self, of: &Own<Upgrade>, plain: &mut Vec<Plain>) -> Element {
        let upgrade = &of.record;
        let said = |name: &str, usual: bool| upgrade.hexkit.get(name).map_or(usual, |value| value == "true");
        let known = Class {
            kind: Kind::Upgrade,
            id: &of.id,
            theirs: &of.theirs,
            title: &upgrade.title,
            about: &upgrade.about,
            images: &upgrade.images,
            color: GREY,
            is_ground: false,
            values: &upgrade.values,
            modifiers: &upgrade.modifiers,
            modifier_range: upgrade.modifier_range,
            cost: &upgrade.cost,
            worth: upgrade.worth,
            transfer: upgrade.transfer,
            placed_at_home: said("defaultPlace", false),
            blocks_attack: said("blocksAttack", true),
            hexkit: &upgrade.hexkit,
        };
        self.left_of(&known, &["transfer", "cost"]);
        let element = self.class(&known, plain);
        element.holding(self.body(&known))
    }

    fn left_of(&mut self, of: &Class<'_>, said: &[&str]) {
        let all = ["title", "about", "images", "values", "modifiers", "modifier-range", "worth", "hexkit"];
        let catalog = of.kind.catalog();
        let said = [&all[..], said].concat();
        self.left(&format!("{catalog}/{}", of.id), &RecordKey::new(catalog, of.id), &said);
    }

    /// Exports the shared properties that are attributes.
    fn class(&mut self, of: &Class<'_>, plain: &mut Vec<Plain>) -> Element {
        if of.images.is_empty() && !of.hexkit.contains_key("imageStack") {
            plain.push(Plain { id: plain_id(of), color: of.color.to_owned(), is_ground: of.is_ground });
        }
        let kept = |name: &str| of.hexkit.get(name);
        let transfer = TRANSFERS.iter().find(|(_, transfer)| *transfer == of.transfer).map(|(word, _)| *word);
        let transfer = transfer.filter(|_| of.transfer != Transfer::None).map(str::to_owned);
        let worth = kept("valuation").filter(|text| thousandths(text).is_some_and(|(worth, _)| worth == of.worth));
        let worth = worth.cloned().or((of.worth != 0).then(|| decimal(of.worth)));
        Element::new(of.kind.element())
            .with("id", of.theirs)
            .with_some("name", name(of.title, "(unnamed)", of.hexkit))
            .with_some("dropShadow", kept("dropShadow"))
            .with_some("translucent", kept("translucent"))
            .with_some("visible", kept("visible"))
            .unless("blocksAttack", of.blocks_attack, true)
            .unless("modifierRange", of.modifier_range, 0)
            .unless("defaultPlace", of.placed_at_home, false)
            .with_some("resourceTransfer", transfer.or(kept("resourceTransfer").cloned()))
            .with_some("valuation", worth)
    }

    /// Exports the shared properties that are elements.
    fn body(&self, of: &Class<'_>) -> Vec<Element> {
        let mut body = self.layers(of.images);
        if body.is_empty() && !of.hexkit.contains_key("imageStack") {
            body.push(Element::new("imageStack").with("id", plain_id(of)));
        }
        body.extend(paragraphs(of.about));
        body.extend(self.numbers(of.values, of.modifiers));
        let cost = self.amounts(of.cost).into_iter().map(|((_, id), value)| (id, value.to_string()));
        let kept = of.hexkit.iter().filter_map(|(key, value)| {
            Some((self.id(&Ref::<Variable>::new(key.strip_prefix("buildResource/")?)), value.clone()))
        });
        let cost = cost.chain(kept).map(|(id, value)| Element::new("buildResource").with("id", id).text(value));
        body.extend(cost);
        body
    }

    /// Exports the variable of a numeric property, or the name that was imported instead.
    fn mapped(&self, name: &str, variable: &Option<Ref<Variable>>, hexkit: &Kept) -> Option<Element> {
        let id = variable.as_ref().map(|variable| self.id(variable)).or_else(|| hexkit.get(name).cloned())?;
        Some(Element::new(name).with("id", id))
    }
}

/// Returns the id of the plain image of a class without images.
fn plain_id(of: &Class<'_>) -> String {
    format!("plain-{}-{}", of.kind.element(), of.id)
}

/// Formats thousandths like Hexkit.
fn decimal(thousandths: u16) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
