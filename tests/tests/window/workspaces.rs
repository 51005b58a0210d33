//! Workspaces and drawers: each kind of work has its own panes, and closed drawers take no room.

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Arrangement, Pane, Selection};
use foeman_window::shell::workspace::Workspace;
use tempfile::TempDir;

use crate::panes::{place, sized};
use crate::{Window, arena, click, press, settle};

fn map() -> Pane {
    Pane::Map(RecordKey::new("maps", "pit"))
}

fn open(size: [f32; 2]) -> (TempDir, Window) {
    let (folder, path) = arena();
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    (folder, sized(app, size))
}

fn current(window: &Window) -> Arrangement {
    window.state().workspace().view().arrangements.current()
}

fn shows(window: &Window, pane: &str) -> bool {
    window.query_by_role_and_label(Role::Pane, &format!("{pane} pane")).is_some()
}

#[test]
fn the_top_bar_and_keys_switch_and_escape_goes_back() {
    let (_folder, mut window) = open([1280.0, 800.0]);
    for (key, name, arrangement) in [
        (Key::Num2, "Map workspace", Arrangement::Map),
        (Key::Num3, "Play workspace", Arrangement::Play),
        (Key::Num4, "Balance workspace", Arrangement::Balance),
    ] {
        click(&mut window, name);
        assert_eq!(current(&window), arrangement, "the button of {name}");
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert_eq!(current(&window), Arrangement::Edit, "Esc in {name}");
        press(&mut window, Modifiers::ALT, key);
        assert_eq!(current(&window), arrangement, "the key of {name}");
        press(&mut window, Modifiers::ALT, Key::Num1);
        assert_eq!(current(&window), Arrangement::Edit);
    }
}

#[test]
fn documents_open_in_their_own_workspace() {
    let (_folder, mut window) = open([1280.0, 800.0]);
    window.state_mut().perform(Action::Select(Selection::record(RecordKey::new("maps", "pit"))));
    settle(&mut window);
    click(&mut window, "Map workspace");
    assert!(shows(&window, "The pit"), "the selected map is open");
    press(&mut window, Modifiers::NONE, Key::F5);
    assert_eq!(current(&window), Arrangement::Play);
    assert!(shows(&window, "Test-play"));
    press(&mut window, Modifiers::NONE, Key::F10);
    assert_eq!(current(&window), Arrangement::Balance);
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    settle(&mut window);
    assert_eq!(current(&window), Arrangement::Edit);
    assert!(shows(&window, "Items"));
}

#[test]
fn a_tool_is_put_down_before_escape_leaves_the_map() {
    let (_folder, mut window) = open([1280.0, 800.0]);
    window.state_mut().perform(Action::Show(map()));
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::B);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(current(&window), Arrangement::Map, "the first Esc puts down the brush");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(current(&window), Arrangement::Edit);
}

#[test]
fn each_workspace_remembers_its_panes_and_is_reset_alone() {
    let (_folder, mut window) = open([1280.0, 800.0]);
    click(&mut window, "Hide pack tree");
    click(&mut window, "Play workspace");
    assert!(!shows(&window, "Inspector"), "test-play starts with the room for itself");
    click(&mut window, "Show inspector");
    click(&mut window, "Edit workspace");
    assert!(!shows(&window, "Pack") && shows(&window, "Inspector"));
    window.state_mut().perform(Action::ResetLayout);
    settle(&mut window);
    assert!(shows(&window, "Pack"));
    click(&mut window, "Play workspace");
    assert!(shows(&window, "Inspector"), "only the current workspace was reset");
}

#[test]
fn drawers_take_room_only_while_they_are_open() {
    let (_folder, mut window) = open([1280.0, 800.0]);
    window.state_mut().perform(Action::Show(map()));
    settle(&mut window);
    let before: Rect = place(&window, &map());
    click(&mut window, "No problems");
    assert!(shows(&window, "Problems"));
    assert!(place(&window, &map()).height() < before.height() - 90.0);
    click(&mut window, "Search tab");
    assert!(shows(&window, "Search") && !shows(&window, "Problems"), "the drawer shows one pane");
    click(&mut window, "Hide Search tab");
    assert_eq!(place(&window, &map()), before);
    press(&mut window, Modifiers::NONE, Key::F1);
    assert!(shows(&window, "Help") && !shows(&window, "Layers"), "the help has the place of the layers");
    click(&mut window, "Hide Help tab");
    assert_eq!(place(&window, &map()), before);
    window.set_size(egui::vec2(2560.0, 1440.0));
    settle(&mut window);
    let before: Rect = place(&window, &map());
    press(&mut window, Modifiers::NONE, Key::F1);
    assert!(shows(&window, "Layers"), "a wide window has room for both");
    assert!(place(&window, &map()).width() < before.width() - 150.0);
}

#[test]
fn a_narrow_window_shows_one_side_pane_at_a_time() {
    let (_folder, mut window) = open([900.0, 600.0]);
    assert!(!shows(&window, "Inspector") && shows(&window, "Pack"), "nothing is selected yet");
    window.state_mut().perform(Action::Select(Selection::record(RecordKey::new("items", "broadsword"))));
    settle(&mut window);
    assert!(shows(&window, "Inspector") && !shows(&window, "Pack"));
    click(&mut window, "Show pack tree");
    assert!(!shows(&window, "Inspector") && shows(&window, "Pack"));
    let documents = place(&window, &Pane::Overview);
    assert!(documents.width() > 500.0, "{documents:?}");
    window.set_size(egui::vec2(1280.0, 800.0));
    settle(&mut window);
    assert!(shows(&window, "Inspector") && shows(&window, "Pack"), "a wide window has room for both");
}

#[test]
fn a_pack_opens_on_its_overview_with_a_card_for_each_scenario_and_map() {
    let (_folder, mut window) = open([1280.0, 800.0]);
    assert!(shows(&window, "Overview"));
    window.get_by_label("Open A matter of one copper").click();
    settle(&mut window);
    assert_eq!(current(&window), Arrangement::Map);
    assert!(shows(&window, "A matter of one copper"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.get_by_label("Play A matter of one copper").click();
    settle(&mut window);
    assert_eq!(current(&window), Arrangement::Play);
    assert!(window.state().workspace().play().battle().is_some(), "one click starts the battle");
}

#[test]
fn the_map_workspace_of_a_pack_without_maps_leads_to_the_overview() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pack.yaml"), "id: bare\ntitle: Bare\nruleset: foeman\n").unwrap();
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(folder.path().to_owned()));
    let mut window = sized(app, [900.0, 600.0]);
    click(&mut window, "Map workspace");
    assert_eq!(current(&window), Arrangement::Map);
    click(&mut window, "Show the overview");
    assert_eq!(current(&window), Arrangement::Edit);
    assert!(shows(&window, "Overview"));
}
