//! Window tests that find controls by their names on screen.
#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod access;
mod across;
mod adding;
mod amending;
mod begin;
mod builders;
mod by_files;
mod cells;
mod checklist;
mod commanding;
mod dependents;
mod docking;
mod drawing;
mod editing;
mod every;
mod factions;
mod figures;
mod files;
mod filling;
mod finding;
mod fixes;
mod focus;
mod forms;
mod gauges;
mod geometry;

mod goals;
mod great_maps;
mod help;
mod hidden;
mod images;
mod journals;
mod keyboard;
mod kills;
mod kinds;
mod lab;
mod languages;
mod layers;
mod look;
mod map_frame;
mod map_share;
mod maps;
mod names;
mod narrow;
mod overlays;
mod panes;
mod placing;
mod playable;
mod playing;
mod plots;
mod printing;
mod replacing;
mod required;
mod rosters;
mod safety;
mod seen;
mod sheets;
mod shortcuts;
mod source;
mod tables;
mod tasks;
mod testing;
mod timeline;
mod together;
mod tools;
mod tour;
mod toy;
mod turns;
mod typing;
mod unsaved;
mod values;
mod workspaces;
mod worlds;

use std::path::{Path, PathBuf};

use egui::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::game::{Address, Registry};
use foeman_registry::SHIPPED;
use foeman_scene::theme;
use foeman_schema::finding::{Finding, Severity};
use foeman_test_support::{duel, packs};
use foeman_window::play::PlayAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Arrangement, Arrangements, Pane, ViewState};
use foeman_window::shell::workspace::Workspace;
use tempfile::TempDir;

/// A window under test.
type Window = Harness<'static, App>;

/// An offscreen window on an app, tall enough that no scrolling is necessary.
fn window(app: App) -> Window {
    let harness = Harness::builder()
        .with_size([1400.0, 6000.0])
        .with_context_setup(theme::install)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    settled(harness)
}

/// A window on a pack. Its Map workspace shows the inspector instead of the layers, and the options row has all
/// choices; `map_frame.rs` tests the layers.
fn window_on(path: &Path, registry: Registry) -> Window {
    let mut workspace = Workspace::new(registry);
    workspace.session_mut().settings.keep(Path::new("another pack"), &without_layers());
    let mut app = App::new(workspace);
    app.perform(Action::Open(path.to_owned()));
    window(app)
}

/// Returns a view in which the Map workspace does not show the layers.
pub(crate) fn without_layers() -> ViewState {
    let mut arrangements = Arrangements::default();
    arrangements.switch(Arrangement::Map);
    arrangements.layout_mut().close(&Pane::Layers);
    arrangements.leave();
    ViewState::arranged(arrangements)
}

/// Copies the Arena; dropping the returned folder deletes the copy.
fn arena() -> (TempDir, PathBuf) {
    pack("arena")
}

/// Copies a shipped pack; dropping the returned folder deletes the copy.
fn pack(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join(name);
    packs::copy(name, &copy);
    (folder, copy)
}

fn arena_window() -> (TempDir, PathBuf, Window) {
    let (folder, path) = arena();
    let window = window_on(&path, SHIPPED);
    (folder, path, window)
}

/// A window on the Arena that shows the recorded duel up to this entry.
fn recorded_duel(entries: usize) -> (TempDir, Window) {
    let (folder, _path, mut window) = arena_window();
    for action in [PlayAction::Seed(duel::SEED.0), PlayAction::Scenario("duel".to_owned())] {
        window.state_mut().perform(Action::Play(action));
        settle(&mut window);
    }
    let battle = window.state().workspace().play().battle().expect("a battle is shown");
    let start = Address::of(battle.game()).expect("a battle that begins has an address").to_string();
    let (scenario, _) = start.split_once("&entries=").expect("an address has entries");
    let address = format!("{scenario}&entries={entries}&chosen={}", duel::CHOICES);
    window.state_mut().perform(Action::Play(PlayAction::OpenAddress(address)));
    settle(&mut window);
    let battle = window.state().workspace().play().battle().expect("a battle is shown");
    assert!(battle.game().entries() == entries && battle.notice().is_none(), "{:?}", battle.notice());
    (folder, window)
}

/// A window on a copy of a shipped pack.
fn pack_window(name: &str) -> (TempDir, PathBuf, Window) {
    let (folder, path) = pack(name);
    let window = window_on(&path, SHIPPED);
    (folder, path, window)
}

/// Draws until the result is visible and no check is running.
fn settle(window: &mut Window) {
    window.run_steps(6);
    while window.state().workspace().pack().is_some_and(|pack| pack.checking()) {
        std::thread::yield_now();
        window.run_steps(1);
    }
}

