//! Fixing problems from their list.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_rules::rulesets::SHIPPED;

use crate::{arena, click, errors, press, push, settle, window_on};

/// A window on an Arena with a misspelt key of the broadsword and a dangling reference to it.
fn slips() -> (tempfile::TempDir, crate::Window, [String; 2]) {
    let (folder, path) = arena();
    let slip = |file: &str, below: &str, old: &str, new: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap();
        let (front, back) = text.split_at(text.find(below).unwrap());
        fs::write(path.join(file), format!("{front}{}", back.replacen(old, new, 1))).unwrap();
        text
    };
    let items = slip("items/melee.yaml", "  broadsword:", "damage: ", "damgae: ");
    let rosters = slip("rosters/road.yaml", "      maud:", "broadsword", "broadswrod");
    let window = window_on(&path, SHIPPED);
    (folder, window, [items, rosters])
}

fn text(window: &crate::Window, path: &str) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    let file = draft.files().find(|file| draft.path(*file) == path).unwrap();
    draft.text(file).to_owned()
}

#[test]
fn a_problem_is_fixed_by_its_button_as_one_step_that_can_be_undone() {
    let (_folder, mut window, [items, rosters]) = slips();
    let slip = text(&window, "items/melee.yaml");
    push(&mut window, "Fix: Write `damage`");
    assert_eq!(text(&window, "items/melee.yaml"), items);
    assert_ne!(text(&window, "rosters/road.yaml"), rosters, "the other problem stays");
    assert!(window.query_by_label("Fix: Write `damage`").is_none());
    let step = window.state().workspace().pack().unwrap().history().next_undo().map(|step| step.name.clone());
    assert_eq!(step.as_deref(), Some("Write `damage`"));

    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window, "items/melee.yaml"), slip);
    assert!(window.query_by_label("Fix: Write `damage`").is_some(), "the problem is back");
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(text(&window, "items/melee.yaml"), items);
}

#[test]
fn the_shortcut_fixes_problem_after_problem() {
    let (_folder, mut window, [items, rosters]) = slips();
    press(&mut window, Modifiers::COMMAND, Key::Period);
    press(&mut window, Modifiers::COMMAND, Key::Period);
    settle(&mut window);
    assert_eq!((text(&window, "items/melee.yaml"), text(&window, "rosters/road.yaml")), (items, rosters));
    assert_eq!(errors(&window), []);
}

#[test]
fn a_fix_that_would_do_harm_says_why_and_changes_nothing() {
    let (_folder, path) = arena();
    let text_on_disk = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    let (front, back) = text_on_disk.split_at(text_on_disk.find("  broadsword:").unwrap());
    let broken = format!("{front}{}", back.replacen("damage: ", "damgae: -1H\n    damage: ", 1));
    fs::write(path.join("items/melee.yaml"), &broken).unwrap();
    let mut window = window_on(&path, SHIPPED);
    click(&mut window, "Fix: Write `damage`");
    assert_eq!(text(&window, "items/melee.yaml"), broken);
    assert!(window.query_by_label_contains("Cannot fix this: it would bring up another problem").is_some());
}

#[test]
fn the_pointer_on_a_fix_shows_the_lines_it_would_change() {
    let (_folder, mut window, _) = slips();
    let before = text(&window, "items/melee.yaml");
    window.get_by_label("Fix: Write `damage`").hover();
    window.run_steps(40);
    assert!(window.query_by_label_contains("-     damgae: -1H").is_some(), "what goes");
    assert!(window.query_by_label_contains("+     damage: -1H").is_some(), "what comes");
    assert_eq!(text(&window, "items/melee.yaml"), before, "nothing is changed by looking");
}
