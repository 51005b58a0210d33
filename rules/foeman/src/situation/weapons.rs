//! Weapons: the attacks that a figure's ready items and body allow, and what it can parry with.

use smallvec::SmallVec;

use crate::catalogs::effects::When;
use crate::catalogs::{ItemClass, Loadout, Ready};
use crate::content::items::{ArmId, Weapon, WeaponId};
use crate::ids::{FigureId, ItemId};
use crate::option::{Manner, Mode, Order};
use crate::situation::Situation;
use crate::state::{Grip, MANY};

/// An attack that is possible now: a weapon in a figure's hands, or a part of its body.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// The item; `None` for a part of the body.
    pub item: Option<ItemId>,
    /// The position among the item's uses, or among the attacks of the body.
    pub usage: u8,
    /// The weapon.
    pub weapon: &'a Weapon,
}

impl Arm<'_> {
    /// The identity of this attack, independent of the moment.
    pub fn id(self) -> ArmId {
        ArmId { item: self.item, usage: self.usage }
    }
}

/// Attacks of a figure; few figures have more than these.
pub type Arms<'a> = SmallVec<[Arm<'a>; 4]>;

/// The weapon in the content for an attack of a figure.
pub fn of_content(now: Situation<'_>, figure: FigureId, arm: ArmId) -> WeaponId {
    match arm.item {
        Some(item) => WeaponId::Item(now.item(item).kind, arm.usage),
        None => WeaponId::Body(now.figure(figure).kind, arm.usage),
    }
}

/// The weapon for an attack of a figure; `None` if it does not exist.
pub fn named<'a>(now: Situation<'a>, figure: FigureId, arm: ArmId) -> Option<&'a Weapon> {
    let uses = match arm.item {
        Some(item) => &now.item_kind(item).uses,
        None => &now.kind(figure).body,
    };
    uses.get(usize::from(arm.usage))
}

/// The attacks that a figure of this kind can make with an item, ready or not, with their positions (`F1.8`).
pub fn uses(now: Situation<'_>, figure: FigureId, item: ItemId) -> impl Iterator<Item = (&Weapon, u8)> {
    let known = now.kind(figure);
    now.item_kind(item).uses.iter().zip(0..).filter(move |(weapon, _)| known.attacks_with_items(weapon.mode))
}

/// The attacks that a figure can make now, by items in the order in which they are carried: with ready items, and with
/// its body if no ready item can strike (`F1.8`, `F10.4`).
pub fn all<'a>(now: Situation<'a>, figure: FigureId) -> Arms<'a> {
    in_modes(now, figure, &Mode::ALL)
}

fn in_modes<'a>(now: Situation<'a>, figure: FigureId, modes: &[Mode]) -> Arms<'a> {
    let mut arms = Arms::new();
    let mut strikes = false;
    each_with_items(now, figure, |arm| {
        strikes |= arm.weapon.mode == Mode::Strike;
        if modes.contains(&arm.weapon.mode) {
            arms.push(arm);
        }
    });
    if !strikes {
        let body = now.kind(figure).body.iter().zip(0..).filter(|(weapon, _)| modes.contains(&weapon.mode));
        arms.extend(body.map(|(weapon, usage)| Arm { item: None, usage, weapon }));
    }
    if !now.content.rules.choose_items && arms.len() > 1 {
        for &mode in modes {
            assume_item(now, mode, &mut arms);
        }
    }
    arms
}

/// Visits the attacks with ready items, by items in the order in which they are carried.
fn each_with_items<'a>(now: Situation<'a>, figure: FigureId, mut found: impl FnMut(Arm<'a>)) {
    let kind = now.kind(figure);
    for item in now.gear(figure).filter(|&item| now.item(item).is_held()) {
        let uses = &now.item_kind(item).uses;
        if uses.is_empty() || !is_ready(now, figure, item) {
            continue;
        }
        for (weapon, usage) in uses.iter().zip(0..) {
            if kind.attacks_with_items(weapon.mode) && serves(now, figure, item, weapon) {
                found(Arm { item: Some(item), usage, weapon });
            }
        }
    }
}

