//! Data safety: crashes, damaged journals, other programs, and files that cannot be written.

use std::fs;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::packs;
use foeman_window::names::NameAction;
use foeman_window::recovery::GuardAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::session::Question;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;
use serde_json::Value;

use crate::{Window, arena, arena_window, choose, click, press, push, settle, type_into, window};

/// A workspace that keeps crash journals next to the pack.
fn guarded(pack: &Path) -> Workspace {
    let mut workspace = Workspace::new(SHIPPED);
    workspace.keep_journals(journals(pack));
    workspace.perform(Action::Open(pack.to_owned()));
    workspace
}

fn journals(pack: &Path) -> PathBuf {
    pack.with_file_name("journals")
}

/// Returns the only crash journal.
fn journal(pack: &Path) -> PathBuf {
    let all: Vec<_> = fs::read_dir(journals(pack)).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

fn retitle(workspace: &mut Workspace, id: &str, title: &str) {
    let at = Pointer::parse(&format!("/items/{id}/title")).unwrap();
    workspace.perform(Action::Set(at, Value::from(title)));
    workspace.perform(Action::Settle);
}

fn title(workspace: &Workspace, id: &str) -> String {
    workspace.pack().unwrap().index().title(&RecordKey::new("items", id)).to_owned()
}

/// A window that crashed after three unsaved changes.
fn crashed(pack: &Path) {
    let mut workspace = guarded(pack);
    retitle(&mut workspace, "mace", "Morning thing");
    retitle(&mut workspace, "club", "Stick");
    workspace.perform(Action::Duplicate(RecordKey::new("items", "spear")));
}

#[test]
fn what_a_window_that_died_had_done_is_offered_shown_and_recovered() {
    let (_folder, path) = arena();
    let before = packs::files(&path);
    crashed(&path);
    assert_eq!(packs::files(&path), before, "nothing was saved");
    let mut window = window(App::new(guarded(&path)));
    assert!(window.query_by_label("Unsaved changes were found").is_some());
    assert!(window.query_by_label("Set title of Club").is_some(), "the undo step has a name");
    click(&mut window, "Show the difference");
    assert!(window.query_by_label_contains("title: Morning thing").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Unsaved changes were found").is_some(), "it stays until it is answered");
    click(&mut window, "Recover");
    let workspace = window.state().workspace();
    assert_eq!((title(workspace, "mace").as_str(), title(workspace, "club").as_str()), ("Morning thing", "Stick"));
    assert!(workspace.pack().unwrap().draft().contains(&RecordKey::new("items", "spear-2")));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(window.state().workspace().pack().unwrap().is_saved(), "one step takes it back");
    assert_eq!(packs::files(&path), before);
}

#[test]
fn what_was_recovered_is_safe_from_the_next_crash_too() {
    let (_folder, path) = arena();
    crashed(&path);
    let mut workspace = guarded(&path);
    workspace.perform(Action::Guard(GuardAction::Recover));
    retitle(&mut workspace, "dagger", "Needle");
    drop(workspace);
    let mut workspace = guarded(&path);
    workspace.perform(Action::Guard(GuardAction::Recover));
    let titles = ["mace", "club", "dagger"].map(|id| title(&workspace, id));
    assert_eq!(titles, ["Morning thing", "Stick", "Needle"]);
}

#[test]
fn after_saving_discarding_or_closing_there_is_nothing_to_recover() {
    let (_folder, path) = arena();
    crashed(&path);
    let mut workspace = guarded(&path);
    workspace.perform(Action::Guard(GuardAction::Forget));
    drop(workspace);
    assert_eq!(guarded(&path).session().question(), None, "thrown away");

    let mut workspace = guarded(&path);
    retitle(&mut workspace, "mace", "Morning thing");
    workspace.perform(Action::Save);
    drop(workspace);
    let mut workspace = guarded(&path);
    assert_eq!(workspace.session().question(), None, "saved");
    retitle(&mut workspace, "mace", "Evening thing");
    workspace.perform(Action::Undo);
    workspace.perform(Action::Quit);
    assert!(workspace.files().is_quitting());
    drop(workspace);
    assert_eq!(fs::read_dir(journals(&path)).unwrap().count(), 0, "closed cleanly");
}

#[test]
fn a_damaged_journal_gives_up_its_sound_part_and_says_what_is_lost() {
    for (damage, lost) in [("cut", "1 action lost"), ("flip", "2 actions lost"), ("head", "it cannot be recovered")] {
        let (_folder, path) = arena();
        crashed(&path);
        let file = journal(&path);
        let mut bytes = fs::read(&file).unwrap();
        let lines: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        match damage {
            "cut" => bytes.truncate(bytes.len() - 5),
            "flip" => bytes[lines[1] + 30] ^= 1,
            _ => bytes[3] ^= 1,
        }
        fs::write(&file, bytes).unwrap();
        let mut window = window(App::new(guarded(&path)));
        assert!(window.query_by_label_contains(lost).is_some(), "{damage}");
        if damage == "head" {
            click(&mut window, "Discard");
            assert_eq!(title(window.state().workspace(), "mace"), "Mace");
        } else {
            click(&mut window, "Recover");
            assert_eq!(title(window.state().workspace(), "mace"), "Morning thing", "{damage}");
            let club = if damage == "cut" { "Stick" } else { "Club" };
            assert_eq!(title(window.state().workspace(), "club"), club, "{damage}");
        }
    }
}

#[test]
fn what_was_written_on_disk_after_the_crash_is_joined_or_told() {
    let (_folder, path) = arena();
    crashed(&path);
    let (melee, crude) = (path.join("items/melee.yaml"), path.join("items/crude.yaml"));
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    fs::write(&melee, text(&melee).replace("title: Dagger", "title: Bodkin")).unwrap();
    fs::write(&crude, text(&crude).replace("title: Club\n", "title: Cudgel\n")).unwrap();
    let mut window = window(App::new(guarded(&path)));
    assert!(window.query_by_label_contains("items/crude.yaml has changed on disk since").is_some());
    assert!(window.query_by_label_contains("items/melee.yaml has changed").is_none());
    click(&mut window, "Recover");
    let titles = ["mace", "dagger", "club"].map(|id| title(window.state().workspace(), id));
    assert_eq!(titles, ["Morning thing", "Bodkin", "Stick"]);
}

#[test]
fn two_windows_on_a_pack_keep_a_journal_each_and_do_not_take_the_others_for_dead() {
    let (_folder, path) = arena();
    let mut one = guarded(&path);
    retitle(&mut one, "mace", "Morning thing");
    let two = guarded(&path);
    assert_eq!(two.session().question(), None);
    assert_eq!(fs::read_dir(journals(&path)).unwrap().count(), 2);
}

fn look(window: &mut Window) {
    window.state_mut().perform(Action::Guard(GuardAction::LookAtDisk));
    settle(window);
}

#[test]
fn what_another_program_writes_elsewhere_is_joined_with_what_is_being_changed_here() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning thing");
    let (melee, sides) = (path.join("items/melee.yaml"), path.join("sides.yaml"));
    let theirs = fs::read_to_string(&melee).unwrap().replace("title: Dagger", "title: Bodkin");
    fs::write(&melee, theirs).unwrap();
    fs::remove_file(path.join("campaigns.yaml")).unwrap();
    fs::write(path.join("more.yaml"), "items:\n  egg:\n    extends: club\n    title: Egg\n").unwrap();
    fs::write(&sides, fs::read_to_string(&sides).unwrap().replace("Toll-keepers", "Keepers")).unwrap();
    look(&mut window);
    let workspace = window.state().workspace();
    let titles = ["mace", "dagger", "egg"].map(|id| title(workspace, id));
    assert_eq!(titles, ["Morning thing", "Bodkin", "Egg"]);
    assert_eq!(workspace.pack().unwrap().unsaved().collect::<Vec<_>>(), ["items/melee.yaml"]);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.query_by_label("Changed on disk").is_none(), "it is known");
    let now = fs::read_to_string(&melee).unwrap();
    assert!(now.contains("Morning thing") && now.contains("Bodkin"));
}

