//! The duration of spells, and the value of a grade.

use proptest::prelude::*;
use ruleset_foeman::effects::schedule::Schedule;
use ruleset_foeman::grade::Grade;
use serde_json::Value;

use crate::rows::{count, flag, number, small, text};
use crate::vectors::Outcome;

fn written(row: &Value) -> Schedule {
    Schedule { expires: count(row, "expiry"), count: row["count"].as_u64().map_or(1, |count| count as u8) }
}

/// A spell of round 0, renewed as often as the row says.
pub(crate) fn expiry(row: &Value) -> Outcome {
    let spell = (0..small(row, "renewals")).fold(Schedule::cast_in(0), |spell, _| spell.renewed());
    Outcome::of(spell.expires, count(row, "ends_after"))
}

pub(crate) fn casting_round(row: &Value) -> Outcome {
    Outcome::of(written(row).casting_round(), count(row, "cast"))
}

pub(crate) fn renewal(row: &Value) -> Outcome {
    let (before, after) = (written(row), written(row).renewed());
    Outcome::of(
        (before.renewal_adds(), after.expires, after.count),
        (count(row, "adds"), count(row, "new_expiry"), small(row, "new_count")),
    )
}

pub(crate) fn prompt(row: &Value) -> Outcome {
    let (spell, round) = (written(row), count(row, "round"));
    Outcome::of(
        (spell.is_renewable_in(round), spell.works_in(round), spell.ends_after(round)),
        (flag(row, "offered"), flag(row, "works"), flag(row, "gone_after")),
    )
}

pub(crate) fn grade(row: &Value) -> Outcome {
    let grade = Grade::of(["st", "dx", "iq", "ma"].map(|attribute| number(row, attribute)));
    Outcome::of(
        (grade.points(), grade.multiplier().to_string()),
        (number(row, "grade"), text(row, "multiplier").to_owned()),
    )
}

#[test]
fn a_quarter_of_a_grade_is_rounded_in_the_award_only() {
    // Attributes with totals of 17, 18, 8, 0 and -1 points.
    let cases = [
        ([12, 11, 8, 10], "17/4", [(1, 4), (2, 9), (3, 13), (4, 17), (10, 43), (-2, -8)]),
        ([12, 12, 8, 10], "9/2", [(1, 5), (2, 9), (3, 14), (4, 18), (10, 45), (-2, -9)]),
        ([8, 8, 8, 8], "2", [(1, 2), (2, 4), (3, 6), (4, 8), (10, 20), (-2, -4)]),
        ([6, 6, 6, 6], "0", [(1, 0), (2, 0), (3, 0), (4, 0), (10, 0), (-2, 0)]),
        ([6, 6, 6, 5], "-1/4", [(1, 0), (2, 0), (3, -1), (4, -1), (10, -2), (-2, 1)]),
    ];
    for (attributes, multiplier, awards) in cases {
        let grade = Grade::of(attributes);
        assert_eq!(grade.multiplier().to_string(), multiplier);
        for (award, expected) in awards {
            assert_eq!(grade.award(award), expected, "{award} times {multiplier}");
        }
    }
}

#[test]
fn nothing_overflows() {
    assert_eq!(Grade::of([i32::MAX; 4]).award(i32::MAX), i32::MAX);
    assert_eq!(Grade::of([i32::MIN; 4]).award(i32::MAX), i32::MIN);
    let spell = (0..300).fold(Schedule::cast_in(u32::MAX), |spell, _| spell.renewed());
    assert_eq!((spell.expires, spell.count), (u32::MAX, u8::MAX));
    assert_eq!(spell.casting_round(), 0, "no round is known any more");
}

proptest! {
    #[test]
    fn the_casting_round_is_known_from_expiry_and_count(round in 0_u32..100_000, renewals in 0_u8..10) {
        let spell = (0..renewals).fold(Schedule::cast_in(round), |spell, _| spell.renewed());
        prop_assert_eq!(spell.casting_round(), round);
        prop_assert_eq!(spell.count, renewals + 1);
    }

    #[test]
    fn a_renewal_is_offered_in_the_last_round_and_makes_it_work_on(round in 0_u32..1000, renewals in 0_u8..6) {
        let spell = (0..renewals).fold(Schedule::cast_in(round), |spell, _| spell.renewed());
        let last = spell.expires;
        prop_assert!(spell.works_in(last) && spell.is_renewable_in(last) && spell.ends_after(last));
        prop_assert!(!spell.is_renewable_in(last - 1) && !spell.ends_after(last - 1) && !spell.works_in(last + 1));
        prop_assert!(spell.renewed().works_in(last + 1));
    }
}
