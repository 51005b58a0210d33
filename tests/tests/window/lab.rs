//! The balance lab: background simulations and their results, which equal the results of the command line.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::lab::{LabAction, LabQuestion, LabUntil, LabView, Written};
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Selection;
use serde_json::json;
use tempfile::TempDir;

use crate::keyboard::{key, tab_to};
use crate::{Window, arena_window, press, push, settle, type_into};

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Opens the badge of test-play that names the battle which was opened.
fn journal(window: &mut Window) {
    push(window, "Journal");
}

/// A window on a copy of the Arena with these lab settings; also returns the folder of the copy.
fn asking(asked: LabView) -> (TempDir, String, Window) {
    let (folder, path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F10);
    window.state_mut().perform(Action::Lab(LabAction::Set(Box::new(asked))));
    settle(&mut window);
    (folder, path.to_str().unwrap().to_owned(), window)
}

/// Presses the button, and draws until the battles are over; returns the number of frames.
fn played(window: &mut Window, button: &str) -> usize {
    push(window, button);
    let mut frames = 0;
    while window.state().workspace().lab().busy() {
        std::thread::yield_now();
        window.run_steps(1);
        frames += 1;
    }
    settle(window);
    frames
}

/// Returns the output of the command line.
fn cli(args: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = [&["simulate"], args].concat();
    let status = foeman_editor::run(args, SHIPPED, &mut out, &mut err);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}

fn exported(window: &mut Window, folder: &Path, written: Written) -> String {
    let file = folder.join("results");
    window.state_mut().perform(Action::Lab(LabAction::Export(file.clone(), written)));
    fs::read_to_string(file).unwrap()
}

fn break_the_broadsword(window: &mut Window) {
    let damage = RecordKey::new("items", "broadsword").pointer().child("damage");
    window.state_mut().perform(Action::Set(damage, json!("-3H")));
    window.state_mut().perform(Action::Settle);
    settle(window);
}

#[test]
fn who_wins_is_what_the_command_line_says_on_one_thread_on_two_and_in_four_parts() {
    let (folder, path, mut window) = asking(LabView { battles: 120, threads: 2, ..LabView::default() });
    assert!(window.query_by_value("A matter of one copper").is_some(), "the first scenario is asked about");
    played(&mut window, "Play the battles");
    let args = [path.as_str(), "duel", "--battles", "120"];
    is_what_the_command_line_says(&mut window, folder.path(), &args, &["1", "2"]);
    // Every share of the table is in the window.
    let table = cli(&args);
    for line in table.lines().skip(1).take(4) {
        let (_, share) = line.rsplit_once("  ").unwrap();
        let one = line.trim_end_matches(share).trim_end().rsplit("  ").next().unwrap().trim();
        assert!(says(&window, &format!("{one}  {share}")), "`{one}  {share}` of\n{table}");
    }
}

