//! The notes' record notation: printing reproduces the parsed text, and all other texts are rejected.

use proptest::prelude::*;
use proptest::test_runner::Config;
use ruleset_foeman::notation::record::{AreaCode, CombinedValue, Digit, MapOwner, RecordError, RecordHex, Target};
use serde_json::{Value, json};

use crate::rows::{number, text};
use crate::vectors::Outcome;

/// Latin-1 characters have the code points of the same number.
fn character(code: u8) -> char {
    char::from(code)
}

pub(crate) fn digit(row: &Value) -> Outcome {
    let read: Digit = text(row, "char").parse().expect("a digit");
    let written = Digit::try_from(number(row, "value")).expect("a digit");
    Outcome::of((i32::from(read.value()), written.to_string()), (number(row, "value"), text(row, "char").to_owned()))
}

pub(crate) fn map_owner(row: &Value) -> Outcome {
    let hex = RecordHex::new(number(row, "col"), number(row, "row")).expect("a hex");
    let written = MapOwner { area: AreaCode::ARENA, hex }.to_string();
    let codes: Vec<u32> = written.chars().skip(3).map(u32::from).collect();
    let back: MapOwner = written.parse().expect("a written owner can be parsed");
    let expected = row["owner"].as_str().map_or(written.clone(), str::to_owned);
    Outcome::of((json!(codes), written, back.hex), (row["codes"].clone(), expected, hex))
}

pub(crate) fn combined_value(row: &Value) -> Outcome {
    let read: CombinedValue = text(row, "text").parse().expect("two numbers as one");
    let written = CombinedValue::new(number(row, "first"), number(row, "second")).expect("they can be combined");
    Outcome::of(
        (read.first(), read.second(), written.to_string()),
        (number(row, "first"), number(row, "second"), text(row, "text").to_owned()),
    )
}

pub(crate) fn target(row: &Value) -> Outcome {
    let expected = match text(row, "kind") {
        "hex" => Target::Hex(RecordHex::new(number(row, "col"), number(row, "row")).expect("a hex")),
        _ if row["damaged"] == true => Target::Damaged(number(row, "element") as u16),
        _ => Target::Figure(number(row, "element") as u16),
    };
    let read: Result<Target, _> = text(row, "text").parse();
    Outcome::of((read, expected.to_string()), (Ok(expected), text(row, "text").to_owned()))
}

#[test]
fn every_number_of_a_digit_has_a_character_of_its_own_and_back() {
    let mut next = u32::from(' ');
    for value in -15..=207 {
        let written = Digit::try_from(value).expect("it is a digit").character();
        // The codes rise by one with the numbers, except that the comma is skipped.
        next += u32::from(next == u32::from(','));
        assert_eq!(u32::from(written), next, "{value}");
        assert_eq!(i32::from(Digit::try_from(written).expect("the character is a digit").value()), value);
        next += 1;
    }
    assert_eq!(next, 256, "the last of Latin-1 is a digit");
}

#[test]
fn a_separator_a_control_character_and_what_is_not_latin_1_are_no_digits() {
    for character in [',', '\n', '\u{1f}', '\u{100}', '…', '\u{10ffff}'] {
        let error = Digit::try_from(character).expect_err("it is no digit").to_string();
        assert!(error.starts_with("expected a digit of the records"), "{error}");
        assert!(!error.contains(|c: char| c.is_control()), "{error:?}");
    }
    for value in [-16, 208, i32::MIN, i32::MAX] {
        let error = Digit::try_from(value).expect_err("no character stands for it").to_string();
        assert_eq!(error, format!("expected a number from -15 to 207, written as one character, found `{value}`"));
    }
    assert!("".parse::<Digit>().is_err() && "11".parse::<Digit>().is_err());
}

#[test]
fn every_hex_that_has_a_number_is_written_in_each_way_and_read_again() {
    for (column, row) in (1..=99).flat_map(|column| (1..=99).map(move |row| (column, row))) {
        let hex = RecordHex::new(column, row).expect("column and row are from 1 to 99");
        assert_eq!(hex.to_string(), (column * 100 + row).to_string());
        assert_eq!(hex.to_string().parse(), Ok(hex));
        assert_eq!(hex.cell(), [column - 1, row - 1]);
        assert_eq!(RecordHex::try_from(hex.cell()), Ok(hex));
        let owner = MapOwner { area: AreaCode::ARENA, hex };
        let expected: String =
            ['@', 'A', 'a', character(48 + column as u8), character(48 + row as u8)].iter().collect();
        assert_eq!(owner.to_string(), expected);
        assert_eq!(expected.parse(), Ok(owner));
        let target = Target::Hex(hex);
        assert_eq!(target.to_string(), format!("-{}", column * 100 + row));
        assert_eq!(target.to_string().parse(), Ok(target));
    }
}

