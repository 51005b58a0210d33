//! Log lines about items: made ready, loaded, altered, used up or dropped.

use foeman_schema::grid::Hex;

use super::words::{dice, one, roll};
use super::{cell, coded, event, judged, line, term};
use crate::attack::reload;
use crate::catalogs::{ItemClass, Loadout, Ready};
use crate::code::{self, Thing};
use crate::constants::AUTOMATIC_SCORE;
use crate::ids::{FigureId, ItemId};
use crate::phases::ready;
use crate::rolls::{Check, success};
use crate::situation::{Situation, weapons};
use crate::state::Alteration;
use foeman_engine::display::{Line, LineKind};

/// Reports an attempt to make an item ready.
pub(super) fn tell_ready(now: Situation<'_>, figure: FigureId, item: ItemId, check: &Check) -> Line {
    let verb = match now.item(item).place() {
        None => code::PICKS_UP,
        Some(place) if place.is_hand() => code::SHIFTS,
        Some(_) => code::REACHES_FOR,
    };
    let title = &now.item_kind(item).title;
    let how = roll(now.content, check, verb.outcomes());
    let where_now = if check.is_success() { made_ready(now, figure, item) } else { String::new() };
    let deed = verb.words.replacen("{}", title, 1);
    let text = format!("{} {deed}: {}, {how}{where_now}", now.name(figure), dice(check.dice.len()));
    let code = code::of(now.figure(figure), &verb, code::score(check), Thing::item(now.item_kind(item)));
    coded(judged(now, check, event(figure, text)), code)
}

/// Where the item and those that make room for it are after a success, and what still keeps it from being used:
/// `, now in the second hand, but not ready there; dagger at the belt`.
fn made_ready(now: Situation<'_>, figure: FigureId, item: ItemId) -> String {
    if ready::put_away_at_once(now, figure, item).is_some() {
        return ", put away".to_owned();
    }
    let changes = ready::changes(now, figure, item);
    let after = |other: ItemId| {
        changes.iter().find(|(moved, _)| *moved == other).map_or(now.item(other).place(), |(_, place)| Some(*place))
    };
    let Some(place) = after(item) else { return String::new() };
    let is_held = |other: &ItemId| *other != item && after(*other).is_some_and(Loadout::is_hand);
    let in_other_hand = now.gear(figure).find(is_held);
    let known = now.item_kind(item);
    let mut text = match (known.ready, in_other_hand) {
        (Ready::TwoHands, Some(other)) if place.is_hand() => {
            format!(", now in one hand, but the {} is in the other", now.item_kind(other).title)
        }
        (Ready::TwoHands, None) if place.is_hand() => ", now in both hands".to_owned(),
        _ => format!(", now {}", whereabouts(place)),
    };
    let is_off_hand = place == Loadout::SecondHand
        && known.ready == Ready::OneHand
        && known.class == ItemClass::Wpn
        && !now.content.rules.ambidextrous
        && !weapons::wards(now, item);
    if is_off_hand {
        text.push_str(", but not ready there");
    }
    for &(other, place) in changes.iter().filter(|(other, _)| *other != item) {
        text.push_str(&format!("; {} {}", now.item_kind(other).title, whereabouts(place)));
    }
    text
}

fn whereabouts(place: Loadout) -> &'static str {
    match place {
        Loadout::FirstHand => "in the first hand",
        Loadout::SecondHand => "in the second hand",
        Loadout::Belt => "at the belt",
        Loadout::Back => "on the back",
        Loadout::Worn => "on the body",
    }
}

/// Reports the progress of loading a weapon.
pub(super) fn tell_loading(
    now: Situation<'_>,
    figure: FigureId,
    weapon: ItemId,
    rolled: &[u8],
    (sum, required): (u16, u16),
    freely: bool,
) -> Line {
    // Every attempt adds its total, successful or not (`F10.5`).
    let [made, failed] = code::LOADS.outcomes();
    let done = if sum >= required { made } else { failed };
    let this = success::total(rolled);
    let before = i32::from(sum) - this;
    let total = if before > 0 { format!(", with earlier attempts {sum}") } else { String::new() };
    let text = format!(
        "{} loads the {}: {}, rolled {}{total} of {required} (F10.5): {done}",
        now.name(figure),
        now.item_kind(weapon).title,
        dice(rolled.len()),
        super::words::sum(rolled),
    );
    let mut terms = vec![term("rolled", this, "F10.5")];
    if before > 0 {
        terms.insert(0, term("earlier attempts", before, "F10.5"));
    }
    let line = Line { terms, ..event(figure, text) };
    // A free alteration is not an action (`F10.6`), so it has no code.
    if freely {
        return line;
    }
    let score = if sum >= required { AUTOMATIC_SCORE } else { 0 };
    let code = code::of(now.figure(figure), &code::LOADS, score, Thing::item(now.item_kind(weapon)));
    coded(line, code)
}

