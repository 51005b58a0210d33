//! The `observation` option: the view, log, choices and decisions of a side.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Viewer};
use foeman_engine::player::{decide, find};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::grid::{Direction, Hex};
use proptest::prelude::*;
use ruleset_foeman::body::shape::Pose;
use ruleset_foeman::command::Command;
use ruleset_foeman::state::{Action, State};
use ruleset_foeman::{Foeman, Situation};
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED};
use crate::rows::flag;
use crate::vectors::Outcome;

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const RED_SIDE: SideId = SideId(0);

fn observing(plain: Plain) -> Plain {
    plain.with("/scenarios/fight/options", json!({"observation": true}))
}

/// A wall from top to bottom between the left and the right of the plain.
fn walled(plain: Plain) -> Plain {
    observing(plain).with("/maps/plain/rows", "ggggwgggg\n".repeat(9))
}

fn game(plain: &Plain) -> Box<dyn Game> {
    SHIPPED.engine("foeman").expect("it is there").start(&plain.resolved(), Seed(1)).expect("it is there")
}

fn names(game: &dyn Game, side: u8) -> Vec<String> {
    game.seen(Viewer::Side(SideId(side))).board.tokens.into_iter().map(|token| token.name).collect()
}

/// Whether red's only figure observes blue's, so that its side sees it.
fn shows(plain: &Plain, origins: [[i32; 2]; 2]) -> bool {
    let content = plain.content();
    let mut state = State::new(&content);
    for (figure, cell) in [RED, BLUE].into_iter().zip(origins) {
        let facing = state.figure(figure).facing;
        state.figure_mut(figure).origin = Pose { head: content.land.field.geometry.hex(cell), facing };
    }
    let known = Foeman::capabilities().observed(&content, &state, RED_SIDE, None);
    Situation::new(&content, &known).figures().any(|figure| figure == BLUE)
}

/// Plays each row on a plain, with the current and the initial positions of both figures.
pub(crate) fn observation(row: &Value) -> Outcome {
    // Red looks north from the middle; south of it is behind.
    let behind = |hex| observing(Plain::new().red([4, 4], 0, SWORD).blue(hex, 0, SWORD));
    let shown = if flag(row, "adjacent") {
        shows(&behind([4, 5]), [[4, 4], [0, 8]])
    } else if flag(row, "origins_adjacent") {
        shows(&behind([4, 8]), [[8, 7], [8, 8]])
    } else if flag(row, "sees_in_arc") {
        shows(&observing(Plain::new().red([4, 4], 0, SWORD).blue([4, 0], 0, SWORD)), [[4, 4], [4, 8]])
    } else if flag(row, "sees_origin_60") {
        shows(&behind([4, 8]), [[4, 4], [4, 0]])
    } else {
        shows(&behind([4, 8]), [[4, 4], [4, 8]])
    };
    Outcome::of(shown, flag(row, "observes"))
}

#[test]
fn without_the_option_everybody_is_shown() {
    let plain = Plain::new().red([4, 4], 0, SWORD).blue([4, 8], 0, SWORD);
    assert_eq!(names(&*game(&plain), 0), ["red 1", "blue 1"]);
    assert_eq!(names(&*game(&observing(plain)), 0), ["red 1"]);
}

#[test]
fn a_side_is_shown_what_any_of_its_figures_observes() {
    // Red 2 at the lower edge looks north past red 1 to blue.
    let plain = observing(Plain::new().red([1, 8], 0, SWORD).red([4, 2], 3, SWORD).blue([1, 2], 3, SWORD));
    assert_eq!(names(&*game(&plain), 0), ["red 1", "red 2", "blue 1"]);
    let alone = observing(Plain::new().red([4, 2], 2, SWORD).blue([1, 2], 3, SWORD));
    assert_eq!(names(&*game(&alone), 0), ["red 1"]);
}

#[test]
fn walls_hide_and_who_looks_the_other_way_does_not_see() {
    let plain = |row: &str| {
        observing(Plain::new().red([1, 4], 2, SWORD).blue([7, 4], 4, SWORD))
            .with("/maps/plain/rows", format!("{row}\n").repeat(9))
    };
    assert_eq!(names(&*game(&plain("ggggggggg")), 0), ["red 1", "blue 1"]);
    assert_eq!(names(&*game(&plain("ggggwgggg")), 0), ["red 1"]);
    assert_eq!(names(&*game(&plain("ggggwgggg")), 1), ["blue 1"]);
}

