//! Forms as character sheets: a head, groups of fields, the fields that a class can use, a column of buttons, a gutter
//! for problems, and lists as sentences.

use egui::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::{Window, arena_window, choose, click, errors, more_fields, pack_window, settle, type_into};

fn has(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

/// Returns the buttons whose names begin with one of these words.
fn buttons(window: &Window, starts: &[&str]) -> Vec<(String, egui::Rect)> {
    let nodes = window.query_all_by_role(Role::Button);
    let named = nodes.filter_map(|node| Some((node.accesskit_node().label()?, node.rect())));
    named.filter(|(label, _)| starts.iter().any(|start| label.starts_with(start))).collect()
}

#[test]
fn a_weapon_shows_the_fields_of_weapons_in_groups_and_the_others_on_demand() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    assert!(["CARRYING", "COMBAT", "APPEARANCE"].iter().all(|group| has(&window, group)));
    assert!(!has(&window, "PROTECTION"), "a weapon has no protection");
    assert!(window.query_by_role_and_label(Role::ComboBox, "Shield").is_none());
    more_fields(&mut window);
    assert!(has(&window, "PROTECTION") && window.query_by_role_and_label(Role::ComboBox, "Shield").is_some());
}

#[test]
fn a_field_that_is_set_is_shown_whatever_the_class() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    more_fields(&mut window);
    let shield = |window: &Window| window.get_by_role_and_label(Role::ComboBox, "Shield").rect();
    let before = shield(&window);
    window.get_by_role_and_label(Role::ComboBox, "Shield").click();
    settle(&mut window);
    click(&mut window, "large: A large shield");
    let key = foeman_schema::text::RecordKey::new("items", "great-axe");
    assert_eq!(window.state().workspace().pack().unwrap().raw(&key).unwrap()["shield"], "large");
    let after = shield(&window);
    assert!((before.top() - after.top()).abs() < 1.0, "an edited field keeps its place: {before} {after}");
    choose(&mut window, "Broadsword");
    choose(&mut window, "Great axe");
    assert!(shield(&window).is_positive(), "it is set, so it is shown");
}

#[test]
fn the_filter_finds_fields_by_name_and_group() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    type_into(&mut window, "Filter fields", "shield");
    assert!(window.query_by_role_and_label(Role::ComboBox, "Shield").is_some(), "folded fields are found too");
    assert!(window.query_by_role_and_label(Role::TextInput, "Damage").is_none());
    type_into(&mut window, "Filter fields", "nonsense");
    assert!(has(&window, "No field has this name"));
    type_into(&mut window, "Filter fields", "combat");
    assert!(window.query_by_role_and_label(Role::TextInput, "Damage").is_some());
}

#[test]
fn the_head_names_the_class_and_the_main_values() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    assert!(has(&window, "items/great-axe") && window.query_by_label_contains("ClassWeapon").is_some());
    assert!(window.query_by_label_contains("Damage-0H").is_some());
    choose(&mut window, "Wolf");
    assert!(["ST10", "DX13", "IQ5", "MA14 MP"].iter().all(|fact| has(&window, fact)));
}

#[test]
fn inherited_values_name_the_record_they_are_from() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Bastard sword");
    assert!(has(&window, "Values in italics are from"));
    window.get_by_role_and_label(Role::Link, "Broadsword").click();
    settle(&mut window);
    assert_eq!(window.state().workspace().session().selected().unwrap().id, "broadsword");
    assert!(!has(&window, "Values in italics are from"));
}

#[test]
fn buttons_that_reset_or_remove_are_in_one_column() {
    for (pack, title) in [("arena", "Wolf"), ("arena", "Great axe"), ("arena", "Spark"), ("strategy", "Barrel guard")] {
        let (_folder, _path, mut window) = pack_window(pack);
        choose(&mut window, title);
        let found = buttons(&window, &["Reset ", "Remove "]);
        let (first, edge) = found.first().expect("a value is set");
        for (name, rect) in &found {
            assert!((rect.right() - edge.right()).abs() < 1.0, "{title}: {name} {rect} and {first} {edge}");
        }
    }
}

#[test]
fn a_problem_marks_its_row_and_moves_nothing_until_it_is_clicked() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    let place = |window: &Window| window.get_by_role_and_label(Role::ComboBox, "Skill").rect();
    let (before, row) = (place(&window), window.get_by_role_and_label(Role::TextInput, "Damage").rect());
    type_into(&mut window, "Damage", "no dice");
    assert_eq!(errors(&window).len(), 1);
    assert_eq!(place(&window), before, "the form does not move");
    let marks = buttons(&window, &["Problem: "]);
    let [(name, mark)] = marks.as_slice() else { panic!("{marks:?}") };
    assert!(mark.center().y > row.top() && mark.center().y < row.bottom(), "the mark is in the row: {mark} {row}");
    click(&mut window, &name.clone());
    assert!(place(&window).top() > before.top() + 10.0, "the text opens below the row");
}

#[test]
fn effects_read_as_sentences_that_open_for_editing() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Tight collar");
    let found = buttons(&window, &["1. "]);
    let [(sentence, _)] = found.as_slice() else { panic!("{found:?}") };
    assert!(sentence.starts_with("1. Damage 1D") && sentence.contains("when round-start"), "{sentence}");
    assert!(window.query_by_role_and_label(Role::TextInput, "Dice").is_none(), "it is closed");
    click(&mut window, &sentence.clone());
    type_into(&mut window, "Dice", "2D");
    assert!(buttons(&window, &["1. Damage 2D"]).len() == 1, "the sentence follows");
}
