//! The effects that apply to a figure: from its kind, gear and talents, the ground, nearby figures, and effects in
//! force.
//!
//! Effects can depend on engagement, engagement on statuses, and statuses on effects. These three ask each other, and
//! [`Depth`] ends the recursion; all other modules of the situation only ask them.
//!
//! They are evaluated in this order: the figure's kind, the ground, gear in the order of places, talents, other
//! figures, and effects in force by age.

mod conditions;
pub mod engagement;
pub mod status;

use smallvec::SmallVec;

use crate::catalogs::Kind;
use crate::catalogs::effects::{Quantity, Who};
use crate::content::items::ArmId;
use crate::content::{Deed, DeedSet, Effect};
use crate::ids::{EffectId, FigureId, ItemId, Source, TalentId};
use crate::situation::Situation;
use crate::state::Stage;

use conditions::applies;
pub use conditions::{between, covers, holds, hosts};

/// An effect that applies to a figure now.
#[derive(Clone, Copy, Debug)]
pub struct Applied<'a> {
    /// Its index.
    pub id: EffectId,
    /// The effect.
    pub effect: &'a Effect,
    /// Its source.
    pub source: Source,
    /// The caster of a spell, or the owner of an item or talent.
    pub owner: FigureId,
    /// The figure whose state decides whether it applies: the owner, or for an effect in force its target.
    pub bearer: FigureId,
    /// The item that is the source, if any.
    pub item: Option<ItemId>,
    /// The amount rolled when it began; `None` for an effect that always applies.
    pub rolled: Option<i32>,
}

/// The opponent and the weapon, if these matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Versus {
    /// The other figure: the target of an attack, or the attacker.
    pub other: Option<FigureId>,
    /// The weapon; `None` for a spell.
    pub arm: Option<ArmId>,
    /// The highest IQ level of protective spells that are ignored (`F8.5`).
    pub pierces: Option<u8>,
}

impl Versus {
    /// No opponent.
    pub const NOBODY: Self = Self { other: None, arm: None, pierces: None };

    /// Against another figure, with any weapon.
    pub fn other(other: FigureId) -> Self {
        Self { other: Some(other), ..Self::NOBODY }
    }
}

/// Limits which effects a query takes into account, so that queries cannot recurse forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    others: bool,
    ground: bool,
    talents: bool,
}

impl Depth {
    /// All effects.
    pub const FULL: Self = Self { others: true, ground: true, talents: true };

    /// Only effects that do not depend on the places and activity of others. These decide whether a figure is active
    /// and engages others (an assumption: figures do not faint because others come near).
    pub const FIRM: Self = Self { others: false, ..Self::FULL };

    /// All effects except effects of the ground. These decide whether a figure touches the ground.
    pub const ALOFT: Self = Self { ground: false, ..Self::FULL };

    /// Without the effects of talents. These decide which talents a figure has.
    fn untaught(self) -> Self {
        Self { talents: false, ..self }
    }
}

/// Visits the effects that apply to a figure, do something in `what` and satisfy `wanted`, in the order of evaluation.
///
/// This includes effects on attacks against the figure (`when: hit-by`). `wanted` is checked first, because whether an
/// effect applies can depend on the places of all figures. Sources whose effects do nothing in `what` are skipped; in
/// some rounds, debug builds visit them too, and compare.
pub fn each<'a>(
    now: Situation<'a>,
    figure: FigureId,
    at: (Versus, Depth),
    (what, wanted): (DeedSet, impl Fn(&Effect) -> bool),
    found: &mut dyn FnMut(Applied<'a>),
) {
    #[cfg(debug_assertions)]
    let (mut seen, mut all) = (Vec::new(), Vec::new());
    if may_apply(now, figure, what) {
        visit(now, figure, at, (Some(what), &wanted), &mut |applied| {
            #[cfg(debug_assertions)]
            seen.push(applied.id);
            found(applied);
        });
    }
    #[cfg(debug_assertions)]
    if (now.state.round + u32::from(figure.0)).is_multiple_of(4) {
        visit(now, figure, at, (None, &wanted), &mut |applied| all.push(applied.id));
        assert_eq!(seen, all, "an effect was skipped");
    }
}

