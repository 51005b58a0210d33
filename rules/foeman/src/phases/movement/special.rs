//! Special moves: actions during movement instead of in the action phase (`F4.9`, `F4.10`, `F6.9`).

use super::{refuse, step};
use crate::Foeman;
use crate::attack::{self, Attack, Manner, Order, proficiency};
use crate::catalogs::ItemClass;
use crate::command::Command;
use crate::constants::{CHARGE_STEPS, MOST_DICE, ORDINARY_DICE, PRESSED_DICE, PRESSED_DICE_LARGER};
use crate::content::items::ArmId;
use crate::ids::{FigureId, ItemId};
use crate::instruction::{FigureEvent, Instruction, ManoeuvreEvent};
use crate::option::Mode;
use crate::phases::limits;
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Check, Sum, Total};
use crate::situation::{Situation, footprint, hits, protection, relation, values, weapons};
use crate::state::records::{LastStep, Posture, SideSequence};
use crate::state::{Action, ActionKind, Current};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// Checks whether a figure may make a special move after which it has used this many MP: it must stand, must not have
/// acted, and must have used no more MP than a Strike allows (`F5`).
pub(super) fn check_readiness(now: Situation<'_>, current: &Current, mp: u8) -> Result<(), Refusal> {
    let own = now.figure(current.figure);
    if own.posture != Posture::Standing {
        refuse("F1.6", "it must stand up first")
    } else if own.dice.has_acted() {
        refuse("F6.9", "it has acted already")
    } else if current.origin.is_some() {
        refuse("F4.7", "it is passing through the hex of another figure")
    } else if !limits::allows(ActionKind::Strike, own.ma, mp) {
        refuse("F5", "it has used too many MP for a special move")
    } else {
        Ok(())
    }
}

/// Checks that the target is an active opponent.
pub(super) fn check_target(now: Situation<'_>, figure: FigureId, target: FigureId) -> Result<(), Refusal> {
    if now.opposed(figure, target) && now.is_active(target) {
        Ok(())
    } else {
        refuse("F6.2", "the target must be an opponent in the battle")
    }
}

/// Checks whether the current figure may charge an opponent (`F4.9`).
pub(super) fn check_charge(
    now: Situation<'_>,
    current: &Current,
    target: FigureId,
    (attack, dice, manner): (u8, u8, Manner),
) -> Result<(), Refusal> {
    let figure = current.figure;
    let own = now.figure(figure);
    check_target(now, figure, target)?;
    check_readiness(now, current, own.mp)?;
    if own.heading.pivoted || !matches!(own.heading.last, LastStep::Linear(CHARGE_STEPS..)) {
        return refuse("F4.9", "a charge takes three steps straight ahead and no turn since");
    }
    if !footprint::can_reach(now, figure, target) {
        return refuse("F4.9", "the target is in no front hex");
    }
    let moved = |side: &SideSequence| matches!(side, SideSequence::Moved(_));
    let theirs = &now.state.sides[usize::from(now.side(target).0)].sequence;
    if now.content.rules.charge_before_target_moves && moved(theirs) {
        return refuse("F4.9", "the target's side has moved already");
    }
    let Some(arm) = weapons::nth(now, figure, Mode::Strike, attack) else {
        return refuse("F1.8", "it has nothing ready for this attack");
    };
    attack::check(now, figure, target, arm)?;
    match manner {
        Manner::Plain => {}
        Manner::Proficient => proficiency::check(now, figure, arm.weapon)?,
        Manner::Twice | Manner::Second => return refuse("F5", "a charge is one attack"),
    }
    if (1..=MOST_DICE).contains(&dice) { Ok(()) } else { refuse("F6.1", "it must choose 1 to 9 dice") }
}

/// Every charge that could be legal.
pub(super) fn charges(now: Situation<'_>, current: &Current, out: &mut Vec<Command>) {
    let figure = current.figure;
    for target in now.opponents(figure) {
        for attack in (0..).take(weapons::of(now, figure, Mode::Strike).len()) {
            for manner in [Manner::Plain, Manner::Proficient] {
                if check_charge(now, current, target, (attack, ORDINARY_DICE, manner)).is_ok() {
                    out.extend((1..=MOST_DICE).map(|dice| Command::Charge { target, attack, dice, manner }));
                }
            }
        }
    }
}

/// Carries out a charge.
pub(super) fn charge(order: Order, out: &mut Emit<'_, Foeman>) {
    let Order { figure, target, mode, attack, dice, manner } = order;
    push(figure, ManoeuvreEvent::Charges { target }, out);
    attack::plan(order, out);
    acted(figure, Action::Attack { mode, target, attack, dice, manner }, dice, out);
}

/// The exact chance to hit with a charge.
pub(super) fn chance_of_charge(now: Situation<'_>, order: Order) -> Option<Odds> {
    Some(Attack::<Total>::ordered(now, order)?.chance())
}

