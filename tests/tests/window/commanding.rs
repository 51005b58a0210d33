//! Commanding on the map and in the column, counted in clicks on visible, accessible controls.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::choice::{Choice, Intent, Target};
use foeman_engine::move_path::MovePath;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_test_support::marches::MARCHES;
use foeman_window::play::{Battle, PlayAction, Seat};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::keyboard::focus;
use crate::{Window, arena_window, choose, log, press, settle, type_into, window};

const NONE: Modifiers = Modifiers::NONE;

/// A window that counts the clicks.
struct Clicks {
    window: Window,
    count: usize,
}

impl Clicks {
    fn new(window: Window) -> Self {
        Self { window, count: 0 }
    }

    /// Clicks on the first control whose name begins with `name`.
    fn on(&mut self, name: &str) {
        let node = self.find(name).unwrap_or_else(|| panic!("no control begins with `{name}`: {:#?}", self.names()));
        node.click();
        self.count += 1;
        settle(&mut self.window);
        while battle(&self.window).is_running() {
            self.window.run_steps(1);
        }
        settle(&mut self.window);
    }

    fn find<'w>(&'w self, name: &'w str) -> Option<Node<'w>> {
        let is_control = |node: &Node<'_>| !matches!(node.accesskit_node().role(), Role::Label | Role::Unknown);
        self.window.query_all_by_label_contains(name).find(|node| is_control(node) && label(node).starts_with(name))
    }

    /// Returns the names of all controls.
    fn names(&self) -> Vec<String> {
        self.window.root().children_recursive().map(|node| label(&node)).filter(|name| !name.is_empty()).collect()
    }

    /// Returns the text of all labels on screen.
    fn says(&self, text: &str) -> bool {
        self.window.query_all_by_label_contains(text).next().is_some()
    }
}

fn label(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

fn battle(window: &Window) -> &Battle {
    window.state().workspace().play().battle().expect("a battle is shown")
}

fn cell_of(window: &Window, name: &str) -> Option<[i32; 2]> {
    let token = battle(window).board().tokens.iter().find(|token| token.name == name)?;
    token.cells.first().copied()
}

/// The border war, in which a person plays the red side, at the first decision; `text` is the pack.
fn border_war(text: String) -> Clicks {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects());
    let mut window = window(App::new(Workspace::with_draft(SHIPPED, draft)));
    let red = [PlayAction::Scenario("border".to_owned()), PlayAction::Seat(0, Seat::Person), PlayAction::ToEnd];
    red.into_iter().for_each(|action| window.state_mut().perform(Action::Play(action)));
    settle(&mut window);
    Clicks::new(window)
}

/// The duel, in which a person plays both sides, at the first decision.
fn duel() -> (tempfile::TempDir, Clicks) {
    let (folder, _path, mut window) = arena_window();
    let both = [PlayAction::Scenario("duel".to_owned()), PlayAction::Seat(0, Seat::Person)];
    let both = both.into_iter().chain([PlayAction::Seat(1, Seat::Person), PlayAction::ToEnd]);
    both.for_each(|action| window.state_mut().perform(Action::Play(action)));
    settle(&mut window);
    (folder, Clicks::new(window))
}

#[test]
fn a_unit_is_moved_with_two_clicks_and_its_turn_ended_with_one() {
    let mut clicks = border_war(MARCHES.to_owned());
    clicks.on("Ada at 1,1");
    assert!(clicks.says("Ada can move to "), "its reach is shown");
    clicks.on("Mark at 3,1: Move Ada");
    assert_eq!((cell_of(&clicks.window, "Ada"), clicks.count), (Some([3, 1]), 2));
    assert!(clicks.says("Chosen: Move Ada to 3,1"), "the choice is acknowledged");
    clicks.on("End the turn");
    assert_eq!(clicks.count, 3);
    assert!(log(&clicks.window).contains("Turn 2: Red March"), "{}", log(&clicks.window));
}

/// In the past, F4 went nowhere, because the very first choice is the end of the turn.
#[test]
fn f4_goes_to_the_first_choice_of_a_selected_unit() {
    let mut clicks = border_war(MARCHES.to_owned());
    clicks.on("Ada at 1,1");
    press(&mut clicks.window, NONE, Key::F4);
    let (_, name, _) = focus(&clicks.window).expect("a choice has the keyboard");
    assert!(name.starts_with("Move"), "{name}");
}

#[test]
fn an_attack_is_declared_with_two_clicks_after_its_losses_are_shown() {
    // The guard of the blue side is within reach from the start.
    let near = MARCHES.replace("cells: [[4, 1]], units", "cells: [[2, 1]], units-owner: blue, units");
    let mut clicks = border_war(near);
    let guards = |clicks: &Clicks| battle(&clicks.window).board().tokens.iter().filter(|token| token.side == 1).count();
    assert_eq!(guards(&clicks), 1);
    clicks.on("Ada at 1,1");
    assert!(clicks.says("can attack 1 target"));
    let spots = battle(&clicks.window).spots(clicks.window.state().workspace().play().highlight);
    let outcomes: Vec<String> = spots
        .targets()
        .map(|(_, spot)| battle(&clicks.window).outcome(battle(&clicks.window).best(spot).expect("Ada can attack")))
        .collect();
    assert_eq!(outcomes, ["10.0 harm, 0.0 lost"]);
    clicks.on("Mark at 2,1: Attack");
    assert_eq!((guards(&clicks), clicks.count), (0, 2));
    assert!(clicks.says("Chosen: Attack"), "the choice is acknowledged");
}

