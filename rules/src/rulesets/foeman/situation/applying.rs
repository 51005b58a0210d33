//! Which effects apply to a figure: what it is, carries and has learnt, where it is, who is near, and what is in force.
//!
//! In the order in which they are counted: what its kind does, the ground, gear in place order, talents, what comes from
//! others, and effects in force by age.

use smallvec::SmallVec;

use crate::rulesets::foeman::body::shape;
use crate::rulesets::foeman::catalogs::effects::{Quantity, When, While, Who};
use crate::rulesets::foeman::catalogs::{ItemClass, Kind};
use crate::rulesets::foeman::content::items::ArmId;
use crate::rulesets::foeman::content::{Deed, Effect, Within};
use crate::rulesets::foeman::ids::{EffectId, FigureId, ItemId, TalentId};
use crate::rulesets::foeman::situation::engagement::engaged_by;
use crate::rulesets::foeman::situation::{Situation, counting, statuses, weapons};
use crate::rulesets::foeman::state::records::Posture;
use crate::rulesets::foeman::state::{ActionKind, Source, Stage};

/// An effect that applies to a figure now.
#[derive(Clone, Copy, Debug)]
pub struct Applied<'a> {
    /// Which it is.
    pub id: EffectId,
    /// What it does.
    pub effect: &'a Effect,
    /// Where it comes from.
    pub source: Source,
    /// Who brings it about: the caster of a spell, the owner of an item or talent.
    pub owner: FigureId,
    /// Whose condition decides whether it applies: the owner, or for what is in force whom it is about.
    pub bearer: FigureId,
    /// The item it comes with.
    pub item: Option<ItemId>,
    /// What was rolled when it began; nothing for what always applies.
    pub rolled: Option<i32>,
}

/// Against whom and with what, where that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Versus {
    /// The other figure: the target of an attack, or the attacker.
    pub other: Option<FigureId>,
    /// The way the attack is made; nothing for a spell.
    pub arm: Option<ArmId>,
    /// Protective spells up to this IQ level do not help (`F8.5`).
    pub pierces: Option<u8>,
}

impl Versus {
    /// Nobody in particular.
    pub const NOBODY: Self = Self { other: None, arm: None, pierces: None };

    /// Another figure, whatever with.
    pub fn other(other: FigureId) -> Self {
        Self { other: Some(other), ..Self::NOBODY }
    }
}

/// How far a question goes: what is left out, so that it never leads back to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    others: bool,
    ground: bool,
    talents: bool,
}

impl Depth {
    /// Everything counts.
    pub const FULL: Self = Self { others: true, ground: true, talents: true };

    /// Only what does not depend on where others are and whether they take part. Whether somebody takes part or engages
    /// somebody goes by this (a fill: nobody faints because somebody comes near).
    pub const FIRM: Self = Self { others: false, ..Self::FULL };

    /// Everything but the ground: what decides whether somebody touches it.
    pub const ALOFT: Self = Self { ground: false, ..Self::FULL };

    /// Without what talents do: what decides which talents somebody has.
    fn untaught(self) -> Self {
        Self { talents: false, ..self }
    }
}

/// Finds all effects that apply to a figure, in the order in which they are counted.
///
/// What changes only attacks on the figure (`when: hit-by`) is found as well: whoever asks looks at it.
pub fn each<'a>(
    now: Situation<'a>,
    figure: FigureId,
    versus: Versus,
    depth: Depth,
    found: &mut dyn FnMut(Applied<'a>),
) {
    let mut offer = |applied: Applied<'a>| {
        if applies(now, figure, &applied, versus, depth) {
            found(applied);
        }
    };
    own(now, figure, Own::KindAndGround, depth, &mut offer);
    own(now, figure, Own::GearAndTalents, depth, &mut offer);
    if depth.others && now.content.touched.auras {
        from_others(now, figure, &mut offer);
    }
    for force in now.state.effects.iter().filter(|force| force.target == figure && force.stage == Stage::Works) {
        offer(Applied {
            id: force.effect,
            effect: now.content.effect(force.effect),
            source: force.source,
            owner: force.owner,
            bearer: figure,
            item: None,
            rolled: Some(force.rolled),
        });
    }
}

