//! Tables as spreadsheets: typing on a cell, filters of columns, columns of numbers, and a selection that survives.

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::tables::TableAction;
use serde_json::{Value, json};

use crate::{SHIPPED, Window, click, pack_window, press, push, settle, type_into, window_on};

const PLAIN: Modifiers = Modifiers::NONE;

/// A window with the table of items on top and the dagger selected, with the cursor in a column.
fn dagger(column: &str) -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = pack_window("arena");
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    window.state_mut().perform(Action::Select(Selection::record(item("dagger"))));
    window.state_mut().perform(Action::Table(TableAction::Cursor("items".to_owned(), column.to_owned())));
    settle(&mut window);
    (folder, path, window)
}

fn item(id: &str) -> RecordKey {
    RecordKey::new("items", id)
}

/// Returns the value of an item in its file.
fn raw(window: &Window, id: &str, field: &str) -> Option<Value> {
    window.state().workspace().pack().unwrap().draft().raw(&item(id)).unwrap().get(field).cloned()
}

fn steps(window: &Window) -> usize {
    window.state().workspace().pack().unwrap().history().done().len()
}

pub(crate) fn selected(window: &Window) -> Vec<String> {
    foeman_window::tables::rows_of(window.state().workspace().session()).into_iter().map(|key| key.id).collect()
}

fn cursor(window: &Window) -> String {
    window.state().workspace().view().tables.cursor("items").to_owned()
}

fn rows(window: &Window) -> Vec<String> {
    let rows = window.query_all_by_role(Role::ListBoxOption).filter_map(|node| node.accesskit_node().label());
    rows.filter_map(|label| label.strip_prefix("Row ").map(str::to_owned)).collect()
}

/// Types letter by letter, a frame for each.
fn letters(window: &mut Window, text: &str) {
    for letter in text.chars() {
        window.event(Event::Text(letter.to_string()));
        window.run_steps(1);
    }
}

#[test]
fn typing_on_a_cell_replaces_its_value_and_enter_goes_down() {
    let (_folder, path, mut window) = dagger("size");
    let before = packs::files(&path);
    letters(&mut window, "17");
    assert_ne!(raw(&window, "dagger", "size"), Some(json!(17)), "nothing is written before Enter");
    press(&mut window, PLAIN, Key::Enter);
    assert_eq!(raw(&window, "dagger", "size"), Some(json!(17)));
    let below = selected(&window);
    assert_ne!(below, ["dagger"]);
    letters(&mut window, "18");
    press(&mut window, PLAIN, Key::Tab);
    assert_eq!(raw(&window, &below[0], "size"), Some(json!(18)));
    assert_eq!(selected(&window), below, "Tab stays in the row");
    assert_ne!(cursor(&window), "size");
    assert_eq!(steps(&window), 2, "one step for each cell");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(packs::files(&path) == before, "byte for byte as it was");
}

#[test]
fn letters_and_enter_in_one_frame_are_all_used() {
    let (_folder, _path, mut window) = dagger("size");
    for event in [Event::Text("2".to_owned()), Event::Text("3".to_owned())] {
        window.event(event);
    }
    press(&mut window, PLAIN, Key::Enter);
    assert_eq!(raw(&window, "dagger", "size"), Some(json!(23)));
    assert_ne!(selected(&window), ["dagger"]);
}

#[test]
fn esc_cancels_and_a_text_that_is_no_value_stays_open() {
    let (_folder, _path, mut window) = dagger("size");
    let size = raw(&window, "dagger", "size");
    letters(&mut window, "17");
    press(&mut window, PLAIN, Key::Escape);
    letters(&mut window, "four");
    press(&mut window, PLAIN, Key::Enter);
    assert!(window.state().workspace().view().tables.cell().is_some(), "it is no number");
    press(&mut window, PLAIN, Key::Escape);
    assert!(window.state().workspace().view().tables.cell().is_none());
    assert_eq!((raw(&window, "dagger", "size"), selected(&window)), (size, vec!["dagger".to_owned()]));
    assert_eq!(steps(&window), 0);
}

