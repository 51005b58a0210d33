//! Fixing and allowing problems in the Problems list.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;

use crate::{arena, click, errors, press, push, settle, show_problems, window_on};

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
    let mut window = window_on(&path, SHIPPED);
    show_problems(&mut window);
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
    show_problems(&mut window);
    click(&mut window, "Fix: Write `damage`");
    assert_eq!(text(&window, "items/melee.yaml"), broken);
    assert!(window.query_by_label_contains("Cannot fix this: it would cause another problem").is_some());
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

/// A window on an Arena in which the broadsword has the same title as the dagger.
fn twins() -> (tempfile::TempDir, crate::Window, String) {
    let (folder, path) = arena();
    let file = path.join("items/melee.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let twins = text.replacen("title: Broadsword\n", "title: Dagger\n", 1);
    assert_ne!(twins, text);
    fs::write(&file, &twins).unwrap();
    let mut window = window_on(&path, SHIPPED);
    show_problems(&mut window);
    (folder, window, twins)
}

const SAME: &str = "Allow: The title `Dagger` is also the title of `dagger`";

#[test]
fn a_problem_that_is_meant_is_allowed_for_a_reason_as_one_step() {
    let (_folder, mut window, before) = twins();
    let told = |window: &crate::Window| {
        let findings = window.state().workspace().pack().unwrap().findings().iter();
        findings.filter(|finding| finding.code == "same-title").count()
    };
    assert_eq!(told(&window), 1);
    push(&mut window, SAME);
    assert!(window.get_by_label("Allow").accesskit_node().is_disabled(), "the reason is missing");
    assert!(window.query_by_label_contains("+     # foeman: allow same-title --").is_some(), "what comes");
    assert!(window.get_by_label("Reason").is_focused(), "one types at once");
    window.get_by_label("Reason").type_text("the smith calls both so");
    window.run_steps(4);
    push(&mut window, "Allow");
    settle(&mut window);
    let after = text(&window, "items/melee.yaml");
    let comment = "    # foeman: allow same-title -- the smith calls both so\n";
    assert_eq!(after.replacen(comment, "", 1), before, "a comment and nothing else");
    assert_ne!(after, before);
    assert_eq!(told(&window), 0);
    assert!(window.query_by_label(SAME).is_none());

    press(&mut window, Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!((text(&window, "items/melee.yaml"), told(&window)), (before, 1), "one step");
    press(&mut window, Modifiers::COMMAND, Key::Y);
    settle(&mut window);
    assert_eq!((text(&window, "items/melee.yaml"), told(&window)), (after, 0));
}

#[test]
fn who_thinks_better_of_it_allows_nothing() {
    let (_folder, mut window, before) = twins();
    push(&mut window, SAME);
    window.get_by_label("Reason").type_text("why not");
    window.run_steps(4);
    press(&mut window, Modifiers::NONE, Key::Escape);
    settle(&mut window);
    assert!(window.query_by_label("Reason").is_none());
    assert_eq!(text(&window, "items/melee.yaml"), before);
}
