//! Drawing tools on maps, by pointer and by keyboard, and areas that are copied, rotated and pasted.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::grid::Geometry;
use foeman_schema::text::RecordKey;
use foeman_test_support::geometries::geometries;
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::map::{Balance, Ink, Tool};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;

use crate::geometry::number;
use crate::maps::stroke;
use crate::{
    Window, arena_window, choose, click, differing, errors, ink, open_inks, option, press, settle, type_into, window,
};

/// A window on the toy's pack with a map of grass in this geometry.
fn meadow(geometry: &str, [columns, rows]: [usize; 2]) -> Window {
    let mut lines = format!("    rows: |\n{}", format!("      {}\n", "g".repeat(columns)).repeat(rows));
    let start = PACK.find("  strip:").unwrap();
    let rest = &PACK[start..];
    let from = start + rest.find("    rows: |\n").unwrap();
    let to = from + "    rows: |\n".len();
    let to = to
        + PACK[to..].split_inclusive('\n').take_while(|line| line.starts_with("      ")).map(str::len).sum::<usize>();
    lines = format!("{}{lines}{}", &PACK[..from], &PACK[to..]);
    let text = lines.replace("geometry: {size: [11, 3]}", &format!("geometry: {geometry}"));
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(&text))));
    choose(&mut window, "Strip");
    // Instead of the layers, so that the options row has all choices.
    window.state_mut().perform(Action::Show(Pane::Inspector));
    settle(&mut window);
    window
}

fn rows(window: &Window, map: &str) -> Vec<String> {
    let record = window.state().workspace().pack().unwrap().draft().merged(&RecordKey::new("maps", map)).unwrap();
    record["rows"].as_str().unwrap().lines().map(str::to_owned).collect()
}

fn text(window: &Window) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.files().map(|file| draft.text(file)).collect()
}

fn history(window: &Window) -> Option<String> {
    let step = window.state().workspace().pack().unwrap().history().next_undo();
    step.map(|step| step.name.clone())
}

fn undo(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::Z);
}

/// Focuses the map and moves its cursor to a cell.
fn go_to(window: &mut Window, map: &str, cell: [i32; 2]) {
    window.state_mut().perform(Action::Tool(Tool::Select));
    stroke(window, map, &[cell]);
}

#[test]
fn every_tool_draws_its_shape_and_is_one_step() {
    let squares = r#"{shape: square, stand: edge, size: [9, 7]}"#;
    for (key, from, to, expected) in [
        (Key::L, [1, 1], [4, 4], ["", ".m", "..m", "...m", "....m", "", ""]),
        (Key::R, [1, 1], [3, 3], ["", ".mmm", ".mmm", ".mmm", "", "", ""]),
        (Key::H, [4, 3], [4, 4], ["", "", "....m", "...mmm", "....m", "", ""]),
    ] {
        let mut window = meadow(squares, [9, 7]);
        let before = text(&window);
        ink(&mut window, "Paint Mud");
        press(&mut window, Modifiers::NONE, key);
        stroke(&mut window, "strip", &[from, to]);
        let drawn: Vec<String> = rows(&window, "strip").iter().map(|row| row.replace('g', ".")).collect();
        let drawn: Vec<&str> = drawn.iter().map(|row| row.trim_end_matches('.')).collect();
        assert_eq!(drawn, expected, "{key:?}");
        undo(&mut window);
        assert_eq!(text(&window), before, "{key:?}: one step back");
    }
}

#[test]
fn rectangles_and_rings_can_be_outlines() {
    let mut window = meadow("{size: [9, 7]}", [9, 7]);
    ink(&mut window, "Paint Mud");
    press(&mut window, Modifiers::NONE, Key::R);
    window.get_by_role_and_label(Role::CheckBox, "Outline only").click();
    settle(&mut window);
    stroke(&mut window, "strip", &[[1, 1], [5, 5]]);
    assert_eq!(rows(&window, "strip").concat().matches('m').count(), 16);
    undo(&mut window);
    press(&mut window, Modifiers::NONE, Key::H);
    stroke(&mut window, "strip", &[[4, 3], [4, 5]]);
    assert_eq!(rows(&window, "strip").concat().matches('m').count(), 12, "a ring of two steps");
}

