//! Renaming, finding usages, and deleting used records.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_window::kit::camera::Camera;
use foeman_window::play::PlayAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Pane;

use crate::{Window, arena_window, choose, errors, press, push, settle, type_into};

fn text(window: &Window, path: &str) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.text(draft.file_at(path).unwrap()).to_owned()
}

fn next_undo(window: &Window) -> Option<String> {
    window.state().workspace().pack().unwrap().history().next_undo().map(|step| step.name.clone())
}

fn is_saved(window: &Window) -> bool {
    window.state().workspace().pack().unwrap().is_saved()
}

fn selected(window: &Window) -> Option<String> {
    window.state().workspace().session().selected().map(ToString::to_string)
}

/// Jumps to a value, like a click on a problem.
fn jump(window: &mut Window, pointer: &str) {
    window.state_mut().perform(Action::Jump(Pointer::parse(pointer).unwrap(), None));
    settle(window);
}

#[test]
fn f2_renames_a_record_everywhere_in_one_step_after_showing_every_line() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("rosters/road.yaml")).unwrap();
    choose(&mut window, "Broadsword");
    press(&mut window, Modifiers::NONE, Key::F2);
    assert!(window.query_by_label("Rename broadsword").is_some());
    type_into(&mut window, "New name", "long-sword");
    assert!(window.query_by_label("14 lines change").is_some());
    assert!(window.query_by_label("rosters/road.yaml").is_some());
    let shown = |text: &str| window.query_all_by_label_contains(text).count();
    assert_eq!(shown("- - {item: broadsword, place: first-hand}"), 2, "on the road and on the walls");
    assert_eq!(shown("+ - {item: long-sword, place: first-hand}"), 2);
    assert!(is_saved(&window), "a preview changes nothing");

    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label("Rename broadsword").is_none());
    assert_eq!(text(&window, "rosters/road.yaml"), before.replace("broadsword", "long-sword"));
    assert_eq!((selected(&window).as_deref(), errors(&window)), (Some("items/long-sword"), vec![]));
    assert_eq!(next_undo(&window).as_deref(), Some("Rename broadsword to long-sword"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(is_saved(&window), "one step back takes all of it back");
}

#[test]
fn a_name_that_is_taken_says_so_and_cannot_be_given() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Broadsword");
    press(&mut window, Modifiers::NONE, Key::F2);
    type_into(&mut window, "New name", "mace");
    assert!(window.query_by_label_contains("`/items/mace` already exists").is_some());
    press(&mut window, Modifiers::NONE, Key::Enter);
    push(&mut window, "Cancel");
    assert!(is_saved(&window));
    assert_eq!(selected(&window).as_deref(), Some("items/broadsword"));
}

#[test]
fn a_placed_figure_is_renamed_in_its_roster_and_wherever_it_is_placed() {
    let (_folder, _path, mut window) = arena_window();
    jump(&mut window, "/scenarios/duel/sides/0/place/maud");
    press(&mut window, Modifiers::NONE, Key::F2);
    assert!(window.query_by_label("Rename maud").is_some());
    type_into(&mut window, "New name", "matilda");
    push(&mut window, "Rename");
    assert_eq!(text(&window, "scenarios.yaml").matches("matilda: {").count(), 5);
    assert!(text(&window, "rosters/road.yaml").contains("      matilda:\n        name: Maud Tollbar"));
    assert_eq!(errors(&window), []);
}

#[test]
fn usages_are_listed_and_a_click_goes_there() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Broadsword");
    press(&mut window, Modifiers::SHIFT, Key::F12);
    assert!(window.query_by_label("Used by: Broadsword").is_some());
    assert!(window.query_by_label("rosters/road.yaml:20").is_some());
    // The inspector lists them too; the dialog is on top of it.
    window.get_all_by_label("Bastard sword   extends").last().unwrap().click();
    settle(&mut window);
    assert!(window.query_by_label("Used by: Broadsword").is_none());
    assert_eq!(selected(&window).as_deref(), Some("items/bastard-sword"));
}