#[test]
fn a_unit_is_recruited_and_placed_with_three_clicks_from_its_home() {
    let mut clicks = border_war(MARCHES.to_owned());
    let units = |clicks: &Clicks| battle(&clicks.window).board().tokens.iter().filter(|token| token.side == 0).count();
    let before = units(&clicks);
    let gold = format!("Gold {}", battle(&clicks.window).owned("Gold").expect("gold is a resource"));
    clicks.on("Mark at 0,1: Home");
    assert!(clicks.says("20 Gold") && clicks.says(&gold), "price and stock are shown");
    clicks.on("Recruit Guard");
    clicks.on("Mark at 0,1: Place Guard");
    assert_eq!((units(&clicks), clicks.count), (before + 1, 3));
    let placed = battle(&clicks.window).board().tokens.iter().filter(|token| token.cells == [[0, 1]]).count();
    assert_eq!(placed, 1);
    // Another two guards, and the rest of the gold is not enough for a rider.
    clicks.on("Recruit Guard");
    clicks.on("Recruit Guard");
    let rider = clicks.window.get_by_role_and_label(Role::Button, "Recruit Rider");
    assert!(rider.accesskit_node().is_disabled());
    assert!(clicks.says("needs 40 Gold"), "the reason is shown");
}

#[test]
fn recruiting_and_moving_work_with_the_cursor_too() {
    let mut clicks = border_war(MARCHES.to_owned());
    clicks.window.get_by_label("Map canvas").focus();
    settle(&mut clicks.window);
    clicks.window.state_mut().perform(Action::Play(PlayAction::Cursor([0, 1])));
    press(&mut clicks.window, NONE, Key::Enter);
    assert!(clicks.find("Recruit Guard").is_some(), "Enter on the home shows the recruits");
    press(&mut clicks.window, NONE, Key::ArrowRight);
    press(&mut clicks.window, NONE, Key::Enter);
    assert!(clicks.says("What Ada can do"));
    press(&mut clicks.window, NONE, Key::ArrowRight);
    press(&mut clicks.window, NONE, Key::ArrowRight);
    let told = clicks.window.query_all_by_label_contains("Takes 2 of 3 movement points");
    assert!(told.count() > 0, "the cursor shows the cost of a move");
    press(&mut clicks.window, NONE, Key::Enter);
    assert_eq!(cell_of(&clicks.window, "Ada"), Some([3, 1]));
}

#[test]
fn the_next_unit_that_can_act_is_found_with_one_click_until_none_is_left() {
    let mut clicks = border_war(MARCHES.to_owned());
    assert!(clicks.says("3 can act"));
    clicks.on("Next figure that can act");
    assert_eq!(clicks.count, 1);
    assert!(clicks.says("What Guard #1 can do"));
    for (name, cell) in [("Guard #1", "2,1"), ("Guard #2", "1,2"), ("Ada", "1,3")] {
        press(&mut clicks.window, NONE, Key::W);
        let highlight = clicks.window.state().workspace().play().highlight;
        let id = battle(&clicks.window).board().tokens.iter().find(|token| token.name == name).map(|token| token.id);
        clicks.window.state_mut().perform(Action::Play(PlayAction::Highlight(id)));
        settle(&mut clicks.window);
        assert!(highlight.is_some());
        clicks.on(&format!("Mark at {cell}: Move {name}"));
    }
    // They could still be disbanded, but that is nothing left to do.
    assert!(!clicks.says(" can act"), "{:#?}", clicks.names());
}

#[test]
fn a_site_that_is_clicked_tells_its_owner_and_yield() {
    let mut clicks = border_war(MARCHES.to_owned());
    clicks.on("Mark at 0,1: Home");
    assert!(clicks.says("Owner") && clicks.says("+4 Gold each turn"));
}

/// Returns an action that brings the figures closer: a path that ends next to the enemy and faces it, else waiting.
fn approach(battle: &Battle) -> PlayAction {
    let board = battle.board();
    let geometry = board.ground.as_ref().expect("there is a map").geometry;
    let faces = |way: &MovePath| {
        let other = board.tokens.iter().find(|token| token.id != way.actor).map(|token| token.cells[0]);
        way.end().is_some_and(|end| geometry.neighbour(end, usize::from(way.facing)) == other)
    };
    let ways = &battle.offer().ways;
    if let Some(way) = ways.iter().position(|way| faces(way) && way.then.contains("strike")) {
        return PlayAction::Go(way);
    }
    let waits = |choice: &Choice| ["halt", "move"].contains(&choice.verb.as_str());
    PlayAction::Choose(battle.choices().iter().position(waits).unwrap_or(0))
}

