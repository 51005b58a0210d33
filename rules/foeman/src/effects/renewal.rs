//! Spell continuation: which renewals are offered between movement and action, and their cost (`F3.1`, `F11.1`).

use crate::Foeman;
use crate::catalogs::effects::Quantity;
use crate::content::Spell;
use crate::effects::schedule::Schedule;
use crate::ids::{FigureId, Source, SpellId};
use crate::instruction::{EffectEvent, FigureEvent, Instruction, MagicEvent};
use crate::notation::Rounds;
use crate::rolls::{Reason, Sum};
use crate::situation::applying::Versus;
use crate::situation::{Situation, values};
use crate::state::{Condition, EffectState};
use foeman_engine::ruleset::Emit;

/// A spell in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Casting {
    /// The caster.
    pub caster: FigureId,
    /// The spell.
    pub spell: SpellId,
    /// The round it was cast in.
    pub began: u32,
}

impl Casting {
    /// The casting that an effect in force belongs to; `None` if its source is not a spell.
    pub fn of(force: &EffectState) -> Option<Self> {
        match force.source {
            Source::Spell(spell) => Some(Self { caster: force.owner, spell, began: force.began }),
            _ => None,
        }
    }
}

/// Searches the effects in force, from a position on, for a casting whose renewal is due: it expires this round, and
/// its caster can pay.
pub fn next(now: Situation<'_>, from: usize) -> Option<(usize, Casting)> {
    let effects = now.state.effects.iter().enumerate().skip(from);
    let mut offered = effects.filter_map(|(at, force)| Some((at, Casting::of(force)?)));
    offered.find(|&(at, casting)| is_first(now, at, casting) && is_due(now, casting) && can_renew(now, casting))
}

/// Every casting of a figure that could be renewed, due or not.
pub fn all(now: Situation<'_>, caster: FigureId) -> Vec<Casting> {
    let mut castings: Vec<Casting> = Vec::new();
    for casting in now.state.effects.iter().filter_map(Casting::of) {
        if casting.caster == caster && !castings.contains(&casting) && can_renew(now, casting) {
            castings.push(casting);
        }
    }
    castings
}

/// The effects in force that a casting keeps up, with their positions: those that last as long as the spell.
fn kept(now: Situation<'_>, casting: Casting) -> impl Iterator<Item = (usize, &EffectState)> {
    let with_spell = move |force: &EffectState| {
        let effect = now.content.effect(force.effect);
        Casting::of(force) == Some(casting) && matches!(effect.rounds, None | Some(Rounds::Spell))
    };
    now.state.effects.iter().enumerate().filter(move |(_, force)| with_spell(force))
}

fn is_first(now: Situation<'_>, at: usize, casting: Casting) -> bool {
    !now.state.effects[..at].iter().any(|force| Casting::of(force) == Some(casting))
}

fn is_due(now: Situation<'_>, casting: Casting) -> bool {
    kept(now, casting).any(|(_, force)| {
        force.expires.is_some_and(|expires| Schedule { expires, count: force.count }.is_renewable_in(now.state.round))
    })
}

/// Whether a casting can be renewed: the spell allows it, the caster is active and can pay without losing consciousness
/// (an assumption), and at least one target is left.
pub fn can_renew(now: Situation<'_>, casting: Casting) -> bool {
    let Casting { caster, .. } = casting;
    let concerns = |target: FigureId| !now.figure(target).gone && Condition::at(now.mod_st(target)) != Condition::Dead;
    now.is_active(caster)
        && kept(now, casting).any(|(_, force)| force.expires.is_some() && concerns(force.target))
        && cost(now, casting).is_some_and(|cost| now.mod_st(caster) - cost.total() > 1)
}

/// The cost of a renewal, in ST; `None` if the spell cannot be renewed.
pub fn cost(now: Situation<'_>, casting: Casting) -> Option<Sum> {
    let spell: &Spell = now.content.spell(casting.spell);
    let base = Sum::of(Reason::OfUse, spell.renewal?);
    Some(values::changed(now, Quantity::CastingCost, casting.caster, Versus::NOBODY, base))
}

/// Renews a casting: its caster pays, and all effects that last as long as the spell are extended.
pub(crate) fn plan(casting: Casting, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let Some(paid) = cost(now, casting) else { return };
    let renewed: Vec<(u16, Schedule)> = kept(now, casting)
        .filter_map(|(at, force)| Some((at as u16, Schedule { expires: force.expires?, count: force.count }.renewed())))
        .collect();
    let Casting { caster, spell, began } = casting;
    let target = kept(now, casting).next().map_or(caster, |(_, force)| force.target);
    let lasts = renewed.first().map_or(0, |(_, schedule)| schedule.expires);
    let event = MagicEvent::KeepsUp { spell, began, target, paid: Box::new(paid), lasts };
    out.push(Instruction::Figure(caster, FigureEvent::Magic(event)));
    for (at, Schedule { expires, count }) in renewed {
        out.push(Instruction::Effect(EffectEvent::Renewed { at, expires, count }));
    }
}
