//! A third-party ruleset gets all window features automatically.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_engine::nim::{self, NIM};
use foeman_schema::draft::Draft;
use foeman_test_support::seek::{PACK as HIDDEN, SEEK};
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::play::{PlayAction, Seat};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::{choose, click, log, press, settle, type_into, window};

#[test]
fn the_toy_has_a_catalog_a_form_a_map_and_test_play() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    for catalog in ["Bouts", "Teams", "Maps", "Terrains"] {
        assert!(window.query_all_by_label(catalog).next().is_some(), "{catalog} is in the tree");
    }
    choose(&mut window, "The reds");
    type_into(&mut window, "Title", "The crimsons");
    assert!(window.query_all_by_label("The crimsons").next().is_some());

    choose(&mut window, "Strip");
    assert!(window.query_by_label("Map canvas").is_some());
    crate::ink(&mut window, "Paint Mud");

    choose(&mut window, "On the meadow");
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    settle(&mut window);
    assert!(log(&window).contains("crimsons"), "{}", log(&window));
}

#[test]
fn the_rulesets_own_players_are_offered_and_a_side_is_given_to_each() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Sides of the battle");
    for (side, player) in [("The reds", "Computer, brutish"), ("The blues", "Computer, random")] {
        window.get_by_label(&format!("Who plays {side}")).click();
        settle(&mut window);
        let offered = ["Computer, greedy", "Computer, random", "Computer, brutish", "You"];
        assert!(offered.iter().all(|name| window.query_all_by_label(name).next().is_some()), "{side}");
        window.get_all_by_label(player).last().unwrap().click();
        settle(&mut window);
    }
    click(&mut window, "Round");
    click(&mut window, "Round");
    let log = log(&window);
    assert!(log.contains("The reds heave"), "{log}");
    assert!(!log.contains("The reds drag the knot 1"), "brutes never pull: {log}");
}

#[test]
fn a_ruleset_without_capabilities_is_shown_and_played() {
    let mut window = window(App::new(Workspace::with_draft(NIM, nim::draft())));
    choose(&mut window, "Ten pebbles");
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Step");
    assert!(log(&window).contains("The elder take"), "{}", log(&window));
}

#[test]
fn a_person_sees_no_more_than_their_side_may_know() {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), HIDDEN.to_owned())], &SEEK.dialects());
    let mut window = window(App::new(Workspace::with_draft(SEEK, draft)));
    press(&mut window, Modifiers::NONE, Key::F5);
    assert!(log(&window).contains("The hares hide in hut 4"), "without a person as player, nothing is hidden");
    assert_eq!(window.query_all_by_label("Hut").count(), 2);

    window.state_mut().perform(Action::Play(PlayAction::Seat(0, Seat::Person)));
    settle(&mut window);
    assert!(log(&window).contains("The hares hide somewhere"), "{}", log(&window));
    assert_eq!(window.query_all_by_label("Hut").count(), 1, "only the foxes' own");
    click(&mut window, "Step");
    assert!(window.query_all_by_label("Creep to hut 0").next().is_some(), "it waits for the person");
    window.get_all_by_label("Creep to hut 0").next().unwrap().click();
    settle(&mut window);
    assert!(log(&window).contains("The foxes creep to hut 0"), "{}", log(&window));
    assert!(!log(&window).contains("The hares creep"), "{}", log(&window));
}
