//! Opening battles from journals, valid or only partly replayable; going back and forward in them.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_window::play::PlayAction;
use foeman_window::shell::action::Action;

use crate::{SHIPPED, Window, arena, arena_window, click, log, press, settle, window_on};

const NONE: Modifiers = Modifiers::NONE;

/// Saves a journal of the duel after some rounds, and returns its log.
fn fought(file: &Path) -> String {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, NONE, Key::F5);
    for _ in 0..3 {
        click(&mut window, "Round");
    }
    window.state_mut().perform(Action::Play(PlayAction::WriteJournal(file.to_owned())));
    log(&window)
}

fn opened(file: &Path) -> (tempfile::TempDir, Window) {
    let (folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::OpenJournal(file.to_owned())));
    settle(&mut window);
    (folder, window)
}

fn entries(window: &Window) -> usize {
    window.state().workspace().play().battle().unwrap().game().entries()
}

#[test]
fn a_saved_battle_is_opened_gone_back_through_and_forward_again_as_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.journal");
    let went = fought(&file);
    let (_pack, mut window) = opened(&file);
    click(&mut window, "Journal");
    assert!(window.query_by_label("duel.journal is shown; all its rolls and rules are verified").is_some());
    assert_eq!(log(&window), went);
    let all = entries(&window);
    click(&mut window, "Back to start");
    assert_eq!(entries(&window), 1);
    for step in 2..5 {
        click(&mut window, "Forward a step");
        assert_eq!(entries(&window), step);
    }
    click(&mut window, "Back a step");
    click(&mut window, "Forward to the end");
    assert_eq!((log(&window), entries(&window)), (went, all));
    let written = folder.path().join("again.journal");
    window.state_mut().perform(Action::Play(PlayAction::WriteJournal(written.clone())));
    assert_eq!(fs::read(written).unwrap(), fs::read(&file).unwrap(), "byte for byte");
    // Continuing from an earlier point with the same players gives the same battle, so later entries are kept.
    click(&mut window, "Back to start");
    click(&mut window, "Round");
    assert!(entries(&window) > 1);
    let ahead = window.state().workspace().play().battle().unwrap().game().ahead();
    assert_eq!(entries(&window) + ahead, all);
}

#[test]
fn what_does_not_fit_is_told_and_the_battle_is_shown_up_to_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.journal");
    fought(&file);
    // The tenth entry contains an instruction that no current build has.
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut entry: serde_json::Value = serde_json::from_str(&lines[12]).unwrap();
    assert_eq!(entry["entry"], 10);
    entry["did"] = serde_json::json!([{"somersault": 3}]);
    lines[12] = entry.to_string();
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    let (_pack, mut window) = opened(&file);
    assert_eq!(entries(&window), 10, "entries 0 to 9");
    let words =
        "duel.journal is shown as far as it can be replayed, and can be continued from there: line 13: entry 10";
    click(&mut window, "Journal");
    assert!(window.query_by_label_contains(words).is_some());
    click(&mut window, "Round");
    assert!(entries(&window) > 10);

    // A die that the seed does not give: the battle is shown as recorded, with a note.
    let forged = text.replacen("\"dice\":[", "\"dice\":[6,", 1);
    assert_ne!(forged, text);
    fs::write(&file, forged).unwrap();
    let (_pack, mut window) = opened(&file);
    click(&mut window, "Journal");
    assert!(window.query_by_label_contains("duel.journal is shown as recorded; with the current rules").is_some());

    fs::write(&file, "no journal").unwrap();
    let (_pack, window) = opened(&file);
    assert!(window.query_by_label_contains("Cannot open duel.journal: line 1: ").is_some());
    assert!(window.state().workspace().play().battle().is_none());
}

#[test]
fn a_journal_is_opened_from_a_file_manager_without_a_pack_and_left_by_opening_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.journal");
    let went = fought(&file);
    let mut window = window_on(&file, SHIPPED);
    settle(&mut window);
    assert_eq!(log(&window), went);
    let all = entries(&window);
    click(&mut window, "Back to start");
    click(&mut window, "Forward a step");
    assert_eq!(entries(&window), 2);
    // The battle can be continued, as its content is in the journal.
    click(&mut window, "Round");
    assert!(entries(&window) > 2 && entries(&window) <= all);
    press(&mut window, NONE, Key::Escape);
    assert!(window.query_by_label("Open").is_some(), "the start page");
    let (_arena, path) = arena();
    window.state_mut().perform(Action::Open(path));
    settle(&mut window);
    assert!(window.state().workspace().pack().is_some());
}

#[test]
fn a_file_that_is_no_journal_leaves_the_start_page_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("empty", ""), ("prose", "The duel went badly.\n"), ("half", "{\"journal\":1,\"rul")] {
        let file = folder.path().join(format!("{name}.journal"));
        fs::write(&file, text).unwrap();
        let mut window = window_on(&file, SHIPPED);
        settle(&mut window);
        assert!(window.query_by_label(&format!("Cannot open {}", file.display())).is_some(), "{name}");
        assert!(window.state().workspace().play().battle().is_none());
    }
}
