//! Custom fields that packs declare for the records of a catalog.

use std::sync::Arc;

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::json;

use crate::common::{TINY, body, rendered, usages};

/// A pack with one field of each kind.
const FIELDS: &str = "fields:
  weapons:
    price: {kind: integer, min: 0, max: 900, unit: gold, default: 5, about: What the smith asks.}
    heft: {kind: number, min: 0.5}
    motto: {kind: text, default: '12'}
    cursed: {kind: yes-or-no, default: false}
    mood: {kind: choice, of: [calm, wild], default: calm}
    made-on: {kind: reference, to: terrains}
    dents: {kind: integer, list: true}
terrains:
  sand: {title: Sand, color: '#d9c08c'}
";

const SWORD: &str = "weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
";

fn armed(more: &str) -> Draft {
    body(&format!("{FIELDS}{SWORD}{more}"))
}

fn field(draft: &Draft, name: &str) -> Field {
    draft.field(&Pointer::root().child("weapons").child("sword").child(name)).expect("it is declared")
}

#[test]
fn a_declared_field_takes_what_it_says_and_is_there_for_forms() {
    let draft = armed(
        "    price: 30\n    heft: 2.5\n    motto: '0014'\n    cursed: true\n    mood: wild\n    made-on: sand\n    dents: [1, 2]\n",
    );
    assert_eq!(rendered(&draft), "");
    let price = field(&draft, "price");
    assert_eq!(price.kind(), FieldKind::Integer { min: 0, max: 900 });
    assert_eq!((price.unit(), price.default(), price.doc()), (Some("gold"), Some(&json!(5)), "What the smith asks."));
    assert_eq!(price.declared_by(), Some("test"));
    assert_eq!(field(&draft, "motto").default(), Some(&json!("12")), "text is text whatever it looks like");
    assert_eq!(field(&draft, "cursed").default(), Some(&json!(false)));
    assert_eq!(field(&draft, "title").declared_by(), None);
    let sword = draft.raw(&RecordKey::new("weapons", "sword")).unwrap();
    assert_eq!(sword["motto"], "0014");
    assert_eq!(sword["dents"], json!([1, 2]));
}

#[test]
fn what_does_not_fit_is_told_where_it_stands() {
    let draft = armed(
        "    pryce: 30\n    heft: 0.1\n    cursed: maybe\n    mood: calmm\n    made-on: snad\n    dents: [1, two]\n",
    );
    let told = rendered(&draft);
    let expected = [
        "pack.yaml:19:5 unknown-key: ",
        "pack.yaml:20:11 invalid-value: expected a number of at least 0.5, found `0.1`",
        "pack.yaml:21:13 wrong-type: expected `true` or `false`, found `maybe`",
        "pack.yaml:22:11 invalid-value: expected `calm` or `wild`, found `calmm`",
        "pack.yaml:23:14 unknown-reference: ",
        "pack.yaml:24:16 wrong-type: expected a whole number, found `two`",
    ];
    for line in expected {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(told.contains("did you mean `price`?") && told.contains("did you mean `sand`?"), "{told}");
    assert_eq!(told.matches("pack.yaml:").count(), expected.len(), "{told}");
}

#[test]
fn a_declaration_that_makes_no_sense_is_told_where_it_stands() {
    let cases = [
        ("weapon: {price: {kind: integer}}", "4:3 unknown-key", "did you mean `weapons`?"),
        ("weapons: {damage: {kind: integer}}", "4:13 declared-field", "such as `own-damage`"),
        ("weapons: {extends: {kind: text}}", "4:13 declared-field", "such as `own-extends`"),
        ("weapons: {price: {kind: integr}}", "4:27 invalid-value", "did you mean `integer`?"),
        ("weapons: {price: {}}", "4:13 missing-field", ""),
        ("weapons: {Price: {kind: integer}}", "4:13 invalid-value", "`Price`"),
        ("weapons: {price: {kind: integer, min: 3, max: 1}}", "4:41 declared-field", "swap `min` and `max`"),
        ("weapons: {price: {kind: integer, min: 0.5}}", "4:41 declared-field", "`kind: number`"),
        ("weapons: {price: {kind: integer, max: 9, default: 10}}", "4:53 declared-field", "write `default: 9`"),
        ("weapons: {price: {kind: integer, default: many}}", "4:45 declared-field", ""),
        ("weapons: {price: {kind: text, min: 3}}", "4:33 unknown-key", ""),
        ("weapons: {cursed: {kind: yes-or-no, default: perhaps}}", "4:48 declared-field", ""),
        ("weapons: {mood: {kind: choice, of: [calm, calm]}}", "4:45 declared-field", "remove it"),
        (
            "weapons: {mood: {kind: choice, of: [calm, wild], default: wyld}}",
            "4:61 declared-field",
            "did you mean `wild`?",
        ),
        ("weapons: {mood: {kind: choice}}", "4:13 missing-field", ""),
        ("weapons: {of: {kind: reference, to: terrain}}", "4:39 invalid-value", "did you mean `terrains`?"),
        ("weapons: {of: {kind: reference, to: terrains, default: sand}}", "4:49 unknown-key", ""),
        ("weapons: {dents: {kind: integer, list: true, default: 1}}", "4:48 declared-field", ""),
    ];
    for (line, at, help) in cases {
        let told = rendered(&body(&format!("fields:\n  {line}\n{SWORD}")));
        let first = told.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("pack.yaml:{at}: ")) && told.contains(help), "{line}\n{told}");
        assert_eq!(told.matches("pack.yaml:").count(), 1, "the error is reported once, without consequences\n{told}");
    }
}