#[test]
fn deleting_what_is_used_asks_and_cancel_changes_nothing() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Broadsword");
    push(&mut window, "Delete");
    assert!(window.query_by_label("It is used in 12 places, which would become invalid").is_some());
    push(&mut window, "Cancel");
    assert!(is_saved(&window));

    push(&mut window, "Delete");
    push(&mut window, "Delete anyway");
    assert!(!window.state().workspace().pack().unwrap().draft().contains(&RecordKey::new("items", "broadsword")));
    assert!(!errors(&window).is_empty(), "references to the deleted record are invalid");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(is_saved(&window));
}

#[test]
fn what_is_used_is_deleted_with_the_references_to_it_in_one_step() {
    let (_folder, _path, mut window) = arena_window();
    jump(&mut window, "/items/war-hammer");
    let uses = |window: &Window| text(window, "rosters/road.yaml").matches("war-hammer").count();
    assert!(uses(&window) > 0);
    push(&mut window, "Delete");
    push(&mut window, "Delete with references");
    assert_eq!((uses(&window), errors(&window)), (0, vec![]));
    assert_eq!(next_undo(&window).as_deref(), Some("Delete War hammer"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(is_saved(&window));
}

#[test]
fn what_is_used_is_replaced_by_another_record() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("rosters/road.yaml")).unwrap();
    jump(&mut window, "/items/war-hammer");
    push(&mut window, "Delete");
    window.get_by_role_and_label(egui::Role::ComboBox, "Replace with").click();
    settle(&mut window);
    window.get_by_label("Search records").type_text("mace");
    settle(&mut window);
    // The row in the list, not the one in the pack tree behind it.
    let list = window.get_by_label("Search records").rect().x_range();
    let rows = window.get_all_by_role_and_label(egui::Role::ListBoxOption, "Mace").collect::<Vec<_>>();
    rows.iter().find(|row| list.contains(row.rect().center().x)).unwrap().click();
    drop(rows);
    settle(&mut window);
    assert_eq!(text(&window, "rosters/road.yaml"), before.replace("war-hammer", "mace"));
    assert!(!window.state().workspace().pack().unwrap().draft().contains(&RecordKey::new("items", "war-hammer")));
}

#[test]
fn nothing_takes_the_place_of_what_it_is_made_of() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Broadsword");
    push(&mut window, "Delete");
    window.get_by_role_and_label(egui::Role::ComboBox, "Replace with").click();
    settle(&mut window);
    // It extends the broadsword, and would extend itself.
    window.get_by_label("Search records").type_text("heirloom-sword");
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let notice = window.state().workspace().session().notice().unwrap().text.clone();
    assert!(notice.starts_with("Cannot replace it with heirloom-sword: it would cause another problem"), "{notice}");
    assert!(is_saved(&window));
}

#[test]
fn what_shows_a_record_goes_with_it_when_it_is_renamed() {
    let (_folder, _path, mut window) = arena_window();
    let map = |id: &str| Pane::Map(RecordKey::new("maps", id));
    let camera = Camera { center: egui::pos2(3.0, 3.0), scale: 31.0, fitted: false };
    window.state_mut().perform(Action::Play(PlayAction::Scenario("duel".to_owned())));
    window.state_mut().perform(Action::Show(map("pit")));
    window.state_mut().perform(Action::Look("maps/pit".to_owned(), camera));
    settle(&mut window);
    for (pointer, name) in [("/maps/pit", "hole"), ("/scenarios/duel", "quarrel")] {
        jump(&mut window, pointer);
        press(&mut window, Modifiers::NONE, Key::F2);
        type_into(&mut window, "New name", name);
        push(&mut window, "Rename");
    }
    let view = window.state().workspace().view();
    assert!(view.arrangements.have(&map("hole")) && !view.arrangements.have(&map("pit")));
    assert_eq!(view.camera("maps/hole").map(|camera| camera.scale), Some(31.0));
    assert_eq!(view.play.scenario.as_deref(), Some("quarrel"));
    assert_eq!(errors(&window), []);
}
