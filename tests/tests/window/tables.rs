//! Tables: layout of visible rows, selection, editing, pasting, moving and deleting, also of many records at once.

use std::fs;
use std::path::Path;

use egui::{Event, Key, Modifiers, OutputCommand, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_tests::big;
use foeman_window::names::Names;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::session::Question;
use foeman_window::shell::view::{Pane, Selection, ViewState};
use foeman_window::shell::workspace::Workspace;
use foeman_window::tables::TableAction;

use crate::{Window, arena_window, click, differing, errors, press, push, settle, settled};

const PLAIN: Modifiers = Modifiers::NONE;

fn item(id: &str) -> RecordKey {
    RecordKey::new("items", id)
}

/// A window with the table of items on top, nothing focused, and a record selected.
fn items(select: &str) -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    window.state_mut().perform(Action::Select(Selection::record(item(select))));
    settle(&mut window);
    (folder, path, window)
}

fn rows(window: &Window) -> Vec<String> {
    let rows = window.query_all_by_role(Role::ListBoxOption).filter_map(|node| node.accesskit_node().label());
    rows.filter_map(|label| label.strip_prefix("Row ").map(str::to_owned)).collect()
}

fn selected(window: &Window) -> Vec<String> {
    foeman_window::tables::rows_of(window.state().workspace().session()).into_iter().map(|key| key.id).collect()
}

/// A window of normal size on a pack of this many items.
fn big_window(records: usize) -> Window {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), big::pack(records))], &SHIPPED.dialects());
    let mut app = App::new(Workspace::with_draft(SHIPPED, draft));
    app.perform(Action::Show(Pane::Catalog("items".to_owned())));
    let harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_context_setup(theme::install)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    settled(harness)
}

/// The number of rows that fit below the heading of the table.
fn visible(window: &Window) -> usize {
    let pane = window.get_by_role_and_label(Role::Pane, "Items pane").rect();
    let heading = window.get_by_label("Sort by Title").rect();
    ((pane.bottom() - heading.bottom()) / (theme::ROW + 2.0)).ceil() as usize
}

fn save(window: &mut Window) {
    press(window, Modifiers::COMMAND, Key::S);
}

fn text(path: &Path, file: &str) -> String {
    fs::read_to_string(path.join(file)).unwrap()
}

fn notice(window: &Window) -> String {
    window.state().workspace().session().notice().map(|notice| notice.text.clone()).unwrap_or_default()
}

fn paste(window: &mut Window, text: &str) {
    window.event(Event::Paste(text.to_owned()));
    settle(window);
}

#[test]
fn of_ten_thousand_rows_those_that_can_be_seen_are_laid_out() {
    let mut window = big_window(10_000);
    for step in 0..4 {
        let (laid_out, visible) = (rows(&window).len(), visible(&window));
        assert!(laid_out >= visible - 2 && laid_out <= visible + 10, "step {step}: {laid_out} rows, {visible} visible");
        let to = item(&big::id([3_000, 9_999, 50, 7_000][step]));
        window.state_mut().perform(Action::Select(Selection::record(to.clone())));
        settle(&mut window);
        let index = window.state().workspace().pack().unwrap().index();
        let title = index.title(&to).to_owned();
        assert!(rows(&window).contains(&title), "{title} is scrolled to: {:?}", rows(&window));
    }
}

#[test]
fn nothing_is_drawn_for_ten_seconds_without_input() {
    let mut window = big_window(1_000);
    window.state_mut().perform(Action::Select(Selection::record(item(&big::id(4)))));
    window.state_mut().perform(Action::Focus(foeman_window::shell::action::Focus::Title));
    // All requested drawing and all animations have finished.
    window.run_steps(120);
    let root = egui::ViewportId::ROOT;
    for frame in 0..40 {
        window.run_steps(1);
        let delay = window.output().viewport_output[&root].repaint_delay;
        assert!(delay.as_secs() >= 10, "frame {frame} asks for another in {delay:?}");
    }
}

