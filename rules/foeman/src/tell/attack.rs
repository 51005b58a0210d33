//! Log lines about attacks and harm.

use super::words::{and, changed, count, dice, roll, signed, terms};
use super::{about, coded, event, harmed, judged, line};
use crate::attack::{Manner, Order};
use crate::code::{self, Thing};
use crate::content::items::ArmId;
use crate::ids::FigureId;
use crate::instruction::{AttackEvent, Harm};
use crate::option::Mode;
use crate::rolls::Check;
use crate::situation::Situation;
use crate::situation::protection::{Guard, Response, Source};
use crate::situation::weapons;
use crate::state::Condition;
use foeman_engine::display::{Line, LineKind};

/// Reports an attack.
pub(super) fn tell(
    now: Situation<'_>,
    (figure, target): (FigureId, FigureId),
    (mode, arm, manner): (Mode, ArmId, Manner),
    response: Option<Response>,
    check: &Check,
) -> Option<Line> {
    let weapon = weapons::named(now, figure, arm)?;
    let harder = match response {
        Some(Response::Defends) => ", one more against the defence (F7.3)",
        Some(Response::Dodges) => ", one more against the dodge (F7.3)",
        None => "",
    };
    let verb = code::attack(mode, manner);
    let text = format!(
        "{} {}{}: {}{harder}, {}",
        now.name(figure),
        deed(mode, &now.name(target), &weapon.title),
        how(manner),
        dice(check.dice.len()),
        roll(now.content, check, verb.outcomes()),
    );
    let record = arm.item.map(|item| now.item_kind(item).record.as_str());
    let thing = Thing::weapon(weapon, record);
    let code = code::of(now.figure(figure), &verb, code::score(check), thing);
    Some(coded(judged(now, check, event(figure, text)), code))
}

/// Describes the choice of an attack.
pub(crate) fn describe(now: Situation<'_>, order: Order) -> String {
    let arm = weapons::ordered(now, order);
    let title = arm.map_or("weapon", |arm| &arm.weapon.title);
    let target = now.name(order.target);
    let deed = match order.mode {
        Mode::Strike => format!("Strike {target} with the {title}"),
        Mode::Jab => format!("Jab at {target} with the {title}"),
        Mode::Hurl => format!("Hurl the {title} at {target}"),
        Mode::Fire => format!("Shoot at {target} with the {title}"),
    };
    format!("{deed}, {}{}", dice(usize::from(order.dice)), how(order.manner))
}

pub(super) fn how(manner: Manner) -> &'static str {
    match manner {
        Manner::Plain => "",
        Manner::Proficient => ", using Weapon Proficiency",
        Manner::Twice => ", the first of two attacks",
        Manner::Second => ", as the second attack",
    }
}

/// Reports an event in the course of an attack.
pub(super) fn tell_event(now: Situation<'_>, figure: FigureId, event: &AttackEvent) -> Option<Line> {
    let who = now.name(figure);
    let (text, check) = match event {
        AttackEvent::Restrained { most } => {
            let most = count(u32::from(*most), "damage die", "damage dice");
            (format!("{who} will roll {most} at most (F7.5)"), None)
        }
        AttackEvent::Rerolled { check, again } => {
            let how = roll(now.content, check, ["hit", "miss"]);
            (format!("{who} rolls {} again (F7.5): {how}", dice(again.len())), Some(check))
        }
        AttackEvent::Saved { check } => {
            let how = roll(now.content, check, ["unharmed", "no help"]);
            (format!("{who} may escape the harm (F8.5): {}, {how}", dice(check.dice.len())), Some(check))
        }
        AttackEvent::Exerted { iq } => (format!("Weapon Proficiency costs {who} {iq} IQ (F7.9)"), None),
        AttackEvent::MayReroll(_) | AttackEvent::KeepsDice | AttackEvent::MayAttackAgain | AttackEvent::Desists => {
            return None;
        }
    };
    let told = about(figure, line(LineKind::Detail, text));
    Some(match (check, event) {
        // The kept dice are known already, so the chance of the whole roll would be misleading.
        (Some(check), AttackEvent::Rerolled { .. }) => Line { terms: terms(now.content, &check.needed), ..told },
        (Some(check), _) => judged(now, check, told),
        (None, _) => told,
    })
}

