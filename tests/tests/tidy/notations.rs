//! Notations: every name in a schema refers to a notation listed by its dialect, and every listed one is used.

use std::collections::BTreeSet;

use foeman_registry::SHIPPED;
use foeman_schema::field::Field;
use foeman_schema::notation::{Notation, SHARED};
use foeman_test_support::toy;

#[test]
fn every_notation_that_a_schema_names_is_listed_and_every_listed_one_is_named() {
    for dialect in SHIPPED.dialects().into_iter().chain(toy::TOY.dialects()) {
        let mut named = BTreeSet::new();
        let records = dialect.catalogs.iter().filter_map(|catalog| Field::record(dialect, catalog.name));
        records.chain([Field::header(dialect)]).for_each(|field| names(field, 0, &mut named));
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
    for Notation { name, about, examples, check, names, pattern: _ } in own.chain(SHARED) {
        assert!(about.starts_with(char::is_uppercase) && !about.ends_with('.'), "{name}: {about}");
        assert!(!examples.is_empty(), "{name} has no example");
        for example in *examples {
            assert_eq!(check(example), Ok(()), "{name}");
            let named = names.map(|names| names(example)).unwrap_or_default();
            assert!(named.iter().all(|named| example.get(named.range.clone()).is_some()), "{name}: {named:?}");
        }
        let message = check("No such {thing?").expect_err("this text is no valid notation");
        assert!(message.contains("expected ") && message.contains("found "), "{name}: {message}");
    }
}

/// The maximum nesting depth of values of shipped rulesets; conditions can be nested indefinitely.
const DEEPEST: usize = 8;

/// Collects the names of the notations used in a value and its parts.
fn names(field: Field, depth: usize, into: &mut BTreeSet<&'static str>) {
    into.extend(field.notation().map(|notation| notation.name));
    if depth < DEEPEST {
        field.fields().into_iter().chain(field.value()).for_each(|below| names(below, depth + 1, into));
    }
}

#[test]
fn every_record_of_a_shipped_ruleset_may_say_what_it_is() {
    for dialect in SHIPPED.dialects() {
        for catalog in dialect.catalogs {
            let record = Field::record(dialect, catalog.name).expect("it has a schema");
            let about = record.child("about").unwrap_or_else(|| panic!("{} of {}", catalog.name, dialect.id));
            assert!(!about.required() && !about.doc().is_empty(), "{} of {}", catalog.name, dialect.id);
        }
    }
}
