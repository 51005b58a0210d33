//! Amending battles: with changed values, by a game master, and as branches.

use egui_kittest::kittest::Queryable as _;
use foeman_schema::text::RecordKey;
use foeman_window::play::{Battle, PlayAction, Seat};
use foeman_window::shell::action::Action;
use foeman_window::shell::menus;

use crate::{Window, click, log, recorded_duel, settle};

fn battle(window: &Window) -> &Battle {
    window.state().workspace().play().battle().expect("a battle is shown")
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

/// Makes Ushka's great axe better by 3 on the highest damage die.
fn sharpen(window: &mut Window) {
    let damage = RecordKey::new("items", "great-axe").pointer().child("damage");
    perform(window, Action::Set(damage, "-0H T+3".into()));
    perform(window, Action::Settle);
}

/// Whether the bar says that the content has changed.
fn is_outdated(window: &Window) -> bool {
    window.query_by_label("Content changed").is_some()
}

/// Opens the badge about the changed content, and chooses what to do.
fn answer(window: &mut Window, label: &str) {
    click(window, "Content changed");
    click(window, label);
}

fn command(window: &mut Window, id: &str) {
    let command = menus::command(id).expect("it is listed");
    let at = window.state().workspace();
    assert!((command.applies)(&at.now()), "{id} can be done");
    let action = (command.action)(&at.now()).expect("the command is available");
    perform(window, action);
}

#[test]
fn a_battle_goes_on_with_values_that_changed_and_its_log_says_what_did() {
    let (_folder, mut window) = recorded_duel(16);
    assert!(!is_outdated(&window));
    sharpen(&mut window);
    answer(&mut window, "Continue with the new values");
    assert!(log(&window).ends_with("Amended: great-axe: damage -0H -> -0H T+3\n"), "{}", log(&window));
    assert!(!is_outdated(&window), "it is played with what the pack is");
    while battle(&window).game().entries() < 20 {
        play(&mut window, PlayAction::Step);
    }
    assert!(log(&window).contains("3 dice: 5+3, 3, 2+2"), "{}", log(&window));
    // Before the amendment, the old values are used again.
    play(&mut window, PlayAction::GoTo(10));
    assert!(is_outdated(&window));
    play(&mut window, PlayAction::ForwardToEnd);
    assert!(!is_outdated(&window));
}

#[test]
fn a_battle_is_replayed_with_values_that_changed_and_both_ways_stay() {
    let (_folder, mut window) = recorded_duel(24);
    sharpen(&mut window);
    answer(&mut window, "Replay with the new values");
    window.get_by_label_contains("the battles differ from round 1, entry 18");
    assert!(log(&window).contains("3 dice: 5+3, 3, 2+2"));
    click(&mut window, "Branch 1");
    assert!(log(&window).contains("3 dice: 5, 3, 2+2"));
    assert_eq!(battle(&window).game().entries(), 24);
    click(&mut window, "Branch 2, from entry 18");
    assert!(log(&window).contains("3 dice: 5+3, 3, 2+2"));
}

#[test]
fn old_values_are_kept_until_the_content_changes_again() {
    let (_folder, mut window) = recorded_duel(16);
    sharpen(&mut window);
    answer(&mut window, "Keep the old values");
    assert!(!is_outdated(&window));
    let damage = RecordKey::new("items", "great-axe").pointer().child("damage");
    perform(&mut window, Action::Set(damage, "-0H T+2".into()));
    perform(&mut window, Action::Settle);
    assert!(is_outdated(&window));
    assert!(!log(&window).contains("Amended"));
}

#[test]
fn what_cannot_be_carried_over_is_told_and_the_battle_stays() {
    let (_folder, mut window) = recorded_duel(16);
    let before = battle(&window).game().journal();
    let roster = RecordKey::new("scenarios", "duel").pointer().child("sides").child("1").child("place").child("ushka");
    perform(&mut window, Action::Set(roster.child("hex"), serde_json::json!([7, 0])));
    perform(&mut window, Action::Settle);
    answer(&mut window, "Continue with the new values");
    let notice = format!("{:?}", battle(&window).notice());
    assert!(notice.contains("Refused") && notice.contains("ushka"), "{notice}");
    assert_eq!(battle(&window).game().journal(), before);
    click(&mut window, "Dismiss");
    assert!(window.query_by_label("Dismiss").is_none());
}

#[test]
fn a_game_master_wounds_heals_moves_and_takes_by_named_buttons() {
    let (_folder, mut window) = recorded_duel(20);
    command(&mut window, "play.game-master");
    window.get_by_label_contains("Click a figure to move");
    play(&mut window, PlayAction::Highlight(Some(1)));
    play(&mut window, PlayAction::Cursor([4, 4]));
    let health = |window: &Window| battle(window).board().tokens[1].health;
    assert_eq!(health(&window), (15, 15));
    click(&mut window, "Wound");
    assert_eq!(health(&window), (14, 15));
    assert!(log(&window).ends_with("The game master wounds Ushka Nine-Fingers: 1 damage\n"), "{}", log(&window));
    click(&mut window, "Heal");
    assert_eq!(health(&window), (15, 15));
    click(&mut window, "Heal");
    window.get_by_label_contains("expected a figure with wounds or exhaustion, but Ushka Nine-Fingers has none");
    click(&mut window, "Move to 4,4");
    assert_eq!(battle(&window).board().tokens[1].cells[0], [4, 4]);
    click(&mut window, "Take");
    assert!(
        log(&window).ends_with("The game master takes away from Ushka Nine-Fingers: great axe\n"),
        "{}",
        log(&window)
    );
    play(&mut window, PlayAction::BackStep);
    assert_eq!(battle(&window).belongings(1).iter().filter(|thing| thing.name == "great axe").count(), 1);
}

#[test]
fn a_game_master_spawns_gives_and_sets_terrain_with_what_the_pack_has() {
    use foeman_engine::amend::Edit;
    use foeman_window::play::Deed;
    let (_folder, mut window) = recorded_duel(20);
    let spawn = Edit::Spawn { figure: "wolf".to_owned(), side: 0, cell: [4, 4], facing: 1 };
    play(&mut window, PlayAction::Master(Deed::Edit(spawn)));
    let tokens = &battle(&window).board().tokens;
    assert_eq!((tokens.len(), tokens[2].side, tokens[2].cells[0]), (3, 0, [4, 4]));
    let give = Edit::Give { token: 0, item: "rune-staff".to_owned() };
    play(&mut window, PlayAction::Master(Deed::Edit(give)));
    assert!(log(&window).ends_with("The game master gives Maud Tollbar: rune staff\n"), "{}", log(&window));
    play(&mut window, PlayAction::Master(Deed::Ground([5, 2], "rubble".to_owned())));
    let ground = battle(&window).board().ground.clone().expect("there is a map");
    assert_eq!(ground.terrain([5, 2]).map(|terrain| &*terrain.id), Some("rubble"));
    play(&mut window, PlayAction::Round);
    // Changes of the pack can still be applied in addition to the game master's changes.
    sharpen(&mut window);
    answer(&mut window, "Continue with the new values");
    assert!(log(&window).contains("Amended: great-axe: damage -0H -> -0H T+3"), "{}", log(&window));
    assert_eq!(battle(&window).board().tokens.len(), 3);
}

#[test]
fn choosing_otherwise_beyond_a_die_makes_a_branch_and_before_any_die_does_not() {
    let (_folder, mut window) = recorded_duel(1);
    for side in 0..2 {
        play(&mut window, PlayAction::Seat(side, Seat::Person));
    }
    play(&mut window, PlayAction::ToEnd);
    // Tries two first moves, with no die roll in between.
    play(&mut window, PlayAction::Choose(0));
    let entries = battle(&window).game().entries();
    play(&mut window, PlayAction::BackStep);
    play(&mut window, PlayAction::Choose(1));
    assert_eq!(battle(&window).branches().names().count(), 0, "undo is free until a die is rolled");
    assert!(battle(&window).game().entries() >= entries - 1);
    let (_folder, mut window) = recorded_duel(24);
    let old = log(&window);
    for side in 0..2 {
        play(&mut window, PlayAction::Seat(side, Seat::Person));
    }
    // Ushka declares her blow in entry 14: she dodges instead.
    play(&mut window, PlayAction::GoTo(14));
    let dodge = battle(&window).seen().choices.iter().position(|choice| choice.text.starts_with("Dodge"));
    play(&mut window, PlayAction::Choose(dodge.expect("dodging was a choice")));
    window.get_by_label("Branch 2, from entry 14");
    assert!(log(&window) != old);
    click(&mut window, "Branch 1");
    assert_eq!(log(&window), old, "the old course of the battle is kept");
}

#[test]
fn a_line_of_the_log_leads_back_to_where_it_was_told() {
    let (_folder, mut window) = recorded_duel(24);
    let all = log(&window);
    window.get_by_label_contains("rolled 4+4+3+4 = 15").click_secondary();
    settle(&mut window);
    click(&mut window, "Play from here");
    assert_eq!(battle(&window).game().entries(), 16);
    assert_eq!(battle(&window).game().ahead(), 8, "the undone entries are ahead");
    play(&mut window, PlayAction::ForwardToEnd);
    assert_eq!(log(&window), all);
}
