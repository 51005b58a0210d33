//! Free alterations of grips, shields and arrows, during a move or before choosing an option (`F10.6`).

use crate::Foeman;
use crate::attack::reload;
use crate::catalogs::{ItemClass, Loadout};
use crate::ids::{FigureId, ItemId};
use crate::instruction::{Instruction, ItemEvent};
use crate::situation::Situation;
use crate::situation::weapons;
use crate::state::{Alteration, Carrying, Grip, Question, State};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// The figure that may make alterations now: the one taking its move, or the one choosing an option.
pub(crate) fn who(state: &State) -> Option<FigureId> {
    match state.question()? {
        Question::Move { figure, .. } => figure,
        Question::Option(asked) => Some(asked.figure),
        Question::Place(_) | Question::Renewal { .. } => None,
        Question::Reroll { .. } | Question::SecondAttack { .. } => None,
        Question::Retreat { .. } | Question::FollowUp { .. } => None,
    }
}

/// Every alteration that could be legal for a figure.
pub(crate) fn candidates(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = (ItemId, Alteration)> {
    now.gear(figure).flat_map(|item| Alteration::ALL.map(|to| (item, to)))
}

/// Checks whether a figure may make an alteration of an item; the refusal cites the rule.
pub(crate) fn check(now: Situation<'_>, figure: FigureId, (item, to): (ItemId, Alteration)) -> Result<(), Refusal> {
    if !now.owns(figure, item) {
        return refuse("F10.6", "it does not carry that item");
    }
    if now.item(item).altered {
        return refuse("F10.6", "it has changed that item already");
    }
    match to {
        Alteration::OneHand if weapons::grip(now, figure, item) == Grip::OneHand => {
            refuse("F10.3", "it is not gripped with both hands")
        }
        Alteration::OneHand => Ok(()),
        Alteration::BothHands => check_both_hands(now, figure, item),
        Alteration::Cover => check_shield(now, figure, item, Carrying::Cover),
        Alteration::Order => check_shield(now, figure, item, Carrying::Order),
        Alteration::Lower => check_shield(now, figure, item, Carrying::Lower),
        Alteration::Load => check_load(now, figure, item),
    }
}

/// Carries out a legal alteration.
pub(crate) fn plan(item: ItemId, to: Alteration, out: &mut Emit<'_, Foeman>) {
    let figure = who(out.state()).expect("`check` accepts this command only from a figure that moves or acts");
    if to == Alteration::Load {
        let load =
            reload::freely(Situation::of(out), figure, item).expect("`check` accepts only a weapon that can be loaded");
        reload::try_freely(figure, load, out);
    } else {
        out.push(Instruction::Item(item, ItemEvent::Altered { to }));
    }
}

fn check_both_hands(now: Situation<'_>, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    if !now.item_kind(item).takes_both_hands() {
        refuse("F10.3", "it cannot be gripped with both hands")
    } else if now.item(item).place() != Some(Loadout::FirstHand) {
        refuse("F10.3", "it is not in the first hand")
    } else if weapons::others_held(now, figure, item) > 0 {
        refuse("F10.3", "the other hand is not empty")
    } else if now.item(item).grip == Grip::BothHands {
        refuse("F10.3", "both hands grip it already")
    } else {
        Ok(())
    }
}

fn check_shield(now: Situation<'_>, figure: FigureId, item: ItemId, to: Carrying) -> Result<(), Refusal> {
    if !now.item_kind(item).shields || !weapons::is_ready(now, figure, item) {
        refuse("F8.4", "it is not a shield that is held ready")
    } else if now.item(item).carrying == to {
        refuse("F8.4", "it is carried like this already")
    } else {
        Ok(())
    }
}

fn check_load(now: Situation<'_>, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    if now.item_kind(item).class != ItemClass::Amo {
        refuse("F10.5", "it is not ammunition")
    } else {
        match reload::freely(now, figure, item) {
            None => refuse("F10.5", "no ready weapon can be loaded with it freely"),
            Some(load) if now.item(load.weapon).attempt > 0 => {
                refuse("F10.5", "it has already tried to load that weapon in this round")
            }
            Some(_) => Ok(()),
        }
    }
}

/// The exact chance of an alteration that needs a roll: loading a weapon.
pub(crate) fn chance(now: Situation<'_>, item: ItemId, to: Alteration) -> Option<Odds> {
    let figure = who(now.state).filter(|_| to == Alteration::Load)?;
    reload::chance_freely(now, figure, item)
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
