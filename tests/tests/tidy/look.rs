//! Sizes, corners, line widths and colours of the window come from `editor/scene/src/theme`.

use super::layers::code;
use super::{read, sources};

const WINDOW: &str = "editor/window/src";

/// Calls whose first argument is a token, with the tokens to use.
const CALLS: [(&str, &str); 10] = [
    ("Stroke::new(", "`LINE`, `EDGE`, `RING` or `BOLD`"),
    ("FontId::proportional(", "`SMALL`, `BODY` or `HEADING`"),
    ("FontId::monospace(", "`SMALL`"),
    ("gamma_multiply(", "a constant of `theme::alpha`"),
    ("Margin::same(", "a constant of `theme::margin`"),
    ("Margin::symmetric(", "a constant of `theme::margin`"),
    ("corner_radius(", "`ROUND_SMALL`, `ROUND` or `ROUND_LARGE`"),
    ("CornerRadius::same(", "`ROUND_SMALL`, `ROUND` or `ROUND_LARGE`"),
    ("Color32::from_gray(", "a colour of `theme::palette`"),
    ("Color32::from_rgb(", "a colour of `theme::palette`"),
];

/// Calls whose second argument is a corner radius.
const CORNERS: [&str; 3] = [".rect(", ".rect_filled(", ".rect_stroke("];

/// Colours of egui by name.
const NAMED: [&str; 6] =
    ["Color32::WHITE", "Color32::BLACK", "Color32::GRAY", "Color32::RED", "Color32::GREEN", "Color32::BLUE"];

/// Files that may name a colour of egui, each with a reason.
const MAY_NAME: [(&str, &str); 1] =
    [("kit/paint.rs", "White vertices of a mesh are replaced by the paint, or keep the colours of a texture.")];

#[test]
fn sizes_and_colours_of_the_window_come_from_the_theme() {
    let mut faults = Vec::new();
    for file in sources(&[WINDOW]) {
        let text = code(&read(&file));
        for (call, expected) in CALLS {
            let literal = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit());
            let found = arguments(&text, call).filter(|rest| literal(rest.trim_start()));
            faults.extend(found.map(|rest| format!("{file}: expected {expected}, found `{call}{}`", start(rest))));
        }
        for call in CORNERS {
            let round = |rest: &&str| second(rest).is_some_and(|radius| matches!(radius.parse::<u8>(), Ok(1..)));
            let found = arguments(&text, call).filter(round);
            faults.extend(found.map(|rest| format!("{file}: expected `ROUND`, found `{call}{}`", start(rest))));
        }
        for side in ["x", "y"] {
            let field = format!("item_spacing.{side} = ");
            let fixed = |rest: &&str| start(rest).parse::<f32>().is_ok_and(|space| space > 0.0);
            let found = arguments(&text, &field).filter(fixed);
            faults.extend(found.map(|rest| format!("{file}: expected a part of `GAP`, found {field}{}", start(rest))));
        }
        let may_name = MAY_NAME.iter().any(|(allowed, _)| file.ends_with(allowed));
        let found = NAMED.iter().filter(|name| !may_name && text.contains(**name));
        faults.extend(found.map(|name| format!("{file}: expected a colour of `theme::palette`, found `{name}`")));
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn literal_sizes_are_found() {
    let text = "a.rect_filled(Rect::from_min_size(at, size), 4, color); b.rect(r, ROUND, c); Stroke::new(2.0, c)";
    let rounds: Vec<Option<&str>> = CORNERS.iter().flat_map(|call| arguments(text, call)).map(second).collect();
    assert_eq!(rounds, [Some("ROUND"), Some("4")]);
    assert_eq!(arguments(text, "Stroke::new(").map(start).collect::<Vec<_>>(), ["2.0"]);
}

/// Returns the text after each call.
fn arguments<'t>(text: &'t str, call: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(call).map(move |(at, _)| &text[at + call.len()..])
}

/// Returns the first argument of a call, or its beginning.
fn start(rest: &str) -> &str {
    rest.split([',', ')', ';']).next().unwrap_or_default().trim()
}

/// Returns the second argument of a call.
fn second(rest: &str) -> Option<&str> {
    let mut depth = 0;
    let comma = rest.char_indices().find(|(_, letter)| {
        depth += match letter {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        depth == 0 && *letter == ','
    });
    comma.map(|(at, _)| start(&rest[at + 1..]))
}
