//! A hundred thousand attacks with the engine's own dice match the displayed chances.

use foeman_engine::dice::Seed;
use foeman_engine::ruleset::Ruleset;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::ItemKindId;
use ruleset_foeman::rolls::Check;
use ruleset_foeman::state::State;

use crate::chances::{MODIFIERS, Stand, modified, stood, ways};
use crate::exhibition;
use crate::outcomes::{first_check, rolled};

/// The total number of rolls.
const ROLLS: u64 = 100_000;

/// The tolerance of a count with this variance: a correct chance fails in at most one of a thousand million cases,
/// whatever the distribution of chances (Bernstein's inequality).
fn slack(variance: f64) -> f64 {
    let exponent = 2e9_f64.ln();
    exponent / 3.0 + (exponent * exponent / 9.0 + 2.0 * exponent * variance).sqrt()
}

/// Returns the number of successful rolls, and the displayed chance.
fn counted(content: &Content, state: &State, command: Command, rolls: std::ops::Range<u64>) -> (u64, f64) {
    let odds = Foeman::choice(content, state, &command).odds.expect("it is rolled");
    let made = |seed: &u64| first_check(&rolled(content, state, command, Seed(*seed))).is_some_and(Check::is_success);
    (rolls.filter(made).count() as u64, odds.wins as f64 / odds.of as f64)
}

/// Every way to attack in the Arena, each against another target under another modifier. With these fixed seeds, a
/// correct engine fails with a chance below one in a million.
#[test]
fn a_hundred_thousand_attacks_of_all_weapons_hit_as_often_as_is_shown() {
    let content = exhibition::content();
    let (ones, others) = (exhibition::of_side(&content, 0), exhibition::of_side(&content, 1));
    let kind = |start: usize| content.kind(content.start[start].kind);
    let armed: Vec<usize> = ones.iter().copied().filter(|&one| !kind(one).organic).collect();
    let weapons = (0..content.items.len() as u16).map(ItemKindId).filter(|&item| !content.item(item).uses.is_empty());
    let hands = weapons.enumerate().map(|(number, weapon)| (Some(weapon), armed[number % armed.len()]));
    let bodies = ones.iter().copied().filter(|&one| !kind(one).body.is_empty()).map(|one| (None, one));
    let arms: Vec<(Option<ItemKindId>, usize)> = hands.chain(bodies).collect();
    let mut scenes = Vec::new();
    for (number, &(weapon, one)) in arms.iter().enumerate() {
        for turn in 0..others.len() {
            let mut scene = exhibition::scene(&content, one, others[(number * 7 + turn) % others.len()]);
            exhibition::arm(&content, &mut scene, weapon);
            let Some(scene) = stood(&content, &scene, Stand::Ahead) else { continue };
            let ways = ways(&content, &scene, number as u8 % 4 + 1);
            let (name, modifier) = MODIFIERS[number % MODIFIERS.len()];
            let command = ways[number % ways.len()];
            scenes.push((modified(&scene, command, modifier), command, name));
            break;
        }
    }
    assert!(scenes.len() > 100 && scenes.len() + 5 > arms.len(), "{} of {}", scenes.len(), arms.len());
    let each = ROLLS / scenes.len() as u64 + 1;
    let (mut hits, mut expected, mut variance) = (0, 0.0, 0.0);
    for (number, (state, command, name)) in scenes.iter().enumerate() {
        let first = number as u64 * each;
        let (made, chance) = counted(&content, state, *command, first..first + each);
        let (mean, spread) = (each as f64 * chance, each as f64 * chance * (1.0 - chance));
        assert!(
            (made as f64 - mean).abs() <= slack(spread),
            "{made} of {each} at a chance of {chance}: {name}, {command:?}"
        );
        (hits, expected, variance) = (hits + made, expected + mean, variance + spread);
    }
    assert!((hits as f64 - expected).abs() <= slack(variance), "{hits} where {expected} were to be expected");
    assert!(variance > 5_000.0, "not all of them are sure to hit or to miss: {variance}");
}
