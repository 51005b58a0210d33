//! The timeline of a battle: scrubbing, bookmarks, addresses, changed decisions, comparing branches, and playing until
//! an event.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::ruleset::Turn;
use foeman_schema::text::RecordKey;
use foeman_window::play::{Battle, LogForm, Pace, PlayAction, Seat, Tab, Until};
use foeman_window::shell::action::Action;
use foeman_window::shell::menus;

use crate::keyboard::tab_to;
use crate::{Window, arena_window, click, log, press, push, recorded_duel, settle, type_into};

const NONE: Modifiers = Modifiers::NONE;

fn battle(window: &Window) -> &Battle {
    window.state().workspace().play().battle().expect("a battle is shown")
}

fn entries(window: &Window) -> usize {
    battle(window).game().entries()
}

fn perform(window: &mut Window, action: Action) {
    window.state_mut().perform(action);
    settle(window);
    while battle(window).is_running() {
        window.run_steps(1);
    }
    settle(window);
}

fn play(window: &mut Window, action: PlayAction) {
    perform(window, Action::Play(action));
}

fn command(window: &mut Window, id: &str) {
    let command = menus::command(id).expect("it is listed");
    assert!((command.applies)(&window.state().workspace().now()), "{id} can be done");
    let action = (command.action)(&window.state().workspace().now()).expect("the command is available");
    perform(window, action);
}

/// Returns the text that an action copies to the clipboard.
fn copied(window: &mut Window, action: PlayAction) -> Option<String> {
    window.state_mut().perform(Action::Play(action));
    window.state_mut().workspace_mut().session_mut().take_clipboard()
}

#[test]
fn the_timeline_is_scrubbed_with_the_keyboard_and_with_the_pointer() {
    let (_folder, mut window) = recorded_duel(31);
    let whole = log(&window);
    tab_to(&mut window, |role, name, _| role == Role::Slider && name == "Timeline, 31 entries");
    press(&mut window, NONE, Key::ArrowLeft);
    assert_eq!((entries(&window), battle(&window).game().ahead()), (30, 1));
    press(&mut window, NONE, Key::PageUp);
    let second = entries(&window);
    assert!(log(&window).lines().last().is_some_and(|line| !line.starts_with("Round 2")), "{}", log(&window));
    press(&mut window, NONE, Key::ArrowRight);
    assert!(log(&window).contains("Round 2"), "the round begins with the entry after {second}");
    press(&mut window, NONE, Key::Home);
    assert_eq!((entries(&window), battle(&window).game().ahead()), (1, 30));
    let place = window.get_by_label("Timeline, 31 entries").rect();
    window.hover_at(place.center());
    window.drag_at(place.center());
    window.drop_at(place.center());
    settle(&mut window);
    assert_eq!(entries(&window), 16, "the middle of 31");
    press(&mut window, NONE, Key::End);
    assert_eq!((entries(&window), log(&window)), (31, whole));
    assert!(battle(&window).branches().names().next().is_none(), "nothing was left behind");
}

#[test]
fn places_are_bookmarked_named_found_again_and_forgotten() {
    let (_folder, mut window) = recorded_duel(31);
    play(&mut window, PlayAction::GoTo(12));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::B);
    play(&mut window, PlayAction::GoTo(25));
    command(&mut window, "play.bookmark");
    play(&mut window, PlayAction::ForwardToEnd);
    command(&mut window, "play.previous-bookmark");
    assert_eq!(entries(&window), 25);
    command(&mut window, "play.previous-bookmark");
    assert_eq!(entries(&window), 12);
    click(&mut window, "Bookmarks (2)");
    type_into(&mut window, "Name of the bookmark at entry 12", "Before the blow");
    press(&mut window, NONE, Key::Tab);
    window.get_by_label("Remove Before the blow");
    push(&mut window, "Remove Round 2, entry 25");
    assert_eq!(battle(&window).bookmarks().all().len(), 1);
    let next = menus::command("play.next-bookmark").unwrap();
    assert!(!(next.applies)(&window.state().workspace().now()), "there is none after it");
}