/// Reports that a weapon was loaded without a roll.
pub(super) fn tell_loaded(now: Situation<'_>, weapon: ItemId, ammo: ItemId) -> Option<Line> {
    let figure = now.item(weapon).owner?;
    let (weapon, ammo) = (&now.item_kind(weapon).title, &now.item_kind(ammo).title);
    Some(event(figure, format!("{} loads the {weapon} with {}", now.name(figure), one(ammo))))
}

/// Reports that a figure holds an item differently.
pub(super) fn tell_altered(now: Situation<'_>, item: ItemId, to: Alteration) -> Option<Line> {
    let figure = now.item(item).owner?;
    let title = &now.item_kind(item).title;
    let deed = match to {
        Alteration::OneHand => format!("grips the {title} with one hand"),
        Alteration::BothHands => format!("grips the {title} with both hands"),
        Alteration::Cover => format!("covers with the {title}"),
        Alteration::Order => format!("holds the {title} to the side"),
        Alteration::Lower => format!("lowers the {title}"),
        Alteration::Load => format!("loads {}", one(title)),
    };
    Some(event(figure, format!("{} {deed}", now.name(figure))))
}

/// Reports that a counted item is used up.
pub(crate) fn tell_spent(now: Situation<'_>, item: ItemId, left: u16) -> Option<Line> {
    let title = &now.item_kind(item).title;
    (left == 0).then(|| line(LineKind::Detail, format!("that was the last {title}")))
}

/// Reports that an item is on the ground now.
pub(super) fn tell_left(now: Situation<'_>, item: ItemId, hex: Hex) -> Line {
    let title = &now.item_kind(item).title;
    let text = match now.item(item).owner.filter(|&figure| now.figure(figure).hex == hex) {
        Some(figure) => format!("{} drops the {title}", now.name(figure)),
        None => format!("the {title} lies at {} now", cell(now, hex)),
    };
    line(LineKind::Detail, text)
}

/// Reports that pieces of a counted item are on the ground now.
pub(super) fn tell_shed(now: Situation<'_>, item: ItemId, pieces: u16, hex: Hex) -> Line {
    let title = &now.item_kind(item).title;
    let what = if pieces == 1 { one(title) } else { format!("{pieces} {title}") };
    let text = match now.item(item).owner.filter(|&figure| now.figure(figure).hex == hex) {
        Some(figure) => format!("{} drops {what}", now.name(figure)),
        None => format!("{what} lies at {} now", cell(now, hex)),
    };
    line(LineKind::Detail, text)
}

/// Describes the choice to make an item ready.
pub(crate) fn describe_ready(now: Situation<'_>, figure: FigureId, item: ItemId, chosen: u8) -> String {
    let (title, dice) = (&now.item_kind(item).title, dice(usize::from(chosen)));
    match reload::by_readying(now, figure, item) {
        Some(load) => format!("Load the {} with {dice}", now.item_kind(load.weapon).title),
        None if now.item(item).place().is_none() => format!("Pick up the {title} with {dice}"),
        None => format!("Ready the {title} with {dice}"),
    }
}

/// Describes a free alteration.
pub(crate) fn describe_alteration(now: Situation<'_>, item: ItemId, to: Alteration) -> String {
    let title = &now.item_kind(item).title;
    match to {
        Alteration::OneHand => format!("Grip the {title} with one hand"),
        Alteration::BothHands => format!("Grip the {title} with both hands"),
        Alteration::Cover => format!("Cover with the {title}"),
        Alteration::Order => format!("Hold the {title} to the side"),
        Alteration::Lower => format!("Lower the {title}"),
        Alteration::Load => format!("Load {}", one(title)),
    }
}
