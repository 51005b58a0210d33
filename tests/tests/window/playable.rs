//! New scenarios can be played at once.

use egui::{Key, Modifiers};
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use serde_json::Value;

use crate::{Window, click, errors, log, pack_window, press, push, settle};

/// Adds a scenario with the dialog; returns its id and its values.
fn added(window: &mut Window) -> (RecordKey, Value) {
    let playable = window.state().workspace().pack().unwrap().draft().dialect().unwrap().playable;
    window.state_mut().perform(Action::AddRecord(playable.to_owned()));
    settle(window);
    push(window, "Add");
    let key = window.state().workspace().session().selected().cloned().expect("the new record is selected");
    let value = window.state().workspace().pack().unwrap().raw(&key).unwrap().as_ref().clone();
    (key, value)
}

#[test]
fn a_new_scenario_of_every_ruleset_is_played_with_f5() {
    for dialect in SHIPPED.dialects() {
        let name = ["arena", "strategy", "entropy", "codes"].into_iter().find(|name| {
            let (_folder, _path, window) = pack_window(name);
            window.state().workspace().pack().unwrap().draft().dialect().unwrap().id == dialect.id
        });
        let (_folder, _path, mut window) = pack_window(name.expect("every ruleset has a shipped pack"));
        let (key, _) = added(&mut window);
        assert_eq!(errors(&window), [], "{key}");
        press(&mut window, Modifiers::NONE, Key::F5);
        let battle = window.state().workspace().play().battle().unwrap_or_else(|| panic!("{key} is played"));
        assert!(!battle.is_over(), "{key} is over at once");
        let before = battle.game().entries();
        click(&mut window, "Step");
        let battle = window.state().workspace().play().battle().unwrap();
        assert!(battle.game().entries() > before, "{key}: {}", log(&window));
        assert!(window.state().workspace().session().selected() == Some(&key), "the new scenario is played");
    }
}

#[test]
fn a_new_scenario_of_the_arena_has_all_figures_of_two_sides_apart_on_the_map() {
    let (_folder, _path, mut window) = pack_window("arena");
    let (key, scenario) = added(&mut window);
    let sides = scenario["sides"].as_array().unwrap();
    assert_eq!(sides.len(), 2);
    let places: Vec<Vec<&Value>> =
        sides.iter().map(|side| side["place"].as_object().unwrap().values().collect()).collect();
    assert!(places.iter().all(|places| !places.is_empty()), "{scenario}");
    let column = |place: &Value| place["hex"][0].as_u64().unwrap();
    let (left, right) = (places[0].iter().map(|place| column(place)), places[1].iter().map(|place| column(place)));
    assert!(left.max() < right.min(), "the sides begin apart: {scenario}");
    let findings = window.state().workspace().pack().unwrap().findings();
    // The pack's own standards want a description.
    let own = findings.iter().filter(|finding| finding.pointer.is_in(&key) && !finding.code.starts_with("standards/"));
    assert_eq!(own.map(|finding| &finding.message).collect::<Vec<_>>(), Vec::<&String>::new());
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(window.state().workspace().pack().unwrap().raw(&key).is_none(), "adding it is one step");
}
