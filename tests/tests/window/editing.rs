//! Editing values in forms.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_window::shell::menus;

use crate::{
    arena_window, choose, click, differing, errors, log, press, push, settle, show_problems, type_into, value,
};

#[test]
fn a_changed_damage_is_fought_with_undone_redone_and_saved_as_one_line() {
    let (_folder, path, mut window) = arena_window();
    let items = path.join("items/melee.yaml");
    let before = fs::read_to_string(&items).unwrap();

    choose(&mut window, "Great axe");
    type_into(&mut window, "Damage", "-1H T+5");
    assert!(window.query_by_label_contains("Unsaved changes in 1 file").is_some());

    choose(&mut window, "A matter of one copper");
    click(&mut window, "Play this scenario");
    click(&mut window, "To the end");
    settle(&mut window);
    assert!(log(&window).contains("+5"), "the log has the new damage:\n{}", log(&window));

    click(&mut window, "Edit workspace");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(value(&window, "Damage"), "-0H", "undo goes back to the record and its old value");
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(value(&window, "Damage"), "-1H T+5");

    press(&mut window, Modifiers::COMMAND, Key::S);
    let after = fs::read_to_string(&items).unwrap();
    let changed = differing(&before, &after);
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!((changed[0].0.trim(), changed[0].1.trim()), ("damage: -0H", "damage: -1H T+5"));
    assert!(window.query_by_label("Saved").is_some());
}

#[test]
fn typing_is_one_step_with_a_name() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "M");
    for letter in ["o", "r", "n"] {
        window.event(egui::Event::Text(letter.to_owned()));
        window.run_steps(2);
    }
    assert_eq!(value(&window, "Title"), "Morn");
    let step = window.state().workspace().pack().unwrap().history().next_undo().map(|step| step.name.clone());
    assert_eq!(step.as_deref(), Some("Set title of Mace"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(value(&window, "Title"), "Mace");
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn a_bad_notation_is_a_problem_at_once_and_a_click_goes_there() {
    let (_folder, _path, mut window) = arena_window();
    assert_eq!(errors(&window), []);
    show_problems(&mut window);
    choose(&mut window, "Mace");
    type_into(&mut window, "Damage", "-1X");
    let problems = |window: &crate::Window| window.query_all_by_label_contains("Error: ").count();
    assert!(problems(&window) > 0);

    choose(&mut window, "Dagger");
    window.get_all_by_label_contains("Error: ").next().unwrap().click();
    settle(&mut window);
    assert_eq!(window.state().workspace().session().selected().map(|key| key.id.as_str()), Some("mace"));

    type_into(&mut window, "Damage", "-1H");
    assert_eq!(problems(&window), 0, "the problem leaves as it came");
}

#[test]
fn a_value_is_reset_to_what_it_inherits_and_overridden_again() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Short sword");
    click(&mut window, "Reset Damage");
    assert_eq!(value(&window, "Damage"), "-2H", "the dagger's");
    assert!(window.query_by_label("Reset Damage").is_none());
    type_into(&mut window, "Damage", "-1H");
    assert!(window.query_by_label("Reset Damage").is_some());
}

#[test]
fn records_are_added_duplicated_and_deleted_without_errors() {
    let (_folder, _path, mut window) = arena_window();
    let count = |window: &crate::Window| {
        window.state().workspace().pack().unwrap().index().catalog("items").unwrap().records.len()
    };
    choose(&mut window, "Mace");
    let before = count(&window);
    click(&mut window, "Add item");
    push(&mut window, "Add");
    assert_eq!(count(&window), before + 1);
    assert_eq!(errors(&window), []);
    assert_eq!(value(&window, "Title"), "New item");
    push(&mut window, "Duplicate");
    assert_eq!(count(&window), before + 2);
    assert_eq!(errors(&window), []);
    push(&mut window, "Delete");
    choose(&mut window, "New item");
    push(&mut window, "Delete");
    assert_eq!(count(&window), before);
    for _ in 0..4 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(window.state().workspace().pack().unwrap().is_saved(), "four undo steps restore the saved text");
}

#[test]
fn a_reference_is_picked_from_a_list_with_a_filter() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "A matter of one copper");
    window.get_by_role_and_label(egui::Role::ComboBox, "Map").click();
    settle(&mut window);
    window.get_by_label("Search records").type_text("great");
    settle(&mut window);
    let rows: Vec<_> = window.get_all_by_role_and_label(egui::Role::ListBoxOption, "The great arena").collect();
    assert!(!rows.is_empty(), "in the list");
    rows.last().unwrap().click();
    settle(&mut window);
    let draft = window.state().workspace().pack().unwrap().draft();
    let scenario = draft.raw(&foeman_schema::text::RecordKey::new("scenarios", "duel")).unwrap();
    assert_eq!(scenario["map"], "arena");
    click(&mut window, "Go to The great arena");
    assert_eq!(window.state().workspace().session().selected().map(ToString::to_string).as_deref(), Some("maps/arena"));
}