#[test]
fn where_both_changed_the_same_one_chooses_side_by_side() {
    for (answer, kept) in [("Keep mine", "Morning thing"), ("Take theirs", "Evening thing")] {
        let (_folder, path, mut window) = arena_window();
        let melee = path.join("items/melee.yaml");
        choose(&mut window, "Mace");
        type_into(&mut window, "Title", "Morning thing");
        let text = fs::read_to_string(&melee).unwrap();
        fs::write(
            &melee,
            text.replace("title: Mace\n", "title: Evening thing\n").replace("title: Dagger", "title: Bodkin"),
        )
        .unwrap();
        look(&mut window);
        for line in ["title: Evening thing", "title: Morning thing"] {
            assert!(window.query_by_label_contains(line).is_some(), "{line} is shown");
        }
        click(&mut window, "Decide later");
        look(&mut window);
        assert!(window.query_by_label("Changed here and on disk").is_none(), "it is not asked again and again");
        fs::write(&melee, fs::read_to_string(&melee).unwrap() + "# more\n").unwrap();
        look(&mut window);
        push(&mut window, answer);
        assert_eq!(title(window.state().workspace(), "mace"), kept);
        press(&mut window, Modifiers::COMMAND, Key::S);
        let now = fs::read_to_string(&melee).unwrap();
        assert!(now.contains(&format!("title: {kept}\n")), "{answer}");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(
            title(window.state().workspace(), "mace"),
            "Morning thing",
            "undo restores the text before the choice"
        );
    }
}