/// The greatest distance at which a figure could attack others than adjacent figures with any of its weapons, ready or
/// not, in hexes; 0: none.
pub fn farthest(now: Situation<'_>, figure: FigureId) -> u32 {
    // Effects on ranges: any distance.
    if now.content.touched.farthest == u32::MAX {
        return u32::MAX;
    }
    match distances(now) {
        Some((kept, _)) => kept.get(figure.index()).copied().unwrap_or_else(|| look_at(now, figure)),
        None => look_at(now, figure),
    }
}

fn look_at(now: Situation<'_>, figure: FigureId) -> u32 {
    let body = now.kind(figure).body.iter().map(Weapon::farthest);
    body.chain(now.gear(figure).map(|item| now.item_kind(item).farthest)).max().unwrap_or_default()
}

/// A distance that no attack of any figure exceeds, except on adjacent figures.
pub fn farthest_of_all(now: Situation<'_>) -> u32 {
    match distances(now) {
        Some((_, most)) if now.content.touched.farthest < u32::MAX => most,
        _ => now.content.touched.farthest,
    }
}

/// These distances of all figures, by number, and the greatest of them, which are kept in large battles.
fn distances(now: Situation<'_>) -> Option<(&[u32], u32)> {
    let figures = || (0..now.state.figures.len() as u16).map(FigureId);
    let find = || figures().map(|figure| look_at(now, figure)).collect();
    let kept = (now.state.figures.len() >= MANY).then(|| now.state.recall.farthest(find))?;
    debug_assert!(
        figures().zip(kept.0).all(|(figure, kept)| *kept == look_at(now, figure)),
        "the kept distances are out of date"
    );
    Some(kept)
}

/// Keeps only the attacks with one item for a mode: the one in the first hand, if there are several (`F6.10`).
fn assume_item(now: Situation<'_>, mode: Mode, arms: &mut Arms<'_>) {
    let in_mode = |arm: &&Arm<'_>| arm.weapon.mode == mode;
    let in_first = |item: &ItemId| now.item(*item).place() == Some(Loadout::FirstHand);
    let mut items = arms.iter().filter(in_mode).filter_map(|arm| arm.item);
    let Some(any) = items.next() else { return };
    let assumed = std::iter::once(any).chain(items).find(in_first).unwrap_or(any);
    arms.retain(|arm| arm.weapon.mode != mode || arm.item == Some(assumed));
}

/// The attacks in one mode.
pub fn of<'a>(now: Situation<'a>, figure: FigureId, mode: Mode) -> Arms<'a> {
    in_modes(now, figure, &[mode])
}

/// The attack with this number among the attacks of its mode.
pub fn nth<'a>(now: Situation<'a>, figure: FigureId, mode: Mode, attack: u8) -> Option<Arm<'a>> {
    of(now, figure, mode).get(usize::from(attack)).copied()
}

/// The attack that an order refers to.
pub fn ordered<'a>(now: Situation<'a>, order: Order) -> Option<Arm<'a>> {
    match order.manner {
        Manner::Second => second(now, order.figure, order.mode).get(usize::from(order.attack)).copied(),
        _ => nth(now, order.figure, order.mode, order.attack),
    }
}

/// The attacks possible as the second of two: the attacks possible as the first, and attacks with a weapon in the
/// second hand.
pub fn second<'a>(now: Situation<'a>, figure: FigureId, mode: Mode) -> Arms<'a> {
    let mut arms = of(now, figure, mode);
    if mode == Mode::Strike && now.kind(figure).attacks_with_items(mode) {
        let in_second = |item: &ItemId| now.item(*item).place() == Some(Loadout::SecondHand);
        for item in now.gear(figure).filter(in_second) {
            let uses = now.item_kind(item).uses.iter().zip(0..);
            let strikes = uses.filter(|(weapon, _)| weapon.mode == mode && weapon.grip != Some(Grip::BothHands));
            let known = |usage| arms.iter().any(|arm| arm.id() == ArmId { item: Some(item), usage });
            let new: Arms<'_> = strikes
                .filter(|&(_, usage)| now.item_kind(item).ready == Ready::OneHand && !known(usage))
                .map(|(weapon, usage)| Arm { item: Some(item), usage, weapon })
                .collect();
            arms.extend(new);
        }
    }
    arms
}

