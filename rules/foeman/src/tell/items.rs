//! Log lines about items: made ready, loaded, altered, used up or dropped.

use foeman_schema::grid::Hex;

use super::words::{dice, one, roll};
use super::{cell, coded, event, judged, line, term};
use crate::attack::reload;
use crate::code::{self, Thing};
use crate::constants::AUTOMATIC_SCORE;
use crate::ids::{FigureId, ItemId};
use crate::rolls::{Check, success};
use crate::situation::Situation;
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
    let deed = verb.words.replacen("{}", title, 1);
    let text = format!("{} {deed}: {}, {how}", now.name(figure), dice(check.dice.len()));
    let code = code::of(now.figure(figure), &verb, code::score(check), Thing::item(now.item_kind(item)));
    coded(judged(now, check, event(figure, text)), code)
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
    let text = format!(
        "{} loads the {}: {}, rolled {}; its attempts total {sum} of {required} (F10.5): {done}",
        now.name(figure),
        now.item_kind(weapon).title,
        dice(rolled.len()),
        super::words::sum(rolled),
    );
    let total = i32::from(sum);
    let before = total - success::total(rolled);
    let terms = vec![term("earlier attempts", before, "F10.5"), term("this attempt", total - before, "F10.5")];
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
