//! Who can be attacked how (`F5`, `F7.1`).

use crate::ruleset::Refusal;
use crate::rulesets::foeman::constants::JAB_DISTANCE;
use crate::rulesets::foeman::content::{Content, FigureId};
use crate::rulesets::foeman::gear::Mode;
use crate::rulesets::foeman::records::Posture;
use crate::rulesets::foeman::shape::{self, ViewAngle};
use crate::rulesets::foeman::sight;
use crate::rulesets::foeman::state::State;
use crate::rulesets::foeman::weapons::Arm;

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
    if arm.weapon.mode == Mode::Strike {
        return match shape::can_reach(content, state, figure, target) {
            true => Ok(()),
            false => refuse("F7.1", "the target is in no front hex"),
        };
    }
    let distance = distance(content, state, figure, target);
    match arm.weapon.mode {
        Mode::Jab if distance != JAB_DISTANCE => refuse("F5", "a jab reaches exactly two hexes far"),
        Mode::Hurl | Mode::Fire if distance > arm.weapon.range => refuse("F7.1", "the target is too far away"),
        _ if sight::seen_hex(content, state, figure, target).is_some() => Ok(()),
        _ if views(content, state, figure, target) => refuse("F2.9", "something is in the line of sight"),
        _ => refuse("F2.6", "the target is not in its half circle of view"),
    }
}

/// Hexes from the attacker's head to the nearest hex of the target that it sees, or to the nearest while it sees none.
pub fn distance(content: &Content, state: &State, figure: FigureId, target: FigureId) -> u32 {
    let seen = sight::seen_hex(content, state, figure, target);
    let hex = seen.unwrap_or_else(|| shape::nearest(content, state, figure, target));
    state.figure(figure).hex.distance(hex)
}

/// Whether some hex of a target is in a figure's half circle of view, whatever stands between.
fn views(content: &Content, state: &State, figure: FigureId, target: FigureId) -> bool {
    let (shape, place) = (&content.figure(figure).shape, state.figure(figure).place());
    shape::hexes(content, state, target).iter().any(|&hex| shape.views(place, ViewAngle::Wide, hex))
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
