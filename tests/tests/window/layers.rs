//! Painting levels and zones, replacing and randomising terrain, and dragging things on a scenario's map.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_scene::grid::Grid;
use foeman_scene::png::encode;
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::text::RecordKey;
use foeman_window::map::Balance;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Pane;

use crate::geometry::number;
use crate::maps::stroke;
use crate::{Window, arena_window, choose, click, differing, errors, ink, option, press, push, settle, type_into};

fn map(window: &Window, id: &str) -> Map {
    let record = window.state().workspace().pack().unwrap().draft().merged(&RecordKey::new("maps", id));
    serde_json::from_value(record.unwrap()).unwrap()
}

fn texts(window: &Window) -> Vec<String> {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.files().map(|file| draft.text(file).to_owned()).collect()
}

fn undo(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::Z);
}

fn pick(window: &mut Window, combo: &str, item: &str) {
    option(window, combo);
    window.get_by_role_and_label(Role::Button, item).click();
    settle(window);
}

#[test]
fn levels_are_painted_on_a_map_that_had_none() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let before = texts(&window);
    pick(&mut window, "Layer", "Levels");
    ink(&mut window, "Paint level 2");
    press(&mut window, Modifiers::NONE, Key::R);
    stroke(&mut window, "pit", &[[2, 2], [4, 3]]);
    let pit = map(&window, "pit");
    let high: usize = pit.levels().0.values().filter(|level| *level == 2).count();
    assert_eq!((high, pit.levels().1.is_empty()), (6, true));
    assert_eq!(errors(&window), []);
    undo(&mut window);
    assert_eq!(texts(&window), before);
}

#[test]
fn a_zone_is_painted_named_and_rubbed_out() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let before = texts(&window);
    pick(&mut window, "Layer", "Zones");
    ink(&mut window, "New zone");
    stroke(&mut window, "pit", &[[3, 3], [4, 3], [5, 3]]);
    assert_eq!(map(&window, "pit").zones["zone-1"].cells, [[3, 3], [4, 3], [5, 3]]);
    option(&mut window, "Zone to paint");
    type_into(&mut window, "Name of the zone", "The heap");
    assert_eq!(map(&window, "pit").zones["zone-1"].title, "The heap");
    ink(&mut window, "No zone");
    stroke(&mut window, "pit", &[[4, 3]]);
    assert_eq!(map(&window, "pit").zones["zone-1"].cells, [[3, 3], [5, 3]]);
    ink(&mut window, "Paint zone The heap");
    press(&mut window, Modifiers::NONE, Key::F);
    stroke(&mut window, "pit", &[[2, 3]]);
    let pit = map(&window, "pit");
    let sand = pit.read().kinds.values().filter(|kind| *kind == 1).count();
    assert_eq!(pit.zones["zone-1"].cells_on(&pit.geometry).len(), sand, "a fill takes what looks the same");
    assert_eq!(errors(&window), []);
    for _ in 0..4 {
        undo(&mut window);
    }
    assert_eq!(texts(&window), before);
}

#[test]
fn the_image_of_a_zone_is_a_zone_of_the_other_side() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let before = texts(&window);
    pick(&mut window, "Layer", "Zones");
    ink(&mut window, "New zone");
    pick(&mut window, "Symmetry", "Left and right");
    stroke(&mut window, "pit", &[[1, 2], [2, 2]]);
    let pit = map(&window, "pit");
    let width = pit.geometry.size()[0] as i32;
    let pivot = Balance::LeftRight.pivot(&pit.geometry);
    let geometry = pit.geometry;
    let image = |cell| Balance::LeftRight.images(&geometry, pivot, cell)[0];
    let has = |zone: &Zone, cell| zone.cells_on(&geometry).contains(&cell);
    let images = || {
        let mut images = vec![image([1, 2]), image([2, 2])];
        images.sort_by_key(|[column, row]| [*row, *column]);
        images
    };
    assert_eq!(pit.zones["zone-1"].cells, [[1, 2], [2, 2]]);
    assert_eq!(pit.zones["zone-2"].cells_on(&geometry), images());
    assert!(images().iter().all(|[column, _]| *column > width / 2));
    // Later changes of one also apply to its twin.
    stroke(&mut window, "pit", &[[1, 3]]);
    let pit = map(&window, "pit");
    assert_eq!((pit.zones["zone-1"].cells.len(), has(&pit.zones["zone-2"], image([1, 3]))), (3, true));
    ink(&mut window, "Paint zone Zone 2");
    stroke(&mut window, "pit", &[image([1, 1])]);
    assert!(has(&map(&window, "pit").zones["zone-1"], [1, 1]));
    for _ in 0..3 {
        undo(&mut window);
    }
    assert_eq!(texts(&window), before);
}

