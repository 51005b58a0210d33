//! Gauges, cards and the chart over the rounds, with and without a map.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::display::Board;
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::play::PlayAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::{Window, arena_window, click, pack_window, press, settle, window};

fn board(window: &Window) -> &Board {
    window.state().workspace().play().battle().expect("a battle is shown").board()
}

/// Returns the labels of all bars on screen, from top to bottom.
fn bars(window: &Window) -> Vec<String> {
    let mut bars: Vec<_> = window.query_all_by_role(Role::Meter).collect();
    bars.sort_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    bars.iter().filter_map(|bar| bar.accesskit_node().label()).collect()
}

/// Returns the labels of the bars that the board's gauges should have.
fn expected(board: &Board) -> Vec<String> {
    let words = |gauge: &foeman_engine::display::Gauge| {
        let marks: String = gauge.marks.iter().map(|mark| format!(", {} {}", mark.name, mark.value)).collect();
        let (low, high) = gauge.range;
        let side = &board.sides[gauge.side].name;
        format!("{} of {side}: {}, from {low} to {high}{marks}", gauge.name, gauge.value)
    };
    board.gauges.iter().map(words).collect()
}

fn chart_is_named(window: &Window, name: &str) -> bool {
    window.query_by_role_and_label(Role::Figure, name).is_some()
}

#[test]
fn a_gauge_on_a_board_with_a_map_stands_with_its_side_and_follows_the_battle() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Sides of the battle");
    assert_eq!(bars(&window), ["Knot of The reds: 5, from 0 to 10, the middle 5"]);
    while board(&window).gauges[0].value == 5 {
        click(&mut window, "Step");
    }
    assert_eq!(bars(&window), expected(board(&window)));
}

#[test]
fn the_chart_of_a_battle_with_a_map_has_the_values_of_every_round_on_hover_and_goes_back_with_the_battle() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Chart over the rounds");
    assert!(chart_is_named(&window, "Chart over 0 rounds"));
    for _ in 0..2 {
        click(&mut window, "Round");
    }
    assert!(chart_is_named(&window, "Chart over 3 rounds"));
    let value = board(&window).gauges[0].value;
    assert!(window.query_by_label(&format!("The reds: Knot, {value}")).is_some(), "the legend has the last value");
    let chart = window.get_by_role(Role::Figure).rect();
    window.hover_at(chart.left_center() + egui::vec2(36.0, 0.0));
    settle(&mut window);
    assert!(window.query_by_label("Start").is_some());
    assert!(window.query_by_label("The reds: Knot").is_some());
    window.hover_at(chart.right_center());
    settle(&mut window);
    assert!(window.query_by_label("Round 3, so far").is_some(), "the last round is not over");
    click(&mut window, "Back to start");
    assert!(chart_is_named(&window, "Chart over 0 rounds"));
}

#[test]
fn a_battle_without_gauges_is_charted_by_the_health_of_its_figures() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    click(&mut window, "Chart over the rounds");
    for token in &board(&window).tokens {
        assert!(window.query_by_label(&format!("{}, {}", token.name, token.health.0)).is_some(), "{}", token.name);
    }
}

#[test]
fn a_duel_without_a_map_is_two_cards_with_health_gauges_details_and_a_chart() {
    let (_folder, _path, mut window) = pack_window("entropy");
    let duel = PlayAction::Scenario("hired-against-hallowed".to_owned());
    window.state_mut().perform(Action::Play(duel));
    settle(&mut window);
    for _ in 0..2 {
        click(&mut window, "Round");
    }
    let board = board(&window);
    let mut expected = expected(board);
    for token in &board.tokens {
        expected.push(format!("Health of {}: {}, from 0 to {}", token.name, token.health.0, token.health.1));
        for (label, text) in &token.details {
            assert!(window.query_all_by_label(label).next().is_some(), "{label}");
            assert!(window.query_all_by_label(text).next().is_some(), "{text}");
        }
    }
    let mut bars = bars(&window);
    bars.sort();
    expected.sort();
    assert_eq!(bars, expected);
    assert!(window.query_by_label("Who plays Vex").is_some() && window.query_by_label("Who plays Ilse").is_some());
    let round = window.state().workspace().play().battle().unwrap().game().round();
    assert!(chart_is_named(&window, &format!("Chart over {round} rounds")));
    assert!(window.query_by_label("Battle log").is_some());
}

#[test]
fn a_gauge_that_is_the_health_is_not_shown_twice() {
    let (_folder, _path, mut window) = pack_window("codes");
    press(&mut window, Modifiers::NONE, Key::F5);
    let mut bars = bars(&window);
    let mut expected = expected(board(&window));
    bars.sort();
    expected.sort();
    assert_eq!(bars, expected);
}

#[test]
fn a_click_in_the_legend_hides_a_line_and_another_shows_it() {
    let (_folder, _path, mut window) = pack_window("codes");
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    click(&mut window, "Chart of Health");
    let other = board(&window).sides.iter().find(|side| side.name != "Bronan").expect("there are two").name.clone();
    let health = board(&window).gauges[0].value;
    let entry = format!("Bronan: Health, {health}");
    let is_shown = |window: &Window| {
        let node = window.get_by_label(&entry);
        node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    assert!(is_shown(&window));
    click(&mut window, &entry);
    assert!(!is_shown(&window));
    let chart = window.get_by_role(Role::Figure).rect();
    window.hover_at(chart.left_center() + egui::vec2(36.0, 0.0));
    settle(&mut window);
    assert!(window.query_by_label(&format!("{other}: Health")).is_some());
    assert!(window.query_by_label("Bronan: Health").is_none(), "a hidden gauge shows no value on hover");
    click(&mut window, &entry);
    assert!(is_shown(&window));
}
