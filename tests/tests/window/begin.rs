//! First steps: an empty window, a new pack, opening a pack by keyboard, recent packs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::play::PlayAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;

use crate::panes::{faults, sized};
use crate::{arena, arena_window, choose, click, errors, press, push, settle, type_into, value, window, window_on};

fn empty() -> crate::Window {
    window(App::empty(SHIPPED))
}

#[test]
fn a_pack_is_made_from_a_template_and_a_battle_is_watched() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = empty();
    push(&mut window, "New pack…");
    click(&mut window, "Skirmish");
    let path = folder.path().join("show");
    type_into(&mut window, "Folder of the new pack", path.to_str().unwrap());
    push(&mut window, "Create pack");
    assert_eq!(errors(&window), []);
    choose(&mut window, "Show day");
    press(&mut window, Modifiers::NONE, Key::F5);
    assert!(window.query_by_label_contains(" won").is_none());
    window.state_mut().perform(Action::Play(PlayAction::ToEnd));
    while window.state().workspace().play().battle().is_some_and(|battle| battle.is_running()) {
        window.run_steps(1);
    }
    settle(&mut window);
    assert!(window.query_by_label("Marrows won").is_some() || window.query_by_label("Leeks won").is_some());
    assert!(path.join("rosters.yaml").is_file());
}

#[test]
fn a_folder_that_holds_something_is_told_while_it_is_typed() {
    let (_folder, path) = arena();
    let before = packs::files(&path);
    let mut window = empty();
    press(&mut window, Modifiers::COMMAND, Key::N);
    type_into(&mut window, "Folder of the new pack", path.to_str().unwrap());
    assert!(window.query_by_label_contains("already exists; choose another folder").is_some());
    push(&mut window, "Create pack");
    assert!(window.state().workspace().pack().is_none());
    assert_eq!(packs::files(&path), before);
}

#[test]
fn a_new_pack_takes_a_shortcut_its_title_and_enter() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = empty();
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    press(&mut window, Modifiers::COMMAND, Key::N);
    window.event(egui::Event::Text("Show day: \"Leeks\"".to_owned()));
    settle(&mut window);
    assert_eq!(value(&window, "Id of the new pack"), "show-day-leeks");
    assert_eq!(value(&window, "Folder of the new pack"), folder.path().join("show-day-leeks").to_str().unwrap());
    press(&mut window, Modifiers::NONE, Key::Enter);
    let pack = window.state().workspace().pack().expect("the pack is open");
    assert_eq!(pack.root(), Some(folder.path().join("show-day-leeks")));
    assert_eq!(
        (pack.draft().title(), pack.draft().header("pack")),
        ("Show day: \"Leeks\"", Some("show-day-leeks".into()))
    );
    assert_eq!(errors(&window), []);
}

#[test]
fn the_id_of_a_new_pack_can_be_typed_and_escape_creates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = empty();
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    press(&mut window, Modifiers::COMMAND, Key::N);
    type_into(&mut window, "Id of the new pack", "My Show");
    assert!(window.query_by_label_contains("`my-show` would do").is_some());
    type_into(&mut window, "Id of the new pack", "show");
    assert_eq!(value(&window, "Folder of the new pack"), folder.path().join("show").to_str().unwrap());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Create pack").is_none());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_new_pack_inside_a_pack_is_refused_and_a_folder_next_to_it_offered() {
    let (folder, path) = arena();
    let before = packs::files(&path);
    let mut window = empty();
    press(&mut window, Modifiers::COMMAND, Key::N);
    type_into(&mut window, "Folder of the new pack", path.join("figures/mine").to_str().unwrap());
    assert!(window.query_by_label_contains("inside the pack `arena`").is_some());
    push(&mut window, "Create pack");
    assert!(window.state().workspace().pack().is_none());
    let mine = folder.path().join("mine");
    push(&mut window, &format!("Use {}", mine.display()));
    push(&mut window, "Create pack");
    assert_eq!(window.state().workspace().pack().and_then(|pack| pack.root()), Some(mine));
    assert_eq!(packs::files(&path), before);
}

