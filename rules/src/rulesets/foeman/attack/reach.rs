//! Who can be attacked how (`F5`, `F7.1`).

use crate::ruleset::Refusal;
use crate::rulesets::foeman::constants::JAB_DISTANCE;
use crate::rulesets::foeman::content::{Content, FigureId};
use crate::rulesets::foeman::gear::Mode;
use crate::rulesets::foeman::records::Posture;
use crate::rulesets::foeman::state::State;
use crate::rulesets::foeman::weapons::Arm;
use crate::rulesets::foeman::{options, shape};

/// Whether a figure can attack a target with an arm as things stand, and if not, by which rule.
pub fn check(
    content: &Content,
    state: &State,
    figure: FigureId,
    target: FigureId,
    arm: Arm<'_>,
) -> Result<(), Refusal> {
    if state.figure(figure).posture != Posture::Standing {
        return refuse("F1.6", "a lying figure cannot attack");
    }
    let unloaded = arm.weapon.missile.is_some() && arm.item.is_some_and(|item| state.item(item).loaded.is_none());
    if unloaded {
        return refuse("F10.5", "it must be loaded first");
    }
    check_place(content, state, figure, target, arm)
}

/// Whether a target is where a figure could attack it with an arm, loaded or not.
pub fn reaches(content: &Content, state: &State, figure: FigureId, target: FigureId, arm: Arm<'_>) -> bool {
    state.figure(figure).posture == Posture::Standing && check_place(content, state, figure, target, arm).is_ok()
}

fn check_place(
    content: &Content,
    state: &State,
    figure: FigureId,
    target: FigureId,
    arm: Arm<'_>,
) -> Result<(), Refusal> {
    let distance = shape::distance(content, state, figure, target);
    match arm.weapon.mode {
        Mode::Strike if shape::can_reach(content, state, figure, target) => Ok(()),
        Mode::Strike => refuse("F7.1", "the target is in no front hex"),
        Mode::Jab if distance != JAB_DISTANCE => refuse("F5", "a jab reaches exactly two hexes far"),
        Mode::Hurl | Mode::Fire if distance > arm.weapon.range => refuse("F7.1", "the target is too far away"),
        Mode::Jab | Mode::Hurl | Mode::Fire => options::check_sight(content, state, figure, target),
    }
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
