//! Casting spells, and using items and talents: the option Use (`F5`, `F11.2`).

mod check;

use crate::Foeman;
use crate::catalogs::effects::Quantity;
use crate::catalogs::{SpellKind, SpellTarget};
use crate::constants::{FAILED_CASTING_COST, MOST_DICE};
use crate::content::Spell;
use crate::effects;
use crate::effects::cause::{Cause, Reach};
use crate::effects::deeds::{self, Resisted};
use crate::effects::placing;
use crate::effects::renewal::{self, Casting};
use crate::ids::{FigureId, ItemId, Source, SpellId, TalentId};
use crate::instruction::{FigureEvent, Instruction, ItemEvent, MagicEvent};
use crate::notation::Saves;
use crate::option::Mode;
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Check, Reason, Sum};
use crate::situation::applying::{Depth, Versus};
use crate::situation::protection::{self, Response};
use crate::situation::{Situation, applying, footprint, hits, values};
use crate::state::Action;
use foeman_engine::display::Odds;
use foeman_engine::ruleset::Emit;

use check::check_caster;
pub(crate) use check::{check_cast, check_item, check_recast, check_talent, exerted, used};

/// Every Use that could be legal for a figure, except of items, in a fixed order.
pub(crate) fn candidates(now: Situation<'_>, figure: FigureId, out: &mut Vec<Action>) {
    let kind = now.kind(figure);
    for &spell in &kind.spells {
        if check_caster(now, figure, spell).is_err() {
            continue;
        }
        let targets: Vec<Option<FigureId>> = match now.content.spell(spell).target {
            SpellTarget::Hex => vec![None],
            SpellTarget::Caster => vec![Some(figure)],
            SpellTarget::Figure | SpellTarget::Ally | SpellTarget::Foe => now.figures().map(Some).collect(),
        };
        for target in targets.into_iter().filter(|&target| check_cast(now, figure, spell, target).is_ok()) {
            out.extend((1..=MOST_DICE).map(|dice| Action::Cast { spell, target, dice }));
        }
    }
    for casting in renewal::all(now, figure) {
        out.push(Action::Recast { spell: casting.spell, began: casting.began });
    }
    for talent in applying::talents(now, figure, Depth::FULL) {
        if check_talent(now, figure, talent).is_ok() {
            out.extend((1..=MOST_DICE).map(|dice| Action::Exert { talent, dice }));
        }
    }
}

/// Every use of an item that could be legal for a figure, in a fixed order.
pub(crate) fn of_items(now: Situation<'_>, figure: FigureId, out: &mut Vec<Action>) {
    for item in now.gear(figure).filter(|&item| check_item(now, figure, item).is_ok()) {
        out.extend((1..=MOST_DICE).map(|dice| Action::Use { item, dice }));
    }
}

/// The cost of casting a spell, in ST.
pub fn casting_cost(now: Situation<'_>, figure: FigureId, spell: &Spell) -> Sum {
    values::changed(now, Quantity::CastingCost, figure, Versus::NOBODY, Sum::of(Reason::OfUse, spell.cost))
}

/// The limit that the casting roll must not exceed, and the target's response (`F11.2`).
///
/// A missile spell is rolled like any missile, with facing, aim and range, against a defence or a dodge. A thrown spell
/// gets harder with every hex. Neither needs a hand. All other spells use modDX alone. These are assumptions.
pub(crate) fn needed(
    now: Situation<'_>,
    figure: FigureId,
    spell: &Spell,
    target: Option<FigureId>,
) -> (Sum, Option<Response>) {
    let Some(target) = target.filter(|&target| target != figure) else { return (values::mod_dx(now, figure), None) };
    match spell.kind {
        SpellKind::Missile => {
            let response = protection::response(now, target, figure, Mode::Fire);
            (hits::spell_dx(now, figure, target), response.filter(|response| response.helps(spell.bypass)))
        }
        SpellKind::Thrown => {
            let far = hits::range_penalty(Mode::Hurl, attack_distance(now, figure, target));
            (values::mod_dx_against::<Sum>(now, figure, Versus::other(target)).and(Reason::Range, far), None)
        }
        _ => (values::mod_dx_against(now, figure, Versus::other(target)), None),
    }
}

