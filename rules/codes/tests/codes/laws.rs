//! The notation: parsing and printing are inverse, and no text makes parsing panic.

use foeman_schema::notation::code::{self, ActionCode, COMBAT, Letter, Number, Tail, Word};
use proptest::prelude::*;

fn letter() -> impl Strategy<Value = Letter> {
    prop::char::range('A', 'Z').prop_map(|letter| Letter::new(letter).unwrap())
}

fn words() -> impl Strategy<Value = Vec<Word>> {
    prop::collection::vec("[A-Za-z0-9]{1,6}".prop_map(|text| Word::new(text).unwrap()), 0..4)
}

fn codes() -> impl Strategy<Value = ActionCode> {
    let combat =
        (0u16..=999, 0u16..=9999, 0u16..=8, words()).prop_map(|(position, weapon, location, more)| Tail::Combat {
            position: Number::new(position).unwrap(),
            weapon: Number::new(weapon).unwrap(),
            location: Number::new(location).unwrap(),
            more,
        });
    let head = (letter(), letter(), 0u16..=999, 0u16..=99);
    (head, any::<bool>(), any::<bool>(), combat, words()).prop_map(
        |((classifier, kind, action, score), basic, fights, combat, words)| {
            let classifier = if fights { COMBAT } else { classifier };
            let tail = match (classifier == COMBAT, words.is_empty()) {
                _ if basic => Tail::Basic,
                (true, _) => combat,
                (false, true) => Tail::Basic,
                (false, false) => Tail::Other(words),
            };
            ActionCode {
                classifier,
                kind,
                action: Number::new(action).unwrap(),
                score: Number::new(score).unwrap(),
                tail,
            }
        },
    )
}

/// Valid and nearly valid codes.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z]-[A-Z]-[0-9]{3}-[0-9]{2}-",
        "C-[A-Z]-[0-9]{3}-[0-9]{2}-[0-9]{3}-[0-9]{4}-[0-9](-[A-Za-z0-9]{1,3}){0,2}",
        "[ABS]-[A-Z]-[0-9]{3}-[0-9]{2}(-[A-Za-z0-9]{0,3}){1,4}",
        "[CS\u{e9}]{0,2}-?[A-Z]-[0-9]{2,4}-[0-9]{1,3}-?[0-9]{0,4}-?[0-9\u{1f600}]{0,4}",
    ]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(code in codes()) {
        prop_assert_eq!(code.to_string().parse::<ActionCode>(), Ok(code));
    }

    #[test]
    fn what_is_read_is_printed_back(text in texts()) {
        if let Ok(code) = text.parse::<ActionCode>() {
            prop_assert_eq!(code.to_string(), text);
        }
    }

    #[test]
    fn the_blocks_are_the_text_cut_at_its_dashes(code in codes()) {
        let text = code.to_string();
        for (_, block, column) in code.blocks() {
            prop_assert_eq!(&text[column - 1..column - 1 + block.len()], block);
        }
        let joined: Vec<_> = code.blocks().into_iter().map(|(_, block, _)| block).collect();
        prop_assert_eq!(joined.join("-"), text.trim_end_matches('-'));
    }

    #[test]
    fn no_text_makes_reading_panic_and_an_error_points_into_the_text(text in prop_oneof![any::<String>(), texts()]) {
        if let Err(error) = text.parse::<ActionCode>() {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.column), "{}", error);
            prop_assert_eq!((code::NOTATION.check)(&text), Err(error.to_string()));
        }
    }

    #[test]
    fn a_code_survives_json(code in codes()) {
        let json = serde_json::to_value(&code).unwrap();
        prop_assert_eq!(&json, &serde_json::Value::from(code.to_string()));
        prop_assert_eq!(serde_json::from_value::<ActionCode>(json).unwrap(), code);
    }
}

#[test]
fn the_sources_codes_are_read_block_by_block() {
    let vectors: serde_json::Value =
        serde_yaml::from_str(include_str!("../../../../tests/vectors/foeman.yaml")).unwrap();
    let rows = vectors["action_code_parse"].as_array().unwrap();
    assert!(rows.len() >= 3);
    for row in rows {
        let code: ActionCode = row["text"].as_str().unwrap().parse().unwrap();
        assert_eq!((code.classifier.to_string(), code.kind.to_string()), (said(row, "classifier"), said(row, "type")));
        assert_eq!((code.action.get(), code.score.get()), (number(row, "action"), number(row, "score")));
        let Tail::Combat { position, weapon, location, .. } = code.tail else {
            assert!(row.get("position").is_none(), "{row}");
            continue;
        };
        let found = (position.get(), weapon.get(), location.get());
        assert_eq!(found, (number(row, "position"), number(row, "weapon"), number(row, "location")));
    }
}

fn said(row: &serde_json::Value, key: &str) -> String {
    row[key].as_str().unwrap().to_owned()
}

fn number(row: &serde_json::Value, key: &str) -> u16 {
    row[key].as_u64().unwrap().try_into().unwrap()
}