#[test]
fn nobody_wins_because_nobody_else_is_in_sight() {
    let mut battle = walled(Plain::new().red([1, 4], 2, SWORD).blue([7, 4], 4, SWORD)).battle(1);
    while battle.turn() == Turn::Auto {
        battle.advance();
    }
    let known = Foeman::capabilities().observed(battle.content(), battle.state(), RED_SIDE, None);
    assert!(Situation::new(battle.content(), &known).outcome().is_none());
}

/// Plays until a decision for which `asks` is true; all earlier decisions are to do nothing.
fn idle_until(battle: &mut Battle<Foeman>, asks: impl Fn(&Battle<Foeman>) -> bool) {
    while battle.turn() == Turn::Auto || !asks(battle) {
        match battle.turn() {
            Turn::Over(outcome) => panic!("the battle ends: {outcome:?}"),
            Turn::Auto => battle.advance(),
            Turn::Ask { .. } => {
                let legal = battle.legal();
                let idle = [Command::Halt, Command::Act { action: Action::Move }];
                let idle = idle.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                battle.issue(idle).expect("it is there");
            }
        }
    }
}

#[test]
fn an_arrow_comes_from_somebody_who_is_not_in_sight() {
    let archer = &[("bow", "second-hand"), ("arrow", "back")];
    let plain = observing(Plain::new().red([4, 8], 3, SWORD).blue([4, 2], 3, archer));
    let mut game = game(&plain);
    let steady = find::<Foeman>("steady").expect("it is there");
    while game.round() < 6 && !matches!(game.turn(), Turn::Over(_)) {
        match game.turn() {
            Turn::Ask { side: SideId(1), .. } => {
                let choices = game.seen(Viewer::All).choices;
                let wanted = ["fire", "alter", "halt", "move"];
                let pick = wanted.iter().find_map(|verb| {
                    choices.iter().position(|choice| choice.verb == *verb && !choice.text.contains("Turn"))
                });
                game.choose(pick.unwrap_or(0)).expect("it is there");
            }
            Turn::Ask { .. } => {
                let choices = game.seen(Viewer::All).choices;
                let idle = ["halt", "move"].iter().find_map(|verb| choices.iter().position(|own| own.verb == *verb));
                game.choose(idle.unwrap_or(0)).expect("it is there");
            }
            _ => game.step(steady),
        }
    }
    let heard = |viewer| game.seen(viewer).lines.iter().map(|told| told.line.text.clone()).collect::<Vec<_>>();
    let (all, red) = (heard(Viewer::All), heard(Viewer::Side(RED_SIDE)));
    let shots = all.iter().filter(|line| line.contains("needs ") && line.contains("red 1")).count();
    assert!(shots > 0, "{all:#?}");
    let veiled = red.iter().filter(|line| line.starts_with("An unseen figure attacks red 1 and ")).count();
    assert_eq!(veiled, shots, "{red:#?}");
    assert!(!red.iter().any(|line| line.contains("blue 1")), "nor is said who: {red:#?}");
}

#[test]
fn what_an_unseen_figure_does_is_not_heard() {
    let plain = walled(Plain::new().red([1, 4], 2, SWORD).blue([7, 4], 4, SWORD));
    let mut game = game(&plain);
    let steady = find::<Foeman>("steady").expect("it is there");
    while game.round() < 3 {
        game.step(steady);
    }
    let lines = |viewer| game.seen(viewer).lines.iter().map(|told| told.line.text.clone()).collect::<Vec<_>>();
    let tells = |lines: Vec<String>, name: &str| lines.iter().any(|line| line.starts_with(name));
    assert!(tells(lines(Viewer::All), "blue 1") && tells(lines(Viewer::Side(RED_SIDE)), "red 1"));
    assert!(!tells(lines(Viewer::Side(RED_SIDE)), "blue 1"));
}

