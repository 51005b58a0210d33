//! Figure types, and two rosters that fight with what the items hold: in families of five.

use std::fmt::Write;

use super::super::words;
use super::items;

/// How many figure types one family has: one that says everything, three that extend it, and its animal.
const FAMILY: usize = 5;

/// What the first four of a family do for a living.
const TRADES: [&str; 4] = ["warden", "ferryman", "carter", "falconer"];
/// What follows them about.
const ANIMALS: [&str; 8] = ["mastiff", "badger", "goat", "otter", "raven", "mule", "ferret", "heron"];
/// Where they come from.
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

/// The id of the figure type with this number.
pub fn id(number: usize) -> String {
    let (family, kind) = (number / FAMILY, number % FAMILY);
    let what = TRADES.get(kind).copied().unwrap_or(ANIMALS[family % ANIMALS.len()]);
    format!("{what}-of-{}-{family}", PLACES[family % PLACES.len()])
}

/// Its title: `Warden of Ashby 0`.
fn title(number: usize) -> String {
    let place = PLACES[number / FAMILY % PLACES.len()];
    words(&id(number)).replace(&place.replace('-', " "), &words(place))
}

/// The catalog with so many figure types; about 150 bytes each.
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
        // Everybody of a family differs a little from whoever keeps the gate.
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

/// How many figures a side of the scenarios has.
const SIDE: usize = 4;

/// Two rosters with figures of the first types, armed with the first items; nobody where there are not enough types.
pub fn rosters(figures: usize, items: usize) -> String {
    let mut text = String::from("rosters:\n");
    for (roster, title) in [("gatekeepers", "The Gatekeepers"), ("toll-dodgers", "The Toll Dodgers")] {
        let _ = write!(text, "  {roster}:\n    title: {title}\n    figures:\n");
        for seat in 0..SIDE {
            // Those who carry weapons, one after the other.
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

/// The key of somebody in a roster.
fn member(roster: &str, seat: usize) -> String {
    let names = match roster {
        "gatekeepers" => ["agnes", "bertram", "cecily", "dunstan"],
        _ => ["edric", "frideswide", "godwin", "hawise"],
    };
    names[seat].to_owned()
}

/// Where the figures of a side stand, below `place:` of a scenario.
pub fn places(roster: &str, column: usize, facing: usize) -> String {
    let mut text = String::new();
    for seat in 0..SIDE {
        let row = 16 + 2 * seat;
        let _ = writeln!(text, "          {}: {{hex: [{column}, {row}], facing: {facing}}}", member(roster, seat));
    }
    text
}
