//! Attacks and what they do.

use super::words::{and, changed, dice, roll};
use super::{about, coded, event, line, name, with_terms};
use crate::rulesets::foeman::attack::Order;
use crate::rulesets::foeman::code;
use crate::rulesets::foeman::constants::FALL_AT;
use crate::rulesets::foeman::content::{Content, FigureId};
use crate::rulesets::foeman::gear::Mode;
use crate::rulesets::foeman::hit::Success;
use crate::rulesets::foeman::protection::{self, Guard, Response, Source};
use crate::rulesets::foeman::state::{Condition, State};
use crate::rulesets::foeman::{values, weapons};
use crate::told::{Line, LineKind};

/// Says how an attack went that was rolled with these dice.
pub(super) fn tell(content: &Content, state: &State, order: Order, rolled: &[u8], success: Success) -> Option<Line> {
    let Order { figure, target, mode, attack, .. } = order;
    let weapon = weapons::nth(content, state, figure, mode, attack)?.weapon;
    let needed = values::attack_dx(content, state, figure, target, weapon);
    let harder = match protection::response(content, state, target, figure, mode) {
        Some(Response::Defends) => ", one more against the defence",
        Some(Response::Dodges) => ", one more against the dodge",
        None => "",
    };
    let text = format!(
        "{} {}: {}{harder}, {}",
        name(content, figure),
        deed(mode, name(content, target), &weapon.title),
        dice(rolled.len()),
        roll(rolled, &needed, success, ["hit", "miss"]),
    );
    let score = code::score(needed.total(), rolled, success);
    let code = code::of(state.figure(figure), mode.option(), score, weapon.code);
    Some(coded(with_terms(event(figure, text), &needed), code))
}

/// Names the choice of an attack.
pub(super) fn describe(content: &Content, state: &State, order: Order) -> String {
    let arm = weapons::nth(content, state, order.figure, order.mode, order.attack);
    let title = arm.map_or("weapon", |arm| &arm.weapon.title);
    let target = name(content, order.target);
    let deed = match order.mode {
        Mode::Strike => format!("Strike {target} with the {title}"),
        Mode::Jab => format!("Jab at {target} with the {title}"),
        Mode::Hurl => format!("Hurl the {title} at {target}"),
        Mode::Fire => format!("Shoot at {target} with the {title}"),
    };
    format!("{deed}, {}", dice(usize::from(order.dice)))
}

fn deed(mode: Mode, target: &str, title: &str) -> String {
    match mode {
        Mode::Strike => format!("strikes {target} with the {title}"),
        Mode::Jab => format!("jabs at {target} with the {title}"),
        Mode::Hurl => format!("hurls the {title} at {target}"),
        Mode::Fire => format!("shoots at {target} with the {title}"),
    }
}

/// Says what a hit did, and what stopped it.
pub(super) fn tell_harm(
    content: &Content,
    state: &State,
    target: FigureId,
    (kept, applied): (&[u8], &[u8]),
    guards: &[Guard],
    (physical, exhaustion): (i32, i32),
) -> Line {
    let who = name(content, target);
    let faces: Vec<String> = kept.iter().zip(applied).map(|(&fell, &counts)| changed(fell, counts)).collect();
    let mut text = format!("damage {}: {}", dice(kept.len()), faces.join(", "));
    for guard in guards.iter().filter(|guard| guard.stopped > 0) {
        let what = match guard.source {
            Source::Item { item } => content.item(item).title.as_str(),
            Source::Hide => "hide",
        };
        let interposed = match guard.die.filter(|_| guard.interposed()) {
            Some(die) => format!(" (interposes, {die} of {})", guard.rating),
            None => String::new(),
        };
        text.push_str(&format!("; the {what} stops {}{interposed}", guard.stopped));
    }
    let before = state.mod_st(content, target);
    let after = before - physical - exhaustion;
    let taken: Vec<String> = [(physical, "damage"), (exhaustion, "exhaustion")]
        .into_iter()
        .filter(|&(points, _)| points > 0)
        .map(|(points, what)| format!("{points} {what}"))
        .collect();
    if taken.is_empty() {
        text.push_str(&format!("; {who} takes nothing"));
    } else {
        text.push_str(&format!("; {who} takes {}, ST {before} -> {after}", and(&taken)));
    }
    match Condition::at(after) {
        Condition::Dead => text.push_str(" and dies"),
        Condition::Unconscious => text.push_str(" and loses consciousness"),
        Condition::Active if physical + exhaustion >= FALL_AT => text.push_str(" and falls"),
        Condition::Active => {}
    }
    about(target, line(LineKind::Detail, text))
}