/// The shield with which the current figure may rush an opponent (`F4.10`), or the rule that forbids it.
pub(super) fn judge_rush(now: Situation<'_>, current: &Current, target: FigureId) -> Result<ItemId, Refusal> {
    let figure = current.figure;
    check_target(now, figure, target)?;
    check_readiness(now, current, now.figure(figure).mp)?;
    if relation::between(now, figure, target) != relation::Relation::Adjacent
        || !footprint::can_reach(now, figure, target)
    {
        return refuse("F4.10", "the target is in no front hex");
    }
    if now.figure(target).posture == Posture::Prone {
        return refuse("", "the target is already lying");
    }
    let serves = |item: &ItemId| now.item_kind(*item).shields && weapons::is_ready(now, figure, *item);
    match now.gear(figure).find(serves) {
        Some(shield) => Ok(shield),
        None => refuse("F4.10", "it has no shield ready"),
    }
}

/// The limit that the hit roll of a shield rush must not exceed.
fn rush_dx(now: Situation<'_>, figure: FigureId, target: FigureId) -> Sum {
    let (reason, bonus) = hits::bearing_bonus(now, figure, target);
    values::mod_dx::<Sum>(now, figure).and(reason, bonus)
}

/// Rushes an opponent with a shield.
pub(super) fn rush(figure: FigureId, target: FigureId, shield: ItemId, out: &mut Emit<'_, Foeman>) {
    let needed = rush_dx(Situation::of(out), figure, target);
    let check = Check::roll(out, "rush", figure, ORDINARY_DICE, needed, AutomaticMiss::Threatens);
    let hits = check.is_success();
    push(figure, ManoeuvreEvent::RushesShield { target, shield, check: Box::new(check.clone()) }, out);
    if hits {
        if let Some((spikes, attack)) = spikes(Situation::of(out), (figure, target), shield) {
            let (mode, manner) = (Mode::Strike, Manner::Plain);
            let order = Order { figure, target, mode, attack, dice: ORDINARY_DICE, manner };
            attack::hit_with(order, spikes, &check, out);
        }
        let now = Situation::of(out);
        if now.is_active(target) && now.figure(target).posture != Posture::Prone {
            press(figure, target, out);
        }
    }
    acted(figure, Action::Move, ORDINARY_DICE, out);
}

/// The spikes that harm the target of a shield rush, and their position among the shield's uses. They belong to an item
/// of class `shd` that also serves as a weapon, and need a side of the target without a shield (`F4.10`).
fn spikes(now: Situation<'_>, (figure, target): (FigureId, FigureId), shield: ItemId) -> Option<(ArmId, u8)> {
    let kind = now.item_kind(shield);
    let open = now.content.rules.spiked_rush
        && kind.class == ItemClass::Shd
        && now.kind(figure).attacks_with_items(Mode::Strike)
        && !protection::shields_side(now, target, figure);
    let usage = kind.uses.iter().position(|weapon| weapon.mode == Mode::Strike).filter(|_| open)? as u8;
    Some((ArmId { item: Some(shield), usage }, usage))
}

/// The exact chance to hit with a shield rush.
pub(super) fn chance_of_rush(now: Situation<'_>, figure: FigureId, target: FigureId) -> Odds {
    success::chance(ORDINARY_DICE, rush_dx(now, figure, target).total(), AutomaticMiss::Threatens)
}

/// Makes a figure fall unless it makes a saving roll, harder against a larger attacker (`F4.8`, `F4.10`).
pub(crate) fn press(by: FigureId, target: FigureId, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let larger = now.kind(by).size > now.kind(target).size;
    roll_pressed(by, target, if larger { PRESSED_DICE_LARGER } else { PRESSED_DICE }, out);
}

/// Makes a figure without a hex to retreat to fall unless it makes a saving roll (`F4.8`).
pub(crate) fn hem_in(by: FigureId, target: FigureId, out: &mut Emit<'_, Foeman>) {
    roll_pressed(by, target, PRESSED_DICE, out);
}

fn roll_pressed(by: FigureId, target: FigureId, dice: u8, out: &mut Emit<'_, Foeman>) {
    let needed = values::mod_dx(Situation::of(out), target);
    let check = Check::roll(out, "pressed", target, dice, needed, AutomaticMiss::Threatens);
    let falls = !check.is_success();
    push(target, ManoeuvreEvent::Pressed { by, check: Box::new(check), falls }, out);
}

/// Completes a special move: the figure has acted, and its move is over (the latter is an assumption except for
/// `F4.11`).
pub(super) fn acted(figure: FigureId, action: Action, dice: u8, out: &mut Emit<'_, Foeman>) {
    push(figure, ManoeuvreEvent::HasActed { action, dice }, out);
    step::stop(figure, out);
}

pub(super) fn push(figure: FigureId, event: ManoeuvreEvent, out: &mut Emit<'_, Foeman>) {
    out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(event)));
}
