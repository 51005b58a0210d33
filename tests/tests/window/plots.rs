//! Scenarios with content per cell: painting it on the map, and viewing it in the inspector.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::plots::{PlotEdit, Plots};
use foeman_scene::grid::Grid;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;
use foeman_test_support::world::{self, World};
use foeman_window::scenario::{PlotAction, plots};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;

use crate::geometry::number;
use crate::{SHIPPED, Window, choose, click, differing, errors, ink, pack_window, press, push, settle, window};

/// The scenario of these tests: two factions on squares.
const QUARREL: &str = "common-ground";

/// A window that shows the scenario on its map.
fn quarrel() -> (tempfile::TempDir, PathBuf, Window) {
    let (folder, path, mut window) = pack_window("strategy");
    choose(&mut window, "Common ground");
    (folder, path, window)
}

fn key() -> RecordKey {
    RecordKey::new("scenarios", QUARREL)
}

fn read(window: &Window) -> Plots {
    let draft = window.state().workspace().pack().unwrap().draft();
    plots::read(draft, SHIPPED, &key()).expect("the scenario can be read")
}

fn owner(window: &Window, cell: Cell) -> Option<String> {
    let plots = read(window);
    plots.owner(cell).map(|side| plots.board.sides[side].name.clone())
}

/// Returns the entities placed in a cell, from the bottom up.
fn standing(window: &Window, cell: Cell) -> Vec<String> {
    read(window).standing(cell).iter().map(|one| one.name.clone()).collect()
}

fn on_screen(window: &Window, cell: Cell) -> Pos2 {
    let workspace = window.state().workspace();
    let camera = workspace.view().camera(&key().to_string()).expect("the scenario is shown");
    let ground = read(window).board.ground.expect("it has a map");
    let canvas = window.get_by_label("Map canvas").rect();
    canvas.center() + (Grid::new(ground.geometry).center(cell) - camera.center) * camera.scale
}

fn drag(window: &mut Window, from: Cell, to: Cell) {
    let (from, to) = (on_screen(window, from), on_screen(window, to));
    window.hover_at(from);
    window.run_steps(2);
    window.drag_at(from);
    window.run_steps(1);
    for step in 1..=6 {
        window.hover_at(from.lerp(to, step as f32 / 6.0));
        window.run_steps(1);
    }
    window.drop_at(to);
    settle(window);
}

fn click_on(window: &mut Window, cell: Cell) {
    drag(window, cell, cell);
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path.join("scenarios.yaml")).unwrap()
}

fn save(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::S);
}

fn undo(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::Z);
}

fn next_undo(window: &Window) -> Option<String> {
    let history = window.state().workspace().pack().unwrap().history();
    history.next_undo().map(|step| step.name.clone())
}

#[test]
fn cells_are_given_to_a_faction_by_dragging_over_them_in_one_step() {
    let (_folder, path, mut window) = quarrel();
    let before = text(&path);
    click(&mut window, "Paint owners");
    ink(&mut window, "Paint owners: Guild of Ledgers");
    drag(&mut window, [3, 0], [6, 0]);
    for column in 3..=6 {
        assert_eq!(owner(&window, [column, 0]).as_deref(), Some("Guild of Ledgers"), "column {column}");
    }
    assert_eq!((owner(&window, [2, 0]), owner(&window, [7, 0])), (None, None));
    assert_eq!(next_undo(&window).as_deref(), Some("Paint owners of Common ground"));
    save(&mut window);
    // The guild's area grows: only one line of the text changes.
    let changed = differing(&before, &text(&path));
    assert_eq!(
        changed,
        [(
            "      - rectangles: [{from: [10, 3], to: [11, 5]}]".to_owned(),
            "      - rectangles: [{from: [10, 3], to: [11, 5]}, {from: [3, 0], to: [6, 0]}]".to_owned()
        )]
    );
    undo(&mut window);
    save(&mut window);
    assert_eq!(text(&path), before);
    assert_eq!(errors(&window), []);
}

