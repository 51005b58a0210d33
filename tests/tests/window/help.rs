//! Context help for the focus and the pointer, with links to rules, values and checks.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_window::play::PlayAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Fold, Pane};

use crate::panes::place;
use crate::seen::texts;
use crate::{
    Window, arena, arena_window, choose, click, field, press, push, settle, show_problems, type_into, window, window_on,
};

fn ask(window: &mut Window) {
    press(window, Modifiers::NONE, Key::F1);
}

/// Returns the text of the help pane, row by row.
fn told(window: &Window) -> String {
    let rect = place(window, &Pane::Help);
    let rows = texts(window).into_iter().filter(|text| rect.contains(text.seen.center()));
    let words: String = rows.map(|text| text.words + " ").collect();
    words.trim_start_matches("Search the help ").to_owned()
}

fn follow(window: &mut Window, link: &str) {
    // It may have to be scrolled to.
    window.get_by_role_and_label(Role::Link, link).click_accesskit();
    settle(window);
}

#[test]
fn f1_in_a_field_tells_what_may_stand_there_and_leads_to_the_rule() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Broadsword");
    field(&window, "Title").click();
    settle(&mut window);
    ask(&mut window);
    assert!(told(&window).starts_with("Title Value in Item"), "{}", told(&window));
    assert!(told(&window).contains("Expected: "), "{}", told(&window));
    field(&window, "Title").click();
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::Tab);
    ask(&mut window);
    let next = told(&window);
    assert!(!next.starts_with("Title") && next.contains("Value in Item"), "the next field has its own: {next}");
}

#[test]
fn the_description_of_a_value_leads_to_its_rule_and_back() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Broadsword");
    ask(&mut window);
    type_into(&mut window, "Search the help", "hundredths of a human item");
    follow(&mut window, "Item: Size");
    follow(&mut window, "F1.7");
    assert!(told(&window).starts_with("F1.7 Size The Foeman rules"), "{}", told(&window));
    push(&mut window, "Back in the help");
    assert!(told(&window).starts_with("Size Value in Item"), "{}", told(&window));
}

#[test]
fn f1_over_a_pane_opens_its_page_and_names_the_keys_of_its_commands() {
    let (_folder, _path, mut window) = arena_window();
    click(&mut window, "No problems");
    for (pane, page) in [(Pane::Problems, "Problems The window"), (Pane::Tree, "The pack tree The window")] {
        window.hover_at(place(&window, &pane).center());
        window.run_steps(2);
        ask(&mut window);
        assert!(told(&window).starts_with(page), "{}", told(&window));
    }
    let words = told(&window).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Find record (Ctrl+F)"), "{words}");
}

#[test]
fn f1_over_a_question_lies_over_it_and_escape_leads_back() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Mace");
    press(&mut window, Modifiers::NONE, Key::F2);
    ask(&mut window);
    let page = |window: &Window| texts(window).iter().any(|text| text.words == "Names");
    assert!(page(&window));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!page(&window));
    assert!(window.state().workspace().session().question().is_some(), "the question is still there");
    let mut empty = window_of(App::empty(SHIPPED));
    ask(&mut empty);
    assert!(texts(&empty).iter().any(|text| text.words == "Packs"), "before a pack is open, too");
}

fn window_of(app: App) -> Window {
    window(app)
}

#[test]
fn words_are_found_in_rules_values_and_checks() {
    let (_folder, _path, mut window) = arena_window();
    ask(&mut window);
    type_into(&mut window, "Search the help", "proficiency");
    follow(&mut window, "F7.9 Weapon Proficiency");
    assert!(told(&window).contains("Low die"), "{}", told(&window));
    type_into(&mut window, "Search the help", "unknown-reference");
    assert!(told(&window).contains("Check"), "{}", told(&window));
    type_into(&mut window, "Search the help", "xyzzy");
    assert!(told(&window).contains("No help page has these words"));
}

#[test]
fn a_problem_leads_to_its_check() {
    let (_folder, path) = arena();
    let file = path.join("items/melee.yaml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("requires:", "requires: { st: many } #", 1)).unwrap();
    let mut window = window_on(&path, SHIPPED);
    show_problems(&mut window);
    let finding = window.state().workspace().pack().unwrap().findings()[0].clone();
    let code = window.query_all_by_role_and_label(Role::Link, finding.code).next().expect("the code is a link");
    code.click();
    settle(&mut window);
    assert!(told(&window).contains(&format!("Check {}", finding.code)), "{}", told(&window));
}

#[test]
fn a_sum_in_the_log_leads_to_its_rules() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::Scenario("duel".to_owned())));
    settle(&mut window);
    for _ in 0..3 {
        window.state_mut().perform(Action::Play(PlayAction::Round));
        while window.state_mut().workspace_mut().tick() {}
    }
    settle(&mut window);
    let battle = window.state().workspace().play().battle().expect("a battle");
    let lines = &battle.seen().lines;
    let (at, term) = lines
        .iter()
        .enumerate()
        .find_map(|(at, told)| Some((at, told.line.terms.iter().find(|term| term.rule.starts_with('F'))?.clone())))
        .expect("a log line has a sum");
    window.state_mut().perform(Action::Fold(Fold::Sum(at)));
    settle(&mut window);
    window.query_all_by_role_and_label(Role::Link, &term.rule).next().expect("the rule is a link").click();
    settle(&mut window);
    assert!(told(&window).starts_with(&format!("{} ", term.rule)), "{} {}", term.rule, told(&window));
    assert!(told(&window).contains("The Foeman rules"));
    assert!(window.state().workspace().view().layout().is_on_top(&Pane::Play), "the battle stays in sight");
}

#[test]
fn every_catalog_of_every_pack_has_a_page() {
    for name in ["arena", "entropy", "codes", "strategy"] {
        let (_folder, _path, mut window) = crate::pack_window(name);
        press(&mut window, Modifiers::NONE, Key::F1);
        push(&mut window, "Contents of the help");
        let dialect = window.state().workspace().pack().unwrap().draft().dialect().unwrap();
        for catalog in dialect.catalogs {
            push(&mut window, "Contents of the help");
            follow(&mut window, catalog.title);
            assert!(told(&window).starts_with(&format!("{} Record", catalog.title)), "{}", told(&window));
        }
    }
}

#[test]
fn the_pointer_on_a_record_of_the_tree_shows_what_it_says_about_itself() {
    let (_folder, path) = arena();
    let mut window = window_on(&path, SHIPPED);
    let about = "Maud asks for the toll. Ushka has an axe and no change.";
    let shown = |window: &crate::Window| window.query_all_by_label(about).count();
    let before = shown(&window);
    window.get_by_role_and_label(Role::ListBoxOption, "A matter of one copper").hover();
    window.run_steps(40);
    assert_eq!(shown(&window), before + 1, "the table of scenarios says it too");
}
