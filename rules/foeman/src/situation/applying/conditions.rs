//! Conditions of effects: whether the required state, ground, opponent and weapon are present.

use super::engagement::engaged_by;
use super::{Applied, Depth, Versus};
use crate::catalogs::ItemClass;
use crate::catalogs::effects::{When, While, Who};
use crate::content::{Deed, Effect, Within};
use crate::ids::{FigureId, ItemId, Source};
use crate::situation::{Situation, counting, footprint, weapons};
use crate::state::ActionKind;
use crate::state::records::Posture;

/// Whether an effect on allies or foes of a figure applies to another one; allies include the figure itself.
pub fn covers(now: Situation<'_>, effect: &Effect, center: FigureId, other: FigureId) -> bool {
    let sided = match effect.who {
        Who::Allies => !now.opposed(center, other),
        Who::Foes => now.opposed(center, other),
        Who::Target | Who::Own | Who::Occupants => return false,
    };
    sided && effect.within.is_none_or(|within| between(now, center, other) <= u32::from(within))
}

/// The distance between the nearest hexes of two figures.
pub fn between(now: Situation<'_>, one: FigureId, other: FigureId) -> u32 {
    let (ours, theirs) = (footprint::hexes(now, one), footprint::hexes(now, other));
    ours.iter().flat_map(|a| theirs.iter().map(|b| a.distance(*b))).min().unwrap_or(0)
}

/// The figures whose hexes a figure is in: fires and shadows, and figures that share its hex.
pub fn hosts(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = FigureId> + '_ {
    let hexes = footprint::hexes(now, figure);
    let others = now.figures().filter(move |&other| other != figure && !now.kind(other).effects.is_empty());
    others.filter(move |&other| footprint::hexes(now, other).iter().any(|hex| hexes.contains(hex)))
}

/// Whether an effect of a figure applies now.
pub(super) fn applies(
    now: Situation<'_>,
    about: FigureId,
    applied: &Applied<'_>,
    versus: Versus,
    depth: Depth,
) -> bool {
    let Applied { effect, bearer, item, .. } = *applied;
    // The target of an effect in force is already known. For other effects, the opponent counts.
    let against = || match (bearer == about, applied.rolled) {
        (true, None) => versus.other,
        (true, Some(_)) if matches!(effect.deed, Deed::Modify { .. }) => versus.other,
        _ => Some(about),
    };
    let in_terrain = || match effect.in_terrain {
        None => true,
        Some(Within::Terrain(terrain)) => now.field().terrain(now.figure(bearer).hex) == Some(terrain),
        Some(Within::Nowhere) => false,
    };
    let near = |[nearest, farthest]: [u8; 2]| {
        versus
            .other
            .is_some_and(|other| (u32::from(nearest)..=u32::from(farthest)).contains(&between(now, bearer, other)))
    };
    let pierced = || match (applied.source, versus.pierces) {
        (Source::Spell(spell), Some(level)) => now.content.spell(spell).iq <= i32::from(level),
        _ => false,
    };
    !pierced()
        && holds(now, effect, (bearer, item), versus, depth)
        && serves(now, effect, item, versus)
        && fits_talent(now, applied, versus)
        && in_terrain()
        && effect.against.is_none_or(|kind| against().is_some_and(|other| now.kind(other).kind == kind))
        && effect.range.is_none_or(near)
}

/// Whether the figure, or the item that is the effect's source, is in the required state.
pub fn holds(
    now: Situation<'_>,
    effect: &Effect,
    (bearer, item): (FigureId, Option<ItemId>),
    versus: Versus,
    depth: Depth,
) -> bool {
    let own = now.figure(bearer);
    let chosen = |kind| counting::performed(now, bearer) == Some(kind);
    let carried = item.is_none_or(|item| now.item(item).place().is_some());
    let engaged = || depth.others && !engaged_by(now, bearer).is_empty();
    let weapon = || versus.arm.and_then(|arm| arm.item);
    let state = match effect.applies {
        While::Always | While::Owned | While::Carried => true,
        While::Ready => match (item, versus.arm) {
            (Some(item), _) => weapons::is_ready(now, bearer, item),
            (None, Some(arm)) => arm.item.is_some(),
            (None, None) => now.gear(bearer).any(|item| now.item(item).is_held()),
        },
        While::Worn => item.is_none_or(|item| weapons::is_worn(now, item)),
        While::Loaded => match item.or_else(weapon) {
            Some(item) => now.item(item).loaded.is_some(),
            None => now.gear(bearer).any(|item| now.item(item).loaded.is_some()),
        },
        While::Aimed => own.aim.is_some_and(|aim| versus.other.is_none_or(|other| other == aim.target)),
        While::Engaged => engaged(),
        While::Unengaged => depth.others && !engaged(),
        While::Charging => counting::charges(now, bearer),
        While::Defending => chosen(ActionKind::Defend),
        While::Dodging => chosen(ActionKind::Dodge),
        While::Prone => own.posture == Posture::Prone,
        While::Standing => own.posture == Posture::Standing,
        While::AdjacentAlly => {
            depth.others
                && now.active_of(now.side(bearer)).any(|ally| ally != bearer && footprint::adjacent(now, bearer, ally))
        }
    };
    carried && state
}

/// Whether an effect of a talent on weapons in hand applies to this weapon: a weapon that names a talent is only
/// affected by that talent.
pub(super) fn fits_talent(now: Situation<'_>, applied: &Applied<'_>, versus: Versus) -> bool {
    let (Source::Talent(talent), Some(arm)) = (applied.source, versus.arm) else { return true };
    let in_hand = matches!(applied.effect.applies, While::Ready | While::Loaded | While::Aimed);
    let named = arm.item.and_then(|item| now.item_kind(item).uses.get(usize::from(arm.usage))?.talent);
    !in_hand || named.is_none_or(|named| named == talent)
}

/// Whether an effect of an item applies to an attack. Effects of a weapon on attacks apply only to its own attacks, and
/// effects of ammunition only to the attacks in which it is fired.
pub(super) fn serves(now: Situation<'_>, effect: &Effect, item: Option<ItemId>, versus: Versus) -> bool {
    let (Some(item), Some(arm)) = (item, versus.arm) else { return true };
    let of_attack = match effect.deed {
        Deed::Modify { what, .. } => effect.when != When::HitBy && what.is_of_attacks(),
        _ => false,
    };
    match now.item_kind(item).class {
        ItemClass::Wpn if of_attack => arm.item == Some(item),
        ItemClass::Amo if of_attack => arm.item.is_some_and(|weapon| now.item(weapon).loaded == Some(item)),
        _ => true,
    }
}
