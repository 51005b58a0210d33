//! Free alterations: grips, shields and arrows, at any point of a move and when an option is asked for (`F10.6`).

use super::Foeman;
use super::catalogs::{ItemClass, Loadout};
use super::content::{Content, FigureId, ItemId};
use super::instruction::Instruction;
use super::reload;
use super::state::{Alteration, Carrying, Grip, State};
use super::weapons;
use crate::ruleset::{Emit, Refusal};

/// The figure that may make alterations now: the one taking its move, or the one asked for its option.
pub(super) fn who(state: &State) -> Option<FigureId> {
    let moving = || Some(state.mover.as_ref()?.current.as_ref()?.figure);
    state.asked.map(|asked| asked.figure).or_else(moving)
}

/// Every alteration that could be legal for a figure.
pub(super) fn candidates(content: &Content, figure: FigureId) -> impl Iterator<Item = (ItemId, Alteration)> {
    content.gear(figure).flat_map(|item| Alteration::ALL.map(|to| (item, to)))
}

/// Whether a figure may alter an item so, and if not, by which rule.
pub(super) fn check(
    content: &Content,
    state: &State,
    figure: FigureId,
    (item, to): (ItemId, Alteration),
) -> Result<(), Refusal> {
    if !content.figure(figure).gear.contains(&item.index()) {
        return refuse("F10.6", "it does not carry that item");
    }
    if state.item(item).altered {
        return refuse("F10.6", "it has altered that item already");
    }
    match to {
        Alteration::OneHand if weapons::grip(content, state, figure, item) == Grip::OneHand => {
            refuse("F10.3", "it is not gripped with both hands")
        }
        Alteration::OneHand => Ok(()),
        Alteration::BothHands => check_both_hands(content, state, figure, item),
        Alteration::Cover => check_shield(content, state, figure, item, Carrying::Cover),
        Alteration::Order => check_shield(content, state, figure, item, Carrying::Order),
        Alteration::Lower => check_shield(content, state, figure, item, Carrying::Lower),
        Alteration::Load => check_load(content, state, figure, item),
    }
}

/// Carries out a legal alteration.
pub(super) fn plan(item: ItemId, to: Alteration, out: &mut Emit<'_, Foeman>) {
    let figure = who(out.state()).expect("check has seen that a figure moves or is asked");
    if to == Alteration::Load {
        let weapon = reload::freely(out.content(), out.state(), figure, item).expect("check has seen the weapon");
        out.push(Instruction::Loaded { figure, weapon, ammo: item });
    } else {
        out.push(Instruction::Altered { figure, item, to });
    }
}

fn check_both_hands(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    if !content.item(item).takes_both_hands() {
        refuse("F10.3", "it is no weapon that both hands help with")
    } else if state.item(item).place() != Some(Loadout::FirstHand) {
        refuse("F10.3", "it is not in the first hand")
    } else if weapons::others_held(content, state, figure, item) > 0 {
        refuse("F10.3", "the other hand is not empty")
    } else if state.item(item).grip == Grip::BothHands {
        refuse("F10.3", "both hands grip it already")
    } else {
        Ok(())
    }
}

fn check_shield(content: &Content, state: &State, figure: FigureId, item: ItemId, to: Carrying) -> Result<(), Refusal> {
    if !content.item(item).shields || !weapons::is_ready(content, state, figure, item) {
        refuse("F8.4", "it is no shield that is held ready")
    } else if state.item(item).carrying == to {
        refuse("F8.4", "it is carried so already")
    } else {
        Ok(())
    }
}

fn check_load(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    if content.item(item).class != ItemClass::Amo {
        refuse("F10.5", "it is no ammunition")
    } else if reload::freely(content, state, figure, item).is_none() {
        refuse("F10.5", "no weapon is ready that it could be laid into freely")
    } else {
        Ok(())
    }
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
