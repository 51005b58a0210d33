//! Kinds of figures: all values that do not change during a battle.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::declared::Counted;
use foeman_schema::grid::Hex;

use crate::body::paths::Gait;
use crate::body::shape::{Pose, Shape};
use crate::catalogs::{Kind, Lie, Loadout, OldHarm, PlayerClass, Protection};
use crate::content::effects::DeedSet;
use crate::content::events::Arrival;
use crate::content::items::Weapon;
use crate::ids::{EffectId, ItemKindId, KindId, SpellId, TalentId};
use crate::option::Mode;
use crate::state::records::Posture;
use foeman_engine::ruleset::SideId;

/// A kind of figure. Each figure of a roster has a kind with its own attributes; each type that can be created during a
/// battle has one too.
#[derive(Debug)]
pub struct FigureKind {
    /// Its key: `side/figure` for a figure of a roster, the id of the type for one that can be created.
    pub record: String,
    /// The name of the figure, or the title of its type for one that can be created.
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
    /// The hexes it occupies, and the positions of other hexes relative to them.
    pub shape: Shape,
    /// Its movement costs for pathfinding.
    pub gait: Gait,
    /// Basic ST.
    pub st: i32,
    /// Basic DX.
    pub dx: i32,
    /// Basic IQ.
    pub iq: i32,
    /// Basic MA, in MP.
    pub ma: u8,
    /// Its initial posture (`F1.6`, `F2.7`).
    pub posture: Posture,
    /// Attacks with its own body: a creature's natural attacks, or a hero's weapon Unarmed (`F1.8`).
    pub body: Vec<Weapon>,
    /// Whether it strikes with its own body rather than with items.
    pub organic: bool,
    /// Protection by its hide.
    pub hide: Protection,
    /// The spells it knows.
    pub spells: Vec<SpellId>,
    /// The talents it has.
    pub talents: Vec<TalentId>,
    /// Its other properties, as effects.
    pub effects: Vec<EffectId>,
    /// The numeric fields that packs declare for its type, for use in amounts.
    pub fields: Counted,
    /// The deeds of its passive effects, and of the passive effects of its talents.
    pub does: DeedSet,
}

impl FigureKind {
    /// Whether it has hands for items. Creatures have none (an assumption about `F1.8`).
    pub fn has_hands(&self) -> bool {
        !matches!(self.kind, Kind::Creature | Kind::Feature)
    }

    /// Whether it attacks with items in this mode: heroes and wizards in all modes, base humanoids only when they hurl
    /// and shoot, since their organic weapons are for "unarmed, HTH and melee" (an assumption about `F1.8`).
    pub fn attacks_with_items(&self, mode: Mode) -> bool {
        match self.kind {
            Kind::Hero | Kind::Wizard => true,
            Kind::Base => mode.flies(),
            Kind::Creature | Kind::Feature => false,
        }
    }

    /// The value of a declared field of its type; 0 if the type has no field of this name.
    pub fn field(&self, name: &str) -> i32 {
        let most = i64::from(u16::MAX);
        self.fields.get(name).map_or(0, |number| (*number).clamp(-most, most) as i32)
    }
}

/// The side of features that are on the map from the start: none of the sides in battle.
pub const OF_NOBODY: SideId = SideId(u8::MAX);

/// A figure at the start of the battle.
#[derive(Debug)]
pub struct Start {
    /// Its kind.
    pub kind: KindId,
    /// Its side.
    pub side: SideId,
    /// Its position and facing.
    pub pose: Pose,
    /// The items it carries.
    pub gear: Vec<StartItem>,
    /// Its harm from before the battle.
    pub harm: OldHarm,
    /// Its arrival, if it is not there from the start.
    pub arrival: Option<Arrival>,
}

/// An item at the start of the battle.
#[derive(Clone, Copy, Debug)]
pub struct StartItem {
    /// Its kind.
    pub kind: ItemKindId,
    /// Its place on the owner.
    pub place: Loadout,
    /// The number of pieces; 1 for an item that is not counted.
    pub count: u16,
}

/// An item on the ground at the start of the battle.
#[derive(Clone, Copy, Debug)]
pub struct LyingItem {
    /// Its kind.
    pub kind: ItemKindId,
    /// Its hex.
    pub hex: Hex,
    /// The number of pieces; 1 for an item that is not counted.
    pub count: u16,
    /// How it is placed on the ground.
    pub lie: Lie,
}
