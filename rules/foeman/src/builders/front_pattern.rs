//! The builder of front patterns: `3aabcba`.

use foeman_engine::builder::{Around, AroundHexes, Builder, Part};
use foeman_schema::plural;

use super::tidy;
use crate::notation::pattern::{FrontPattern, Position, layout, points};

pub(super) static BUILDER: Builder = Builder {
    name: "front-pattern",
    rules: &["F2.4"],
    parts: &[Part::Around(&AROUND)],
    tidy: tidy::<FrontPattern>,
    reading: |_, text| {
        let pattern: FrontPattern = text.parse().ok()?;
        let count = |wanted: Position| pattern.positions().filter(|(_, position)| *position == wanted).count();
        let [front, side, rear] = [Position::Front, Position::Side, Position::Rear].map(count);
        let hexes = plural::plural(pattern.hexes().into(), "hex", "hexes");
        Some(format!("a figure of {hexes}: {front} front, {side} side and {rear} rear"))
    },
};

static AROUND: Around = Around {
    letters: &[('a', "front"), ('b', "side"), ('c', "rear")],
    read: |text, record| {
        let pattern = match text {
            Some(text) => text.parse().ok()?,
            None => FrontPattern::standard(record["hexes"].as_u64().map_or(1, |hexes| hexes.min(4) as u8)),
        };
        let around = pattern.positions().map(|(hex, position)| (hex, position.letter()));
        let hexes = pattern.hexes();
        Some(AroundHexes { points: points(hexes), own: layout(hexes), around: around.collect() })
    },
    write: |drawn, like| {
        let letter = |hex| drawn.around.iter().find(|(other, _)| *other == hex).map(|(_, letter)| *letter);
        let standard = FrontPattern::standard(drawn.own.len() as u8);
        standard.with(|hex| letter(hex).and_then(Position::of)).spelt_like(like)
    },
};