#[test]
fn who_felled_whom_and_what_was_used_stand_in_the_window_as_the_command_line_tells_them() {
    let (_folder, path, mut window) = asking(LabView { battles: 60, ..LabView::default() });
    played(&mut window, "Play the battles");
    let told = cli(&[path.as_str(), "duel", "--battles", "60", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let (deeds, percent) = (&told["deeds"], |share: &serde_json::Value| 100.0 * share.as_f64().unwrap());
    let axe = deeds["used"].as_array().unwrap().iter().find(|used| used["means"] == "items/great-axe").unwrap();
    let won = &axe["wonShare"];
    let (share, low, high) = (percent(&won["share"]), percent(&won["low"]), percent(&won["high"]));
    assert!(says(&window, &format!("{share:.0} %, {low:.0} to {high:.0}")), "won with the great axe");
    assert!(
        says(&window, "Never used: ") && says(&window, "figures that are losing drink the potion"),
        "the result is described as a correlation"
    );
    let dealt = &deeds["figures"][0]["dealt"];
    assert!(says(&window, &format!("{:.2}", dealt["mean"].as_f64().unwrap())), "harm that Maud did");
    // Each cell is a battle.
    let fall = deeds["felled"].as_array().unwrap().iter().find(|fall| fall["figure"] == "red/ushka").unwrap();
    let words =
        format!("Ushka Nine-Fingers by Maud Tollbar: {:.1} times per 100 battles", percent(&fall["share"]["share"]));
    window.query_all_by_label_contains(&words).next().expect("a cell").click();
    settle(&mut window);
    journal(&mut window);
    assert!(says(&window, &format!("The battle with seed {} is shown", fall["first"])), "it is in test-play");
}

#[test]
fn ten_thousand_battles_of_three_a_side_are_played_while_frames_are_drawn_and_are_those_of_the_command_line() {
    let scenario = Some("three-a-side".to_owned());
    let asked = LabView { scenario, battles: 10_000, threads: 2, ..LabView::default() };
    let (folder, path, mut window) = asking(asked);
    let frames = played(&mut window, "Play the battles");
    assert!(frames > 100, "{frames} frames are drawn meanwhile");
    assert!(says(&window, "10000 battles"), "the number of all battles is shown");
    let args = [path.as_str(), "three-a-side", "--battles", "10000"];
    is_what_the_command_line_says(&mut window, folder.path(), &args, &["1"]);
}

/// Compares the window's results with the command line, with these numbers of threads, and in four merged
/// shards.
fn is_what_the_command_line_says(window: &mut Window, folder: &Path, args: &[&str], threads: &[&str]) {
    let told = |more: &[&str]| cli(&[args, more].concat());
    let csv = exported(window, folder, Written::Csv);
    for threads in threads {
        assert_eq!(csv, told(&["--format", "csv", "--threads", threads]), "on {threads}");
    }
    let parts: Vec<String> = (1..=4)
        .map(|part| {
            let file = folder.join(format!("{part}.jsonl"));
            fs::write(&file, told(&["--shard", &format!("{part}/4")])).unwrap();
            file.to_str().unwrap().to_owned()
        })
        .collect();
    let merged: Vec<&str> = ["--merge"].into_iter().chain(parts.iter().map(String::as_str)).collect();
    assert_eq!(csv, cli(&[&merged[..], &["--format", "csv"]].concat()), "in parts");
    let json = exported(window, folder, Written::Json);
    assert_eq!(json, cli(&[&merged[..], &["--format", "json"]].concat()));
}

#[test]
fn a_run_that_is_cancelled_says_how_far_it_came_and_with_intervals_that_hold_whenever_one_looks() {
    let (_folder, path, mut window) = asking(LabView { battles: 1_000_000, ..LabView::default() });
    push(&mut window, "Play the battles");
    while !says(&window, "are valid at any time") {
        std::thread::yield_now();
        window.run_steps(1);
    }
    assert!(says(&window, "of 1000000 battles, ") && says(&window, " per second, ") && says(&window, " left"));
    push(&mut window, "Cancel");
    while window.state().workspace().lab().busy() {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(&mut window);
    let line = window
        .get_by_label_contains("Cancelled: the first ")
        .value()
        .or_else(|| window.get_by_label_contains("Cancelled: the first ").accesskit_node().label());
    let line = line.expect("it has words");
    let played = line.split(' ').nth(3).unwrap().to_owned();
    assert!((1..1_000_000).contains(&played.parse::<u32>().unwrap()), "{line}");
    assert!(says(&window, "are valid at any time"), "the number of battles was not fixed in advance");
    let told = cli(&[&path, "duel", "--battles", &played, "--format", "csv"]);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(exported(&mut window, folder.path(), Written::Csv), told, "the first of them all");
}

#[test]
fn what_is_unsaved_is_played_and_later_edits_are_told() {
    let (folder, path, mut window) = asking(LabView { battles: 20, ..LabView::default() });
    break_the_broadsword(&mut window);
    played(&mut window, "Play the battles");
    assert!(!says(&window, "For the content"), "it is as it was played");
    let csv = exported(&mut window, folder.path(), Written::Csv);
    assert_ne!(csv, cli(&[&path, "duel", "--battles", "20", "--format", "csv"]), "on disk it is another sword");
    window.state_mut().perform(Action::Save);
    assert_eq!(csv, cli(&[&path, "duel", "--battles", "20", "--format", "csv"]), "once it is saved it is this one");
    let size = RecordKey::new("items", "broadsword").pointer().child("size");
    window.state_mut().perform(Action::Set(size, json!(13)));
    window.state_mut().perform(Action::Settle);
    settle(&mut window);
    assert!(says(&window, "For the content as it was 1 edit ago"));
    played(&mut window, "Play the battles");
    assert!(!says(&window, "For the content"));
}

#[test]
fn edits_are_compared_with_the_saved_version_and_what_they_do_is_said_plainly() {
    let asked = LabView { question: LabQuestion::Change, battles: 60, ..LabView::default() };
    let (folder, path, mut window) = asking(LabView { until: LabUntil::All, ..asked });
    // The dagger in Maud's belt belongs to the duel's content, but is never used.
    let damage = RecordKey::new("items", "dagger").pointer().child("damage");
    window.state_mut().perform(Action::Set(damage, json!("-1H")));
    window.state_mut().perform(Action::Settle);
    played(&mut window, "Compare with the saved version");
    assert!(says(&window, "No effect seen in 60 pairs, which were all identical"));
    assert!(!says(&window, "p =") && !says(&window, "E ="), "there is nothing to test");
    break_the_broadsword(&mut window);
    assert!(says(&window, "For the content as it was 1 edit ago"));
    played(&mut window, "Compare with the saved version");
    assert!(!says(&window, "No effect seen"));
    let told = exported(&mut window, folder.path(), Written::Json);
    // The same two packs on the command line.
    let saved = folder.path().join("saved");
    packs::copy("arena", &saved);
    window.state_mut().perform(Action::Save);
    let against = saved.to_str().unwrap();
    let args = [path.as_str(), "duel", "--battles", "60", "--against", against];
    assert_eq!(told, cli(&[&args[..], &["--format", "json"]].concat()));
    let table = cli(&args);
    let statement = table.lines().next().unwrap();
    let capital = statement[..1].to_uppercase() + &statement[1..];
    assert!(says(&window, &capital), "`{capital}`");
    for label in ["pairs", "better", "worse", "alike", "won before", "won after", "change", "test"] {
        assert!(window.query_by_label(label).is_some(), "{label}");
    }
    push(&mut window, "Show it after");
    journal(&mut window);
    assert!(says(&window, "The battle with seed ") && says(&window, ", after is shown"), "it is in test-play");
}

#[test]
fn pairs_are_played_until_it_is_decided() {
    let asked = LabView { question: LabQuestion::Change, battles: 20_000, ..LabView::default() };
    let (_folder, _path, mut window) = asking(asked);
    let st = RecordKey::new("items", "broadsword").pointer().child("damage");
    window.state_mut().perform(Action::Set(st, json!("-9H")));
    window.state_mut().perform(Action::Settle);
    played(&mut window, "Compare with the saved version");
    assert!(says(&window, "decided, of at most 20000"), "it ends long before");
    assert!(says(&window, "valid at any time"), "with the interval for that");
    assert!(says(&window, "for Toll-keepers: "));
}

#[test]
fn what_was_counted_becomes_a_check_that_holds_and_can_be_taken_back() {
    let (_folder, _path, mut window) = asking(LabView { battles: 200, ..LabView::default() });
    played(&mut window, "Play the battles");
    push(&mut window, "Make this a check");
    while window.state().workspace().testing().busy() {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(&mut window);
    let key = RecordKey::new("checks", "duel-blue-wins");
    assert!(window.state().workspace().pack().unwrap().draft().contains(&key), "it is written into the pack");
    assert!(says(&window, "% of battles: True: "), "and holds, in the list of tests");
    assert!(crate::errors(&window).is_empty());
    window.state_mut().perform(Action::Undo);
    settle(&mut window);
    assert!(!window.state().workspace().pack().unwrap().draft().contains(&key), "one step back");
}

#[test]
fn a_number_of_the_form_is_swept_and_each_point_is_a_battle() {
    let (folder, path, mut window) = asking(LabView::default());
    let selection =
        Selection { field: vec!["size".to_owned()], ..Selection::record(RecordKey::new("items", "great-axe")) };
    window.state_mut().perform(Action::Select(selection));
    window.state_mut().perform(Action::Lab(LabAction::VarySelected));
    settle(&mut window);
    assert_eq!(crate::value(&window, "Value"), "items/great-axe/size");
    type_into(&mut window, "Values", "10, 24, 40");
    let asked = LabView { battles: 30, ..window.state().workspace().view().lab.clone() };
    window.state_mut().perform(Action::Lab(LabAction::Set(Box::new(asked))));
    played(&mut window, "Play the battles");
    let told = cli(&[&path, "duel", "--battles", "30", "--vary", "items/great-axe/size=10,24,40", "--format", "json"]);
    assert_eq!(exported(&mut window, folder.path(), Written::Json), told);
    assert!(says(&window, "24 as written") && says(&window, "24, as written: "), "in the table and on the curve");
    window.query_all_by_label_contains("40: ").next().expect("a point of the curve").click();
    settle(&mut window);
    journal(&mut window);
    assert!(says(&window, "The battle with seed 1 and 40 is shown"));
}

#[test]
fn a_sweep_that_is_cancelled_tells_what_is_through_with_intervals_that_hold() {
    let (path, values) = ("items/great-axe/size".to_owned(), "10, 24, 40, 50, 60".to_owned());
    let asked = LabView { question: LabQuestion::Sweep, battles: 2000, path, values, ..LabView::default() };
    let (_folder, path, mut window) = asking(asked);
    push(&mut window, "Play the battles");
    while !says(&window, "10: ") {
        std::thread::yield_now();
        window.run_steps(1);
    }
    push(&mut window, "Cancel");
    while window.state().workspace().lab().busy() {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(&mut window);
    assert!(says(&window, "contents are complete, each with 2000 battles"), "incomplete contents are not reported");
    let told = cli(&[&path, "duel", "--battles", "2000", "--vary", "items/great-axe/size=10", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let share = &told["variants"][0]["sides"][0]["share"];
    let percent = |part: &str| 100.0 * share[part].as_f64().unwrap();
    let words = format!("{:.1} % to {:.1} %", percent("low"), percent("high"));
    assert!(says(&window, &words), "the interval of all 2000 battles: {words}");
}

#[test]
fn more_figures_than_can_be_played_are_answered_with_how_many_can() {
    let asked = LabView { question: LabQuestion::Matrix, battles: 5000, ..LabView::default() };
    let (_folder, _path, mut window) = asking(asked);
    played(&mut window, "Play the battles");
    assert!(
        says(&window, "This cannot be played: expected at most 4000000 battles")
            && says(&window, "choose at most 28 figures")
    );
}

/// Draws until the battles are over.
fn wait(window: &mut Window) {
    while window.state().workspace().lab().busy() {
        std::thread::yield_now();
        window.run_steps(1);
    }
    settle(window);
}

#[test]
fn the_lab_is_asked_and_its_battles_are_shown_by_keyboard_alone() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F10);
    let go = |window: &mut Window, wanted: &str| tab_to(window, |_, name, _| name.starts_with(wanted));
    let choose = |window: &mut Window, wanted: &str| {
        go(window, wanted);
        key(window, Modifiers::NONE, Key::Space);
        settle(window);
    };
    let battles = |window: &mut Window, name: &str, number: &str| {
        go(window, name);
        key(window, Modifiers::COMMAND, Key::A);
        window.event(egui::Event::Text(number.to_owned()));
        window.run_steps(2);
        key(window, Modifiers::NONE, Key::Enter);
        settle(window);
    };
    battles(&mut window, "Battles", "40");
    choose(&mut window, "Play the battles");
    wait(&mut window);
    assert!(says(&window, "40 battles, from seed 1 on"), "it was asked with the number that was typed");
    choose(&mut window, "Ushka Nine-Fingers by Maud Tollbar");
    journal(&mut window);
    assert!(says(&window, "The battle with seed "), "a cell is a battle by keyboard too");
    press(&mut window, Modifiers::NONE, Key::F10);
    choose(&mut window, "Parity price");
    battles(&mut window, "Battles per number", "20");
    choose(&mut window, "Play the battles");
    wait(&mut window);
    choose(&mut window, "Show a battle of 1");
    journal(&mut window);
    assert!(says(&window, "The battle of 1 Master Aldous Vane with seed 1 is shown"));
}

#[test]
fn a_value_that_cannot_be_is_told_and_nothing_is_played() {
    let asked = LabView { question: LabQuestion::Sweep, battles: 5, ..LabView::default() };
    let (_folder, _path, mut window) = asking(LabView { path: "items/nothing/size".to_owned(), ..asked });
    played(&mut window, "Play the battles");
    assert!(says(&window, "This cannot be played: expected a value of a record, such as items/sword/size"));
}

#[test]
fn how_many_of_a_figure_are_a_match_is_what_the_command_line_says() {
    let figure = "toll-keepers/pim".to_owned();
    let asked = LabView { question: LabQuestion::Parity, battles: 60, figure, ..LabView::default() };
    let (folder, path, mut window) = asking(asked);
    assert!(says(&window, "How many of") && says(&window, "in the place of"));
    played(&mut window, "Play the battles");
    let args = [path.as_str(), "duel", "--battles", "60", "--parity", "pim"];
    let told = cli(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(exported(&mut window, folder.path(), Written::Json), told);
    let table = cli(&args);
    // In the window, the answer begins with a capital letter.
    assert!(says(&window, &table.lines().next().unwrap()[1..]), "the answer in the same words: {table}");
    push(&mut window, "Show a battle of 2");
    journal(&mut window);
    assert!(says(&window, "The battle of 2 Pim Underbough with seed 1 is shown"));
}

#[test]
fn everybody_meets_everybody_and_each_cell_says_how_sure_it_is_and_is_a_battle() {
    let figures = ["maud", "ushka", "brokk", "sirael"].map(str::to_owned).into();
    let asked = LabView { question: LabQuestion::Matrix, battles: 10, figures, ..LabView::default() };
    let (folder, path, mut window) = asking(asked);
    played(&mut window, "Play the battles");
    let args = [path.as_str(), "duel", "--battles", "10", "--matrix=brokk,maud,sirael,ushka", "--format", "json"];
    let told = cli(&args);
    assert_eq!(exported(&mut window, folder.path(), Written::Json), told);
    let cells = window.query_all_by_label_contains(" against ").count();
    assert_eq!(cells, 12, "each of four against three others");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let one = told["cells"].as_array().unwrap().iter().find(|cell| {
        cell["figures"][0].as_str().unwrap().ends_with("/brokk")
            && cell["figures"][1].as_str().unwrap().ends_with("/maud")
    });
    let share = &one.expect("the two figures have met")["share"];
    let percent = |part: &str| 100.0 * share[part].as_f64().unwrap();
    let words = format!("{:.0} %, {:.0} to {:.0} %", percent("share"), percent("low"), percent("high"));
    let cell = window.query_all_by_label_contains("Brokk Pennyweight against ").find(|cell| {
        cell.accesskit_node().label().is_some_and(|label| label.contains("Maud Tollbar: ") && label.contains(&words))
    });
    cell.expect("the cell shows the same share").click();
    settle(&mut window);
    journal(&mut window);
    assert!(says(&window, "Brokk Pennyweight against Maud Tollbar with seed 1 is shown"), "it is in test-play");
}
