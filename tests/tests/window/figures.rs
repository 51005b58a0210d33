//! Building figures, and their cards, checked by the texts on screen and by the bytes written.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_test_support::seek::{PACK as HIDDEN, SEEK};
use foeman_test_support::toy::{PACK, TOY, draft};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::shot::show;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;

use crate::panes::{faults, sized};
use crate::{Window, arena_window, choose, differing, pack, press, push, settle, window};

fn says(window: &Window, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

fn garrison() -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    show(window.state_mut().workspace_mut(), "figures:garrison").unwrap();
    settle(&mut window);
    (folder, path, window)
}

fn text(window: &Window) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.files().map(|file| draft.text(file)).collect()
}

#[test]
fn an_attribute_is_raised_lowered_and_reset_and_what_follows_is_told_at_once() {
    let (_folder, path, mut window) = garrison();
    let before = fs::read_to_string(path.join("rosters/walls.yaml")).unwrap();
    assert!(says(&window, "at most 4, for ST 14"));
    for _ in 0..3 {
        push(&mut window, "Raise ST");
    }
    assert!(says(&window, "at most 5, for ST 17"), "F7.5: the fifth die comes with ST 17");
    press(&mut window, Modifiers::COMMAND, Key::S);
    let changed = differing(&before, &fs::read_to_string(path.join("rosters/walls.yaml")).unwrap());
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].1.contains("st: 17"), "{changed:?}");
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(path.join("rosters/walls.yaml")).unwrap(), before);
    push(&mut window, "Lower IQ");
    assert!(says(&window, "Reset IQ to 10"));
    push(&mut window, "Reset IQ to 10");
    assert!(!says(&window, "Reset IQ to 10"));
}

