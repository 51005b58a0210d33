//! Images in the window: animation, connections to neighbours, and editing them in forms.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::png::encode;
use foeman_window::shell::action::Action;
use tempfile::TempDir;

use crate::{Window, choose, press, settle, window_on};

const MAP: &str = "maps:\n  room:\n    title: Room\n    geometry: {size: [3, 2]}\n    legend: {g: grass}\n    rows: |\n      ggg\n      ggg\n";

/// A pack whose map is drawn with an image of two frames; `image` adds fields to it, `second` to its second frame.
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

/// Whether frames continue to be drawn without input.
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
    assert!(window.state().workspace().session().is_still());
    assert!(!goes_on(&mut window), "nothing moves, so nothing is drawn");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    assert!(goes_on(&mut window));
}

#[test]
fn where_nothing_moves_nothing_is_drawn_and_figures_may_still_be_kept_from_gliding() {
    let (_folder, mut window) = pack("", "");
    choose(&mut window, "Room");
    assert!(!goes_on(&mut window));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    assert!(window.state().workspace().session().is_still(), "figures of battles move in every pack");
}

#[test]
fn connections_of_a_frame_are_switched_on_and_off_round_it() {
    let (folder, mut window) = pack("", ", connections: [north]");
    choose(&mut window, "Tile");
    settle(&mut window);
    let switches = |window: &Window, name: &str| {
        window.query_all_by_label(name).filter(|node| node.accesskit_node().role() == Role::CheckBox).count()
    };
    crate::unfold(&mut window, "1. ");
    crate::unfold(&mut window, "2. ");
    assert_eq!(switches(&window, "Leads north"), 2, "one for each frame");
    let disabled = window.query_all_by_label("Leads east").filter(|node| node.accesskit_node().is_disabled()).count();
    assert_eq!(disabled, 2, "hexes with `stand: edge` have no neighbours to the left and right");
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

/// Drags over pixels of the bitmap.
fn lay(window: &mut Window, from: [f32; 2], to: [f32; 2]) {
    let rect = window.get_by_label("Bitmap of Tile").rect();
    let at = |[x, y]: [f32; 2]| rect.min + rect.size() * egui::vec2(x / 16.0, y / 8.0);
    window.hover_at(at(from));
    window.run_steps(2);
    window.drag_at(at(from));
    window.run_steps(2);
    window.hover_at(at([(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0]));
    window.run_steps(2);
    window.hover_at(at(to));
    window.run_steps(2);
    window.drop_at(at(to));
    settle(window);
}

fn saved(window: &mut Window, folder: &Path) -> String {
    window.state_mut().perform(Action::Save);
    settle(window);
    text(folder)
}

#[test]
fn a_frame_is_laid_on_the_bitmap_with_the_pointer() {
    let (folder, mut window) = pack("", ", connections: [north]");
    let before = text(folder.path());
    choose(&mut window, "Tile");
    window.get_by_label("Frame 1 of Tile").click();
    settle(&mut window);
    lay(&mut window, [9.5, 2.5], [13.5, 6.5]);
    let after = saved(&mut window, folder.path());
    assert_eq!(
        crate::differing(&before, &after),
        [(
            "      - {left: 8, width: 8, height: 8, connections: [north]}".to_owned(),
            "      - {left: 9, width: 5, height: 5, connections: [north], top: 2}".to_owned()
        )],
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(saved(&mut window, folder.path()), before, "one step back gives every byte back");
    // A click outside all frames deselects, and the next drag creates a new frame.
    window.state_mut().perform(Action::Select(foeman_window::shell::view::Selection::record(
        foeman_schema::text::RecordKey::new("images", "tile"),
    )));
    settle(&mut window);
    lay(&mut window, [1.2, 1.2], [3.8, 3.8]);
    let after = saved(&mut window, folder.path());
    assert!(after.contains("connections: [north]}\n      - {left: 1, top: 1, width: 3, height: 3}\n"), "{after}");
    assert!(window.query_by_label("Frame 2 of Tile").is_some());
}

#[test]
fn frames_are_added_moved_removed_and_sliced() {
    let (folder, mut window) = pack("", "");
    let before = text(folder.path());
    choose(&mut window, "Tile");
    let frames = |window: &Window| -> Vec<u64> {
        let key = foeman_schema::text::RecordKey::new("images", "tile");
        let image = window.state().workspace().pack().unwrap().draft().merged(&key).unwrap();
        image["frames"]
            .as_array()
            .map_or(Vec::new(), |all| all.iter().map(|frame| frame["left"].as_u64().unwrap_or_default()).collect())
    };
    let push = |window: &mut Window, name: &str| {
        window.get_by_label(name).click();
        settle(window);
    };
    push(&mut window, "Frame 0 of Tile");
    push(&mut window, "Move right");
    assert_eq!(frames(&window), [8, 0]);
    push(&mut window, "Add frame");
    assert_eq!(frames(&window), [8, 0, 0], "a copy of the selected one, which is selected then");
    push(&mut window, "Move left");
    push(&mut window, "Move left");
    push(&mut window, "Remove frame");
    assert_eq!(frames(&window), [8, 0]);
    for _ in 0..2 {
        push(&mut window, "Remove frame");
    }
    assert_eq!(frames(&window), [0_u64; 0], "without any, the whole file is the frame");
    push(&mut window, "Slice…");
    window.get_by_label("Make 2 frames").click();
    settle(&mut window);
    assert_eq!(frames(&window), [0, 8]);
    while window.state().workspace().pack().unwrap().history().next_undo().is_some() {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(saved(&mut window, folder.path()), before);
}

#[test]
fn tables_and_lists_show_what_is_in_them_and_a_frame_is_chosen_by_its_looks() {
    let (folder, mut window) = pack("", "");
    let before = text(folder.path());
    window.state_mut().perform(Action::Show(foeman_window::shell::view::Pane::Catalog("images".to_owned())));
    settle(&mut window);
    assert!(window.query_by_label("Picture of Tile").is_some(), "in the table of images");
    window.state_mut().perform(Action::Show(foeman_window::shell::view::Pane::Catalog("terrains".to_owned())));
    settle(&mut window);
    assert!(
        window.query_by_label("Picture of Grass").is_some(),
        "in the table of terrains, for those drawn with the image"
    );
    choose(&mut window, "Grass");
    crate::unfold(&mut window, "1. ");
    window.get_by_label("Frames").click();
    settle(&mut window);
    window.query_all_by_label("Frame 1 of Tile").last().unwrap().click();
    settle(&mut window);
    let after = saved(&mut window, folder.path());
    assert_eq!(crate::differing(&before, &after).len(), 1);
    assert!(after.contains("images: [{image: tile, frame: 1}]"), "{after}");
}

#[test]
fn a_bitmap_is_looked_at_in_a_window_of_its_own() {
    let (_folder, mut window) = pack("", "");
    choose(&mut window, "Tile");
    assert_eq!(window.query_all_by_label("Bitmap of Tile").count(), 1);
    window.get_by_label("Show the bitmap larger").click();
    settle(&mut window);
    assert_eq!(window.query_all_by_label("Bitmap of Tile").count(), 2);
    let width = |window: &Window| -> f32 {
        window.query_all_by_label("Bitmap of Tile").map(|bitmap| bitmap.rect().width()).sum()
    };
    let before = width(&window);
    window.query_all_by_label("Make the bitmap larger").last().unwrap().click();
    settle(&mut window);
    let rects: Vec<_> = window.query_all_by_label("Bitmap of Tile").map(|bitmap| bitmap.rect()).collect();
    assert!(width(&window) > before * 1.2, "{before} {rects:?} one of the two has grown by a half");
}

#[test]
fn a_duellist_is_shown_with_its_images_on_its_card() {
    let folder = tempfile::tempdir().unwrap();
    let text = "pack: pictures\nruleset: entropy\nimages:\n  hide:\n    title: Hide\n    file: hide.png\n\
                bodies:\n  ox: {title: Ox, images: [{image: hide}], damage-capacity: 9}\n  elk: {title: Elk}\n\
                weapons:\n  blade: {title: Blade}\n\
                duels:\n  duel:\n    title: Duel\n    duellists:\n      \
                - {name: Vex, color: '#b03a2e', body: ox, weapon: blade}\n      \
                - {name: Orm, color: '#2e6db0', body: elk, weapon: blade}\n";
    fs::write(folder.path().join("pack.yaml"), text).unwrap();
    fs::write(folder.path().join("hide.png"), encode([8, 8], &[200, 0, 0].repeat(64)).unwrap()).unwrap();
    let mut window = window_on(folder.path(), SHIPPED);
    checked(&mut window);
    press(&mut window, Modifiers::NONE, Key::F5);
    settle(&mut window);
    assert!(window.query_by_label("Picture of Vex").is_some());
    assert!(window.query_by_label("Picture of Orm").is_none(), "it has no images");
}
