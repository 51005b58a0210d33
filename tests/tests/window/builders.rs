//! Builders: composing damage and other short texts by choosing.

use std::collections::BTreeSet;
use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;
use serde_json::Value;

use crate::access::unnamed;
use crate::panes::{place, sized};
use crate::seen::texts;
use crate::{Window, arena_window, choose, errors, pack_window, press, push, settle, type_into, unfold, value};

/// Chooses from a list of the builder.
fn pick(window: &mut Window, list: &str, words: &str) {
    window.get_by_role_and_label(Role::ComboBox, list).click();
    settle(window);
    let choice = list.rsplit(": ").next().unwrap_or_default();
    window.get_by_label(&format!("{choice}: {words}")).click();
    settle(window);
}

/// Returns a record as it is now.
fn written(window: &Window, catalog: &str, id: &str) -> Value {
    window.state().workspace().pack().unwrap().merged(&RecordKey::new(catalog, id)).unwrap().as_ref().clone()
}

fn has_text(window: &Window, words: &str) -> bool {
    texts(window).iter().any(|text| text.words.contains(words))
}

#[test]
fn a_weapons_damage_is_changed_with_three_clicks_and_undone_with_one() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    assert_eq!(value(&window, "Damage"), "-0H");
    push(&mut window, "Build damage");
    push(&mut window, "Raise Damage: number");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(value(&window, "Damage"), "-1H");
    assert!(window.query_by_label("Raise Damage: number").is_none(), "Escape closes the builder");
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::S);
    let text = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    let axe = &text[text.find("  great-axe:").unwrap()..];
    assert!(axe[..axe.find("\n\n").unwrap() + 1].contains("damage: -1H\n"), "{axe}");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(value(&window, "Damage"), "-0H");
}

#[test]
fn the_builder_says_the_damage_in_words_and_shows_its_distribution() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    push(&mut window, "Build damage");
    assert!(has_text(&window, "as many dice as to hit"));
    assert!(has_text(&window, "Damage with 3 dice to hit: 3 to 18, 10.5 on average"));
    assert!(window.query_by_label("Chart: Damage with 3 dice to hit").is_some());
    push(&mut window, "Damage: Add change");
    pick(&mut window, "Damage: change 1: die", "lowest die");
    pick(&mut window, "Damage: change 1: condition", "if below");
    push(&mut window, "Raise Damage: change 1: points");
    push(&mut window, "Lower Damage: change 1: limit");
    assert_eq!(written(&window, "items", "great-axe")["damage"], "-0H L+2<3");
    assert_eq!(unnamed(&window), BTreeSet::new(), "every control of the builder has a name");
    assert!(has_text(&window, "as many dice as to hit; lowest die +2 if below 3"));
    pick(&mut window, "Damage: dice", "always the same number");
    push(&mut window, "Damage: Remove change 1");
    assert_eq!(value(&window, "Damage"), "1D");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(value(&window, "Damage"), "-0H", "all changes in the builder are one undo step");
}

#[test]
fn an_invalid_text_is_explained_and_the_builder_starts_with_the_usual_one() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    type_into(&mut window, "Damage", "lots");
    push(&mut window, "Build damage");
    assert!(has_text(&window, "expected hit dice less a number"));
    push(&mut window, "Use -1H");
    assert_eq!(value(&window, "Damage"), "-1H");
    assert_eq!(errors(&window), []);
}

#[test]
fn f1_in_the_builder_explains_the_letters_and_links_the_rules() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    push(&mut window, "Build damage");
    press(&mut window, Modifiers::NONE, Key::F1);
    let help = place(&window, &Pane::Help);
    let words: String = texts(&window)
        .into_iter()
        .filter(|text| help.contains(text.seen.center()))
        .map(|text| text.words + " ")
        .collect();
    assert!(words.contains("How to write damage") && words.contains("die: lowest die"), "{words}");
    window.get_by_role_and_label(Role::Link, "F7.7 Changed dice").click_accesskit();
    settle(&mut window);
    assert!(has_text(&window, "F7.7 Changed dice") && !has_text(&window, "How to write damage"));
}

