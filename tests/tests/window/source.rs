//! The source next to the form: both are live, share one undo history, and work on invalid text.

use std::fs;

use egui::text::{CCursor, CCursorRange};
use egui::{Event, Key, Modifiers, Role, TextEdit};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::source::SourceAction;

use crate::{Window, arena_window, choose, click, differing, errors, press, settle, type_into, value};

/// A window on a copy of the Arena with a record selected and its source shown.
fn source_of(title: &str) -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    choose(&mut window, title);
    press(&mut window, Modifiers::COMMAND, Key::U);
    (folder, path, window)
}

fn text(window: &Window) -> String {
    window.get_by_label("Source text").value().unwrap()
}

/// Puts the cursor after the first occurrence of some words in the source, and types.
fn type_behind(window: &mut Window, words: &str, typed: &str) {
    let at = text(window).find(words).expect("the source contains the words") + words.len();
    let letters = text(window)[..at].chars().count();
    window.get_by_label("Source text").focus();
    window.run_steps(4);
    let id = window.ctx.memory(|memory| memory.focused()).expect("the source has the keyboard");
    let mut state = TextEdit::load_state(&window.ctx, id).expect("it is text");
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(letters))));
    state.store(&window.ctx, id);
    window.run_steps(4);
    for letter in typed.chars() {
        match letter {
            '\n' => window.key_press(Key::Enter),
            '\t' => window.key_press(Key::Tab),
            '\u{8}' => window.key_press(Key::Backspace),
            letter => window.event(Event::Text(letter.to_string())),
        }
        window.run_steps(2);
    }
    settle(window);
}

#[test]
fn typing_in_the_source_shows_in_the_form_and_the_other_way_round() {
    let (_folder, path, mut window) = source_of("Great axe");
    let before = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    assert!(text(&window).contains("great-axe:") && text(&window).contains("title: Great axe"), "{}", text(&window));
    assert!(!text(&window).contains("broadsword:"), "one record at a time");
    type_behind(&mut window, "title: Great axe", " of old");
    assert_eq!(value(&window, "Title"), "Great axe of old");
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "Great axe of old").is_some(), "and in the tree");
    type_into(&mut window, "Title", "Small axe");
    assert!(text(&window).contains("title: Small axe"), "{}", text(&window));
    press(&mut window, Modifiers::COMMAND, Key::S);
    let after = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    assert_eq!(differing(&before, &after).len(), 1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(value(&window, "Title"), "Great axe of old", "one stack for both");
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(value(&window, "Title"), "Great axe");
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(path.join("items/melee.yaml")).unwrap(), before);
}

#[test]
fn a_record_that_cannot_be_read_is_mended_where_it_is_broken() {
    let (_folder, path, mut window) = source_of("Great axe");
    let before = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    type_behind(&mut window, "title: ", "\"");
    assert!(text(&window).contains("title: \"Great axe"), "the text stays: {}", text(&window));
    assert!(window.query_by_label("The text of this record cannot be read").is_some(), "the form says so");
    let finding = errors(&window).into_iter().find(|finding| finding.code == "yaml-syntax").expect("a finding");
    let marks = window.query_all_by_label(&finding.message).filter(|node| node.accesskit_node().role() == Role::Label);
    assert!(marks.count() >= 2, "it is marked at its line and words: {}", finding.message);
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "Broadsword").is_some(), "its neighbours are there");
    type_behind(&mut window, "title: \"", "\u{8}");
    assert_eq!(errors(&window), []);
    assert_eq!(value(&window, "Title"), "Great axe");
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(path.join("items/melee.yaml")).unwrap(), before);
}

#[test]
fn the_form_follows_a_record_whose_id_is_typed_anew() {
    let (_folder, _path, mut window) = source_of("Great axe");
    let id = window.state().workspace().session().selected().unwrap().id.clone();
    type_behind(&mut window, &id, "-ii");
    let selected = window.state().workspace().session().selected().cloned();
    assert_eq!(selected, Some(RecordKey::new("items", format!("{id}-ii"))));
    assert_eq!(value(&window, "Title"), "Great axe");
}

#[test]
fn the_cursor_in_the_source_chooses_the_value_in_the_form() {
    let (_folder, _path, mut window) = source_of("Great axe");
    type_behind(&mut window, "damage: -", "");
    let selection = window.state().workspace().view().selection().cloned().unwrap();
    assert_eq!((selection.record.id.as_str(), selection.field), ("great-axe", vec!["damage".to_owned()]));
}

#[test]
fn a_file_that_cannot_be_read_at_all_can_be_mended_as_a_whole() {
    let (_folder, path, mut window) = source_of("Great axe");
    let before = fs::read_to_string(path.join("talents.yaml")).unwrap();
    window.state_mut().perform(Action::Source(SourceAction::Show("talents.yaml".to_owned())));
    settle(&mut window);
    assert_eq!(text(&window), before);
    type_behind(&mut window, "talents:", "\n\tx: [");
    assert!(!errors(&window).is_empty());
    assert!(text(&window).contains("\n  x: ["), "it can still be seen and typed in, and a tab is two spaces");
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_ne!(fs::read_to_string(path.join("talents.yaml")).unwrap(), before, "and saved as it is");
    type_behind(&mut window, "\n  x: [", "\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}");
    assert_eq!(errors(&window), []);
    click(&mut window, "Record");
    assert!(text(&window).contains("great-axe:"), "{}", text(&window));
}
