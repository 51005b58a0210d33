//! Every rule number that a battle shows has an entry in its ruleset's handbook.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use foeman_engine::dice::Seed;
use foeman_engine::display::{About, Term};
use foeman_engine::game::{Engine, Game, Viewer};
use foeman_engine::handbook::{Handbook, named};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_registry::SHIPPED;
use foeman_test_support::packs;

/// The maximum number of entries per battle, so that long games do not slow down the test.
const ENOUGH: usize = 240;

/// Collects the rule numbers that the battles of a pack show, with all players except the slow ones.
fn cited(pack: &str, engine: &dyn Engine, letter: char) -> BTreeSet<String> {
    let mut numbers = BTreeSet::new();
    let slow = ["cunning", "greedy", "planner", "seeker", "commander"];
    let players: Vec<_> = engine.players().into_iter().filter(|it| !slow.contains(&it.id.name())).collect();
    for resolved in packs::playable(pack) {
        for player in &players {
            let mut game = engine.start(&resolved, Seed(7)).expect("shipped scenarios can be played");
            while !matches!(game.turn(), Turn::Over(_)) && game.entries() < ENOUGH {
                if game.entries() % 48 == 0 {
                    ask(&*game, &mut numbers);
                }
                game.step(player.id);
            }
            for told in game.seen(Viewer::All).lines {
                let text = named(&told.line.text).into_iter().map(|(_, number)| number);
                numbers.extend(text.filter(|number| number.starts_with(letter)).map(str::to_owned));
                note(&told.line.terms, &mut numbers);
            }
        }
    }
    numbers
}

/// Collects the rule numbers of everything that can be looked up at this moment.
fn ask(game: &dyn Game, numbers: &mut BTreeSet<String>) {
    let Turn::Ask { side, .. } = game.turn() else { return };
    numbers.extend(game.barred(Viewer::Side(side)).into_iter().map(|barred| barred.rule.to_owned()));
    for token in &game.seen(Viewer::All).board.tokens {
        for value in game.explained(Viewer::All, token.id) {
            note(&value.terms, numbers);
        }
    }
    let SideId(side) = side;
    for sum in game.account(Viewer::All, About::Side(usize::from(side))).into_iter().flat_map(|account| account.sums) {
        note(&sum.terms, numbers);
    }
}

fn note(terms: &[Term], numbers: &mut BTreeSet<String>) {
    numbers.extend(terms.iter().map(|term| term.rule.clone()));
}

/// Asserts that the battles of a pack cite rules, and that each is in the handbook.
fn explained(pack: &str, ruleset: &str, letter: char) {
    let engine = SHIPPED.engine(ruleset).expect("it is shipped");
    let handbook = engine.capabilities().handbook.expect("it has a handbook");
    let mut numbers = cited(pack, engine, letter);
    // A player's own sum has no rule.
    numbers.remove("");
    assert!(!numbers.is_empty(), "{pack} cites no rule");
    let unknown: Vec<&String> = numbers.iter().filter(|number| handbook.entry(number).is_none()).collect();
    assert!(unknown.is_empty(), "{pack} cites {unknown:?}, and `foeman explain` does not know them");
}

#[test]
fn every_rule_that_a_battle_of_the_arena_cites_is_explained() {
    explained("arena", "foeman", 'F');
}

#[test]
fn every_rule_that_a_duel_of_entropy_cites_is_explained() {
    explained("entropy", "entropy", 'E');
}

#[test]
fn every_rule_that_a_contest_of_codes_cites_is_explained() {
    explained("codes", "action-codes", 'A');
}

#[test]
fn every_rule_that_a_strategy_game_cites_is_explained() {
    explained("strategy", "strategy", 'S');
}

#[test]
fn every_ruleset_has_a_handbook_whose_rules_have_one_number_each_and_name_only_rules_that_exist() {
    let handbooks = SHIPPED.engines().iter().filter_map(|engine| engine.capabilities().handbook);
    let handbooks: Vec<&Handbook> = handbooks.map(LazyLock::force).collect();
    assert_eq!(handbooks.len(), SHIPPED.engines().len());
    let mut taken = BTreeSet::new();
    for (_, rule) in handbooks.iter().flat_map(|handbook| handbook.rules()) {
        assert!(taken.insert(rule.number), "{} is the number of two rules", rule.number);
        assert!(rule.text.ends_with('.') && rule.text.len() > 30, "{}", rule.number);
        for (_, number) in named(&rule.text).into_iter().chain(named(&rule.filled)) {
            let known = handbooks.iter().any(|handbook| handbook.entry(number).is_some());
            // Codes such as `M-001` are not rule numbers.
            assert!(known || number.contains('-'), "{} names {number}", rule.number);
        }
    }
}