#[test]
fn who_was_beside_a_figure_as_the_round_began_stays_in_view() {
    // Blue walks off behind red's back.
    let plain = observing(Plain::new().red([4, 4], 0, SWORD).blue([4, 5], 3, SWORD));
    let mut battle = plain.battle(1);
    idle_until(&mut battle, |battle| matches!(battle.turn(), Turn::Ask { side: SideId(1), .. }));
    if battle.legal().contains(&Command::Take { figure: BLUE }) {
        battle.issue(Command::Take { figure: BLUE }).expect("it is there");
    }
    let away = Command::Step { direction: Direction::new(3) };
    battle.issue(away).expect("it is there");
    battle.issue(away).expect("it is there");
    let shown = |battle: &Battle<Foeman>| {
        let known = Foeman::capabilities().observed(battle.content(), battle.state(), RED_SIDE, None);
        Situation::new(battle.content(), &known).figures().any(|figure| figure == BLUE)
    };
    assert!(shown(&battle), "for the rest of the round");
    let round = battle.state().round;
    idle_until(&mut battle, |battle| battle.state().round > round);
    assert!(!shown(&battle), "and not in the next");
}

#[test]
fn figures_choose_targets_that_they_observe_themselves() {
    // Red 2 sees blue; red 1 faces away.
    let bow: &[(&str, &str)] = &[("bow", "second-hand"), ("arrow", "back")];
    let plain = observing(Plain::new().red([4, 6], 3, bow).red([2, 6], 0, SWORD).blue([4, 1], 0, SWORD));
    let mut battle = plain.battle(1);
    idle_until(&mut battle, |battle| battle.state().asked_for_option().is_some_and(|asked| asked.figure == RED));
    let aims =
        battle.legal().iter().any(|command| matches!(command, Command::Act { action } if action.target().is_some()));
    assert!(!aims, "{:?}", battle.legal());
}

/// Cells right of the wall that red, on the left, does not see. In the lowest row, a figure can look along the lower
/// edge of the wall, where the map ends.
fn hidden_cell() -> impl Strategy<Value = ([i32; 2], u8)> {
    ((6..9, 0..8), 0..6_u8).prop_map(|((col, row), facing)| ([col, row], facing))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Unseen figures are changed; the view, the log and the choices stay the same, whichever player plays.
    #[test]
    fn what_is_not_observed_changes_no_choice(one in hidden_cell(), other in hidden_cell(), seed in 0..1000_u64) {
        let plain = |(cell, facing)| walled(
            Plain::new().red([1, 4], 1, SWORD).red([2, 6], 2, SWORD).blue([2, 3], 3, SWORD).blue(cell, facing, SWORD),
        );
        let ids: Vec<&str> = Foeman::capabilities().players.iter().map(|player| player.info().id.name()).collect();
        for id in ids {
            let choices: Vec<Vec<Option<Command>>> = [one, other].map(|hidden| choices(&plain(hidden), seed, id)).into();
            prop_assert_eq!(&choices[0], &choices[1], "{} uses information that it cannot see", id);
        }
    }
}

/// Returns the choices of red's player with this id in the first two rounds, while blue does nothing.
fn choices(plain: &Plain, seed: u64, id: &str) -> Vec<Option<Command>> {
    let mut player = Foeman::capabilities()
        .players
        .iter()
        .find(|player| player.info().id.name() == id)
        .expect("it is there")
        .fresh();
    let mut battle = plain.battle(seed);
    let mut chosen = Vec::new();
    while battle.state().round < 3 {
        match battle.turn() {
            Turn::Over(_) => break,
            Turn::Auto => battle.advance(),
            Turn::Ask { side: RED_SIDE, .. } => {
                let command = decide(&battle, &mut *player);
                chosen.push(command);
                battle.issue(command.expect("it is there")).expect("it is there");
            }
            Turn::Ask { .. } => {
                let legal = battle.legal();
                let idle = [Command::Halt, Command::Act { action: Action::Move }];
                let idle = idle.into_iter().find(|command| legal.contains(command)).unwrap_or(legal[0]);
                battle.issue(idle).expect("it is there");
            }
        }
    }
    chosen
}

#[test]
fn hidden_figures_are_nowhere_in_what_a_side_knows() {
    let plain = walled(Plain::new().red([1, 4], 2, SWORD).blue([7, 4], 4, SWORD));
    let (content, state) = (plain.content(), State::new(&plain.content()));
    let mut other = state.clone();
    other.figure_mut(BLUE).hex = Hex::new(7, 1);
    other.figure_mut(BLUE).physical = 5;
    let known = |state| Foeman::capabilities().observed(&content, state, RED_SIDE, None).into_owned();
    assert_eq!(known(&state), known(&other), "it knows the same of both");
}
