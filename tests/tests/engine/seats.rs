//! Seats: information hidden from a side appears in neither its board, log, choices nor charts, and affects no
//! decision.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::player::{decide, find, listed};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_test_support::seek::{Command, SEEK, Seek, TEAMS, hidden};
use proptest::prelude::*;

const FOXES: SideId = SideId(0);
const HARES: SideId = SideId(1);

/// Starts a game with the foxes and the hares in these huts, at the beginning of round 1.
fn game(foxes: u8, hares: u8) -> Box<dyn Game> {
    let mut game = SEEK.engine("seek").unwrap().start(&hidden(foxes, hares), Seed(1)).unwrap();
    game.step(find::<Seek>("greedy").unwrap());
    game
}

/// Makes the choice with this text.
#[track_caller]
fn choose(game: &mut dyn Game, text: &str) {
    let choices = game.seen(Viewer::All).choices;
    let position = choices.iter().position(|choice| choice.text == text);
    game.choose(position.unwrap_or_else(|| panic!("no `{text}` in {choices:#?}"))).unwrap();
}

fn texts(seen: &Seen) -> Vec<&str> {
    seen.lines.iter().map(|told| told.line.text.as_str()).collect()
}

fn names(seen: &Seen) -> Vec<&str> {
    seen.board.tokens.iter().map(|token| token.name.as_str()).collect()
}

#[test]
fn a_seat_shows_its_own_side_and_somebody_who_may_see_all_sees_all() {
    let game = game(1, 4);
    assert_eq!(names(&game.seen(Viewer::All)), TEAMS);
    assert_eq!(names(&game.seen(Viewer::Side(FOXES))), ["The foxes"]);
    assert_eq!(names(&game.seen(Viewer::Side(HARES))), ["The hares"]);
    let sides = |viewer| game.seen(viewer).board.sides;
    assert_eq!(sides(Viewer::Side(FOXES)), sides(Viewer::All), "that there are others is no secret");
}

#[test]
fn a_line_is_heard_veiled_or_not_at_all() {
    let mut game = game(1, 4);
    choose(&mut *game, "Creep to hut 2");
    choose(&mut *game, "Call out hut 0");
    let all = game.seen(Viewer::All);
    let told = [
        "The foxes hide in hut 1",
        "The hares hide in hut 4",
        "Round 1",
        "The foxes creep to hut 2",
        "The hares call out hut 0: nobody",
    ];
    assert_eq!(texts(&all), told);
    let foxes = game.seen(Viewer::Side(FOXES));
    assert_eq!(texts(&foxes), [told[0], "The hares hide somewhere", told[2], told[3], told[4]]);
    let hares = game.seen(Viewer::Side(HARES));
    assert_eq!(texts(&hares), ["The foxes hide somewhere", told[1], told[2], told[4]]);
    assert_eq!(hares.lines.last(), all.lines.last(), "in the same entry and round");
}

#[test]
fn choices_and_who_acts_are_for_the_side_that_is_asked() {
    let game = game(1, 4);
    let asked = game.seen(Viewer::Side(FOXES));
    assert_eq!(asked.choices, game.seen(Viewer::All).choices);
    assert_eq!(asked.choices[0].text, "Creep to hut 0");
    assert_eq!(asked.turn, Turn::Ask { side: FOXES, actor: Some(0) });
    let other = game.seen(Viewer::Side(HARES));
    assert!(other.choices.is_empty());
    assert_eq!(other.turn, Turn::Ask { side: FOXES, actor: None }, "who acts is not on their board");
}

#[test]
fn a_seat_charts_what_its_side_knew() {
    let mut game = game(1, 4);
    for text in ["Creep to hut 2", "Creep to hut 5"] {
        choose(&mut *game, text);
    }
    game.step(find::<Seek>("greedy").unwrap());
    let curves = |viewer| game.seen(viewer).history.into_iter().map(|curve| curve.name).collect::<Vec<_>>();
    assert_eq!(curves(Viewer::All), TEAMS);
    assert_eq!(curves(Viewer::Side(HARES)), ["The hares"]);
}

#[test]
fn going_back_takes_back_what_each_seat_has_heard() {
    let mut game = game(1, 4);
    let before = [Viewer::All, Viewer::Side(FOXES), Viewer::Side(HARES)].map(|viewer| game.seen(viewer));
    choose(&mut *game, "Call out hut 3");
    choose(&mut *game, "Creep to hut 5");
    game.back_to(2);
    let mut after = [Viewer::All, Viewer::Side(FOXES), Viewer::Side(HARES)].map(|viewer| game.seen(viewer));
    // A timeline keeps what each side heard: no fox hears the hares creep here.
    let still_to_come = after.each_mut().map(|seen| seen.moments.split_off(3).len());
    assert_eq!(still_to_come, [2, 1, 2]);
    assert_eq!(after, before);
}

#[test]
fn a_viewer_who_has_no_side_in_the_battle_hears_nothing() {
    let seen = game(1, 4).seen(Viewer::Side(SideId(7)));
    assert!(seen.lines.is_empty() && seen.choices.is_empty(), "{seen:?}");
}

proptest! {
    /// Two games that differ only in the position of the hares: the foxes choose the same, and the hares call.
    #[test]
    fn what_is_hidden_changes_neither_a_seat_nor_a_decision(
        here in 0u8..6, there in 0u8..6, moves in prop::collection::vec((0usize..8, 0u8..6), 1..6), seed: u64,
    ) {
        let [mut one, mut other] = [here, there].map(|hares| Battle::<Seek>::new(&hidden(2, hares), Seed(seed)).unwrap());
        let [mut seen, mut also] = [here, there].map(|hares| game(2, hares));
        one.advance();
        other.advance();
        for (pick, call) in moves {
            prop_assert_eq!(seen.seen(Viewer::Side(FOXES)), also.seen(Viewer::Side(FOXES)));
            for player in listed::<Seek>() {
                let decided = [&one, &other].map(|battle| decide(battle, &mut *player.fresh()));
                prop_assert_eq!(decided[0], decided[1], "{}", player.info().title);
            }
            let legal = one.legal();
            let command = legal[pick % legal.len()];
            if [Command::Call(here), Command::Call(there)].contains(&command) {
                // This call would reveal the difference.
                return Ok(());
            }
            for (battle, game) in [(&mut one, &mut seen), (&mut other, &mut also)] {
                for command in [command, Command::Call(call)] {
                    game.choose(battle.legal().iter().position(|legal| *legal == command).unwrap()).unwrap();
                    battle.issue(command).unwrap();
                }
                if battle.turn() != Turn::Auto {
                    return Ok(());
                }
                battle.advance();
                game.step(find::<Seek>("random").unwrap());
            }
        }
    }
}
