//! Carries out one effect on one figure: harm, healing, postures, statuses, motion, creation, control and dispelling.

use crate::Foeman;
use crate::catalogs::Kind;
use crate::catalogs::effects::DeedKind;
use crate::constants::{DIE, LONGEST_CHAIN, MOST_POINTS};
use crate::content::{Deed, Effect};
use crate::effects::cause::{self, Cause};
use crate::effects::steps::Step;
use crate::effects::{ending, harm, making, motion};
use crate::ids::{EffectId, FigureId, Source, SpellId};
use crate::instruction::{EffectEvent, FigureEvent, Instruction, MagicEvent};
use crate::notation::expression::{Attribute, Expression, Situation as Amounts, Whose, evaluate};
use crate::notation::{Saves, SavingRoll};
use crate::rolls::Check;
use crate::rolls::success::AutomaticMiss;
use crate::situation::applying::{self, Versus};
use crate::situation::{Situation, values};
use crate::state::{Condition, EffectState, Stage};
use foeman_engine::ruleset::Emit;

/// Carries out an effect on a figure; `other` is the other figure of a hit.
pub(super) fn occur(
    id: EffectId,
    cause: &Cause,
    (figure, other): (FigureId, Option<FigureId>),
    added: &mut Vec<Step>,
    out: &Emit<'_, Foeman>,
) {
    // Ends cycles of effects that trigger each other.
    if cause.chain > LONGEST_CHAIN {
        return;
    }
    let targets = cause::targets(Situation::of(out), out.content().effect(id), cause, (figure, other));
    added.extend(targets.into_iter().map(|target| Step::HappensTo { id, cause: *cause, target }));
}

/// Carries out an effect on one of its targets, unless it does not apply to it or the target resists.
pub(super) fn befall(id: EffectId, cause: &Cause, target: FigureId, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    let effect = out.content().effect(id);
    if !concerns(Situation::of(out), effect, (cause.owner, target)) {
        return;
    }
    match effect.resist.map(|roll| resisted(roll, cause, target, out)) {
        Some(Resisted::Wholly) => {}
        Some(Resisted::Half) => happen(id, &cause.shared(Saves::Halves), target, added, out),
        Some(Resisted::Not) | None => happen(id, cause, target, added, out),
    }
}

/// Whether an effect can apply to a figure at all: most effects do not apply to figures out of play or to features.
fn concerns(now: Situation<'_>, effect: &Effect, (owner, target): (FigureId, FigureId)) -> bool {
    let own = now.figure(target);
    let dead = Condition::at(now.mod_st(target)) == Condition::Dead;
    let thing = now.kind(target).kind == Kind::Feature;
    let reaches = match effect.deed {
        Deed::Dispel { .. } => true,
        Deed::Heal { .. } | Deed::Damage { .. } => !dead,
        _ => !dead && !thing,
    };
    let in_range = |[nearest, farthest]: [u8; 2]| {
        let distance = applying::between(now, owner, target);
        (u32::from(nearest)..=u32::from(farthest)).contains(&distance)
    };
    // For changes of values, opponent and range are checked when the value is computed.
    let of_values = matches!(effect.deed, Deed::Modify { .. });
    let against = effect.against.is_none_or(|kind| now.kind(target).kind == kind || target == owner);
    let in_range = owner == target || effect.range.is_none_or(in_range);
    !own.gone && reaches && (of_values || (against && in_range))
}

/// The result of a saving roll against an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resisted {
    /// Nothing of it remains.
    Wholly,
    /// Half of it remains.
    Half,
    /// All of it remains.
    Not,
}

/// Rolls the saving roll of a figure against an effect; figures do not resist friends (an assumption).
pub(crate) fn resisted(roll: SavingRoll, cause: &Cause, target: FigureId, out: &mut Emit<'_, Foeman>) -> Resisted {
    let now = Situation::of(out);
    let foreign = matches!(cause.source, Source::Kind(_) | Source::Terrain(_) | Source::Named(_));
    if now.side(target) == now.side(cause.owner) && !foreign {
        return Resisted::Not;
    }
    let needed = values::resistance(now, target, roll.attribute, Versus::other(cause.owner));
    let check = Check::roll(out, "resist", target, roll.dice, needed, AutomaticMiss::Threatens);
    let result = match (check.is_success(), roll.saves) {
        (false, _) => Resisted::Not,
        (true, Saves::Halves) => Resisted::Half,
        (true, Saves::Negates) => Resisted::Wholly,
    };
    let event =
        MagicEvent::Resists { source: cause.source, check: Box::new(check), halves: roll.saves == Saves::Halves };
    out.push(Instruction::Figure(target, FigureEvent::Magic(event)));
    result
}