#[test]
fn sorted_by_a_column_rows_stay_in_order_while_values_change() {
    let (_folder, _path, mut window) = items("dagger");
    click(&mut window, "Sort by Size");
    let sizes = |window: &Window| -> Vec<i64> {
        // A record without a size has the default one.
        let pack = window.state().workspace().pack().unwrap();
        let by_title = |title: &String| {
            let catalog = pack.index().catalog("items").unwrap();
            let entry = catalog.records.iter().find(|entry| entry.title == *title).unwrap();
            pack.draft().merged(&entry.key).unwrap()["size"].as_i64()
        };
        rows(window).iter().filter_map(by_title).collect()
    };
    assert!(sizes(&window).is_sorted(), "{:?}", sizes(&window));
    let size = item("dagger").pointer().child("size");
    window.state_mut().perform(Action::Set(size, 99.into()));
    settle(&mut window);
    assert!(sizes(&window).is_sorted() && sizes(&window).contains(&99), "{:?}", sizes(&window));
    assert_eq!(rows(&window).last().map(String::as_str), Some("Dagger"));
}

#[test]
fn columns_are_chosen_and_remembered() {
    let (_folder, _path, mut window) = items("dagger");
    assert!(window.query_by_label("Sort by File").is_none());
    push(&mut window, "Columns");
    let check = |window: &mut Window, label: &str| {
        window.get_by_role_and_label(Role::CheckBox, label).click();
        settle(window);
    };
    check(&mut window, "File");
    assert!(window.query_by_label("Sort by File").is_some());
    check(&mut window, "Size");
    assert!(window.query_by_label("Sort by Size").is_none());
    let kept = window.state().workspace().view().to_text().unwrap();
    let columns = ViewState::from_text(&kept).unwrap().tables.columns("items").unwrap().to_vec();
    assert!(columns.contains(&":file".to_owned()) && !columns.contains(&"size".to_owned()), "{columns:?}");
    push(&mut window, "Default columns");
    assert!(window.query_by_label("Sort by File").is_none() && window.query_by_label("Sort by Size").is_some());
}

#[test]
fn rows_are_selected_together_by_keyboard_and_duplicated_and_deleted_as_one_step() {
    let (_folder, path, mut window) = items("dagger");
    let before = packs::files(&path);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    let three = selected(&window);
    assert_eq!(three.len(), 3);
    assert_eq!(three[0], "dagger");
    assert!(window.query_by_label_contains("3 selected").is_some(), "the number of selected rows is shown");
    press(&mut window, Modifiers::COMMAND, Key::D);
    let copies = selected(&window);
    assert_eq!(copies.len(), 3, "the copies are selected: {copies:?}");
    assert!(copies.iter().zip(&three).all(|(copy, own)| copy.starts_with(own.as_str()) && copy != own), "{copies:?}");
    assert_eq!(errors(&window), []);
    press(&mut window, PLAIN, Key::Delete);
    let left = |window: &Window| window.state().workspace().pack().unwrap().draft().clone();
    assert!(copies.iter().all(|copy| !left(&window).contains(&item(copy))) && left(&window).contains(&item(&three[0])));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(window.state().workspace().pack().unwrap().history().next_undo().is_none(), "two steps in all");
    save(&mut window);
    assert!(packs::files(&path) == before, "byte for byte as it was");
}

#[test]
fn deleting_used_records_together_asks_once() {
    let (_folder, _path, mut window) = items("great-axe");
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    press(&mut window, PLAIN, Key::Delete);
    assert!(window.query_by_label("Delete 2 items").is_some());
    if let Some(Question::Names(Names::Delete(deletion))) = window.state().workspace().session().question() {
        assert_eq!(deletion.along.as_ref().err(), None);
    }
    push(&mut window, "Delete with references");
    assert_eq!(errors(&window), []);
    assert!(!window.state().workspace().pack().unwrap().draft().contains(&item("great-axe")));
}

#[test]
fn a_click_with_ctrl_takes_a_row_along_and_one_with_shift_a_range() {
    let (_folder, _path, mut window) = items("dagger");
    let all = rows(&window);
    let at = all.iter().position(|title| title == "Dagger").unwrap();
    let row = |at: usize| format!("Row {}", all[at]);
    window.get_by_label(&row(at + 3)).click_modifiers(Modifiers::COMMAND);
    settle(&mut window);
    assert_eq!(selected(&window).len(), 2);
    window.get_by_label(&row(at + 6)).click_modifiers(Modifiers::SHIFT);
    settle(&mut window);
    assert_eq!(selected(&window).len(), 4, "from the row clicked last");
    window.get_by_label(&row(at)).click();
    settle(&mut window);
    assert_eq!(selected(&window), ["dagger"]);
}

/// Puts the cursor into a column of the selected row.
fn cursor(window: &mut Window, column: &str) {
    let cursor = TableAction::Cursor("items".to_owned(), column.to_owned());
    window.state_mut().perform(Action::Table(cursor));
    settle(window);
}

