//! Placing the figures of a scenario on its map.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use foeman_scene::grid::Grid;
use foeman_schema::grid::Geometry;
use foeman_schema::text::RecordKey;
use foeman_window::scenario::placing::setup;

use crate::{Window, arena_window, choose, click, differing, errors, option, press, push, settle, show_problems};

/// The scenario of these tests: three figures a side on the great arena.
const MEETING: &str = "three-a-side";

/// A window that shows the meeting on its map.
fn meeting() -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    choose(&mut window, "The annual general meeting");
    (folder, path, window)
}

/// Returns the position on screen of the centre of a cell.
fn on_screen(window: &Window, cell: [i32; 2]) -> Pos2 {
    let workspace = window.state().workspace();
    let camera = workspace.view().camera(&format!("scenarios/{MEETING}")).expect("the scenario is shown");
    let draft = workspace.pack().unwrap().draft();
    let scenario = draft.merged(&RecordKey::new("scenarios", MEETING)).unwrap();
    let map = draft.merged(&RecordKey::new("maps", scenario["map"].as_str().unwrap())).unwrap();
    let geometry: Geometry = serde_json::from_value(map["geometry"].clone()).unwrap();
    let canvas = window.get_by_label("Map canvas").rect();
    canvas.center() + (Grid::new(geometry).center(cell) - camera.center) * camera.scale
}

fn click_on(window: &mut Window, cell: [i32; 2]) {
    let at = on_screen(window, cell);
    window.hover_at(at);
    window.run_steps(2);
    window.drag_at(at);
    window.run_steps(1);
    window.drop_at(at);
    settle(window);
}

fn drag(window: &mut Window, from: [i32; 2], to: [i32; 2]) {
    let (from, to) = (on_screen(window, from), on_screen(window, to));
    window.hover_at(from);
    window.run_steps(2);
    window.drag_at(from);
    window.run_steps(1);
    for step in 1..=4 {
        window.hover_at(from.lerp(to, step as f32 / 4.0));
        window.run_steps(1);
    }
    window.drop_at(to);
    settle(window);
}

/// Returns a placement in the pack: column, row, facing.
fn placed(window: &Window, side: usize, figure: &str) -> Option<[u64; 3]> {
    let draft = window.state().workspace().pack().unwrap().draft();
    let scenario = draft.merged(&RecordKey::new("scenarios", MEETING)).unwrap();
    let place = scenario.pointer(&format!("/sides/{side}/place/{figure}"))?;
    Some([place["hex"][0].as_u64()?, place["hex"][1].as_u64()?, place["facing"].as_u64()?])
}

fn next_undo(window: &Window) -> Option<String> {
    let history = window.state().workspace().pack().unwrap().history();
    history.next_undo().map(|step| step.name.clone())
}

fn undo(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::Z);
}

fn scenarios(path: &Path) -> String {
    fs::read_to_string(path.join("scenarios.yaml")).unwrap()
}

#[test]
fn a_figure_taken_off_the_map_is_put_back_by_a_click() {
    let (_folder, _path, mut window) = meeting();
    let before = placed(&window, 0, "brokk");
    click(&mut window, "Brokk Pennyweight at 1,4");
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(placed(&window, 0, "brokk"), None);
    assert!(window.query_by_label("Brokk Pennyweight at 1,4").is_none());
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.query_by_label("Map canvas").is_some(), "pressed once more, it does not delete the scenario");
    assert_eq!(next_undo(&window).as_deref(), Some("Take Brokk Pennyweight off the map"));

    option(&mut window, "Figures");
    push(&mut window, "Place Brokk Pennyweight");
    click_on(&mut window, [3, 5]);
    assert_eq!(placed(&window, 0, "brokk"), Some([3, 5, 1]), "he looks towards the middle");
    assert!(window.query_by_label("Brokk Pennyweight at 3,5").is_some());
    assert_eq!(next_undo(&window).as_deref(), Some("Place Brokk Pennyweight"));
    undo(&mut window);
    undo(&mut window);
    assert_eq!(placed(&window, 0, "brokk"), before);
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn a_figure_is_dragged_to_another_hex_in_one_step_that_changes_one_line() {
    let (_folder, path, mut window) = meeting();
    let before = scenarios(&path);
    drag(&mut window, [1, 5], [4, 4]);
    assert_eq!(placed(&window, 0, "maud"), Some([4, 4, 2]));
    assert_eq!(next_undo(&window).as_deref(), Some("Move Maud Tollbar"));
    let workspace = window.state().workspace();
    let selection = workspace.view().selection().unwrap();
    assert_eq!(selection.field, ["sides", "0", "place", "maud"], "the form shows it too");
    press(&mut window, Modifiers::COMMAND, Key::S);
    let changed = differing(&before, &scenarios(&path));
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!(changed[0].1.trim(), "maud: {hex: [4, 4], facing: 2}");
    undo(&mut window);
    assert_eq!(placed(&window, 0, "maud"), Some([1, 5, 2]));
}

