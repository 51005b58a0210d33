//! Computer players: which spells to cast and to keep up.

use std::ops::RangeInclusive;

use foeman_schema::grid::Hex;

use super::Temper;
use super::worth::{IN_PLAY, LYING, POINT};
use crate::catalogs::SpellTarget;
use crate::catalogs::effects::{DeedKind, Harm, Quantity, Stance, Status};
use crate::content::{Deed, Spell};
use crate::effects::placing;
use crate::ids::{FigureId, Source, SpellId};
use crate::notation::expression::{Attribute, Situation as Evaluation, Whose, evaluate};
use crate::phases::spell_casting;
use crate::rolls::odds;
use crate::situation::Situation;
use crate::state::records::Posture;
use crate::state::{Action, Place};

/// The usual number of dice to cast with: fewer risk the automatic failure, more raise the total.
const DICE: u8 = 3;
/// The numbers of dice between which a cunning player chooses.
const SENSIBLE_DICE: RangeInclusive<u8> = 2..=3;
/// The cost of a point of ST spent on magic, in per cent of a point lost.
const SPENT: i64 = 70;
/// The ST that a figure does not spend on magic, unless its player is cunning.
const KEPT: i32 = 4;
/// The rounds that a lasting effect is assumed to last.
const LASTS: i64 = 3;
/// The worth of one point of DX, to-hit or protection for a round.
const A_POINT: i64 = 35;

/// Offers every spell that a figure can cast, on its best target.
pub(super) fn spells(now: Situation<'_>, figure: FigureId, temper: &Temper, mut offer: impl FnMut(i64, Action)) {
    for &spell in &now.kind(figure).spells {
        let known = now.content.spell(spell);
        if now.mod_st(figure) - known.cost < kept(temper) || holds(now, figure, spell) {
            continue;
        }
        // A figure with 1 ST left is unconscious (`F8.2`).
        let collapse = if now.mod_st(figure) - known.cost <= 1 { IN_PLAY } else { 0 };
        let price = POINT * i64::from(known.cost) * SPENT / 100 + collapse;
        let targets: Vec<Option<FigureId>> = match known.target {
            SpellTarget::Hex => vec![None],
            SpellTarget::Caster => vec![Some(figure)],
            SpellTarget::Ally => now.active_of(now.side(figure)).map(Some).collect(),
            SpellTarget::Foe => now.opponents(figure).map(Some).collect(),
            SpellTarget::Figure => now.active().map(Some).collect(),
        };
        for target in targets {
            let worth = worth(now, figure, known, target);
            if worth <= 0 || spell_casting::check_cast(now, figure, spell, target).is_err() {
                continue;
            }
            for cast in dice(temper) {
                let action = Action::Cast { spell, target, dice: cast };
                let Some(chance) = spell_casting::chance(now, figure, action) else { continue };
                let mut expected = worth * chance.wins as i64 / chance.of.max(1) as i64;
                if let (Some(resist), Some(target)) = (known.resist, target) {
                    let needed = attribute(now, target, resist.attribute);
                    let saved = odds::at_most(resist.dice.min(9), needed) as i64;
                    expected -= expected * saved / odds::cases(resist.dice.min(9)) as i64;
                }
                offer(expected - price, action);
            }
        }
    }
}

/// The numbers of dice to consider.
fn dice(temper: &Temper) -> RangeInclusive<u8> {
    if temper.is_cunning { SENSIBLE_DICE } else { DICE..=DICE }
}

/// The ST that a figure does not spend on magic.
fn kept(temper: &Temper) -> i32 {
    if temper.is_cunning { 0 } else { KEPT }
}

/// Whether a figure has a spell that is worth casting now.
pub(super) fn has_use(now: Situation<'_>, figure: FigureId, temper: &Temper) -> bool {
    let mut best = 0;
    spells(now, figure, temper, |worth, _| best = best.max(worth));
    best > 0
}

/// Whether a figure has a spell that it can still pay for.
pub(super) fn can_cast(now: Situation<'_>, figure: FigureId) -> bool {
    let kind = now.kind(figure);
    kind.spells.iter().any(|&spell| now.mod_st(figure) - now.content.spell(spell).cost >= KEPT)
}

/// Whether a figure has a harmful spell that it can still pay for.
pub(super) fn can_harm(now: Situation<'_>, figure: FigureId, temper: &Temper) -> bool {
    reach(now, figure, temper).is_some()
}