/// Which of its own effects are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Own {
    KindAndGround,
    GearAndTalents,
}

/// Whether an effect of a feature counts for whatever is aimed through its hex, and not for its occupants (`F2.7`).
pub fn is_of_the_line(now: Situation<'_>, feature: FigureId, effect: &Effect) -> bool {
    now.kind(feature).kind == Kind::Feature
        && effect.who == Who::Occupants
        && effect.is_passive()
        && matches!(effect.deed, Deed::Modify { what: Quantity::ToHit, .. })
}

fn own<'a>(now: Situation<'a>, figure: FigureId, part: Own, depth: Depth, offer: &mut dyn FnMut(Applied<'a>)) {
    let kind = now.kind(figure);
    let mut passives = |ids: &'a [EffectId], source: Source, item: Option<ItemId>, ground: bool| {
        for &id in ids {
            let effect = now.content.effect(id);
            let on_it = match effect.who {
                Who::Target | Who::Own => true,
                Who::Occupants => ground,
                Who::Allies | Who::Foes => false,
            };
            if on_it && effect.is_passive() {
                offer(Applied { id, effect, source, owner: figure, bearer: figure, item, rolled: None });
            }
        }
    };
    match part {
        Own::KindAndGround => {
            passives(&kind.effects, Source::Kind(now.figure(figure).kind), None, false);
            let touches_it = || !depth.others || !statuses::flies(now, figure);
            if !now.content.touched.ground || !depth.ground || !touches_it() {
                return;
            }
            if let Some(terrain) = now.content.field.terrain(now.figure(figure).hex) {
                passives(now.content.terrain(terrain), Source::Terrain(terrain), None, true);
            }
            for host in hosts(now, figure) {
                for &id in &now.kind(host).effects {
                    let (effect, source) = (now.content.effect(id), Source::Kind(now.figure(host).kind));
                    if effect.who == Who::Occupants && effect.is_passive() && !is_of_the_line(now, host, effect) {
                        offer(Applied { id, effect, source, owner: host, bearer: figure, item: None, rolled: None });
                    }
                }
            }
        }
        Own::GearAndTalents => {
            if now.content.touched.gear {
                let mut gear: Vec<ItemId> =
                    now.gear(figure).filter(|&item| !now.item_kind(item).effects.is_empty()).collect();
                gear.sort_by_key(|&item| now.item(item).place().map(|place| place as u8));
                for item in gear {
                    passives(&now.item_kind(item).effects, Source::Item(now.item(item).kind), Some(item), false);
                }
            }
            if depth.talents {
                for talent in talents(now, figure, depth) {
                    passives(&now.content.talent(talent).effects, Source::Talent(talent), None, false);
                }
            }
        }
    }
}

/// The talents of a figure: those it has learnt, those that effects give, and not those that effects bar.
pub fn talents(now: Situation<'_>, figure: FigureId, depth: Depth) -> SmallVec<[TalentId; 8]> {
    let mut talents = SmallVec::from_slice(&now.kind(figure).talents);
    if now.content.touched.talents {
        let mut barred: SmallVec<[TalentId; 4]> = SmallVec::new();
        each(now, figure, Versus::NOBODY, depth.untaught(), &mut |applied| match applied.effect.deed {
            Deed::Grant(permit) => talents.extend(permit.talent.filter(|talent| !talents.contains(talent))),
            Deed::Forbid(permit) => barred.extend(permit.talent),
            _ => {}
        });
        talents.retain(|talent| !barred.contains(talent));
    }
    talents
}

