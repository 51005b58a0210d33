//! Figure types in families of five, and two rosters that fight with the generated items.

use std::fmt::Write;

use super::items;
use crate::template::words;

/// The number of figure types per family: a base type, three types that extend it, and its animal.
const FAMILY: usize = 5;

/// The trades of the first four types of a family.
const TRADES: [&str; 4] = ["warden", "ferryman", "carter", "falconer"];
/// The animal of a family.
const ANIMALS: [&str; 8] = ["mastiff", "badger", "goat", "otter", "raven", "mule", "ferret", "heron"];
/// The home town of a family.
const PLACES: [&str; 12] = [
    "ashby",
    "thornwick",
    "millbeck",
    "saltmarsh",
    "greyfell",
    "oxenford",
    "hollowdown",
    "lowmere",
    "stonebridge",
    "fernhill",
    "crowmoor",
    "withy-end",
];

/// Returns the id of a figure type by number.
pub fn id(number: usize) -> String {
    let (family, kind) = (number / FAMILY, number % FAMILY);
    let what = TRADES.get(kind).copied().unwrap_or(ANIMALS[family % ANIMALS.len()]);
    format!("{what}-of-{}-{family}", PLACES[family % PLACES.len()])
}

/// Returns its title: `Warden of Ashby 0`.
fn title(number: usize) -> String {
    let place = PLACES[number / FAMILY % PLACES.len()];
    words(&id(number)).replace(&place.replace('-', " "), &words(place))
}

/// Returns a catalog of this many figure types, about 150 bytes each.
pub fn catalog(figures: usize) -> String {
    let mut text = String::with_capacity(figures * 160 + 10);
    text.push_str("figures:\n");
    for number in 0..figures {
        figure(&mut text, number);
    }
    text
}

fn figure(text: &mut String, number: usize) {
    let (family, kind) = (number / FAMILY, number % FAMILY);
    let (id, st, dx) = (id(number), 10 + family % 5, 11 + family % 3);
    let title = title(number);
    let body = match kind {
        0 => format!(
            "title: {title}\n    kind: hero\n    size: {}\n    attributes: {{st: {st}, dx: {dx}, iq: {}, ma: 10}}",
            90 + family % 30,
            8 + family % 4
        ),
        // Each member of a family differs a little from its base type.
        1..4 => format!(
            "extends: {}\n    title: {title}\n    attributes: {{st: {}, ma: {}}}",
            self::id(family * FAMILY),
            st + kind,
            10 - kind
        ),
        _ => format!(
            "title: {title}\n    kind: creature\n    size: {}\n    attributes: {{st: {}, dx: {}, iq: 5, ma: {}}}\n    \
             attacks:\n      - {{title: teeth, damage: -1H}}\n    hide: {{protection: 1}}",
            20 + family % 40,
            7 + family % 4,
            12 + family % 3,
            9 + family % 6
        ),
    };
    let _ = write!(text, "  # Of family {family}, number {number} in the parish book.\n  {id}:\n    {body}\n\n");
}

/// The number of figures per side of a scenario.
const SIDE: usize = 4;

/// Returns two rosters with figures of the first types and the first items; empty if there are too few types.
pub fn rosters(figures: usize, items: usize) -> String {
    let mut text = String::from("rosters:\n");
    for (roster, title) in [("gatekeepers", "The Gatekeepers"), ("toll-dodgers", "The Toll Dodgers")] {
        let _ = write!(text, "  {roster}:\n    title: {title}\n    figures:\n");
        for seat in 0..SIDE {
            // The figure types that can carry weapons, in turn.
            let number = (seat / TRADES.len() * FAMILY + seat % TRADES.len()) % figures;
            let _ = write!(
                text,
                "      {}:\n        name: {}\n        type: {}\n",
                member(roster, seat),
                words(&member(roster, seat)),
                id(number)
            );
            if items > 0 {
                let _ = write!(text, "        gear:\n          - {{item: {}, place: first-hand}}\n", items::id(0));
            }
        }
        text.push('\n');
    }
    text
}

/// Returns the key of a member of a roster.
fn member(roster: &str, seat: usize) -> String {
    let names = match roster {
        "gatekeepers" => ["agnes", "bertram", "cecily", "dunstan"],
        _ => ["edric", "frideswide", "godwin", "hawise"],
    };
    names[seat].to_owned()
}

/// Returns the positions of a side's figures, for `place:` of a scenario.
pub fn places(roster: &str, column: usize, facing: usize) -> String {
    let mut text = String::new();
    for seat in 0..SIDE {
        let row = 16 + 2 * seat;
        let _ = writeln!(text, "          {}: {{hex: [{column}, {row}], facing: {facing}}}", member(roster, seat));
    }
    text
}
