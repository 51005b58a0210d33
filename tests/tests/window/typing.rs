//! Typed and pasted text reaches the intended field with the correct value.

use std::collections::BTreeSet;
use std::fs;

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_scene::theme;
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::packs;
use foeman_window::form;
use foeman_window::form::{Form, Spot};
use foeman_window::pack::Pack;
use foeman_window::shell::action::{Action, Actions, Focus};
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use serde_json::{Value, json};

use crate::{Window, arena_window, choose, errors, field, press, push, settle, value, window};

const CTRL: Modifiers = Modifiers::COMMAND;

/// A window on the form of the rune staff, with the first of its effects in view.
fn staff() -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    let field = ["effects", "0", "range"].map(str::to_owned).to_vec();
    let selection = Selection { field, ..Selection::record(RecordKey::new("items", "rune-staff")) };
    window.state_mut().perform(Action::Select(selection));
    settle(&mut window);
    (folder, path, window)
}

fn range(window: &Window) -> Option<Value> {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.raw(&RecordKey::new("items", "rune-staff")).unwrap()["effects"][0].get("range").cloned()
}

fn type_range(window: &mut Window, text: &str) {
    field(window, "Range").click();
    window.run_steps(2);
    press(window, CTRL, Key::A);
    for letter in text.chars() {
        window.event(Event::Text(letter.to_string()));
        window.run_steps(2);
    }
    settle(window);
}

#[test]
fn the_range_of_an_effect_is_filled_in_in_the_ways_people_write_ranges() {
    for (text, written) in [
        ("1-3", json!([1, 3])),
        ("[1, 3]", json!([1, 3])),
        ("1, 3", json!([1, 3])),
        ("1 to 3", json!([1, 3])),
        ("1 – 3 hexes", json!([1, 3])),
        ("1..3", json!([1, 3])),
        ("3", json!([3, 3])),
        ("2+", json!([2, 99])),
        ("up to 4", json!([0, 4])),
    ] {
        let (_folder, path, mut window) = staff();
        type_range(&mut window, text);
        assert_eq!(range(&window), Some(written.clone()), "{text}");
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert_eq!(errors(&window), [], "{text}");
        assert!(window.query_by_role_and_label(Role::SpinButton, "Range 2").is_some(), "{text}: two numbers by now");
        press(&mut window, CTRL, Key::S);
        let curios = fs::read_to_string(path.join("items/curios.yaml")).unwrap();
        let numbers = written.as_array().unwrap();
        assert!(curios.contains(&format!("range: [{}, {}]", numbers[0], numbers[1])), "{text}: {curios}");
        press(&mut window, CTRL, Key::Z);
        assert_eq!(range(&window), None, "{text}: typing is one step");
    }
}

#[test]
fn an_entry_that_is_no_value_is_told_at_its_field_and_not_written() {
    let (_folder, _path, mut window) = staff();
    type_range(&mut window, "1-");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(range(&window), None, "not even the 1 that was typed first");
    assert_eq!(value(&window, "Range"), "1-", "invalid text stays in the field");
    assert!(window.query_by_label_contains("not written: expected a list of 2 such as `1-3`, found `1-`").is_some());
    assert!(window.state().workspace().pack().unwrap().is_saved());
    type_range(&mut window, "1-2");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(range(&window), Some(json!([1, 2])));
    assert!(window.query_by_label_contains("not written").is_none());
}

#[test]
fn a_value_of_another_type_is_mended_by_typing_the_right_one() {
    let (_folder, _path, mut window) = staff();
    let pointer = RecordKey::new("items", "rune-staff").pointer().child("effects").child("0").child("range");
    window.state_mut().perform(Action::Set(pointer, "one to three".into()));
    window.state_mut().perform(Action::Settle);
    settle(&mut window);
    assert_eq!(value(&window, "Range"), "one to three");
    type_range(&mut window, "1-3");
    assert_eq!(range(&window), Some(json!([1, 3])));
}

/// A field of a form, and its path for messages.
type Site = (Field, String);

