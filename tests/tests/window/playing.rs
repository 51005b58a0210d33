//! Test-play of unsaved content.

use egui::{Key, Modifiers, Pos2, RawInput, Rect};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_tests::offscreen::{Offscreen, SIZE};
use foeman_tests::plain;
use foeman_window::play::{PlayAction, Seat};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::workspace::Workspace;

use crate::{Window, arena_window, choose, click, log, press, settle, type_into};

fn entries(window: &Window) -> usize {
    window.state().workspace().play().battle().unwrap().game().entries()
}

#[test]
fn a_battle_does_not_go_on_while_a_frame_is_laid_out_again() {
    let draft = plain::draft(&[50], 4);
    let mut window = Offscreen::new(App::new(Workspace::with_draft(SHIPPED, draft)));
    window.settle(2);
    window.app.perform(Action::Play(PlayAction::Scenario("plain-50".to_owned())));
    window.settle(4);
    window.app.perform(Action::Play(PlayAction::ToEnd));
    let mut again = 0;
    for _ in 0..500 {
        let input = RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)), ..RawInput::default() };
        let Offscreen { ctx, app, .. } = &mut window;
        let mut entries = Vec::new();
        let mut output = ctx.run_ui(input, |ui| {
            app.ui(ui);
            entries.push(app.workspace().play().battle().expect("it has begun").game().entries());
        });
        output.textures_delta.clear();
        // The log asks for a second layout when its new lines have been measured.
        again += usize::from(entries.len() > 1);
        assert!(entries.windows(2).all(|passes| passes[0] == passes[1]), "{entries:?}");
        if !window.app.workspace().play().battle().expect("it has begun").is_running() {
            break;
        }
    }
    assert!(again > 0, "no frame was laid out again");
}

#[test]
fn steps_rounds_and_the_way_back() {
    let (_folder, _path, mut window) = arena_window();
    // The battle takes several rounds.
    window.state_mut().perform(Action::Play(PlayAction::Seed(20)));
    press(&mut window, Modifiers::NONE, Key::F5);
    let start = log(&window);
    click(&mut window, "Step");
    assert_eq!(entries(&window), 2);
    click(&mut window, "Round");
    let there = entries(&window);
    click(&mut window, "Step");
    click(&mut window, "Back a step");
    assert_eq!(entries(&window), there);
    click(&mut window, "To the end");
    for _ in 0..200 {
        settle(&mut window);
        if !window.state().workspace().play().battle().unwrap().is_running() {
            break;
        }
    }
    assert!(window.state().workspace().play().battle().unwrap().is_over());
    click(&mut window, "Back to start");
    assert_eq!(log(&window), start);
}

#[test]
fn the_same_seed_gives_the_same_log() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    click(&mut window, "Round");
    let first = log(&window);
    click(&mut window, "Restart");
    click(&mut window, "Round");
    click(&mut window, "Round");
    assert_eq!(log(&window), first);
}

#[test]
fn a_change_of_content_is_noticed_and_restart_takes_it_in() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    choose(&mut window, "Great axe");
    type_into(&mut window, "Damage", "-1H");
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Content changed");
    assert!(window.query_by_label_contains("The content has changed").is_some());
    click(&mut window, "Restart with the changes");
    assert!(window.query_by_label("Content changed").is_none());
}

#[test]
fn a_person_chooses_from_the_legal_choices() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    for side in 0..2 {
        window.state_mut().perform(Action::Play(PlayAction::Seat(side, Seat::Person)));
    }
    click(&mut window, "Round");
    let battle = window.state().workspace().play().battle().unwrap();
    assert!(!battle.is_running() && !battle.choices().is_empty(), "it waits for the person");
    let (text, before) = (battle.choices()[0].text.clone(), entries(&window));
    window.get_all_by_label(&text).next().unwrap().click();
    settle(&mut window);
    assert!(entries(&window) > before, "the choice is made");
    let battle = window.state().workspace().play().battle().unwrap();
    assert!(battle.is_over() || !battle.choices().is_empty(), "and the next one is asked for");
}

#[test]
fn what_keeps_a_scenario_from_being_played_is_told_with_its_place() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    type_into(&mut window, "Damage", "nonsense");
    choose(&mut window, "A matter of one copper");
    click(&mut window, "Play this scenario");
    assert!(window.query_by_label("This scenario cannot be played yet").is_some());
    window.get_all_by_label_contains("/items/great-axe").next().unwrap().click();
    settle(&mut window);
    assert_eq!(window.state().workspace().session().selected().map(|key| key.id.as_str()), Some("great-axe"));
}

#[test]
fn a_needed_number_is_explained_term_by_term() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    click(&mut window, "Round");
    let named = |window: &Window| window.query_all_by_label_contains("F").count();
    let before = named(&window);
    window.get_all_by_label_contains("Explain the sum").last().unwrap().click();
    settle(&mut window);
    assert!(window.query_all_by_label_contains("Hide the sum").next().is_some());
    assert!(named(&window) > before, "each term names its rule");
}