/// The longest range of the harmful spells that a figure can still pay for; `None` if it has none.
pub(super) fn reach(now: Situation<'_>, figure: FigureId, temper: &Temper) -> Option<u32> {
    let known = now.kind(figure).spells.iter().map(|&spell| now.content.spell(spell));
    let harms = |spell: &&Spell| {
        spell.effects.iter().any(|&effect| matches!(now.content.effect(effect).deed, Deed::Damage { .. }))
    };
    let usable =
        known.filter(|spell| spell.target == SpellTarget::Foe && now.mod_st(figure) - spell.cost >= kept(temper));
    let usable = usable.filter(harms);
    usable.map(|spell| spell.range.map_or(u32::MAX, u32::from)).max()
}

/// Whether a spell in force still does enough for its renewal cost. Spells on fallen figures lapse.
pub(super) fn still_serves(now: Situation<'_>, caster: FigureId, spell: SpellId, began: u32, temper: &Temper) -> bool {
    let known = now.content.spell(spell);
    let Some(cost) = known.renewal.filter(|_| can_keep_up(now, caster, spell, temper)) else { return false };
    let of_it = now
        .state
        .effects
        .iter()
        .filter(|force| force.owner == caster && force.source == Source::Spell(spell) && force.began == began);
    let worth = of_it.filter(|force| now.is_active(force.target)).map(|force| {
        let sign = if now.opposed(caster, force.target) { -1 } else { 1 };
        match &now.content.effect(force.effect).deed {
            deed @ Deed::Modify { .. } => deed_worth(now, caster, deed, Some(force.target), sign) / LASTS,
            // A controlled figure counts as one of the caster's side.
            deed @ Deed::Control => deed_worth(now, caster, deed, Some(force.target), -1),
            deed => deed_worth(now, caster, deed, Some(force.target), sign),
        }
    });
    worth.sum::<i64>() >= POINT * i64::from(cost) * SPENT / 100
}

/// Whether a figure can pay for a renewal and still cast.
pub(super) fn can_keep_up(now: Situation<'_>, caster: FigureId, spell: SpellId, temper: &Temper) -> bool {
    now.content.spell(spell).renewal.is_some_and(|cost| now.mod_st(caster) - cost > kept(temper))
}

/// The best hex for a spell: the one nearest to an enemy.
pub(super) fn hex(now: Situation<'_>, place: Place) -> Option<Hex> {
    let near = |hex: &Hex| now.opponents(place.chooser).map(|enemy| now.figure(enemy).hex.distance(*hex)).min();
    placing::candidates(now, place).into_iter().min_by_key(|hex| (near(hex), hex.q, hex.r))
}

/// Whether a figure has this spell in force already.
fn holds(now: Situation<'_>, caster: FigureId, spell: SpellId) -> bool {
    now.state.effects.iter().any(|effect| effect.owner == caster && effect.source == Source::Spell(spell))
}

/// The worth of a spell that succeeds and is not resisted.
fn worth(now: Situation<'_>, caster: FigureId, spell: &Spell, target: Option<FigureId>) -> i64 {
    let effects = spell.effects.iter().map(|&effect| &now.content.effect(effect).deed);
    // Harming a friend is as bad as helping an enemy.
    let sign = match target {
        Some(target) if now.opposed(caster, target) => -1,
        _ => 1,
    };
    effects.map(|deed| deed_worth(now, caster, deed, target, sign)).sum()
}