/// Returns every field of every catalog of a dialect, each type once.
fn sites(draft: &Draft) -> Vec<Site> {
    let dialect = draft.dialect().unwrap();
    let (mut sites, mut seen) = (Vec::new(), BTreeSet::new());
    let mut open: Vec<Site> = dialect
        .catalogs
        .iter()
        .filter_map(|catalog| Some((Field::record(dialect, catalog.name)?, format!("{}/*", catalog.name))))
        .collect();
    while let Some((field, path)) = open.pop() {
        // Conditions and effects can be nested indefinitely.
        let name = format!("{:?} {:?} {:?} {:?}", field.kind(), field.widget(), field.name(), field.type_name());
        if path.split('/').count() > 9 || !seen.insert(name) {
            continue;
        }
        open.extend(field.fields().into_iter().map(|child| (child, format!("{path}/{}", child.name()))));
        if let Some(tag) = field.tag().and_then(|tag| field.child(tag))
            && let FieldKind::Choice(kinds) = tag.kind()
        {
            for kind in kinds {
                let fields = field.fields_of(kind.value).into_iter();
                open.extend(fields.map(|child| (child, format!("{path}/({})/{}", kind.value, child.name()))));
            }
        }
        open.extend(field.value().map(|value| (value, format!("{path}/0"))));
        sites.push((field, path));
    }
    sites
}

/// Returns the text that a user types for a field, and the expected value; `None` if it cannot be typed.
fn typed(field: Field) -> Option<(String, Value)> {
    let number = |min: i64, max: i64| 2.clamp(min, max);
    match field.kind() {
        FieldKind::Integer { min, max } => Some((number(min, max).to_string(), number(min, max).into())),
        FieldKind::Number => Some(("0.5".to_owned(), json!(0.5))),
        FieldKind::List { min, max: Some(max) } if min == max && max <= 4 => {
            let items: Option<Vec<(String, Value)>> = (0..min).map(|_| typed(field.value()?)).collect();
            let (texts, values): (Vec<_>, Vec<_>) = items?.into_iter().unzip();
            Some((texts.join(", "), Value::Array(values)))
        }
        FieldKind::Text { .. } => {
            let example = field.example().map(|example| example.as_str().map_or(example.to_string(), str::to_owned));
            let text = example.unwrap_or_else(|| "A few words".to_owned());
            Some((text.clone(), field.typed(&text)))
        }
        _ => None,
    }
}

/// The form of a single field, drawn alone.
struct Alone {
    pack: Pack,
    record: RecordKey,
    site: Field,
    pointer: Pointer,
    written: Option<Value>,
}

impl Alone {
    fn ui(&mut self, ui: &mut egui::Ui) {
        let mut actions = Actions::new();
        let mut form = Form::new(&self.pack, &self.record, 600.0, &mut actions);
        let spot = Spot::root(self.pointer.clone(), self.site, self.written.as_ref(), self.written.as_ref());
        ui.name_inputs("Value", |ui| form::cell(ui, &mut form, &spot, 300.0));
        for action in actions {
            match action {
                Action::Set(at, value) if at == self.pointer => self.written = Some(value),
                Action::Set(at, value) => {
                    let item = at.last().and_then(|last| last.parse::<usize>().ok()).expect("an item");
                    self.written.as_mut().expect("a list")[item] = value;
                }
                Action::Remove(_) | Action::Retract(_) => self.written = None,
                _ => {}
            }
        }
    }
}

