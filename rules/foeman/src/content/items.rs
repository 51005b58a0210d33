//! Kinds of items, and the attacks that are possible with them.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::notation::code::Number;
use serde::{Deserialize, Serialize};

use crate::catalogs::{
    Carry, CountsAs, Item, ItemClass, NaturalAttack, Protection, Quality, Ready, Reload, ReloadBy, ShieldSort, Skill,
};
use crate::constants::{JAB_DISTANCE, UNARMED_DAMAGE, UNARMED_TITLE};
use crate::content::effects::DeedSet;
use crate::ids::{EffectId, ItemId, ItemKindId, KindId, TalentId};
use crate::notation::{Bypass, DamageStat};
use crate::option::Mode;
use crate::state::Grip;

/// The weapon number of an action without an item, or with an item that has no code (`A7`).
pub const NOTHING: Number<9999> = Number::new(0).expect("0 has at most four digits");

/// The weapon number of a strike with bare hands or another part of the body (`A3`).
pub const BODY: Number<9999> = Number::new(1).expect("1 has at most four digits");

/// A kind of item.
#[derive(Debug)]
pub struct ItemKind {
    /// Display name in lower case, as in the log.
    pub title: String,
    /// Images it is drawn with.
    pub images: Vec<ImageLayer>,
    /// The id of its type.
    pub record: String,
    /// Its main use.
    pub class: ItemClass,
    /// How it must be held or worn.
    pub ready: Ready,
    /// Its protection; that as a shield if it serves as one.
    pub stops: Protection,
    /// Whether it serves as a shield, by its class or as a second use (`F10.1`).
    pub shields: bool,
    /// Whether it is a small or large shield, which covers the front of a dodging figure (`F8.4`).
    pub covers_dodger: bool,
    /// Whether several pieces form one entry (`F10.2`).
    pub counted: bool,
    /// How many of it a figure may carry (`F10.2`).
    pub carry: Carry,
    /// Which protection it ignores as a missile (`F8.5`).
    pub bypass: Bypass,
    /// All attacks that are possible with it.
    pub uses: Vec<Weapon>,
    /// Its number in action codes (`A7`).
    pub code: Number<9999>,
    /// What its user counts as doing (`F10.8`).
    pub counts_as: Option<CountsAs>,
    /// Whether it is magical, which matters to some attacks (`F8.5`).
    pub quality: Quality,
    /// Size in hundredths of a human (`F1.7`).
    pub size: u32,
    /// Additional effects.
    pub effects: Vec<EffectId>,
    /// The greatest distance at which it attacks others than adjacent figures, in hexes; 0: none.
    pub farthest: u32,
    /// The deeds of its passive effects.
    pub does: DeedSet,
}

/// One kind of attack with an item or a part of the body.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Display name.
    pub title: String,
    /// The attack mode.
    pub mode: Mode,
    /// The grip required, if the grip matters (`F10.3`).
    pub grip: Option<Grip>,
    /// Maximum range in hexes; 0 if its target must be in a front hex.
    pub range: u32,
    /// Damage dice.
    pub damage: DamageStat,
    /// Whether all but the highest damage die cause only exhaustion (`F8.1`).
    pub skill: Skill,
    /// Whether it can give the adventurer bonus (`F7.8`).
    pub quality: Quality,
    /// Basic ST required.
    pub requires_st: i32,
    /// The talent for this weapon (`F7.9`).
    pub talent: Option<TalentId>,
    /// Which protection it ignores (`F8.5`).
    pub bypass: Bypass,
    /// Its ammunition; `None` if it needs none.
    pub missile: Option<Missile>,
    /// Its number in action codes (`A7`).
    pub code: Number<9999>,
}

/// One kind of attack of a figure: with an item it has, or with a part of the body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ArmId {
    /// The item; `None` for a part of the body.
    pub item: Option<ItemId>,
    /// The position among the item's uses, or among the attacks of the body.
    pub usage: u8,
}

/// One kind of attack as defined in the content, independent of any figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeaponId {
    /// A use of a kind of item.
    Item(ItemKindId, u8),
    /// An attack with the body of a kind of figure.
    Body(KindId, u8),
}

/// The ammunition of a weapon.
#[derive(Clone, Debug)]
pub struct Missile {
    /// The kind of ammunition.
    pub ammo: ItemKindId,
    /// How it is loaded (`F10.5`).
    pub reload: Reload,
}

/// The references of an item, resolved.
#[derive(Debug, Default)]
pub struct Named {
    /// Its ammunition.
    pub ammo: Option<ItemKindId>,
    /// The talent for this weapon.
    pub talent: Option<TalentId>,
    /// Additional effects.
    pub effects: Vec<EffectId>,
}