#[test]
fn the_address_of_a_place_leads_there_from_anywhere() {
    let (_folder, mut window) = recorded_duel(31);
    play(&mut window, PlayAction::GoTo(18));
    let (journal, address) = (battle(&window).game().journal(), copied(&mut window, PlayAction::CopyAddress).unwrap());
    assert!(address.starts_with("foeman:duel?seed=7&content="), "{address}");
    play(&mut window, PlayAction::Seed(3));
    play(&mut window, PlayAction::Scenario("beasts".to_owned()));
    command(&mut window, "play.go-to-address");
    window.get_by_label("Address").click();
    window.run_steps(2);
    window.get_by_label("Address").type_text(&address);
    settle(&mut window);
    push(&mut window, "Go");
    assert!(window.query_by_label("Go to an address").is_none(), "the dialog is closed");
    assert_eq!(battle(&window).game().journal(), journal);
    assert!(battle(&window).notice().is_none());
    // With other content, a note says that the position differs.
    let damage = RecordKey::new("items", "great-axe").pointer().child("damage");
    perform(&mut window, Action::Set(damage, "-0H T+3".into()));
    perform(&mut window, Action::Settle);
    play(&mut window, PlayAction::OpenAddress(address));
    window.get_by_label_contains("The content has changed since the address was copied");
    // An invalid address changes nothing.
    let before = battle(&window).game().journal();
    play(&mut window, PlayAction::OpenAddress("foeman:nowhere?seed=1&content=a&entries=3&chosen=".to_owned()));
    assert_eq!(battle(&window).game().journal(), before);
    window.get_by_label_contains("Cannot go there: expected a scenario that can be played, found `nowhere`");
    // An amended battle has no address; a message gives the remedy.
    play(&mut window, PlayAction::Restart);
    play(&mut window, PlayAction::Highlight(Some(0)));
    command(&mut window, "play.game-master");
    click(&mut window, "Wound");
    assert_eq!(copied(&mut window, PlayAction::CopyAddress), None);
    settle(&mut window);
    window.get_by_label_contains("an address cannot contain amendments or codes of dice; save the journal instead");
}

#[test]
fn another_choice_is_played_on_with_the_same_dice_and_compared_with_what_was() {
    let (_folder, mut window) = recorded_duel(31);
    let whole = log(&window);
    command(&mut window, "play.choose-otherwise");
    window.get_by_label("Change decision");
    // Back to where Maud chose to strike with four dice.
    let struck = |window: &Window| {
        window.query_all_by_role(Role::Button).any(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            name.contains("(original)") && name.starts_with("Strike Ushka Nine-Fingers with the broadsword, 4 dice")
        })
    };
    for _ in 0..20 {
        if struck(&window) {
            break;
        }
        push(&mut window, "Earlier decision");
    }
    assert!(struck(&window), "Maud strikes with four dice in round 1");
    type_into(&mut window, "Filter choices", "broadsword, 3 dice");
    let other = window
        .query_all_by_role(Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .find(|name| name.starts_with("Strike Ushka Nine-Fingers with the broadsword, 3 dice"))
        .expect("three dice can be chosen");
    push(&mut window, &other);
    assert!(window.query_by_label("Change decision").is_none(), "the dialog is closed");
    let notice = format!("{:?}", battle(&window).notice());
    assert!(notice.contains("Decision changed: the battles differ from round 1"), "{notice}");
    window.get_by_label_contains("Decision changed: the battles differ from round 1");
    assert!(
        log(&window).contains("broadsword: 3 dice")
            || log(&window).contains("broadsword, using Weapon Proficiency: 3 dice"),
        "{}",
        log(&window)
    );
    let names: Vec<String> = battle(&window).branches().names().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(names, ["Branch 1", "Branch 2"]);
    play(&mut window, PlayAction::ToEnd);
    // Both are compared.
    click(&mut window, "Branches (2)");
    click(&mut window, "Compare with Branch 1");
    let (other, comparison) = battle(&window).branches().compared().expect("they are compared");
    assert_eq!(other, 0);
    let common = comparison.common;
    let (mine, was): (Vec<String>, Vec<&str>) =
        (log(&window).lines().map(str::to_owned).collect(), whole.lines().collect());
    assert!(common > 3 && mine[..common] == was[..common] && mine[common] != was[common]);
    window.get_by_label(&format!("The first {common} lines are the same in both, up to round 1"));
    window.get_by_label("DIFFERENCES");
    let left: Vec<&str> =
        comparison.rows.iter().filter_map(|row| Some(row.left.as_ref()?.line.text.as_str())).collect();
    assert_eq!(left, was[common..], "every line of the other way is there, in order");
    push(&mut window, "Close the comparison");
    assert!(window.query_by_label("DIFFERENCES").is_none());
    // Branches are named, shown and removed.
    click(&mut window, "Branches (2)");
    type_into(&mut window, "Name of Branch 1", "As it was");
    press(&mut window, NONE, Key::Tab);
    push(&mut window, "Remove As it was");
    assert_eq!(battle(&window).branches().names().count(), 0, "there is one way left");
    assert_eq!(log(&window), mine.join("\n") + "\n");
}

