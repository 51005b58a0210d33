//! Rules overlays on a map during editing, checked by the text of the legend.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::map_query::Topic;
use foeman_schema::text::RecordKey;
use foeman_test_support::toy::{PACK, TOY, answered, draft};
use foeman_window::overlay::{OverlayView, Who};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;

use crate::maps::{on_screen, stroke};
use crate::{Window, arena_window, choose, click, ink, option, press, push, settle, window};

/// Returns the text of the legend.
fn legend(window: &Window) -> String {
    let said = |words: &str| window.query_all_by_label_contains(words).find_map(|node| node.accesskit_node().label());
    let words = [
        " reaches ",
        " sees ",
        "Everybody sees",
        "Front, sides and rear",
        " can attack ",
        "MP that ",
        "parts of the ground",
        "Steps to",
        "Point at",
    ];
    let words = words.into_iter().chain(["Choose a", "cannot be there", "fix them first", "needs a playable scenario"]);
    words.into_iter().find_map(said).unwrap_or_default()
}

fn overlay(window: &mut Window, topic: Topic) {
    window.state_mut().perform(Action::Overlay(OverlayView { topic: Some(topic), ..OverlayView::default() }));
    settle(window);
}

fn point_at(window: &mut Window, map: &str, cell: [i32; 2]) {
    window.hover_at(on_screen(window, map, cell));
    window.run_steps(4);
}

/// Clicks on a figure in the list of the options row.
fn figure(window: &mut Window, label: &str) {
    option(window, "Figures");
    click(window, label);
}

fn text(window: &Window) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.files().map(|file| draft.text(file)).collect()
}

#[test]
fn one_key_goes_through_all_overlays_and_changes_nothing() {
    let (_folder, _path, mut window) = arena_window();
    let before = text(&window);
    choose(&mut window, "The pit");
    stroke(&mut window, "pit", &[[4, 5]]);
    let mut seen = Vec::new();
    for _ in Topic::ALL {
        press(&mut window, Modifiers::NONE, Key::O);
        seen.push(legend(&window));
    }
    let words = ["reaches", "sees", "Front, sides and rear", "can attack", "MP that", "parts of the ground"];
    for (seen, words) in seen.iter().zip(words) {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    press(&mut window, Modifiers::NONE, Key::O);
    assert_eq!(window.state().workspace().view().overlay.topic, None);
    assert_eq!(legend(&window), "");
    assert_eq!(text(&window), before);
}

#[test]
fn an_overlay_is_chosen_by_its_name_with_its_side() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Show(Pane::Scenario(RecordKey::new("scenarios", "siege"))));
    settle(&mut window);
    option(&mut window, "Overlay");
    window.get_all_by_label("Threat").last().unwrap().click();
    settle(&mut window);
    assert!(legend(&window).starts_with("Garrison can attack"), "{}", legend(&window));
    option(&mut window, "Side that threatens");
    push(&mut window, "Creditors");
    settle(&mut window);
    assert!(legend(&window).starts_with("Creditors can attack"), "{}", legend(&window));
    assert!(legend(&window).contains("; Both"), "{}", legend(&window));
}

#[test]
fn reach_follows_the_figure_that_is_chosen() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Show(Pane::Scenario(RecordKey::new("scenarios", "siege"))));
    settle(&mut window);
    overlay(&mut window, Topic::Reach);
    figure(&mut window, "Show Captain Odo Latch");
    assert!(legend(&window).starts_with("Captain Odo Latch at "), "{}", legend(&window));
    figure(&mut window, "Show Long Tam");
    let before = legend(&window);
    assert!(before.starts_with("Long Tam at "), "{before}");
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(!legend(&window).starts_with("Long Tam at "), "who is off the map gets nowhere: {}", legend(&window));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(legend(&window), before);
}

#[test]
fn somebody_imagined_reaches_from_the_hex_under_the_pointer() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let who = Who::Imagined("bear".to_owned());
    let view = OverlayView { topic: Some(Topic::Reach), who, ..OverlayView::default() };
    window.state_mut().perform(Action::Overlay(view));
    settle(&mut window);
    for cell in [[2, 3], [5, 4]] {
        point_at(&mut window, "pit", cell);
        let wanted = format!("Bear at {},{} reaches ", cell[0], cell[1]);
        assert!(legend(&window).starts_with(&wanted), "{}", legend(&window));
    }
    point_at(&mut window, "pit", [0, 0]);
    assert!(legend(&window).contains("Bear cannot be there"), "{}", legend(&window));
}

