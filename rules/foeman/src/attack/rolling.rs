//! Hit rolls and rerolls (`F7.1` to `F7.5`).

use super::{Attack, Manner, Order, aftermath, double, harm, proficiency};
use crate::Foeman;
use crate::constants::DIE;
use crate::content::items::ArmId;
use crate::effects;
use crate::ids::FigureId;
use crate::instruction::{AttackEvent, FigureEvent, Instruction};
use crate::rolls::Check;
use crate::rolls::success::{self, AutomaticMiss, Success};
use crate::situation::applying::Versus;
use crate::situation::weapons::Arm;
use crate::situation::{Situation, permits, weapons};
use crate::state::{Question, Timing, Underway};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// The figure whose segment is over after an attack; `None` if the segment or the move continues.
pub(crate) type SegmentOf = Option<FigureId>;

/// Carries out an attack in the middle of a move.
pub(crate) fn plan(order: Order, out: &mut Emit<'_, Foeman>) {
    // The move continues in any case.
    let _ = begin(order, Timing::Move, out);
}

/// Carries out an attack that has won a segment.
pub(crate) fn act(order: Order, out: &mut Emit<'_, Foeman>) -> SegmentOf {
    begin(order, Timing::Segment, out)
}

fn begin(order: Order, timing: Timing, out: &mut Emit<'_, Foeman>) -> SegmentOf {
    let Some(attack) = Attack::new(Situation::of(out), order) else { return over(order, timing, out) };
    let Attack { arm, needed, response, hit_dice, miss, .. } = attack;
    let Order { figure, target, mode, manner, .. } = order;
    let check = Check::roll(out, "hit", figure, hit_dice, needed, miss);
    let attacked = FigureEvent::Attacked { target, mode, arm, manner, response, check: Box::new(check.clone()) };
    out.push(Instruction::Figure(figure, attacked));
    ask_or_finish(Underway { order, check, stages: 0, timing }, out)
}

/// Asks the attacker for a reroll while it may have one; otherwise completes the attack.
fn ask_or_finish(underway: Underway, out: &mut Emit<'_, Foeman>) -> SegmentOf {
    let figure = underway.order.figure;
    // An automatic miss stays a miss, whatever a reroll shows (`F7.2`).
    let lost = underway.check.success == Success::AutomaticallyFailed;
    if !lost && underway.stages < permits::rerolls(Situation::of(out), figure, Versus::other(underway.order.target)) {
        out.push(Instruction::Figure(figure, FigureEvent::Attack(AttackEvent::MayReroll(Box::new(underway)))));
        None
    } else {
        finish(underway, out)
    }
}

/// The sets of dice that may be rerolled, each as the positions of its dice. Dice with equal faces are interchangeable,
/// so only the first of them are listed.
pub fn choices(check: &Check) -> Vec<Vec<u8>> {
    let mut sets = vec![Vec::new()];
    for position in 0..check.dice.len() {
        let face = check.dice[position];
        let alike = |other: &usize| check.dice[*other] == face;
        let before: Vec<u8> = (0..position).filter(alike).map(|other| other as u8).collect();
        let taken: Vec<Vec<u8>> = sets
            .iter()
            .filter(|set: &&Vec<u8>| before.iter().all(|other| set.contains(other)))
            .map(|set| set.iter().copied().chain([position as u8]).collect())
            .collect();
        sets.extend(taken);
    }
    sets.retain(|set| !set.is_empty());
    sets
}

/// Checks whether a figure may reroll these dice of its attack, one bit for each; the refusal cites the rule.
pub(crate) fn check_reroll(now: Situation<'_>, dice: u16) -> Result<(), Refusal> {
    let Some(underway) = &now.state.attack else {
        return Err(Refusal { rule: "F7.5", message: "it has no dice that it may reroll" });
    };
    if choices(&underway.check).iter().any(|set| bits(set) == dice) {
        Ok(())
    } else {
        Err(Refusal { rule: "F7.5", message: "it must choose from its own dice; of equal dice, the first" })
    }
}

