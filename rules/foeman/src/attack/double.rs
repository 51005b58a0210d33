//! Double attacks in one action: Strike2 and Fire2 (`F5`).
//!
//! Assumption: the sources number these options and do not describe them. Here content grants them to figures. Both
//! attacks are rolled separately, with the same number of dice each and at a penalty. The second is chosen after the
//! first is over and may have another target. The second blow may be struck with a weapon in the other hand. A second
//! shot must not need a Ready action to reload: the action includes one free attempt to load.

use super::{Manner, Order};
use crate::Foeman;
use crate::attack;
use crate::attack::reload;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, permits};
use crate::state::Action;
use foeman_engine::ruleset::{Emit, Refusal};

/// Checks whether a figure may attack twice with this weapon; the refusal cites the rule.
pub(crate) fn check(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> Result<(), Refusal> {
    let mode = arm.weapon.mode;
    if !matches!(mode, Mode::Strike | Mode::Fire) {
        return refuse("F5", "only strikes and shots can be made twice");
    }
    if permits::grants(now, figure, Manner::Twice.option(mode)).is_none() {
        return refuse("F5", "it cannot make two attacks of this kind");
    }
    let loads_at_once = arm.weapon.missile.as_ref().is_none_or(|missile| !missile.takes_readying());
    let spare = arm.item.and_then(|item| now.item(item).loaded).is_none_or(|ammo| now.item(ammo).count > 1);
    if loads_at_once && spare { Ok(()) } else { refuse("", "it has no second missile to shoot") }
}

/// Prepares the second attack, and returns whether there is one to choose.
pub(super) fn prepare(order: Order, out: &mut Emit<'_, Foeman>) -> bool {
    let now = Situation::of(out);
    if !now.is_active(order.figure) {
        return false;
    }
    let nocks = |ammo| reload::freely(now, order.figure, ammo);
    let nocked = now.gear(order.figure).find_map(nocks).filter(|_| order.mode == Mode::Fire);
    if let Some(load) = nocked {
        // Loading is part of the action, whatever was tried before in this round; if it fails, there is no second shot.
        reload::try_freely(order.figure, load, out);
    }
    !candidates(Situation::of(out), order.figure).is_empty()
}

/// Returns every second attack open to a figure after its first.
pub(crate) fn candidates(now: Situation<'_>, figure: FigureId) -> Vec<Action> {
    let Some(Action::Attack { mode, dice, .. }) = now.figure(figure).option else { return Vec::new() };
    let mut all = Vec::new();
    for (arm, attack) in weapons::second(now, figure, mode).into_iter().zip(0..) {
        for target in now.opponents(figure).filter(|&target| attack::check(now, figure, target, arm).is_ok()) {
            all.push(Action::Attack { mode, target, attack, dice, manner: Manner::Second });
        }
    }
    all
}

/// Checks whether a second attack is allowed; the refusal cites the rule.
pub(crate) fn check_second(now: Situation<'_>, figure: FigureId, action: Action) -> Result<(), Refusal> {
    if candidates(now, figure).contains(&action) {
        Ok(())
    } else {
        refuse(
            "",
            "the second attack must be like the first, with the same number of dice, at an opponent within reach",
        )
    }
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