/// The exact chance that a casting, or the use of an item or a talent, succeeds.
pub(crate) fn chance(now: Situation<'_>, figure: FigureId, action: Action) -> Option<Odds> {
    let (needed, dice) = match action {
        Action::Cast { spell, target, dice } => {
            let (needed, response) = needed(now, figure, now.content.spell(spell), target);
            (needed, dice + u8::from(response.is_some()))
        }
        Action::Use { dice, .. } => (values::use_dx(now, figure), dice),
        Action::Exert { dice, .. } => (values::mod_dx(now, figure), dice),
        _ => return None,
    };
    Some(success::chance(dice, needed.total(), AutomaticMiss::Threatens))
}

/// Casts a spell: the roll, the cost, the target's response, and on success the effects.
pub(crate) fn plan_cast(
    figure: FigureId,
    (id, target): (SpellId, Option<FigureId>),
    dice: u8,
    out: &mut Emit<'_, Foeman>,
) {
    let content = out.content();
    let (spell, now) = (content.spell(id), Situation::of(out));
    // A choice can become impossible when other figures act first.
    if check_cast(now, figure, id, target).is_err() {
        return thwarted(figure, out);
    }
    let cost = casting_cost(now, figure, spell);
    let (needed, response) = needed(now, figure, spell, target);
    let dice = dice + u8::from(response.is_some());
    let check = Check::roll(out, "cast", figure, dice, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    let paid = if made { cost.total() } else { FAILED_CASTING_COST.min(cost.total()) };
    let event = MagicEvent::Casts { spell: id, target, response, check: Box::new(check), cost: Box::new(cost), paid };
    out.push(Instruction::Figure(figure, FigureEvent::Magic(event)));
    if !made {
        return;
    }
    let Some(target) = target else { return placing::ask_for_spell(figure, id, out) };
    let cause = Cause {
        bypass: spell.bypass,
        hit_dice: dice,
        reach: if spell.kind == SpellKind::Missile { Reach::Flies } else { Reach::There },
        ..Cause::new(Source::Spell(id), figure)
    };
    let cause = match spell.resist.map(|roll| deeds::resisted(roll, &cause, target, out)) {
        Some(Resisted::Wholly) => return,
        Some(Resisted::Half) => cause.shared(Saves::Halves),
        Some(Resisted::Not) | None => cause,
    };
    effects::start(&spell.effects, &cause, target, out);
}

/// Keeps up a spell by an option.
pub(crate) fn plan_recast(casting: Casting, out: &mut Emit<'_, Foeman>) {
    match check_recast(Situation::of(out), casting) {
        Ok(()) => renewal::plan(casting, out),
        Err(_) => thwarted(casting.caster, out),
    }
}

/// Uses an item: a roll as for the figure's own gear, and on success the effects. A counted item loses a piece.
pub(crate) fn plan_use(figure: FigureId, item: ItemId, dice: u8, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    if check_item(now, figure, item).is_err() {
        return thwarted(figure, out);
    }
    let needed = values::use_dx(now, figure);
    let check = Check::roll(out, "use", figure, dice, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    out.push(Instruction::Figure(figure, FigureEvent::Magic(MagicEvent::Uses { item, check: Box::new(check) })));
    if !made {
        return;
    }
    let content = out.content();
    let kind = out.state().item(item).kind;
    let cause = Cause { item: Some(item), ..Cause::new(Source::Item(kind), figure) };
    effects::start(&used(content, &content.item(kind).effects), &cause, figure, out);
    if content.item(kind).counted {
        let left = out.state().item(item).count.saturating_sub(1);
        out.push(Instruction::Item(item, ItemEvent::Spent { left }));
    }
}

/// Uses a talent: a roll, the cost, and on success the effects.
pub(crate) fn plan_exert(figure: FigureId, id: TalentId, dice: u8, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    if check_talent(now, figure, id).is_err() {
        return thwarted(figure, out);
    }
    let needed = values::mod_dx(now, figure);
    let check = Check::roll(out, "exert", figure, dice, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    let content = out.content();
    let paid = i32::from(content.talent(id).cost.st);
    out.push(Instruction::Figure(
        figure,
        FigureEvent::Magic(MagicEvent::Exerts { talent: id, check: Box::new(check), paid }),
    ));
    if made {
        let cause = Cause::new(Source::Talent(id), figure);
        effects::start(&exerted(content, &content.talent(id).effects), &cause, figure, out);
    }
}

/// Records that a figure's choice became impossible before it could act.
pub(crate) fn thwarted(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    out.push(Instruction::Figure(figure, FigureEvent::Magic(MagicEvent::Thwarted)));
}

fn attack_distance(now: Situation<'_>, figure: FigureId, target: FigureId) -> u32 {
    now.figure(figure).hex.distance(footprint::nearest(now, figure, target))
}
