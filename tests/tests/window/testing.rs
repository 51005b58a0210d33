//! Running a pack's own checks in the window.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use serde_json::json;

use crate::{Window, arena_window, click, pack_window, press, push, settle};

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Draws until no check is running.
fn wait(window: &mut Window) {
    while window.state().workspace().testing().busy() {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(window);
}

fn open(window: &mut Window) {
    click(window, "View");
    window.get_by_role_and_label(Role::Button, "Tests").click();
    settle(window);
}

#[test]
fn a_battle_that_goes_another_way_is_told_where_it_parts_from_what_is_written() {
    let (_folder, _path, mut window) = arena_window();
    open(&mut window);
    push(&mut window, "Run Driven back");
    wait(&mut window);
    assert!(says(&window, "Driven back: True: 1 battle, seed 1"), "it goes as it is written");
    let damage = RecordKey::new("items", "great-axe").pointer().child("damage");
    window.state_mut().perform(Action::Set(damage, json!("-3H")));
    settle(&mut window);
    assert!(says(&window, "before the last changes"), "the pack is another by now");
    push(&mut window, "Run Driven back");
    wait(&mut window);
    assert!(!says(&window, "before the last changes"));
    assert!(says(&window, "Driven back: False"));
    // An axe that light is not swung with three dice.
    let told = window.query_all_by_label_contains("found `dice=3`").next().expect("the problem quotes the command");
    told.click();
    settle(&mut window);
    let selection = window.state().workspace().view().selection().expect("it is selected");
    assert_eq!(selection.record, RecordKey::new("checks", "driven-back"));
    assert_eq!(selection.field.first().map(String::as_str), Some("commands"));
}

#[test]
fn all_are_played_by_keys_and_can_be_stopped() {
    let (_folder, _path, mut window) = arena_window();
    // This takes very long to decide, so the run is stopped.
    let share = RecordKey::new("checks", "meetings-end").pointer().child("share");
    window.state_mut().perform(Action::Set(share, json!({"from": 99.99, "battles": 1_000_000})));
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::F5);
    assert!(window.state().workspace().testing().busy(), "they are being played");
    while !says(&window, "Meetings end: Playing: ") {
        std::thread::yield_now();
        window.run_steps(1);
    }
    for title in ["Too late for the axe", "Driven back", "The footnote stands", "Thinking helps"] {
        assert!(says(&window, &format!("{title}: True: ")), "{title}");
    }
    assert!(says(&window, "The toll is an open question: True: "), "it holds");
    push(&mut window, "Stop the checks");
    assert!(!window.state().workspace().testing().busy());
    assert!(!says(&window, "Meetings end: "), "no result is shown");
    assert!(window.get_all_by_label_contains("Meetings end").next().is_some(), "it is there all the same");
}

#[test]
fn a_pack_without_checks_says_what_they_are_and_offers_to_make_one() {
    let (_folder, _path, mut window) = pack_window("bent-nail");
    open(&mut window);
    assert!(says(&window, "No checks in this pack"), "checks of the required Arena are not listed");
    push(&mut window, "New check");
    assert!(window.state().workspace().session().question().is_some(), "it asks for a name");
}
