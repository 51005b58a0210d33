//! Figures that are built, and their cards, by the words on screen and by the bytes that are written.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_editor::window::action::Action;
use foeman_editor::window::app::App;
use foeman_editor::window::shot::show;
use foeman_editor::window::view::Pane;
use foeman_editor::window::workspace::Workspace;
use foeman_rules::rulesets::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_tests::seek::{PACK as HIDDEN, SEEK};
use foeman_tests::toy::{PACK, TOY, draft};

use crate::panes::{faults, sized};
use crate::{Window, arena_window, choose, differing, errors, pack, press, push, settle, window};

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
    assert!(says(&window, "4 at most count, by ST 14"));
    for _ in 0..3 {
        push(&mut window, "Raise ST");
    }
    assert!(says(&window, "5 at most count, by ST 17"), "F7.5: the fifth die comes with ST 17");
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
fn what_may_not_be_taken_is_grey_with_what_the_check_says_and_the_rest_is_taken() {
    let (_folder, _path, mut window) = garrison();
    push(&mut window, "Add gear…");
    window.get_by_role_and_label(Role::TextInput, "Search what to add").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "Search what to add").type_text("broadsword");
    settle(&mut window);
    let taken = window.get_by_role_and_label(Role::Button, "Take Broadsword");
    assert!(taken.accesskit_node().is_disabled(), "he has one");
    assert!(says(&window, "expected one `Broadsword` at most, but found another"));
    press(&mut window, Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, "Search what to add").type_text("rope");
    settle(&mut window);
    let before = errors(&window).len();
    let offered: Vec<String> = window
        .query_all_by_role(Role::Button)
        .filter_map(|button| button.accesskit_node().label())
        .filter(|label| label.starts_with("Take "))
        .collect();
    assert!(offered.len() < 8, "the search leaves few: {offered:?}");
    assert_eq!(errors(&window).len(), before);
}

#[test]
fn a_talent_above_the_iq_is_refused_with_the_reason_and_an_easy_one_is_learnt() {
    let (_folder, _path, mut window) = garrison();
    let before = text(&window);
    push(&mut window, "Add a talent…");
    let buttons: Vec<(String, bool)> = window
        .query_all_by_role(Role::Button)
        .filter_map(|button| {
            let label = button.accesskit_node().label()?;
            Some((label, button.accesskit_node().is_disabled()))
        })
        .filter(|(label, _)| label.starts_with("Take "))
        .collect();
    assert!(buttons.iter().any(|(_, disabled)| *disabled), "{buttons:?}");
    assert!(says(&window, "expected IQ") || says(&window, "but `Captain Odo Latch` has"), "{buttons:?}");
    let (free, _) = buttons.iter().find(|(_, disabled)| !disabled).expect("something can be learnt");
    push(&mut window, free);
    assert_ne!(text(&window), before);
    assert!(says(&window, "Nothing speaks against it"));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
}

#[test]
fn legality_is_what_the_checks_say() {
    let (_folder, _path, mut window) = garrison();
    assert!(says(&window, "Nothing speaks against it"));
    for _ in 0..4 {
        push(&mut window, "Lower ST");
    }
    assert!(says(&window, "It can be played, and something is seldom meant so"));
    assert!(says(&window, "expected ST `12` for `Broadsword`, but `Captain Odo Latch` has `10`"));
    assert!(says(&window, "too weak for it -2"), "and what it costs");
}

#[test]
fn a_side_of_a_scenario_leads_to_its_cards_and_a_card_to_its_figure() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Show(Pane::Scenario(RecordKey::new("scenarios", "siege"))));
    settle(&mut window);
    push(&mut window, "Shows the figures of Garrison as cards, to be built");
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
        let cards = window.query_all_by_label_contains("Card of ").count();
        // In the smallest the one that is built stands over the others.
        let expected = if size[0] > 2000.0 { 15 } else { usize::from(size[0] > 1000.0) };
        assert!(cards >= expected, "{cards} at {size:?}");
        assert_eq!(faults(&mut window), Vec::<String>::new(), "{size:?}");
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
