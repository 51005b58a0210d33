//! Computer players do not waste rounds next to an enemy.

use std::collections::BTreeSet;

use foeman_engine::player::{Players, decide, find};
use foeman_engine::ruleset::Turn;
use proptest::prelude::*;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::situation::footprint;
use ruleset_foeman::state::records::Posture;
use ruleset_foeman::state::{ActionKind, Phase};
use ruleset_foeman::{Foeman, Situation};

use crate::ground::Plain;

/// The gear of figures that fight hand to hand.
const GEAR: [&[(&str, &str)]; 6] = [
    &[("sword", "first-hand")],
    &[("sword", "first-hand"), ("shield", "second-hand")],
    &[("sword", "first-hand"), ("mail", "worn")],
    &[("axe", "first-hand"), ("shield", "second-hand"), ("mail", "worn")],
    &[("club", "first-hand")],
    &[("pike", "first-hand"), ("mail", "worn")],
];

/// A battle of one to three figures a side, with random gear, attributes and places.
fn skirmish(seed: u64) -> Plain {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut plain = Plain::new();
    let mut taken = BTreeSet::new();
    for (side, colour, rows, facing) in [(0, "red", 6..9, 0), (1, "blue", 0..3, 3)] {
        for nth in 1..=random.usize(1..=3) {
            let mut at = [random.i32(0..9), random.i32(rows.clone())];
            while !taken.insert(at) {
                at = [random.i32(0..9), random.i32(rows.clone())];
            }
            let gear = GEAR[random.usize(..GEAR.len())];
            plain = plain.figure(side, colour, "dull", (at, facing), gear).with(
                &format!("/rosters/{colour}/figures/f{nth}/attributes"),
                serde_json::json!({"st": random.i32(8..=24), "dx": random.i32(8..=14), "ma": random.i32(5..=12)}),
            );
        }
    }
    plain
}

/// Plays a battle and returns the figures of red, with the round, that spend a second round next to an enemy without
/// doing anything, although they are unhurt.
fn fidgets(player: &str, other: &str, seed: u64) -> Vec<(u32, FigureId)> {
    let ids = [player, other].map(|id| find::<Foeman>(id).expect("it is a player of Foeman"));
    let mut players = Players::default();
    let mut battle = skirmish(seed).battle(seed);
    let (mut found, mut before) = (Vec::new(), BTreeSet::new());
    let mut near = BTreeSet::new();
    loop {
        let (round, phase) = (battle.state().round, battle.state().phase);
        match battle.turn() {
            Turn::Over(_) => return found,
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(&battle, players.of(side, ids[usize::from(side.0)])).expect("it decides");
                battle.issue(command).expect("what a player decides is legal");
            }
        }
        let now = Situation::new(battle.content(), battle.state());
        let idles = |&figure: &FigureId| {
            let waits = [ActionKind::Move, ActionKind::Watch, ActionKind::Defend, ActionKind::Dodge];
            now.figure(figure).did.is_none_or(|did| waits.contains(&did))
        };
        if now.state.round > round {
            let idle: BTreeSet<FigureId> =
                near.iter().copied().filter(|&figure| now.is_active(figure)).filter(idles).collect();
            found.extend(idle.intersection(&before).map(|&figure| (round, figure)));
            before = idle;
        }
        if now.state.phase != phase && phase == Phase::Movement {
            let is_ready = |&figure: &FigureId| {
                now.side(figure).0 == 0
                    && now.figure(figure).posture == Posture::Standing
                    && 4 * now.mod_st(figure) >= 3 * now.kind(figure).st
            };
            let reaches =
                |&figure: &FigureId| now.opponents(figure).any(|enemy| footprint::can_reach(now, figure, enemy));
            near = now.active().filter(is_ready).filter(reaches).collect();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_unhurt_figure_of_the_steady_player_does_not_idle_next_to_an_enemy(seed in any::<u64>()) {
        prop_assert_eq!(fidgets("steady", "steady", seed), []);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_unhurt_figure_of_the_cunning_player_does_not_idle_next_to_an_enemy(seed in any::<u64>()) {
        prop_assert_eq!(fidgets("cunning", "steady", seed), []);
    }
}