/// Whether a hit with this weapon has effects other than damage, such as entangling or poison.
pub fn acts_on_hit(now: Situation<'_>, arm: Arm<'_>) -> bool {
    let ammo = arm.item.and_then(|item| now.item(item).loaded);
    let kinds = arm.item.into_iter().chain(ammo).map(|item| now.item_kind(item));
    kinds.flat_map(|kind| &kind.effects).any(|&effect| now.content.effect(effect).when == When::Hit)
}

/// Whether a figure fights with its body or has an item ready to strike with. Bare hands, bows and nets do not engage
/// opponents (`F4.4`).
pub fn is_armed(now: Situation<'_>, figure: FigureId) -> bool {
    let mut strikes = false;
    each_with_items(now, figure, |arm| strikes |= arm.weapon.mode == Mode::Strike);
    let kind = now.kind(figure);
    strikes || (kind.organic && kind.body.iter().any(|weapon| weapon.mode == Mode::Strike))
}

/// Whether a weapon is a pole weapon: one that can jab (an assumption about `F4.9`).
pub fn is_pole(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> bool {
    let uses = match arm.item {
        Some(item) => &now.item_kind(item).uses,
        None => &now.kind(figure).body,
    };
    uses.iter().any(|weapon| weapon.mode == Mode::Jab)
}

/// Whether an item is held so that it can be used (`F10.4`).
pub fn is_ready(now: Situation<'_>, figure: FigureId, item: ItemId) -> bool {
    let carried = now.item_kind(item);
    let place = now.item(item).place();
    match carried.ready {
        Ready::OneHand | Ready::TwoHands if !now.kind(figure).has_hands() => false,
        Ready::Worn => place == Some(Loadout::Worn),
        Ready::TwoHands => now.item(item).is_held() && others_held(now, figure, item) == 0,
        Ready::OneHand if carried.class == ItemClass::Wpn && !now.content.rules.ambidextrous => {
            // An off-hand weapon parries from the second hand, as a shield does.
            place == Some(Loadout::FirstHand) || (place == Some(Loadout::SecondHand) && wards(now, item))
        }
        Ready::OneHand => now.item(item).is_held(),
    }
}

/// Whether an item is worn.
pub fn is_worn(now: Situation<'_>, item: ItemId) -> bool {
    now.item(item).place() == Some(Loadout::Worn)
}

/// Whether an item parries blows: a shield, or a weapon made for the second hand (`F8.4`).
pub fn wards(now: Situation<'_>, item: ItemId) -> bool {
    let stops = now.item_kind(item).stops;
    stops.protection > 0 || stops.rating > 0
}

/// The grip of a one-handed weapon. For a grip with both hands, the other hand must be empty (`F10.3`).
pub fn grip(now: Situation<'_>, figure: FigureId, item: ItemId) -> Grip {
    match now.item(item).grip {
        Grip::BothHands if others_held(now, figure, item) == 0 => Grip::BothHands,
        _ => Grip::OneHand,
    }
}

/// The number of other items that a figure holds.
pub fn others_held(now: Situation<'_>, figure: FigureId, item: ItemId) -> usize {
    now.gear(figure).filter(|&other| other != item && now.item(other).is_held()).count()
}

/// Whether a ready item can be used for this attack. A one-handed weapon strikes and jabs from the first hand only, in
/// its current grip; an item of another class that serves as a weapon strikes from either hand.
fn serves(now: Situation<'_>, figure: FigureId, item: ItemId, weapon: &Weapon) -> bool {
    let carried = now.item_kind(item);
    let off_hand = carried.class == ItemClass::Wpn
        && carried.ready == Ready::OneHand
        && !now.content.rules.ambidextrous
        && now.item(item).place() != Some(Loadout::FirstHand);
    match weapon.mode {
        Mode::Strike | Mode::Jab => !off_hand && weapon.grip.is_none_or(|wanted| wanted == grip(now, figure, item)),
        Mode::Hurl => true,
        Mode::Fire => !off_hand,
    }
}
