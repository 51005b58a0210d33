//! What a figure can attack and ward with as it stands.

use crate::rulesets::foeman::catalogs::{ItemClass, Loadout, Ready};
use crate::rulesets::foeman::content::items::{ArmId, Mode, Weapon, WeaponId};
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::state::Grip;

/// A way to attack that is open now.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// The item; nothing for a part of the body.
    pub item: Option<ItemId>,
    /// Which of its uses, or of the attacks of the body.
    pub usage: u8,
    /// How it attacks.
    pub weapon: &'a Weapon,
}

impl Arm<'_> {
    /// Which way to attack it is, whoever holds what.
    pub fn id(self) -> ArmId {
        ArmId { item: self.item, usage: self.usage }
    }
}

/// What an arm of a figure is, whoever holds it.
pub fn of_content(now: Situation<'_>, figure: FigureId, arm: ArmId) -> WeaponId {
    match arm.item {
        Some(item) => WeaponId::Item(now.item(item).kind, arm.usage),
        None => WeaponId::Body(now.figure(figure).kind, arm.usage),
    }
}

/// The way to attack that an id stands for; nothing when there is no such thing.
pub fn named<'a>(now: Situation<'a>, figure: FigureId, arm: ArmId) -> Option<&'a Weapon> {
    let uses = match arm.item {
        Some(item) => &now.item_kind(item).uses,
        None => &now.kind(figure).body,
    };
    uses.get(usize::from(arm.usage))
}

/// The ways in which a figure can attack now, by items in the order they are carried: those that are ready, or for
/// strikes without any of them its body (`F1.8`, `F10.4`).
pub fn all<'a>(now: Situation<'a>, figure: FigureId) -> Vec<Arm<'a>> {
    let known = now.kind(figure);
    let mut arms = Vec::new();
    if !known.organic {
        for item in now.gear(figure).filter(|&item| now.item(item).is_held()) {
            if is_ready(now, figure, item) {
                let uses = now.item_kind(item).uses.iter().zip(0..);
                let open = uses.filter(|(weapon, _)| serves(now, figure, item, weapon));
                arms.extend(open.map(|(weapon, usage)| Arm { item: Some(item), usage, weapon }));
            }
        }
    }
    if !arms.iter().any(|arm| arm.weapon.mode == Mode::Strike) {
        arms.extend(known.body.iter().zip(0..).map(|(weapon, usage)| Arm { item: None, usage, weapon }));
    }
    arms
}

/// Those of one mode.
pub fn of<'a>(now: Situation<'a>, figure: FigureId, mode: Mode) -> Vec<Arm<'a>> {
    let mut arms = all(now, figure);
    arms.retain(|arm| arm.weapon.mode == mode);
    arms
}

/// The way to attack with this number among those of its mode.
pub fn nth<'a>(now: Situation<'a>, figure: FigureId, mode: Mode, attack: u8) -> Option<Arm<'a>> {
    of(now, figure, mode).get(usize::from(attack)).copied()
}

/// Whether a figure fights with its body or has something ready to strike with; bare hands, bows and nets engage
/// nobody (`F4.4`).
pub fn is_armed(now: Situation<'_>, figure: FigureId) -> bool {
    let organic = now.kind(figure).organic;
    of(now, figure, Mode::Strike).iter().any(|arm| organic || arm.item.is_some())
}

/// Whether an arm is a pole weapon: one that can jab (a fill of `F4.9`).
pub fn is_pole(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> bool {
    let uses = match arm.item {
        Some(item) => &now.item_kind(item).uses,
        None => &now.kind(figure).body,
    };
    uses.iter().any(|weapon| weapon.mode == Mode::Jab)
}

/// Whether an item is held so that it is of use (`F10.4`).
pub fn is_ready(now: Situation<'_>, figure: FigureId, item: ItemId) -> bool {
    let carried = now.item_kind(item);
    let place = now.item(item).place();
    match carried.ready {
        Ready::Worn => place == Some(Loadout::Worn),
        Ready::TwoHands => now.item(item).is_held() && others_held(now, figure, item) == 0,
        Ready::OneHand if carried.class == ItemClass::Wpn => {
            // An off-hand weapon wards as a shield does, from the second hand.
            place == Some(Loadout::FirstHand) || (place == Some(Loadout::SecondHand) && wards(now, item))
        }
        Ready::OneHand => now.item(item).is_held(),
    }
}

/// Whether an item stops blows from a hand: a shield, or a weapon that is made for the second hand (`F8.4`).
pub fn wards(now: Situation<'_>, item: ItemId) -> bool {
    let stops = now.item_kind(item).stops;
    stops.protection > 0 || stops.rating > 0
}

/// Whether a weapon for one hand is gripped with both, for which the other must be empty (`F10.3`).
pub fn grip(now: Situation<'_>, figure: FigureId, item: ItemId) -> Grip {
    match now.item(item).grip {
        Grip::BothHands if others_held(now, figure, item) == 0 => Grip::BothHands,
        _ => Grip::OneHand,
    }
}

/// How many other items a figure holds.
pub fn others_held(now: Situation<'_>, figure: FigureId, item: ItemId) -> usize {
    now.gear(figure).filter(|&other| other != item && now.item(other).is_held()).count()
}

/// Whether a ready item serves in this way: a weapon for one hand strikes and jabs from the first hand only, and in
/// the grip it is held in; what only serves as a weapon beside its class strikes from where it is.
fn serves(now: Situation<'_>, figure: FigureId, item: ItemId, weapon: &Weapon) -> bool {
    let carried = now.item_kind(item);
    let off_hand = carried.class == ItemClass::Wpn
        && carried.ready == Ready::OneHand
        && now.item(item).place() != Some(Loadout::FirstHand);
    match weapon.mode {
        Mode::Strike | Mode::Jab => !off_hand && weapon.grip.is_none_or(|wanted| wanted == grip(now, figure, item)),
        Mode::Hurl => true,
        Mode::Fire => !off_hand,
    }
}
