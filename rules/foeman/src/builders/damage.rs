//! The builder of damage dice: `-1H`, `2D`, `-2H L+1<3`.

use foeman_engine::builder::{Alternative, Builder, Choice, List, Number, Part};
use foeman_schema::plural;

use super::tidy;
use crate::notation::{DamageDice, DamageStat, DieRole, StatMod};

pub(super) static BUILDER: Builder = Builder {
    name: "damage",
    rules: &["F7.4", "F7.6", "F7.7"],
    parts: &[Part::Choice(DICE), Part::List(List { name: "change", most: 9, item: CHANGE })],
    tidy: tidy::<DamageStat>,
    reading: |_, text| text.parse().ok().map(|stat| reading(&stat)),
};

const DICE: Choice = Choice {
    name: "dice",
    options: &[
        Alternative::new(&["-", ""], "as many as to hit, less")
            .then(&[Part::Number(Number::new("number", 0, u8::MAX as i64, 1)), Part::Fixed(&["H", ""])]),
        Alternative::new(&[""], "always the same number")
            .then(&[Part::Number(Number::new("number", 1, 9, 1)), Part::Fixed(&["D"])]),
    ],
};

const CHANGE: &[Part] = &[
    Part::Fixed(&[" ", ""]),
    Part::Choice(Choice {
        name: "die",
        options: &[
            Alternative::new(&["T"], "highest die"),
            Alternative::new(&["C"], "middle dice"),
            Alternative::new(&["L"], "lowest die"),
        ],
    }),
    Part::Number(Number { signed: true, ..Number::new("points", -(i8::MAX as i64), i8::MAX as i64, 1) }),
    Part::Choice(Choice {
        name: "condition",
        options: &[
            Alternative::new(&[""], "always"),
            Alternative::new(&["<"], "if below").then(&[Part::Number(Number::new("limit", 0, u8::MAX as i64, 4))]),
        ],
    }),
];

/// Describes damage dice: `1 die fewer than to hit; highest die +1`.
fn reading(stat: &DamageStat) -> String {
    let dice = match stat.dice {
        DamageDice::HitLess(0) => "as many dice as to hit".to_owned(),
        DamageDice::HitLess(less) => format!("{} fewer than to hit", plural::plural(less.into(), "die", "dice")),
        DamageDice::Fixed(dice) => plural::plural(dice.into(), "die", "dice"),
    };
    let change = |change: &StatMod| {
        let die = match change.role {
            DieRole::Top => "highest die",
            DieRole::Cup => "middle dice",
            DieRole::Low => "lowest die",
        };
        let under = change.under.map(|under| format!(" if below {under}")).unwrap_or_default();
        format!("; {die} {:+}{under}", change.add)
    };
    dice + &stat.mods.iter().map(change).collect::<String>()
}
