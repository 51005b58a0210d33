//! Checks of casting spells, keeping them up, and using items and talents.

use super::{attack_distance, casting_cost};
use crate::catalogs::effects::{Quantity, Status};
use crate::catalogs::{Kind, SpellKind, SpellTarget};
use crate::constants::ORDINARY_DICE;
use crate::content::Content;
use crate::effects::placing;
use crate::effects::renewal::{self, Casting};
use crate::ids::{EffectId, FigureId, ItemId, Source, SpellId, TalentId};
use crate::situation::applying::{Depth, Versus};
use crate::situation::{Situation, applying, sight, statuses};
use crate::state::{Action, Condition, Place, Placing};
use foeman_engine::ruleset::Refusal;

/// Checks whether a figure may cast a spell on a target, or on a hex if there is none; the refusal cites the rule.
pub(crate) fn check_cast(
    now: Situation<'_>,
    figure: FigureId,
    spell: SpellId,
    target: Option<FigureId>,
) -> Result<(), Refusal> {
    check_caster(now, figure, spell)?;
    let known = now.content.spell(spell);
    match (known.target, target) {
        (SpellTarget::Hex, None) => {
            let place = Place { chooser: figure, source: Source::Spell(spell), what: Placing::Spell { spell } };
            match placing::candidates(now, place).is_empty() {
                true => refuse("F11.2", "no suitable hex is in range and sight"),
                false => Ok(()),
            }
        }
        (SpellTarget::Hex, Some(_)) => refuse("F11.2", "it is cast on a hex"),
        (_, None) => refuse("F11.2", "it is cast on a figure"),
        (_, Some(target)) => check_target(now, figure, spell, target),
    }
}

pub(super) fn check_caster(now: Situation<'_>, figure: FigureId, id: SpellId) -> Result<(), Refusal> {
    let spell = now.content.spell(id);
    if !now.kind(figure).spells.contains(&id) {
        refuse("F11.2", "it does not know that spell")
    } else if now.mod_iq(figure) < spell.iq {
        refuse("F11.2", "the spell is beyond its IQ")
    } else if statuses::has(now, figure, Status::Silenced) {
        refuse("", "it is silenced")
    } else if now.mod_st(figure) - casting_cost(now, figure, spell).total() <= 1 {
        refuse("F11.2", "it has too little ST left for that")
    } else {
        Ok(())
    }
}

fn check_target(now: Situation<'_>, figure: FigureId, id: SpellId, target: FigureId) -> Result<(), Refusal> {
    let (spell, own) = (now.content.spell(id), figure == target);
    let feature = now.kind(target).kind == Kind::Feature;
    let friendly = now.side(figure) == now.side(target);
    let fits = match spell.target {
        SpellTarget::Caster => own,
        SpellTarget::Ally => friendly && !feature,
        SpellTarget::Foe => !friendly && !feature && now.is_active(target),
        SpellTarget::Figure => !own || spell.kind == SpellKind::Dispelling,
        SpellTarget::Hex => false,
    };
    if now.figure(target).gone || !fits || Condition::at(now.mod_st(target)) == Condition::Dead {
        return refuse("F11.2", "it cannot be cast on this figure");
    }
    let distance = attack_distance(now, figure, target);
    if !own && placing::spell_range(now, figure, id).is_some_and(|range| distance > range) {
        return refuse("F11.2", "the target is out of the range of the spell");
    }
    let sight = if spell.kind == SpellKind::Missile { sight::aimed_hex } else { sight::seen_hex };
    if !own && sight(now, figure, target).is_none() {
        return refuse("F2.6", "the target is out of sight");
    }
    if in_force(now, figure, id, target) {
        return refuse("F11.1", "it is already in force on that target: keep it up instead");
    }
    Ok(())
}

/// Whether a renewable spell of a caster is in force on a figure. Casting it again is then the same as renewing it.
fn in_force(now: Situation<'_>, caster: FigureId, spell: SpellId, target: FigureId) -> bool {
    let of_it = |force: &crate::state::EffectState| {
        force.source == Source::Spell(spell) && force.owner == caster && force.target == target
    };
    now.content.spell(spell).renewal.is_some() && now.state.effects.iter().any(of_it)
}

/// Checks whether a figure may keep up a casting by an option; the refusal cites the rule.
pub(crate) fn check_recast(now: Situation<'_>, casting: Casting) -> Result<(), Refusal> {
    let goes_on = now.state.effects.iter().any(|force| Casting::of(force) == Some(casting));
    if !goes_on {
        refuse("F11.1", "that spell is not in force")
    } else if statuses::has(now, casting.caster, Status::Silenced) {
        refuse("", "it is silenced")
    } else if !renewal::can_renew(now, casting) {
        refuse("F11.1", "it cannot be kept up, or its caster has too little ST left for that")
    } else {
        Ok(())
    }
}

/// Checks whether a figure may use an item; the refusal cites the rule.
pub(crate) fn check_item(now: Situation<'_>, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    if !now.owns(figure, item) || now.item(item).place().is_none() {
        refuse("F10.8", "it does not carry that item")
    } else if used(now.content, &now.item_kind(item).effects).is_empty() {
        refuse("F10.8", "it cannot be used for anything")
    } else if !all_hold(now, figure, item) {
        refuse("F10.8", "it must be ready or worn to be used")
    } else {
        statuses::check_use(now, figure, Action::Use { item, dice: ORDINARY_DICE })
    }
}

fn all_hold(now: Situation<'_>, figure: FigureId, item: ItemId) -> bool {
    let holds = |id: &EffectId| {
        applying::holds(now, now.content.effect(*id), (figure, Some(item)), Versus::NOBODY, Depth::FULL)
    };
    used(now.content, &now.item_kind(item).effects).iter().any(holds)
}

/// Checks whether a figure may use a talent; the refusal cites the rule.
pub(crate) fn check_talent(now: Situation<'_>, figure: FigureId, id: TalentId) -> Result<(), Refusal> {
    let talent = now.content.talent(id);
    if !applying::talents(now, figure, Depth::FULL).contains(&id) {
        refuse("", "it does not have that talent")
    } else if exerted(now.content, &talent.effects).is_empty() {
        refuse("", "that talent works automatically")
    } else if now.mod_st(figure) - i32::from(talent.cost.st) <= 1 {
        refuse("", "it has too little ST left for that")
    } else {
        Ok(())
    }
}

/// The effects of an item that take place when it is used.
pub(crate) fn used(content: &Content, effects: &[EffectId]) -> Vec<EffectId> {
    effects.iter().copied().filter(|&id| content.effect(id).must_begin()).collect()
}

/// The effects of a talent that take place when it is used as an option. Effects on MA take place at the start of a
/// move instead (`F7.10`).
pub(crate) fn exerted(content: &Content, effects: &[EffectId]) -> Vec<EffectId> {
    let of_moves =
        |id: EffectId| matches!(content.effect(id).deed, crate::content::Deed::Modify { what: Quantity::Ma, .. });
    used(content, effects).into_iter().filter(|&id| !of_moves(id)).collect()
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
