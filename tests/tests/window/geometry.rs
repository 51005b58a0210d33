//! Changing the size and geometry of a map with rows, zones and scenarios.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::catalogs::board::Map;
use foeman_schema::text::RecordKey;
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;
use serde_json::Value;

use crate::{Window, arena_window, choose, click, errors, press, push, settle, window};

fn map(window: &Window, id: &str) -> Map {
    let record = window.state().workspace().pack().unwrap().draft().merged(&RecordKey::new("maps", id));
    serde_json::from_value(record.unwrap()).unwrap()
}

fn scenario(window: &Window, id: &str) -> Value {
    window.state().workspace().pack().unwrap().draft().merged(&RecordKey::new("scenarios", id)).unwrap()
}

pub(crate) fn number(window: &mut Window, label: &str, value: &str) {
    window.get_by_role_and_label(Role::SpinButton, label).click();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(1);
    window.event(egui::Event::Text(value.to_owned()));
    settle(window);
    window.key_press(Key::Enter);
    settle(window);
}

fn ask(window: &mut Window, title: &str) {
    choose(window, title);
    press(window, Modifiers::COMMAND, Key::G);
}

fn texts(path: &Path) -> Vec<String> {
    ["maps.yaml", "scenarios.yaml"].map(|file| fs::read_to_string(path.join(file)).unwrap()).to_vec()
}

#[test]
fn a_click_on_a_number_that_has_the_focus_already_selects_it() {
    let (_folder, _path, mut window) = arena_window();
    ask(&mut window, "The pit");
    let columns = |window: &Window| window.get_by_role_and_label(Role::SpinButton, "Columns").is_focused();
    assert!(columns(&window), "the dialog begins with the columns");
    let type_at_once = |window: &mut Window, text: &str| {
        window.get_by_role_and_label(Role::SpinButton, "Columns").click();
        window.run_steps(1);
        window.event(egui::Event::Text(text.to_owned()));
        settle(window);
        window.get_by_role_and_label(Role::SpinButton, "Columns").value()
    };
    assert_eq!(type_at_once(&mut window, "13").as_deref(), Some("13"), "typing replaces it");
    let inserted = type_at_once(&mut window, "2").unwrap();
    assert!(inserted.len() == 3 && inserted.contains('2'), "the next click places the cursor: {inserted}");
}

#[test]
fn a_map_grows_round_its_middle_with_everything_on_it_and_back_to_the_byte() {
    let (_folder, path, mut window) = arena_window();
    let before = texts(&path);
    ask(&mut window, "The pit");
    number(&mut window, "Columns", "13");
    number(&mut window, "Rows", "9");
    click(&mut window, "Keep the middle in place");
    push(&mut window, "Resize map");

    let pit = map(&window, "pit");
    assert_eq!(pit.geometry.size(), [13, 9]);
    let expected = "wwwwwwwwwwwww\nwwwwwwwwwwwww\nwwwwsssssww".to_owned();
    assert!(pit.rows.starts_with(&expected), "{}", pit.rows);
    assert_eq!(scenario(&window, "duel")["sides"][0]["place"]["maud"]["hex"], serde_json::json!([3, 4]));
    assert_eq!(errors(&window), []);

    press(&mut window, Modifiers::COMMAND, Key::S);
    let after = texts(&path);
    assert_ne!(after, before);
    let comment = "# A hole in the ground with a heap of broken stone";
    assert!(after[0].contains(comment), "comments stay");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(texts(&path), before, "one step back gives every byte back");
}

#[test]
fn an_odd_column_at_the_left_keeps_neighbours_neighbours() {
    let (_folder, _path, mut window) = arena_window();
    let before = map(&window, "arena");
    ask(&mut window, "The great arena");
    number(&mut window, "Columns", "16");
    click(&mut window, "Keep the upper right in place");
    push(&mut window, "Resize map");
    let after = map(&window, "arena");
    let (old, new) = (before.geometry, after.geometry);
    assert_eq!(new.size(), [16, 11]);
    for cell in old.cells() {
        let moved = [cell[0] + 1, cell[1]];
        assert_eq!(before.terrain(cell).map(|terrain| terrain.id()), after.terrain(moved).map(|terrain| terrain.id()));
        let ways = (0..old.directions()).filter_map(|way| Some((old.neighbour(cell, way)?, way)));
        for (beside, way) in ways {
            assert_eq!(new.neighbour(moved, way), Some([beside[0] + 1, beside[1]]), "{cell:?} {way}");
        }
    }
    assert_eq!(errors(&window), []);
}

