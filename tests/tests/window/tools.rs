//! Ruleset tools in the window.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::shell::app::App;
use foeman_window::shell::shot;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;

use crate::{Window, arena_window, choose, click, pack_window, press, push, settle, type_into, window};

const PUNCH: &str = "C-H-001-09-001-0001-1";
const DODGE: &str = "C-M-001-03-001-0001-0";

fn tools_window() -> (tempfile::TempDir, Window) {
    let (folder, _path, mut window) = pack_window("codes");
    press(&mut window, Modifiers::NONE, Key::F9);
    (folder, window)
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Opens a list, searches and picks the first result.
fn pick(window: &mut Window, list: &str, search: &str) {
    window.get_by_role_and_label(Role::ComboBox, list).click();
    settle(window);
    type_into(window, "Search choices", search);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn only_a_ruleset_with_tools_has_the_entry_and_the_keys() {
    let (_folder, _path, mut codes) = pack_window("codes");
    click(&mut codes, "Play");
    // The other one is the button in the toolbar, with its keys in parentheses.
    codes
        .query_all_by_label_contains("Tools")
        .find(|node| !node.accesskit_node().label().unwrap_or_default().contains('('))
        .unwrap()
        .click();
    settle(&mut codes);
    assert_eq!(codes.state().workspace().view().document(), Some(&Pane::Tools));

    let (_folder, _path, arena) = arena_window();
    let toy = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    for mut other in [arena, toy] {
        click(&mut other, "Play");
        assert!(other.query_by_label_contains("Back to start").is_some(), "the menu is open");
        assert!(other.query_all_by_label_contains("Tools").next().is_none());
        press(&mut other, Modifiers::NONE, Key::Escape);
        press(&mut other, Modifiers::NONE, Key::F9);
        assert_ne!(other.state().workspace().view().document(), Some(&Pane::Tools));
    }
}

#[test]
fn a_code_is_explained_while_it_is_typed_and_what_is_wrong_stands_at_the_argument() {
    let (_folder, mut window) = tools_window();
    assert!(window.query_by_label("Explain tool").is_some() && window.query_by_label("Contest tool").is_some());
    assert!(says(&window, "Fill in the code"));
    type_into(&mut window, "Code", "C-H-01");
    assert!(says(&window, "expected three digits, found `01`"));
    assert!(says(&window, "Fix the marked values"));
    type_into(&mut window, "Code", PUNCH);
    assert!(says(&window, "combat, hand-to-hand, punch, score 9, standing"));
}

#[test]
fn a_contest_shows_what_comes_of_it_with_its_sum_and_can_be_copied() {
    let (_folder, mut window) = tools_window();
    click(&mut window, "Contest tool");
    type_into(&mut window, "Attack", PUNCH);
    type_into(&mut window, "Response", DODGE);
    assert!(says(&window, "A's punch hits B: outcome 6, damage 6"));
    assert!(window.query_by_label("punch").is_some() && window.query_by_label("dodge").is_some(), "the terms");
    window.get_by_role_and_label(Role::Button, "Copy answer").click();
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert!(copied.unwrap().lines().any(|line| line == "A's punch hits B: outcome 6, damage 6"));
}

#[test]
fn a_code_is_composed_from_lists_and_said_in_words() {
    let (_folder, mut window) = tools_window();
    click(&mut window, "Compose tool");
    pick(&mut window, "Classifier", "social");
    for skipped in ["Position", "Weapon", "Location"] {
        assert!(window.query_by_role_and_label(Role::ComboBox, skipped).is_none(), "{skipped} has no meaning here");
    }
    pick(&mut window, "Classifier", "combat");
    pick(&mut window, "Type", "hand-to-hand");
    pick(&mut window, "Action", "punch");
    type_into(&mut window, "Score", "9");
    pick(&mut window, "Position", "standing");
    pick(&mut window, "Weapon", "0001");
    pick(&mut window, "Location", "left head");
    assert!(says(&window, &format!("{PUNCH}: combat, hand-to-hand, punch")));
    type_into(&mut window, "Score", "100");
    assert!(says(&window, "expected a score from 0 to 99, found `100`"));
    push(&mut window, "Start over");
    assert!(says(&window, "Fill in the score"));
}

#[test]
fn the_tools_know_what_has_not_been_saved() {
    let (_folder, mut window) = tools_window();
    type_into(&mut window, "Code", "S-P-001-05-");
    let before = window.query_all_by_label_contains("S-P-001-05-: social, persuade").count();
    assert_eq!(before, 1);
    choose(&mut window, "Social");
    type_into(&mut window, "Title", "Sociable");
    press(&mut window, Modifiers::NONE, Key::F9);
    if window.state().workspace().view().document() != Some(&Pane::Tools) {
        click(&mut window, "Tools tab");
    }
    assert!(says(&window, "S-P-001-05-: sociable, persuade"));
}

#[test]
fn pictures_can_be_taken_of_a_tool_with_what_it_is_told() {
    let (_folder, path, _window) = pack_window("codes");
    let mut app = App::empty(SHIPPED);
    app.perform(foeman_window::shell::action::Action::Open(path));
    assert_eq!(shot::show(app.workspace_mut(), "tools:compose C H 001 9"), Ok(()));
    assert!(says(&window(app), "C-H-001-09-"));
    let mut app = App::empty(SHIPPED);
    let unknown = shot::show(app.workspace_mut(), "tools").unwrap_err();
    assert_eq!(unknown, "there are no tools in this pack's ruleset");
}
