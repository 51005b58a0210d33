//! The builder of durations: `3`, `spell`, `encounter`.

use foeman_engine::builder::{Alternative, Builder, Choice, Number, Part};
use foeman_schema::plural;

use super::tidy;
use crate::notation::Rounds;

pub(super) static BUILDER: Builder = Builder {
    name: "rounds",
    rules: &["F11.1"],
    parts: &[Part::Choice(Choice {
        name: "duration",
        options: &[
            Alternative::new(&[""], "number of rounds").then(&[Part::Number(Number::new("rounds", 1, 9999, 3))]),
            Alternative::new(&["spell"], "as long as its spell is kept up"),
            Alternative::new(&["encounter"], "to the end of the battle"),
        ],
    })],
    tidy: tidy::<Rounds>,
    reading: |_, text| {
        Some(match text.parse().ok()? {
            Rounds::Number(rounds) => plural::plural(rounds.into(), "round", "rounds"),
            Rounds::Spell => "as long as its spell is kept up".to_owned(),
            Rounds::Encounter => "to the end of the battle".to_owned(),
        })
    },
};