fn type_text(window: &mut Window, text: &str) {
    press(window, Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text.to_owned()));
    settle(window);
}

#[test]
fn a_value_is_written_in_its_cell_and_tab_goes_to_the_next() {
    let (_folder, path, mut window) = items("dagger");
    let before = text(&path, "items/melee.yaml");
    cursor(&mut window, "title");
    press(&mut window, PLAIN, Key::Enter);
    type_text(&mut window, "Poniard");
    press(&mut window, PLAIN, Key::Tab);
    let tables = |window: &Window| window.state().workspace().view().tables.clone();
    assert!(tables(&window).cell().is_none(), "the text is entered");
    assert_ne!(tables(&window).cursor("items"), "title", "the cursor is in the next cell");
    assert_eq!(selected(&window), ["dagger"]);
    cursor(&mut window, "size");
    press(&mut window, PLAIN, Key::Enter);
    type_text(&mut window, "9");
    press(&mut window, PLAIN, Key::Enter);
    assert_eq!(tables(&window).cursor("items"), "size");
    assert_ne!(selected(&window), ["dagger"], "the cursor is in the cell below");
    save(&mut window);
    let after = text(&path, "items/melee.yaml");
    let changed: Vec<String> = differing(&before, &after).into_iter().map(|(_, new)| new.trim().to_owned()).collect();
    assert_eq!(changed, ["title: Poniard", "size: 9"]);
    assert_eq!(errors(&window), []);
}

#[test]
fn what_is_written_in_one_of_several_rows_is_written_in_all_as_one_step() {
    let (_folder, path, mut window) = items("dagger");
    let before = packs::files(&path);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    let rows = selected(&window);
    cursor(&mut window, "size");
    press(&mut window, PLAIN, Key::Enter);
    type_text(&mut window, "31");
    press(&mut window, PLAIN, Key::Enter);
    let draft = |window: &Window| window.state().workspace().pack().unwrap().draft().clone();
    for id in &rows {
        assert_eq!(draft(&window).merged(&item(id)).unwrap()["size"], 31, "{id}");
    }
    let undo = window.state().workspace().pack().unwrap().history().next_undo().unwrap().name.clone();
    assert_eq!(undo, "Set size of 3 items");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    save(&mut window);
    assert!(packs::files(&path) == before, "one step takes all of it back");
}

#[test]
fn rows_go_to_a_spreadsheet_and_come_back_changed_and_with_new_ones() {
    let (_folder, path, mut window) = items("dagger");
    let before = packs::files(&path);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    window.event(Event::Copy);
    window.run_steps(1);
    let commands = &window.output().platform_output.commands;
    let copied = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("text was copied");
    assert!(copied.starts_with("Id\tTitle\t"), "{copied}");
    assert_eq!(copied.lines().count(), 3);
    paste(&mut window, &copied);
    assert!(notice(&window).contains("already have these values"), "{}", notice(&window));
    let lines: Vec<&str> = copied.lines().collect();
    let other = format!(
        "{}\r\n{}\r\n{}\r\n",
        lines[0],
        lines[1].replace("Dagger", "Dirk"),
        lines[2].replacen(&selected(&window)[1], "long-dirk", 1).replacen('\t', "\tLong ", 1)
    );
    paste(&mut window, &other);
    assert_eq!(notice(&window), "Pasted into 2 records");
    let draft = window.state().workspace().pack().unwrap().draft().clone();
    assert_eq!(draft.merged(&item("dagger")).unwrap()["title"], "Dirk");
    assert!(draft.contains(&item("long-dirk")));
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    save(&mut window);
    assert!(packs::files(&path) == before, "byte for byte as it was");
}

#[test]
fn a_malformed_paste_changes_nothing_and_says_where_and_why() {
    let (_folder, path, mut window) = items("dagger");
    let before = packs::files(&path);
    cursor(&mut window, "size");
    for (pasted, told) in [
        ("3\n4\nfour\n", "row 3, column 1: expected a whole number"),
        ("3\n4\nfour\n", "found `four`"),
        ("Id\tSize\ndagger\t3\nmace\t4\nspear\t\"3\n", "row 4, column 2: expected a whole number"),
        ("Id\tWeihgt\ndagger\t3\n", "row 1, column 2: expected the heading of a column, found `Weihgt`"),
        ("Id\tSize\ndagger\t3\nNew Thing\t4\n", "row 3, column 1: expected an id"),
        ("Id\tSize\ndagger\t3\ndagger\t4\n", "row 3, column 1: expected each id once"),
    ] {
        paste(&mut window, pasted);
        assert!(notice(&window).starts_with("Nothing was pasted: "), "{}", notice(&window));
        assert!(notice(&window).contains(told), "{told}: {}", notice(&window));
    }
    assert!(window.state().workspace().pack().unwrap().is_saved());
    save(&mut window);
    assert!(packs::files(&path) == before, "byte for byte as it was");
}