#[test]
fn a_fill_takes_what_hangs_together_and_a_larger_brush_paints_round_its_hex() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    ink(&mut window, "Paint Sand");
    press(&mut window, Modifiers::NONE, Key::F);
    stroke(&mut window, "pit", &[[4, 3]]);
    assert!(!rows(&window, "pit").concat().contains('r'), "the heap is gone");
    assert_eq!(history(&window).as_deref(), Some("Fill a part of The pit"));
    undo(&mut window);

    ink(&mut window, "Paint Rubble");
    press(&mut window, Modifiers::NONE, Key::B);
    press(&mut window, Modifiers::NONE, Key::CloseBracket);
    let before = rows(&window, "pit").concat().matches('r').count();
    stroke(&mut window, "pit", &[[2, 2]]);
    let pit = rows(&window, "pit");
    assert_eq!(pit.concat().matches('r').count(), before + 7);
    assert_eq!(pit[1..4], ["wrrrsssww", "wrrrssssw", "wsrsrsssw"]);
}

#[test]
fn the_same_shapes_are_drawn_on_squares_and_hexes_of_every_shift() {
    for geometry in geometries([9, 7]) {
        let written = serde_json::to_string(&geometry).unwrap();
        let mut window = meadow(&written, [9, 7]);
        ink(&mut window, "Paint Mud");
        press(&mut window, Modifiers::NONE, Key::H);
        stroke(&mut window, "strip", &[[4, 3], [4, 4]]);
        let reach = geometry.distance([4, 3], [4, 4]);
        let expected = geometry.cells().filter(|cell| geometry.distance([4, 3], *cell) <= reach).count();
        assert_eq!(rows(&window, "strip").concat().matches('m').count(), expected, "{written}");
        assert_eq!(errors(&window), [], "{written}");
    }
}

#[test]
fn a_stroke_over_a_large_map_changes_the_painted_rows_only_both_ways() {
    let mut window = meadow("{shape: square, stand: edge, size: [200, 200]}", [200, 200]);
    let before = text(&window);
    ink(&mut window, "Paint Mud");
    stroke(&mut window, "strip", &[[20, 100], [30, 100], [40, 103], [60, 103]]);
    let after = text(&window);
    let changed = differing(&before, &after);
    assert_eq!(changed.len(), 4, "rows 100 to 103");
    assert!(changed.iter().all(|(old, new)| !old.contains('m') && new.contains('m')));
    assert_eq!(rows(&window, "strip")[100][20..31], *"mmmmmmmmmmm");
    undo(&mut window);
    assert_eq!(text(&window), before);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(text(&window), after);
}

#[test]
fn a_terrain_that_the_map_has_not_had_gets_a_letter_with_the_first_stroke() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("maps.yaml")).unwrap();
    choose(&mut window, "The pit");
    option(&mut window, "Terrain to paint");
    type_into(&mut window, "Search terrains", "stairs");
    press(&mut window, Modifiers::NONE, Key::Enter);
    stroke(&mut window, "pit", &[[3, 2], [4, 2], [5, 2]]);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let changed = differing(&before, &fs::read_to_string(path.join("maps.yaml")).unwrap());
    let new: Vec<&str> = changed.iter().map(|(_, new)| new.trim()).collect();
    assert_eq!(new, ["legend: {s: sand, r: rubble, w: wall, t: stairs}", "wsstttssw"]);
    undo(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(path.join("maps.yaml")).unwrap(), before, "the letter goes with the stroke");
}

#[test]
fn a_map_whose_rows_do_not_fit_can_be_painted_and_fits_then() {
    let text = PACK.replace("geometry: {size: [11, 3]}", "geometry: {size: [14, 5]}");
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(&text))));
    choose(&mut window, "Strip");
    assert!(!errors(&window).is_empty());
    ink(&mut window, "Paint Mud");
    stroke(&mut window, "strip", &[[13, 4]]);
    assert_eq!(errors(&window), []);
    assert!(rows(&window, "strip")[4].ends_with('m'));
}