#[test]
fn what_is_painted_changes_what_is_seen_at_once() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    ink(&mut window, "Paint Wall");
    overlay(&mut window, Topic::Narrows);
    let before = legend(&window);
    stroke(&mut window, "pit", &[[1, 3], [2, 3], [3, 3], [4, 3], [5, 3], [6, 3]]);
    assert_ne!(legend(&window), before);
    assert!(legend(&window).contains("parts of the ground"), "{}", legend(&window));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(legend(&window), before);
}

#[test]
fn the_legend_folds_to_its_sentence() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    stroke(&mut window, "pit", &[[4, 5]]);
    overlay(&mut window, Topic::Fronts);
    let whole = legend(&window);
    assert!(whole.contains("; "), "{whole}");
    click(&mut window, &whole);
    let folded = legend(&window);
    assert!(whole.starts_with(&folded) && !folded.contains("; "), "{folded}");
    click(&mut window, &folded);
    assert_eq!(legend(&window), whole);
}

#[test]
fn where_no_scenario_can_be_played_threat_says_so_and_the_rest_is_answered() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "The pit");
    window.state_mut().perform(Action::Figures(RecordKey::new("maps", "pit"), None));
    overlay(&mut window, Topic::Threat);
    assert!(legend(&window).contains("needs a playable scenario"), "{}", legend(&window));
    stroke(&mut window, "pit", &[[4, 5]]);
    overlay(&mut window, Topic::Sight);
    assert!(legend(&window).contains(" sees "), "{}", legend(&window));
}

#[test]
fn a_large_map_is_asked_once_and_not_in_every_frame() {
    let rows = format!("    rows: |\n{}", format!("      {}\n", "g".repeat(200)).repeat(200));
    let start = PACK.find("    rows: |\n      ggggggggggg").unwrap();
    let end = PACK.find("  bog:\n    title: Bog").unwrap();
    let text = format!("{}{rows}{}", &PACK[..start], &PACK[end..]).replace("{size: [11, 3]}", "{size: [200, 200]}");
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(&text))));
    choose(&mut window, "Strip");
    stroke(&mut window, "strip", &[[100, 100]]);
    overlay(&mut window, Topic::Distance);
    assert!(legend(&window).starts_with("Steps to [[100, 100]]"), "{}", legend(&window));
    let asked = answered();
    for step in 0..30 {
        // The pointer moves over the map, and the map is zoomed.
        point_at(&mut window, "strip", [90 + step % 20, 100]);
        window.state_mut().perform(Action::Zoom(if step % 2 == 0 { 1.3 } else { 0.8 }));
        window.run_steps(2);
    }
    assert_eq!(answered(), asked, "no new query was made");
    overlay(&mut window, Topic::Sight);
    let asked = answered();
    let mut told = std::collections::BTreeSet::new();
    for step in 0..20 {
        point_at(&mut window, "strip", [90 + step, 102]);
        window.run_steps(2);
        told.insert(legend(&window));
    }
    assert_eq!(answered(), asked, "hovering another hex needs no new query");
    assert!(told.len() > 10 && told.iter().all(|text| text.contains("the line to ")), "{told:?}");
    overlay(&mut window, Topic::Distance);
    let asked = answered();
    ink(&mut window, "Paint Mud");
    stroke(&mut window, "strip", &[[101, 100]]);
    assert!(answered() > asked, "another map causes a new query");
}

#[test]
fn a_ruleset_offers_its_own_overlays_and_none_that_it_has_not() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    choose(&mut window, "Strip");
    stroke(&mut window, "strip", &[[3, 1]]);
    press(&mut window, Modifiers::NONE, Key::O);
    assert_eq!(window.state().workspace().view().overlay.topic, Some(Topic::Distance));
    assert!(legend(&window).starts_with("Steps to [[3, 1]]"), "{}", legend(&window));
    press(&mut window, Modifiers::NONE, Key::O);
    assert_eq!(window.state().workspace().view().overlay.topic, Some(Topic::Sight));
    press(&mut window, Modifiers::NONE, Key::O);
    assert_eq!(window.state().workspace().view().overlay.topic, None);
    overlay(&mut window, Topic::Threat);
    assert_eq!(legend(&window), "", "the toy knows no threat");
    window.get_by_role_and_label(egui::Role::Button, "Map").click();
    settle(&mut window);
    assert!(window.query_by_label_contains("Show distances").is_some());
    assert!(window.query_by_label_contains("Show threat").is_none(), "overlays without support are not offered");
}