#[test]
fn what_uses_a_field_whose_declaration_cannot_be_read_is_not_told_as_well() {
    let draft = body(&format!("fields:\n  weapons: {{price: {{kind: integr}}}}\n{SWORD}    price: 3\n"));
    assert_eq!(rendered(&draft).matches("pack.yaml:").count(), 1);
}

#[test]
fn heirs_have_the_values_of_those_they_extend() {
    let draft = armed("    price: 30\n    mood: wild\n  axe: {extends: sword, title: Axe, mood: null}\n");
    assert_eq!(rendered(&draft), "");
    let axe = draft.merged(&RecordKey::new("weapons", "axe")).unwrap();
    assert_eq!((axe.get("price"), axe.get("mood")), (Some(&json!(30)), None));
}

#[test]
fn references_are_uses_and_follow_a_rename() {
    let mut draft = armed("    made-on: sand\n");
    let sand = RecordKey::new("terrains", "sand");
    let at = Pointer::root().child("weapons").child("sword").child("made-on");
    assert_eq!(usages(&draft, &sand), std::slice::from_ref(&at));
    let plan = plan(&draft, &[Change::Rename { at: sand.pointer(), to: "shore".to_owned() }]).unwrap();
    draft.apply(plan.edit());
    assert_eq!(rendered(&draft), "");
    assert_eq!(draft.raw(&RecordKey::new("weapons", "sword")).unwrap()["made-on"], "shore");
}

#[test]
fn the_schema_of_a_pack_knows_its_fields_and_that_of_the_ruleset_does_not() {
    let draft = armed("    price: 30\n");
    let schema = json_schema(draft.dialect().unwrap());
    let price = &schema["$defs"]["weapons"]["properties"]["price"];
    assert_eq!((&price["minimum"], &price["maximum"], &price["default"]), (&json!(0), &json!(900), &json!(5)));
    assert_eq!(json_schema(&TINY)["$defs"]["weapons"]["properties"].get("price"), None);
}

