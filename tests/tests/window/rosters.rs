//! Building a roster: adding, copying, moving, deleting and comparing figures.

use std::fs;

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::{Pane, Selection};
use serde_json::Value;

use crate::{Window, arena_window, choose, click, errors, press, push, settle};

fn garrison() -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    choose(&mut window, "The garrison of Gant");
    (folder, path, window)
}

fn figures(window: &Window) -> Vec<(String, Value)> {
    let draft = window.state().workspace().pack().unwrap().draft();
    let roster = draft.raw(&RecordKey::new("rosters", "garrison")).unwrap();
    roster["figures"].as_object().unwrap().iter().map(|(id, figure)| (id.clone(), figure.clone())).collect()
}

fn ids(window: &Window) -> Vec<String> {
    figures(window).into_iter().map(|(id, _)| id).collect()
}

fn says(window: &Window, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

fn steps(window: &Window) -> usize {
    window.state().workspace().pack().unwrap().history().done().len()
}

#[test]
fn a_roster_opens_on_its_figures_with_their_points() {
    let (_folder, _path, window) = garrison();
    let key = RecordKey::new("rosters", "garrison");
    assert_eq!(window.state().workspace().view().document(), Some(&Pane::Figures(key)));
    assert!(says(&window, "7 figures"));
    assert!(says(&window, "Grade 23"), "the captain's card shows his points");
    assert!(says(&window, " in total, "), "the head shows the sum of the points");
}

#[test]
fn a_side_leads_to_the_figures_of_its_roster() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Select(Selection::record(RecordKey::new("sides", "steel"))));
    settle(&mut window);
    push(&mut window, "Build figures");
    let key = RecordKey::new("rosters", "garrison");
    assert_eq!(window.state().workspace().view().document(), Some(&Pane::Figures(key)));
}

/// Counted as in the table of tasks: a click or a key is one, and so is typing a text.
#[test]
fn a_figure_with_gear_is_added_in_seven_clicks_and_keys() {
    let (_folder, path, mut window) = garrison();
    let before = fs::read_to_string(path.join("rosters/walls.yaml")).unwrap();
    let mut count = 0;
    let mut did = || count += 1;
    push(&mut window, "Add figure");
    did();
    // The search of the list has the focus.
    window.event(Event::Text("dwarf".to_owned()));
    settle(&mut window);
    did();
    press(&mut window, Modifiers::NONE, Key::Enter);
    did();
    window.event(Event::Text("Brock Underhill".to_owned()));
    settle(&mut window);
    did();
    push(&mut window, "Add gear…");
    did();
    // The search has the focus.
    window.event(Event::Text("broadsword".to_owned()));
    settle(&mut window);
    did();
    push(&mut window, "Take Broadsword");
    did();
    assert!(count <= 8, "{count}");
    let (id, figure) = figures(&window).pop().unwrap();
    assert_eq!((id.as_str(), &figure["name"], &figure["type"]), ("dwarf", &"Brock Underhill".into(), &"dwarf".into()));
    assert_eq!(figure["gear"][0]["item"], "broadsword");
    assert_eq!(errors(&window), []);
    assert_eq!(steps(&window), 3, "the figure, its name and its gear");
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(path.join("rosters/walls.yaml")).unwrap(), before);
}

#[test]
fn figures_are_copied_and_deleted_as_one_step_each() {
    let (_folder, _path, mut window) = garrison();
    let before = figures(&window);
    click(&mut window, "Card of Long Tam");
    push(&mut window, "Duplicate figure");
    let (id, copy) = figures(&window).pop().unwrap();
    assert_eq!((id.as_str(), &copy["name"]), ("long-tam-2", &"Long Tam 2".into()));
    assert_eq!(copy["gear"], before[2].1["gear"]);
    // The name of the copy has the focus.
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(figures(&window), before);
    assert_eq!(steps(&window), 2);
}

#[test]
fn figures_move_with_their_comments_by_button_by_key_and_by_dragging() {
    let (_folder, path, mut window) = garrison();
    let file = path.join("rosters/walls.yaml");
    let before = fs::read_to_string(&file).unwrap();
    let order = ids(&window);
    assert_eq!(order[..3], ["odo", "wenna", "tam"]);
    click(&mut window, "Card of Long Tam");
    push(&mut window, "Move figure up");
    assert_eq!(ids(&window)[..3], ["odo", "tam", "wenna"]);
    press(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(ids(&window)[..3], ["tam", "odo", "wenna"]);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let text = fs::read_to_string(&file).unwrap();
    let comment = "      # Stands in the second row and reaches the first.\n      tam:\n        name: Long Tam\n";
    assert!(text.contains(comment), "the comment goes along: {text}");
    press(&mut window, Modifiers::ALT, Key::ArrowDown);
    press(&mut window, Modifiers::ALT, Key::ArrowDown);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(&file).unwrap(), before, "byte for byte as it was");
    let card = |window: &Window, name: &str| window.get_by_label(&format!("Card of {name}")).rect().center();
    let (from, to) = (card(&window, "Captain Odo Latch"), card(&window, "Long Tam"));
    window.drag_at(from);
    window.run_steps(2);
    window.hover_at(from + (to - from) / 2.0);
    window.run_steps(2);
    window.hover_at(to);
    window.run_steps(2);
    window.drop_at(to);
    settle(&mut window);
    assert_eq!(ids(&window)[..3], ["wenna", "tam", "odo"]);
}

#[test]
fn two_figures_are_compared_side_by_side() {
    let (_folder, _path, mut window) = garrison();
    click(&mut window, "Card of Long Tam");
    click(&mut window, "Compare with");
    window.get_by_role_and_label(egui::Role::Button, "Wenna Hook").click();
    settle(&mut window);
    assert!(window.query_by_label("Gear differs").is_some() && window.query_by_label("ST differs").is_some());
    assert!(window.query_by_label("Kind differs").is_none(), "both are human");
    assert!(says(&window, "values differ"));
    push(&mut window, "Stop comparing");
    assert!(window.query_by_label("Gear differs").is_none() && window.query_by_label("Add gear…").is_some());
}

#[test]
fn the_arrow_keys_choose_a_figure() {
    let (_folder, _path, mut window) = garrison();
    click(&mut window, "Card of Captain Odo Latch");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(window.state().workspace().view().selection().unwrap().field, ["figures", "tam"]);
    assert!(says(&window, "Strikes: pike"), "his sheet is shown");
}