#[test]
fn what_is_typed_into_every_input_of_every_form_is_written_as_what_its_field_expects() {
    let mut tried = 0;
    for name in ["arena", "entropy", "codes", "strategy"] {
        let draft = Draft::open(&packs::shipped(name), &SHIPPED.dialects()).unwrap();
        let sites = sites(&draft);
        let pack = Pack::of(draft);
        let record = RecordKey::new("items", "nothing");
        let state = Alone { pack, record: record.clone(), site: sites[0].0, pointer: Pointer::root(), written: None };
        let mut harness = Harness::builder()
            .with_size([700.0, 200.0])
            .with_context_setup(theme::install)
            .build_ui_state(|ui, alone: &mut Alone| alone.ui(ui), state);
        for (number, (field, path)) in sites.into_iter().enumerate() {
            let Some((text, wanted)) = typed(field) else { continue };
            let alone = harness.state_mut();
            (alone.site, alone.written) = (field, None);
            alone.pointer = record.pointer().child(format!("value{number}"));
            harness.run_steps(3);
            let input = |role| harness.query_all_by_role(role).next().map(|node| node.rect().center());
            let Some(at) = input(Role::TextInput).or(input(Role::MultilineTextInput)).or(input(Role::SpinButton))
            else {
                continue;
            };
            for pressed in [true, false] {
                let button = egui::PointerButton::Primary;
                harness.event(Event::PointerMoved(at));
                harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
            }
            harness.run_steps(3);
            harness.key_press_modifiers(CTRL, Key::A);
            for letter in text.chars() {
                harness.event(Event::Text(letter.to_string()));
            }
            harness.run_steps(2);
            if harness.query_by_role(Role::MultilineTextInput).is_none() {
                harness.key_press(Key::Enter);
                harness.run_steps(3);
            }
            assert_eq!(harness.state().written, Some(wanted), "{name} {path}: `{text}`");
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried} inputs");
}

/// Presses keys and types in one frame, like on a busy machine.
fn at_once(window: &mut Window, modifiers: Modifiers, key: Key, text: &str, last: Option<Key>) {
    let pressed = |key, modifiers, pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    let none = Modifiers::NONE;
    let mut events =
        vec![Event::ModifiersChanged(modifiers), pressed(key, modifiers, true), pressed(key, modifiers, false)];
    events.push(Event::ModifiersChanged(none));
    events.extend(text.chars().map(|letter| Event::Text(letter.to_string())));
    events.extend(last.map(|key| pressed(key, none, true)));
    events.extend(last.map(|key| pressed(key, none, false)));
    window.input_mut().events.extend(events);
    settle(window);
}

#[test]
fn letters_typed_right_after_the_shortcut_reach_the_palette() {
    let (_folder, _path, mut window) = arena_window();
    at_once(&mut window, CTRL, Key::P, "broad", None);
    assert_eq!(window.state().workspace().palette().map(|palette| palette.text.as_str()), Some("broad"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.state().workspace().palette().is_none());
    at_once(&mut window, CTRL.plus(Modifiers::SHIFT), Key::P, "undo", None);
    assert_eq!(window.state().workspace().palette().map(|palette| palette.text.as_str()), Some(">undo"));
}

#[test]
fn enter_takes_what_the_letters_before_it_find_though_all_comes_in_one_frame() {
    let (_folder, _path, mut window) = arena_window();
    at_once(&mut window, CTRL, Key::P, "broadsword", Some(Key::Enter));
    let workspace = window.state().workspace();
    assert!(workspace.palette().is_none() && workspace.pack().unwrap().is_saved());
    assert_eq!(workspace.session().selected(), Some(&RecordKey::new("items", "broadsword")));
    // The same in the frames after the shortcut, one by one.
    press(&mut window, CTRL, Key::P);
    let enter =
        Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    window.input_mut().events.extend([Event::Text("mace".to_owned()), enter]);
    settle(&mut window);
    assert_eq!(window.state().workspace().session().selected(), Some(&RecordKey::new("items", "mace")));
}

#[test]
fn letters_after_other_shortcuts_reach_what_they_open_and_leave_the_records_alone() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Mace");
    field(&window, "Title").click();
    window.run_steps(2);
    at_once(&mut window, CTRL.plus(Modifiers::SHIFT), Key::F, "sword", None);
    assert_eq!(window.state().workspace().view().search(), "sword");
    field(&window, "Title").click();
    window.run_steps(2);
    at_once(&mut window, CTRL, Key::P, "dagger", Some(Key::Enter));
    assert_eq!(window.state().workspace().session().selected(), Some(&RecordKey::new("items", "dagger")));
    assert!(window.state().workspace().pack().unwrap().is_saved(), "nothing was typed into the title");
    for (key, modifiers) in [(Key::Z, CTRL), (Key::Z, CTRL), (Key::S, CTRL)] {
        // Two commands in one frame are both carried out.
        let pressed = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        window.input_mut().events.extend([pressed(true), pressed(false)]);
    }
    settle(&mut window);
}

#[test]
fn letters_typed_before_a_shortcut_in_the_same_frame_are_saved() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    field(&window, "Title").click();
    window.run_steps(2);
    press(&mut window, CTRL, Key::A);
    let save = Event::Key { key: Key::S, physical_key: None, pressed: true, repeat: false, modifiers: CTRL };
    window.input_mut().events.extend([Event::Text("Star".to_owned()), save]);
    settle(&mut window);
    assert!(fs::read_to_string(path.join("items/melee.yaml")).unwrap().contains("title: Star\n"));
}