#[test]
fn a_cell_changes_hands_with_the_units_that_go_with_it_and_nothing_else_does() {
    let (_folder, _path, mut window) = quarrel();
    click(&mut window, "Paint owners");
    ink(&mut window, "Paint owners: Guild of Ledgers");
    click_on(&mut window, [1, 3]);
    assert_eq!(owner(&window, [1, 3]).as_deref(), Some("Guild of Ledgers"));
    let plots = read(&window);
    let novices = &plots.standing([1, 3])[0];
    assert_eq!((novices.name.as_str(), novices.side), ("Novices", Some(1)));
    for beside in [[0, 3], [0, 4], [1, 4], [0, 5], [1, 5]] {
        assert_eq!(owner(&window, beside).as_deref(), Some("Abbey of the Full Barrel"), "{beside:?}");
    }
    // An unowned cell must not contain units that need its owner.
    ink(&mut window, "No owner");
    click_on(&mut window, [1, 4]);
    assert_eq!(owner(&window, [1, 4]).as_deref(), Some("Abbey of the Full Barrel"));
    assert!(window.query_by_label_contains("take them away first").is_some());
    click_on(&mut window, [0, 5]);
    assert_eq!(owner(&window, [0, 5]), None);
    assert_eq!(errors(&window), []);
}

#[test]
fn units_are_stacked_by_clicks_and_need_an_owner() {
    let (_folder, path, mut window) = quarrel();
    let before = text(&path);
    click(&mut window, "Paint units");
    ink(&mut window, "Paint units: Novices");
    click_on(&mut window, [1, 4]);
    assert_eq!(standing(&window, [1, 4]), ["Barrel guard", "Choir", "Novices"]);
    // It would be below the guard if it joined the other novices, which are placed earlier, so it gets a separate line.
    save(&mut window);
    let line = "      - {cells: [[1, 4]], units: [{class: novice}]}\n";
    let after = text(&path);
    assert!(after.contains(line), "{after}");
    assert_eq!(after.replacen(line, "", 1), before);
    click_on(&mut window, [6, 4]);
    assert_eq!(standing(&window, [6, 4]), Vec::<String>::new());
    assert!(window.query_by_label_contains("choose an owner").is_some());
    assert_eq!(errors(&window), []);
}

#[test]
fn the_inspector_lists_what_stands_in_a_cell_and_changes_it() {
    let (_folder, _path, mut window) = quarrel();
    click(&mut window, "Paint units");
    ink(&mut window, "Paint units: Novices");
    click_on(&mut window, [1, 4]);
    ink(&mut window, "Paint units: Crossbows on commission");
    click_on(&mut window, [1, 4]);
    assert_eq!(standing(&window, [1, 4]), ["Barrel guard", "Choir", "Novices", "Crossbows on commission"]);
    click(&mut window, "Lower Crossbows on commission");
    assert_eq!(standing(&window, [1, 4]), ["Barrel guard", "Choir", "Crossbows on commission", "Novices"]);
    click(&mut window, "Raise Barrel guard");
    assert_eq!(standing(&window, [1, 4]), ["Choir", "Barrel guard", "Crossbows on commission", "Novices"]);
    click(&mut window, "Remove Crossbows on commission");
    assert_eq!(standing(&window, [1, 4]), ["Choir", "Barrel guard", "Novices"]);
    assert_eq!(standing(&window, [1, 3]), ["Novices"]);
    click(&mut window, "Add effects…");
    click(&mut window, "Add Village fair");
    assert_eq!(standing(&window, [1, 4]), ["Village fair", "Choir", "Barrel guard", "Novices"]);
    assert_eq!(owner(&window, [1, 4]).as_deref(), Some("Abbey of the Full Barrel"));
    assert_eq!(errors(&window), []);
    for _ in 0..6 {
        undo(&mut window);
    }
    assert_eq!(standing(&window, [1, 4]), ["Barrel guard", "Choir"]);
}

#[test]
fn a_home_is_set_by_a_click_and_sites_are_painted() {
    let (_folder, _path, mut window) = quarrel();
    click(&mut window, "Paint homes");
    ink(&mut window, "Paint homes: Abbey of the Full Barrel");
    click_on(&mut window, [0, 3]);
    let home = |window: &Window| read(window).board.ground.expect("it has a map").zones[0].home;
    assert_eq!(home(&window), Some([0, 3]));
    undo(&mut window);
    assert_eq!(home(&window), Some([0, 4]));
    click(&mut window, "Paint sites of units");
    ink(&mut window, "Paint sites of units: Novices");
    drag(&mut window, [2, 3], [2, 5]);
    let noted = |window: &Window, cell| read(window).notes.get(&cell).cloned().unwrap_or_default();
    for row in 3..=5 {
        assert_eq!(noted(&window, [2, row]), ["Novices can be placed here"], "row {row}");
    }
    ink(&mut window, "No unit");
    click_on(&mut window, [2, 4]);
    assert_eq!(noted(&window, [2, 4]), Vec::<String>::new());
    assert_eq!(noted(&window, [2, 3]).len(), 1);
    assert_eq!(errors(&window), []);
}