#[test]
fn a_hole_in_a_rectangle_leaves_its_other_cells() {
    let (_folder, path, _window) = arena_window();
    let maps = fs::read_to_string(path.join("maps.yaml")).unwrap();
    let zone = "\n    zones:\n      court: {title: Court, rectangles: [{from: [2, 2], to: [4, 4]}]}\n";
    let at = maps.find("  # The same from the left").unwrap();
    fs::write(path.join("maps.yaml"), format!("{}{}\n{}", maps[..at].trim_end(), zone, &maps[at..])).unwrap();
    let mut window = crate::window_on(&path, foeman_registry::SHIPPED);
    choose(&mut window, "The pit");
    pick(&mut window, "Layer", "Zones");
    ink(&mut window, "No zone");
    stroke(&mut window, "pit", &[[3, 3]]);
    let pit = map(&window, "pit");
    let court = pit.zones["court"].cells_on(&pit.geometry);
    assert_eq!((court.len(), court.contains(&[3, 3])), (8, false));
    assert_eq!(errors(&window), []);
}

#[test]
fn a_terrain_is_replaced_on_all_maps_in_one_step() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let before = texts(&window);
    press(&mut window, Modifiers::COMMAND, Key::H);
    pick(&mut window, "Replace", "Rubble");
    pick(&mut window, "With", "Mud");
    assert!(window.query_by_label("4 cells of 1 map").is_some());
    push(&mut window, "Replace");
    assert_eq!(map(&window, "pit").legend["r"].id(), "mud", "one word of the legend changes");
    undo(&mut window);

    press(&mut window, Modifiers::COMMAND, Key::H);
    pick(&mut window, "Replace", "Rubble");
    pick(&mut window, "With", "Sand");
    window.get_by_role_and_label(Role::RadioButton, "On all maps").click();
    settle(&mut window);
    push(&mut window, "Replace");
    for id in ["pit", "arena"] {
        let map = map(&window, id);
        assert!(!map.legend.contains_key("r") && !map.rows.contains('r'), "{id}");
    }
    assert_eq!(errors(&window), []);
    undo(&mut window);
    assert_eq!(texts(&window), before);
}

#[test]
fn chance_makes_a_map_in_one_step_and_the_same_seed_makes_the_same() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The glade");
    let before = texts(&window);
    let made = |window: &mut Window| {
        press(window, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::G);
        push(window, "Generate");
        map(window, "glade").rows
    };
    let first = made(&mut window);
    assert_ne!(texts(&window), before);
    assert_eq!(errors(&window).iter().filter(|finding| finding.code == "map-rows").count(), 0);
    undo(&mut window);
    assert_eq!(texts(&window), before);
    assert_eq!(made(&mut window), first);
    undo(&mut window);
    press(&mut window, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::G);
    push(&mut window, "Next");
    push(&mut window, "Generate");
    assert_ne!(map(&window, "glade").rows, first);
}

