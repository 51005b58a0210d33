//! Kinds of figures: what does not change about a figure while it fights.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::declared::Counted;
use foeman_schema::grid::Hex;

use crate::body::paths::Gait;
use crate::body::shape::{Pose, Shape};
use crate::catalogs::{Kind, Lie, Loadout, OldHarm, PlayerClass, Protection};
use crate::content::effects::Quantities;
use crate::content::items::{Mode, Weapon};
use crate::ids::{EffectId, ItemKindId, KindId, SpellId, TalentId};
use crate::state::records::Posture;
use foeman_engine::ruleset::SideId;

/// A kind of figure: one for each figure of a roster, with its own attributes, and one for each type that can be made in
/// a battle.
#[derive(Debug)]
pub struct FigureKind {
    /// What it is known by: `side/figure` of those of a roster, the id of the type of those that can be made.
    pub record: String,
    /// The name of such a figure: its own, or the title of its type.
    pub name: String,
    /// The title of its type.
    pub title: String,
    /// Images it is drawn with.
    pub images: Vec<ImageLayer>,
    /// How it fights.
    pub kind: Kind,
    /// Whether it counts as a player figure.
    pub class: PlayerClass,
    /// Size in hundredths of a human.
    pub size: u32,
    /// The hexes it occupies and how others lie to it.
    pub shape: Shape,
    /// How it gets about.
    pub gait: Gait,
    /// Basic ST.
    pub st: i32,
    /// Basic DX.
    pub dx: i32,
    /// Basic IQ.
    pub iq: i32,
    /// Basic MA, in MP.
    pub ma: u8,
    /// The posture it comes in (`F1.6`, `F2.7`).
    pub posture: Posture,
    /// Attacks with its own body: those of a creature, or the weapon Unarmed of a hero (`F1.8`).
    pub body: Vec<Weapon>,
    /// Whether it strikes with its own body rather than with items.
    pub organic: bool,
    /// What its skin stops.
    pub hide: Protection,
    /// The spells it knows.
    pub spells: Vec<SpellId>,
    /// The talents it has.
    pub talents: Vec<TalentId>,
    /// What it is or does besides.
    pub effects: Vec<EffectId>,
    /// What amounts may name of the fields that packs declare for its type.
    pub fields: Counted,
    /// The values that this and its talents can change.
    pub changes: Quantities,
}

impl FigureKind {
    /// Whether it has hands for items. Creatures have none (a fill of `F1.8`).
    pub fn has_hands(&self) -> bool {
        !matches!(self.kind, Kind::Creature | Kind::Feature)
    }

    /// Whether it attacks with items in this mode: heroes and wizards in all modes, base humanoids only by hurling and
    /// shooting, since their organic weapons are for "unarmed, HTH and melee" (a fill of `F1.8`).
    pub fn attacks_with_items(&self, mode: Mode) -> bool {
        match self.kind {
            Kind::Hero | Kind::Wizard => true,
            Kind::Base => mode.flies(),
            Kind::Creature | Kind::Feature => false,
        }
    }

    /// A declared field of its type; 0 where its type has none of the name.
    pub fn field(&self, name: &str) -> i32 {
        let most = i64::from(u16::MAX);
        self.fields.get(name).map_or(0, |number| (*number).clamp(-most, most) as i32)
    }
}

/// The side of features that are there from the start: none of the battle's.
pub const OF_NOBODY: SideId = SideId(u8::MAX);

/// A figure as the battle starts.
#[derive(Debug)]
pub struct Start {
    /// What it is.
    pub kind: KindId,
    /// Its side.
    pub side: SideId,
    /// Where it is.
    pub pose: Pose,
    /// What it carries.
    pub gear: Vec<StartItem>,
    /// What it has suffered before.
    pub harm: OldHarm,
}

/// An item as the battle starts.
#[derive(Clone, Copy, Debug)]
pub struct StartItem {
    /// What it is.
    pub kind: ItemKindId,
    /// Where its owner carries it.
    pub place: Loadout,
    /// How many pieces; 1 of what is not counted.
    pub count: u16,
}

/// An item that lies on the ground as the battle starts.
#[derive(Clone, Copy, Debug)]
pub struct LyingItem {
    /// What it is.
    pub kind: ItemKindId,
    /// Where it lies.
    pub hex: Hex,
    /// How many pieces; 1 of what is not counted.
    pub count: u16,
    /// How it lies there.
    pub lie: Lie,
}
