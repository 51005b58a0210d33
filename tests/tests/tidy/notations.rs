//! A notation is a value that its dialect lists: every name in a schema leads to one, and every one is used.

use std::collections::BTreeSet;

use foeman_rules::rulesets::SHIPPED;
use foeman_schema::json_schema::json_schema;
use foeman_schema::notation::{Notation, SHARED};
use foeman_tests::toy;
use serde_json::Value;

#[test]
fn every_notation_that_a_schema_names_is_listed_and_every_listed_one_is_named() {
    for dialect in SHIPPED.dialects().into_iter().chain(toy::TOY.dialects()) {
        let mut named = BTreeSet::new();
        names(&json_schema(dialect), &mut named);
        for name in &named {
            assert!(dialect.notation(name).is_some(), "the dialect `{}` lists no notation `{name}`", dialect.id);
        }
        assert!(dialect.notations.is_sorted_by_key(|notation| notation.name), "{}", dialect.id);
        for notation in dialect.notations {
            assert!(named.contains(notation.name), "nothing of `{}` is written as `{}`", dialect.id, notation.name);
        }
    }
}

#[test]
fn a_notation_takes_its_examples_and_says_what_else_it_expects() {
    let own = SHIPPED.dialects().into_iter().flat_map(|dialect| dialect.notations);
    for Notation { name, about, examples, check } in own.chain(SHARED) {
        assert!(about.starts_with(char::is_uppercase) && !about.ends_with('.'), "{name}: {about}");
        assert!(!examples.is_empty(), "{name} has no example");
        for example in *examples {
            assert_eq!(check(example), Ok(()), "{name}");
        }
        let message = check("no such thing").expect_err("no notation is written like this");
        assert!(message.contains("expected ") && message.contains("but found "), "{name}: {message}");
    }
}

/// The names of notations in a schema and everything in it.
fn names(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            into.extend(object.get("x-notation").and_then(Value::as_str).map(str::to_owned));
            object.values().for_each(|value| names(value, into));
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, into)),
        _ => {}
    }
}