/// What others do to a figure by being near: their own effects on allies or foes.
fn from_others<'a>(now: Situation<'a>, figure: FigureId, offer: &mut dyn FnMut(Applied<'a>)) {
    for other in now.active() {
        let mut auras = |ids: &'a [EffectId], source: Source, item: Option<ItemId>| {
            for &id in ids {
                let effect = now.content.effect(id);
                if effect.is_passive() && covers(now, effect, other, figure) {
                    offer(Applied { id, effect, source, owner: other, bearer: other, item, rolled: None });
                }
            }
        };
        let kind = now.kind(other);
        auras(&kind.effects, Source::Kind(now.figure(other).kind), None);
        for item in now.gear(other) {
            auras(&now.item_kind(item).effects, Source::Item(now.item(item).kind), Some(item));
        }
        for &talent in &kind.talents {
            auras(&now.content.talent(talent).effects, Source::Talent(talent), None);
        }
    }
}

/// Whether an effect on allies or foes of a figure reaches another one; allies include the figure itself.
pub fn covers(now: Situation<'_>, effect: &Effect, center: FigureId, other: FigureId) -> bool {
    let sided = match effect.who {
        Who::Allies => !now.opposed(center, other),
        Who::Foes => now.opposed(center, other),
        Who::Target | Who::Own | Who::Occupants => return false,
    };
    sided && effect.within.is_none_or(|within| between(now, center, other) <= u32::from(within))
}

/// Hexes from one figure to the other, between those of their hexes that are nearest to each other.
pub fn between(now: Situation<'_>, one: FigureId, other: FigureId) -> u32 {
    let (ours, theirs) = (shape::hexes(now, one), shape::hexes(now, other));
    ours.iter().flat_map(|a| theirs.iter().map(|b| a.distance(*b))).min().unwrap_or(0)
}

/// The figures in whose hexes a figure is, by their numbers: fires and shadows, and whoever shares its hex.
pub fn hosts(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = FigureId> + '_ {
    let hexes = shape::hexes(now, figure);
    let others = now.figures().filter(move |&other| other != figure && !now.kind(other).effects.is_empty());
    others.filter(move |&other| shape::hexes(now, other).iter().any(|hex| hexes.contains(hex)))
}

/// Whether an effect that a figure has applies to it in the state it is in.
fn applies(now: Situation<'_>, about: FigureId, applied: &Applied<'_>, versus: Versus, depth: Depth) -> bool {
    let Applied { effect, bearer, item, .. } = *applied;
    // What is in force has found whom it is about; anything else goes by who is against whom.
    let against = || match (bearer == about, applied.rolled) {
        (true, None) => versus.other,
        (true, Some(_)) if matches!(effect.deed, Deed::Modify { .. }) => versus.other,
        _ => Some(about),
    };
    let in_terrain = || match effect.in_terrain {
        None => true,
        Some(Within::Terrain(terrain)) => now.content.field.terrain(now.figure(bearer).hex) == Some(terrain),
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

/// Whether the figure, or the item that an effect comes with, is in the state that the effect asks for.
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
                && now.active_of(now.side(bearer)).any(|ally| ally != bearer && shape::adjacent(now, bearer, ally))
        }
    };
    carried && state
}

/// Whether what a talent does with a weapon in hand counts for this one: for weapons that name a talent only that.
fn fits_talent(now: Situation<'_>, applied: &Applied<'_>, versus: Versus) -> bool {
    let (Source::Talent(talent), Some(arm)) = (applied.source, versus.arm) else { return true };
    let in_hand = matches!(applied.effect.applies, While::Ready | While::Loaded | While::Aimed);
    let named = arm.item.and_then(|item| now.item_kind(item).uses.get(usize::from(arm.usage))?.talent);
    !in_hand || named.is_none_or(|named| named == talent)
}

/// Whether an effect of an item counts for an attack: what a weapon does to attacks counts for its own only, and what
/// ammunition does for those it is fired in.
fn serves(now: Situation<'_>, effect: &Effect, item: Option<ItemId>, versus: Versus) -> bool {
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
