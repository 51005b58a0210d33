//! Builders of notations: reading a text and writing it again returns the same text, and every text that can be
//! composed is valid.

use foeman_engine::builder::{Builder, Chosen, Part, Scope, Walk, write};
use foeman_engine::game::Engine;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use serde_json::Value;

const PACKS: [&str; 5] = ["arena", "bent-nail", "codes", "entropy", "strategy"];

/// A value of a pack with a builder.
struct Built {
    builder: &'static Builder,
    field: Field,
    record: RecordKey,
    holder: Value,
    value: Value,
}

fn draft(pack: &str) -> (Draft, &'static dyn Engine) {
    let draft = Draft::open(&packs::shipped(pack), &SHIPPED.dialects()).expect("the pack can be read");
    let engine = SHIPPED.engine(draft.dialect().expect("it has a ruleset").id).expect("the ruleset is shipped");
    (draft, engine)
}

/// Collects the values with builders in all records of a pack.
fn built(draft: &Draft, engine: &'static dyn Engine) -> Vec<Built> {
    let dialect = draft.dialect().expect("it has a ruleset");
    let mut found = Vec::new();
    for catalog in dialect.catalogs {
        let field = Field::record(dialect, catalog.name).expect("it has a schema");
        for id in draft.ids(catalog.name) {
            let key = RecordKey::new(catalog.name, id);
            let record = draft.merged(&key).expect("it exists");
            collect(engine, &key, field, (&record, &Value::Null), &mut found);
        }
    }
    found
}

fn collect(
    engine: &'static dyn Engine,
    key: &RecordKey,
    field: Field,
    (value, holder): (&Value, &Value),
    found: &mut Vec<Built>,
) {
    let name = field.notation().map_or_else(|| field.widget(), |notation| Some(notation.name));
    if let Some(builder) = name.and_then(|name| engine.capabilities().builder(name)) {
        let (record, holder, value) = (key.clone(), holder.clone(), value.clone());
        found.push(Built { builder, field, record, holder, value });
        return;
    }
    match value {
        Value::Object(entries) => {
            let fields = field.fields_in(value);
            for (name, inner) in entries {
                let known = fields.iter().find(|field| field.name() == name).copied().or_else(|| field.value());
                known.into_iter().for_each(|field| collect(engine, key, field, (inner, value), found));
            }
        }
        Value::Array(items) => {
            for (item, field) in items.iter().filter_map(|item| Some((item, field.value()?))) {
                collect(engine, key, field, (item, value), found);
            }
        }
        _ => {}
    }
}

/// Returns the text that the form shows for a value.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[test]
fn every_text_of_the_shipped_packs_can_be_taken_apart_and_written_again() {
    let mut names = std::collections::BTreeMap::new();
    for pack in PACKS {
        let (draft, engine) = draft(pack);
        for Built { builder, field, record, holder, value } in built(&draft, engine) {
            let text = text(&value);
            let place = format!("{pack}: {record}: {} `{text}`", builder.name);
            let parts = builder.read(&text).unwrap_or_else(|| panic!("{place} cannot be read"));
            assert_eq!(write(builder.parts, &parts), text, "{place}");
            assert_eq!(field.entered(&text).as_ref(), Ok(&value), "{place}");
            let scope = Scope { draft: &draft, record: &record, holder: &holder };
            let reading = (builder.reading)(&scope, &text).unwrap_or_else(|| panic!("{place} has no words"));
            assert!(!reading.is_empty() && !reading.ends_with('.'), "{place}: {reading}");
            *names.entry(builder.name).or_insert(0) += 1;
        }
    }
    let seen: Vec<&str> = names.into_keys().collect();
    assert_eq!(
        seen,
        [
            "amount",
            "bypass",
            "catalog",
            "code",
            "condition",
            "damage",
            "event-amount",
            "event-condition",
            "expression",
            "field",
            "front-pattern",
            "range",
            "requirement",
            "roll",
            "rounds",
            "saving-roll"
        ]
    );
}

