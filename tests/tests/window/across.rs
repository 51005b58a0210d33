//! Features across the pack: search in all files, the history, and differences from the saved version.

use std::fs;

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::shell::action::Action;

use crate::{Window, arena_window, choose, press, push, settle, type_into, value};

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

fn found(window: &Window) -> Vec<String> {
    let rows = window.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    rows.filter(|label| label.contains(".yaml:") && !label.starts_with("Go to")).collect()
}

fn wait_for_search(window: &mut Window) {
    settle(window);
    while window.state().workspace().search().busy() {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(window);
}

#[test]
fn text_is_searched_in_all_files_and_a_click_goes_to_its_place() {
    let (_folder, path, mut window) = arena_window();
    press(&mut window, CTRL_SHIFT, Key::F);
    window.event(Event::Text("friendships".to_owned()));
    wait_for_search(&mut window);
    let places = found(&window);
    let text = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    let line = text.lines().position(|line| line.contains("friendships")).unwrap() + 1;
    assert_eq!(places.len(), 1, "{places:?}");
    assert!(places[0].starts_with(&format!("items/melee.yaml:{line} ")), "{places:?}");
    type_into(&mut window, "Search in all files", "bastard-sword");
    wait_for_search(&mut window);
    assert!(found(&window).len() > 1, "in the record and in its uses: {:?}", found(&window));
    let own = found(&window).into_iter().find(|place| place.starts_with("items/melee.yaml")).unwrap();
    push(&mut window, &own);
    let selected = window.state().workspace().session().selected().cloned();
    assert_eq!(selected, Some(RecordKey::new("items", "bastard-sword")));
    assert_eq!(value(&window, "Title"), "Bastard sword");
    type_into(&mut window, "Search in all files", "no such words");
    wait_for_search(&mut window);
    assert!(window.query_by_label("Not found").is_some());
}

#[test]
fn the_history_lists_every_step_and_goes_to_any_of_them() {
    let (_folder, path, mut window) = arena_window();
    let before = packs::files(&path);
    press(&mut window, CTRL_SHIFT, Key::H);
    choose(&mut window, "Great axe");
    for title in ["One", "Two", "Three"] {
        type_into(&mut window, "Title", title);
        window.state_mut().perform(Action::Settle);
    }
    settle(&mut window);
    let steps = |window: &Window| {
        let rows = window.query_all_by_role(Role::ListBoxOption).filter_map(|node| node.accesskit_node().label());
        rows.filter(|label| label.starts_with("Set title of")).count()
    };
    assert_eq!(steps(&window), 3);
    choose(&mut window, "Set title of One");
    assert_eq!(value(&window, "Title"), "Two");
    assert_eq!(steps(&window), 3, "undone steps are still listed");
    choose(&mut window, "Opened");
    assert_eq!(value(&window, "Title"), "Great axe");
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(packs::files(&path) == before, "byte for byte as it was");
    choose(&mut window, "Set title of Two");
    assert_eq!(value(&window, "Title"), "Three");
}

#[test]
fn what_differs_from_the_saved_version_is_shown_and_taken_back_place_by_place() {
    let (_folder, path, mut window) = arena_window();
    let before = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    press(&mut window, CTRL_SHIFT, Key::U);
    assert!(window.query_by_label("No differences from the files on disk").is_some());
    choose(&mut window, "Great axe");
    type_into(&mut window, "Title", "Small axe");
    choose(&mut window, "Dagger");
    type_into(&mut window, "Title", "Poniard");
    let shows = |window: &Window, text: &str| window.query_by_label_contains(text).is_some();
    assert!(shows(&window, "-     title: Great axe") && shows(&window, "+     title: Small axe"));
    assert!(shows(&window, "+     title: Poniard"));
    let reverts = window.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    let reverts: Vec<String> = reverts.filter(|label| label.starts_with("Revert line")).collect();
    assert_eq!(reverts.len(), 2);
    push(&mut window, &reverts[0]);
    assert!(
        !shows(&window, "+     title: Poniard") && shows(&window, "+     title: Small axe"),
        "the first place is as it was"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(shows(&window, "+     title: Poniard"), "the replacement is a separate step");
    push(&mut window, "Revert items/melee.yaml");
    assert!(window.query_by_label("No differences from the files on disk").is_some());
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(fs::read_to_string(path.join("items/melee.yaml")).unwrap() == before);
}
