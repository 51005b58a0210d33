//! Images in the window: they move when they may, lead to their neighbours, and are made in their forms.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_editor::scene::png::encode;
use foeman_editor::window::action::Action;
use foeman_rules::rulesets::SHIPPED;
use tempfile::TempDir;

use crate::{Window, choose, press, settle, window_on};

const MAP: &str = "maps:\n  room:\n    title: Room\n    geometry: {size: [3, 2]}\n    legend: {g: grass}\n    rows: |\n      ggg\n      ggg\n";

/// A pack whose map is drawn with an image of two frames; `image` is written into it, `second` into its second frame.
fn pack(image: &str, second: &str) -> (TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "pack: pictures\nruleset: foeman\nimages:\n  tile:\n    title: Tile\n    file: tiles.png\n{image}    frames:\n      - \
         {{left: 0, width: 8, height: 8}}\n      - {{left: 8, width: 8, height: 8{second}}}\nterrains:\n  \
         grass: {{title: Grass, color: '#406040', images: [{{image: tile}}]}}\n{MAP}"
    );
    fs::write(folder.path().join("pack.yaml"), text).unwrap();
    let row: Vec<u8> = [[200, 0, 0].repeat(8), [0, 0, 200].repeat(8)].concat();
    fs::write(folder.path().join("tiles.png"), encode([16, 8], &row.repeat(8)).unwrap()).unwrap();
    let mut window = window_on(folder.path(), SHIPPED);
    checked(&mut window);
    (folder, window)
}

fn checked(window: &mut Window) {
    for _ in 0..400 {
        if window.state().workspace().pack().unwrap().checked() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.run_steps(1);
    }
    window.run_steps(6);
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("pack.yaml")).unwrap()
}

/// Whether frames go on being drawn although nobody does anything.
fn goes_on(window: &mut Window) -> bool {
    window.run_steps(20);
    window.ctx.has_requested_repaint()
        || window.output().viewport_output.values().any(|view| view.repaint_delay.as_secs() < 10)
}

#[test]
fn images_move_on_a_map_until_they_are_stopped_and_nothing_is_drawn_then() {
    let (_folder, mut window) = pack("    animation: continuous\n    sequence: cycle\n", "");
    assert!(!goes_on(&mut window), "no map is shown");
    choose(&mut window, "Room");
    assert!(goes_on(&mut window));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    assert!(window.state().workspace().view().still);
    assert!(!goes_on(&mut window), "nothing moves, so nothing is drawn");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    assert!(goes_on(&mut window));
}

#[test]
fn where_nothing_moves_animation_cannot_be_chosen() {
    let (_folder, mut window) = pack("", "");
    choose(&mut window, "Room");
    assert!(!goes_on(&mut window));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    assert!(!window.state().workspace().view().still, "there is nothing to be stopped");
}

#[test]
fn connections_of_a_frame_are_switched_on_and_off_round_it() {
    let (folder, mut window) = pack("", ", connections: [north]");
    choose(&mut window, "Tile");
    settle(&mut window);
    let switches = |window: &Window, name: &str| {
        window.query_all_by_label(name).filter(|node| node.accesskit_node().role() == Role::CheckBox).count()
    };
    assert_eq!(switches(&window, "Leads north"), 2, "one for each frame");
    let disabled = window.query_all_by_label("Leads east").filter(|node| node.accesskit_node().is_disabled()).count();
    assert_eq!(disabled, 2, "hexes that stand on an edge have no neighbours there");
    let second = |window: &Window, name: &str| window.query_all_by_label(name).last().unwrap().rect().center();
    for name in ["Leads south", "Leads north east"] {
        let at = second(&window, name);
        window.hover_at(at);
        window.run_steps(2);
        window.query_all_by_label(name).last().unwrap().click();
        settle(&mut window);
    }
    window.state_mut().perform(Action::Save);
    settle(&mut window);
    let written = text(folder.path());
    assert!(written.contains("height: 8, connections: [north, north-east, south]}"), "{written}");
    for name in ["Leads south", "Leads north", "Leads north east"] {
        window.query_all_by_label(name).last().unwrap().click();
        settle(&mut window);
    }
    window.state_mut().perform(Action::Save);
    settle(&mut window);
    assert!(!text(folder.path()).contains("connections"), "what leads nowhere has none: {}", text(folder.path()));
}
