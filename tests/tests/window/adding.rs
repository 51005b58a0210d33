//! Adding records with a name and a place, without causing problems; creating, renaming and deleting files.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_base::template::Template;
use foeman_registry::SHIPPED;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::packs;
use foeman_window::names::NameAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::Selection;
use foeman_window::shell::workspace::Workspace;

use crate::{arena_window, choose, click, errors, pack, press, push, settle, type_into, value, window, window_on};

fn add(window: &mut crate::Window, catalog: &str) {
    window.state_mut().perform(Action::AddRecord(catalog.to_owned()));
    settle(window);
    push(window, "Add");
}

fn problems(window: &crate::Window) -> Vec<String> {
    let findings = window.state().workspace().pack().unwrap().findings();
    findings.iter().map(|finding| format!("{} {}", finding.pointer, finding.message)).collect()
}

#[test]
fn the_title_proposes_an_id_and_a_taken_one_is_told() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    click(&mut window, "Add item");
    type_into(&mut window, "Title of the new record", "Broadsword");
    assert_eq!(value(&window, "Id of the new record"), "broadsword");
    assert!(window.query_by_label_contains("Broadsword already has the id `broadsword`").is_some());
    push(&mut window, "Add");
    type_into(&mut window, "Id of the new record", "Great Übersword");
    assert!(window.query_by_label_contains("`great-bersword` would do").is_some());
    type_into(&mut window, "Id of the new record", "greatsword-of-doom");
    type_into(&mut window, "Title of the new record", "Übersword");
    assert_eq!(value(&window, "Id of the new record"), "greatsword-of-doom", "the chosen id is kept");
    push(&mut window, "Add");
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let text = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    let lines = "\n\n  greatsword-of-doom:\n    title: Übersword\n    class: ";
    assert!(
        text.contains(lines),
        "on separate lines in the same file, with the same blank lines between records: {text}"
    );
}

#[test]
fn a_new_record_can_be_told_another_file() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    click(&mut window, "Add item");
    click(&mut window, "items/missile.yaml");
    push(&mut window, "Add");
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(fs::read_to_string(path.join("items/missile.yaml")).unwrap().contains("new-item:"));
}

#[test]
fn adding_anything_anywhere_brings_no_problem_along() {
    for name in ["arena", "entropy", "codes", "strategy"] {
        let (_folder, path) = pack(name);
        let catalogs = catalogs(&path);
        for catalog in catalogs {
            let mut window = window_on(&path, SHIPPED);
            add(&mut window, &catalog);
            assert_eq!(errors(&window), [], "{name} {catalog}");
        }
    }
}

#[test]
fn a_new_figure_has_the_attributes_of_an_average_one() {
    for name in ["arena", "empty"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        match name {
            "empty" => drop(Template::named("empty").unwrap().make(&path, &SHIPPED.dialects()).unwrap()),
            _ => packs::copy(name, &path),
        }
        let mut window = window_on(&path, SHIPPED);
        add(&mut window, "figures");
        let figure = window.state().workspace().pack().unwrap().merged(&RecordKey::new("figures", "new-figure-type"));
        let figure = figure.expect("the figure is added");
        for attribute in ["st", "dx", "iq", "ma"] {
            let number = figure["attributes"][attribute].as_u64().unwrap();
            assert!((6..=14).contains(&number), "{name}: {figure}");
        }
    }
}

#[test]
fn an_added_condition_names_a_zone_that_exists() {
    let (_folder, _path, mut window) = arena_window();
    let draft = window.state().workspace().pack().unwrap().draft();
    let map = |id: &str| draft.merged(&RecordKey::new("scenarios", id)).unwrap()["map"].as_str().unwrap().to_owned();
    let has_zones = |id: &str| draft.merged(&RecordKey::new("maps", map(id))).unwrap()["zones"].is_object();
    let scenario = draft.ids("scenarios").find(|id| has_zones(id)).expect("a map has zones").to_owned();
    let list = Pointer::parse(&format!("/scenarios/{scenario}/sides/0/victory")).unwrap();
    let value = serde_json::json!({"kind": "hold-zone", "zone": "New", "rounds": 1});
    window.state_mut().perform(Action::PushFitting(list, value));
    settle(&mut window);
    assert_eq!(errors(&window), []);
}

#[test]
fn new_sides_have_colours_of_their_own() {
    let (_folder, _path, mut window) = arena_window();
    for _ in 0..3 {
        add(&mut window, "sides");
    }
    let draft = window.state().workspace().pack().unwrap().draft();
    let color = |id: &str| draft.merged(&RecordKey::new("sides", id)).unwrap()["color"].to_string();
    let mut colors: Vec<String> = ["new-side", "new-side-2", "new-side-3"].map(color).into();
    let others: Vec<String> = draft.ids("sides").filter(|id| !id.starts_with("new-")).map(color).collect();
    assert!(colors.iter().all(|color| !others.contains(color)), "{colors:?} {others:?}");
    colors.sort();
    colors.dedup();
    assert_eq!(colors.len(), 3, "{colors:?}");
}

fn catalogs(path: &std::path::Path) -> Vec<String> {
    let workspace = window_on(path, SHIPPED);
    let pack = workspace.state().workspace().pack().unwrap();
    pack.index().catalogs.iter().map(|catalog| catalog.def.name.to_owned()).collect()
}