fn settled(mut window: Window) -> Window {
    settle(&mut window);
    window
}

/// Returns the errors in the open pack. Warnings, such as a new weapon without damage, are acceptable.
fn errors(window: &Window) -> Vec<Finding> {
    let findings = window.state().workspace().pack().expect("a pack is open").findings();
    findings.iter().filter(|finding| finding.severity == Severity::Error).cloned().collect()
}

/// Clicks on the control with this name.
fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// Opens the list of problems with the counter in the status bar.
fn show_problems(window: &mut Window) {
    let counts = |node: &egui_kittest::Node<'_>| {
        let label = node.accesskit_node().label().unwrap_or_default();
        ["No problems", "1 problem"].contains(&label.as_str()) || label.ends_with(" problems")
    };
    window.get_all_by_role(Role::Button).find(counts).expect("the status bar counts problems").click();
    settle(window);
}

/// Clicks on a row of the pack tree, which is shown first if it is hidden.
fn choose(window: &mut Window, title: &str) {
    if window.query_by_label("Show pack tree").is_some() {
        click(window, "Show pack tree");
        // Until it has scrolled to the selected record.
        window.run_steps(30);
    }
    window.get_by_role_and_label(Role::ListBoxOption, title).click();
    settle(window);
}

/// Opens the fields of a form that are folded away.
fn more_fields(window: &mut Window) {
    let is_meant = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().label().is_some_and(|label| label.starts_with("More fields"))
    };
    window.get_all_by_role(Role::DisclosureTriangle).find(is_meant).expect("fields are folded away").click();
    settle(window);
}

/// Opens the first entry of a list whose sentence begins with this text.
fn unfold(window: &mut Window, start: &str) {
    let is_meant =
        |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label.starts_with(start));
    window.get_all_by_role(Role::Button).find(is_meant).expect("an entry begins like this").click();
    settle(window);
}

/// Clicks on a button.
fn push(window: &mut Window, label: &str) {
    // A dialog that has just grown is still moving to the centre.
    let place = |window: &Window| window.get_by_role_and_label(Role::Button, label).rect();
    let mut before = place(window);
    for _ in 0..10 {
        window.run_steps(1);
        let now = place(window);
        if now == std::mem::replace(&mut before, now) {
            break;
        }
    }
    window.get_by_role_and_label(Role::Button, label).click();
    settle(window);
}

/// Replaces the text of the text field with this name.
fn type_into(window: &mut Window, label: &str, text: &str) {
    field(window, label).click();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run_steps(1);
    field(window, label).type_text(text);
    settle(window);
}

/// Opens a drop-down of the options row above a map, from the menu at its end if there is no room for it.
fn option(window: &mut Window, name: &str) {
    if window.query_by_role_and_label(Role::ComboBox, name).is_none() {
        click(window, "More options");
    }
    window.get_by_role_and_label(Role::ComboBox, name).click();
    settle(window);
}

/// Clicks on a terrain, level, zone or other thing to paint with, in the list of the options row.
fn ink(window: &mut Window, label: &str) {
    open_inks(window, label);
    click(window, label);
}

/// Opens the list of the things to paint with, unless it shows this one already.
fn open_inks(window: &mut Window, label: &str) {
    if window.query_by_label(label).is_none() {
        let lists = ["Terrain to paint", "Level to paint", "Zone to paint", "Ink"];
        let list = lists.into_iter().find(|list| window.query_by_label(list).is_some());
        click(window, list.expect("a map or scenario is shown"));
    }
}

/// Returns the text field with this name.
fn field<'w>(window: &'w Window, label: &'w str) -> egui_kittest::Node<'w> {
    window.get_by_role_and_label(Role::TextInput, label)
}

/// Returns the text of the text field with this name.
fn value(window: &Window, label: &str) -> String {
    field(window, label).value().unwrap_or_default()
}

fn press(window: &mut Window, modifiers: egui::Modifiers, key: egui::Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

/// Returns the lines in which two texts with the same number of lines differ.
fn differing(before: &str, after: &str) -> Vec<(String, String)> {
    assert_eq!(before.lines().count(), after.lines().count(), "the number of lines is unchanged");
    before.lines().zip(after.lines()).filter(|(a, b)| a != b).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// Returns the whole battle log.
fn log(window: &Window) -> String {
    let battle = window.state().workspace().play().battle().expect("a battle is shown");
    battle.seen().lines.iter().map(|told| format!("{}\n", told.line.text)).collect()
}
