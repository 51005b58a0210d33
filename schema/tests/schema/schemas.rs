//! The JSON Schema of a dialect, and the fields derived from it for forms.

use foeman_schema::analysis::check;
use foeman_schema::field::{Choice, Field, FieldKind};
use foeman_schema::finding::Severity;
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::Pointer;
use serde_json::{Value, json};

use crate::common::{TINY, body};

fn field(pointer: &str) -> Field {
    Field::at(&TINY, &Pointer::parse(pointer).expect("well formed")).expect("the field exists")
}

#[test]
fn the_schema_takes_and_refuses_what_the_checks_take_and_refuse() {
    let validator = jsonschema::draft202012::new(&json_schema(&TINY)).unwrap();
    let axe = json!({"title": "Axe", "damage": "2D", "held": "two-hands", "requires": {"st": 3}});
    let with = |key: &str, value: Value| {
        let mut axe = axe.clone();
        axe[key] = value;
        axe
    };
    for (saw, good) in [
        (axe.clone(), true),
        (with("weight", json!(3)), true),
        (with("weight", Value::Null), true),
        (with("weight", json!(100)), false),
        (with("held", json!("three-hands")), false),
        (with("title", Value::Null), false),
        (with("colour", json!("red")), false),
        (with("requires", json!({})), false),
        (json!({}), false),
        (json!({"extends": "axe"}), true),
        (json!({"extends": "axe", "requires": {"dx": 3}, "weight": null}), true),
        (json!({"extends": "axe", "titel": "Saw"}), false),
    ] {
        let file = json!({"pack": "test", "ruleset": "tiny", "weapons": {"axe": axe, "saw": saw}});
        assert_eq!(validator.is_valid(&file), good, "{saw}");
        let mut found = check(&body(&format!("weapons: {}\n", file["weapons"])));
        found.retain(|finding| finding.severity == Severity::Error);
        assert_eq!(found.is_empty(), good, "{saw}: {found:?}");
    }
    // Files other than `pack.yaml` need no header, and no file may contain unknown keys.
    assert!(validator.is_valid(&json!({"weapons": null})));
    assert!(!validator.is_valid(&json!({"weapns": {}})));
    assert!(!validator.is_valid(&json!({"ruleset": "other"})));
    assert!(!validator.is_valid(&json!({"weapons": {"Big Axe": axe}})));
}

#[test]
fn the_schema_is_the_same_every_time_and_hides_nothing_behind_one_of() {
    let schema = json_schema(&TINY);
    assert_eq!(schema.to_string(), json_schema(&TINY).to_string());
    assert!(!schema.to_string().contains("oneOf"));
}

#[test]
fn what_only_this_program_knows_is_published_in_words_that_editors_read() {
    let schema = json_schema(&TINY);
    assert!(!schema.to_string().contains("\"x-"), "the published schema has no keywords of our own");
    let weapon = &schema["$defs"]["weapons"]["properties"];
    assert_eq!(weapon["held"]["enumDescriptions"], json!(["In one hand.", "In both."]));
    let nothing = "Removes the inherited value.";
    let partial = &schema["$defs"]["weapons-extending"]["properties"]["held"];
    assert_eq!(partial["enum"], json!(["one-hand", "two-hands", null]));
    assert_eq!(partial["enumDescriptions"], json!(["In one hand.", "In both.", nothing]));
    assert_eq!(weapon["damage"]["pattern"], json!("^(?:-[0-9]H|[0-9]D)$"));
    let expected = "expected hit dice less some, or dice, as `-1H` or `2D`";
    assert_eq!(weapon["damage"]["patternErrorMessage"], json!(expected));
    let version = &schema["properties"]["version"];
    assert_eq!(version["patternErrorMessage"], json!("expected text in the form `1.0.0`"));
    // A number that may also be written as text stays a single field with two types.
    let by = &schema["$defs"]["effect"]["properties"]["by"];
    assert_eq!((&by["type"], &by["maximum"]), (&json!(["string", "integer", "null"]), &json!(9999)));
}

#[test]
fn the_head_is_told_from_the_files_beside_it() {
    let validator = jsonschema::draft202012::new(&json_schema(&TINY)).unwrap();
    for (file, good) in [
        (json!({"pack": "test", "ruleset": "tiny", "requires": {"other": "*"}, "title": "Test"}), true),
        (json!({"terrains": {}}), true),
        (json!({"requires": {"other": "*"}}), false),
        (json!({"title": "Test", "terrains": {}}), false),
        (json!({"pack": "test"}), false),
        (json!({"ruleset": "tiny"}), false),
    ] {
        assert_eq!(validator.is_valid(&file), good, "{file}");
    }
}

#[test]
fn fields_say_what_forms_need() {
    assert_eq!(field("/weapons/axe").kind(), FieldKind::Object);
    let names: Vec<_> = field("/weapons/axe").fields().into_iter().map(Field::name).collect();
    assert_eq!(names, ["title", "damage", "held", "weight", "code", "requires", "found", "extends"]);
    let weight = field("/weapons/axe/weight");
    assert_eq!(weight.kind(), FieldKind::Integer { min: 0, max: 99 });
    assert_eq!((weight.unit(), weight.default(), weight.required()), (Some("kg"), Some(&json!(0)), false));
    assert_eq!((weight.label(), weight.doc()), ("Weight".to_owned(), "Weight."));
    let held = [Choice { value: "one-hand", doc: "In one hand." }, Choice { value: "two-hands", doc: "In both." }];
    assert_eq!(field("/weapons/axe/held").kind(), FieldKind::Choice(held.to_vec()));
    let damage = FieldKind::Text { pattern: None, notation: Some("damage") };
    assert_eq!(field("/weapons/axe/damage").kind(), damage);
    assert!(field("/weapons/axe/damage").required());
    // Optional fields in Rust are optional in the file, and forms do not deal with null.
    assert_eq!(field("/weapons/axe/requires").kind(), FieldKind::Object);
    assert_eq!(field("/weapons/axe/requires/dx").kind(), FieldKind::Integer { min: 0, max: 255 });
    assert_eq!(field("/weapons/axe/found/7").kind(), FieldKind::Reference { catalog: "maps" });
    assert_eq!(field("/weapons/axe/extends").kind(), FieldKind::Reference { catalog: "weapons" });
    assert_eq!(field("/maps/pit/legend").kind(), FieldKind::Map);
    assert_eq!(field("/maps/pit/legend/x").kind(), FieldKind::Reference { catalog: "terrains" });
    assert_eq!(field("/maps/pit/geometry/size").kind(), FieldKind::List { min: 2, max: Some(2) });
    assert_eq!(field("/terrains/sand/blocks-move").kind(), FieldKind::Bool);
    assert_eq!(field("/terrains/sand/blocks-move").label(), "Blocks move");
    assert_eq!(field("/terrains/sand/color").widget(), Some("color"));
    assert_eq!(field("/title").kind(), FieldKind::Text { pattern: None, notation: None });
    for nothing in ["", "/weapns/axe", "/weapons/axe/titel", "/weapons/axe/found/x", "/weapons/axe/title/x"] {
        assert!(Field::at(&TINY, &Pointer::parse(nothing).expect("well formed")).is_none(), "{nothing}");
    }
}