#[test]
fn a_scenario_is_painted_by_keys_alone() {
    let (_folder, _path, mut window) = quarrel();
    click(&mut window, "Paint terrains");
    ink(&mut window, "Paint terrains: Mill");
    window.get_by_label("Map canvas").focus();
    settle(&mut window);
    // The first arrow goes to the middle of the map.
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let cell = window.state().workspace().view().selection().and_then(|selection| selection.hex);
    assert_eq!(cell, Some([5, 3]));
    assert_eq!(standing(&window, [5, 3]), ["Mill"]);
    assert!(window.query_by_label_contains("5,3, Mill, Meadow, nobody's").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(standing(&window, [5, 3]), ["Mill"]);
    assert_eq!(errors(&window), []);
}

#[test]
fn what_is_painted_moves_along_when_its_map_grows() {
    let (_folder, path, mut window) = quarrel();
    let before = text(&path);
    choose(&mut window, "The common");
    press(&mut window, Modifiers::COMMAND, Key::G);
    number(&mut window, "Columns", "14");
    click(&mut window, "Keep the middle in place");
    push(&mut window, "Resize map");
    // One column was added on the left, so that everything moves one column to the right.
    assert_eq!((owner(&window, [0, 4]), standing(&window, [1, 4])), (None, vec!["Abbot's Rest".to_owned()]));
    for cell in [[1, 3], [2, 3], [1, 5], [2, 5]] {
        assert_eq!(owner(&window, cell).as_deref(), Some("Abbey of the Full Barrel"), "{cell:?}");
    }
    assert_eq!(standing(&window, [2, 3]), ["Novices"]);
    assert_eq!(read(&window).board.ground.expect("it has a map").zones[0].home, Some([1, 4]));
    assert_eq!(errors(&window), []);
    undo(&mut window);
    save(&mut window);
    assert_eq!(text(&path), before);
}

#[test]
fn a_large_world_shows_what_was_painted_as_soon_as_it_is_read_again() {
    let world = World { size: 400, apart: 100, towns: 50 };
    let draft = Draft::from_texts([("pack.yaml".to_owned(), world.pack())], &SHIPPED.dialects());
    let mut window = window(App::new(Workspace::with_draft(SHIPPED, draft)));
    let key = RecordKey::new("scenarios", world::SCENARIO);
    let cell = Selection { record: key.clone(), field: Vec::new(), hex: Some([100, 100]) };
    window.state_mut().perform(Action::Show(Pane::Scenario(key.clone())));
    window.state_mut().perform(Action::Select(cell.clone()));
    settle(&mut window);
    click(&mut window, "Inspector tab");
    let mut frames = 0;
    while window.query_by_label("Owner of the cell").is_none() {
        assert!(frames < 10_000, "the cell is never shown");
        window.run_steps(1);
        std::thread::yield_now();
        frames += 1;
    }
    let owner = |window: &Window| window.get_by_label("Owner of the cell").accesskit_node().value().unwrap_or_default();
    assert_eq!(owner(&window), "Red");
    let (group, cells) = ("owners".to_owned(), vec![[100, 100]]);
    let edit = PlotEdit::Paint { group, ink: Some("blue".to_owned()), owner: None, cells };
    window.state_mut().perform(Action::Plot(PlotAction::Do(key, edit)));
    // It is read on another thread. Until then, the cell's editor shows the old contents, so it is disabled.
    for (expected, undone) in [("Blue", false), ("Red", true)] {
        if undone {
            undo(&mut window);
            window.state_mut().perform(Action::Select(cell.clone()));
        }
        let mut frames = 0;
        window.run_steps(1);
        while owner(&window) != expected {
            let is_disabled = window.get_by_label("Owner of the cell").accesskit_node().is_disabled();
            assert!(is_disabled, "an old owner is shown, and could be edited");
            assert!(frames < 100_000, "the owner is never shown");
            window.run_steps(1);
            std::thread::yield_now();
            frames += 1;
        }
    }
}
