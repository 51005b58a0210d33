//! Kinds of items, and the ways to attack with them.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::notation::code::Number;
use serde::{Deserialize, Serialize};

use crate::catalogs::{
    Carry, CountsAs, Item, ItemClass, NaturalAttack, Protection, Quality, Ready, Reload, ReloadBy, ShieldSort, Skill,
};
use crate::code::{BODY, NOTHING};
use crate::constants::{UNARMED_DAMAGE, UNARMED_TITLE};
use crate::content::effects::Quantities;
use crate::ids::{EffectId, ItemId, ItemKindId, KindId, TalentId};
use crate::notation::{Bypass, DamageStat};
use crate::state::{ActionKind, Grip};

/// A kind of item.
#[derive(Debug)]
pub struct ItemKind {
    /// Name.
    pub title: String,
    /// Images it is drawn with.
    pub images: Vec<ImageLayer>,
    /// The id of its type.
    pub record: String,
    /// What it is used as.
    pub class: ItemClass,
    /// How it must be held or worn.
    pub ready: Ready,
    /// What it stops: as a shield if it serves as one.
    pub stops: Protection,
    /// Whether it serves as a shield, by its class or beside it (`F10.1`).
    pub shields: bool,
    /// Whether it is a small or large shield, which covers the front of a figure that dodges (`F8.4`).
    pub covers_dodger: bool,
    /// Whether several pieces make one entry (`F10.2`).
    pub counted: bool,
    /// How many of it a figure may carry (`F10.2`).
    pub carry: Carry,
    /// What does not help against it when it is fired (`F8.5`).
    pub bypass: Bypass,
    /// Every way to attack with it.
    pub uses: Vec<Weapon>,
    /// What stands for it in action codes (`A7`).
    pub code: Number<9999>,
    /// What its user counts as doing (`F10.8`).
    pub counts_as: Option<CountsAs>,
    /// Whether it is magical, which some attacks ask for (`F8.5`).
    pub quality: Quality,
    /// Size in hundredths of a human (`F1.7`).
    pub size: u32,
    /// What it does besides.
    pub effects: Vec<EffectId>,
    /// The values that this can change.
    pub changes: Quantities,
}

/// One way to attack with something.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Name.
    pub title: String,
    /// How it attacks.
    pub mode: Mode,
    /// The grip it takes, where the grip matters (`F10.3`).
    pub grip: Option<Grip>,
    /// How far it reaches at most, in hexes; 0 where its front decides.
    pub range: u32,
    /// Damage dice.
    pub damage: DamageStat,
    /// Whether all but the highest damage die only tire (`F8.1`).
    pub skill: Skill,
    /// Whether it can give the adventurer bonus (`F7.8`).
    pub quality: Quality,
    /// Basic ST it asks for.
    pub requires_st: i32,
    /// The talent of those who handle it well (`F7.9`).
    pub talent: Option<TalentId>,
    /// What does not help against it (`F8.5`).
    pub bypass: Bypass,
    /// What it fires; nothing for what fires nothing.
    pub missile: Option<Missile>,
    /// What stands for it in action codes (`A7`).
    pub code: Number<9999>,
}

/// One way to attack with one item, or with a part of the body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ArmId {
    /// The item; nothing for a part of the body.
    pub item: Option<ItemId>,
    /// Which of its uses, or of the attacks of the body.
    pub usage: u8,
}

/// One way to attack as the content has it, whoever holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeaponId {
    /// A use of a kind of item.
    Item(ItemKindId, u8),
    /// An attack with the body of a kind of figure.
    Body(KindId, u8),
}

/// What a weapon fires.
#[derive(Clone, Debug)]
pub struct Missile {
    /// The kind of ammunition.
    pub ammo: ItemKindId,
    /// How it is loaded (`F10.5`).
    pub reload: Reload,
}

/// The ways to attack (`F5`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// At somebody in a front hex.
    Strike,
    /// At somebody two hexes away.
    Jab,
    /// By throwing the weapon.
    Hurl,
    /// With a missile.
    Fire,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Strike, Self::Jab, Self::Hurl, Self::Fire];

    /// The option of those who attack so.
    pub fn option(self) -> ActionKind {
        match self {
            Self::Strike => ActionKind::Strike,
            Self::Jab => ActionKind::Jab,
            Self::Hurl => ActionKind::Hurl,
            Self::Fire => ActionKind::Fire,
        }
    }

    /// Whether something flies, which off-hand weapons do not stop (`F8.4`).
    pub fn flies(self) -> bool {
        matches!(self, Self::Hurl | Self::Fire)
    }
}

/// What an item names, looked up.
#[derive(Debug, Default)]
pub struct Named {
    /// What it fires.
    pub ammo: Option<ItemKindId>,
    /// The talent of those who handle it well.
    pub talent: Option<TalentId>,
    /// What it does besides.
    pub effects: Vec<EffectId>,
}

impl ItemKind {
    /// A kind of item with what it names.
    pub fn new(item: Item, id: &str, named: Named) -> Self {
        let Named { ammo, talent, effects } = named;
        let also = item.also.shd.map(|also| also.stops);
        Self {
            title: item.title.to_lowercase(),
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
            uses: uses(&item, ammo, talent),
            code: item.code.unwrap_or(NOTHING),
            counts_as: item.counts_as,
            quality: item.quality,
            size: u32::from(item.size),
            effects,
            changes: Quantities::default(),
        }
    }

    /// What it fires, if it does.
    pub fn missile(&self) -> Option<&Missile> {
        self.uses.iter().find_map(|weapon| weapon.missile.as_ref())
    }

    /// Whether it can be gripped with both hands to some effect (`F10.3`).
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
    /// A natural attack: skilled by nature, but no ordinary weapon of an adventurer.
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

    /// The item Unarmed as a pack writes it: its strike with one hand; nothing for an item that does not strike (`F1.8`).
    pub fn unarmed_as(kind: &ItemKind) -> Option<Self> {
        let strikes =
            |weapon: &&Self| weapon.mode == Mode::Strike && weapon.grip.is_none_or(|grip| grip == Grip::OneHand);
        let strike = kind.uses.iter().find(strikes)?.clone();
        let code = if strike.code == NOTHING { BODY } else { strike.code };
        Some(Self { grip: None, code, ..strike })
    }

    /// The item Unarmed where a pack does not write it (`F1.8`, `F7.11`).
    pub fn unarmed() -> Self {
        let damage = DamageStat { dice: UNARMED_DAMAGE, mods: Vec::new() };
        let title = UNARMED_TITLE.to_owned();
        let body = Self::organic(NaturalAttack { title, damage, bypass: Bypass::default() });
        Self { skill: Skill::Unskilled, quality: Quality::Ordinary, ..body }
    }
}

/// Every way to attack with an item.
fn uses(item: &Item, ammo: Option<ItemKindId>, talent: Option<TalentId>) -> Vec<Weapon> {
    let with = |mode, grip, range: u8, damage: &DamageStat| Weapon {
        title: item.title.to_lowercase(),
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
