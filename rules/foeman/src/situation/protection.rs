//! Protection against damage: defending item, shield, armour and hide (`F8.3`, `F8.4`).

use serde::{Deserialize, Serialize};

use crate::body::shape::{Bearing, Hand, Position};
use crate::catalogs::effects::Quantity;
use crate::catalogs::{ItemClass, Loadout, Protection, Quality, Ready};
use crate::constants::{DEFEND_RATING, DEFEND_WEAPON_BLOCK};
use crate::content::ItemKind;
use crate::ids::{FigureId, ItemId};
use crate::notation::Bypass;
use crate::notation::bypass::{Defend, Stops};
use crate::option::Mode;
use crate::rolls::{Addition, Reason, Total};
use crate::situation::applying::Versus;
use crate::situation::{Situation, counting, footprint, values, weapons};
use crate::state::{Action, ActionKind, Carrying};

/// A source of protection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Source {
    /// A shield, a weapon or armour.
    Item {
        /// The item.
        item: ItemId,
    },
    /// The figure's own hide.
    Hide,
    /// Spells and other protection without an item.
    Ward,
}

/// One source of protection against an attack, with its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guard {
    /// The source.
    pub source: Source,
    /// It interposes if 1D is at most this; 0: never.
    pub rating: u8,
    /// The die that decided whether it interposed; `None` if it has no rating.
    pub die: Option<u8>,
    /// Points it stopped.
    pub stopped: i32,
}

impl Guard {
    /// Whether it interposed.
    pub fn interposed(&self) -> bool {
        self.die.is_some_and(|die| die <= self.rating)
    }
}

/// The protection against an attack: shields first, then armour, then hide (`F8.3`).
pub fn in_the_way(now: Situation<'_>, target: FigureId, attacker: FigureId, mode: Mode) -> Vec<(Source, Protection)> {
    let mut guards = Vec::new();
    each_in_the_way(now, target, attacker, mode, &mut |source, stops| guards.push((source, stops)));
    guards
}

/// Visits the protection against an attack, in the order of [`in_the_way`].
pub(crate) fn each_in_the_way(
    now: Situation<'_>,
    target: FigureId,
    attacker: FigureId,
    mode: Mode,
    found: &mut dyn FnMut(Source, Protection),
) {
    let mut found = |source: Source, stops: Protection| {
        if stops.protection > 0 || stops.rating > 0 {
            found(source, stops);
        }
    };
    let bearing = footprint::bearing(now, target, attacker);
    let response = response(now, target, attacker, mode);
    let defending = match (response, now.figure(target).option) {
        (Some(Response::Defends), Some(Action::Defend { item, .. })) => item,
        _ => None,
    };
    for item in now.gear(target) {
        let front = match response {
            Some(Response::Dodges) if now.item_kind(item).covers_dodger => Carrying::Cover,
            _ => now.item(item).carrying,
        };
        if defending == Some(item) {
            // "If the Defending item is the only shield-type item held" it covers the front, "otherwise it acts as a
            // shield", regardless of the attack.
            let mut others = now.gear(target).filter(|&other| other != item);
            let shields = |other: ItemId| now.item(other).is_held() && wards(now, target, other, Mode::Strike);
            if !others.any(shields) || covers(now, item, front, bearing) {
                found(Source::Item { item }, as_defending(now, item));
            }
        } else if wards(now, target, item, mode) && covers(now, item, front, bearing) {
            found(Source::Item { item }, now.item_kind(item).stops);
        }
    }
    each_on_the_body(now, target, Versus::other(attacker), &mut found);
}

/// The protection against harm from any direction: armour, then hide, then protection without an item that applies
/// against that figure (`F8.3`).
fn on_the_body(now: Situation<'_>, target: FigureId, versus: Versus) -> Vec<(Source, Protection)> {
    let mut guards = Vec::new();
    each_on_the_body(now, target, versus, &mut |source, stops| guards.push((source, stops)));
    guards
}

fn each_on_the_body(now: Situation<'_>, target: FigureId, versus: Versus, found: &mut dyn FnMut(Source, Protection)) {
    let worn = |item: &ItemId| now.item_kind(*item).class == ItemClass::Amr && weapons::is_worn(now, *item);
    for item in now.gear(target).filter(worn) {
        found(Source::Item { item }, now.item_kind(item).stops);
    }
    found(Source::Hide, hide(now, target, versus));
    found(Source::Ward, ward(now, target, versus));
}

/// The protection by the hide of a figure, with effects.
fn hide(now: Situation<'_>, figure: FigureId, versus: Versus) -> Protection {
    let own = now.kind(figure).hide;
    let base = Total::of(Reason::OfKind, i32::from(own.protection));
    let protection = values::changed(now, Quantity::Hide, figure, versus, base).total();
    Protection { protection: protection.clamp(0, i32::from(u8::MAX)) as u8, ..own }
}

/// The protection of a figure without an item.
fn ward(now: Situation<'_>, figure: FigureId, versus: Versus) -> Protection {
    let protection = values::changed(now, Quantity::Protection, figure, versus, Total::default()).total();
    Protection { protection: protection.clamp(0, i32::from(u8::MAX)) as u8, ..Protection::default() }
}

/// The protection against an attack, and the protection that it ignores.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guarded {
    /// The protection that applies, in order.
    pub stops: Vec<(Source, Protection)>,
    /// The sources of protection that the attack ignores (`F8.5`).
    pub bypassed: Vec<Source>,
}

