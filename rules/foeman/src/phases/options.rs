//! The options that a figure may choose (`F5`, `F6`).

use crate::attack::{self, Manner, damage, double, proficiency};
use crate::catalogs::{HouseRules, Ready};
use crate::constants::{CONTESTED_DICE, MOST_DICE, ORDINARY_DICE, WATCH_DICE};
use crate::effects::renewal::Casting;
use crate::ids::{FigureId, ItemId};
use crate::option::Mode;
use crate::phases::{limits, ready, spell_casting};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, counting, sight, statuses};
use crate::state::{Action, ActionKind, Aim, Asked};
use foeman_engine::ruleset::Refusal;

/// The number of dice that an option counts as in its segment; `None` if it takes effect at once (`F6.3`).
pub fn dice_of(rules: &HouseRules, action: Action) -> Option<u8> {
    match action {
        Action::Attack { dice, .. } | Action::Ready { dice, .. } => Some(dice),
        Action::Cast { dice, .. } | Action::Use { dice, .. } | Action::Exert { dice, .. } => Some(dice),
        Action::Recast { .. } => Some(ORDINARY_DICE),
        Action::Watch { .. } => Some(WATCH_DICE),
        Action::Move | Action::Defend { .. } | Action::Dodge { .. } => {
            rules.contested_defence.then_some(CONTESTED_DICE)
        }
    }
}

/// Whether a watcher wins the segment with this many dice; `over` is the highest number so far (`F6.4`).
pub fn supersedes(dice: u8, over: u8) -> bool {
    dice > over
}

/// The target that a figure aims at when an option takes effect: the option's target if it is `seen`, and if the figure
/// has used no more MP than Watch allows (`F6.5`).
pub fn aims_at(action: Action, ma: u8, mp: u8, seen: impl FnOnce(FigureId) -> bool) -> Option<FigureId> {
    let aims = matches!(action.kind(), ActionKind::Watch | ActionKind::Defend | ActionKind::Dodge);
    action.target().filter(|&target| aims && limits::allows(ActionKind::Watch, ma, mp) && seen(target))
}

/// Whether an aim continues when a figure chooses an option: it watches, defends or dodges with the same target, or
/// attacks it, also with a spell (an assumption), and has used no more MP than Watch allows (`F6.5`).
pub fn keeps_aim(aim: Aim, action: Action, ma: u8, mp: u8) -> bool {
    let kinds = [ActionKind::Watch, ActionKind::Defend, ActionKind::Dodge];
    let attacks = matches!(action, Action::Attack { .. } | Action::Cast { .. });
    action.target() == Some(aim.target)
        && (attacks || kinds.contains(&action.kind()))
        && limits::allows(ActionKind::Watch, ma, mp)
}

/// Every option that could be legal for a figure, in a fixed order.
pub(crate) fn candidates(now: Situation<'_>, figure: FigureId, out: &mut Vec<Action>) {
    let own = now.figure(figure);
    let open = |kind| limits::allows(kind, own.ma, own.mp) && statuses::bars_option(now, figure, kind).is_none();
    let opponents: Vec<FigureId> = now.opponents(figure).collect();
    for mode in Mode::ALL.into_iter().filter(|mode| open(mode.option())) {
        for (arm, attack) in weapons::of(now, figure, mode).into_iter().zip(0..) {
            let within = |target: &&FigureId| attack::check(now, figure, **target, arm).is_ok();
            for &target in opponents.iter().filter(within) {
                let twice = double::check(now, figure, arm).is_ok();
                let proficient = proficiency::check(now, figure, arm.weapon).is_ok();
                let manners = [(Manner::Plain, true), (Manner::Proficient, proficient), (Manner::Twice, twice)];
                for (manner, _) in manners.into_iter().filter(|&(manner, can)| can && open(manner.option(mode))) {
                    out.extend((1..=MOST_DICE).map(|dice| Action::Attack { mode, target, attack, dice, manner }));
                }
            }
        }
    }
    if open(ActionKind::Ready) {
        for item in ready::candidates(now, figure).filter(|&item| ready::check(now, figure, item).is_ok()) {
            out.extend(ready::dice(&now.content.rules).map(|dice| Action::Ready { item, dice }));
        }
    }
    if statuses::bars_option(now, figure, ActionKind::Use).is_none() {
        spell_casting::of_items(now, figure, out);
    }
    if open(ActionKind::Use) {
        spell_casting::candidates(now, figure, out);
    }
    let seen: Vec<FigureId> =
        opponents.into_iter().filter(|&target| open(ActionKind::Watch) && sees(now, figure, target)).collect();
    let aims = || std::iter::once(None).chain(seen.iter().copied().map(Some));
    if open(ActionKind::Defend) {
        let items: Vec<ItemId> = now.gear(figure).filter(|&item| can_defend_with(now, figure, item)).collect();
        for target in aims() {
            out.extend(items.iter().map(|&item| Action::Defend { item: Some(item), target }));
            if items.is_empty() {
                out.push(Action::Defend { item: None, target });
            }
        }
    }
    if open(ActionKind::Dodge) {
        out.extend(aims().map(|target| Action::Dodge { target }));
    }
    out.extend(seen.iter().map(|&target| Action::Watch { target }));
    out.push(Action::Move);
}