#[test]
fn items_and_features_of_a_scenario_are_dragged_and_pushed_with_arrows() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("scenarios.yaml")).unwrap();
    choose(&mut window, "High water");
    let draft = window.state().workspace().pack().unwrap().draft();
    let scenario = draft.merged(&RecordKey::new("scenarios", "water-stairs")).unwrap();
    let item = &scenario["items"][0];
    let title = draft.merged(&RecordKey::new("items", item["item"].as_str().unwrap())).unwrap()["title"].clone();
    let [column, row]: [i32; 2] = serde_json::from_value(item["hex"].clone()).unwrap();
    let label = format!("{} at {column},{row}", title.as_str().unwrap());
    let geometry = map(&window, "water-stairs").geometry;
    let from = window.get_by_label(&label).rect().center();
    let scale = window.state().workspace().view().camera("scenarios/water-stairs").unwrap().scale;
    let to = geometry.neighbour([column, row], 1).unwrap();
    let way = (Grid::new(geometry).center(to) - Grid::new(geometry).center([column, row])) * scale;
    window.hover_at(from);
    window.run_steps(2);
    window.drag_at(from);
    window.run_steps(1);
    for step in 1..=4 {
        window.hover_at(from + way * (step as f32 / 4.0));
        window.run_steps(1);
    }
    window.drop_at(from + way);
    settle(&mut window);
    let label = format!("{} at {},{}", title.as_str().unwrap(), to[0], to[1]);
    assert!(window.query_by_label(&label).is_some(), "the object is in its new cell");
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let changed = differing(&before, &fs::read_to_string(path.join("scenarios.yaml")).unwrap());
    assert_eq!(changed.len(), 1);
    assert!(changed[0].1.contains(&format!("hex: [{}, {}]", to[0], to[1] - 1)), "{changed:?}");
}

#[test]
fn an_overview_shows_while_only_a_part_is_seen_and_leads_there() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The glade");
    assert!(window.query_by_label("Overview of the map").is_none());
    for _ in 0..12 {
        press(&mut window, Modifiers::NONE, Key::Plus);
    }
    let before = window.state().workspace().view().camera("maps/glade").unwrap();
    click(&mut window, "Overview of the map");
    let overview = window.get_by_label("Overview of the map").rect();
    let corner = overview.min + egui::vec2(4.0, 4.0);
    window.hover_at(corner);
    window.run_steps(2);
    window.drag_at(corner);
    window.run_steps(1);
    window.drop_at(corner);
    settle(&mut window);
    let after = window.state().workspace().view().camera("maps/glade").unwrap();
    assert!(after.center.x < before.center.x && after.center.y < before.center.y);
    assert_eq!(after.scale, before.scale);
}

#[test]
fn the_other_side_does_the_same_while_sides_are_kept_alike() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "A matter of one copper");
    let before = texts(&window);
    // The pit is nine columns wide: its axis is the middle column.
    press(&mut window, Modifiers::NONE, Key::Y);
    window.get_by_role_and_label(Role::ListBoxOption, "Maud Tollbar at 1,3").click();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    let place = |window: &Window| {
        let draft = window.state().workspace().pack().unwrap().draft();
        let duel = draft.merged(&RecordKey::new("scenarios", "duel")).unwrap();
        [duel["sides"][0]["place"]["maud"].clone(), duel["sides"][1]["place"]["ushka"].clone()]
    };
    let there = |column: i32, facing: u8| serde_json::json!({"hex": [column, 3], "facing": facing});
    assert_eq!(place(&window), [there(2, 2), there(6, 4)]);
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(place(&window), [there(2, 3), there(6, 3)]);
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(place(&window), [there(2, 4), there(6, 2)]);
    undo(&mut window);
    undo(&mut window);
    assert_eq!(texts(&window), before);
}

#[test]
fn a_layer_that_is_locked_is_not_drawn_and_one_that_is_hidden_is_not_shown() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    window.get_by_role_and_label(Role::ListBoxOption, "Lock the layer").click();
    settle(&mut window);
    ink(&mut window, "Paint Rubble");
    stroke(&mut window, "pit", &[[2, 2]]);
    assert!(window.state().workspace().pack().unwrap().is_saved());
    let notice = window.state().workspace().session().notice().map(|notice| notice.text.clone());
    assert_eq!(notice.as_deref(), Some("The layer Terrain is locked; unlock it next to its name"));
    window.get_by_role_and_label(Role::ListBoxOption, "Lock the layer").click();
    settle(&mut window);
    stroke(&mut window, "pit", &[[2, 2]]);
    assert!(!window.state().workspace().pack().unwrap().is_saved());

    pick(&mut window, "Layer", "Zones");
    window.get_by_role_and_label(Role::ListBoxOption, "Hide the layer").click();
    settle(&mut window);
    window.state_mut().perform(Action::Show(Pane::Map(RecordKey::new("maps", "water-stairs"))));
    settle(&mut window);
    let names = |window: &Window| crate::seen::texts(window).into_iter().any(|text| text.words == "The winch");
    assert!(!names(&window), "zones are hidden");
    window.get_by_role_and_label(Role::ListBoxOption, "Hide the layer").click();
    settle(&mut window);
    assert!(names(&window), "zones are drawn again");
}