#[test]
fn the_builder_stays_in_a_small_window_and_scrolls() {
    let (_folder, path, _) = arena_window();
    for size in [[900.0, 600.0], [1280.0, 800.0]] {
        let mut app = App::new(Workspace::new(SHIPPED));
        app.perform(Action::Open(path.clone()));
        app.perform(Action::Select(Selection::record(RecordKey::new("items", "great-axe"))));
        let mut window = sized(app, size);
        window.get_by_label("Build damage").click_accesskit();
        settle(&mut window);
        for _ in 0..4 {
            window.get_by_label("Damage: Add change").click_accesskit();
            settle(&mut window);
        }
        let parts = window.get_all(
            egui_kittest::kittest::By::new()
                .predicate(|node| node.label().is_some_and(|label| label.starts_with("Damage: "))),
        );
        let [left, right] = [0.0, size[0]];
        let inside = parts.filter(|node| node.rect().left() >= left && node.rect().right() <= right).count();
        assert!(inside >= 10, "{size:?}: {inside}");
        let close = window.get_by_label("Help on damage").rect();
        assert!(close.top() >= 0.0 && close.bottom() <= size[1], "{close:?}");
    }
}

#[test]
fn a_saving_roll_is_chosen_and_said_in_words() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Stumble");
    assert_eq!(value(&window, "Resist"), "3D:dx");
    push(&mut window, "Build resist");
    assert!(has_text(&window, "negated if 3 dice total at most DX"));
    pick(&mut window, "Resist: success", "halves the effect");
    pick(&mut window, "Resist: attribute", "IQ");
    push(&mut window, "Raise Resist: dice");
    assert_eq!(value(&window, "Resist"), "4D:iq halves");
    assert!(has_text(&window, "halved if 4 dice total at most IQ"));
    assert_eq!(errors(&window), []);
}

#[test]
fn the_range_of_an_effect_is_chosen_as_two_numbers_and_said_in_words() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Rune staff");
    unfold(&mut window, "1. ");
    window.get_by_label("More").click();
    settle(&mut window);
    let range = |window: &Window| written(window, "items", "rune-staff")["effects"][0]["range"].clone();
    assert_eq!(range(&window), Value::Null);
    push(&mut window, "Build range");
    push(&mut window, "Raise Range: to");
    assert_eq!(range(&window), serde_json::json!([1, 4]));
    push(&mut window, "Lower Range: from");
    assert_eq!(range(&window), serde_json::json!([0, 4]));
    assert!(has_text(&window, "from 0 to 4"));
    assert_eq!(errors(&window), []);
}

#[test]
fn a_code_is_chosen_in_the_words_of_its_book() {
    let (_folder, _path, mut window) = pack_window("codes");
    let (key, title) = {
        let pack = window.state().workspace().pack().unwrap();
        let first = pack.index().catalog("contests").unwrap().records[0].key.clone();
        (first.clone(), pack.index().title(&first).to_owned())
    };
    choose(&mut window, &title);
    let code = |window: &Window| {
        let code = written(window, "contests", &key.id)["actors"][0]["codes"][0].clone();
        code.as_str().unwrap().to_owned()
    };
    let before = code(&window);
    unfold(&mut window, "1. ");
    window.get_all_by_label("Build codes 1").next().expect("each code has a builder").click();
    settle(&mut window);
    push(&mut window, "Raise Codes 1: score");
    let score = |code: &str| code.split('-').nth(3).unwrap().parse::<i32>().unwrap();
    assert_eq!(score(&code(&window)), score(&before) + 1);
    assert_eq!(errors(&window), []);
    window.get_by_role_and_label(Role::ComboBox, "Codes 1: action type").click();
    settle(&mut window);
    assert!(window.query_by_label("hand-to-hand").is_some() || window.query_by_label("movement").is_some());
}

#[test]
fn an_amount_of_a_rule_is_composed_of_the_values_of_its_occasion() {
    let (_folder, _path, mut window) = pack_window("strategy");
    choose(&mut window, "Blows");
    let by = |window: &Window| written(window, "rules", "blows")["do"][1]["by"].clone();
    assert_eq!(by(&window), "option.cover");
    unfold(&mut window, "2. ");
    window.get_all_by_label("Build by").next().expect("each amount has a builder").click();
    settle(&mut window);
    assert!(has_text(&window, "option cover"));
    push(&mut window, "By: Add term");
    pick(&mut window, "By: term 1: value", "dice");
    push(&mut window, "Raise By: term 1: dice");
    assert_eq!(by(&window), "option.cover + 2D");
    assert!(has_text(&window, "option cover plus 2 dice"));
    push(&mut window, "By: Add factor");
    push(&mut window, "Raise By: factor 1: number");
    assert_eq!(by(&window), "option.cover/3 + 2D");
    assert_eq!(errors(&window), []);
}
