//! Opening, saving, closing: nothing is ever lost.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::change::Change;
use foeman_schema::text::Pointer;
use foeman_test_support::packs;
use foeman_window::pack::{Overwrite, Pack, SaveError};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::shot::{samples, show};

use crate::{arena, arena_window, choose, click, errors, press, settle, type_into, window, window_on};

#[test]
fn without_a_pack_the_window_says_what_to_do_and_opens_a_typed_path() {
    let (_folder, path) = arena();
    let mut window = window(App::empty(SHIPPED));
    assert!(window.query_by_label("Open pack…").is_some());
    window.get_by_label("Path of a pack").click();
    window.run_steps(2);
    window.get_by_label("Path of a pack").type_text(path.to_str().unwrap());
    settle(&mut window);
    click(&mut window, "Open");
    assert!(window.query_by_role_and_label(egui::Role::ListBoxOption, "Broadsword").is_some());
}

#[test]
fn a_pack_that_is_not_there_is_told_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let window = window_on(&folder.path().join("nowhere"), SHIPPED);
    assert!(window.query_by_label_contains("Cannot open").is_some());
    assert!(window.query_by_label("Open pack…").is_some());
}

#[test]
fn a_pack_with_a_broken_header_says_what_to_do_and_is_reloaded_when_mended() {
    let (_folder, path) = arena();
    let header = path.join("pack.yaml");
    let sound = fs::read_to_string(&header).unwrap();
    fs::write(&header, "title: [oops\n").unwrap();
    let mut window = window_on(&path, SHIPPED);
    assert!(window.query_by_label("This pack cannot be shown yet").is_some());
    assert!(window.query_by_label("Nothing matches the filter").is_none());

    fs::write(&header, sound).unwrap();
    click(&mut window, "Reload from disk");
    choose(&mut window, "Mace");
    assert_eq!(errors(&window), []);
}

#[test]
fn closing_with_unsaved_changes_asks_first() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    window.state_mut().perform(Action::Quit);
    settle(&mut window);
    click(&mut window, "Cancel");
    assert!(!window.state().workspace().files().is_quitting());
    window.state_mut().perform(Action::Quit);
    settle(&mut window);
    click(&mut window, "Discard changes");
    assert!(window.state().workspace().files().is_quitting());
    assert_eq!(fs::read_to_string(path.join("items/melee.yaml")).unwrap(), before);
}

#[test]
fn enter_gives_the_answer_that_loses_nothing() {
    let (_folder, path, mut window) = arena_window();
    let items = path.join("items/melee.yaml");
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    let foreign = fs::read_to_string(&items).unwrap() + "# somebody was here\n";
    fs::write(&items, &foreign).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label("Changed on disk").is_none());
    assert_eq!(fs::read_to_string(&items).unwrap(), foreign);

    fs::write(&items, foreign.replace("# somebody was here\n", "")).unwrap();
    window.state_mut().perform(Action::Quit);
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.state().workspace().files().is_quitting());
    assert!(fs::read_to_string(&items).unwrap().contains("Morning star"));
}

#[test]
fn a_file_changed_by_another_program_is_not_overwritten_unasked() {
    let (_folder, path, mut window) = arena_window();
    let items = path.join("items/melee.yaml");
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    let foreign = fs::read_to_string(&items).unwrap() + "# somebody was here\n";
    fs::write(&items, &foreign).unwrap();

    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.query_by_label("Changed on disk").is_some());
    assert_eq!(fs::read_to_string(&items).unwrap(), foreign, "nothing is written before the answer");
    click(&mut window, "Cancel");
    assert!(window.query_by_label_contains("Unsaved changes").is_some(), "the changes are still there");

    press(&mut window, Modifiers::COMMAND, Key::S);
    click(&mut window, "Overwrite");
    let now = fs::read_to_string(&items).unwrap();
    assert!(now.contains("Morning star") && !now.contains("somebody"));
}

