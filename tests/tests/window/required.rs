//! A pack with a required pack in the window: records of that pack can be used, and are overridden only on request.

use std::fs;

use egui::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::recovery::GuardAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Selection;
use serde_json::json;

use crate::{Window, choose, errors, push, settle, window_on};

/// The Bent Nail next to the Arena, in a temporary folder.
fn tavern() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["arena", "bent-nail"] {
        packs::copy(name, &folder.path().join(name));
    }
    let window = window_on(&folder.path().join("bent-nail"), SHIPPED);
    (folder, window)
}

fn damage(window: &Window, item: &str) -> serde_json::Value {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.merged(&RecordKey::new("items", item)).expect("it is there")["damage"].clone()
}

#[test]
fn a_borrowed_record_is_read_replaced_saved_and_given_back() {
    let (folder, mut window) = tavern();
    assert_eq!(errors(&window), []);
    choose(&mut window, "Maul");
    assert!(window.query_by_label_contains("From The Arena").is_some());
    let before = packs::files(folder.path());
    // Its form is read-only.
    let typed = window.query_all_by_role(Role::TextInput).filter(|input| input.value().as_deref() == Some("Maul"));
    assert!(typed.into_iter().all(|input| input.accesskit_node().is_disabled()));
    push(&mut window, "Override in this pack");
    assert!(window.query_by_label_contains("From The Arena").is_none());
    let at = RecordKey::new("items", "maul").pointer().child("damage");
    window.state_mut().perform(Action::Set(at, json!("-3H")));
    settle(&mut window);
    assert_eq!(errors(&window), []);
    assert_eq!(damage(&window, "maul"), "-3H");
    assert_ne!(damage(&window, "arena:maul"), "-3H");
    window.state_mut().perform(Action::Save);
    settle(&mut window);
    let after = packs::files(folder.path());
    let changed: Vec<_> = after.iter().filter(|(path, text)| before.get(*path) != Some(*text)).collect();
    let [(path, text)] = changed.as_slice() else { panic!("one file is written: {changed:?}") };
    assert!(path.ends_with("bent-nail/items.yaml"), "{path}");
    assert!(String::from_utf8_lossy(text).contains("  maul:\n    extends: arena:maul\n    damage: -3H\n"));
    // After undoing every step, the other pack's record is back.
    for _ in 0..2 {
        window.state_mut().perform(Action::Undo);
    }
    settle(&mut window);
    assert!(window.state().workspace().pack().unwrap().draft().origin(&RecordKey::new("items", "maul")).is_some());
}

#[test]
fn what_belongs_to_another_pack_is_neither_changed_nor_renamed_nor_deleted() {
    let (folder, mut window) = tavern();
    let before = packs::files(folder.path());
    let key = RecordKey::new("items", "maul");
    window.state_mut().perform(Action::Select(Selection::record(key.clone())));
    for action in [
        Action::Set(key.pointer().child("title"), json!("Mine")),
        Action::Remove(key.pointer().child("damage")),
        Action::Delete(key.clone()),
    ] {
        window.state_mut().perform(action);
        settle(&mut window);
        let told = window.query_by_label_contains("belongs to the pack `arena`");
        assert!(told.is_some(), "the reason is shown");
    }
    window.state_mut().perform(Action::Duplicate(key));
    window.state_mut().perform(Action::Save);
    settle(&mut window);
    let after = packs::files(folder.path());
    assert_eq!(
        before.iter().filter(|(path, _)| path.contains("arena/")).count(),
        after.keys().filter(|path| path.contains("arena/")).count()
    );
    assert!(
        before.iter().filter(|(path, _)| path.contains("arena/")).all(|(path, text)| after.get(path) == Some(text))
    );
    assert_eq!(damage(&window, "maul-2"), damage(&window, "maul"), "a copy is one's own");
}

#[test]
fn a_change_in_the_other_pack_is_noticed() {
    let (folder, mut window) = tavern();
    let file = folder.path().join("arena/items/melee.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let old = damage(&window, "maul");
    let (start, rest) = text.split_once("  maul:\n").expect("the file contains the maul");
    let new = rest.replacen(&format!("damage: {}", old.as_str().unwrap()), "damage: -1H", 1);
    fs::write(&file, format!("{start}  maul:\n{new}")).unwrap();
    window.state_mut().perform(Action::Guard(GuardAction::LookAtDisk));
    settle(&mut window);
    assert_eq!(damage(&window, "maul"), "-1H");
}

#[test]
fn what_others_write_to_a_required_pack_is_noticed() {
    let (folder, mut window) = tavern();
    window.state_mut().watch_disk();
    window.run_steps(3);
    let started = std::time::Instant::now();
    assert_eq!(errors(&window), []);
    let before = damage(&window, "maul");
    let files = packs::files(&folder.path().join("arena"));
    let (path, text) = files.iter().find(|(_, text)| String::from_utf8_lossy(text).contains("\n  maul:")).unwrap();
    let text = String::from_utf8_lossy(text).replace("\n  maul:\n", "\n  maul:\n    damage: 9D\n");
    let (head, tail) = text.split_once("    damage: 9D\n").unwrap();
    let (old, tail) = tail.split_once("    damage: ").unwrap();
    let (_, rest) = tail.split_once('\n').unwrap();
    // The watch detects changes made after its first snapshot.
    let mut written = false;
    while damage(&window, "maul") == before && started.elapsed().as_secs() < 20 {
        if !written && started.elapsed().as_millis() > 1500 {
            fs::write(folder.path().join("arena").join(path), format!("{head}    damage: 9D\n{old}{rest}")).unwrap();
            written = true;
        }
        std::thread::yield_now();
        window.run_steps(1);
    }
    assert_eq!(damage(&window, "maul"), "9D");
}
