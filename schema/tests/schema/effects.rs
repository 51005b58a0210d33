//! Effects: the schema and the typed reader agree, references are found, lists are reordered.

use foeman_schema::analysis::{check, resolve};
use foeman_schema::digest::{SINGLE, digest};
use foeman_schema::draft::Draft;
use foeman_schema::edit::{EditError, set_value, swap_items};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::{Pointer, RecordKey};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::common::{TINY, body, usages};
use crate::tiny::Effect;

const BOG: &str = "terrains:
  bog:
    title: Bog
    color: '#5b4636'
    effects:
      - {kind: damage, dice: 1D-2, of: exhaustion} # the mud
      # twice
      - kind: modify
        what: dx
        by: -1
      - {kind: status, add: slowed}
";

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

fn effect() -> Field {
    Field::at(&TINY, &at("/terrains/bog/effects/0")).expect("effects are a list")
}

/// Returns the kinds of effects.
fn kinds() -> Vec<&'static str> {
    match effect().child("kind").map(Field::kind) {
        Some(FieldKind::Choice(kinds)) => kinds.into_iter().map(|kind| kind.value).collect(),
        other => panic!("expected kinds, found {other:?}"),
    }
}

/// Returns valid and invalid values for the fields of effects.
fn values() -> Vec<Value> {
    let words = "lying stunned push modify target dx physical 2D-1 1D 2D+ own.iq bog";
    let mut values: Vec<Value> = words.split_whitespace().map(|word| json!(word)).collect();
    let others =
        [json!(0), json!(1), json!(-2), json!(9), json!(10), json!(100), json!(10_000), json!([1, 2]), json!([1])];
    values.extend(others);
    values.extend([json!({}), json!(true), json!(1.5), json!("")]);
    values
}

/// Creates a pack with these effects.
fn bog(effects: &Value) -> Draft {
    body(&format!("terrains: {{bog: {{title: Bog, color: '#5b4636', effects: {effects}}}}}\n"))
}

fn errors(effects: &Value) -> Vec<Finding> {
    let mut found = check(&bog(effects));
    found.retain(|finding| finding.severity == Severity::Error && finding.code != "unknown-reference");
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
        // A valid value with the required keys of its kind, in which some keys of this or any kind are then
        // overwritten.
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
        // As read from YAML, where the field determines the type of `0`.
        let value = bog(&json!([value])).raw(&RecordKey::new("terrains", "bog")).unwrap()["effects"][0].clone();
        let read = Effect::deserialize(&value);
        // Only the schema limits numbers.
        let bounds = !found.is_empty() && found.iter().all(|finding| finding.message.contains("a whole number from"));
        prop_assert!(bounds || read.is_ok() == found.is_empty(), "{}: {:?}, {:?}", value, read, found);
        // The published schema has no notations; apart from them, it accepts the same values.
        let file = json!({"terrains": {"bog": {"title": "Bog", "color": "#5b4636", "effects": [value]}}});
        let notations = found.iter().filter(|finding| finding.code == "invalid-notation").count();
        if notations == 0 {
            let validator = jsonschema::draft202012::new(&json_schema(&TINY)).unwrap();
            prop_assert_eq!(validator.is_valid(&file), found.is_empty(), "{}", file);
        }
        if let Ok(effect) = read {
            let written = serde_json::to_value(&effect).unwrap();
            prop_assert_eq!(Effect::deserialize(&written).unwrap(), effect, "writing and reading gives the same");
        }
    }
}

#[test]
fn a_kind_has_its_own_fields_and_those_of_all() {
    let names = |fields: Vec<Field>| fields.into_iter().map(Field::name).collect::<Vec<_>>();
    assert_eq!(names(effect().fields_of("posture"))[..3], ["kind", "to", "in-terrain"]);
    assert_eq!(names(effect().fields_in(&json!({"kind": "posture"}))), names(effect().fields_of("posture")));
    assert_eq!(names(effect().fields_in(&json!({"kind": "dance"}))), ["kind"]);
    assert_eq!(effect().kinds_with("hexes"), ["move", "create"]);
    assert_eq!(effect().kinds_with("within"), kinds());
    assert!(effect().fields_of("dance").is_empty() && effect().kinds_with("dance").is_empty());
    let by = Field::at(&TINY, &at("/terrains/bog/effects/1/by")).unwrap();
    assert_eq!(
        (by.label(), by.typed("-1"), by.typed("1D"), by.typed("01")),
        ("By".into(), json!(-1), json!("1D"), json!("01"))
    );
}

#[test]
fn the_schema_says_the_kinds_once_and_without_alternatives() {
    let schema = json_schema(&TINY);
    let text = schema.to_string();
    assert!(!text.contains("oneOf") && !text.contains("x-variants"));
    assert_eq!(text.matches("Moves somebody").count(), 1);
    assert_eq!(schema["$defs"]["terrains"]["properties"]["effects"]["items"], json!({"$ref": "#/$defs/effect"}));
    assert_eq!(schema["$defs"]["effect"]["required"], json!(["kind"]));
}

