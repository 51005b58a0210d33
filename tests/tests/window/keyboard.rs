//! From an empty folder to a finished battle, by keyboard alone: Tab, arrows, Enter, typing and shortcuts.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::NodeT as _;
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::pack::Pack;

use crate::{Window, errors, press, settle, window_on};

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
/// More controls than any path through the window has.
const FAR: usize = 400;

/// Returns the focused node: its role, its name, and its value.
pub(crate) fn focus(window: &Window) -> Option<(Role, String, String)> {
    let node = window.root().children_recursive().find(|node| node.accesskit_node().is_focused())?;
    let node = node.accesskit_node();
    Some((node.role(), node.label().unwrap_or_default(), node.value().unwrap_or_default()))
}

pub(crate) fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(2);
}

/// Presses Tab until the wanted node has the focus.
pub(crate) fn tab_to(window: &mut Window, wanted: impl Fn(Role, &str, &str) -> bool) {
    let mut passed = Vec::new();
    for _ in 0..FAR {
        if let Some((role, name, value)) = focus(window) {
            if wanted(role, &name, &value) {
                return;
            }
            passed.push(format!("{role:?} {name} {value}"));
        }
        key(window, NONE, Key::Tab);
    }
    panic!("Tab never gets there; it passes {passed:#?}");
}

fn tab_to_named(window: &mut Window, wanted: &str) {
    tab_to(window, |_, name, _| name == wanted);
}

fn write(window: &mut Window, text: &str) {
    for letter in text.chars() {
        window.event(Event::Text(letter.to_string()));
        window.run_steps(1);
    }
    settle(window);
}

/// Replaces the text of the focused field.
fn rewrite(window: &mut Window, text: &str) {
    key(window, CTRL, Key::A);
    write(window, text);
}

/// Opens an entry of a list whose sentence begins with this text.
fn open_entry(window: &mut Window, start: &str) {
    tab_to(window, |role, name, _| role == Role::Button && name.starts_with(start));
    press(window, NONE, Key::Enter);
}

/// Opens a record by letters of its name.
fn go_to(window: &mut Window, words: &str) {
    press(window, CTRL, Key::P);
    write(window, words);
    press(window, NONE, Key::Enter);
}

#[test]
fn a_spear_is_made_given_to_a_figure_and_fought_with_by_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    // In an empty folder, the window offers templates.
    let mut window = window_on(folder.path(), SHIPPED);
    tab_to(&mut window, |_, name, _| name.starts_with("Skirmish"));
    press(&mut window, NONE, Key::Enter);
    tab_to_named(&mut window, "Create pack");
    press(&mut window, NONE, Key::Enter);
    assert!(folder.path().join("items.yaml").is_file());
    assert_eq!(errors(&window), []);

    // A new weapon, copied from an existing one.
    go_to(&mut window, "hoe");
    press(&mut window, NONE, Key::Insert);
    rewrite(&mut window, "Bean-pole spear");
    press(&mut window, NONE, Key::Enter);
    let spear = RecordKey::new("items", "bean-pole-spear");
    assert_eq!(window.state().workspace().session().selected(), Some(&spear));
    let wanted = [("Class", "wpn"), ("Ready", "2hand")];
    for (field, word) in wanted {
        tab_to(&mut window, |role, name, _| role == Role::ComboBox && name == field);
        press(&mut window, NONE, Key::Enter);
        tab_to(&mut window, |_, name, _| name.split(':').next() == Some(word));
        press(&mut window, NONE, Key::Enter);
    }
    tab_to(&mut window, |role, name, _| role == Role::TextInput && name == "Damage");
    rewrite(&mut window, "0H T+1");
    let merged =
        |window: &Window, key: &RecordKey| window.state().workspace().pack().unwrap().draft().merged(key).unwrap();
    assert_eq!(merged(&window, &spear)["damage"], "0H T+1");
    assert_eq!(merged(&window, &spear)["ready"], "2hand");
    assert_eq!(errors(&window), []);

    // Cuthbert gets it in place of his sickle.
    go_to(&mut window, "marrow growers");
    open_entry(&mut window, "Cuthbert Mould, ");
    open_entry(&mut window, "1. Sickle");
    tab_to(&mut window, |role, _, value| role == Role::ComboBox && value == "Sickle");
    press(&mut window, NONE, Key::Enter);
    write(&mut window, "spear");
    press(&mut window, NONE, Key::Enter);
    let growers = RecordKey::new("rosters", "marrow-growers");
    assert_eq!(merged(&window, &growers)["figures"]["cuthbert"]["gear"][0]["item"], "bean-pole-spear");

    // It takes both hands, which is reported at once; the dustbin lid goes to his back.
    assert_eq!(errors(&window).iter().map(|finding| finding.code).collect::<Vec<_>>(), ["cannot-hold"]);
    open_entry(&mut window, "2. Dustbin lid");
    tab_to(&mut window, |role, name, value| {
        role == Role::ComboBox && name == "Place" && value.starts_with("Second hand")
    });
    press(&mut window, NONE, Key::Enter);
    tab_to(&mut window, |_, name, _| name.split(':').next() == Some("back"));
    press(&mut window, NONE, Key::Enter);
    assert_eq!(errors(&window), []);

    // A hex of the map is painted.
    go_to(&mut window, "the allotments");
    tab_to_named(&mut window, "Terrain to paint");
    press(&mut window, NONE, Key::Enter);
    write(&mut window, "hedge");
    press(&mut window, NONE, Key::Enter);
    tab_to_named(&mut window, "Map canvas");
    press(&mut window, NONE, Key::ArrowDown);
    press(&mut window, NONE, Key::ArrowDown);
    press(&mut window, NONE, Key::B);
    press(&mut window, NONE, Key::Enter);
    let [col, row] = window.state().workspace().view().selection().unwrap().hex.expect("a hex is selected");
    let map = merged(&window, &RecordKey::new("maps", "allotments"));
    let painted = map["rows"].as_str().unwrap().lines().nth(row as usize).unwrap().chars().nth(col as usize);
    assert_eq!(painted, Some('h'), "{col},{row} of {}", map["rows"]);

    // Everything is saved, and the files on disk are as intended.
    press(&mut window, CTRL, Key::S);
    assert!(window.state().workspace().pack().unwrap().is_saved());
    let kept = Pack::open(folder.path(), &SHIPPED.dialects()).unwrap();
    assert_eq!(kept.draft().merged(&spear).unwrap()["title"], "Bean-pole spear");
    assert_eq!(kept.draft().merged(&growers), Some(merged(&window, &growers)));

    // The spear is used in battle until a side has won.
    go_to(&mut window, "show day");
    press(&mut window, NONE, Key::F5);
    press(&mut window, NONE, Key::F8);
    while window.state().workspace().play().battle().is_some_and(|battle| battle.is_running()) {
        window.run_steps(1);
    }
    settle(&mut window);
    let log = crate::log(&window);
    let battle = window.state().workspace().play().battle().expect("a battle");
    assert!(matches!(battle.seen().turn, Turn::Over(_)), "{log}");
    assert!(log.contains("bean-pole spear"), "{log}");
}
