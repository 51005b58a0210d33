//! Lists with entries of several kinds: spells and their effects.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;

use crate::{
    Window, arena, arena_window, choose, click, differing, errors, press, push, settle, show_problems, type_into,
    unfold, window_on,
};

/// Returns the lines of a spell in its file.
fn spell(window: &Window, id: &str) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    let key = foeman_schema::text::RecordKey::new("spells", id);
    let place = draft.record_place(&key).unwrap();
    draft.text(place.file)[place.span.range()].to_owned()
}

/// Picks a word from the list that opens below the button or field with this name.
fn pick(window: &mut Window, label: &str, doc: &str) {
    window.get_by_label(label).click();
    settle(window);
    window.get_by_label_contains(doc).click();
    settle(window);
}

#[test]
fn an_effect_is_added_by_its_kind_and_is_right_at_once() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Spark");
    pick(&mut window, "Add to effects", "Moves a figure");
    assert!(spell(&window, "spark").contains("{kind: move, hexes: 3, how: push}"), "{}", spell(&window, "spark"));
    assert_eq!(errors(&window), []);
    assert!(window.query_by_label("2. Move 3 push").is_some(), "the title of an entry describes its effect");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!spell(&window, "spark").contains("move"));
}

#[test]
fn another_kind_keeps_what_fits_and_drops_the_rest() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Tight collar");
    unfold(&mut window, "1. Damage");
    let before = spell(&window, "tight-collar");
    assert!(before.contains("kind: damage, dice: 1D, of: exhaustion, when: round-start, rounds: spell, bypass"));
    let kinds = window.get_all_by_role_and_label(Role::ComboBox, "Kind").collect::<Vec<_>>();
    kinds.last().unwrap().click();
    settle(&mut window);
    window.get_by_label_contains("Heals harm").click();
    settle(&mut window);
    let after = spell(&window, "tight-collar");
    assert!(after.contains("{kind: heal, dice: 1D, of: exhaustion, rounds: spell, when: round-start}"), "{after}");
    assert_eq!(differing(&before, &after).len(), 1, "only the line of the effect changes");
    assert_eq!(errors(&window), []);
}

#[test]
fn entries_change_places_and_nothing_else_does() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Hailstones");
    let before = spell(&window, "hailstones");
    push(&mut window, "Move item 1 down");
    let after = spell(&window, "hailstones");
    assert_ne!(before, after);
    let (mut old, mut new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    old.sort_unstable();
    new.sort_unstable();
    assert_eq!(old, new, "the same lines in another order");
    push(&mut window, "Move item 2 up");
    assert_eq!(spell(&window, "hailstones"), before);
    push(&mut window, "Move item 1 up");
    assert_eq!(spell(&window, "hailstones"), before, "the first is first");
}

#[test]
fn what_every_kind_has_is_folded_away_but_told() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Tight collar");
    unfold(&mut window, "1. Damage");
    assert!(window.query_by_label("rounds spell, when round-start").is_some());
    assert!(window.query_by_role_and_label(Role::TextInput, "Rounds").is_none());
    click(&mut window, "More");
    type_into(&mut window, "Rounds", "3");
    assert!(spell(&window, "tight-collar").contains("rounds: 3,"), "a number needs no quotes");
    type_into(&mut window, "Rounds", "for ever");
    let told = errors(&window);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].message.contains("`encounter`"), "{}", told[0].message);
}

#[test]
fn many_notes_are_one_line_that_opens() {
    let (_folder, path) = arena();
    let spare = |number: u8| format!("  spare-{number}: {{title: Spare ground {number}, color: '#1020{number}'}}\n");
    let unused: String = (10..40).map(spare).collect();
    std::fs::write(path.join("spare.yaml"), format!("terrains:\n{unused}")).unwrap();
    // It would have a note about the new texts.
    std::fs::remove_dir_all(path.join("lang")).unwrap();
    let mut window = window_on(&path, SHIPPED);
    show_problems(&mut window);
    assert_eq!(window.query_all_by_label_contains("Note: ").count(), 0);
    let line = "Notes: A side, roster, map, terrain or effect is never used";
    window.get_by_label_contains(line).click();
    settle(&mut window);
    assert!(window.query_all_by_label_contains("Note: ").count() > 0, "notes are listed as far as there is room");
    window.get_by_label_contains(line).click();
    settle(&mut window);
    assert_eq!(window.query_all_by_label_contains("Note: ").count(), 0);
    assert!(window.query_by_label("No problems").is_some(), "notes are no problems");
}