fn deed_worth(now: Situation<'_>, caster: FigureId, deed: &Deed, target: Option<FigureId>, sign: i64) -> i64 {
    let mut mean = Mean { now, caster, target };
    let of_target = |worth: i64| target.map_or(0, |_| worth);
    match deed {
        Deed::Damage { dice, .. } => {
            let Some(target) = target else { return 0 };
            let left = now.mod_st(target);
            let points = evaluate(dice.expression(), &mut mean).clamp(0, left.max(0));
            let fells = if left - points <= 1 { IN_PLAY } else { 0 };
            -sign * (POINT * i64::from(points) + fells)
        }
        Deed::Heal { dice, points, of } => {
            let Some(target) = target else { return 0 };
            let own = now.figure(target);
            let rolled = dice.as_ref().map_or(0, |dice| evaluate(dice.expression(), &mut mean));
            let fixed = points.as_ref().map_or(0, |points| evaluate(points.expression(), &mut mean));
            let harm = match of {
                Harm::Physical => own.physical,
                Harm::Exhaustion => own.exhaustion,
            };
            sign * POINT * i64::from((rolled + fixed).clamp(0, harm))
        }
        Deed::Modify { what, by, .. } => {
            let by = i64::from(evaluate(by.expression(), &mut mean));
            let percent = match what {
                Quantity::Dx | Quantity::ToHit | Quantity::Protection | Quantity::Hide | Quantity::Damage => 100,
                Quantity::St | Quantity::DiceLimit | Quantity::Iq => 80,
                Quantity::Ma | Quantity::Initiative | Quantity::Range => 20,
                Quantity::Resist | Quantity::CastingCost | Quantity::Sight | Quantity::Size => 5,
            };
            // A bonus that makes enemies miss is written as a penalty to them.
            let helps = if sign > 0 && *what == Quantity::ToHit { by.abs() } else { by };
            of_target(sign * helps * A_POINT * LASTS * percent / 100)
        }
        Deed::Posture(Stance::Lying) => {
            of_target(if target.is_some_and(|target| now.figure(target).posture == Posture::Standing) {
                -sign * LYING
            } else {
                0
            })
        }
        Deed::Posture(_) => {
            of_target(if target.is_some_and(|target| now.figure(target).posture != Posture::Standing) {
                sign * LYING
            } else {
                0
            })
        }
        Deed::Status { add, .. } => {
            let worth = match add {
                Some(Status::Stunned) => -400,
                Some(Status::Entangled | Status::Blinded) => -250,
                Some(Status::Silenced) if target.is_some_and(|target| can_cast(now, target)) => -250,
                Some(Status::Slowed | Status::Unbalanced | Status::Clinched) => -80,
                Some(Status::Invisible) => 150,
                Some(Status::Hasted | Status::Flying) => 60,
                Some(Status::Silenced) | None => 0,
            };
            of_target(sign * worth)
        }
        Deed::Control => {
            of_target(target.map_or(0, |target| -sign * (IN_PLAY + POINT * i64::from(now.mod_st(target))) / 2))
        }
        Deed::Create { kind, .. } => {
            let made = now.content.kind(*kind);
            if made.body.is_empty() { 0 } else { (IN_PLAY + POINT * i64::from(made.st)) / 3 }
        }
        Deed::Forbid(_) => of_target(-sign * 100),
        Deed::Move { .. } => of_target(if sign < 0 { 40 } else { 0 }),
        Deed::Grant(_) => of_target(sign * 60),
        Deed::Dispel { ends, .. } => {
            let Some(target) = target else { return 0 };
            let bad = now.state.effects.iter().filter(|effect| effect.target == target);
            let foreign = bad.filter(|effect| {
                now.opposed(effect.owner, caster) && (ends.is_none() || *ends != Some(DeedKind::Grant))
            });
            150 * foreign.count() as i64
        }
    }
}

/// The context for evaluating amounts at their mean, in whole numbers.
struct Mean<'a> {
    now: Situation<'a>,
    caster: FigureId,
    target: Option<FigureId>,
}

impl Evaluation for Mean<'_> {
    fn attribute(&mut self, whose: Whose, name: Attribute) -> i32 {
        let figure = match whose {
            Whose::Own => Some(self.caster),
            Whose::Target => self.target,
        };
        figure.map_or(0, |figure| attribute(self.now, figure, name))
    }

    fn field(&mut self, whose: Whose, name: &str) -> i32 {
        let figure = match whose {
            Whose::Own => Some(self.caster),
            Whose::Target => self.target,
        };
        figure.map_or(0, |figure| self.now.kind(figure).field(name))
    }

    fn dice(&mut self, count: u8) -> i32 {
        7 * i32::from(count) / 2
    }
}

fn attribute(now: Situation<'_>, figure: FigureId, attribute: Attribute) -> i32 {
    let kind = now.kind(figure);
    match attribute {
        Attribute::St => now.mod_st(figure),
        Attribute::Dx => kind.dx,
        Attribute::Iq => kind.iq,
        Attribute::Ma => i32::from(kind.ma),
        Attribute::Size => kind.size as i32,
    }
}
