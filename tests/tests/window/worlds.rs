//! Battles in large worlds, which start in the background.

use std::time::{Duration, Instant};

use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_test_support::world::{self, World};
use foeman_window::play::{Battle, PlayAction, Seat};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::{Window, window};

/// A window on a world of 400 x 400 hexes.
fn world() -> Window {
    let text = World { size: 400, ..world::WIDE }.pack();
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects());
    window(App::new(Workspace::with_draft(SHIPPED, draft)))
}

fn perform(window: &mut Window, action: PlayAction) {
    window.state_mut().perform(Action::Play(action));
    window.run_steps(1);
}

fn start(window: &mut Window) {
    perform(window, PlayAction::Scenario(world::SCENARIO.to_owned()));
}

fn battle(window: &Window) -> Option<&Battle> {
    window.state().workspace().play().battle()
}

/// Draws until the battle has started.
fn wait(window: &mut Window) {
    let begun = Instant::now();
    while window.state().workspace().play().is_starting() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the battle does not start");
        window.run_steps(1);
    }
    window.run_steps(1);
}

#[test]
fn the_battle_of_a_large_world_starts_while_the_window_shows_a_note() {
    let mut window = world();
    start(&mut window);
    assert!(battle(&window).is_none() && window.query_by_label("The battle starts…").is_some());
    wait(&mut window);
    assert!(window.query_by_label("The battle starts…").is_none() && window.query_by_label("Map canvas").is_some());
    let ground = battle(&window).unwrap().board().ground.clone().expect("there is a map");
    assert_eq!(ground.geometry.cell_count(), 160_000);
}

#[test]
fn a_battle_that_is_started_again_before_it_has_started_appears_once() {
    let mut window = world();
    perform(&mut window, PlayAction::Seed(5));
    start(&mut window);
    perform(&mut window, PlayAction::Seed(9));
    perform(&mut window, PlayAction::Restart);
    wait(&mut window);
    assert_eq!(battle(&window).unwrap().game().seed().0, 9);
    for _ in 0..3 {
        window.run_steps(1);
        assert_eq!(battle(&window).unwrap().game().seed().0, 9);
    }
}

#[test]
fn players_stay_in_their_seats_when_a_large_battle_is_started_again() {
    let mut window = world();
    start(&mut window);
    wait(&mut window);
    perform(&mut window, PlayAction::Seat(1, Seat::Person));
    for _ in 0..2 {
        perform(&mut window, PlayAction::Restart);
    }
    wait(&mut window);
    assert_eq!(battle(&window).unwrap().seats()[1], Seat::Person);
}
