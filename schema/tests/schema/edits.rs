//! Text edits: their effects, and the absence of side effects.

use crate::common::{HEADER, body};
use foeman_schema::draft::Draft;
use foeman_schema::edit::{insert_record, paint, push_item, remove, set_value};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::json;

const SWORD: &str = "weapons:
  # the best
  sword:
    title: Sword # well known
    damage: -1H
    held: one-hand

  axe: {title: Axe, damage: 2D, held: two-hands}
";

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

#[track_caller]
fn same_after(draft: &mut Draft, edit: &foeman_schema::edit::Edit, expected: &str) {
    let file = draft.header_file();
    let before = draft.text(file).to_owned();
    let back = draft.apply(edit);
    assert_eq!(draft.text(file).strip_prefix(HEADER), Some(expected));
    draft.apply(&back);
    assert_eq!(draft.text(file), before, "undo");
}

#[test]
fn replacing_a_scalar_touches_only_its_bytes() {
    let mut draft = body(SWORD);
    let edit = set_value(&draft, &at("/weapons/sword/title"), &json!("Broad sword")).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("Sword #", "Broad sword #"));
    let edit = set_value(&draft, &at("/weapons/axe/damage"), &json!("no")).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("2D", "\"no\""));
}

#[test]
fn a_new_key_is_added_after_its_siblings() {
    let mut draft = body(SWORD);
    let edit = set_value(&draft, &at("/weapons/sword/weight"), &json!(3)).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("one-hand\n", "one-hand\n    weight: 3\n"));
    let edit = set_value(&draft, &at("/weapons/sword/requires/st"), &json!(12)).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("one-hand\n", "one-hand\n    requires: {st: 12}\n"));
    let edit = set_value(&draft, &at("/weapons/axe/weight"), &json!(3)).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("two-hands}", "two-hands, weight: 3}"));
}
#[test]
fn removing_takes_the_lines_along() {
    let mut draft = body(SWORD);
    let edit = remove(&draft, &at("/weapons/sword/title")).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("    title: Sword # well known\n", ""));
    let edit = remove(&draft, &at("/weapons/axe/damage")).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("damage: 2D, ", ""));
    let edit = remove(&draft, &at("/weapons/axe")).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("  axe: {title: Axe, damage: 2D, held: two-hands}\n", ""));
}
#[test]
fn records_and_items_are_added_at_the_end() {
    let mut draft = body(SWORD);
    let value = json!({"title": "Club", "damage": "-2H", "held": "one-hand"});
    let edit = insert_record(&draft, &RecordKey::new("weapons", "club"), &value).unwrap();
    same_after(&mut draft, &edit, &format!("{SWORD}\n  club:\n    title: Club\n    damage: -2H\n    held: one-hand\n"));
    let edit =
        insert_record(&draft, &RecordKey::new("terrains", "sand"), &json!({"title": "Sand", "color": "#ffffff"}))
            .unwrap();
    same_after(&mut draft, &edit, &format!("{SWORD}\nterrains:\n  sand:\n    title: Sand\n    color: \"#ffffff\"\n"));
    let edit = push_item(&draft, &at("/weapons/sword/found"), &json!("pit")).unwrap();
    same_after(&mut draft, &edit, &SWORD.replace("one-hand\n", "one-hand\n    found: [pit]\n"));
}
#[test]
fn painting_replaces_lines() {
    let text = "maps:\n  pit:\n    rows: |\n      wéw\n      www\n    title: Pit\n";
    let mut draft = body(text);
    let edit = paint(&draft, &at("/maps/pit/rows"), &[(2, 0, 's'), (0, 1, 'é')]).unwrap();
    same_after(&mut draft, &edit, &text.replace("wéw", "wés").replace("www", "éww"));
}