#[test]
fn a_click_gives_the_map_to_the_keyboard() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    stroke(&mut window, "pit", &[[4, 3]]);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(window.query_by_label("Hex 5,3, Sand").is_some());
}

#[test]
fn what_is_copied_takes_its_levels_along() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The water-stairs");
    press(&mut window, Modifiers::NONE, Key::S);
    stroke(&mut window, "water-stairs", &[[13, 5], [14, 6]]);
    press(&mut window, Modifiers::COMMAND, Key::C);
    press(&mut window, Modifiers::COMMAND, Key::V);
    // The area is held by the upper left one of its two middle cells.
    stroke(&mut window, "water-stairs", &[[3, 5]]);
    let map = map(&window, "water-stairs");
    let level = |cell| map.levels().0.get(cell).unwrap();
    for (from, to) in [([13, 5], [3, 5]), ([14, 5], [4, 5]), ([13, 6], [3, 6]), ([14, 6], [4, 6])] {
        assert_eq!((map.terrain(to), level(to)), (map.terrain(from), level(from)), "{to:?}");
    }
    assert!(level([4, 5]) > 0);
}

#[test]
fn a_key_goes_to_the_selected_hex() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The glade");
    stroke(&mut window, "glade", &[[2, 2]]);
    for _ in 0..10 {
        press(&mut window, Modifiers::NONE, Key::Plus);
    }
    press(&mut window, Modifiers::NONE, Key::C);
    let geometry = map(&window, "glade").geometry;
    let camera = window.state().workspace().view().camera("maps/glade").unwrap();
    assert!(camera.center.distance(Grid::new(geometry).center([2, 2])) < 0.01);
}

/// Returns the area of a tracing picture, which is the only one with half opacity.
fn drawn(window: &Window) -> Option<egui::Rect> {
    let half = egui::Color32::from_white_alpha(127);
    window.output().shapes.iter().find_map(|clipped| match &clipped.shape {
        egui::Shape::Mesh(mesh) if mesh.vertices.first().is_some_and(|vertex| vertex.color == half) => {
            Some(mesh.calc_bounds())
        }
        _ => None,
    })
}

#[test]
fn a_picture_is_laid_over_a_map_to_be_traced_and_taken_away() {
    let (folder, _path, mut window) = arena_window();
    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    fs::write(folder.path().join("plan.png"), encode([4, 2], &[200; 24]).unwrap()).unwrap();
    fs::write(folder.path().join("broken.png"), b"no picture").unwrap();
    choose(&mut window, "The pit");
    let before = texts(&window);
    option(&mut window, "Trace");
    click(&mut window, "Choose a picture…");
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "broken.png").is_some());
    window.get_by_role_and_label(Role::ListBoxOption, "plan.png").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let shown = |window: &mut Window| {
        for _ in 0..200 {
            if let Some(rect) = drawn(window) {
                return Some(rect);
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
            window.run_steps(1);
        }
        None
    };
    let whole = shown(&mut window).expect("the picture is drawn");
    assert!((whole.width() / whole.height() - 2.0).abs() < 0.01, "in its own proportions: {whole:?}");
    option(&mut window, "Trace");
    number(&mut window, "Width", "50");
    let half = drawn(&window).expect("it is drawn narrower");
    assert!((half.width() * 2.0 - whole.width()).abs() < 1.0 && half.min.distance(whole.min) < 1.0);
    number(&mut window, "To the right", "2");
    assert!(drawn(&window).expect("it is drawn to the right").min.x > half.min.x + 10.0);
    click(&mut window, "Remove picture");
    assert_eq!(drawn(&window), None);
    assert_eq!(texts(&window), before, "it is no part of the pack");

    option(&mut window, "Trace");
    click(&mut window, "Choose a picture…");
    window.get_by_role_and_label(Role::ListBoxOption, "broken.png").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    option(&mut window, "Trace");
    for _ in 0..200 {
        if window.query_by_label_contains("expected a PNG, JPEG, GIF, BMP or TIFF file").is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.run_steps(1);
    }
    panic!("an invalid picture is reported");
}