#[test]
fn the_start_page_has_new_first_then_open_then_recent_packs_and_samples() {
    for size in [[900.0, 600.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        let (_folder, path) = arena();
        let mut workspace = Workspace::new(SHIPPED);
        workspace.session_mut().settings.remember(&path);
        let mut window = sized(App::new(workspace), size);
        let rect = |label| window.get_by_role_and_label(Role::Button, label).rect();
        let [new, open, recent, sample] = ["New pack…", "Open pack…", "Open arena", "The Valley of the Bell"].map(rect);
        assert!(new.left() < open.left() && new.bottom() < recent.top() && recent.bottom() < sample.top(), "{size:?}");
        assert!(new.bottom() < size[1] / 2.0, "{size:?}: {new:?}");
        assert_eq!(faults(&mut window), [""; 0], "{size:?}");
        push(&mut window, "Open arena");
        assert_eq!(window.state().workspace().pack().and_then(|pack| pack.root()), Some(path));
    }
}

#[test]
fn opening_an_empty_folder_offers_to_make_a_pack_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window_on(folder.path(), SHIPPED);
    assert!(window.query_by_label_contains("Cannot open").is_none());
    assert_eq!(value(&window, "Folder of the new pack"), folder.path().to_str().unwrap());
    push(&mut window, "Create pack");
    assert!(folder.path().join("pack.yaml").is_file());
    assert_eq!(errors(&window), []);
}

#[test]
fn a_pack_is_found_and_opened_by_keyboard_alone() {
    let (folder, path) = arena();
    fs::create_dir(folder.path().join("zoo")).unwrap();
    fs::create_dir(folder.path().join("notes")).unwrap();
    let mut window = empty();
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().join("notes"));
    press(&mut window, Modifiers::COMMAND, Key::O);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().workspace().files().browser().is_none());
    press(&mut window, Modifiers::COMMAND, Key::O);
    window.get_by_role_and_label(Role::Button, "Folder above").focus();
    press(&mut window, Modifiers::NONE, Key::Enter);
    let names: Vec<&str> = ["arena", "notes", "zoo"].to_vec();
    for name in names {
        assert!(window.query_by_role_and_label(Role::ListBoxOption, name).is_some(), "{name} is listed");
    }
    window.get_by_role_and_label(Role::ListBoxOption, "arena").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(window.get_by_role_and_label(Role::ListBoxOption, "notes").is_focused());
    window.event(egui::Event::Text("z".to_owned()));
    settle(&mut window);
    assert!(window.get_by_role_and_label(Role::ListBoxOption, "zoo").is_focused(), "letters jump");
    press(&mut window, Modifiers::NONE, Key::Home);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let root = window.state().workspace().pack().and_then(|pack| pack.root());
    assert_eq!(root, Some(path), "the pack at the top is opened");
}

#[test]
fn the_browser_walks_into_folders_and_says_what_is_wrong_with_one() {
    let (folder, _path) = arena();
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    let mut window = empty();
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    press(&mut window, Modifiers::COMMAND, Key::O);
    window.get_by_role_and_label(Role::ListBoxOption, "deep").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "er").is_some());
    window.get_by_role_and_label(Role::ListBoxOption, "er").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Backspace);
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "arena").is_some());
    type_into(&mut window, "Folder", folder.path().join("nowhere").to_str().unwrap());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label_contains("Folder not found").is_some());
}

#[test]
fn packs_that_are_gone_are_shown_so_and_can_be_taken_off_the_list() {
    let (_folder, path) = arena();
    let mut workspace = Workspace::new(SHIPPED);
    workspace.session_mut().settings.remember(&path);
    workspace.session_mut().settings.remember(&path.with_file_name("lost"));
    let mut window = window(App::new(workspace));
    assert!(window.query_by_label("gone").is_some());
    push(&mut window, "Remove lost from this list");
    assert!(window.query_by_label("gone").is_none());
    click(&mut window, "File");
    click(&mut window, "Open recent");
    push(&mut window, "arena");
    assert_eq!(window.state().workspace().pack().and_then(|pack| pack.root()), Some(path));
}

#[test]
fn a_sample_is_looked_at_in_memory_and_saved_where_one_likes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = empty();
    click(&mut window, "Entropy duels");
    assert_eq!(errors(&window), []);
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    press(&mut window, Modifiers::COMMAND, Key::S);
    type_into(&mut window, "New folder", "mine");
    push(&mut window, "Save here");
    assert!(folder.path().join("mine/pack.yaml").is_file());
    assert!(window.state().workspace().pack().is_some_and(|pack| pack.is_saved()));
}