#[test]
fn gear_is_put_elsewhere_taken_away_and_readiness_follows() {
    let (_folder, _path, mut window) = garrison();
    assert!(says(&window, "Strikes: broadsword"));
    let before = text(&window);
    window.get_by_label("Place of Broadsword").click();
    settle(&mut window);
    window.get_all_by_label("Back").last().unwrap().click();
    settle(&mut window);
    assert!(!says(&window, "Strikes: broadsword"), "on the back it is no weapon");
    assert_eq!(differing(&before, &text(&window)).len(), 1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
    push(&mut window, "Remove Large shield");
    assert!(!says(&window, "Large shield   stops"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
}

#[test]
fn what_could_be_taken_says_before_what_the_checks_would_say_and_the_rest_adds_one_line() {
    let (_folder, _path, mut window) = garrison();
    let before = text(&window);
    push(&mut window, "Add gear…");
    let search = |window: &mut Window, words: &str| {
        window.get_by_role_and_label(Role::TextInput, "Search what to add").click();
        settle(window);
        press(window, Modifiers::COMMAND, Key::A);
        window.get_by_role_and_label(Role::TextInput, "Search what to add").type_text(words);
        settle(window);
    };
    search(&mut window, "broadsword");
    assert!(says(&window, "expected at most one Broadsword, found another"), "he has one");
    search(&mut window, "javelin");
    push(&mut window, "Take Javelin");
    let after = text(&window);
    let lines = |text: &str| text.lines().filter(|line| line.contains("item: javelin")).count();
    assert_eq!(after.lines().count(), before.lines().count() + 1);
    assert_eq!(lines(&after), lines(&before) + 1, "{after}");
    assert!(says(&window, "Legal"));
}

#[test]
fn a_talent_above_the_iq_says_so_and_an_easy_one_is_learnt() {
    let (_folder, _path, mut window) = garrison();
    let before = text(&window);
    push(&mut window, "Add a talent…");
    assert!(says(&window, ", but Captain Odo Latch "), "some talents are above him");
    push(&mut window, "Take Quick draw");
    assert_eq!(text(&window).matches("quick-draw").count(), before.matches("quick-draw").count() + 1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
}

#[test]
fn what_is_only_seldom_meant_is_warned_of_and_taken_all_the_same() {
    let (_folder, _path, mut window) = garrison();
    for _ in 0..4 {
        push(&mut window, "Lower ST");
    }
    push(&mut window, "Add gear…");
    window.get_by_role_and_label(Role::TextInput, "Search what to add").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "Search what to add").type_text("great axe");
    settle(&mut window);
    assert!(says(&window, "for Great axe, but Captain Odo Latch has 10"), "the reason is shown next to it");
    push(&mut window, "Take Great axe");
    assert!(text(&window).contains("great-axe"));
}

#[test]
fn legality_is_what_the_checks_say() {
    let (_folder, _path, mut window) = garrison();
    assert!(says(&window, "Legal"));
    for _ in 0..4 {
        push(&mut window, "Lower ST");
    }
    assert!(says(&window, "Can be played, but has warnings"));
    assert!(says(&window, "expected ST 12 for Broadsword, but Captain Odo Latch has 10"));
    assert!(says(&window, "too weak for it -2"), "the penalty is shown");
}

#[test]
fn a_side_of_a_scenario_leads_to_its_cards_and_a_card_to_its_figure() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Show(Pane::Scenario(RecordKey::new("scenarios", "siege"))));
    settle(&mut window);
    crate::option(&mut window, "Figures");
    push(&mut window, "Shows the figures of Garrison as cards");
    let key = RecordKey::new("rosters", "garrison");
    assert_eq!(window.state().workspace().view().document(), Some(&Pane::Figures(key)));
    window.get_by_label("Card of Long Tam").click();
    settle(&mut window);
    let selection = window.state().workspace().view().selection().unwrap();
    assert_eq!(selection.field, ["figures", "tam"]);
    assert!(says(&window, "Strikes: pike"));
}

#[test]
fn fifteen_figures_with_long_names_can_all_be_read() {
    let (_folder, path) = pack("arena");
    let file = path.join("rosters/walls.yaml");
    let long = "of the long and winding road to the far and misty north beyond the seven rivers";
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        lines.push(match line.split_once("name: ") {
            Some((before, name)) if before.trim().is_empty() => format!("{before}name: {name} {long}"),
            _ => line.to_owned(),
        });
        if line == "    figures:" && lines.len() < 12 {
            let more = (1..=8).map(|n| format!("      extra-{n}: {{name: Extra {n} {long}, type: human}}"));
            lines.extend(more);
        }
    }
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    for size in [[1280.0, 800.0], [2560.0, 1440.0], [900.0, 640.0]] {
        let mut app = App::new(Workspace::new(SHIPPED));
        app.perform(Action::Open(path.clone()));
        show(app.workspace_mut(), "figures:garrison").unwrap();
        let mut window = sized(app, size);
        let mut cards = std::collections::BTreeSet::new();
        // Over the cards, even where the card of the figure being built covers them.
        let at = egui::pos2(size[0] * 0.3, size[1] * 0.7);
        for _ in 0..60 {
            cards.extend(
                window.query_all_by_label_contains("Card of ").filter_map(|card| card.accesskit_node().label()),
            );
            assert_eq!(faults(&mut window), Vec::<String>::new(), "{size:?}");
            if cards.len() == 15 {
                break;
            }
            window.hover_at(at);
            window.event(egui::Event::MouseWheel {
                source: egui::MouseWheelSource::Unknown,
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, -0.3 * size[1]),
                modifiers: egui::Modifiers::NONE,
                phase: egui::TouchPhase::Move,
            });
            settle(&mut window);
            // Outside, so that no tooltip covers a card.
            window.hover_at(egui::pos2(size[0] - 2.0, size[1] - 2.0));
            settle(&mut window);
        }
        assert_eq!(cards.len(), 15, "{size:?}: {cards:?}");
    }
}

#[test]
fn another_ruleset_brings_its_own_cards_or_none() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    choose(&mut window, "On the meadow");
    push(&mut window, "Build figures");
    window.get_by_label("Card of The blues").click();
    settle(&mut window);
    assert!(says(&window, "Card of The reds"));

    let draft =
        foeman_schema::draft::Draft::from_texts([("pack.yaml".to_owned(), HIDDEN.to_owned())], &SEEK.dialects());
    let window = crate::window(App::new(Workspace::with_draft(SEEK, draft)));
    assert!(!says(&window, "Build figures"));
}