#[test]
fn a_click_elsewhere_enters_the_text_or_says_why_not() {
    let (_folder, _path, mut window) = dagger("size");
    letters(&mut window, "17");
    window.get_by_label("Row Mace").click();
    settle(&mut window);
    assert_eq!(raw(&window, "dagger", "size"), Some(json!(17)));
    window.state_mut().perform(Action::Table(TableAction::Cursor("items".to_owned(), "size".to_owned())));
    let size = raw(&window, "mace", "size");
    letters(&mut window, "x");
    window.get_by_label("Row Dagger").click();
    settle(&mut window);
    assert_eq!(raw(&window, "mace", "size"), size);
    let notice = window.state().workspace().session().notice().unwrap().text.clone();
    assert!(notice.starts_with("Size of Mace is unchanged: expected a whole number"), "{notice}");
}

#[test]
fn the_first_letters_of_a_choice_are_enough_and_the_list_can_be_clicked() {
    let (_folder, _path, mut window) = dagger("quality");
    letters(&mut window, "mag");
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "magical").is_some(), "the list shows what matches");
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "crude").is_none());
    press(&mut window, PLAIN, Key::Enter);
    assert_eq!(raw(&window, "dagger", "quality"), Some(json!("magical")));
    window.state_mut().perform(Action::Select(Selection::record(item("dagger"))));
    settle(&mut window);
    press(&mut window, PLAIN, Key::Enter);
    window.get_by_role_and_label(Role::ListBoxOption, "crude").click();
    settle(&mut window);
    assert_eq!(raw(&window, "dagger", "quality"), Some(json!("crude")));
}

#[test]
fn delete_clears_a_value_that_may_be_empty_and_no_other() {
    let (_folder, _path, mut window) = dagger("size");
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    letters(&mut window, "31");
    press(&mut window, PLAIN, Key::Enter);
    let two = selected(&window);
    assert!(two.iter().all(|id| raw(&window, id, "size") == Some(json!(31))), "both selected rows");
    press(&mut window, PLAIN, Key::Delete);
    assert!(two.iter().all(|id| raw(&window, id, "size").is_none()), "both selected rows");
    assert_eq!((steps(&window), selected(&window)), (2, two.clone()));
    window.state_mut().perform(Action::Table(TableAction::Cursor("items".to_owned(), "title".to_owned())));
    settle(&mut window);
    press(&mut window, PLAIN, Key::Delete);
    assert!(window.query_by_label("Delete 2 items").is_some(), "the title stands for the whole row");
}

#[test]
fn a_column_is_filtered_by_text_by_numbers_and_by_values() {
    let (_folder, _path, mut window) = dagger("size");
    let all = window.state().workspace().pack().unwrap().index().catalog("items").unwrap().records.len();
    click(&mut window, "Filter by Title");
    type_into(&mut window, "Title contains", "axe");
    push(&mut window, "Done");
    let axes = rows(&window);
    assert!(axes.len() > 1 && axes.iter().all(|title| title.to_lowercase().contains("axe")), "{axes:?}");
    assert!(window.query_by_label(&format!("{} of {all} rows", axes.len())).is_some(), "the status counts the rows");
    click(&mut window, "Filter by Size");
    type_into(&mut window, "Size contains", ">=20");
    push(&mut window, "Done");
    let great = rows(&window);
    assert!(!great.is_empty() && great.len() < axes.len(), "{great:?} of {axes:?}");
    push(&mut window, "Clear filter of Size");
    assert_eq!(rows(&window), axes);
    push(&mut window, "Clear filter of Title");
    assert_eq!(rows(&window).len(), all);
    click(&mut window, "Filter by Quality");
    click(&mut window, "Show magical");
    push(&mut window, "Done");
    let pack = window.state().workspace().pack().unwrap();
    let magical = pack.index().catalog("items").unwrap().records.iter();
    let magical = magical.filter(|entry| pack.draft().merged(&entry.key).unwrap()["quality"] == "magical");
    let magical: Vec<String> = magical.map(|entry| entry.title.clone()).collect();
    assert_eq!(rows(&window), magical);
    let kept = window.state().workspace().view().to_text().unwrap();
    let kept = foeman_window::shell::view::ViewState::from_text(&kept).unwrap();
    assert_eq!(kept.tables.filters("items").len(), 1, "filters are remembered");
}