#[test]
fn a_cell_that_begins_with_a_quote_and_does_not_end_with_one_is_pasted_as_it_is() {
    let (_folder, _path, mut window) = items("dagger");
    let titles = |window: &Window, ids: &[&str]| -> Vec<String> {
        let index = window.state().workspace().pack().unwrap().index();
        ids.iter().map(|id| index.title(&item(id)).to_owned()).collect()
    };
    paste(&mut window, "\"Mad\" Max");
    assert_eq!(titles(&window, &["dagger"]), ["\"Mad\" Max"]);
    paste(&mut window, "Id\tTitle\r\ndagger\t\"Old\" Bob\r\nmace\t\"\"\"Big\"\" \"\"Tom\"\"\"\r\n\t\r\n");
    assert_eq!(titles(&window, &["dagger", "mace"]), ["\"Old\" Bob", "\"Big\" \"Tom\""]);
    paste(&mut window, "id,title,size\r\ndagger,\"Bob, \"\"the\"\" dagger\",3.00\r\n");
    assert_eq!(titles(&window, &["dagger"]), ["Bob, \"the\" dagger"], "comma-separated values");
    assert_eq!(errors(&window), []);
}

#[test]
fn rows_move_in_their_file_and_back_byte_for_byte() {
    let (_folder, path, mut window) = items("dagger");
    let before = text(&path, "items/melee.yaml");
    let order = rows(&window);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    press(&mut window, Modifiers::ALT, Key::ArrowDown);
    let after = rows(&window);
    let at = order.iter().position(|title| title == "Dagger").unwrap();
    assert_eq!(after[at..at + 3], [order[at + 2].clone(), order[at].clone(), order[at + 1].clone()]);
    assert_eq!(selected(&window).len(), 2, "they stay selected");
    save(&mut window);
    assert_ne!(text(&path, "items/melee.yaml"), before);
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::ALT, Key::ArrowUp);
    save(&mut window);
    assert!(text(&path, "items/melee.yaml") == before, "byte for byte as it was");
}

#[test]
fn several_records_move_to_another_file_together() {
    let (_folder, path, mut window) = items("dagger");
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    let both = selected(&window);
    push(&mut window, "Move…");
    crate::type_into(&mut window, "Path of the file", "items/blades.yaml");
    push(&mut window, "Move");
    save(&mut window);
    let blades = text(&path, "items/blades.yaml");
    assert!(both.iter().all(|id| blades.contains(&format!("\n  {id}:"))), "{blades}");
    assert_eq!(errors(&window), []);
}

#[test]
fn a_thousand_rows_of_ten_thousand_get_one_value_as_one_step() {
    let mut window = big_window(10_000);
    let before = window.state().workspace().pack().unwrap().draft().clone();
    let keys: Vec<RecordKey> = (0..1_000).map(|number| item(&big::id(number * 10))).collect();
    let mark = TableAction::Mark(keys.clone(), keys[0].clone(), keys[0].clone());
    window.state_mut().perform(Action::Table(mark));
    let fill = TableAction::Fill(keys.clone(), vec!["size".to_owned()], Some(91.into()));
    window.state_mut().perform(Action::Table(fill));
    settle(&mut window);
    let draft = window.state().workspace().pack().unwrap().draft().clone();
    assert!(keys.iter().all(|key| draft.raw(key).unwrap()["size"] == 91));
    let (old, new) = (before.text(before.header_file()), draft.text(draft.header_file()));
    let changed = differing(old, new);
    assert_eq!(changed.len(), 1_000, "a line for each");
    assert!(changed.iter().all(|(_, line)| line == "    size: 91"));
    window.state_mut().perform(Action::Undo);
    let pack = window.state().workspace().pack().unwrap();
    assert!(pack.is_saved() && pack.draft().text(before.header_file()) == old, "byte for byte as it was");
}