/// The exact chance that the current attack hits after these dice are rerolled.
pub(crate) fn chance(now: Situation<'_>, dice: u16) -> Option<Odds> {
    let check = &now.state.attack.as_ref()?.check;
    let kept = (0..check.dice.len()).filter(|position| dice >> position & 1 == 0);
    let kept: i32 = kept.map(|position| i32::from(check.dice[position])).sum();
    let again = dice.count_ones() as u8;
    Some(success::chance(again, check.needed.total() - kept, AutomaticMiss::Escaped))
}

/// Packs a set of positions into a bit mask.
pub fn bits(set: &[u8]) -> u16 {
    set.iter().fold(0, |bits, &position| bits | 1 << position)
}

/// Rerolls the given dice of the current attack, or keeps all with `None`.
pub(crate) fn go_on(dice: Option<u16>, out: &mut Emit<'_, Foeman>) -> SegmentOf {
    let Some(underway) = out.state().attack.as_deref().cloned() else {
        // Only an edited journal can ask about an attack that does not exist.
        if let Some(Question::Reroll { figure }) = out.state().question() {
            out.push(Instruction::Figure(figure, FigureEvent::Attack(AttackEvent::KeepsDice)));
        }
        return None;
    };
    let figure = underway.order.figure;
    let Some(bits) = dice else {
        out.push(Instruction::Figure(figure, FigureEvent::Attack(AttackEvent::KeepsDice)));
        return finish(underway, out);
    };
    let mut faces = underway.check.dice;
    let again: Vec<u8> = (0..faces.len() as u8).filter(|position| bits >> position & 1 == 1).collect();
    let rolled = out.roll("hit again", u32::from(figure.0), again.len(), DIE);
    for (&position, face) in again.iter().zip(rolled) {
        faces[usize::from(position)] = face;
    }
    // Only the first total can miss automatically, and it did not (`F7.2`).
    let check = Check::of(underway.check.needed, faces, AutomaticMiss::Escaped);
    let stages = underway.stages.saturating_add(1);
    let event = AttackEvent::Rerolled { check: Box::new(check.clone()), again };
    out.push(Instruction::Figure(figure, FigureEvent::Attack(event)));
    ask_or_finish(Underway { check, stages, ..underway }, out)
}

/// Applies a hit roll that is final.
fn finish(underway: Underway, out: &mut Emit<'_, Foeman>) -> SegmentOf {
    let Underway { order, check, stages, timing } = underway;
    let now = Situation::of(out);
    let Some(attack) = Attack::new(now, order) else { return over(order, timing, out) };
    let attack = attack.after_stages(stages);
    let weapon = weapons::of_content(now, order.figure, attack.arm);
    let blow = harm::Blow::new(order, weapon, &attack);
    let (attack_arm, item) = (attack.arm, attack.arm.item);
    if check.is_success() {
        harm::plan(&blow, &check.dice, out);
        effects::on_hit(order.figure, order.target, attack_arm, out);
    }
    if order.manner == Manner::Proficient {
        // By the number of dice rolled, which a defence or a dodge raises by one, not by the number chosen (`F7.3`,
        // `F7.9`).
        proficiency::plan(order.figure, check.dice.len() as u8, check.is_success(), out);
    }
    if let Some(item) = item {
        aftermath::plan(order, item, &check, out);
    }
    over(order, timing, out)
}

/// Applies the damage of a weapon to a target that was hit by another kind of roll, as with a spiked shield in a rush
/// (`F4.10`).
pub(crate) fn hit_with(order: Order, arm: ArmId, check: &Check, out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, dice, .. } = order;
    let now = Situation::of(out);
    let Some(weapon) = weapons::named(now, figure, arm) else { return };
    let attack = Attack::with(now, (figure, target), Arm { item: arm.item, usage: arm.usage, weapon }, dice);
    let blow = harm::Blow::new(order, weapons::of_content(now, figure, arm), &attack);
    harm::plan(&blow, &check.dice, out);
    effects::on_hit(figure, target, arm, out);
}

/// The attacker whose segment ends with the attack; `None` in the middle of a move, or if a second attack may follow.
fn over(order: Order, timing: Timing, out: &mut Emit<'_, Foeman>) -> SegmentOf {
    if timing == Timing::Move {
        return None;
    }
    if order.manner == Manner::Twice && double::prepare(order, out) {
        out.push(Instruction::Figure(order.figure, FigureEvent::Attack(AttackEvent::MayAttackAgain)));
        return None;
    }
    Some(order.figure)
}
