//! The regular expression of each notation agrees with its parser, for editors that know only the schema.

use foeman_registry::SHIPPED;
use foeman_schema::notation::{Notation, SHARED};
use foeman_test_support::slips::{LEFT_TO_THE_CHECK, SLIPS};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::string::string_regex;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

/// Notations that no regular expression can describe fully: brackets nest, and the runs of a front pattern are
/// interdependent.
const LOOSE: [&str; 8] =
    ["amount", "condition", "event-amount", "event-condition", "expression", "front-pattern", "requirement", "roll"];

fn notations() -> Vec<&'static Notation> {
    let own = SHIPPED.dialects().into_iter().flat_map(|dialect| dialect.notations);
    let mut all: Vec<&Notation> = own.chain(SHARED).copied().collect();
    all.sort_by_key(|notation| notation.name);
    all.dedup_by_key(|notation| notation.name);
    all
}

fn matcher(notation: &Notation) -> Validator {
    jsonschema::draft202012::new(&json!({ "pattern": notation.pattern })).expect("a regular expression")
}

/// Whether the notation's pattern is right about a text.
fn is_right(notation: &Notation, matcher: &Validator, text: &str) -> Result<(), TestCaseError> {
    let (reads, matches) = ((notation.check)(text).is_ok(), matcher.is_valid(&Value::from(text)));
    prop_assert!(matches || !reads, "`{}` reads {:?}, but its pattern does not take it", notation.name, text);
    let exact = !LOOSE.contains(&notation.name);
    prop_assert!(reads || !matches || !exact, "the pattern of `{}` takes {:?}", notation.name, text);
    Ok(())
}

/// Runs a property test with the same texts every time.
fn holds<S: Strategy>(texts: S, law: impl Fn(&S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: 1_000, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, proptest::test_runner::TestRng::deterministic_rng(Default::default()));
    runner.run(&texts, |text| law(&text)).expect("the law holds for every text");
}

/// A text, and the same text with some characters removed, inserted or changed.
fn spoilt(text: impl Strategy<Value = String>) -> impl Strategy<Value = (String, String)> {
    let letters =
        prop::sample::select(" 0123456789DHTCLabcosnwtgrdxiqmzepluh+-*/<>().:#,\n\tÉ٣".chars().collect::<Vec<_>>());
    let slips = prop::collection::vec((any::<prop::sample::Index>(), 0..3, letters), 0..3);
    (text, slips).prop_map(|(whole, slips)| {
        let mut text: Vec<char> = whole.chars().collect();
        for (at, how, letter) in slips {
            let at = at.index(text.len() + 1);
            match how {
                0 => text.insert(at, letter),
                1 if at < text.len() => text[at] = letter,
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        (whole, text.into_iter().collect())
    })
}

#[test]
fn a_pattern_is_whole_and_takes_what_the_notation_reads_and_nothing_else_where_it_can() {
    for notation in notations() {
        let matcher = matcher(notation);
        let inner = notation.pattern.strip_prefix('^').and_then(|pattern| pattern.strip_suffix('$'));
        let inner = inner.unwrap_or_else(|| panic!("the pattern of `{}` is not whole", notation.name));
        assert!(!inner.contains("(?=") && !inner.contains("(?!"), "{}: not every reader looks ahead", notation.name);
        let texts = string_regex(inner).expect("the pattern can generate texts");
        holds(spoilt(texts), |(text, spoilt)| {
            is_right(notation, &matcher, text)?;
            is_right(notation, &matcher, spoilt)
        });
        for example in notation.examples {
            assert!(matcher.is_valid(&json!(example)), "{}: {example}", notation.name);
        }
    }
}

#[test]
fn whatever_can_be_calculated_is_taken_by_the_pattern_of_amounts_and_rolls() {
    let part = "0|[1-9][0-9]{0,3}|(own|target)\\.(st|dx|iq|ma|size)";
    for (name, part) in [("amount", part.to_owned()), ("roll", format!("{part}|[1-9][0-9]?D"))] {
        let notation = notations().into_iter().find(|notation| notation.name == name).expect("it is listed");
        let matcher = matcher(notation);
        let part = string_regex(&part).expect("a regular expression");
        let sums = part.prop_recursive(4, 24, 2, |inner| {
            let blanks = || " {0,2}";
            let pair = (inner.clone(), blanks(), "[-+*/%]", blanks(), inner.clone())
                .prop_map(|(a, before, sign, after, b)| format!("{a}{before}{sign}{after}{b}"));
            let signed =
                (blanks(), "[-+]", blanks(), inner.clone()).prop_map(|(a, sign, b, of)| format!("{a}{sign}{b}{of}"));
            let bracketed = (blanks(), inner, blanks()).prop_map(|(a, of, b)| format!("({a}{of}{b})"));
            prop_oneof![pair, signed, bracketed]
        });
        let read = std::cell::Cell::new(0);
        holds(spoilt(sums), |(_, text)| {
            read.set(read.get() + u32::from((notation.check)(text).is_ok()));
            is_right(notation, &matcher, text)
        });
        assert!(read.get() > 250, "only {} of the texts could be read", read.get());
    }
}

#[test]
fn common_slips_are_told_by_the_pattern_and_what_is_left_to_the_check_is_listed() {
    let names: Vec<&str> = notations().iter().map(|notation| notation.name).collect();
    assert_eq!(SLIPS.map(|(name, _)| name).to_vec(), names, "each notation has its slips");
    for (notation, (_, slips)) in notations().into_iter().zip(SLIPS) {
        let matcher = matcher(notation);
        for slip in slips {
            assert!((notation.check)(slip).is_err(), "{}: {slip:?} is no slip", notation.name);
            assert!(!matcher.is_valid(&json!(slip)), "the pattern of `{}` takes {slip:?}", notation.name);
        }
    }
    for (name, text, reason) in LEFT_TO_THE_CHECK {
        let notation = notations().into_iter().find(|notation| notation.name == name).expect("it is listed");
        assert!((notation.check)(text).is_err(), "{name}: {text:?} is right");
        assert!(matcher(notation).is_valid(&json!(text)), "{name}: the pattern tells {text:?}, although {reason}");
        assert!(LOOSE.contains(&name), "{name} is not said to be loose");
    }
}