#[test]
fn a_battle_goes_on_until_something_comes() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::Seed(20)));
    play(&mut window, PlayAction::Scenario("duel".to_owned()));
    play(&mut window, PlayAction::Until(Until::Asked));
    assert!(matches!(battle(&window).seen().turn, Turn::Ask { .. }));
    let asked = entries(&window);
    play(&mut window, PlayAction::Until(Until::Asked));
    assert!(entries(&window) > asked && matches!(battle(&window).seen().turn, Turn::Ask { .. }));
    play(&mut window, PlayAction::Until(Until::Told));
    let lines = battle(&window).seen().lines.len();
    play(&mut window, PlayAction::Until(Until::Told));
    assert!(battle(&window).seen().lines.len() > lines);
    play(&mut window, PlayAction::BackToStart);
    play(&mut window, PlayAction::Until(Until::Segment));
    assert!(
        log(&window).lines().all(|line| !line.contains(" strikes ")),
        "the first phase ends before the first action"
    );
    let mut segments = 0;
    while !log(&window).contains(" strikes ") {
        play(&mut window, PlayAction::Until(Until::Segment));
        segments += 1;
    }
    assert!(log(&window).matches(" strikes ").count() == 1, "one action in a segment: {}", log(&window));
    assert!(segments > 0);
    play(&mut window, PlayAction::Until(Until::Phase));
    assert!(log(&window).contains(" strikes ") && !log(&window).contains("Round 2"), "{}", log(&window));
    play(&mut window, PlayAction::Until(Until::Told));
    play(&mut window, PlayAction::Until(Until::Told));
    assert!(log(&window).contains("Round 2"), "the action phase is the last one of a round: {}", log(&window));
    play(&mut window, PlayAction::BackToStart);
    command(&mut window, "play.until-lost");
    let lines = &battle(&window).seen().lines;
    let lost: Vec<usize> = lines.iter().filter(|told| told.line.lost.is_some()).map(|told| told.entry).collect();
    let last = lines.last().unwrap().entry;
    assert_eq!(lost, [last], "it stops after the entry with the first loss: {}", log(&window));
    play(&mut window, PlayAction::BackToStart);
    command(&mut window, "play.until-unlikely");
    let lines = &battle(&window).seen().lines;
    let unlikely = lines.iter().filter(|told| told.line.roll.is_some_and(|roll| roll.is_unlikely())).count();
    let is_over = matches!(battle(&window).seen().turn, Turn::Over(_));
    assert_eq!(unlikely, usize::from(!is_over), "it stops at the first unlikely roll or at the end: {}", log(&window));
}

#[test]
fn a_battle_goes_on_as_quickly_as_it_is_asked_to_and_can_be_stopped() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::Seed(7)));
    play(&mut window, PlayAction::Scenario("duel".to_owned()));
    window.get_by_label("Pace").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::Button, "1 a second").click();
    settle(&mut window);
    assert_eq!(window.state().workspace().view().play.pace, Pace::Slow);
    window.state_mut().perform(Action::Play(PlayAction::ToEnd));
    window.run_steps(4);
    assert!(battle(&window).is_running());
    assert!(battle(&window).seen().lines.len() < 6, "{}", log(&window));
    push(&mut window, "Stop");
    assert!(!battle(&window).is_running());
    play(&mut window, PlayAction::Pace(Pace::AtOnce));
    play(&mut window, PlayAction::ToEnd);
    assert!(matches!(battle(&window).seen().turn, Turn::Over(_)));
    window.get_by_label_contains(": none of 1 left");
}

#[test]
fn a_roll_is_explained_with_its_terms_its_rule_and_its_chance() {
    let (_folder, mut window) = recorded_duel(31);
    // Of 216 results of three dice, 135 are 11 or less: 12 always fails.
    let roll = log(&window).lines().position(|line| line.contains("great axe: 3 dice, needs 12 or less")).unwrap();
    push(&mut window, &format!("Explain the sum of line {roll}"));
    window.get_by_label("chance 135 of 216, 63 %: succeeded");
    // Of 1,296 results of four dice, 435 are 12 or less.
    let roll = log(&window).lines().position(|line| line.contains("4 dice, needs 12 or less")).unwrap();
    push(&mut window, &format!("Explain the sum of line {roll}"));
    window.get_by_label("chance 435 of 1296, 34 %: failed");
}

