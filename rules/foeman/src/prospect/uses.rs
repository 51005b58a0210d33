//! The possible results of casting a spell, or of using an item or a talent: the required roll, the cost, the effects
//! and their duration.

use crate::catalogs::effects::When;
use crate::constants::FAILED_CASTING_COST;
use crate::content::Spell;
use crate::effects::cause::lasts_through;
use crate::effects::renewal::{self, Casting};
use crate::ids::{EffectId, FigureId, Source, SpellId};
use crate::notation::{Saves, SavingRoll};
use crate::phases::spell_casting::{casting_cost, exerted, needed, used};
use crate::rolls::Sum;
use crate::rolls::success::{self, AutomaticMiss};
use crate::situation::applying::Versus;
use crate::situation::{Situation, values};
use crate::state::Action;
use crate::tell;
use foeman_engine::prospect::Prospect;

/// The possible results of a Use; `None` for other actions.
pub(super) fn prospect(now: Situation<'_>, figure: FigureId, action: Action) -> Option<Prospect> {
    match action {
        Action::Cast { spell, target, .. } => Some(of_spell(now, figure, spell, target)),
        Action::Recast { spell, began } => of_renewal(now, Casting { caster: figure, spell, began }),
        Action::Use { item, .. } => {
            let kind = now.item(item).kind;
            let effects = used(now.content, &now.content.item(kind).effects);
            let spent = now.content.item(kind).counted.then(|| "Uses up one of them".to_owned());
            let does = does(now, Source::Item(kind), &effects);
            Some(rolled(now, &values::use_dx(now, figure), spent.into_iter().chain(does)))
        }
        Action::Exert { talent, .. } => {
            let effects = exerted(now.content, &now.content.talent(talent).effects);
            let takes = now.content.talent(talent).cost.st;
            let takes = (takes > 0).then(|| format!("Costs {takes} of {} ST", now.mod_st(figure)));
            let does = does(now, Source::Talent(talent), &effects);
            Some(rolled(now, &values::mod_dx(now, figure), takes.into_iter().chain(does)))
        }
        _ => None,
    }
}

fn of_spell(now: Situation<'_>, figure: FigureId, id: SpellId, target: Option<FigureId>) -> Prospect {
    let spell = now.content.spell(id);
    let (needed, response) = needed(now, figure, spell, target);
    let mut notes: Vec<String> = response.map(|response| tell::harder(response).to_owned()).into_iter().collect();
    notes.push(takes(now, figure, spell));
    notes.extend(does(now, Source::Spell(id), &spell.effects));
    notes.extend(spell.renewal.map(|renewal| format!("Each renewal costs {renewal} ST (F11.1)")));
    let resist = spell.resist.zip(target.filter(|&target| now.side(target) != now.side(figure)));
    notes.extend(resist.map(|(roll, target)| resists(now, figure, roll, target)));
    rolled(now, &needed, notes)
}

fn of_renewal(now: Situation<'_>, casting: Casting) -> Option<Prospect> {
    let cost = renewal::cost(now, casting)?;
    let notes = vec![format!("Costs {} of {} (F11.1)", cost_of(now, &cost), now.mod_st(casting.caster))];
    Some(Prospect { notes, ..Prospect::default() })
}

fn rolled(now: Situation<'_>, needed: &Sum, notes: impl IntoIterator<Item = String>) -> Prospect {
    Prospect { notes: notes.into_iter().collect(), ..super::rolled(now, needed) }
}

/// The cost of casting, and the cost of failure.
fn takes(now: Situation<'_>, figure: FigureId, spell: &Spell) -> String {
    let cost = casting_cost(now, figure, spell);
    let failed = FAILED_CASTING_COST.min(cost.total());
    format!("Costs {} of {}, {failed} if it fails (F11.2)", cost_of(now, &cost), now.mod_st(figure))
}

fn cost_of(now: Situation<'_>, cost: &Sum) -> String {
    match cost.terms().len() {
        0 | 1 => format!("{} ST", cost.total()),
        _ => format!("{} ST ({})", cost.total(), tell::explained(now.content, cost)),
    }
}

/// The effects, each with its last round.
fn does(now: Situation<'_>, source: Source, effects: &[EffectId]) -> Vec<String> {
    let one = |&id: &EffectId| {
        let effect = now.content.effect(id);
        let until = match lasts_through(effect, source, now.state.round) {
            _ if !effect.deed.lasts() && effect.when == When::Apply => String::new(),
            Some(round) => format!(", through round {round}"),
            None => ", until the end of the battle".to_owned(),
        };
        let text = tell::does(now.content, effect) + &until;
        let mut letters = text.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    };
    effects.iter().map(one).collect()
}

/// The chance that a target resists.
fn resists(now: Situation<'_>, figure: FigureId, roll: SavingRoll, target: FigureId) -> String {
    let needed = values::resistance(now, target, roll.attribute, Versus::other(figure));
    let chance = success::chance(roll.dice, needed.total(), AutomaticMiss::Threatens);
    let then = if roll.saves == Saves::Halves { "then half of it remains" } else { "then nothing happens" };
    let against = tell::explained(now.content, &needed);
    let dice = tell::dice(usize::from(roll.dice));
    format!("{} resists in {} %: {dice}, {against}; {then}", now.name(target), chance.percent())
}