#[test]
fn the_first_record_of_each_kind_brings_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    Template::named("empty").unwrap().make(&path, &SHIPPED.dialects()).unwrap();
    for catalog in catalogs(&path) {
        let mut window = window_on(&path, SHIPPED);
        add(&mut window, &catalog);
        assert_eq!(errors(&window), [], "{catalog}: {:?}", problems(&window));
        assert!(window.state().workspace().pack().unwrap().history().next_undo().is_some());
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert!(window.state().workspace().pack().unwrap().is_saved(), "{catalog}: one step takes all of it back");
    }
}

#[test]
fn a_filter_hides_nothing_that_was_just_added() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Filter("broadsw".to_owned()));
    settle(&mut window);
    add(&mut window, "items");
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "New item").is_some());
    assert!(window.query_by_label_contains("The filter was cleared").is_some());
}

#[test]
fn what_is_added_to_a_list_does_no_harm() {
    let (_folder, _path, mut window) = arena_window();
    let before = problems(&window).len();
    for list in ["/rosters/toll-keepers/figures/maud/gear", "/rosters/lair/figures/ember/gear", "/scenarios/duel/sides"]
    {
        let pointer = Pointer::parse(list).unwrap();
        let value = match list.ends_with("sides") {
            true => serde_json::json!({"side": "blue", "place": {}}),
            false => serde_json::json!({"item": "padded-coat", "place": "first-hand"}),
        };
        window.state_mut().perform(Action::PushFitting(pointer, value));
        settle(&mut window);
        assert_eq!(errors(&window), [], "{list}");
    }
    let new = problems(&window).into_iter().filter(|text| !text.contains("has no figures in this scenario")).count();
    assert_eq!(new, before, "the only new problem is a side without figures: {:?}", problems(&window));
}

#[test]
fn records_move_to_other_files_and_new_ones_and_back() {
    let (_folder, path, mut window) = arena_window();
    let before = packs::files(&path);
    choose(&mut window, "Mace");
    window.state_mut().perform(Action::Names(NameAction::AskMove));
    settle(&mut window);
    assert!(window.query_by_label_contains("Type another path").is_some(), "it is there already");
    type_into(&mut window, "Path of the file", "../outside.yaml");
    assert!(window.query_by_label_contains("Expected a path inside the pack").is_some());
    type_into(&mut window, "Path of the file", "arms/blunt.yaml");
    push(&mut window, "Move");
    press(&mut window, Modifiers::COMMAND, Key::S);
    let moved = packs::files(&path);
    let text = String::from_utf8_lossy(&moved["arms/blunt.yaml"]).into_owned();
    assert!(text.starts_with("# yaml-language-server: $schema=../.foeman/schema.json\n"), "{text}");
    assert!(text.contains("  mace:") && !String::from_utf8_lossy(&moved["items/melee.yaml"]).contains("  mace:"));
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(packs::files(&path), before);
}

#[test]
fn files_are_renamed_and_deleted_from_the_tree_but_not_while_they_are_needed() {
    let (_folder, path, mut window) = arena_window();
    let before = packs::files(&path);
    choose(&mut window, "Files");
    window.get_by_role_and_label(Role::ListBoxOption, "talents.yaml").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    type_into(&mut window, "Path of the file", "skills.yaml");
    push(&mut window, "Rename");
    assert!(window.query_by_role_and_label(Role::ListBoxOption, "skills.yaml").is_some());
    window.get_by_role_and_label(Role::ListBoxOption, "sides.yaml").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    click(&mut window, "Delete file");
    assert!(window.query_by_label_contains("Cannot delete sides.yaml").is_some());
    window.get_by_role_and_label(Role::ListBoxOption, "campaigns.yaml").focus();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    click(&mut window, "Delete file");
    press(&mut window, Modifiers::COMMAND, Key::S);
    let after = packs::files(&path);
    assert!(after.contains_key("skills.yaml") && !after.contains_key("talents.yaml"));
    assert!(!after.contains_key("campaigns.yaml") && after.contains_key("sides.yaml"));
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(packs::files(&path), before);
}

#[test]
fn the_menu_of_a_row_reaches_rename_move_and_usages() {
    let (_folder, _path, mut window) = arena_window();
    for (entry, heading) in
        [("Rename…", "Rename mace"), ("Move to file…", "Move mace to a file"), ("Find usages…", "Used by: Mace")]
    {
        window.get_by_role_and_label(Role::ListBoxOption, "Mace").click_secondary();
        settle(&mut window);
        let buttons: Vec<_> = window.get_all_by_role_and_label(Role::Button, entry).collect();
        buttons.last().unwrap().click();
        settle(&mut window);
        assert!(window.query_by_label(heading).is_some(), "{entry}");
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn a_pack_in_memory_is_added_to_as_well() {
    let mut workspace = Workspace::new(SHIPPED);
    workspace.perform(Action::Begin(foeman_window::files::BeginAction::Sample("arena")));
    workspace.perform(Action::Select(Selection::record(RecordKey::new("items", "mace"))));
    let mut window = window(App::new(workspace));
    add(&mut window, "items");
    assert_eq!(errors(&window), []);
}
