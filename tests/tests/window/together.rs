//! The form that several selected rows share.

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::{Pane, Selection};
use serde_json::{Value, json};

use crate::cells::selected;
use crate::{Window, click, field, pack_window, press, settle, value};

/// A window with five items selected.
fn five() -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = pack_window("arena");
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    window.state_mut().perform(Action::Select(Selection::record(RecordKey::new("items", "dagger"))));
    settle(&mut window);
    for _ in 0..4 {
        press(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    }
    assert_eq!(selected(&window).len(), 5);
    (folder, path, window)
}

fn merged(window: &Window, id: &str) -> Value {
    window.state().workspace().pack().unwrap().draft().merged(&RecordKey::new("items", id)).unwrap()
}

#[test]
fn one_field_of_five_selected_rows_is_set_with_a_click_a_number_and_enter() {
    let (_folder, path, mut window) = five();
    let before = packs::files(&path);
    let rows = selected(&window);
    field(&window, "Size of 5 items").click();
    window.run_steps(2);
    window.event(Event::Text("7".to_owned()));
    window.run_steps(1);
    press(&mut window, Modifiers::NONE, Key::Enter);
    for id in &rows {
        assert_eq!(merged(&window, id)["size"], json!(7), "{id}");
    }
    assert_eq!(selected(&window), rows, "they stay selected");
    assert_eq!(window.state().workspace().pack().unwrap().history().next_undo().unwrap().name, "Set size of 5 items");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(packs::files(&path) == before, "one step takes all of it back");
}

#[test]
fn fields_that_agree_show_the_value_and_others_are_mixed() {
    let (_folder, _path, window) = five();
    assert_eq!(value(&window, "Class of 5 items"), "wpn");
    assert_eq!(value(&window, "Size of 5 items"), "", "the sizes differ");
    let sizes: Vec<Value> = selected(&window).iter().map(|id| merged(&window, id)["size"].clone()).collect();
    assert!(sizes.iter().any(|size| *size != sizes[0]), "{sizes:?}");
}

#[test]
fn a_choice_is_clicked_for_all_and_reset_for_all() {
    let (_folder, _path, mut window) = five();
    let rows = selected(&window);
    field(&window, "Quality of 5 items").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::ListBoxOption, "magical").click();
    settle(&mut window);
    assert!(rows.iter().all(|id| merged(&window, id)["quality"] == "magical"));
    click(&mut window, "Reset Quality");
    assert!(rows.iter().all(|id| merged(&window, id)["quality"] != "magical"));
}

#[test]
fn a_text_that_is_no_value_is_not_written_and_esc_takes_it_back() {
    let (_folder, _path, mut window) = five();
    let enter = |window: &mut Window, text: &str, key: Key| {
        field(window, "Size of 5 items").click();
        window.run_steps(2);
        window.event(Event::Text(text.to_owned()));
        window.run_steps(1);
        press(window, Modifiers::NONE, key);
    };
    enter(&mut window, "huge", Key::Enter);
    assert!(window.query_by_label_contains("not written: expected a whole number").is_some());
    enter(&mut window, "8", Key::Escape);
    assert!(window.query_by_label_contains("not written").is_none());
    assert!(window.state().workspace().pack().unwrap().is_saved());
}