/// Returns which of these weapons exist, and the number of dangling references.
fn named(window: &Window) -> (Vec<String>, usize) {
    let pack = window.state().workspace().pack().unwrap();
    let known = |id: &&str| ["mace", "great-mace"].contains(id);
    let ids = pack.draft().own_ids("items").filter(known).map(str::to_owned).collect();
    (ids, pack.findings().iter().filter(|finding| finding.code == "unknown-reference").count())
}

#[test]
fn of_a_record_renamed_here_and_edited_on_disk_one_is_left_with_all_its_references() {
    for (answer, kept) in [("Keep mine", "great-mace"), ("Take theirs", "mace")] {
        let (_folder, path, mut window) = arena_window();
        choose(&mut window, "Mace");
        for action in [NameAction::AskRename, NameAction::Type("great-mace".to_owned()), NameAction::Rename] {
            window.state_mut().perform(Action::Names(action));
        }
        let melee = path.join("items/melee.yaml");
        fs::write(&melee, fs::read_to_string(&melee).unwrap().replace("title: Mace\n", "title: Evening thing\n"))
            .unwrap();
        look(&mut window);
        assert!(window.query_by_label("Changed here and on disk").is_some(), "it is asked for");
        push(&mut window, answer);
        settle(&mut window);
        assert_eq!(named(&window), (vec![kept.to_owned()], 0), "{answer}");
    }
}

#[test]
fn of_a_record_edited_here_and_renamed_on_disk_one_is_left_with_all_its_references() {
    for (answer, kept) in [("Keep mine", "mace"), ("Take theirs", "great-mace")] {
        let (_folder, path, mut window) = arena_window();
        choose(&mut window, "Mace");
        type_into(&mut window, "Title", "Morning thing");
        let mut theirs = Draft::open(&path, &SHIPPED.dialects()).unwrap();
        let rename = Change::Rename { at: Pointer::parse("/items/mace").unwrap(), to: "great-mace".to_owned() };
        plan(&theirs, &[rename]).unwrap().apply(&mut theirs).unwrap();
        for file in theirs.files() {
            fs::write(path.join(theirs.path(file)), theirs.text(file)).unwrap();
        }
        look(&mut window);
        push(&mut window, answer);
        settle(&mut window);
        assert_eq!(named(&window), (vec![kept.to_owned()], 0), "{answer}");
    }
}

#[test]
fn a_place_that_was_changed_here_and_on_disk_is_asked_for_and_not_mixed() {
    for (answer, kept) in [("Keep mine", [4, 3]), ("Take theirs", [1, 4])] {
        let (_folder, path, mut window) = arena_window();
        let at = Pointer::parse("/scenarios/duel/sides/0/place/maud/hex").unwrap();
        window.state_mut().perform(Action::Set(at.clone(), serde_json::json!([4, 3])));
        settle(&mut window);
        let scenarios = path.join("scenarios.yaml");
        let text = fs::read_to_string(&scenarios).unwrap();
        fs::write(&scenarios, text.replacen("maud: {hex: [1, 3]", "maud: {hex: [1, 4]", 1)).unwrap();
        look(&mut window);
        assert!(window.query_by_label("Changed here and on disk").is_some(), "it is asked for");
        push(&mut window, answer);
        let record =
            window.state().workspace().pack().unwrap().draft().raw(&RecordKey::new("scenarios", "duel")).unwrap();
        assert_eq!(record["sides"][0]["place"]["maud"]["hex"], serde_json::json!(kept), "{answer}");
    }
}

#[test]
fn a_file_made_here_and_on_disk_is_joined_by_record() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    for action in [NameAction::AskMove, NameAction::Path("more.yaml".to_owned()), NameAction::DoFile] {
        window.state_mut().perform(Action::Names(action));
    }
    assert!(
        window.state().workspace().pack().unwrap().text("more.yaml").is_some_and(|text| text.contains("  mace:\n"))
    );
    fs::write(path.join("more.yaml"), "items:\n  nut:\n    extends: club\n    title: Nut\n").unwrap();
    look(&mut window);
    let workspace = window.state().workspace();
    assert_eq!(["mace", "nut"].map(|id| title(workspace, id)), ["Mace", "Nut"]);
}