const LINES: &str = "  Red\r\n\tcordial\u{1b}\nof\u{7} old\r\n";
const LINE: &str = "Red cordial of old";

fn paste_over(window: &mut Window) {
    press(window, CTRL, Key::A);
    window.event(Event::Paste(LINES.to_owned()));
    settle(window);
}

#[test]
fn several_lines_pasted_into_a_line_of_a_form_become_one_line() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Mace");
    for long in [false, true] {
        if long {
            // A long text is wrapped, but stays a single line.
            let title = RecordKey::new("items", "mace").pointer().child("title");
            window.state_mut().perform(Action::Set(title, "A mace ".repeat(40).into()));
            window.state_mut().perform(Action::Settle);
            settle(&mut window);
            window.get_by_role_and_label(Role::MultilineTextInput, "Title").click();
        } else {
            field(&window, "Title").click();
        }
        window.run_steps(2);
        paste_over(&mut window);
        press(&mut window, CTRL, Key::S);
        let saved = Draft::open(&path, &SHIPPED.dialects()).unwrap();
        assert_eq!(saved.raw(&RecordKey::new("items", "mace")).unwrap()["title"], LINE, "long: {long}");
    }
}

#[test]
fn several_lines_pasted_anywhere_else_on_one_line_become_one_line() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, CTRL, Key::P);
    paste_over(&mut window);
    assert_eq!(window.state().workspace().palette().unwrap().text, LINE);
    press(&mut window, Modifiers::NONE, Key::Escape);
    for (focus, label) in [(Focus::Filter, "Filter records"), (Focus::Search, "Search in all files")] {
        window.state_mut().perform(Action::Focus(focus));
        settle(&mut window);
        paste_over(&mut window);
        assert_eq!(value(&window, label), LINE);
    }
    window.state_mut().perform(Action::Filter(String::new()));
    press(&mut window, CTRL, Key::N);
    field(&window, "Folder of the new pack").click();
    window.run_steps(2);
    paste_over(&mut window);
    assert_eq!(value(&window, "Folder of the new pack"), LINE);
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.state_mut().perform(Action::AddRecord("items".to_owned()));
    settle(&mut window);
    paste_over(&mut window);
    assert_eq!(value(&window, "Title of the new record"), LINE);
    push(&mut window, "Cancel");
}

#[test]
fn several_lines_pasted_into_the_source_stay_several() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Mace");
    window.state_mut().perform(Action::Show(Pane::Source));
    settle(&mut window);
    window.get_by_role_and_label(Role::MultilineTextInput, "Source text").click();
    window.run_steps(2);
    press(&mut window, CTRL, Key::End);
    window.event(Event::Paste("# one\n# two\n".to_owned()));
    settle(&mut window);
    let draft = window.state().workspace().pack().unwrap().draft().clone();
    assert!(draft.text(draft.file_at("items/melee.yaml").unwrap()).contains("# one\n# two\n"));
}

#[test]
fn a_new_pack_is_suggested_outside_packs_and_checkouts_where_the_last_one_went() {
    let folder = tempfile::tempdir().unwrap();
    let checkout = folder.path().join("checkout");
    fs::create_dir_all(checkout.join(".git")).unwrap();
    packs::copy("arena", &checkout.join("content/arena"));
    let suggested = |window: &mut Window| {
        press(window, CTRL, Key::N);
        let suggested = value(window, "Folder of the new pack");
        press(window, Modifiers::NONE, Key::Escape);
        std::path::PathBuf::from(suggested)
    };
    let mut window = window(App::empty(SHIPPED));
    for last in [None, Some(checkout.join("content")), Some(checkout.join("content/arena/items"))] {
        window.state_mut().workspace_mut().session_mut().settings.folder = last;
        window.state_mut().perform(Action::Open(checkout.join("content/arena")));
        settle(&mut window);
        let suggested = suggested(&mut window);
        assert!(!suggested.starts_with(folder.path()), "{}", suggested.display());
    }
    let packs = folder.path().join("packs");
    fs::create_dir_all(&packs).unwrap();
    press(&mut window, CTRL, Key::N);
    crate::type_into(&mut window, "Folder of the new pack", packs.join("first").to_str().unwrap());
    push(&mut window, "Create pack");
    assert_eq!(suggested(&mut window), packs.join("my-pack"), "next to the pack that was created last");
}