/// See [`each`]; without `what`, no source is skipped.
fn visit<'a>(
    now: Situation<'a>,
    figure: FigureId,
    (versus, depth): (Versus, Depth),
    (what, wanted): (Option<DeedSet>, impl Fn(&Effect) -> bool),
    found: &mut dyn FnMut(Applied<'a>),
) {
    let touched = &now.content.touched;
    let may = |does: DeedSet| what.is_none_or(|what| what.meets(does));
    let mut offer = |applied: Applied<'a>| {
        if wanted(applied.effect) && applies(now, figure, &applied, versus, depth) {
            found(applied);
        }
    };
    let kind = now.kind(figure);
    let (may_own, may_others) = (may(kind.does), may(touched.by_others));
    if may_own {
        let source = Source::Kind(now.figure(figure).kind);
        passives(now, &kind.effects, (figure, source, None), Place::OnIt, &mut offer);
    }
    if may_others && touched.ground && depth.ground {
        from_ground(now, figure, depth, &mut offer);
    }
    if may(touched.by_gear) {
        let gear = now.gear(figure).filter(|&item| may(now.item_kind(item).does));
        let mut gear: SmallVec<[ItemId; 4]> = gear.collect();
        gear.sort_by_key(|&item| now.item(item).place().map(|place| place as u8));
        for item in gear {
            let source = Source::Item(now.item(item).kind);
            passives(now, &now.item_kind(item).effects, (figure, source, Some(item)), Place::OnIt, &mut offer);
        }
    }
    if depth.talents && (may_own || (may_others && touched.talents)) {
        for talent in talents(now, figure, depth) {
            let known = now.content.talent(talent);
            if may(known.does) {
                passives(now, &known.effects, (figure, Source::Talent(talent), None), Place::OnIt, &mut offer);
            }
        }
    }
    if may_others && depth.others && touched.auras {
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

/// Whether some source has effects on a figure that do something in `what`, whether these apply or not.
pub(super) fn may_apply(now: Situation<'_>, figure: FigureId, what: DeedSet) -> bool {
    let touched = &now.content.touched;
    (what.meets(touched.by_others) && (touched.ground || touched.auras || touched.talents))
        || what.meets(now.kind(figure).does)
        || (what.meets(touched.by_gear) && now.gear(figure).any(|item| what.meets(now.item_kind(item).does)))
        || now.state.effects.iter().any(|force| force.target == figure)
}

/// Whether a source is the figure itself with its gear and talents, or the ground under it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    OnIt,
    Under,
}

/// Whether an effect of a feature applies to attacks through its hex instead of to its occupants (`F2.7`).
pub fn is_of_the_line(now: Situation<'_>, feature: FigureId, effect: &Effect) -> bool {
    now.kind(feature).kind == Kind::Feature
        && effect.who == Who::Occupants
        && effect.is_passive()
        && matches!(effect.deed, Deed::Modify { what: Quantity::ToHit, .. })
}

/// Offers the passive effects of a source that affect a figure. The source is its kind, an item, a talent, or the ground.
fn passives<'a>(
    now: Situation<'a>,
    ids: &'a [EffectId],
    (figure, source, item): (FigureId, Source, Option<ItemId>),
    place: Place,
    offer: &mut dyn FnMut(Applied<'a>),
) {
    for &id in ids {
        let effect = now.content.effect(id);
        let on_it = match effect.who {
            Who::Target | Who::Own => true,
            Who::Occupants => place == Place::Under,
            Who::Allies | Who::Foes => false,
        };
        if on_it && effect.is_passive() {
            offer(Applied { id, effect, source, owner: figure, bearer: figure, item, rolled: None });
        }
    }
}

/// The effects of the ground, and of figures in the same hexes.
fn from_ground<'a>(now: Situation<'a>, figure: FigureId, depth: Depth, offer: &mut dyn FnMut(Applied<'a>)) {
    if depth.others && status::flies(now, figure) {
        return;
    }
    if let Some(terrain) = now.field().terrain(now.figure(figure).hex) {
        let source = (figure, Source::Terrain(terrain), None);
        passives(now, now.content.terrain(terrain), source, Place::Under, offer);
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

/// The talents of a figure: those it has learnt or been granted, without forbidden ones.
pub fn talents(now: Situation<'_>, figure: FigureId, depth: Depth) -> SmallVec<[TalentId; 8]> {
    let mut talents = SmallVec::from_slice(&now.kind(figure).talents);
    if now.content.touched.talents {
        let mut barred: SmallVec<[TalentId; 4]> = SmallVec::new();
        let of_talents = |effect: &Effect| match effect.deed {
            Deed::Grant(permit) | Deed::Forbid(permit) => permit.talent.is_some(),
            _ => false,
        };
        let untaught = (Versus::NOBODY, depth.untaught());
        each(now, figure, untaught, (DeedSet::PERMITS, of_talents), &mut |applied| match applied.effect.deed {
            Deed::Grant(permit) => talents.extend(permit.talent.filter(|talent| !talents.contains(talent))),
            Deed::Forbid(permit) => barred.extend(permit.talent),
            _ => {}
        });
        talents.retain(|talent| !barred.contains(talent));
    }
    talents
}

/// The effects of nearby figures on their allies or foes.
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
