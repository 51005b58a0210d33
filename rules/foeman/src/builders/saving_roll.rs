//! The builder of saving rolls: `3D:st`, `4D:iq halves`.

use foeman_engine::builder::{Alternative, Builder, Choice, Number, Part};
use foeman_schema::plural;

use super::tidy;
use crate::notation::{Saves, SavingRoll};

pub(super) static BUILDER: Builder = Builder {
    name: "saving-roll",
    rules: &["F1.3"],
    parts: &[
        Part::Number(Number::new("dice", 1, 9, 3)),
        Part::Fixed(&["D:"]),
        Part::Choice(Choice {
            name: "attribute",
            options: &[
                Alternative::new(&["st"], "ST"),
                Alternative::new(&["dx"], "DX"),
                Alternative::new(&["iq"], "IQ"),
                Alternative::new(&["ma"], "MA"),
            ],
        }),
        Part::Choice(Choice {
            name: "success",
            options: &[
                Alternative::new(&["", " negates"], "negates the effect"),
                Alternative::new(&[" halves"], "halves the effect"),
            ],
        }),
    ],
    tidy: tidy::<SavingRoll>,
    reading: |_, text| {
        let roll: SavingRoll = text.parse().ok()?;
        let effect = match roll.saves {
            Saves::Negates => "negated",
            Saves::Halves => "halved",
        };
        let dice = plural::plural(roll.dice.into(), "die", "dice");
        Some(format!("{effect} if {dice} total at most {}", roll.attribute.name().to_uppercase()))
    },
};