#[test]
fn references_inside_effects_are_usages() {
    let text = "effects:
  mire: {title: Mire, effects: [{kind: modify, what: ma, by: -1, in-terrain: bog}]}
terrains:
  bog: {title: Bog, color: '#5b4636', effects: [{kind: named, effect: mire}]}
";
    let draft = body(text);
    assert_eq!(check(&draft), []);
    assert_eq!(usages(&draft, &RecordKey::new("effects", "mire")), [at("/terrains/bog/effects/0/effect")]);
    assert_eq!(usages(&draft, &RecordKey::new("terrains", "bog")), [at("/effects/mire/effects/0/in-terrain")]);
}

#[test]
fn what_effects_refer_to_comes_along_into_a_battle() {
    let text = "weapons:
  sword: {title: Sword, damage: -1H, held: one-hand, found: [pit]}
maps:
  pit: {title: Pit, geometry: {size: [2, 1]}, legend: {b: bog}, rows: \"bb\\n\"}
terrains:
  bog: {title: Bog, color: '#5b4636', effects: [{kind: named, effect: mire}]}
  ice: {title: Ice, color: '#dfeef2'}
effects:
  mire: {title: Mire, effects: [{kind: modify, what: ma, by: -1, in-terrain: ice}]}
  unused: {title: Unused, effects: [{kind: control}]}
";
    let resolved = resolve(&body(text), "sword").unwrap();
    let ids = |catalog: &str| resolved.records[catalog].keys().cloned().collect::<Vec<_>>();
    assert_eq!((ids("terrains"), ids("effects")), (vec!["bog".into(), "ice".into()], vec!["mire".to_owned()]));
}

#[test]
fn swapped_items_keep_their_writing_and_the_remarks_between_them() {
    let mut draft = body(BOG);
    let before = draft.text(draft.header_file()).to_owned();
    let edit = swap_items(&draft, &at("/terrains/bog/effects"), 0).unwrap();
    let back = draft.apply(&edit);
    let text = draft.text(draft.header_file());
    let after = "      - kind: modify
        what: dx
        by: -1 # the mud
      # twice
      - {kind: damage, dice: 1D-2, of: exhaustion}
      - {kind: status, add: slowed}
";
    assert!(text.ends_with(after), "{text}");
    assert_eq!(check(&draft), []);
    draft.apply(&back);
    assert_eq!(draft.text(draft.header_file()), before);

    let missing = swap_items(&draft, &at("/terrains/bog/effects"), 2);
    assert_eq!(missing, Err(EditError::Missing(at("/terrains/bog/effects/3"))));
    let flow = body("terrains: {bog: {effects: [{kind: control}, {kind: status}, 'x' ]}}\n");
    let edit = swap_items(&flow, &at("/terrains/bog/effects"), 1).unwrap();
    assert_eq!(edit.splices[0].text, "'x', {kind: status}");
}

#[test]
fn items_that_name_each_other_are_not_swapped() {
    let draft = body("terrains: {bog: {effects: [{kind: &what control}, {kind: *what}]}}\n");
    let refused = swap_items(&draft, &at("/terrains/bog/effects"), 0);
    assert!(matches!(refused, Err(EditError::Broken(_))), "{refused:?}");
}

#[test]
fn a_number_is_written_as_a_number_where_numbers_are_meant() {
    let mut draft = body(BOG);
    draft.apply(&set_value(&draft, &at("/terrains/bog/effects/1/by"), &json!(3)).unwrap());
    assert!(draft.text(draft.header_file()).contains("by: 3\n"));
    draft.apply(&set_value(&draft, &at("/terrains/bog/effects/1/by"), &json!("1D+3")).unwrap());
    assert!(draft.text(draft.header_file()).contains("by: 1D+3\n"));
}

#[test]
fn notes_of_one_check_are_told_together_only_in_numbers() {
    // Terrains that repeat inherited values are infos; the one with a misspelling is not.
    let pack = |count: usize| {
        let same: String = (0..count).map(|n| format!("  b{n}: {{extends: bog, title: 'B{n}', cost: 2}}\n")).collect();
        let bog = "  bog: {title: Bog, color: '#5b4636', cost: 2}\n";
        check(&body(&format!("terrains:\n{bog}{same}  fen: {{titel: Fen, color: '#aaaaaa'}}\n")))
    };
    let few = digest(&pack(SINGLE));
    assert_eq!((few.single.len(), few.folds.len()), (SINGLE + 1, 0));
    let findings = pack(SINGLE + 1);
    let many = digest(&findings);
    assert_eq!(many.single.len(), 1, "an error always stands alone");
    assert_eq!(many.folds[0].findings.len(), SINGLE + 1);
    assert_eq!(many.folds[0].counts(Some(&TINY)), "4 terrains");
}