#[test]
fn the_keyboard_goes_from_hex_to_hex_paints_and_hears_where_it_is() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    window.get_by_label("Map canvas").focus();
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(window.query_by_label("Hex 4,3, Rubble").is_some(), "it begins in the middle");
    assert!(window.query_by_label("hex 4,3   Rubble").is_some(), "in the status bar");
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert!(window.query_by_label("Hex 3,2, Sand").is_some());
    assert_eq!(window.get_by_label("Map canvas").value().as_deref(), Some("Hex 3,2, Sand"));

    press(&mut window, Modifiers::NONE, Key::B);
    window.state_mut().perform(Action::Ink(Ink::Terrain("wall".to_owned())));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(rows(&window, "pit")[2], "wsswssssw");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::Space);
    assert_eq!(rows(&window, "pit")[2], "wsswwsssw");
    assert!(window.query_by_label("Hex 4,2, Wall").is_some());

    // Shapes with two ends begin with one Enter and end with the other.
    press(&mut window, Modifiers::NONE, Key::L);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::Enter);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let column: String = rows(&window, "pit").iter().map(|row| row.chars().nth(4).unwrap()).collect();
    assert_eq!(column, "wswwwww");
}

#[test]
fn the_measure_tells_how_far_it_is_and_changes_nothing() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    press(&mut window, Modifiers::NONE, Key::M);
    stroke(&mut window, "pit", &[[1, 1]]);
    window.get_by_label("Map canvas").focus();
    window.run_steps(2);
    for key in [Key::Escape, Key::M, Key::ArrowDown, Key::Enter, Key::ArrowRight, Key::ArrowRight, Key::ArrowDown] {
        press(&mut window, Modifiers::NONE, key);
    }
    assert!(window.query_by_label("Hex 6,4, Sand, 2 steps from 4,3 to 6,4").is_some());
    assert!(window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn an_area_is_copied_turned_mirrored_and_put_down() {
    let mut window = meadow("{size: [11, 9]}", [11, 9]);
    ink(&mut window, "Paint Mud");
    // A line up from the middle hex, which is rotated to the north-east.
    press(&mut window, Modifiers::NONE, Key::L);
    stroke(&mut window, "strip", &[[2, 3], [2, 1]]);
    press(&mut window, Modifiers::NONE, Key::S);
    stroke(&mut window, "strip", &[[2, 1], [2, 3]]);
    press(&mut window, Modifiers::COMMAND, Key::C);
    press(&mut window, Modifiers::COMMAND, Key::V);
    press(&mut window, Modifiers::NONE, Key::Z);
    stroke(&mut window, "strip", &[[6, 4]]);
    let geometry: Geometry = serde_json::from_str(r#"{"size":[11,9]}"#).unwrap();
    let ahead = geometry.neighbour([6, 4], 1).unwrap();
    let behind = geometry.neighbour([6, 4], 4).unwrap();
    let is_mud = |window: &Window, [column, row]: [i32; 2]| {
        rows(window, "strip")[row as usize].as_bytes()[column as usize] == b'm'
    };
    assert!([[6, 4], ahead, behind].into_iter().all(|cell| is_mud(&window, cell)));
    assert_eq!(rows(&window, "strip").concat().matches('m').count(), 6);
    assert_eq!(history(&window).as_deref(), Some("Paste into Strip"));
    undo(&mut window);
    press(&mut window, Modifiers::NONE, Key::X);
    stroke(&mut window, "strip", &[[6, 4]]);
    let mirrored = [geometry.neighbour([6, 4], 5).unwrap(), geometry.neighbour([6, 4], 2).unwrap()];
    assert!(mirrored.into_iter().all(|cell| is_mud(&window, cell)));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().workspace().view().hand.held.is_none());
}

#[test]
fn cutting_leaves_what_is_painted_with_and_areas_add_and_subtract() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    go_to(&mut window, "pit", [4, 3]);
    press(&mut window, Modifiers::SHIFT, Key::S);
    let key = RecordKey::new("maps", "pit");
    let count = |window: &Window| window.state().workspace().view().hand.area(&key).len();
    assert_eq!(count(&window), 4, "all rubble");
    window.state_mut().perform(Action::Ink(Ink::Terrain("sand".to_owned())));
    press(&mut window, Modifiers::COMMAND, Key::X);
    assert!(!rows(&window, "pit").concat().contains('r'));
    undo(&mut window);
    window.state_mut().perform(Action::Tool(Tool::Area));
    settle(&mut window);
    window.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    stroke(&mut window, "pit", &[[0, 0], [1, 0]]);
    assert_eq!(count(&window), 6);
    window.event(egui::Event::ModifiersChanged(Modifiers::ALT));
    stroke(&mut window, "pit", &[[0, 0]]);
    assert_eq!(count(&window), 5);
    window.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.state().workspace().pack().unwrap().draft().contains(&key), "an area is no record");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(count(&window), 5, "the first Esc puts down the tool");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(count(&window), 0);
    assert!(window.query_by_label("Map canvas").is_some(), "the map stays");
}

