//! Custom shortcuts: set in the list of shortcuts, shown everywhere, kept in the profile.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::seen::texts;
use crate::{Window, arena, choose, click, press, push, type_into, window};

const CTRL: Modifiers = Modifiers::COMMAND;

/// A window on a copy of the Arena with a profile, and the message about that profile at startup.
fn window_with(profile: &Path, pack: &Path) -> (Window, Option<String>) {
    let mut app = App::new(Workspace::new(SHIPPED));
    let told = app.keep_profile(profile.to_owned());
    app.perform(Action::Open(pack.to_owned()));
    (window(app), told)
}

fn is_seen(window: &Window, words: &str) -> bool {
    texts(window).iter().any(|text| text.words.contains(words))
}

/// Changes the keys of the command with this name in the list of shortcuts.
fn change(window: &mut Window, command: &str, modifiers: Modifiers, key: Key) {
    click(window, "Help");
    push(window, "Shortcuts");
    push(window, &format!("Keys of {command}"));
    assert!(is_seen(window, &format!("Press the new keys of {command}")));
    press(window, modifiers, key);
}

fn close(window: &mut Window) {
    press(window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_role_and_label(Role::Button, "Reset all keys").is_none(), "the list is closed");
}

fn maces(window: &Window) -> usize {
    let pack = window.state().workspace().pack().unwrap();
    pack.draft().ids("items").filter(|id| id.contains("mace")).count()
}

#[test]
fn changed_keys_do_what_they_are_for_and_the_old_ones_nothing() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let (mut window, _) = window_with(profile.path(), &pack);
    change(&mut window, "Duplicate record", CTRL, Key::J);
    assert!(is_seen(&window, "Ctrl+J") && !is_seen(&window, "Ctrl+D"));
    close(&mut window);
    choose(&mut window, "Mace");
    let before = maces(&window);
    press(&mut window, CTRL, Key::D);
    assert_eq!(maces(&window), before);
    press(&mut window, CTRL, Key::J);
    assert_eq!(maces(&window), before + 1);
}

#[test]
fn menus_tooltips_and_palette_show_changed_keys() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let (mut window, _) = window_with(profile.path(), &pack);
    choose(&mut window, "Mace");
    press(&mut window, CTRL, Key::D);
    change(&mut window, "Save", CTRL, Key::K);
    close(&mut window);
    click(&mut window, "File");
    assert!(is_seen(&window, "Ctrl+K") && !texts(&window).iter().any(|text| text.words == "Ctrl+S"), "in the menu");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Save (Ctrl+K)").is_some(), "in the toolbar's tooltip");
    press(&mut window, CTRL.plus(Modifiers::SHIFT), Key::P);
    type_into(&mut window, "Find anything", ">save");
    assert!(is_seen(&window, "Ctrl+K"), "in the palette");
}

#[test]
fn keys_of_another_command_are_told_and_can_be_taken_over_and_given_back() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let (mut window, _) = window_with(profile.path(), &pack);
    change(&mut window, "Duplicate record", CTRL, Key::S);
    assert!(is_seen(&window, "Ctrl+S is assigned to Save"));
    push(&mut window, "Cancel");
    assert!(is_seen(&window, "Ctrl+D"), "nothing has changed");
    push(&mut window, "Keys of Duplicate record");
    press(&mut window, CTRL, Key::S);
    push(&mut window, "Reassign");
    assert!(!is_seen(&window, "Ctrl+D"));
    assert!(
        window.query_by_role_and_label(Role::Button, "Save").is_some(),
        "the toolbar knows that saving has no keys"
    );
    push(&mut window, "Reset the keys of Save");
    assert!(window.query_by_label("Save (Ctrl+S)").is_some());
    push(&mut window, "Reset all keys");
    assert!(is_seen(&window, "Ctrl+D"));
    assert!(window.query_by_label("Save (Ctrl+S)").is_some());
    assert_eq!(window.query_all_by_label_contains("Reset the keys of").count(), 0);
}

#[test]
fn keys_that_move_about_are_refused_and_a_command_can_have_several_or_none() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let (mut window, _) = window_with(profile.path(), &pack);
    change(&mut window, "Undo", Modifiers::NONE, Key::Enter);
    assert!(is_seen(&window, "is reserved"));
    press(&mut window, Modifiers::ALT, Key::Backspace);
    assert!(is_seen(&window, "is reserved"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(is_seen(&window, "Ctrl+Z"));
    push(&mut window, "More keys for Undo");
    press(&mut window, Modifiers::ALT, Key::U);
    assert!(is_seen(&window, "Ctrl+Z  or  Alt+U"));
    push(&mut window, "Keys of Undo");
    push(&mut window, "No keys");
    assert!(is_seen(&window, "no keys") && !is_seen(&window, "Alt+U"));
}

#[test]
fn two_windows_on_one_profile_leave_each_other_what_they_changed() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let (mut one, _) = window_with(profile.path(), &pack);
    let (mut other, _) = window_with(profile.path(), &pack);
    change(&mut one, "Duplicate record", CTRL, Key::J);
    change(&mut other, "Undo", Modifiers::ALT, Key::U);
    drop(one);
    drop(other);
    let (mut window, told) = window_with(profile.path(), &pack);
    assert_eq!(told, None);
    assert!(window.query_by_label("Undo (Alt+U)").is_some());
    choose(&mut window, "Mace");
    let before = maces(&window);
    press(&mut window, CTRL, Key::J);
    assert_eq!(maces(&window), before + 1);
}

#[test]
fn changed_keys_are_remembered_and_a_broken_profile_gives_up_its_sound_part() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let (mut window, told) = window_with(profile.path(), &pack);
    assert_eq!(told, None, "a profile that is not there yet is no damage");
    change(&mut window, "Duplicate record", CTRL, Key::J);
    close(&mut window);
    change(&mut window, "Undo", Modifiers::ALT, Key::U);
    drop(window);
    let file = profile.path().join("settings.jsonl");
    let kept = fs::read_to_string(&file).unwrap();
    let (window, told) = window_with(profile.path(), &pack);
    assert_eq!(told, None);
    assert!(window.query_by_label("Undo (Alt+U)").is_some());
    drop(window);
    fs::write(&file, kept.replace("Alt+U", "Alt+")).unwrap();
    let (mut window, told) = window_with(profile.path(), &pack);
    let told = told.expect("damaged settings are reported");
    assert!(told.contains("could not be read") && told.contains("settings.damaged.jsonl"), "{told}");
    assert!(profile.path().join("settings.damaged.jsonl").is_file());
    assert!(window.query_by_label("Undo (Ctrl+Z)").is_some(), "the default keys are restored");
    choose(&mut window, "Mace");
    let before = maces(&window);
    press(&mut window, CTRL, Key::J);
    assert_eq!(maces(&window), before + 1, "the sound part is taken over");
}