#[test]
fn a_map_too_large_for_the_records_is_said_to_be_so() {
    assert!(RecordHex::try_from([98, 98]).is_ok());
    for cell in [[99, 0], [0, 99], [-1, 0], [i32::MAX, 0], [i32::MIN, i32::MAX]] {
        let error = RecordHex::try_from(cell).expect_err("records have no number for it").to_string();
        assert!(error.starts_with("expected a column and a row from 1 to 99, found `column "), "{error}");
    }
}

#[test]
fn every_pair_of_numbers_is_one_number_with_the_sign_of_the_first() {
    for (first, second) in (-99..=99).flat_map(|first| (0..=99).map(move |second| (first, second))) {
        let value = CombinedValue::new(first, second).expect("both numbers are in range");
        let magnitude = first.abs() * 100 + second;
        let expected = if first < 0 { format!("-{magnitude}") } else { magnitude.to_string() };
        assert_eq!(value.to_string(), expected);
        assert_eq!(expected.parse(), Ok(value));
    }
    for (first, second) in [(100, 0), (-100, 0), (0, 100), (0, -1), (i32::MIN, i32::MAX)] {
        assert!(CombinedValue::new(first, second).is_err(), "{first} {second}");
    }
}

#[test]
fn what_is_nearly_right_is_refused_with_what_was_expected() {
    fn refused<T: std::str::FromStr<Err = RecordError> + std::fmt::Debug>(texts: &[&str], expected: &str) {
        for text in texts {
            let error = text.parse::<T>().expect_err(text).to_string();
            assert!(error.starts_with(expected) && error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }
    refused::<CombinedValue>(
        &["", "-", "+112", "-12", "-0", "012", "00", "10000", "1 12", "1.12", "१२"],
        "expected two numbers as one, of up to four digits without leading zeros",
    );
    refused::<RecordHex>(&["", "100", "14", "-1014", "0101", "10014"], "expected a column and a row from 1 to 99");
    refused::<AreaCode>(&["", "A", "Aaa", "A1", "Éa"], "expected an area of two letters from A to Z");
    refused::<MapOwner>(
        &["", "@", "@Aa", "@Aa1", "@Aa01", "@Aa1,", "@Aa111", "Aa11", "@A111", "@é11", "@Aa1ÿ"],
        "expected `@`, an area of two letters",
    );
    refused::<Target>(
        &["", "-", "+", "--1014", "-14", "++3", "+-3", "-0", "037", "65536", "3a"],
        "expected `-` and a hex",
    );
}

proptest! {
    #![proptest_config(Config { cases: 512, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_read_is_written_as_the_same_text(text in "[-+@A-Za-z0-9:;,é]{0,6}|[-+]?[0-9]{1,5}|@[A-Za-z]{2}[0-~]{2}") {
        if let Ok(read) = text.parse::<Digit>() {
            prop_assert_eq!(read.to_string(), text.clone());
        }
        if let Ok(read) = text.parse::<CombinedValue>() {
            prop_assert_eq!(read.to_string(), text.clone());
        }
        if let Ok(read) = text.parse::<RecordHex>() {
            prop_assert_eq!(read.to_string(), text.clone());
        }
        if let Ok(read) = text.parse::<MapOwner>() {
            prop_assert_eq!(read.to_string(), text.clone());
        }
        if let Ok(read) = text.parse::<Target>() {
            prop_assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn any_number_of_a_figure_is_read_back(figure: u16) {
        for target in [Target::Figure(figure), Target::Damaged(figure)] {
            prop_assert_eq!(target.to_string().parse(), Ok(target));
        }
    }

    #[test]
    fn no_text_makes_reading_panic_and_no_message_is_long_or_has_control_characters(text in any::<String>()) {
        let errors = [
            text.parse::<Digit>().err(),
            text.parse::<CombinedValue>().err(),
            text.parse::<RecordHex>().err(),
            text.parse::<AreaCode>().err(),
            text.parse::<MapOwner>().err(),
            text.parse::<Target>().err(),
        ];
        for error in errors.into_iter().flatten() {
            let message = error.to_string();
            prop_assert!(message.starts_with("expected ") && message.contains(", found `"), "{}", message);
            prop_assert!(message.chars().count() < 400 && !message.contains(char::is_control), "{:?}", message);
        }
    }
}
