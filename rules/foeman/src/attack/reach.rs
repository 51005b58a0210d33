//! Which targets can be attacked with which weapons (`F5`, `F7.1`).

use crate::body::shape::{Hand, ViewAngle};
use crate::catalogs::Loadout;
use crate::constants::JAB_DISTANCE;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::situation::relation::{self, Relation};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint, sight, values};
use crate::state::Carrying;
use crate::state::records::Posture;
use foeman_engine::ruleset::Refusal;

/// Checks whether a figure can attack a target with this weapon now; the refusal cites the rule.
pub fn check(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> Result<(), Refusal> {
    if !is_up(now, figure, target) {
        // Assumption: no rule says what prone figures can do.
        return refuse("", "a lying figure cannot attack");
    }
    let unloaded = arm.weapon.missile.is_some() && arm.item.is_some_and(|item| now.item(item).loaded.is_none());
    if unloaded {
        return refuse("F10.5", "it must be loaded first");
    }
    check_place(now, figure, target, arm)?;
    if shield_bars(now, figure, target) {
        return refuse("F7.12", "its own shield is in the way");
    }
    Ok(())
}

/// Whether the figure's own shield bars an attack on this target, under the option that closes the shield hand's side.
fn shield_bars(now: Situation<'_>, figure: FigureId, target: FigureId) -> bool {
    if !now.content.rules.shield_bars_own_attacks {
        return false;
    }
    let side = footprint::bearing(now, figure, target).hand;
    now.gear(figure).filter(|&item| now.item_kind(item).shields).any(|item| {
        let hand = match now.item(item).place() {
            Some(Loadout::FirstHand) => Hand::Right,
            _ => Hand::Left,
        };
        hand == side && now.item(item).carrying != Carrying::Lower && weapons::is_ready(now, figure, item)
    })
}

/// Whether a figure could attack a target in its current place with this weapon, loaded or not.
pub fn reaches(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> bool {
    is_up(now, figure, target) && check_place(now, figure, target, arm).is_ok() && !shield_bars(now, figure, target)
}

/// Whether a figure is up, or is prone in the hex of its target, which is no hindrance (an assumption about
/// `F4.11`).
fn is_up(now: Situation<'_>, figure: FigureId, target: FigureId) -> bool {
    now.figure(figure).posture != Posture::Prone || relation::between(now, figure, target) == Relation::SameHex
}

fn check_place(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> Result<(), Refusal> {
    if relation::between(now, figure, target) == Relation::SameHex {
        return match arm.weapon.mode {
            Mode::Strike => Ok(()),
            _ => refuse("F4.11", "in the same hex, only striking is possible"),
        };
    }
    if arm.weapon.mode == Mode::Strike {
        return match footprint::can_reach(now, figure, target) {
            true => Ok(()),
            false => refuse("F7.1", "the target is not in a front hex"),
        };
    }
    let distance = sight::distance(now, figure, target);
    match arm.weapon.mode {
        Mode::Jab if distance != JAB_DISTANCE => refuse("F5", "a jab reaches exactly two hexes"),
        Mode::Hurl | Mode::Fire if distance > values::weapon_range(now, figure, target, arm) => {
            refuse("F7.1", "the target is too far away")
        }
        _ if sight::aimed_hex(now, figure, target).is_some() => Ok(()),
        _ if views(now, figure, target) => refuse("F2.9", "something is in the line of sight"),
        _ => refuse("F2.6", "the target is not in its half circle of view"),
    }
}

/// Whether some hex of a target is in a figure's half circle of view, ignoring obstacles.
fn views(now: Situation<'_>, figure: FigureId, target: FigureId) -> bool {
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    footprint::hexes(now, target).iter().any(|&hex| shape.views(place, ViewAngle::Wide, hex))
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
