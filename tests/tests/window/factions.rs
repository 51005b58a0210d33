//! Test-play of a game in which a side chooses for all of its units: stacks, cells, faction status, several people.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::choice::Target;
use foeman_engine::display::Token;
use foeman_registry::SHIPPED;
use foeman_scene::grid::Grid;
use foeman_schema::draft::Draft;
use foeman_schema::field::Field;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;
use foeman_test_support::marches::MARCHES;
use foeman_test_support::packs;
use foeman_window::play::{Battle, PlayAction, Seat};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;

use crate::turns::unfold;
use crate::{Window, click, log, press, push, settle, type_into, window};

fn opened() -> Window {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), MARCHES.to_owned())], &SHIPPED.dialects());
    window(App::new(Workspace::with_draft(SHIPPED, draft)))
}

/// A game in which people play some sides, at the first decision of one of them.
fn played(persons: &[usize]) -> Window {
    let mut window = opened();
    window.state_mut().perform(Action::Play(PlayAction::Scenario("border".to_owned())));
    for &side in persons {
        window.state_mut().perform(Action::Play(PlayAction::Seat(side, Seat::Person)));
    }
    asked(&mut window);
    window
}

/// Lets the other sides play until a person must decide.
fn asked(window: &mut Window) {
    window.state_mut().perform(Action::Play(PlayAction::ToEnd));
    for _ in 0..200 {
        settle(window);
        if !battle(window).is_running() {
            break;
        }
    }
}

fn battle(window: &Window) -> &Battle {
    window.state().workspace().play().battle().expect("a battle is shown")
}

fn token<'w>(window: &'w Window, name: &str) -> &'w Token {
    battle(window).board().tokens.iter().find(|token| token.name == name).expect("it is there")
}

