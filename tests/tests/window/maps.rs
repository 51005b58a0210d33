//! Maps: viewing and painting.

use std::fs;

use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use foeman_scene::grid::Grid;
use foeman_schema::grid::Geometry;
use foeman_schema::text::RecordKey;
use foeman_test_support::geometries::geometries;
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::{Window, arena_window, choose, click, differing, errors, ink, press, settle, window};

/// Returns the position on screen of the centre of a cell of the map.
pub(crate) fn on_screen(window: &Window, map: &str, cell: [i32; 2]) -> Pos2 {
    let key = RecordKey::new("maps", map);
    let workspace = window.state().workspace();
    let camera = workspace.view().camera(&key.to_string()).expect("the map is shown");
    let record = workspace.pack().unwrap().draft().merged(&key).unwrap();
    let geometry: Geometry = serde_json::from_value(record["geometry"].clone()).unwrap();
    let canvas = window.get_by_label("Map canvas").rect();
    canvas.center() + (Grid::new(geometry).center(cell) - camera.center) * camera.scale
}

pub(crate) fn stroke(window: &mut Window, map: &str, cells: &[[i32; 2]]) {
    let points: Vec<Pos2> = cells.iter().map(|&cell| on_screen(window, map, cell)).collect();
    window.hover_at(points[0]);
    window.run_steps(2);
    window.drag_at(points[0]);
    window.run_steps(1);
    for &point in &points[1..] {
        window.hover_at(point);
        window.run_steps(1);
    }
    window.drop_at(*points.last().unwrap());
    settle(window);
}

#[test]
fn painting_a_hex_changes_one_line_and_a_stroke_is_one_step() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("maps.yaml")).unwrap();
    choose(&mut window, "The pit");
    ink(&mut window, "Paint Rubble");
    stroke(&mut window, "pit", &[[2, 2]]);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let changed = differing(&before, &fs::read_to_string(path.join("maps.yaml")).unwrap());
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!((changed[0].0.trim(), changed[0].1.trim()), ("wsssssssw", "wsrsssssw"));

    stroke(&mut window, "pit", &[[2, 3], [3, 3], [4, 3], [5, 3]]);
    let history = window.state().workspace().pack().unwrap().history();
    assert_eq!(history.next_undo().map(|step| step.name.as_str()), Some("Paint The pit"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(window.state().workspace().pack().unwrap().is_saved(), "one step back takes the whole stroke back");
}

#[test]
fn a_click_paints_the_cell_it_hits_on_maps_of_every_geometry() {
    for geometry in geometries([11, 3]) {
        let written = serde_json::to_string(&geometry).unwrap();
        let text = PACK.replace("geometry: {size: [11, 3]}", &format!("geometry: {written}"));
        let mut window = window(App::new(Workspace::with_draft(TOY, draft(&text))));
        choose(&mut window, "Strip");
        ink(&mut window, "Paint Mud");
        for (cell, expected) in [([0, 0], "mgggggggggg"), ([10, 2], "ggggggggggm"), ([5, 1], "gggmgmgmggg")] {
            stroke(&mut window, "strip", &[cell]);
            let strip = window.state().workspace().pack().unwrap().draft().merged(&RecordKey::new("maps", "strip"));
            let rows = strip.unwrap()["rows"].as_str().unwrap().to_owned();
            assert_eq!(rows.lines().nth(cell[1] as usize), Some(expected), "{written}");
        }
        let history = window.state().workspace().pack().unwrap().history();
        assert!(history.next_undo().is_some());
        assert_eq!(errors(&window), [], "{written}");
    }
}

#[test]
fn a_picked_terrain_becomes_the_brush() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    press(&mut window, Modifiers::NONE, Key::I);
    stroke(&mut window, "pit", &[[0, 0]]);
    assert_eq!(window.state().workspace().view().brush.as_deref(), Some("wall"));
}

#[test]
fn a_click_selects_the_hex_for_the_whole_window() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    stroke(&mut window, "pit", &[[4, 3]]);
    assert_eq!(window.state().workspace().view().selection().and_then(|selection| selection.hex), Some([4, 3]));
    assert!(window.query_by_label("hex 4,3   Rubble").is_some());
}

#[test]
fn the_point_under_the_pointer_stays_there_while_zooming() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let at = on_screen(&window, "pit", [6, 4]);
    window.hover_at(at);
    window.run_steps(2);
    window.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Unknown,
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(30);
    let camera = window.state().workspace().view().camera("maps/pit").unwrap();
    assert!(!camera.fitted);
    assert!(on_screen(&window, "pit", [6, 4]).distance(at) < 2.0);
    press(&mut window, Modifiers::NONE, Key::Num0);
    assert!(window.state().workspace().view().camera("maps/pit").unwrap().fitted);
}

#[test]
fn a_new_map_can_be_painted_at_once() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Maps");
    click(&mut window, "Add map");
    crate::push(&mut window, "Add");
    assert_eq!(errors(&window), []);
    click(&mut window, "Open map");
    assert!(window.query_by_label("Map canvas").is_some());
}
