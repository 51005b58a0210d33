//! The tour at the first start: a few steps, completed or skipped, and remembered.

use std::path::Path;

use egui::{Key, Modifiers, Pos2, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_window::help::STEPS;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::Arrangement;
use foeman_window::shell::workspace::Workspace;

use crate::panes::sized;
use crate::seen::texts;
use crate::{Window, arena, click, press, push};

const WIDE: [f32; 2] = [1280.0, 800.0];

/// A window at startup, with a profile.
fn start(profile: &Path, pack: Option<&Path>, size: [f32; 2]) -> Window {
    let mut app = App::new(Workspace::new(SHIPPED));
    assert_eq!(app.keep_profile(profile.to_owned()), None);
    if let Some(pack) = pack {
        app.perform(Action::Open(pack.to_owned()));
    }
    app.workspace_mut().greet();
    sized(app, size)
}

fn heading(window: &Window, title: &str) -> bool {
    window.query_by_role_and_label(Role::Heading, title).is_some()
}

fn touring(window: &Window) -> bool {
    STEPS.iter().any(|step| heading(window, step.title))
}

#[test]
fn the_tour_is_walked_by_enter_alone_and_not_shown_again() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let mut window = start(profile.path(), Some(&pack), WIDE);
    for step in STEPS {
        assert!(heading(&window, step.title), "{}", step.title);
        let said: String = texts(&window).iter().map(|text| text.words.clone() + " ").collect();
        assert!(!said.contains('{'), "{said}");
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert!(!touring(&window));
    drop(window);
    let mut window = start(profile.path(), Some(&pack), WIDE);
    assert!(!touring(&window), "it is remembered");
    click(&mut window, "Help");
    push(&mut window, "Tour");
    assert!(heading(&window, "Welcome"), "and can be started again");
}

#[test]
fn the_tour_is_skipped_and_without_a_pack_it_offers_one() {
    let profile = tempfile::tempdir().unwrap();
    let mut window = start(profile.path(), None, WIDE);
    push(&mut window, "Look at The Arena");
    assert!(window.state().workspace().pack().is_some());
    assert!(heading(&window, "Welcome"), "the tour continues");
    push(&mut window, "Next step");
    push(&mut window, "Step back");
    push(&mut window, "Skip the tour");
    assert!(!touring(&window));
    drop(window);
    assert!(!touring(&start(profile.path(), None, WIDE)));
}

#[test]
fn no_step_covers_what_it_shows() {
    for size in [[900.0, 600.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        let (_folder, pack) = arena();
        let profile = tempfile::tempdir().unwrap();
        let mut window = start(profile.path(), Some(&pack), size);
        let parts = [
            ("The pack", Role::Pane, "Pack pane"),
            ("Overview and tables", Role::ListBoxOption, "Overview tab"),
            ("The inspector", Role::Pane, "Inspector pane"),
            ("Problems", Role::Button, "No problems"),
            ("Maps", Role::Pane, "Layers pane"),
            ("Test-play", Role::Button, "Play workspace"),
            ("Balance", Role::Button, "Balance workspace"),
        ];
        for (title, role, part) in parts {
            push(&mut window, "Next step");
            let shown = window.get_by_role_and_label(role, part).rect();
            // From its upper left corner to its lower right one.
            let card = window.get_by_role_and_label(Role::Heading, title).rect();
            let card = card.union(window.get_by_role_and_label(Role::Button, "Next step").rect()).expand(14.0);
            assert!(!shown.intersect(card).is_positive(), "{part} at {size:?}: {shown:?} {card:?}");
            let whole = Rect::from_min_size(Pos2::ZERO, size.into());
            assert!(whole.contains_rect(card), "{title} at {size:?}: {card:?}");
        }
    }
}

#[test]
fn the_tour_visits_the_four_workspaces_and_returns_to_the_first() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let mut window = start(profile.path(), Some(&pack), WIDE);
    let mut visited = Vec::new();
    for _ in STEPS {
        visited.push(window.state().workspace().view().arrangements.current());
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert_eq!(window.state().workspace().view().arrangements.current(), Arrangement::Edit);
    visited.dedup();
    let [edit, map, play, balance] = Arrangement::ALL;
    assert_eq!(visited, [edit, map, play, balance, edit]);
}

#[test]
fn escape_ends_the_tour_and_leaves_the_workspace_as_it_is() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let mut window = start(profile.path(), Some(&pack), [900.0, 600.0]);
    while !heading(&window, "Maps") {
        push(&mut window, "Next step");
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!touring(&window));
    assert_eq!(window.state().workspace().view().arrangements.current(), Arrangement::Map);
    drop(window);
    assert!(!touring(&start(profile.path(), Some(&pack), [900.0, 600.0])), "it is remembered");
}
