//! Reads the kinds of figures, items, spells and talents, each once.

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::plural::plural;
use foeman_schema::resolve::ContentError;
use foeman_schema::text::Pointer;

use crate::body::shape::Shape;
use crate::catalogs::{self, Carry, FigureType, Item, Kind, PartialAttributes, PlayerClass};
use crate::content::effects::{DeedSet, Spell, Talent};
use crate::content::figures::FigureKind;
use crate::content::items::{ItemKind, Named, Weapon};
use crate::ids::{ItemKindId, KindId, SpellId, TalentId};

use super::Reader;

impl Reader<'_> {
    /// Whether a figure really gets an item listed in its gear: items with `carry: nil` are never carried, and a unique
    /// item goes to the first owner (`F10.2`).
    pub(super) fn is_carried(&mut self, kind: ItemKindId) -> bool {
        match self.content.item(kind).carry {
            Carry::Nobody => false,
            Carry::Unique => self.unique.insert(kind),
            _ => true,
        }
    }

    /// A kind of figure that effects can create, by the id of its type.
    pub(super) fn made_kind(&mut self, id: &str) -> Result<KindId, ContentError> {
        if let Some(&known) = self.known.kinds.get(id) {
            return Ok(known);
        }
        let reference = Ref::<FigureType>::new(id);
        let mut kind: FigureType = self.resolved.get(&reference)?;
        let effects = std::mem::take(&mut kind.effects);
        let read = self.kind(kind, &reference, &PartialAttributes::default())?;
        let number = KindId(self.content.kinds.len() as u16);
        self.content.kinds.push(read);
        // Registered before its effects are read, because these may create figures of the same kind.
        self.known.kinds.insert(id.to_owned(), number);
        let this = self.content.kinds[number.index()].fields.clone();
        let at = Pointer::root().child(FigureType::CATALOG).child(id);
        let effects = self.below(&at, |reader| reader.effects(&effects, &this))?;
        let feature = self.content.kinds[number.index()].kind == Kind::Feature;
        self.content.touched.ground |= feature && !effects.is_empty();
        self.content.kinds[number.index()].effects = effects;
        Ok(number)
    }

    pub(super) fn kind(
        &mut self,
        kind: FigureType,
        reference: &Ref<FigureType>,
        own: &PartialAttributes,
    ) -> Result<FigureKind, ContentError> {
        let pattern = kind.pattern();
        if pattern.hexes() != kind.hexes {
            let pointer = Pointer::root().child(FigureType::CATALOG).child(reference.id()).child("front");
            let hexes = plural(kind.hexes.into(), "hex", "hexes");
            let message = format!("expected a pattern of {hexes}, found {} in `{pattern}`", pattern.hexes());
            return Err(ContentError { pointer, message });
        }
        let shape = Shape::new(&pattern, &kind.see_over);
        let gait = self.content.land.ways.gait(&self.content.land.field, &pattern, &shape);
        let fields = self.resolved.fields_of(FigureType::CATALOG, reference.id());
        let effects = self.effects(&kind.effects, &fields)?;
        self.content.touched.ground |= kind.kind == Kind::Feature && !effects.is_empty();
        let organic = matches!(kind.kind, Kind::Creature | Kind::Base);
        let body = match kind.kind {
            Kind::Creature | Kind::Base => kind.attacks.into_iter().map(Weapon::organic).collect(),
            Kind::Hero | Kind::Wizard => vec![self.unarmed(kind.unarmed.as_ref())?],
            Kind::Feature => Vec::new(),
        };
        Ok(FigureKind {
            record: reference.id().to_owned(),
            name: kind.title.clone(),
            title: kind.title,
            images: kind.images,
            kind: kind.kind,
            class: PlayerClass::Bst,
            size: u32::from(kind.size),
            shape,
            gait,
            st: i32::from(own.st.unwrap_or(kind.attributes.st)),
            dx: i32::from(own.dx.unwrap_or(kind.attributes.dx)),
            iq: i32::from(own.iq.unwrap_or(kind.attributes.iq)),
            ma: own.ma.unwrap_or(kind.attributes.ma),
            posture: kind.posture.into(),
            body,
            organic,
            hide: kind.hide.unwrap_or_default(),
            spells: Vec::new(),
            talents: Vec::new(),
            effects,
            fields,
            does: DeedSet::default(),
        })
    }

    /// The weapon of a hero or wizard that holds none (`F1.8`).
    fn unarmed(&mut self, written: Option<&Ref<Item>>) -> Result<Weapon, ContentError> {
        let written = written.map(|item| self.item(item)).transpose()?;
        let strike = written.and_then(|item| Weapon::unarmed_as(self.content.item(item)));
        Ok(strike.unwrap_or_else(Weapon::unarmed))
    }

    pub(super) fn item(&mut self, reference: &Ref<Item>) -> Result<ItemKindId, ContentError> {
        if let Some(&known) = self.known.items.get(reference.id()) {
            return Ok(known);
        }
        let mut item: Item = self.resolved.get(reference)?;
        if self.resolved.language.is_none() {
            // The log is English, and has these titles within its sentences. Other languages capitalise nouns.
            item.title = item.title.to_lowercase();
        }
        let number = ItemKindId(self.content.items.len() as u16);
        self.known.items.insert(reference.id().to_owned(), number);
        let written = item.effects.clone();
        let fires = item.fire.as_ref().map(|fire| fire.ammo.clone());
        // Reading its references may add more items, so its number is reserved first.
        self.content.items.push(ItemKind::new(item.clone(), reference.id(), Named::default()));
        let at = Pointer::root().child(Item::CATALOG).child(reference.id());
        let this = self.resolved.fields_of(Item::CATALOG, reference.id());
        let (ammo, talent, effects) = self.below(&at, |reader| {
            let ammo = fires.map(|ammo| reader.item(&ammo)).transpose()?;
            let talent = item.talent.as_ref().map(|talent| reader.talent(talent.id())).transpose()?;
            Ok((ammo, talent, reader.effects(&written, &this)?))
        })?;
        let named = Named { ammo, talent, effects };
        self.content.items[number.index()] = ItemKind::new(item, reference.id(), named);
        Ok(number)
    }

    pub(super) fn spell(&mut self, id: &str) -> Result<SpellId, ContentError> {
        if let Some(&known) = self.known.spells.get(id) {
            return Ok(known);
        }
        let spell: catalogs::Spell = self.resolved.get(&Ref::new(id))?;
        let number = SpellId(self.content.spells.len() as u16);
        self.known.spells.insert(id.to_owned(), number);
        self.content.spells.push(Spell {
            record: id.to_owned(),
            title: spell.title,
            iq: i32::from(spell.iq),
            kind: spell.kind,
            cost: i32::from(spell.cost),
            renewal: spell.renewal.map(i32::from),
            range: spell.range,
            target: spell.target,
            resist: spell.resist,
            bypass: spell.bypass,
            effects: Vec::new(),
        });
        let this = self.resolved.fields_of(catalogs::Spell::CATALOG, id);
        let at = Pointer::root().child(catalogs::Spell::CATALOG).child(id);
        let effects = self.below(&at, |reader| reader.effects(&spell.effects, &this))?;
        self.content.spells[number.index()].effects = effects;
        Ok(number)
    }

    pub(super) fn talent(&mut self, id: &str) -> Result<TalentId, ContentError> {
        if let Some(&known) = self.known.talents.get(id) {
            return Ok(known);
        }
        let talent: catalogs::Talent = self.resolved.get(&Ref::new(id))?;
        let number = TalentId(self.content.talents.len() as u16);
        self.known.talents.insert(id.to_owned(), number);
        let (title, iq, cost) = (talent.title, i32::from(talent.iq), talent.cost);
        let (record, effects, does) = (id.to_owned(), Vec::new(), DeedSet::default());
        self.content.talents.push(Talent { record, title, iq, cost, effects, does });
        let this = self.resolved.fields_of(catalogs::Talent::CATALOG, id);
        let at = Pointer::root().child(catalogs::Talent::CATALOG).child(id);
        let effects = self.below(&at, |reader| reader.effects(&talent.effects, &this))?;
        self.content.talents[number.index()].effects = effects;
        Ok(number)
    }
}
