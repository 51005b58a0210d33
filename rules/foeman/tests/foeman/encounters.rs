//! Predicted encounters at the end of a path: they must match the choices there, with the same odds.

use std::collections::BTreeMap;

use foeman_engine::choice::{Choice, Target};
use foeman_engine::dice::Seed;
use foeman_engine::display::Odds;
use foeman_engine::game::{Engine, Game, Viewer};
use foeman_engine::move_path::{Blow, MovePath};
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;

fn start(scenario: &str, seed: u64) -> (Box<dyn Game>, &'static dyn Engine) {
    let resolved = packs::playable("arena").into_iter().find(|resolved| resolved.scenario.id == scenario);
    let resolved = resolved.expect("it ships");
    let engine = SHIPPED.engine(&resolved.ruleset).expect("it ships");
    (engine.start(&resolved, Seed(seed)).expect("it can be played"), engine)
}

fn choices(game: &dyn Game) -> Vec<Choice> {
    game.seen(Viewer::All).choices
}

fn per_mille(odds: Odds) -> u64 {
    odds.wins * 1_000_000 / odds.of
}

/// Lets all figures wait until they are asked to act; returns the odds of the best plain attack with three dice between
/// two figures, by attacker.
fn attacks(game: &mut dyn Game, engine: &dyn Engine, pair: [u32; 2]) -> BTreeMap<u32, Option<u64>> {
    let mut found = BTreeMap::new();
    let player = engine.players()[0].id;
    for _ in 0..400 {
        if found.len() == 2 {
            break;
        }
        let Turn::Ask { actor, .. } = game.turn() else {
            game.step(player);
            continue;
        };
        let choices = choices(game);
        if let Some(halt) = choices.iter().position(|choice| choice.text.starts_with("Halt")) {
            game.choose(halt).expect("it is listed");
            continue;
        }
        let is_option =
            choices.iter().any(|choice| choice.text.starts_with("Watch") || choice.text == "Do nothing else");
        if let Some(actor) = actor.filter(|actor| pair.contains(actor) && is_option) {
            let other = if pair[0] == actor { pair[1] } else { pair[0] };
            let is_plain = |choice: &&Choice| {
                let words = ["Strike", "Jab", "Hurl", "Shoot"];
                choice.target == Target::Token(other)
                    && words.iter().any(|word| choice.text.starts_with(word))
                    && choice.strip.as_ref().is_some_and(|strip| strip.dice == 3)
                    && !choice.text.contains(", with")
                    && !choice.text.contains(", the first")
            };
            let best = choices.iter().filter(is_plain).filter_map(|choice| choice.odds).map(per_mille).max();
            found.entry(actor).or_insert(best);
        }
        // A choice that takes no segment and harms no figure, or else the first one.
        let quiet = choices.iter().position(|choice| choice.text.starts_with("Do nothing"));
        game.choose(quiet.unwrap_or_default()).expect("it is listed");
    }
    found
}

#[test]
fn what_is_told_of_an_encounter_is_what_can_be_chosen_there() {
    let (mut compared, mut both, mut nobody) = (0, 0, 0);
    for seed in 1..=6 {
        let (mut game, engine) = start("duel", seed);
        let player = engine.players()[0].id;
        while !matches!(game.turn(), Turn::Over(_)) && game.round() < 3 {
            let ways: Vec<MovePath> = game.ways(Viewer::All);
            for (at, way) in ways.iter().enumerate().step_by(2) {
                let other = 1 - way.actor;
                let met = game.encounters(Viewer::All, way);
                let met = met.iter().find(|met| met.other == other);
                let chance = |blow: Option<&Blow>| blow.map(|blow| per_mille(blow.odds));
                let ours = chance(met.and_then(|met| met.ours.as_ref()));
                let theirs = chance(met.and_then(|met| met.theirs.as_ref()));
                let mut there = game.branch();
                let before = there.seen(Viewer::All).board.tokens;
                there.go(Viewer::All, at).unwrap();
                let told = attacks(&mut *there, engine, [way.actor, other]);
                let after = there.seen(Viewer::All).board.tokens;
                let place = |tokens: &[foeman_engine::display::Token], id: u32| {
                    tokens.iter().find(|token| token.id == id).map(|token| (token.cells.clone(), token.facing))
                };
                if told.len() < 2 || place(&before, other) != place(&after, other) || place(&after, way.actor).is_none()
                {
                    continue;
                }
                assert_eq!(
                    (told[&way.actor], told[&other]),
                    (ours, theirs),
                    "seed {seed}, {:?} to {:?}",
                    way.actor,
                    way.end()
                );
                compared += 1;
                both += usize::from(ours.is_some() && theirs.is_some());
                nobody += usize::from(ours.is_none() && theirs.is_none());
            }
            game.step(player);
        }
    }
    assert!(
        compared >= 40 && both >= 3 && nobody >= 10,
        "{compared} compared, {both} with both, {nobody} with neither"
    );
}
