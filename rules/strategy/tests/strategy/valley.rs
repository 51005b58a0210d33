//! Our own pack: its games end, and every faction can win.

use std::collections::BTreeMap;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::player::{Player, decide, find};
use foeman_engine::ruleset::{Reason, Ruleset, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_test_support::packs;
use ruleset_strategy::Strategy;

use crate::battles::asks;

/// The number of games; `FOEMAN_RUNS=1000` plays the number stated in the claim.
fn runs() -> u64 {
    std::env::var("FOEMAN_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(60)
}

#[test]
fn seekers_end_their_games_in_time_and_every_faction_wins_some() {
    let draft = Draft::from_texts(packs::texts("strategy"), &SHIPPED.dialects());
    let scenarios = ["common-ground", "down-from-the-hills", "three-for-a-bell"];
    let each = runs().div_ceil(scenarios.len() as u64);
    let mut late = 0;
    for scenario in scenarios {
        let resolved = resolve(&draft, scenario).unwrap_or_else(|findings| panic!("{findings:#?}"));
        let seeker = find::<Strategy>("seeker").unwrap();
        let seeker =
            Strategy::capabilities().players.iter().find(|player| player.info().id == seeker).expect("it is listed");
        let mut won: BTreeMap<String, u64> = BTreeMap::new();
        for seed in 0..each {
            let mut game = Battle::<Strategy>::new(&resolved, Seed(seed)).expect("the scenario can be played");
            let factions = game.content().factions.clone();
            let mut players: Vec<Box<dyn Player<Strategy>>> = factions.iter().map(|_| seeker.fresh()).collect();
            for of in &factions {
                won.entry(of.id.clone()).or_default();
            }
            while asks(&mut game) {
                let Turn::Ask { side, .. } = game.turn() else { break };
                let command = decide(&game, players[usize::from(side.0)].as_mut()).expect("a side must decide");
                game.issue(command).expect("players choose legal commands");
            }
            let Turn::Over(outcome) = game.turn() else { panic!("{scenario} with seed {seed} does not end") };
            late += u64::from(outcome.reason == Reason::RoundLimit);
            for side in outcome.winners {
                *won.entry(factions[usize::from(side.0)].id.clone()).or_default() += 1;
            }
        }
        for (faction, games) in won {
            assert!(games * 20 >= each, "{faction} wins {games} of {each} games of {scenario}");
        }
    }
    assert!(late * 20 <= runs(), "{late} games end by the limit of turns");
}