#[test]
fn what_desktops_send_for_copying_is_understood_on_a_map_and_left_to_text_fields() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    press(&mut window, Modifiers::COMMAND, Key::A);
    window.event(egui::Event::Copy);
    settle(&mut window);
    assert!(window.state().workspace().view().hand.copied.is_some());
    window.event(egui::Event::Paste("wwwwwwwww\n".to_owned()));
    settle(&mut window);
    assert!(window.state().workspace().view().hand.held.is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "Show pack tree");
    window.get_by_role_and_label(Role::TextInput, "Filter records").click();
    settle(&mut window);
    window.event(egui::Event::Paste("glade".to_owned()));
    settle(&mut window);
    assert_eq!(window.state().workspace().view().filter(), "glade");
    assert!(window.state().workspace().view().hand.held.is_none());
    assert!(matches!(window.state().workspace().view().document(), Some(Pane::Map(_))));
}

#[test]
fn what_is_drawn_on_one_part_is_drawn_on_the_others() {
    for (name, expected) in [
        ("Left and right", vec![[1, 1], [7, 1]]),
        ("Top and bottom", vec![[1, 1], [1, 4]]),
        ("Both mirrors", vec![[1, 1], [7, 1], [1, 4], [7, 4]]),
        ("Half turn", vec![[1, 1], [7, 4]]),
    ] {
        // Nine columns, so that the middle one is its own mirror image; in the sixth row, the lower columns have no
        // image.
        let mut window = meadow("{size: [9, 7]}", [9, 7]);
        let before = text(&window);
        ink(&mut window, "Paint Mud");
        option(&mut window, "Symmetry");
        window.get_by_role_and_label(Role::Button, name).click();
        settle(&mut window);
        stroke(&mut window, "strip", &[[1, 1]]);
        let rows = rows(&window, "strip");
        let painted: Vec<[usize; 2]> = rows
            .iter()
            .enumerate()
            .flat_map(|(row, line)| line.match_indices('m').map(move |(column, _)| [column, row]))
            .collect();
        assert_eq!(painted, expected, "{name}");
        undo(&mut window);
        assert_eq!(text(&window), before, "{name}: all of it is one step");
    }
}

