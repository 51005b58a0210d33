//! Printing from the window: choices, the preview, and the file.

use std::time::{Duration, Instant};

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::{Window, arena_window, choose, click, pack_window, press, push, type_into, value};

/// Draws frames until a text is shown; the pages are laid out on another thread.
fn wait_for(window: &mut Window, text: &str) {
    let start = Instant::now();
    while window.query_by_label_contains(text).is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "{text}");
        std::thread::sleep(Duration::from_millis(5));
        window.run_steps(1);
    }
}

fn ask(window: &mut Window) {
    click(window, "File");
    click(window, "Print…");
}

#[test]
fn a_scenario_is_printed_as_the_preview_shows() {
    let (folder, _path, mut window) = arena_window();
    choose(&mut window, "A matter of one copper");
    ask(&mut window);
    wait_for(&mut window, "Page 1 of ");
    for part in ["Scenarios", "Counters", "Figures", "Rules", "Cards"] {
        window.get_by_role_and_label(Role::CheckBox, part).click();
        window.run_steps(2);
    }
    wait_for(&mut window, "Page 1 of 1");
    wait_for(&mut window, "Maps · The pit");
    assert!(window.query_by_label("Paper is turned").is_none(), "only counters have backs");

    click(&mut window, "1 in");
    wait_for(&mut window, "Page 1 of 2");
    press(&mut window, Modifiers::NONE, Key::PageDown);
    wait_for(&mut window, "Page 2 of 2");
    push(&mut window, "Previous page");
    wait_for(&mut window, "Page 1 of 2");

    window.state_mut().workspace_mut().session_mut().settings.folder = Some(folder.path().to_owned());
    push(&mut window, "Save as PDF…");
    assert_eq!(value(&window, "File name"), "duel.pdf");
    type_into(&mut window, "File name", "pit.pdf");
    push(&mut window, "Save here");
    wait_for(&mut window, "Printed 2 pages to ");
    let bytes = std::fs::read(folder.path().join("pit.pdf")).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.len() > 10_000, "{}", bytes.len());
    assert!(window.query_by_label("Save as PDF…").is_none(), "the dialog is closed");

    ask(&mut window);
    wait_for(&mut window, "Maps · ");
    assert!(window.query_by_label("Paper is turned").is_none(), "the last choices are kept");
}

#[test]
fn what_cannot_be_printed_is_said_in_the_preview() {
    let (_folder, _path, mut window) = pack_window("strategy");
    ask(&mut window);
    wait_for(&mut window, "Page 1 of ");
    for part in ["Scenarios", "Maps", "Counters", "Figures", "Rules", "Cards"] {
        window.get_by_role_and_label(Role::CheckBox, part).click();
        window.run_steps(2);
    }
    wait_for(&mut window, "have nothing to print; choose other parts");
    let save = window.get_by_role_and_label(Role::Button, "Save as PDF…");
    assert!(save.accesskit_node().is_disabled(), "there is nothing to save");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Save as PDF…").is_none());
}