/// The protection against an attack with a bypass record (`F8.5`).
pub fn against(
    now: Situation<'_>,
    target: FigureId,
    attacker: FigureId,
    (mode, bypass): (Mode, Bypass),
    hit_dice: u8,
) -> Guarded {
    let versus = Versus { pierces: bypass.spell.ignored_level(hit_dice), ..Versus::other(attacker) };
    guarded(now, (target, versus), bypass, in_the_way(now, target, attacker, mode))
}

/// The protection against harm that does not fly: no shields (an assumption).
pub fn at_hand(
    now: Situation<'_>,
    target: FigureId,
    from: Option<FigureId>,
    (bypass, hit_dice): (Bypass, u8),
) -> Guarded {
    let versus = Versus { other: from, arm: None, pierces: bypass.spell.ignored_level(hit_dice) };
    guarded(now, (target, versus), bypass, on_the_body(now, target, Versus { pierces: None, ..versus }))
}

fn guarded(
    now: Situation<'_>,
    (target, versus): (FigureId, Versus),
    bypass: Bypass,
    guards: Vec<(Source, Protection)>,
) -> Guarded {
    let mut guarded = Guarded::default();
    for (source, whole) in guards {
        let left = match source {
            Source::Item { item } => {
                let kind = now.item_kind(item);
                let stops = if kind.class == ItemClass::Amr { bypass.armour } else { bypass.shield };
                left_by(stops, is_magical(kind), whole)
            }
            // Ignored spells improve neither hide nor ward. Assumption: the hide counts as armour without magic.
            Source::Hide => left_by(bypass.armour, false, hide(now, target, versus)),
            Source::Ward => ward(now, target, versus),
        };
        if left.protection > 0 || left.rating > 0 {
            guarded.stops.push((source, left));
        } else if whole.protection > 0 || whole.rating > 0 {
            guarded.bypassed.push(source);
        }
    }
    guarded
}

/// Whether an item counts as magical for bypass records.
pub(crate) fn is_magical(kind: &ItemKind) -> bool {
    kind.quality == Quality::Magical
}

/// The part of an item's protection that a bypass record leaves.
pub(crate) fn left_by(stops: Stops, magical: bool, whole: Protection) -> Protection {
    let without = Protection { protection: 0, ..whole };
    match stops {
        Stops::Normal => whole,
        Stops::Nothing => Protection::default(),
        Stops::OnlyMagical if magical => whole,
        Stops::NoProtection => without,
        Stops::OnlyMagicalNoProtection if magical => without,
        Stops::OnlyMagical | Stops::OnlyMagicalNoProtection => Protection::default(),
    }
}

/// Whether a shield or off-hand weapon covers the side of a figure on which `from` is (`F4.7`).
pub fn shields_side(now: Situation<'_>, target: FigureId, from: FigureId) -> bool {
    let bearing = footprint::bearing(now, target, from);
    let shields =
        |item: ItemId| wards(now, target, item, Mode::Strike) && covers(now, item, now.item(item).carrying, bearing);
    now.gear(target).any(shields)
}

/// The response of a target that makes an attack harder (`F7.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    /// It parries.
    Defends,
    /// It evades.
    Dodges,
}

impl Response {
    /// Whether the response works against an attack with a bypass record (`F8.5`).
    pub fn helps(self, bypass: Bypass) -> bool {
        match bypass.defend {
            Defend::Normal => true,
            Defend::Neither => false,
            Defend::NoDefend => self != Self::Defends,
            Defend::NoDodge => self != Self::Dodges,
        }
    }
}

/// The response of a target to an attack: it parries an adjacent attacker in its front, and evades missiles from
/// farther away (`F7.3`).
pub fn response(now: Situation<'_>, target: FigureId, attacker: FigureId, mode: Mode) -> Option<Response> {
    let taken = counting::performed(now, target)?;
    let adjacent = mode == Mode::Strike || footprint::adjacent(now, attacker, target);
    match taken {
        ActionKind::Dodge if mode.flies() && !adjacent => Some(Response::Dodges),
        ActionKind::Defend if adjacent => {
            let from = footprint::bearing(now, target, attacker).position;
            (from == Position::Front).then_some(Response::Defends)
        }
        _ => None,
    }
}

/// Whether an item serves as a shield against an attack: a shield, or an off-hand weapon against blows (`F8.4`).
fn wards(now: Situation<'_>, figure: FigureId, item: ItemId, mode: Mode) -> bool {
    let carried = now.item_kind(item);
    let off_hand = carried.class == ItemClass::Wpn
        && carried.ready == Ready::OneHand
        && now.item(item).place() == Some(Loadout::SecondHand);
    (carried.shields || (off_hand && !mode.flies()))
        && weapons::wards(now, item)
        && weapons::is_ready(now, figure, item)
}

/// Whether a shield or off-hand weapon, carried like this, covers a direction (`F8.4`).
fn covers(now: Situation<'_>, item: ItemId, carrying: Carrying, from: Bearing) -> bool {
    let own_hand = match now.item(item).place() {
        Some(Loadout::FirstHand) => Hand::Right,
        _ => Hand::Left,
    };
    match carrying {
        Carrying::Cover => from.position == Position::Front,
        Carrying::Order => from.position != Position::Rear && [Hand::Ahead, own_hand].contains(&from.hand),
        Carrying::Lower => false,
    }
}

fn as_defending(now: Situation<'_>, item: ItemId) -> Protection {
    let carried = now.item_kind(item);
    let block = match carried.stops.block {
        0 if carried.class == ItemClass::Wpn => DEFEND_WEAPON_BLOCK,
        own => own,
    };
    Protection { rating: DEFEND_RATING, block, ..carried.stops }
}