/// Checks whether the deciding figure may choose an option; the refusal cites the rule.
pub(crate) fn check(now: Situation<'_>, asked: Asked, action: Action) -> Result<(), Refusal> {
    let figure = asked.figure;
    let own = now.figure(figure);
    if !limits::allows(counting::kind(now, action), own.ma, own.mp) {
        return refuse("F5", "it has used too many MP for this option");
    }
    if let Some(refusal) = statuses::bars_option(now, figure, action.kind()) {
        return Err(refusal);
    }
    if let (Some(over), Some(dice)) = (asked.over, dice_of(&now.content.rules, action))
        && action.kind() != ActionKind::Watch
        && !supersedes(dice, over)
    {
        return refuse("F6.4", "a watcher acts first only with more dice");
    }
    if let Some(target) = action.target().filter(|_| action.kind() != ActionKind::Use)
        && (target.index() >= now.state.figures.len() || !now.opposed(figure, target) || !now.is_active(target))
    {
        return refuse("F6.2", "the target must be an opponent in the battle");
    }
    match action {
        Action::Move => Ok(()),
        Action::Watch { target } if sees(now, figure, target) => Ok(()),
        Action::Watch { .. } => refuse("F6.5", "the target is out of sight"),
        Action::Ready { item, dice } => {
            ready::check(now, figure, item).and_then(|()| ready::check_dice(&now.content.rules, dice))
        }
        Action::Defend { item, target } => {
            check_aim(now, figure, target).and_then(|()| check_defence(now, figure, item))
        }
        Action::Dodge { target } => check_aim(now, figure, target),
        Action::Cast { spell, target, dice } => {
            spell_casting::check_cast(now, figure, spell, target).and_then(|()| check_dice(dice))
        }
        Action::Recast { spell, began } => spell_casting::check_recast(now, Casting { caster: figure, spell, began }),
        Action::Use { item, dice } => spell_casting::check_item(now, figure, item).and_then(|()| check_dice(dice)),
        Action::Exert { talent, dice } => {
            spell_casting::check_talent(now, figure, talent).and_then(|()| check_dice(dice))
        }
        Action::Attack { mode, target, attack, dice, manner } => match weapons::nth(now, figure, mode, attack) {
            Some(arm) => attack::check(now, figure, target, arm)
                .and_then(|()| check_manner(now, figure, arm, manner))
                .and_then(|()| check_dice(dice))
                .and_then(|()| check_harm(now, arm, dice)),
            None => refuse("F1.8", "it has nothing ready for this attack"),
        },
    }
}

/// Whether a figure sees some hex of another (`F2.6`, `F2.9`).
pub fn sees(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    sight::seen_hex(now, figure, other).is_some()
}

/// Whether an item can be used to defend: a weapon that strikes or a shield, held ready (`F8.4`).
pub fn can_defend_with(now: Situation<'_>, figure: FigureId, item: ItemId) -> bool {
    let carried = now.item_kind(item);
    let strikes = carried.uses.iter().any(|weapon| weapon.mode == Mode::Strike);
    let parries = strikes || weapons::wards(now, item);
    parries && carried.ready != Ready::Worn && weapons::is_ready(now, figure, item)
}

fn check_own(now: Situation<'_>, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    if now.owns(figure, item) { Ok(()) } else { refuse("F6.7", "it does not carry that item") }
}

fn check_defence(now: Situation<'_>, figure: FigureId, item: Option<ItemId>) -> Result<(), Refusal> {
    match item {
        Some(item) => {
            check_own(now, figure, item)?;
            if can_defend_with(now, figure, item) {
                Ok(())
            } else {
                refuse("F8.4", "the defending item must be a weapon or shield that is held ready")
            }
        }
        None if now.gear(figure).any(|item| can_defend_with(now, figure, item)) => {
            refuse("F8.4", "it must choose an item to defend with")
        }
        None => Ok(()),
    }
}

fn check_aim(now: Situation<'_>, figure: FigureId, target: Option<FigureId>) -> Result<(), Refusal> {
    let own = now.figure(figure);
    let in_time = limits::allows(ActionKind::Watch, own.ma, own.mp);
    if target.is_none_or(|target| in_time && sees(now, figure, target)) {
        Ok(())
    } else {
        refuse("F6.5", "it cannot aim at that target")
    }
}

fn check_manner(now: Situation<'_>, figure: FigureId, arm: Arm<'_>, manner: Manner) -> Result<(), Refusal> {
    match manner {
        Manner::Plain => Ok(()),
        Manner::Proficient => proficiency::check(now, figure, arm.weapon),
        Manner::Twice => double::check(now, figure, arm),
        Manner::Second => refuse("F5", "the second attack comes after the first"),
    }
}

/// Refuses an attack with so few dice that no damage dice are left, unless a hit has other effects (an assumption).
fn check_harm(now: Situation<'_>, arm: Arm<'_>, dice: u8) -> Result<(), Refusal> {
    if damage::rolled(&arm.weapon.damage, dice) > 0 || weapons::acts_on_hit(now, arm) {
        Ok(())
    } else {
        refuse("F7.4", "this number of dice leaves no damage die")
    }
}

fn check_dice(dice: u8) -> Result<(), Refusal> {
    if (1..=MOST_DICE).contains(&dice) { Ok(()) } else { refuse("F6.1", "it must choose 1 to 9 dice") }
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