#[test]
fn a_turn_of_sixty_degrees_makes_a_star_of_six() {
    let mut window = meadow("{size: [13, 13]}", [13, 13]);
    let geometry: Geometry = serde_json::from_str(r#"{"size":[13,13]}"#).unwrap();
    ink(&mut window, "Paint Mud");
    window.state_mut().perform(Action::Balance(Balance::Turns));
    settle(&mut window);
    stroke(&mut window, "strip", &[[6, 2]]);
    let rows = rows(&window, "strip");
    let painted: Vec<[i32; 2]> =
        geometry.cells().filter(|[column, row]| rows[*row as usize].as_bytes()[*column as usize] == b'm').collect();
    assert_eq!(painted.len(), 6);
    let away: Vec<u32> = painted.iter().map(|cell| geometry.distance([6, 6], *cell)).collect();
    assert_eq!(away, [4; 6], "{painted:?}");
}

fn ctrl_click(window: &mut Window, label: &str) {
    open_inks(window, label);
    window.get_by_label(label).click_modifiers(Modifiers::COMMAND);
    settle(window);
}

#[test]
fn terrains_are_strewn_by_their_shares_and_alike_on_both_halves() {
    let mut window = meadow("{size: [20, 20]}", [20, 20]);
    let before = text(&window);
    ink(&mut window, "Paint Mud");
    ctrl_click(&mut window, "Paint Grass");
    option(&mut window, "Shares");
    number(&mut window, "Share of Mud", "3");
    press(&mut window, Modifiers::NONE, Key::R);
    stroke(&mut window, "strip", &[[0, 0], [19, 19]]);
    let count =
        |rows: &[String], letter: char| rows.iter().flat_map(|row| row.chars()).filter(|c| *c == letter).count();
    let strewn = rows(&window, "strip");
    let mud = count(&strewn, 'm');
    assert_eq!(mud + count(&strewn, 'g'), 400);
    // Three in four are 300; five standard deviations are 43.
    assert!((257..=343).contains(&mud), "{mud} of 400");
    undo(&mut window);
    assert_eq!(text(&window), before, "all of it is one step");

    option(&mut window, "Symmetry");
    window.get_by_role_and_label(Role::Button, "Half turn").click();
    settle(&mut window);
    stroke(&mut window, "strip", &[[0, 0], [19, 19]]);
    let halves = rows(&window, "strip");
    assert!(count(&halves, 'm') > count(&halves, 'g') && count(&halves, 'g') > 0);
    let geometry: Geometry = serde_json::from_str(r#"{"size":[20,20]}"#).unwrap();
    let pivot = Balance::HalfTurn.pivot(&geometry);
    let letter = |[column, row]: [i32; 2]| halves[row as usize].chars().nth(column as usize);
    let alike = geometry.cells().filter(|cell| {
        let images = Balance::HalfTurn.images(&geometry, pivot, *cell);
        images.len() == 2 && images.iter().all(|image| letter(*image) == letter(*cell))
    });
    let paired = geometry.cells().filter(|cell| Balance::HalfTurn.images(&geometry, pivot, *cell).len() == 2);
    assert_eq!(alike.count(), paired.count());

    option(&mut window, "Shares");
    number(&mut window, "Share of Grass", "0");
    assert!(window.query_by_label("Share of Mud").is_none(), "one terrain alone has no share");
}

#[test]
fn a_stroke_leaves_what_chance_has_strewn_as_it_is_where_it_comes_again() {
    let there: Vec<[i32; 2]> = (0..12).map(|column| [column, 1]).collect();
    let and_back: Vec<[i32; 2]> = there.iter().chain(there.iter().rev()).copied().collect();
    let [once, again] = [there, and_back].map(|way| {
        let mut window = meadow("{size: [12, 3]}", [12, 3]);
        ink(&mut window, "Paint Mud");
        ctrl_click(&mut window, "Paint Grass");
        stroke(&mut window, "strip", &way);
        rows(&window, "strip")[1].clone()
    });
    assert_eq!(once, again);
    assert!(once.contains('m') && once.contains('g'), "{once}");
}

#[test]
fn an_area_is_kept_as_a_stamp_and_put_down_on_another_map() {
    let mut window = meadow("{size: [9, 5]}", [9, 5]);
    ink(&mut window, "Paint Mud");
    stroke(&mut window, "strip", &[[1, 1], [2, 1]]);
    press(&mut window, Modifiers::NONE, Key::S);
    stroke(&mut window, "strip", &[[1, 1], [2, 1]]);
    option(&mut window, "Stamps");
    type_into(&mut window, "Name of the stamp", "Puddle");
    click(&mut window, "Keep the area as a stamp");
    undo(&mut window);
    assert!(!rows(&window, "strip").concat().contains('m'));
    option(&mut window, "Stamps");
    click(&mut window, "Stamp Puddle");
    stroke(&mut window, "strip", &[[5, 3]]);
    let painted = rows(&window, "strip");
    assert_eq!(painted.concat().matches('m').count(), 2);
    let [held, beside] = [5, 6].map(|at| painted[3].as_bytes()[at]);
    assert!(held == b'm' || beside == b'm', "the stamp is where the user clicked: {painted:?}");
    press(&mut window, Modifiers::NONE, Key::Escape);
    choose(&mut window, "Bog");
    let before = rows(&window, "bog");
    option(&mut window, "Stamps");
    click(&mut window, "Stamp Puddle");
    stroke(&mut window, "bog", &[[4, 0]]);
    let after = rows(&window, "bog");
    let differing = |row: usize| before[row].bytes().zip(after[row].bytes()).filter(|(old, new)| old != new).count();
    assert!((0..before.len()).map(differing).sum::<usize>() > 0, "and on another map: {before:?} {after:?}");
    press(&mut window, Modifiers::NONE, Key::Escape);
    option(&mut window, "Stamps");
    click(&mut window, "Delete Puddle");
    assert!(window.state().workspace().view().stamps.is_empty());
}