#[test]
fn the_log_is_filtered_and_copied() {
    let (_folder, mut window) = recorded_duel(31);
    let shown = |window: &Window, text: &str| window.query_all_by_label_contains(text).count();
    assert!(shown(&window, "drops the broadsword") == 1 && shown(&window, "stands up") == 1);
    type_into(&mut window, "Filter the log", "DROPS");
    assert!(shown(&window, "drops the broadsword") == 1 && shown(&window, "stands up") == 0);
    type_into(&mut window, "Filter the log", "unheard of");
    window.get_by_label("No matching lines");
    type_into(&mut window, "Filter the log", " ");
    play(&mut window, PlayAction::Highlight(Some(0)));
    click(&mut window, "Only Maud Tollbar");
    assert!(shown(&window, "Maud Tollbar stands up") == 1 && shown(&window, "Now Never-Paid may move") == 0);
    let text = copied(&mut window, PlayAction::CopyLog(LogForm::Text)).unwrap();
    assert!(text.starts_with("Round 1\n    Initiative of Toll-keepers: die 1"), "{text}");
    assert!(text.contains("\n\nRound 2\n"), "{text}");
    let codes = copied(&mut window, PlayAction::CopyLog(LogForm::Codes)).unwrap();
    let first: Vec<&str> = codes.lines().next().unwrap().split('\t').collect();
    assert_eq!((first.len(), first[0], first[1]), (4, "1", "Maud Tollbar"), "{codes}");
}

#[test]
fn the_chart_of_many_shows_their_sides_and_figures_on_demand() {
    let (_folder, _path, mut window) = arena_window();
    play(&mut window, PlayAction::Scenario("siege".to_owned()));
    play(&mut window, PlayAction::Round);
    play(&mut window, PlayAction::Tab(Tab::Chart));
    let entries = |window: &Window| -> Vec<String> {
        let boxes = window.query_all_by_role(Role::CheckBox).filter_map(|node| node.accesskit_node().label());
        boxes.filter(|name| name.rsplit(", ").next().is_some_and(|last| last.parse::<i32>().is_ok())).collect()
    };
    let sums = |window: &Window, side: usize| -> i32 {
        let tokens = &battle(window).board().tokens;
        tokens.iter().filter(|token| token.side == side).map(|token| token.health.0.max(0)).sum()
    };
    let expected = [
        format!("Garrison: all figures, {}", sums(&window, 0)),
        format!("Creditors: all figures, {}", sums(&window, 1)),
    ];
    assert_eq!(entries(&window), expected);
    click(&mut window, "Figures…");
    window.get_by_role_and_label(Role::CheckBox, "Captain Odo Latch").click();
    settle(&mut window);
    let shown = entries(&window);
    assert!(shown.len() == 3 && shown[2].starts_with("Captain Odo Latch, "), "{shown:?}");
    // A person's seat and the rest of the pane stay unchanged.
    assert!(battle(&window).seats().iter().all(|seat| *seat != Seat::Person));
}

#[test]
fn a_line_of_the_log_leads_to_the_places_and_rules_that_it_names() {
    let (_folder, mut window) = recorded_duel(31);
    let line = log(&window).lines().position(|line| line.contains("moves 4 hexes to 3,3")).unwrap();
    push(&mut window, &format!("Show the details of line {line}"));
    click(&mut window, "3,3");
    assert_eq!(window.state().workspace().play().marked, Some(([3, 3], 31)));
    push(&mut window, &format!("Hide the details of line {line}"));
    let line = log(&window).lines().position(|line| line == "Weapon Proficiency costs Maud Tollbar 1 IQ (F7.9)");
    push(&mut window, &format!("Show the details of line {}", line.unwrap()));
    click(&mut window, "F7.9");
    let topic = format!("{:?}", window.state().workspace().view().help.topic());
    assert_eq!(topic, "Rule(\"F7.9\")");
}

#[test]
fn events_of_the_scenario_are_marks_on_the_timeline_that_go_there() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Play(PlayAction::Seed(1)));
    play(&mut window, PlayAction::Scenario("low-water".to_owned()));
    assert!(window.query_by_label_contains("The bell rings, round").is_none(), "not yet");
    play(&mut window, PlayAction::ToEnd);
    let end = entries(&window);
    let mark = window.get_by_label_contains("The bell rings, round");
    mark.click();
    settle(&mut window);
    assert!(entries(&window) < end && entries(&window) > 1);
    assert!(log(&window).contains("The bell rings"), "{}", log(&window));
}