fn click_on(window: &mut Window, cell: Cell) {
    let camera = window.state().workspace().view().camera("play").expect("the battle is shown");
    let ground = battle(window).board().ground.clone().expect("it has a map");
    let canvas = window.get_by_label("Map canvas").rect();
    let at: Pos2 = canvas.center() + (Grid::new(ground.geometry).center(cell) - camera.center) * camera.scale;
    window.hover_at(at);
    window.run_steps(1);
    window.drag_at(at);
    window.drop_at(at);
    settle(window);
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_unit_is_chosen_on_the_map_and_sent_by_a_click() {
    let mut window = played(&[0]);
    let all = battle(&window).choices().len();
    click_on(&mut window, [1, 1]);
    assert!(says(&window, "What Ada can do"), "the uppermost comes first");
    click_on(&mut window, [1, 1]);
    assert!(says(&window, "What Guard #2 can do"), "another click is for the one below");
    assert!(!says(&window, "Move Ada to 3,1"));
    click(&mut window, "All choices");
    assert_eq!(battle(&window).choices().len(), all, "nothing was chosen so far");
    // A key cycles through the units that can act.
    for name in ["Guard #1", "Guard #2", "Ada", "Guard #1"] {
        press(&mut window, Modifiers::NONE, Key::W);
        assert!(says(&window, &format!("What {name} can do")), "{name}");
    }
    click_on(&mut window, [1, 1]);
    click_on(&mut window, [3, 1]);
    assert_eq!(token(&window, "Ada").cells, [[3, 1]]);
    assert_eq!(token(&window, "Guard #2").cells, [[1, 1]], "she goes alone");
    assert!(log(&window).contains("Red March moves Ada from 1,1 to 3,1"), "{}", log(&window));
}

/// In the past, a click on this miller moved the other one there, because no other unit could be meant.
#[test]
fn a_click_on_a_unit_chooses_it_also_where_only_one_other_could_go() {
    let page = include_str!("../../../docs/first-strategy.md");
    let blocks = page.split("```yaml\n").skip(1).filter_map(|block| block.split("```").next());
    let mut texts = packs::texts("strategy");
    for (file, block) in ["units.yaml", "maps.yaml", "scenarios.yaml"].into_iter().zip(blocks) {
        texts.entry(file.to_owned()).or_default().push_str(block);
    }
    let draft = Draft::from_texts(texts, &SHIPPED.dialects());
    let mut window = window(App::new(Workspace::with_draft(SHIPPED, draft)));
    window.state_mut().perform(Action::Play(PlayAction::Scenario("flour-war".to_owned())));
    asked(&mut window);
    click_on(&mut window, [1, 1]);
    assert!(says(&window, "What Millers #1 can do"));
    assert_eq!(token(&window, "Millers #2").cells, [[1, 3]], "the units have not moved");
    click_on(&mut window, [3, 2]);
    assert_eq!(token(&window, "Millers #1").cells, [[3, 2]]);
    assert!(log(&window).contains("takes Mill 3,2"), "{}", log(&window));
}

#[test]
fn what_an_attack_may_bring_is_told_while_it_is_pointed_at() {
    let mut window = played(&[0]);
    let choice = |window: &Window, begins: &str| {
        let texts: Vec<String> = battle(window).choices().iter().map(|choice| choice.text.clone()).collect();
        let at = texts.iter().position(|text| text.starts_with(begins));
        at.map(|at| (at, texts[at].clone())).unwrap_or_else(|| panic!("{begins} is not among {texts:#?}"))
    };
    let (at, _) = choice(&window, "Move Ada to 3,1");
    window.state_mut().perform(Action::Play(PlayAction::Choose(at)));
    settle(&mut window);
    assert!(!says(&window, "points of harm"));
    let (_, attack) = choice(&window, "Attack Guard");
    unfold(&mut window);
    window.get_by_label(&attack).hover();
    settle(&mut window);
    // Every target is dead, so that no unit can strike back.
    assert!(says(&window, "10.0 points of harm on average, fells in 100 %"));
}

/// Some units of a stack act together, and the result is predicted before they do.
#[test]
fn who_takes_part_in_what_several_would_do_is_chosen_one_by_one() {
    let mut window = played(&[0]);
    click_on(&mut window, [1, 1]);
    let whole =
        battle(&window).choices().iter().find(|choice| choice.members.len() > 1).expect("a stack moves together");
    assert!(whole.text.starts_with("Move Guard #1, Guard #2 and Ada to "), "{}", whole.text);
    let of_two = whole.text.replace("Guard #1, Guard #2 and Ada", "Guard #1 and Guard #2");
    let Target::Cell(cell) = whole.target else { panic!("it leads somewhere") };
    assert!(!says(&window, &of_two), "it is not listed");
    unfold(&mut window);
    window.get_all_by_label("Choose who…").next().expect("it is offered").click();
    settle(&mut window);
    let tick = |window: &mut Window, name: &str| {
        window.get_by_role_and_label(Role::CheckBox, name).click();
        settle(window);
    };
    tick(&mut window, "Ada");
    assert!(says(&window, &of_two));
    tick(&mut window, "Guard #1");
    tick(&mut window, "Guard #2");
    assert!(says(&window, "Not possible with this group: no figure is left to do it"));
    tick(&mut window, "Guard #1");
    tick(&mut window, "Guard #2");
    click(&mut window, "Use this group");
    settle(&mut window);
    assert_eq!([token(&window, "Guard #1").cells[0], token(&window, "Guard #2").cells[0]], [cell, cell]);
    assert_eq!(token(&window, "Ada").cells, [[1, 1]], "she stays");
}

/// A unit gets a custom name in this game only, and gets its class name back.
#[test]
fn a_unit_is_given_a_name_and_loses_it_again() {
    let mut window = played(&[0]);
    window.state_mut().perform(Action::Show(Pane::Inspector));
    let point_out = |window: &mut Window, name: &str| {
        let id = token(window, name).id;
        window.state_mut().perform(Action::Play(PlayAction::Highlight(Some(id))));
        settle(window);
    };
    let entries = battle(&window).game().entries();
    point_out(&mut window, "Guard #1");
    click(&mut window, "Rename…");
    type_into(&mut window, "Name", "Old Marjoram");
    press(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window);
    assert_eq!(battle(&window).game().entries(), entries + 1);
    assert!(log(&window).contains("Guard #1 is called Old Marjoram from now on"), "{}", log(&window));
    assert!(says(&window, "What Old Marjoram can do"), "she still chooses");
    // The user cancels renaming.
    click(&mut window, "Rename…");
    click(&mut window, "Cancel");
    settle(&mut window);
    assert_eq!(battle(&window).game().entries(), entries + 1);
    click(&mut window, "Rename…");
    type_into(&mut window, "Name", "M");
    press(&mut window, Modifiers::NONE, Key::Backspace);
    click(&mut window, "Rename");
    settle(&mut window);
    assert!(log(&window).contains("Old Marjoram loses its name"), "{}", log(&window));
    token(&window, "Guard");
    // Units of other players keep the names those have given them.
    let other =
        battle(&window).board().tokens.iter().find(|token| token.side == 1).expect("they are there").name.clone();
    point_out(&mut window, &other);
    assert!(!says(&window, "Rename…"));
}

#[test]
fn the_inspector_tells_of_the_cell_that_was_clicked_and_of_a_faction() {
    let mut window = played(&[0]);
    window.state_mut().perform(Action::Show(Pane::Inspector));
    settle(&mut window);
    click_on(&mut window, [0, 1]);
    for text in ["Town 0,1", "Red March", "Town and Grass", "costs 1", "+4 Gold each turn"] {
        assert!(says(&window, text), "{text}");
    }
    // Two guards and Ada have moved as far as they can.
    assert!(says(&window, "Guard #1, Guard #2 and Ada"));
    click_on(&mut window, [1, 1]);
    assert!(says(&window, "Ada (strength 7, may move and attack), Guard #2 (strength 10, may move and attack)"));
    click(&mut window, "Point out Guard #1");
    assert!(says(&window, "What Guard #1 can do"));
    click(&mut window, "Sides of the battle");
    click(&mut window, "Status of Red March");
    // Income 5 from the faction and 4 from the town; upkeep 1 for each of two guards and 2 for Ada.
    for text in
        ["6 of 24, 25 %", "3 of strength 27", "Gold each turn +5", "the faction itself", "-4", "Guard (up to 3)"]
    {
        assert!(says(&window, text), "{text}");
    }
    click(&mut window, "Back to the record");
    assert!(!says(&window, "Gold each turn"));
}

#[test]
fn two_persons_take_turns_at_one_window() {
    let mut window = played(&[0, 1]);
    assert!(says(&window, "Red March: what now?"));
    window.get_all_by_label("End the turn").next().unwrap().click();
    settle(&mut window);
    asked(&mut window);
    assert!(says(&window, "Blue March: what now?"));
    window.get_all_by_label("End the turn").next().unwrap().click();
    settle(&mut window);
    asked(&mut window);
    assert!(says(&window, "Red March: what now?"), "and the first again");
    assert!(log(&window).contains("Turn 2: Red March"), "{}", log(&window));
}

#[test]
fn what_factions_have_is_charted_over_the_turns() {
    let mut window = played(&[]);
    click(&mut window, "Back to start");
    for _ in 0..2 {
        click(&mut window, "Round");
    }
    click(&mut window, "Chart over the rounds");
    assert!(window.query_by_role(Role::Figure).is_some(), "there is a chart");
    for gauge in battle(&window).board().gauges.clone() {
        click(&mut window, &format!("Chart of {}", gauge.name));
        let side = &battle(&window).board().sides[gauge.side].name;
        let text = format!("{side}: {}, {}", gauge.name, gauge.value);
        assert!(says(&window, &text), "the legend has the last value: {text}");
        let shown = window.query_all_by_role(Role::CheckBox).filter_map(|entry| entry.accesskit_node().label());
        let others: Vec<String> = shown.filter(|entry| !entry.contains(&format!(": {}, ", gauge.name))).collect();
        assert!(others.is_empty(), "one amount at a time: {others:?}");
    }
    click(&mut window, "Sides of the battle");
    let mut bars = window.query_all_by_role(Role::Meter).filter_map(|bar| bar.accesskit_node().label());
    assert!(bars.any(|bar| bar.starts_with("Gold of Red March")), "and each has its bar");
}

#[test]
fn the_form_of_every_kind_of_record_of_the_strategy_rules_has_its_fields() {
    let mut window = opened();
    let records = [
        ("variables", "gold", &["kind", "minimum", "maximum", "scale", "defeat", "victory", "reset", "limit"][..]),
        ("factions", "red", &["values", "income", "supplies", "builds-units", "builds-terrains", "builds-upgrades"]),
        ("units", "guard", &["values", "modifiers", "modifier-range", "worth", "cost", "strength", "movement"]),
        ("scenarios", "border", &["ground", "areas", "unit-sites", "terrain-sites", "sides", "turns"]),
    ];
    for (catalog, id, fields) in records {
        let key = RecordKey::new(catalog, id);
        window.state_mut().perform(Action::Show(Pane::Catalog(catalog.to_owned())));
        window.state_mut().perform(Action::Select(Selection::record(key.clone())));
        settle(&mut window);
        let dialect = window.state().workspace().pack().unwrap().draft().dialect().unwrap();
        let form = Field::record(dialect, catalog).unwrap();
        for name in fields {
            let label = form.child(name).unwrap_or_else(|| panic!("{key} has {name}")).label();
            assert!(says(&window, &label), "{label} of {key}");
        }
    }
}

#[test]
fn a_variable_is_renamed_wherever_it_is_named() {
    let mut window = opened();
    let key = RecordKey::new("variables", "gold");
    window.state_mut().perform(Action::Select(Selection::record(key)));
    settle(&mut window);
    press(&mut window, Modifiers::NONE, Key::F2);
    type_into(&mut window, "New name", "silver");
    push(&mut window, "Rename");
    let pack = window.state().workspace().pack().unwrap();
    let text = pack.draft().text(pack.draft().file_at("pack.yaml").unwrap());
    // The variable, the stocks and income of two factions, the income from a town, and the cost and upkeep of units.
    assert_eq!(text, MARCHES.replace("gold:", "silver:"));
}