/// Carries out an effect on a figure.
fn happen(id: EffectId, cause: &Cause, target: FigureId, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    let effect = out.content().effect(id);
    match &effect.deed {
        Deed::Modify { by, .. } => {
            let rolled = cause.left_of(amount(by.expression(), (cause.owner, target), out));
            go_on(id, cause, target, rolled, out);
        }
        Deed::Status { add, remove } => {
            if let Some(remove) = remove {
                let content = out.content();
                let gives = |force: &EffectState| {
                    let deed = &content.effect(force.effect).deed;
                    force.target == target && matches!(deed, Deed::Status { add: Some(add), .. } if add == remove)
                };
                added.extend(ending::matching(Situation::of(out), gives));
            }
            if add.is_some() || effect.rounds.is_some() {
                added.push(Step::GoesOn { id, cause: *cause, target, rolled: 0 });
            }
        }
        Deed::Grant(_) | Deed::Forbid(_) => go_on(id, cause, target, 0, out),
        Deed::Control => {
            go_on(id, cause, target, 0, out);
            ending::obey(target, Some(cause.source), out);
        }
        Deed::Damage { dice, of, bypass } => {
            let points = cause.left_of(amount(dice.expression(), (cause.owner, target), out));
            harm::damage((points, *of, *bypass), cause, target, out);
        }
        Deed::Heal { dice, points, of } => {
            let rolled = dice.as_ref().map_or(0, |dice| amount(dice.expression(), (cause.owner, target), out));
            let fixed = points.as_ref().map_or(0, |points| amount(points.expression(), (cause.owner, target), out));
            harm::heal(cause.left_of(rolled.saturating_add(fixed)), *of, cause.source, target, out);
        }
        Deed::Posture(to) => {
            let to = (*to).into();
            if out.state().figure(target).posture != to {
                let event = MagicEvent::Brought { source: cause.source, to };
                out.push(Instruction::Figure(target, FigureEvent::Magic(event)));
            }
        }
        Deed::Move { hexes, how } => {
            let hexes = cause.left_of(amount(hexes.expression(), (cause.owner, target), out));
            motion::moved(hexes, *how, cause, target, added, out);
        }
        Deed::Create { kind, hexes } => {
            let hexes = cause.left_of(amount(hexes.expression(), (cause.owner, target), out));
            let at = cause.at.unwrap_or(out.state().figure(target).hex);
            making::make(id, (*kind, hexes), at, cause, out);
        }
        Deed::Dispel { ends, spell } => added.extend(dispelled(Situation::of(out), target, *ends, *spell)),
    }
}

/// Puts a continuous effect in force.
pub(super) fn go_on(id: EffectId, cause: &Cause, target: FigureId, rolled: i32, out: &mut Emit<'_, Foeman>) {
    let expires = cause::expiry(out.content().effect(id), cause, out);
    let force = EffectState {
        effect: id,
        source: cause.source,
        owner: cause.owner,
        target,
        began: out.state().round,
        expires,
        count: 1,
        rolled,
        stage: Stage::Works,
    };
    out.push(Instruction::Effect(EffectEvent::Begins(Box::new(force))));
}

/// The steps that end the effects in force on a figure that are of this kind or from this spell.
fn dispelled(now: Situation<'_>, target: FigureId, ends: Option<DeedKind>, spell: Option<SpellId>) -> Vec<Step> {
    ending::matching(now, |force| {
        let of_kind = ends.is_some_and(|kind| now.content.effect(force.effect).deed.kind() == Some(kind));
        let of_spell = spell.is_some_and(|spell| force.source == Source::Spell(spell));
        force.target == target && (of_kind || of_spell)
    })
}

/// The value of an amount for an owner and a target; the owner rolls the dice.
fn amount(expression: &Expression, (own, target): (FigureId, FigureId), out: &mut Emit<'_, Foeman>) -> i32 {
    struct Rolled<'a, 'b> {
        out: &'a mut Emit<'b, Foeman>,
        own: FigureId,
        target: FigureId,
    }
    impl Amounts for Rolled<'_, '_> {
        fn attribute(&mut self, whose: Whose, attribute: Attribute) -> i32 {
            let figure = match whose {
                Whose::Own => self.own,
                Whose::Target => self.target,
            };
            values::attribute_of(Situation::of(self.out), figure, attribute).total()
        }

        fn field(&mut self, whose: Whose, name: &str) -> i32 {
            let figure = match whose {
                Whose::Own => self.own,
                Whose::Target => self.target,
            };
            Situation::of(self.out).kind(figure).field(name)
        }

        fn dice(&mut self, count: u8) -> i32 {
            let rolled = self.out.roll("effect", u32::from(self.own.0), usize::from(count), DIE);
            rolled.iter().map(|&die| i32::from(die)).sum()
        }
    }
    evaluate(expression, &mut Rolled { out, own, target }).clamp(-MOST_POINTS, MOST_POINTS)
}