#[test]
fn the_journal_that_is_saved_is_the_battles() {
    let (folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    let file = folder.path().join("duel.journal");
    window.state_mut().perform(Action::Play(PlayAction::WriteJournal(file.clone())));
    let written = std::fs::read_to_string(file).unwrap();
    assert_eq!(written, window.state().workspace().play().battle().unwrap().game().journal());
}

#[test]
fn lines_of_the_log_never_lie_over_each_other() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    window.get_by_label("To the end").click();
    for _ in 0..200 {
        window.step();
        let mut shown: Vec<_> = window.query_all_by_role(egui::Role::Label).collect();
        let lines: Vec<String> = window
            .state()
            .workspace()
            .play()
            .battle()
            .unwrap()
            .seen()
            .lines
            .iter()
            .map(|told| told.line.text.clone())
            .collect();
        shown.retain(|node| node.value().is_some_and(|text| lines.contains(&text)));
        let mut places: Vec<_> = shown.iter().map(|node| node.rect()).collect();
        places.sort_by(|a, b| a.top().total_cmp(&b.top()));
        for pair in places.windows(2) {
            assert!(pair[0].bottom() <= pair[1].top() + 0.5, "{pair:?}");
        }
        if window.state().workspace().play().battle().unwrap().is_over() && places.len() > 10 {
            return;
        }
    }
    panic!("the log reaches the end of the battle");
}

#[test]
fn who_stands_where_is_said_to_those_who_do_not_see_the_board() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, Modifiers::NONE, Key::F5);
    assert!(window.query_by_label("Maud Tollbar at 1,3, 15 of 15").is_some());
    click(&mut window, "Round");
    let board = window.state().workspace().play().battle().unwrap().board().clone();
    for token in &board.tokens {
        let [col, row] = token.cells[0];
        assert!(
            window.query_by_label_contains(&format!("{} at {col},{row}, ", token.name)).is_some(),
            "{}",
            token.name
        );
    }
}

#[test]
fn a_campaign_goes_from_battle_to_battle_with_what_is_carried() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::Campaign("collection".to_owned())));
    settle(&mut window);
    click(&mut window, "Campaign");
    assert!(window.query_by_label("The collection: battle 1 (1 of 3 in the list)").is_some());
    assert!(window.query_by_label("Next battle").is_none(), "not before this one is over");
    click(&mut window, "To the end");
    while window.state().workspace().play().battle().unwrap().is_running() {
        window.step();
    }
    settle(&mut window);
    let left = window.state().workspace().play().saga().unwrap().veterans();
    click(&mut window, "Next battle");
    click(&mut window, "Campaign");
    assert!(window.query_by_label("The collection: battle 2 (2 of 3 in the list)").is_some());
    let saga = window.state().workspace().play().saga().unwrap();
    assert_eq!(saga.veterans(), left, "they come as they left");
    let board = window.state().workspace().play().battle().unwrap().board();
    for veteran in saga.veterans() {
        let token = board.tokens.iter().find(|token| token.name == veteran.name);
        assert!(token.is_none_or(|token| token.health == veteran.health), "{veteran:?}");
        assert!(veteran.alive || token.is_none(), "the dead stay away: {veteran:?}");
    }
    // A single scenario ends the campaign.
    window.state_mut().perform(Action::Play(PlayAction::Scenario("duel".to_owned())));
    settle(&mut window);
    assert!(window.query_by_label("Campaign").is_none());
}

#[test]
fn the_roster_is_managed_between_the_battles_of_a_campaign() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::Campaign("collection".to_owned())));
    settle(&mut window);
    click(&mut window, "Campaign");
    assert!(window.query_by_label_contains("Hire").is_none(), "not before this one is over");
    click(&mut window, "To the end");
    while window.state().workspace().play().battle().unwrap().is_running() {
        window.step();
    }
    settle(&mut window);
    let muster = |window: &Window| window.state().workspace().play().saga().unwrap().muster().unwrap();
    let before = muster(&window);
    click(&mut window, "Campaign");
    assert!(before.recruits.iter().any(|recruit| recruit.name == "Hob Ferryman"), "{before:?}");
    click(&mut window, "Hire Hob Ferryman for 20 coins");
    click(&mut window, "Brokk Pennyweight fights");
    let after = muster(&window);
    assert_eq!(after.coin, before.coin.map(|coin| coin - 20));
    assert!(after.recruits.is_empty() && after.members.iter().any(|member| member.name == "Hob Ferryman"));
    assert!(after.members.iter().any(|member| member.id == "brokk" && member.rests));
    window.state_mut().perform(Action::Play(PlayAction::NextBattle));
    settle(&mut window);
    let board = window.state().workspace().play().battle().unwrap().board();
    let fights = |name: &str| board.tokens.iter().any(|token| token.name == name);
    assert!(!fights("Brokk Pennyweight"), "he stays at home");
    assert!(fights("Hob Ferryman"), "he takes his place");
    let ready = after.members.iter().filter(|member| !member.rests).count();
    assert_eq!(board.tokens.iter().filter(|token| token.side == 0).count(), ready);
}