/// Describes the choice to reroll dice.
pub(super) fn describe_reroll(now: Situation<'_>, dice: u16) -> String {
    let Some(underway) = &now.state.attack else { return String::new() };
    let faces = underway.check.dice.iter().zip(0..).filter(|(_, position)| dice >> position & 1 == 1);
    let faces: Vec<String> = faces.map(|(face, _)| face.to_string()).collect();
    format!("Roll the {} again", and(&faces))
}

fn deed(mode: Mode, target: &str, title: &str) -> String {
    match mode {
        Mode::Strike => format!("strikes {target} with the {title}"),
        Mode::Jab => format!("jabs at {target} with the {title}"),
        Mode::Hurl => format!("hurls the {title} at {target}"),
        Mode::Fire => format!("shoots at {target} with the {title}"),
    }
}

/// Reports the harm of a hit: first the effect, then the dice and the protection that stopped some of the harm.
pub(super) fn tell_harm(now: Situation<'_>, target: FigureId, harm: &Harm) -> Line {
    let faces: Vec<String> = harm.kept.iter().zip(&harm.dice).map(|(&fell, &counts)| changed(fell, counts)).collect();
    let more = match harm.more_dice {
        0 => String::new(),
        more => format!(", {more} more in the charge (F4.9)"),
    };
    let mut how = vec![format!("{}{more}: {}", dice(harm.kept.len()), faces.join(", "))];
    how.extend(Some(signed(now.content, &harm.changes)).filter(|changes| !changes.is_empty()));
    how.extend(stopped(now, &harm.guards));
    how.extend(harm.bypassed.iter().map(|source| format!("{} does not help (F8.5)", guard(now, *source))));
    let revives = |after| now.would_outlive(target, now.figure(target).physical + harm.physical, after);
    let (mut text, after) = taken(now, target, [harm.physical, harm.exhaustion], harm.falls, revives);
    text.push_str(&format!(" ({})", how.join("; ")));
    harmed(target, after, line(LineKind::Detail, text))
}

/// The effect of harm on a figure, and the remaining ST: `Wenna takes 3 damage, ST 9 -> 6, and falls`. A condition that
/// the figure had already is not repeated.
pub(super) fn taken(
    now: Situation<'_>,
    figure: FigureId,
    [physical, exhaustion]: [i32; 2],
    falls: bool,
    revives: impl Fn(i32) -> bool,
) -> (String, i32) {
    let who = now.name(figure);
    let before = now.mod_st(figure);
    let after = before - physical - exhaustion;
    let points: Vec<String> = [(physical, "damage"), (exhaustion, "exhaustion")]
        .into_iter()
        .filter(|&(points, _)| points > 0)
        .map(|(points, what)| format!("{points} {what}"))
        .collect();
    let mut text = match points.as_slice() {
        [] => format!("{who} takes no harm"),
        points => format!("{who} takes {}, ST {before} -> {after}", and(points)),
    };
    let condition = Condition::at(after);
    let unchanged = condition == Condition::at(before);
    text.push_str(match condition {
        Condition::Active if falls => ", and falls",
        _ if unchanged => "",
        Condition::Dead if revives(after) => ", and is left for dead, but will revive after the battle (F8.2)",
        Condition::Dead => ", and dies",
        Condition::Unconscious => ", and loses consciousness",
        Condition::Active => "",
    });
    (text, after)
}

/// What each protection stopped: `chain mail stops 2`.
pub(super) fn stopped<'a>(now: Situation<'a>, guards: &'a [Guard]) -> impl Iterator<Item = String> + 'a {
    guards.iter().filter(|guard| guard.stopped > 0).map(move |stops| {
        let interposed = match stops.die.filter(|_| stops.interposed()) {
            Some(die) => format!(" (interposes, {die} of {})", stops.rating),
            None => String::new(),
        };
        format!("{} stops {}{interposed}", guard(now, stops.source), stops.stopped)
    })
}

fn guard<'a>(now: Situation<'a>, source: Source) -> &'a str {
    match source {
        Source::Item { item } => now.item_kind(item).title.as_str(),
        Source::Hide => "hide",
        Source::Ward => "ward",
    }
}