impl ItemKind {
    /// Builds a kind of item from a record and its resolved references.
    pub fn new(item: Item, id: &str, named: Named) -> Self {
        let Named { ammo, talent, effects } = named;
        let also = item.also.shd.map(|also| also.stops);
        let uses = uses(&item, ammo, talent);
        Self {
            title: item.title.clone(),
            images: item.images.clone(),
            record: id.to_owned(),
            class: item.class,
            ready: item.ready,
            stops: also.unwrap_or(item.stops),
            shields: item.class == ItemClass::Shd || also.is_some(),
            covers_dodger: item.class == ItemClass::Shd && item.shield != ShieldSort::Other,
            counted: item.is_counted(),
            bypass: item.bypass,
            carry: item.carry,
            farthest: uses.iter().map(Weapon::farthest).max().unwrap_or_default(),
            uses,
            code: item.code.unwrap_or(NOTHING),
            counts_as: item.counts_as,
            quality: item.quality,
            size: u32::from(item.size),
            effects,
            does: DeedSet::default(),
        }
    }

    /// Its ammunition, if any.
    pub fn missile(&self) -> Option<&Missile> {
        self.uses.iter().find_map(|weapon| weapon.missile.as_ref())
    }

    /// Whether there is an attack for the grip with both hands (`F10.3`).
    pub fn takes_both_hands(&self) -> bool {
        self.uses.iter().any(|weapon| weapon.grip == Some(Grip::BothHands))
    }
}

impl Missile {
    /// Whether loading it takes Ready actions (`F10.5`).
    pub fn takes_readying(&self) -> bool {
        self.reload.by == ReloadBy::Ready
    }
}

impl Weapon {
    /// The greatest distance at which it attacks others than adjacent figures, in hexes, without effects; 0: none.
    pub fn farthest(&self) -> u32 {
        match self.mode {
            Mode::Strike => 0,
            Mode::Jab => JAB_DISTANCE,
            Mode::Hurl | Mode::Fire => self.range,
        }
    }

    /// A natural attack: it counts as skilled, but not as an ordinary weapon of an adventurer.
    pub fn organic(attack: NaturalAttack) -> Self {
        let NaturalAttack { title, damage, bypass } = attack;
        Self {
            title,
            mode: Mode::Strike,
            grip: None,
            range: 0,
            damage,
            skill: Skill::Skilled,
            quality: Quality::Special,
            requires_st: 0,
            talent: None,
            bypass,
            missile: None,
            code: BODY,
        }
    }

    /// The item Unarmed as a pack defines it: its strike with one hand; `None` for an item without a strike (`F1.8`).
    pub fn unarmed_as(kind: &ItemKind) -> Option<Self> {
        let strikes =
            |weapon: &&Self| weapon.mode == Mode::Strike && weapon.grip.is_none_or(|grip| grip == Grip::OneHand);
        let strike = kind.uses.iter().find(strikes)?.clone();
        let code = if strike.code == NOTHING { BODY } else { strike.code };
        Some(Self { grip: None, code, ..strike })
    }

    /// The default item Unarmed, for packs that do not define one (`F1.8`, `F7.11`).
    pub fn unarmed() -> Self {
        let damage = DamageStat { dice: UNARMED_DAMAGE, mods: Box::default() };
        let title = UNARMED_TITLE.to_owned();
        let body = Self::organic(NaturalAttack { title, damage, bypass: Bypass::default() });
        Self { skill: Skill::Unskilled, quality: Quality::Ordinary, ..body }
    }
}

/// All attacks that are possible with an item.
fn uses(item: &Item, ammo: Option<ItemKindId>, talent: Option<TalentId>) -> Vec<Weapon> {
    let with = |mode, grip, range: u8, damage: &DamageStat| Weapon {
        title: item.title.clone(),
        mode,
        grip,
        range: u32::from(range),
        damage: damage.clone(),
        skill: item.weapon_skill(),
        quality: item.quality,
        requires_st: i32::from(item.requires.st),
        talent,
        bypass: item.bypass,
        missile: None,
        code: item.code.unwrap_or(NOTHING),
    };
    let mut uses = Vec::new();
    if item.class == ItemClass::Wpn {
        let both = item.two_handed.as_ref().map(|grip| &grip.damage).filter(|_| item.ready == Ready::OneHand);
        let grips = match both {
            None => vec![(None, item.damage.as_ref())],
            Some(both) => vec![(Some(Grip::OneHand), item.damage.as_ref()), (Some(Grip::BothHands), Some(both))],
        };
        for (grip, damage) in grips {
            uses.extend(damage.map(|damage| with(Mode::Strike, grip, 0, damage)));
            if let Some(jab) = &item.jab {
                uses.extend(jab.damage.as_ref().or(damage).map(|damage| with(Mode::Jab, grip, 0, damage)));
            }
        }
        if let (Some(fire), Some(ammo)) = (&item.fire, ammo) {
            let missile = Some(Missile { ammo, reload: fire.reload });
            uses.push(Weapon { missile, ..with(Mode::Fire, None, fire.range, &fire.damage) });
        }
    }
    let also = item.also.wpn.as_ref();
    if let Some(also) = also {
        let skill = if item.quality == Quality::Crude { Skill::Unskilled } else { also.skill };
        uses.push(Weapon { skill, ..with(Mode::Strike, None, 0, &also.damage) });
    }
    if let Some(hurl) = &item.hurl {
        let damage = hurl.damage.as_ref().or(item.damage.as_ref()).or(also.map(|also| &also.damage));
        uses.extend(damage.map(|damage| with(Mode::Hurl, None, hurl.range, damage)));
    }
    uses
}