#[test]
fn a_figure_that_must_act_follows_a_path_with_one_click_and_attacks_with_two() {
    let (_folder, mut clicks) = duel();
    for _ in 0..60 {
        let intents = |window: &Window| battle(window).choices().iter().any(|choice| choice.intent == Intent::Attack);
        if !battle(&clicks.window).offer().ways.is_empty() {
            break;
        }
        assert!(!intents(&clicks.window), "they start apart");
        let first = battle(&clicks.window).choices()[0].text.clone();
        clicks.on(&first);
    }
    let way =
        battle(&clicks.window).offer().ways.iter().max_by_key(|way| way.cells.len()).expect("it can move").clone();
    let end = way.end().expect("a path has an end");
    clicks.count = 0;
    clicks.on(&format!("Mark at {},{}: To ", end[0], end[1]));
    let token = battle(&clicks.window).board().tokens.iter().find(|token| token.id == way.actor);
    assert_eq!((token.map(|token| token.cells[0]), clicks.count), (Some(end), 1));
    // Both figures approach until one can strike.
    for _ in 0..200 {
        let spots = battle(&clicks.window).spots(None);
        if let Some((cell, _)) = spots.targets().next() {
            clicks.count = 0;
            let entries = battle(&clicks.window).game().entries();
            clicks.on(&format!("Mark at {},{}: ", cell[0], cell[1]));
            assert_eq!(battle(&clicks.window).game().entries(), entries, "the first click shows the attack");
            clicks.on(&format!("Mark at {},{}: ", cell[0], cell[1]));
            assert!(battle(&clicks.window).game().entries() > entries, "the second declares it");
            assert_eq!(clicks.count, 2);
            assert!(clicks.says("Chosen: "));
            return;
        }
        let next = approach(battle(&clicks.window));
        clicks.window.state_mut().perform(Action::Play(next));
        settle(&mut clicks.window);
    }
    panic!("no figure strikes: {}", log(&clicks.window));
}

#[test]
fn a_cross_of_the_timeline_leads_to_a_death_with_one_click() {
    let (_folder, _path, mut window) = arena_window();
    for action in [PlayAction::Seed(7), PlayAction::Scenario("duel".to_owned()), PlayAction::ToEnd] {
        window.state_mut().perform(Action::Play(action));
    }
    settle(&mut window);
    let mut clicks = Clicks::new(window);
    let all = battle(&clicks.window).game().entries();
    let name = clicks.names().into_iter().find(|name| name.contains(" is out of the battle, round "));
    clicks.on(&name.expect("one of two falls"));
    let entries = battle(&clicks.window).game().entries();
    assert!(entries <= all && clicks.count == 1);
    let last = battle(&clicks.window).seen().lines.iter().rev().find(|told| told.line.lost.is_some());
    assert_eq!(last.map(|told| told.entry + 1), Some(entries), "the death has just happened");
}

#[test]
fn the_last_decision_is_changed_with_three_clicks() {
    let mut clicks = border_war(MARCHES.to_owned());
    clicks.on("Ada at 1,1");
    let choices = battle(&clicks.window).choices();
    let made = choices.iter().position(|choice| choice.text == "Move Ada to 3,1").expect("it is listed");
    let other = choices[made + 1].clone();
    clicks.on("Mark at 3,1: Move Ada");
    clicks.count = 0;
    clicks.on("More");
    clicks.on("Change this decision…");
    clicks.on(&other.text);
    let Target::Cell(cell) = other.target else { panic!("{other:?}") };
    assert_eq!((cell_of(&clicks.window, "Ada"), clicks.count), (Some(cell), 3));
}

#[test]
fn a_battle_goes_on_after_an_edit_with_two_clicks() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, NONE, Key::F5);
    choose(&mut window, "Great axe");
    type_into(&mut window, "Damage", "-1H");
    press(&mut window, NONE, Key::F5);
    let mut clicks = Clicks::new(window);
    clicks.on("Content changed");
    clicks.on("Continue with the new values");
    assert_eq!(clicks.count, 2);
    assert!(clicks.find("Content changed").is_none());
}

#[test]
fn to_the_end_says_what_it_waits_for() {
    let mut clicks = border_war(MARCHES.to_owned());
    clicks.on("To the end");
    assert!(clicks.says("Waiting for Red March to end the turn"));
    let (_folder, mut clicks) = duel();
    clicks.on("To the end");
    assert!(clicks.says("Waiting for Never-Paid to choose"), "{:#?}", clicks.names());
}

#[test]
fn giving_up_is_in_the_menu_and_not_in_the_list() {
    let mut clicks = border_war(MARCHES.to_owned());
    assert!(!clicks.says("Give up the game"));
    clicks.on("More");
    clicks.on("Give up");
    assert!(log(&clicks.window).contains("gives up"), "{}", log(&clicks.window));
}