#[test]
fn keys_and_the_wheel_turn_the_chosen_figure_and_turns_in_a_row_are_one_step() {
    let (_folder, _path, mut window) = meeting();
    click(&mut window, "Maud Tollbar at 1,5");
    press(&mut window, Modifiers::NONE, Key::E);
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(placed(&window, 0, "maud"), Some([1, 5, 4]));
    press(&mut window, Modifiers::NONE, Key::Q);
    assert_eq!(placed(&window, 0, "maud"), Some([1, 5, 3]));
    let at = on_screen(&window, [1, 5]);
    window.hover_at(at);
    window.run_steps(2);
    window.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Unknown,
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 1.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    settle(&mut window);
    assert_eq!(placed(&window, 0, "maud"), Some([1, 5, 2]));
    assert!(window.state().workspace().view().camera("scenarios/three-a-side").unwrap().fitted, "it did not zoom");
    press(&mut window, Modifiers::NONE, Key::Q);
    assert_eq!(next_undo(&window).as_deref(), Some("Turn Maud Tollbar"));
    undo(&mut window);
    assert_eq!(placed(&window, 0, "maud"), Some([1, 5, 2]));
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn arrows_move_the_figure_that_has_the_keyboard() {
    let (_folder, _path, mut window) = meeting();
    click(&mut window, "Maud Tollbar at 1,5");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(placed(&window, 0, "maud"), Some([2, 6, 2]));
    assert!(window.get_by_label("Maud Tollbar at 2,6").is_focused());
}

#[test]
fn a_place_where_nobody_can_be_is_taken_and_told_at_its_hex() {
    let (_folder, _path, mut window) = meeting();
    drag(&mut window, [1, 5], [4, 3]);
    assert_eq!(placed(&window, 0, "maud"), Some([4, 3, 2]));
    for _ in 0..100 {
        if !errors(&window).is_empty() {
            break;
        }
        std::thread::yield_now();
        settle(&mut window);
    }
    assert_eq!(errors(&window).iter().map(|finding| finding.hex).collect::<Vec<_>>(), [Some([4, 3])]);
    assert!(window.query_by_label("Maud Tollbar at 4,3").is_some(), "she is shown all the same");
    show_problems(&mut window);
    window.get_all_by_label_contains("Error: ").next().unwrap().click();
    settle(&mut window);
    assert!(window.query_by_label("Map canvas").is_some(), "a click on the problem stays on the map");
}

#[test]
fn escape_lets_the_figure_in_hand_go_and_a_click_on_the_ground_selects_the_hex() {
    let (_folder, _path, mut window) = meeting();
    click(&mut window, "Maud Tollbar at 1,5");
    press(&mut window, Modifiers::NONE, Key::Delete);
    option(&mut window, "Figures");
    push(&mut window, "Place Maud Tollbar");
    press(&mut window, Modifiers::NONE, Key::Escape);
    click_on(&mut window, [7, 5]);
    assert_eq!(placed(&window, 0, "maud"), None);
    assert_eq!(window.state().workspace().view().selection().and_then(|selection| selection.hex), Some([7, 5]));
}

#[test]
fn a_figure_that_looks_through_a_corner_is_told_so_in_the_form_and_dragged_with_all_its_hexes() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The honourable hunt");
    let key = RecordKey::new("scenarios", "beasts");
    let ember = |window: &Window| {
        let workspace = window.state().workspace();
        let setup = setup(workspace.pack().unwrap().draft(), workspace.session().registry(), &key).unwrap();
        setup.board.tokens.into_iter().find(|token| token.name == "Ember").unwrap()
    };
    let before = ember(&window);
    assert_eq!(before.cells.len(), 4);
    let [col, row] = before.cells[0];
    click(&mut window, &format!("Ember at {col},{row}"));
    press(&mut window, Modifiers::NONE, Key::E);
    press(&mut window, Modifiers::NONE, Key::Q);
    assert_eq!(ember(&window), before);
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    let after = ember(&window);
    assert_eq!(after.cells[0], [col - 1, row]);
    assert_ne!(after.cells[3], before.cells[3]);
    assert_eq!(before.facing, Some(5));
    assert!(window.query_all_by_label("Face west").next().is_some(), "sides of hexes in columns never look west");
}
