//! Dialogs about names that dependent packs next to the open one use, too.

use std::fs;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_window::names::NameAction;
use foeman_window::shell::action::Action;
use tempfile::TempDir;

use crate::{Window, press, push, settle, type_into, window_on};

const BASE: &str = "\
pack: base
version: 1.0.0
ruleset: foeman
figures:
  duck: {title: Duck, kind: creature, attributes: {st: 4, dx: 13, iq: 5, ma: 10}, attacks: [{title: beak, damage: -2H}]}
";
const MOD: &str = "\
pack: mod
title: More birds
ruleset: foeman
requires: {base: ^1}
figures:
  swan: {extends: duck, title: Swan}
";

/// A window on a pack of birds, with another pack next to it that requires it.
fn birds() -> (TempDir, PathBuf, Window) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("base", BASE), ("mod", MOD)] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("pack.yaml"), text).unwrap();
    }
    let mut window = window_on(&folder.path().join("base"), SHIPPED);
    window.state_mut().perform(Action::Jump(Pointer::parse("/figures/duck").unwrap(), None));
    settle(&mut window);
    let path = folder.path().to_owned();
    (folder, path, window)
}

fn text(path: &Path, name: &str) -> String {
    fs::read_to_string(path.join(name).join("pack.yaml")).unwrap()
}

#[test]
fn a_rename_shows_the_lines_of_other_packs_and_changes_and_saves_all_of_them() {
    let (_folder, path, mut window) = birds();
    press(&mut window, Modifiers::NONE, Key::F2);
    type_into(&mut window, "New name", "smew");
    assert!(window.query_by_label("2 lines change").is_some());
    assert!(window.query_all_by_label_contains("mod/pack.yaml").next().is_some());
    assert!(window.query_by_label_contains("+ swan: {extends: smew, title: Swan}").is_some());
    assert_eq!((text(&path, "base"), text(&path, "mod")), (BASE.to_owned(), MOD.to_owned()));
    push(&mut window, "Rename everywhere and save");
    assert_eq!(text(&path, "base"), BASE.replace("duck:", "smew:"));
    assert_eq!(text(&path, "mod"), MOD.replace("extends: duck", "extends: smew"));
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

/// Waits until the packs next to the open one have been read.
fn read_elsewhere(window: &mut Window) {
    while window.state().workspace().pack().is_some_and(|pack| pack.elsewhere().busy()) {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(window);
}

#[test]
fn the_inspector_lists_usages_in_packs_that_require_the_open_one() {
    let (_folder, path, mut window) = birds();
    read_elsewhere(&mut window);
    assert!(window.query_by_label("Used once, only in packs that require this one").is_some());
    assert!(window.query_by_label("More birds: Swan").is_some());
    let place = window.query_by_label_contains("pack.yaml:6").is_some();
    assert!(place, "its file and line are named");

    // Another program writes to that pack and to this one.
    fs::write(path.join("mod/pack.yaml"), MOD.to_owned() + "  goose: {extends: duck, title: Goose}\n").unwrap();
    window.state_mut().perform(Action::Guard(foeman_window::recovery::GuardAction::LookAtDisk));
    read_elsewhere(&mut window);
    assert!(window.query_by_label("Used 2 times, only in packs that require this one").is_some());
    assert!(window.query_by_label("More birds: Goose").is_some());
}

#[test]
fn a_rename_here_only_leaves_other_packs_and_the_disk_alone() {
    let (_folder, path, mut window) = birds();
    press(&mut window, Modifiers::NONE, Key::F2);
    type_into(&mut window, "New name", "smew");
    push(&mut window, "Rename here only");
    assert!(window.state().workspace().pack().unwrap().draft().contains(&RecordKey::new("figures", "smew")));
    assert_eq!((text(&path, "base"), text(&path, "mod")), (BASE.to_owned(), MOD.to_owned()));
}

#[test]
fn a_name_that_is_taken_in_another_pack_cannot_be_given() {
    let (_folder, path, mut window) = birds();
    press(&mut window, Modifiers::NONE, Key::F2);
    type_into(&mut window, "New name", "swan");
    assert!(window.query_by_label_contains("requires this one: `/figures/swan` already exists").is_some());
    assert_eq!(text(&path, "mod"), MOD);
}

#[test]
fn usages_in_other_packs_are_listed_and_deleting_asks_because_of_them() {
    let (_folder, _path, mut window) = birds();
    press(&mut window, Modifiers::SHIFT, Key::F12);
    assert!(window.query_all_by_label("More birds: Swan").next().is_some());
    assert!(window.query_all_by_label_contains("mod/pack.yaml:6").next().is_some());
    push(&mut window, "Close");
    push(&mut window, "Delete");
    assert!(window.query_by_label("It is used in 1 place, which would become invalid").is_some());
    assert!(window.query_by_label("1 of them is in another pack, which is not changed").is_some());
    push(&mut window, "Cancel");
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn a_file_that_another_pack_needs_is_not_deleted() {
    let (_folder, path, window) = birds();
    drop(window);
    let more = "figures:\n  goose: {title: Goose, kind: creature, attributes: {st: 6, dx: 11, iq: 4, ma: 8}, attacks: [{title: beak, damage: -2H}]}\n";
    fs::write(path.join("base/more.yaml"), more).unwrap();
    fs::write(path.join("mod/pack.yaml"), MOD.replace("extends: duck", "extends: goose")).unwrap();
    let mut window = window_on(&path.join("base"), SHIPPED);
    window.state_mut().perform(Action::Names(NameAction::DeleteFile("more.yaml".to_owned())));
    settle(&mut window);
    let notice = window.state().workspace().session().notice().unwrap().text.clone();
    assert!(notice.starts_with("Cannot delete more.yaml: the pack ") && notice.contains("needs it"), "{notice}");
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn the_next_word_of_a_scripted_command_is_picked_from_a_list() {
    let (_folder, path, mut window) = crate::arena_window();
    window.state_mut().perform(Action::Jump(Pointer::parse("/checks/driven-back/commands/0").unwrap(), None));
    settle(&mut window);
    let button = "Next word of command 7";
    window.get_by_role_and_label(egui::Role::ComboBox, button).click();
    settle(&mut window);
    window.get_by_label("Search words").type_text("item=");
    settle(&mut window);
    // The row in the list, not one in the pack tree.
    let rows = window.get_all_by_role_and_label(egui::Role::ListBoxOption, "item=").collect::<Vec<_>>();
    rows.first().unwrap().click();
    drop(rows);
    settle(&mut window);
    let notice = window.state().workspace().session().notice().map(|notice| notice.text.clone());
    assert_eq!(notice, None);
    let draft = window.state().workspace().pack().unwrap().draft();
    let value = draft.raw(&RecordKey::new("checks", "driven-back")).unwrap();
    assert_eq!(value["commands"][6], "maud halt item=");
    drop(path);
}