#[test]
fn a_pack_is_shared_as_a_file_with_its_unsaved_changes_and_opened_from_there() {
    let (folder, _path, mut window) = arena_window();
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    click(&mut window, "File");
    click(&mut window, "Share as a file…");
    type_into(&mut window, "File name", "gift.foeman.zip");
    push(&mut window, "Save here");
    let archive = folder.path().join("gift.foeman.zip");
    assert!(archive.is_file() && window.query_by_label_contains("Shared ").is_some());

    for folder_name in ["gift", "gift-2"] {
        let window = window_on(&archive, SHIPPED);
        let root = window.state().workspace().pack().and_then(|pack| pack.root());
        assert_eq!(root.as_deref(), Some(&*folder.path().join(folder_name)), "nothing is overwritten");
        assert_eq!(errors(&window), []);
        let draft = window.state().workspace().pack().map(|pack| pack.draft().clone()).unwrap();
        let items = draft.text(draft.file_at("items/melee.yaml").unwrap());
        assert!(items.contains("title: Morning star"), "{folder_name}: with the unsaved change");
    }

    fs::write(&archive, "pack: shed\n").unwrap();
    let window = window_on(&archive, SHIPPED);
    assert!(window.query_by_label_contains("Cannot open").is_some());
    assert!(window.query_by_label_contains("it is not a complete zip archive").is_some());
}

#[test]
fn notices_cover_neither_problems_nor_what_is_worked_on() {
    for size in [[760.0, 480.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        let (_folder, path) = arena();
        let mut app = App::new(Workspace::new(SHIPPED));
        app.perform(Action::Open(path));
        app.perform(Action::Show(Pane::Problems));
        let mut window = sized(app, size);
        // A notice disappears after some frames, so the window is settled before.
        window.state_mut().perform(Action::Save);
        window.run_steps(2);
        let notice = window.get_by_label_contains("No unsaved changes").rect();
        for pane in ["Problems pane", "Overview pane", "Pack pane", "Inspector pane"] {
            let Some(pane) = window.query_by_role_and_label(Role::Pane, pane) else {
                assert!(size[0] < 1000.0 && pane == "Inspector pane", "{pane} at {size:?}");
                continue;
            };
            let pane = pane.rect();
            let tall = size[0] > 1000.0 || notice.bottom() < 90.0;
            assert!(tall && (size[0] < 1000.0 || !pane.intersects(notice)), "{size:?} {notice:?} {pane:?}");
        }
    }
}

/// A path that is dropped on a window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_pack_that_is_dropped_on_the_window_is_opened() {
    let (_folder, path) = arena();
    let mut window = empty();
    window.input_mut().dropped_files.push(Arc::new(Dropped(path.clone())));
    settle(&mut window);
    assert_eq!(window.state().workspace().pack().and_then(|pack| pack.root()), Some(path));
}

#[test]
fn saving_elsewhere_takes_everything_along_and_keeps_undo() {
    let (folder, path, mut window) = arena_window();
    fs::write(path.join("map.png"), "a picture").unwrap();
    let before = packs::files(&path);
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    window.state_mut().perform(Action::SaveAs(folder.path().join("other")));
    settle(&mut window);
    assert_eq!(packs::files(&path), before, "the old place is left alone");
    let there = packs::files(&folder.path().join("other"));
    assert_eq!(there.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    assert!(String::from_utf8_lossy(&there["items/melee.yaml"]).contains("Morning star"));
    window.state_mut().perform(Action::Undo);
    window.state_mut().perform(Action::Save);
    settle(&mut window);
    assert_eq!(packs::files(&folder.path().join("other")), before);
    let key = RecordKey::new("items", "mace");
    assert_eq!(window.state().workspace().pack().unwrap().index().title(&key), "Mace");
}

#[test]
fn what_lies_over_the_window_can_be_read_small_and_large() {
    for size in [[760.0, 480.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        for panel in ["welcome", "new", "browser"] {
            let mut app = App::empty(SHIPPED);
            for pack in 0..8 {
                app.workspace_mut()
                    .session_mut()
                    .settings
                    .remember(format!("/nowhere/on/this/disk/a-long-name-of-a-pack-{pack}").as_ref());
            }
            foeman_window::shell::shot::show(app.workspace_mut(), panel).unwrap();
            let window = sized(app, size);
            let texts = crate::seen::texts(&window);
            let shown: Vec<_> = if panel == "welcome" { texts } else { Vec::new() };
            assert_eq!(crate::seen::overlaps(&shown, &[]), Vec::<String>::new(), "{panel} {size:?}");
            let cut: Vec<_> = shown.iter().filter(|text| text.is_cut()).map(|text| &text.words).collect();
            assert!(cut.is_empty(), "{panel} {size:?}: {cut:?}");
            let open = window.query_by_role_and_label(Role::Button, "Cancel").is_some();
            assert_eq!(open, panel != "welcome", "{panel}");
        }
    }
}