#[test]
fn the_filter_narrows_tree_and_table() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::COMMAND, Key::F);
    window.get_by_label("Filter records").type_text("sword");
    settle(&mut window);
    let listed = |window: &crate::Window, title: &str| {
        window.query_by_role_and_label(egui::Role::ListBoxOption, title).is_some()
    };
    assert!(listed(&window, "Broadsword"));
    assert!(!listed(&window, "Mace"));
    window.get_all_by_label("Clear filter").next().unwrap().click();
    settle(&mut window);
    assert!(listed(&window, "Mace"));
}

#[test]
fn every_shortcut_is_listed_in_help() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::SHIFT, Key::F1);
    assert!(window.query_by_label("POINTER ON A MAP").is_some());
    let now = window.state().workspace().now();
    let listed = menus::listed(&now);
    for command in listed.filter(|command| !command.keys.is_empty()) {
        assert!(window.query_all_by_label(command.name).next().is_some(), "{} is listed", command.name);
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("POINTER ON A MAP").is_none());
}

#[test]
fn arrows_walk_through_the_tree_and_alt_left_goes_back() {
    let (_folder, _path, mut window) = arena_window();
    let selected = |window: &crate::Window| window.state().workspace().session().selected().map(|key| key.id.clone());
    choose(&mut window, "Dagger");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&window).as_deref(), Some("main-gauche"));
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(selected(&window).as_deref(), Some("short-sword"));
    press(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(selected(&window).as_deref(), Some("main-gauche"));
}

#[test]
fn a_click_on_a_column_sorts_the_table_and_another_turns_it_round() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Items");
    let top = |window: &crate::Window, title: &str| window.get_by_label(&format!("Row {title}")).rect().top();
    click(&mut window, "Sort by Size");
    assert!(top(&window, "Lucky scarf") < top(&window, "Half plate"));
    click(&mut window, "Sort by Size");
    assert!(top(&window, "Lucky scarf") > top(&window, "Half plate"));
}

#[test]
fn a_facing_is_chosen_by_its_name_and_written_as_a_number() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "A matter of one copper");
    crate::unfold(&mut window, "1. ");
    assert!(window.query_by_label("Maud Tollbar").is_some(), "the name of `maud` is taken from the roster");
    crate::unfold(&mut window, "Maud Tollbar");
    window.get_all_by_label("Face north").next().unwrap().click();
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let text = fs::read_to_string(path.join("scenarios.yaml")).unwrap();
    assert!(text.contains("maud: {hex: [1, 3], facing: 0}"), "{text}");
}

#[test]
fn a_table_names_the_items_of_a_list_and_puts_sentences_last() {
    let pack = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/entropy");
    let mut window = crate::window_on(&pack, foeman_registry::SHIPPED);
    choose(&mut window, "Duels");
    assert!(window.query_by_label("Bran, Odo").is_some());
    let left = |label: &str| window.get_by_label(label).rect().left();
    assert!(left("Sort by Rounds") < left("Sort by About"));
}

#[test]
fn a_filtered_table_says_how_many_of_its_records_it_shows() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Sides");
    let all = window.state().workspace().pack().unwrap().draft().ids("sides").count();
    assert!(window.query_by_label(&format!("{all} records")).is_some());
    type_into(&mut window, "Filter records", "never");
    assert!(window.query_by_label(&format!("1 of {all} rows")).is_some());
}

#[test]
fn a_number_in_a_list_is_added_sound_and_edited_on_its_line() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Basilisk");
    crate::more_fields(&mut window);
    click(&mut window, "Add to see over");
    let written = |window: &crate::Window| {
        let draft = window.state().workspace().pack().unwrap().draft();
        let basilisk = draft.raw(&foeman_schema::text::RecordKey::new("figures", "basilisk")).unwrap();
        basilisk["see-over"].clone()
    };
    assert_eq!(written(&window), serde_json::json!([2]));
    assert_eq!(errors(&window), []);
    window.get_by_role_and_label(egui::Role::SpinButton, "Item 1").click();
    settle(&mut window);
    window.event(egui::Event::Text("3".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(written(&window), serde_json::json!([3]));
}
