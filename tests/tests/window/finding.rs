//! Finding anything by a few letters of its name, with the keyboard.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_scene::theme::ThemeChoice;
use foeman_schema::text::RecordKey;
use foeman_window::palette::{COMMANDS, hits};
use foeman_window::shell::menus;

use crate::{Window, arena_window, press, settle};

fn type_in(window: &mut Window, text: &str) {
    window.get_by_role_and_label(Role::TextInput, "Find anything").type_text(text);
    settle(window);
}

#[test]
fn a_record_is_found_by_letters_of_its_title_and_selected() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::COMMAND, Key::P);
    type_in(&mut window, "sword");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().workspace().palette().is_none());
    press(&mut window, Modifiers::COMMAND, Key::P);
    type_in(&mut window, "sword");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let selected = window.state().workspace().session().selected().cloned().expect("a record is selected");
    let title = window.state().workspace().pack().unwrap().index().title(&selected).to_owned();
    assert!(title.to_lowercase().contains("sword"), "{title}");
    press(&mut window, Modifiers::COMMAND, Key::P);
    type_in(&mut window, "the pit");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label("Map canvas").is_some(), "a map is shown as a map");
    assert_eq!(window.state().workspace().session().selected(), Some(&RecordKey::new("maps", "pit")));
}

#[test]
fn a_command_is_found_and_done_and_only_commands_where_that_is_wanted() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::P);
    let workspace = window.state().workspace();
    let now = workspace.now();
    let applying = menus::listed(&now).filter(|command| (command.applies)(&now)).count();
    let found = hits(&now, COMMANDS);
    assert_eq!(found.len(), applying, "every command that applies, and nothing else");
    type_in(&mut window, "dark");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().workspace().session().theme(), ThemeChoice::Dark);
    press(&mut window, Modifiers::COMMAND, Key::P);
    type_in(&mut window, "zzzz");
    assert!(window.query_by_label("No matches").is_some());
}

#[test]
fn a_catalog_is_found_and_a_stray_enter_runs_nothing() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::COMMAND, Key::P);
    type_in(&mut window, "talents");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_role_and_label(Role::Pane, "Talents pane").is_some());
    let before = window.state().workspace().view().clone();
    for modifiers in [Modifiers::COMMAND, Modifiers::COMMAND.plus(Modifiers::SHIFT)] {
        press(&mut window, modifiers, Key::P);
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(window.state().workspace().palette().is_some(), "the palette stays open");
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
    assert_eq!(window.state().workspace().view(), &before);
}
