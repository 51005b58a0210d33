//! The texts for players: the log, choices and the board.

use foeman_engine::dice::Seed;
use foeman_engine::display::LineKind;
use foeman_engine::game::{Engine as _, EngineOf, Game, Viewer};
use foeman_engine::player::{PlayerId, find};
use foeman_engine::ruleset::{Outcome, Reason, Turn};
use ruleset_strategy::Strategy;

use crate::battles::scenario;

static ENGINE: EngineOf<Strategy> = EngineOf::new();

fn game(file: &str, turns: u16) -> Box<dyn Game> {
    ENGINE.start(&scenario(file, false, turns), Seed(3)).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn player(id: &str) -> PlayerId {
    find::<Strategy>(id).unwrap()
}

fn finish(game: &mut dyn Game, player: PlayerId) -> Outcome {
    loop {
        match game.turn() {
            Turn::Over(outcome) => return outcome,
            _ => game.step(player),
        }
    }
}

/// Makes the choice that starts with this text.
fn choose(game: &mut dyn Game, begins: &str) {
    let choices = game.seen(Viewer::All).choices;
    let at = choices.iter().position(|choice| choice.text.starts_with(begins));
    let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    game.choose(at.unwrap_or_else(|| panic!("{begins} is not among {texts:#?}"))).unwrap();
}

fn asked(game: &mut dyn Game) {
    while game.turn() == Turn::Auto {
        game.step(player("seeker"));
    }
}

#[test]
fn the_log_says_who_did_what_to_whom_and_what_came_of_it() {
    let mut game = game("war.xml", 40);
    finish(&mut *game, player("commander"));
    let seen = game.seen(Viewer::All);
    let text = |kind: LineKind| -> Vec<&str> {
        seen.lines.iter().filter(|told| told.line.kind == kind).map(|told| told.line.text.as_str()).collect()
    };
    let (headings, events, details) = (text(LineKind::Heading), text(LineKind::Event), text(LineKind::Detail));
    assert_eq!(headings[..3], ["Turn 1: Red", "Turn 1: Blue", "Turn 2: Red"]);
    let any = |lines: &[&str], parts: &[&str]| {
        assert!(lines.iter().any(|line| parts.iter().all(|part| line.contains(part))), "{parts:?} in {lines:#?}");
    };
    any(&events, &["Red moves ", " from ", " to "]);
    any(&events, &[" attacks ", " of ", " at ", " with "]);
    any(&events, &[" builds "]);
    any(&events, &[" places ", " at Castle "]);
    any(&events, &[" wins: "]);
    any(&details, &[" takes Town "]);
    any(&details, &[" is gone"]);
    any(&details, &[" in defence, "]);
    any(&details, &[" has ", " Gold (+"]);
    any(&details, &[" joins Red"]);
    assert!(details.iter().all(|line| !line.contains("(+-") && !line.contains("  ")), "{details:#?}");
    // A lost unit is reported once, and is no longer on the board.
    let lost: Vec<u32> = seen.lines.iter().filter_map(|told| told.line.lost).collect();
    assert!(lost.len() > 3);
    assert!(lost.iter().enumerate().all(|(at, id)| !lost[..at].contains(id)));
    assert!(seen.board.tokens.iter().all(|token| !lost.contains(&token.id)));
}

#[test]
fn choices_say_where_and_what_they_cost_and_lead_there() {
    let mut game = game("war.xml", 40);
    asked(&mut *game);
    let choices = game.seen(Viewer::All).choices;
    let group = |group: &str| choices.iter().filter(|choice| choice.group == group).count();
    assert!(group("Move") > 20 && group("Build") >= 3 && group("Place") > 0 && group("Remove") > 0, "{choices:#?}");
    assert!(choices.iter().any(|choice| choice.text == "Build Guard for 20 Gold"), "{choices:#?}");
    assert!(choices.iter().any(|choice| choice.text == "Build 2 x Guard for 40 Gold"));
    assert!(choices.iter().any(|choice| choice.text == "Disband Guard #1 for 4 Gold"));
    let last: Vec<&str> = choices.iter().rev().take(2).map(|choice| choice.text.as_str()).collect();
    assert_eq!(last, ["Give up the game", "End the turn"]);
    choose(&mut *game, "Build Rider for 35 Gold");
    assert!(
        game.seen(Viewer::All)
            .board
            .gauges
            .iter()
            .any(|gauge| gauge.side == 0 && gauge.name == "Gold" && gauge.value == 25)
    );
    choose(&mut *game, "Give up the game");
    let choices = game.seen(Viewer::All).choices;
    assert_eq!(choices.len(), 1, "a faction that has given up can only end its turn");
    choose(&mut *game, "End the turn");
    let outcome = finish(&mut *game, player("seeker"));
    assert_eq!(outcome.reason, Reason::LastStanding);
}

#[test]
fn the_board_has_owners_stacks_amounts_and_goals() {
    let mut game = game("war.xml", 40);
    asked(&mut *game);
    let board = game.seen(Viewer::All).board;
    let names: Vec<&str> = board.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(names, ["Red", "Blue"]);
    let ground = board.ground.expect("a map");
    let owned: Vec<(&str, usize)> = ground.zones.iter().map(|zone| (zone.title.as_str(), zone.cells.count())).collect();
    assert_eq!(owned, [("Red", 2), ("Blue", 2)]);
    assert_eq!(ground.terrain([1, 1]).map(|terrain| terrain.title.as_str()), Some("Castle"));
    assert!(ground.terrain([5, 5]).is_some_and(|terrain| terrain.closed), "a lake cannot be entered");
    let home: Vec<_> = board.tokens.iter().filter(|token| token.cells == [[1, 1]]).collect();
    assert_eq!(home.len(), 2);
    assert!(home[0].marks.is_empty() && home[1].marks == ["top of 2"], "{home:?}");
    assert_eq!(home[0].health, (10, 10));
    let row = |label: &str| home[0].details.iter().find(|(name, _)| name == label).map(|(_, text)| text.as_str());
    assert_eq!(row("Ground"), Some("Grass and Castle"));
    assert_eq!(row("Stands at"), Some("Castle 1,1, owned by Red"));
    assert_eq!(row("Gives its faction"), Some("-1 Gold"));
    let is_town = |cell: &[i32; 2]| ground.terrain(*cell).is_some_and(|of| of.title == "Town");
    assert!(ground.geometry.cells().any(|cell| is_town(&cell)), "towns are seen as the ground of their sites");
    let gauges: Vec<&str> =
        board.gauges.iter().filter(|gauge| gauge.side == 1).map(|gauge| gauge.name.as_str()).collect();
    assert_eq!(gauges, ["Sites", "Units", "Strength", "Gold"]);
    let goals: Vec<String> = board.goals.iter().filter(|goal| goal.side == 0).map(ToString::to_string).collect();
    assert_eq!(goals, ["Red is out with 0 sites or less", "Red wins with 800 Gold (60 of 800)"]);
}

#[test]
fn all_turns_played_are_a_draw() {
    let mut game = game("tiny.xml", 2);
    let outcome = finish(&mut *game, player("seeker"));
    assert_eq!(outcome, Outcome::draw(Reason::RoundLimit));
    let last = game.seen(Viewer::All).lines.last().map(|told| told.line.text.clone());
    assert_eq!(last.as_deref(), Some("The game is a draw after 2 turns"));
}