#[test]
fn changes_on_disk_are_noticed_by_themselves_and_only_then_is_anything_drawn() {
    let (_folder, path, mut window) = arena_window();
    window.state_mut().watch_disk();
    window.run_steps(3);
    let started = std::time::Instant::now();
    let pause = |window: &mut Window, until: &dyn Fn(&Window) -> bool| {
        while !until(window) && started.elapsed().as_secs() < 20 {
            // The watch looks once a second, whatever the window does.
            std::thread::yield_now();
            window.run_steps(1);
        }
    };
    pause(&mut window, &|_| started.elapsed().as_millis() > 1500);
    assert!(!window.ctx.has_requested_repaint(), "nothing is drawn while nothing happens");
    assert!(window.state().workspace().session().notice().is_none(), "nothing was written");
    let sides = path.join("sides.yaml");
    fs::write(&sides, fs::read_to_string(&sides).unwrap().replace("Toll-keepers", "Keepers of the toll")).unwrap();
    let key = RecordKey::new("sides", "blue");
    pause(&mut window, &|window| {
        window.state().workspace().pack().unwrap().index().title(&key) == "Keepers of the toll"
    });
    assert_eq!(window.state().workspace().pack().unwrap().index().title(&key), "Keepers of the toll");
}

#[test]
fn reloading_keeps_tabs_and_undo() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning thing");
    press(&mut window, Modifiers::COMMAND, Key::S);
    let workspace = window.state_mut().workspace_mut();
    workspace.perform(Action::Show(Pane::Map(RecordKey::new("maps", "pit"))));
    workspace.perform(Action::Select(Selection::record(RecordKey::new("items", "mace"))));
    let sides = path.join("sides.yaml");
    fs::write(&sides, fs::read_to_string(&sides).unwrap() + "# theirs\n").unwrap();
    press(&mut window, Modifiers::COMMAND, Key::R);
    assert!(window.query_by_label("Map canvas").is_some(), "the tab is still open");
    let pack = window.state().workspace().pack().unwrap();
    assert!(pack.is_saved() && pack.text("sides.yaml").unwrap().ends_with("# theirs\n"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(title(window.state().workspace(), "mace"), "Mace");
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_refused_with_its_remedy_and_no_other_is_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, path, mut window) = arena_window();
    let before = packs::files(&path);
    for (record, title) in [("Mace", "Morning thing"), ("Club", "Stick")] {
        choose(&mut window, record);
        type_into(&mut window, "Title", title);
    }
    let melee = path.join("items/melee.yaml");
    fs::set_permissions(&melee, fs::Permissions::from_mode(0o444)).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.query_by_label_contains("items/melee.yaml: the file is read-only; allow writing").is_some());
    assert_eq!(packs::files(&path), before, "all or nothing");
    fs::set_permissions(&melee, fs::Permissions::from_mode(0o644)).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(window.state().workspace().pack().unwrap().is_saved());
    let backup = fs::read(path.join(".foeman/backup/items/melee.yaml")).unwrap();
    assert_eq!(backup, before["items/melee.yaml"], "the version before is kept");
}

#[test]
fn a_pack_whose_folder_is_gone_is_saved_elsewhere() {
    let (folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning thing");
    fs::remove_dir_all(&path).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::S);
    click(&mut window, "Overwrite");
    assert!(window.query_by_label_contains("the folder of the pack no longer exists; restore it").is_some());
    assert!(!path.exists(), "no file is created without confirmation");
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    press(&mut window, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
    type_into(&mut window, "New folder", "rescued");
    push(&mut window, "Save here");
    let text = fs::read_to_string(folder.path().join("rescued/items/melee.yaml")).unwrap();
    assert!(text.contains("Morning thing"));
}

#[test]
fn the_questions_can_be_read_small_and_large() {
    let (_folder, path) = arena();
    crashed(&path);
    for size in [[760.0, 480.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        let mut app = App::new(guarded(&path));
        assert!(matches!(app.workspace().session().question(), Some(Question::Recover(_))));
        app.perform(Action::Guard(GuardAction::ShowDifference));
        let window = crate::panes::sized(app, size);
        for button in ["Recover", "Discard"] {
            let rect = window.get_by_role_and_label(Role::Button, button).rect();
            assert!(rect.bottom() < size[1] && rect.right() < size[0], "{button} is on screen at {size:?}: {rect:?}");
        }
    }
}
