//! Goals of sides and zones of maps: displayed next to the map, and chosen from lists.

use std::fs;

use egui::Role;
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Selection;

use crate::{Window, arena, choose, errors, settle, window_on};

const ZONES: &str = "    zones:
      middle: {title: The heap of stones, cells: [[4, 3], [4, 4]]}
      corner: {title: The far corner, cells: [[7, 3]]}
";

/// A window on an Arena in which Maud's goal is the middle of the pit.
fn duel() -> (tempfile::TempDir, Window) {
    let (folder, path) = arena();
    let change = |file: &str, from: &str, to: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap();
        assert!(text.contains(from), "{file}");
        fs::write(path.join(file), text.replacen(from, to, 1)).unwrap();
    };
    change("maps.yaml", "\n  # The same from the left", &format!("{ZONES}\n  # The same from the left"));
    let place = "          maud: {hex: [1, 3], facing: 2}\n";
    let goal = "        victory:\n          - {kind: hold-zone, zone: middle, rounds: 2}\n";
    change("scenarios.yaml", place, &format!("{place}{goal}"));
    (folder, window_on(&path, SHIPPED))
}

/// Replaces the text of the field for levels.
fn type_lines(window: &mut Window, text: &str) {
    window.get_by_role_and_label(Role::MultilineTextInput, "Elevation").click();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run_steps(1);
    window.get_by_role_and_label(Role::MultilineTextInput, "Elevation").type_text(text);
    settle(window);
}

#[test]
fn a_goal_is_told_beside_the_map_and_its_zone_is_chosen_from_those_of_the_map() {
    let (_folder, mut window) = duel();
    assert_eq!(errors(&window), []);
    choose(&mut window, "A matter of one copper");
    crate::option(&mut window, "Figures");
    let goal = |zone: &str| format!("Toll-keepers win when Toll-keepers alone hold {zone} for 2 rounds");
    assert!(window.query_by_label(&goal("The heap of stones")).is_some());

    let field = ["sides", "0", "victory", "0", "zone"].map(str::to_owned).to_vec();
    let record = RecordKey::new("scenarios", "duel");
    window.state_mut().perform(Action::Select(Selection { record, field, hex: None }));
    settle(&mut window);
    window.get_by_role_and_label(Role::ComboBox, "Zone").click();
    settle(&mut window);
    window.get_by_label("Search names").type_text("far");
    settle(&mut window);
    let offered = |name| window.query_all_by_role_and_label(Role::ListBoxOption, name).count();
    assert_eq!([offered("The far corner"), offered("The heap of stones")], [1, 0], "the list is searched");
    window.get_by_role_and_label(Role::ListBoxOption, "The far corner").click();
    settle(&mut window);
    crate::option(&mut window, "Figures");
    assert!(window.query_by_label(&goal("The far corner")).is_some(), "the sentence follows");
    assert_eq!(errors(&window), []);
}

#[test]
fn levels_are_typed_line_by_line() {
    let (_folder, mut window) = duel();
    choose(&mut window, "The pit");
    let levels = "000000000\n".repeat(3) + "000012100\n" + &"000000000\n".repeat(3);
    type_lines(&mut window, &levels);
    assert_eq!(errors(&window), []);
    let map = RecordKey::new("maps", "pit");
    let written = window.state().workspace().pack().unwrap().draft().raw(&map).unwrap();
    assert_eq!(written["elevation"], levels.as_str());
    type_lines(&mut window, "0\n");
    assert!(errors(&window).iter().any(|error| error.code == "map-rows"), "{:?}", errors(&window));
}