#[test]
fn what_falls_off_is_told_and_goes_where_it_is_told_to() {
    for (choice, expected) in [
        ("Move it to the nearest free cell", Some(serde_json::json!([5, 3]))),
        ("Remove it from the map", None),
        ("Keep it; Problems will report it", Some(serde_json::json!([7, 3]))),
    ] {
        let (_folder, _path, mut window) = arena_window();
        ask(&mut window, "The pit");
        number(&mut window, "Columns", "6");
        let told = "Placed outside the new map: A matter of one copper: ushka at 7,3";
        assert!(window.query_by_label(told).is_some());
        assert!(window.query_by_label("21 cells are cut off").is_some());
        window.get_by_role_and_label(Role::RadioButton, choice).click();
        settle(&mut window);
        push(&mut window, "Resize map");
        let place = &scenario(&window, "duel")["sides"][1]["place"];
        assert_eq!(place.get("ushka").map(|ushka| ushka["hex"].clone()), expected, "{choice}");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert!(window.state().workspace().pack().unwrap().is_saved());
    }
}

#[test]
fn zones_and_levels_go_along_and_are_clipped() {
    let (_folder, _path, mut window) = arena_window();
    let before = map(&window, "water-stairs");
    ask(&mut window, "The water-stairs");
    number(&mut window, "Columns", "15");
    number(&mut window, "Rows", "14");
    click(&mut window, "Keep the lower left in place");
    push(&mut window, "Resize map");
    let after = map(&window, "water-stairs");
    let winch = &after.zones["winch"].cells;
    assert_eq!(winch[..], [[14, 6], [14, 7], [14, 8]]);
    let level = |map: &Map, cell| map.levels().0.get(cell).unwrap();
    for cell in [[0, 0], [12, 5], [14, 12]] {
        assert_eq!(level(&after, [cell[0], cell[1] + 1]), level(&before, cell), "{cell:?}");
    }
    assert!(after.read().faults.is_empty() && after.levels().1.is_empty());
}

#[test]
fn a_size_typed_into_the_form_takes_the_rows_along_and_typing_is_one_step() {
    let (_folder, path, mut window) = arena_window();
    let before = texts(&path);
    choose(&mut window, "The pit");
    // While the user types `11`, the size is briefly 1; the other columns must not be lost.
    number(&mut window, "Size 1", "11");
    let pit = map(&window, "pit");
    assert!(pit.rows.starts_with("wwwwwwwwwww\nwwssssswwww\n"), "{}", pit.rows);
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(texts(&path), before);
}

#[test]
fn hexes_become_squares_and_only_shifts_that_fit_are_offered() {
    let text = PACK.replace("[11, 3]}", "[11, 3], shift: column-up}");
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(&text))));
    ask(&mut window, "Strip");
    window.get_by_role_and_label(Role::ComboBox, "Cells").click();
    settle(&mut window);
    window.get_by_label("Squares").click();
    settle(&mut window);
    assert!(window.query_by_role_and_label(Role::ComboBox, "Shifted").is_none(), "squares on an edge have none");
    push(&mut window, "Resize map");
    assert_eq!(errors(&window), []);
    assert_eq!(map(&window, "strip").geometry.shape().word(), "square");
}

#[test]
fn a_map_that_has_its_geometry_from_another_moves_with_it() {
    let (_folder, path, _window) = arena_window();
    let maps = fs::read_to_string(path.join("maps.yaml")).unwrap();
    let heir = "  wet-pit:\n    extends: pit\n    title: The wet pit\n    zones:\n      drain: {title: Drain, cells: [[4, 3]]}\n";
    fs::write(path.join("maps.yaml"), format!("{}\n\n{heir}", maps.trim_end())).unwrap();
    let scenarios = fs::read_to_string(path.join("scenarios.yaml")).unwrap();
    let fight = "  wet-duel:\n    extends: duel\n    title: The same in the wet\n    map: wet-pit\n    sides:\n      \
                 - side: blue\n        place:\n          maud: {hex: [2, 3], facing: 2}\n      \
                 - side: red\n        place:\n          ushka: {hex: [6, 3], facing: 4}\n";
    fs::write(path.join("scenarios.yaml"), format!("{}\n\n{fight}", scenarios.trim_end())).unwrap();
    let mut window = crate::window_on(&path, foeman_registry::SHIPPED);
    assert_eq!(errors(&window), []);
    ask(&mut window, "The pit");
    number(&mut window, "Columns", "11");
    click(&mut window, "Keep the upper right in place");
    push(&mut window, "Resize map");
    let wet = map(&window, "wet-pit");
    assert_eq!((wet.geometry.size(), wet.zones["drain"].cells.as_slice()), ([11, 7], &[[6, 3]][..]));
    assert_eq!(scenario(&window, "wet-duel")["sides"][0]["place"]["maud"]["hex"], serde_json::json!([4, 3]));
    assert_eq!(scenario(&window, "duel")["sides"][0]["place"]["maud"]["hex"], serde_json::json!([3, 3]));
    assert_eq!(errors(&window), []);
}
