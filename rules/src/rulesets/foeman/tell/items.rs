//! Items made ready, loaded, altered, used up and left lying.

use foeman_schema::grid::Hex;

use super::words::{dice, roll};
use super::{cell, coded, event, line, name, with_terms};
use crate::rulesets::foeman::code;
use crate::rulesets::foeman::content::{Content, FigureId, ItemId};
use crate::rulesets::foeman::hit::{self, Success};
use crate::rulesets::foeman::reload::{self, Loading};
use crate::rulesets::foeman::state::{ActionKind, Alteration, State};
use crate::rulesets::foeman::values;
use crate::told::{Line, LineKind};

/// Says how it went to make an item ready.
pub(super) fn tell_ready(
    content: &Content,
    state: &State,
    figure: FigureId,
    item: ItemId,
    (rolled, success): (&[u8], Success),
) -> Line {
    let verb = match state.item(item).place() {
        None => "picks up",
        Some(place) if place.is_hand() => "shifts",
        Some(_) => "reaches for",
    };
    let deed = format!("{verb} the {}", content.item(item).title);
    readying(content, state, figure, item, &deed, (rolled, success), ["done", "fumbled"])
}

/// Says how far the loading of a weapon has got.
pub(super) fn tell_loading(
    content: &Content,
    state: &State,
    figure: FigureId,
    (weapon, ammo): (ItemId, ItemId),
    (rolled, success): (&[u8], Success),
    loading: Loading,
) -> Line {
    let deed = format!("loads the {}", content.item(weapon).title);
    let required = content.item(weapon).missile().map_or(0, |missile| missile.reload.total);
    let made = match loading {
        Loading::Begun(sum) => format!("{sum} of {required}, not done yet"),
        Loading::Loaded if state.item(ammo).loading == 0 => "done".to_owned(),
        Loading::Loaded => {
            let sum = i32::from(state.item(ammo).loading) + hit::total(rolled);
            format!("{sum} of {required}, done")
        }
    };
    readying(content, state, figure, ammo, &deed, (rolled, success), [&made, "fumbled"])
}

fn readying(
    content: &Content,
    state: &State,
    figure: FigureId,
    item: ItemId,
    deed: &str,
    (rolled, success): (&[u8], Success),
    outcomes: [&str; 2],
) -> Line {
    let needed = values::ready_dx(content, state, figure, item);
    let how = roll(rolled, &needed, success, outcomes);
    let text = format!("{} {deed}: {}, {how}", name(content, figure), dice(rolled.len()));
    let score = code::score(needed.total(), rolled, success);
    let code = code::of(state.figure(figure), ActionKind::Ready, score, content.item(item).code);
    coded(with_terms(event(figure, text), &needed), code)
}

/// Says that a weapon was loaded freely.
pub(super) fn tell_loaded(content: &Content, figure: FigureId, weapon: ItemId, ammo: ItemId) -> Line {
    let (weapon, ammo) = (&content.item(weapon).title, &content.item(ammo).title);
    event(figure, format!("{} loads the {weapon} with {}", name(content, figure), one(ammo)))
}

/// Says that a figure holds an item differently.
pub(super) fn tell_altered(content: &Content, figure: FigureId, item: ItemId, to: Alteration) -> Line {
    let title = &content.item(item).title;
    let deed = match to {
        Alteration::OneHand => format!("grips the {title} with one hand"),
        Alteration::BothHands => format!("grips the {title} with both hands"),
        Alteration::Cover => format!("covers with the {title}"),
        Alteration::Order => format!("holds the {title} to the side"),
        Alteration::Lower => format!("lowers the {title}"),
        Alteration::Load => format!("loads {}", one(title)),
    };
    event(figure, format!("{} {deed}", name(content, figure)))
}

/// Says that nothing is left of what is counted.
pub(super) fn tell_spent(content: &Content, item: ItemId, left: u16) -> Option<Line> {
    let title = &content.item(item).title;
    (left == 0).then(|| line(LineKind::Detail, format!("that was the last {title}")))
}

/// Says where an item lies now.
pub(super) fn tell_left(content: &Content, state: &State, item: ItemId, hex: Hex) -> Line {
    let title = &content.item(item).title;
    let dropped = content.ids().find(|&figure| content.figure(figure).gear.contains(&item.index()));
    let text = match dropped.filter(|&figure| state.figure(figure).hex == hex) {
        Some(figure) => format!("{} drops the {title}", name(content, figure)),
        None => format!("the {title} lies at {} now", cell(content, hex)),
    };
    line(LineKind::Detail, text)
}

/// Names the choice to make an item ready.
pub(super) fn describe_ready(content: &Content, state: &State, figure: FigureId, item: ItemId, chosen: u8) -> String {
    let (title, dice) = (&content.item(item).title, dice(usize::from(chosen)));
    match reload::by_readying(content, state, figure, item) {
        Some((weapon, _)) => format!("Load the {} with {dice}", content.item(weapon).title),
        None if state.item(item).place().is_none() => format!("Pick up the {title} with {dice}"),
        None => format!("Make the {title} ready with {dice}"),
    }
}

/// Names a free alteration.
pub(in crate::rulesets::foeman) fn describe_alteration(content: &Content, item: ItemId, to: Alteration) -> String {
    let title = &content.item(item).title;
    match to {
        Alteration::OneHand => format!("Grip the {title} with one hand"),
        Alteration::BothHands => format!("Grip the {title} with both hands"),
        Alteration::Cover => format!("Cover with the {title}"),
        Alteration::Order => format!("Hold the {title} to the side"),
        Alteration::Lower => format!("Lower the {title}"),
        Alteration::Load => format!("Load {}", one(title)),
    }
}

/// `an arrow`, `a bolt`.
fn one(title: &str) -> String {
    let article = if title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {title}")
}