#[test]
fn a_file_that_cannot_be_written_keeps_its_changes_in_the_window() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    fs::remove_dir_all(&path).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    click(&mut window, "Overwrite");
    assert!(window.query_by_label_contains("Cannot save items/melee.yaml").is_some());
    assert!(window.query_by_label_contains("Unsaved changes").is_some());
}

#[test]
fn saving_writes_only_the_files_that_changed() {
    let (_folder, path, mut window) = arena_window();
    let modified = |name: &str| fs::metadata(path.join(name)).unwrap().modified().unwrap();
    let before = modified("figures/people.yaml");
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(fs::read_to_string(path.join("items/melee.yaml")).unwrap().contains("Morning star"));
    assert_eq!(modified("figures/people.yaml"), before);
    assert_eq!(
        fs::read_dir(&path)
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".foeman-"))
            .count(),
        0
    );
}

#[test]
fn every_panel_that_a_picture_can_show_is_there() {
    let (_folder, _path, mut window) = arena_window();
    for (panel, seen) in [
        ("catalog:items", "Items tab"),
        ("record:items/broadsword", "items/broadsword"),
        ("map:pit", "Map canvas"),
        ("play:duel", "Battle log"),
        ("problems", "Problems tab"),
        ("shortcuts", "POINTER ON A MAP"),
    ] {
        let kind = panel.split(':').next().unwrap();
        assert!(samples().any(|sample| sample.word() == kind), "{panel} is documented");
        show(window.state_mut().workspace_mut(), panel).unwrap();
        settle(&mut window);
        assert!(window.query_all_by_label(seen).next().is_some(), "{panel} shows {seen}");
    }
    assert!(show(window.state_mut().workspace_mut(), "record:items/nothing").unwrap_err().contains("items/nothing"));
    assert!(show(window.state_mut().workspace_mut(), "cupboard").unwrap_err().contains("expected one of welcome"));
}

#[test]
fn files_made_renamed_and_taken_away_reach_the_disk_and_nothing_of_others_is_lost() {
    let (_folder, path) = arena();
    let before = packs::files(&path);
    let mut pack = Pack::open(&path, &SHIPPED.dialects()).unwrap();
    let changes = [
        Change::RenameFile { from: "items/melee.yaml".to_owned(), to: "arms/near.yaml".to_owned() },
        Change::CreateFile { path: "notes.yaml".to_owned(), text: "# mine\n".to_owned() },
    ];
    pack.change("Tidy up".to_owned(), Pointer::root(), &changes).unwrap();
    assert_eq!(pack.unsaved().collect::<Vec<_>>(), ["arms/near.yaml", "notes.yaml", "items/melee.yaml"]);
    assert_eq!(packs::files(&path), before, "nothing is written before it is saved");

    fs::write(path.join("notes.yaml"), "# theirs\n").unwrap();
    fs::write(path.join("items/melee.yaml"), "# theirs too\n").unwrap();
    let foreign = ["notes.yaml", "items/melee.yaml"].map(str::to_owned).to_vec();
    assert_eq!(pack.save(Overwrite::Never), Err(SaveError::ChangedOnDisk(foreign)));
    assert_eq!(fs::read_to_string(path.join("items/melee.yaml")).unwrap(), "# theirs too\n");

    fs::remove_file(path.join("notes.yaml")).unwrap();
    fs::write(path.join("items/melee.yaml"), &before["items/melee.yaml"]).unwrap();
    assert_eq!(pack.save(Overwrite::Never), Ok(3));
    let after = packs::files(&path);
    assert_eq!(after["arms/near.yaml"], before["items/melee.yaml"]);
    assert!(!after.contains_key("items/melee.yaml") && after.contains_key("notes.yaml"));
    assert!(pack.is_saved());

    pack.undo();
    pack.save(Overwrite::Never).unwrap();
    assert_eq!(packs::files(&path), before, "taken back, byte for byte");
}