/// Composes parts at random; `depth` limits nested groups.
fn composed(
    parts: &'static [Part],
    scope: &Scope<'_>,
    walk: &mut Walk,
    random: &mut impl FnMut(usize) -> usize,
    depth: usize,
) -> Vec<Chosen> {
    let mut values = Vec::new();
    for part in parts {
        values.push(match part {
            Part::Fixed(_) => Chosen::Fixed(0),
            Part::Number(number) => {
                let least = walk.last.filter(|_| number.rising).unwrap_or(number.from);
                let value = least + random((number.to - least) as usize + 1) as i64;
                walk.last = Some(value);
                Chosen::Number(value)
            }
            Part::Choice(choice) => {
                let at = if depth == 0 { 0 } else { random(choice.options.len()) };
                let then = composed(choice.options[at].then, scope, walk, random, depth.saturating_sub(1));
                Chosen::Choice(at, 0, then)
            }
            Part::Offered(offered) => {
                let offers = (offered.offers)(scope, &walk.given);
                let offer = (!offers.is_empty()).then(|| offers[random(offers.len())].value.clone());
                let value = offer.unwrap_or_else(|| offered.fallback.to_owned());
                walk.given.push(value.clone());
                let then = composed((offered.then)(&value), scope, walk, random, depth);
                Chosen::Offered(value, then)
            }
            Part::List(list) => {
                let length = if depth < 3 { 0 } else { random(3.min(list.most + 1)) };
                Chosen::List((0..length).map(|_| composed(list.item, scope, walk, random, depth - 1)).collect())
            }
            Part::Group(group) => Chosen::Group(composed((group.parts)(), scope, walk, random, depth)),
            Part::Around(around) => {
                let mut hexes = (around.read)(None, scope.holder).expect("a figure has hexes around it");
                for (_, letter) in &mut hexes.around {
                    *letter = around.letters[random(around.letters.len())].0;
                }
                Chosen::Around(hexes, String::new())
            }
        });
    }
    values
}

#[test]
fn every_text_that_can_be_composed_is_valid_and_can_be_taken_apart() {
    for pack in PACKS {
        let (draft, engine) = draft(pack);
        let mut all = built(&draft, engine);
        all.sort_by_key(|built| built.builder.name);
        all.dedup_by_key(|built| built.builder.name);
        for Built { builder, field, record, holder, .. } in all {
            let scope = Scope { draft: &draft, record: &record, holder: &holder };
            let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
            let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(Default::default()));
            let law = |choices: Vec<u32>| {
                let mut at = 0;
                let mut random = |below: usize| {
                    at += 1;
                    choices[at % choices.len()] as usize % below
                };
                let values = composed(builder.parts, &scope, &mut Walk::default(), &mut random, 4);
                let text = write(builder.parts, &values);
                let checked = field.notation().map_or(Ok(()), |notation| (notation.check)(&text));
                if checked.as_ref().is_err_and(|problem| problem.starts_with("expected at most 32 parts")) {
                    // The form refuses a change that makes an expression too long.
                    return Ok(());
                }
                prop_assert_eq!(checked, Ok(()), "{}", text);
                prop_assert!(field.entered(&text).is_ok(), "{} {}", builder.name, text);
                let read = builder.read(&text).map(|parts| write(builder.parts, &parts));
                prop_assert_eq!(read.as_deref(), Some(&*text));
                prop_assert!((builder.reading)(&scope, &text).is_some(), "{}", text);
                Ok(())
            };
            runner.run(&prop::collection::vec(any::<u32>(), 40), law).expect("every composed text is valid");
            let usual = write(builder.parts, &builder.usual(&scope));
            assert!(field.entered(&usual).is_ok(), "{}: {usual}", builder.name);
        }
    }
}

#[test]
fn letters_and_rules_are_listed_for_the_help() {
    for engine in PACKS.map(|pack| draft(pack).1) {
        let handbook = engine.capabilities().handbook.expect("a shipped ruleset has a handbook");
        for builder in engine.capabilities().builders {
            for rule in builder.rules {
                assert!(handbook.entry(rule).is_some(), "{}: {rule}", builder.name);
            }
        }
    }
    let damage = draft("arena").1.capabilities().builder("damage").expect("Foeman has damage").letters();
    let texts: Vec<&str> = damage.iter().map(|(letter, _)| &**letter).collect();
    assert_eq!(texts, ["-…H", "…D", "T", "C", "L", "<…"]);
}
