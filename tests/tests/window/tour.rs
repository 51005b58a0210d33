//! The tour at the first start: a few steps, completed or skipped, and remembered.

use std::path::Path;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_window::help::STEPS;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::panes::sized;
use crate::seen::texts;
use crate::{Window, arena, click, press, push, settle};

/// A window at startup, with a profile.
fn start(profile: &Path, pack: Option<&Path>) -> Window {
    let mut app = App::new(Workspace::new(SHIPPED));
    assert_eq!(app.keep_profile(profile.to_owned()), None);
    if let Some(pack) = pack {
        app.perform(Action::Open(pack.to_owned()));
    }
    app.workspace_mut().greet();
    sized(app, [1280.0, 800.0])
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
    let mut window = start(profile.path(), Some(&pack));
    for step in STEPS {
        assert!(heading(&window, step.title), "{}", step.title);
        let said: String = texts(&window).iter().map(|text| text.words.clone() + " ").collect();
        assert!(!said.contains('{'), "{said}");
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert!(!touring(&window));
    drop(window);
    let mut window = start(profile.path(), Some(&pack));
    assert!(!touring(&window), "it is remembered");
    click(&mut window, "Help");
    push(&mut window, "Tour");
    assert!(heading(&window, "Welcome"), "and can be started again");
}

#[test]
fn the_tour_is_skipped_and_without_a_pack_it_offers_one() {
    let profile = tempfile::tempdir().unwrap();
    let mut window = start(profile.path(), None);
    push(&mut window, "Look at The Arena");
    assert!(window.state().workspace().pack().is_some());
    assert!(heading(&window, "Welcome"), "the tour continues");
    push(&mut window, "Next step");
    push(&mut window, "Step back");
    push(&mut window, "Skip the tour");
    assert!(!touring(&window));
    drop(window);
    assert!(!touring(&start(profile.path(), None)));
}

#[test]
fn no_step_covers_what_it_shows() {
    let (_folder, pack) = arena();
    let profile = tempfile::tempdir().unwrap();
    let mut window = start(profile.path(), Some(&pack));
    let places = [
        (1, Role::Pane, "Pack pane"),
        (2, Role::Pane, "Overview pane"),
        (3, Role::Pane, "Inspector pane"),
        (4, Role::Button, "No problems"),
    ];
    for (at, role, pane) in places {
        push(&mut window, "Next step");
        let shown = window.get_by_role_and_label(role, pane).rect();
        // From its upper left corner to its lower right one.
        let card = window.get_by_role_and_label(Role::Heading, STEPS[at].title).rect();
        let card = card.union(window.get_by_role_and_label(Role::Button, "Next step").rect());
        let share = shown.intersect(card);
        assert!(!share.is_positive() || pane == "Overview pane", "{pane}: {shown:?} {card:?}");
        settle(&mut window);
    }
}
