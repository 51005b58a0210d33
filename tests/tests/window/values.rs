//! Overlays of terrain values on maps, and the lines between cells.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::{Window, arena_window, choose, press, settle, window};

const NEXT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// Returns the text of the overlay's legend that starts with `begins`.
fn told(window: &Window, begins: &str) -> String {
    let all = window.query_all_by_label_contains(begins).filter_map(|node| {
        use egui_kittest::kittest::NodeT as _;
        node.accesskit_node().label()
    });
    all.filter(|label| label.starts_with(begins)).max_by_key(String::len).unwrap_or_default()
}

#[test]
fn every_value_of_the_terrains_is_shown_over_a_map_in_turn() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The bridge of Oxbridge");
    let mut seen = Vec::new();
    for _ in 0..4 {
        press(&mut window, NEXT, Key::V);
        seen.push(window.state().workspace().view().overlay.value.clone().unwrap_or_default());
        match seen.last().unwrap().as_str() {
            "elevation" => assert_eq!(told(&window, "Elevation"), "Elevation, in levels; 0"),
            "cost" => assert_eq!(
                told(&window, "Cost"),
                "Cost, in MP; 1: Deep water, Grass, Old trees, Planks, Trodden path; 2: Mud, Thicket; 3: Ford"
            ),
            "blocks-move" => assert_eq!(told(&window, "Blocks move"), "Blocks move; Yes: Deep water, Old trees"),
            "blocks-sight" => assert_eq!(told(&window, "Blocks sight"), "Blocks sight; Yes: Old trees, Thicket"),
            other => panic!("unexpected {other}"),
        }
    }
    assert_eq!(seen, ["elevation", "cost", "blocks-move", "blocks-sight"]);
    press(&mut window, NEXT, Key::V);
    assert_eq!(window.state().workspace().view().overlay.value, None, "after the last there is none");
    // A rules overlay replaces a value overlay, and vice versa.
    press(&mut window, NEXT, Key::V);
    press(&mut window, Modifiers::NONE, Key::O);
    let overlay = &window.state().workspace().view().overlay;
    assert!(overlay.value.is_none() && overlay.topic.is_some());
}

#[test]
fn a_value_follows_what_is_painted_and_what_is_written_in_the_terrain() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    choose(&mut window, "Strip");
    for _ in 0..2 {
        press(&mut window, NEXT, Key::V);
    }
    assert_eq!(told(&window, "Cost"), "Cost; 1: Grass; 2: Mud");
    let mud = foeman_schema::text::RecordKey::new("terrains", "mud").pointer().child("cost");
    window.state_mut().perform(Action::Set(mud, 5.into()));
    settle(&mut window);
    assert_eq!(told(&window, "Cost"), "Cost; 1: Grass; 5: Mud");
}

#[test]
fn the_lines_between_hexes_are_switched_off_and_on() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let pixels = |window: &mut Window| {
        settle(window);
        let rect = window.get_by_label("Map canvas").rect();
        (rect, window.output().shapes.len())
    };
    let before = pixels(&mut window);
    assert!(!window.state().workspace().view().gridless);
    press(&mut window, Modifiers::COMMAND, Key::Quote);
    assert!(window.state().workspace().view().gridless);
    press(&mut window, Modifiers::COMMAND, Key::Quote);
    assert_eq!(pixels(&mut window), before);
}