/// Creates a pack that requires another one, which declares a price.
fn shop(fields: &str, own: &str) -> Draft {
    let smithy = "pack: smithy\ntitle: The Smithy\nruleset: tiny\nfields: {weapons: {price: {kind: integer, min: 0, about: Asked.}}}\nterrains:\n  sand: {title: Sand, color: '#d9c08c'}\n";
    let shop = format!("pack: shop\nruleset: tiny\nrequires: {{smithy: '*'}}\n{fields}{SWORD}{own}");
    let files = [("../smithy/pack.yaml", smithy.to_owned()), ("pack.yaml", shop)];
    Draft::from_texts(files.map(|(path, text)| (path.to_owned(), text)), &[&TINY])
}

#[test]
fn a_pack_has_the_fields_of_those_it_requires() {
    assert_eq!(rendered(&shop("", "    price: 3\n")), "");
    assert!(rendered(&shop("", "    price: -3\n")).starts_with("pack.yaml:9:12 invalid-value"));
    assert_eq!(field(&shop("", ""), "price").declared_by(), Some("The Smithy"));
    let same = "fields: {weapons: {price: {kind: integer, min: 0, about: Said otherwise.}}}\n";
    assert_eq!(rendered(&shop(same, "    price: 3\n")), "");
    let other = "fields: {weapons: {price: {kind: text}}}\n";
    let told = rendered(&shop(other, "    price: three\n"));
    assert!(told.starts_with("pack.yaml:4:20 field-conflict: `smithy` declares `price` of `weapons` as `integer`, but this pack as `text`"), "{told}");
    assert_eq!(told.matches("pack.yaml:").count(), 1, "{told}");
}

#[test]
fn two_required_packs_that_disagree_are_told_at_the_second() {
    let pack = |id: &str, kind: &str| {
        let text = format!("pack: {id}\nruleset: tiny\nfields: {{terrains: {{price: {{kind: {kind}}}}}}}\n");
        (format!("../{id}/pack.yaml"), text)
    };
    let shop = "pack: shop\nruleset: tiny\nrequires: {smithy: '*', forge: '*'}\n".to_owned();
    let files = [pack("smithy", "integer"), pack("forge", "text"), ("pack.yaml".to_owned(), shop + SWORD)];
    let told = rendered(&Draft::from_texts(files, &[&TINY]));
    assert!(told.starts_with("pack.yaml:3:25 field-conflict: "), "{told}");
    assert_eq!(told.matches("pack.yaml:").count(), 1, "{told}");
}

#[test]
fn rules_may_calculate_with_whole_numbers_and_with_yes_and_no() {
    let draft = armed(
        "    heft: 2.5\n    cursed: true\n    dents: [1]\n    made-on: sand\n  axe: {extends: sword, title: Axe, price: 9}\n",
    );
    let sword = Analysis::of(Arc::new(draft.clone()), None).resolve("sword").unwrap();
    let counted = |id: &str| -> Vec<(String, i64)> { sword.fields_of("weapons", id).into_iter().collect() };
    assert_eq!(counted("sword"), [("cursed".to_owned(), 1), ("price".to_owned(), 5)], "the default counts");
    assert_eq!(sword.records["weapons"]["sword"].get("heft"), None, "records are of the ruleset's types");
    assert!(!sword.records.contains_key("terrains"), "and reach what these reach");
    let axe = Analysis::of(Arc::new(draft), None).resolve("axe").unwrap();
    assert_eq!(axe.fields_of("weapons", "axe")["price"], 9);
}

#[test]
fn an_edit_of_a_declaration_counts_for_all_records_at_once() {
    let mut draft = armed("    price: 30\n");
    let before = Analysis::of(Arc::new(draft.clone()), None);
    let at = |key: &str| Pointer::root().child("fields").child("weapons").child("price").child(key);
    let plan = plan(&draft, &[Change::Set { at: at("max"), value: json!(20) }]).unwrap();
    draft.apply(plan.edit());
    let after = Analysis::of(Arc::new(draft.clone()), Some(&before));
    let codes: Vec<&str> = after.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["invalid-value"], "{}", rendered(&draft));
}
