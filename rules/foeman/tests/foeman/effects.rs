//! Effects: the schema and the typed parser agree, and every notation in them reports the position of an error.

use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::{Pointer, RecordKey};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use ruleset_foeman::DIALECT;
use ruleset_foeman::catalogs::effects::Effect;
use serde::Deserialize;
use serde_json::{Map, Value, json};

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

fn effect() -> Field {
    Field::at(&DIALECT, &at("/terrains/bog/effects/0")).expect("effects are a list")
}

/// Returns all kinds of effects.
fn kinds() -> Vec<&'static str> {
    match effect().child("kind").map(Field::kind) {
        Some(FieldKind::Choice(kinds)) => kinds.into_iter().map(|kind| kind.value).collect(),
        other => panic!("expected kinds, found {other:?}"),
    }
}

/// Values for effects, valid and invalid ones.
fn values() -> Vec<Value> {
    let words = "lying stunned push modify strike creature always encounter spell apply target add low dx physical \
                 2D-1 3D:st 4D:iq-halves 99199 09999 own.iq/4 1D/0 bog";
    let mut values: Vec<Value> =
        words.split_whitespace().map(|word| json!(word.replace("-halves", " halves"))).collect();
    let others =
        [json!(0), json!(1), json!(-2), json!(9), json!(10), json!(100), json!(10_000), json!([1, 2]), json!([1])];
    values.extend(others);
    values.extend([json!({}), json!(true), json!(1.5), json!("")]);
    values
}

/// A pack with these effects.
fn bog(effects: &Value) -> Draft {
    let body = format!("terrains: {{bog: {{title: Bog, color: '#5b4636', effects: {effects}}}}}");
    Draft::from_texts([("pack.yaml".to_owned(), format!("pack: test\nruleset: foeman\n{body}\n"))], &[&DIALECT])
}

fn errors(effects: &Value) -> Vec<Finding> {
    let mut found = check(&bog(effects));
    found.retain(|finding| {
        finding.severity == Severity::Error && !["unknown-reference", "pack-header"].contains(&finding.code)
    });
    found
}

proptest! {
    #![proptest_config(Config { cases: 512, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_the_checks_accept_is_exactly_what_is_read(
        kind in select(kinds()),
        keys in prop::collection::vec((any::<prop::sample::Index>(), select(values())), 0..4),
        change in any::<bool>(),
    ) {
        // The required keys of the kind with valid values, then some additional keys of this kind or of any kind.
        let mut value = Map::from_iter([("kind".to_owned(), json!(kind))]);
        for field in effect().fields_of(kind).into_iter().filter(|field| field.required() && field.name() != "kind") {
            let right = values().into_iter().find(|right| {
                let mut with = value.clone();
                with.insert(field.name().to_owned(), right.clone());
                errors(&json!([with])).iter().all(|finding| finding.code == "missing-field")
            });
            value.insert(field.name().to_owned(), right.expect("every field takes some value"));
        }
        let own = effect().fields_of(kind);
        let fields = if change { effect().fields() } else { own };
        for (index, new) in keys {
            value.insert(fields[index.index(fields.len())].name().to_owned(), new);
        }
        let found = errors(&json!([value]));
        // As parsed from YAML, where the field decides what `0` is.
        let value = bog(&json!([value])).raw(&RecordKey::new("terrains", "bog")).unwrap()["effects"][0].clone();
        let read = Effect::deserialize(&value);
        // Only the schema checks number bounds.
        let bounds = !found.is_empty() && found.iter().all(|finding| finding.message.contains("a whole number from"));
        prop_assert!(bounds || read.is_ok() == found.is_empty(), "{}: {:?}, {:?}", value, read, found);
        // The published schema does not know notations; otherwise it must agree.
        let file = json!({"terrains": {"bog": {"title": "Bog", "color": "#5b4636", "effects": [value]}}});
        let notations = found.iter().filter(|finding| finding.code == "invalid-notation").count();
        if notations == 0 {
            let validator = jsonschema::draft202012::new(&json_schema(&DIALECT)).unwrap();
            prop_assert_eq!(validator.is_valid(&file), found.is_empty(), "{}", file);
        }
        if let Ok(effect) = read {
            let written = serde_json::to_value(&effect).unwrap();
            prop_assert_eq!(Effect::deserialize(&written).unwrap(), effect, "writing and reading gives the same");
        }
    }
}

#[test]
fn notations_say_where_they_went_wrong() {
    for (effect, says) in [
        (
            json!({"kind": "modify", "what": "dx", "by": "own.sT / 2"}),
            "expected an attribute as `own.st` or `target.iq` at column 1, found `own.sT`; \
             did you mean `own.st`, `own.dx` or `own.iq`?",
        ),
        (
            json!({"kind": "damage", "dice": "2D * (1 +"}),
            "expected a number, dice as `2D`, or an attribute as `own.st` at column 10, found the end",
        ),
        (json!({"kind": "damage", "dice": "0D"}), "expected at least one die at column 1, found `0D`"),
        (
            json!({"kind": "heal", "points": "1D"}),
            "expected an amount without dice, such as `3` or `own.iq/4`, found `1D`",
        ),
        (
            json!({"kind": "damage", "dice": "1D", "bypass": "99799"}),
            "expected `0`, `1`, `2`, `3` or `9` for armour, found `7` in `99799`",
        ),
        (
            json!({"kind": "damage", "dice": "1D", "rounds": 0}),
            "expected a number of rounds from 1 to 9999, `spell` or `encounter`, found `0`",
        ),
        (
            json!({"kind": "damage", "dice": "1D", "resist": "3d:st"}),
            "expected dice and an attribute, such as `3D:st` or `4D:iq halves`, found `3d:st`",
        ),
        (
            json!({"kind": "modify", "what": "dx", "by": 10000}),
            "expected a number of at most 9999 at column 1, found `10000`",
        ),
    ] {
        let found = errors(&json!([effect]));
        let said: Vec<_> = found.iter().map(|finding| (finding.code, finding.message.as_str())).collect();
        assert_eq!(said, [("invalid-notation", says)], "{effect}");
    }
}