#[test]
fn a_filter_that_hides_everything_keeps_the_headings_and_offers_to_clear_it() {
    let (_folder, _path, mut window) = dagger("size");
    click(&mut window, "Filter by Title");
    type_into(&mut window, "Title contains", "no such thing");
    push(&mut window, "Done");
    assert!(rows(&window).is_empty() && window.query_by_label("Sort by Size").is_some());
    push(&mut window, "Clear filters");
    assert!(rows(&window).len() > 10);
}

#[test]
fn the_selection_survives_edits_sorting_filters_undo_and_a_change_of_pane() {
    let (_folder, _path, mut window) = dagger("size");
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    let three = selected(&window);
    assert_eq!(three.len(), 3);
    let check = |window: &Window, after: &str| assert_eq!(selected(window), three, "after {after}");
    letters(&mut window, "44");
    press(&mut window, PLAIN, Key::Enter);
    check(&window, "an edit");
    click(&mut window, "Sort by Size");
    check(&window, "sorting");
    click(&mut window, "Filter by Title");
    type_into(&mut window, "Title contains", "dagger");
    push(&mut window, "Done");
    check(&window, "filtering");
    assert!(window.query_by_label_contains("3 selected, 2 of them hidden").is_some());
    push(&mut window, "Clear filter of Title");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    check(&window, "undo");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    check(&window, "redo");
    window.state_mut().perform(Action::Show(Pane::Catalog("spells".to_owned())));
    settle(&mut window);
    press(&mut window, PLAIN, Key::ArrowDown);
    assert_ne!(selected(&window), three);
    click(&mut window, "Items tab");
    check(&window, "another pane");
    press(&mut window, Modifiers::COMMAND, Key::D);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(three.contains(&selected(&window)[0]), "undoing the copies goes back to a row selected before");
}

#[test]
fn units_have_columns_of_numbers_that_are_edited_sorted_and_filtered() {
    let (_folder, path, mut window) = pack_window("strategy");
    window.state_mut().perform(Action::Show(Pane::Catalog("units".to_owned())));
    settle(&mut window);
    for column in ["Strength (values)", "Spirit", "Pace", "Reach"] {
        assert!(window.query_by_label(&format!("Sort by {column}")).is_some(), "{column}");
    }
    let novice = RecordKey::new("units", "novice");
    window.state_mut().perform(Action::Select(Selection::record(novice)));
    window.state_mut().perform(Action::Table(TableAction::Cursor("units".to_owned(), "values/pace".to_owned())));
    settle(&mut window);
    letters(&mut window, "9");
    press(&mut window, PLAIN, Key::Enter);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let text = std::fs::read_to_string(path.join("units.yaml")).unwrap();
    assert!(text.contains("values: {strength: 12, spirit: 4, pace: 9, reach: 1}"), "{text}");
    click(&mut window, "Sort by Pace");
    click(&mut window, "Sort by Pace");
    assert_eq!(rows(&window)[0], "Novices");
    click(&mut window, "Filter by Pace");
    type_into(&mut window, "Pace contains", ">6");
    push(&mut window, "Done");
    assert_eq!(rows(&window), ["Novices", "Ram riders"]);
}

#[test]
fn empty_columns_give_way_before_those_with_the_same_value_in_all_records() {
    let folder = tempfile::tempdir().unwrap();
    let item =
        |id: &str, size: u32| format!("  {id}: {{title: {id}, class: wpn, size: {size}, ready: 1hand, damage: -2H}}\n");
    let text = format!("pack: alike\nruleset: foeman\nitems:\n{}{}", item("one", 5), item("two", 6));
    std::fs::write(folder.path().join("pack.yaml"), text).unwrap();
    let mut window = window_on(folder.path(), SHIPPED);
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    settle(&mut window);
    for column in ["Class", "Size", "Ready", "Damage"] {
        assert!(window.query_by_label(&format!("Sort by {column}")).is_some(), "{column}");
    }
}
