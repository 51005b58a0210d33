//! Computer players do not waste rounds next to an enemy.

use std::collections::BTreeSet;

use foeman_engine::battle::Battle;
use foeman_engine::player::{Players, decide, find};
use foeman_engine::ruleset::Turn;
use proptest::prelude::*;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, ManoeuvreEvent};
use ruleset_foeman::phases::limits;
use ruleset_foeman::situation::footprint;
use ruleset_foeman::state::records::Posture;
use ruleset_foeman::state::{ActionKind, Phase};
use ruleset_foeman::{Foeman, Situation};

use crate::ground::{Plain, told};

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
    let (mut begun, mut near, mut rushed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    loop {
        let (round, phase, entries) = (battle.state().round, battle.state().phase, battle.entries().len());
        match battle.turn() {
            Turn::Over(_) => {
                show(&battle, &found);
                return found;
            }
            Turn::Auto => battle.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(&battle, players.of(side, ids[usize::from(side.0)])).expect("it decides");
                battle.issue(command).expect("what a player decides is legal");
            }
        }
        rushed.extend(battle.entries()[entries..].iter().flat_map(|entry| &entry.did).filter_map(rush));
        let now = Situation::new(battle.content(), battle.state());
        let idles = |&figure: &FigureId| {
            let waits = [ActionKind::Move, ActionKind::Watch, ActionKind::Defend, ActionKind::Dodge];
            now.figure(figure).did.is_none_or(|did| waits.contains(&did)) && !rushed.contains(&figure)
        };
        let reaches = |&figure: &FigureId| now.opponents(figure).any(|enemy| footprint::can_reach(now, figure, enemy));
        if now.state.round > round {
            // If no enemy is in reach any more, the target has fallen first.
            let stays = |figure: &FigureId| is_ready(now, *figure) && reaches(figure);
            let idle: BTreeSet<FigureId> = near.iter().copied().filter(stays).filter(idles).collect();
            found.extend(idle.intersection(&before).map(|&figure| (round, figure)));
            before = idle;
            rushed.clear();
        }
        if now.state.phase != phase && now.state.phase == Phase::Movement {
            begun = now.active().filter(reaches).collect();
        }
        if now.state.phase != phase && phase == Phase::Movement {
            // A figure that has just arrived has moved too far for an attack.
            let arrives = |figure: &FigureId| {
                let own = now.figure(*figure);
                !begun.contains(figure) && !limits::allows(ActionKind::Strike, own.ma, own.mp)
            };
            let ready = now.active().filter(|&figure| now.side(figure).0 == 0 && is_ready(now, figure));
            near = ready.filter(reaches).filter(|figure| !arrives(figure)).collect();
        }
    }
}

/// The figure that an instruction lets rush with its shield.
fn rush(instruction: &Instruction) -> Option<FigureId> {
    match instruction {
        Instruction::Figure(figure, FigureEvent::Manoeuvre(ManoeuvreEvent::RushesShield { .. })) => Some(*figure),
        _ => None,
    }
}

/// Whether a figure is standing and unhurt.
fn is_ready(now: Situation<'_>, figure: FigureId) -> bool {
    now.is_active(figure)
        && now.figure(figure).posture == Posture::Standing
        && 4 * now.mod_st(figure) >= 3 * now.kind(figure).st
}

/// Prints the log of a battle with idle figures if `SHOW` is set.
#[expect(clippy::print_stderr, reason = "prints failures on request")]
fn show(battle: &Battle<Foeman>, found: &[(u32, FigureId)]) {
    if !found.is_empty() && std::env::var_os("SHOW").is_some() {
        eprintln!("{found:?}\n{}\n", told(battle).join("\n"));
    }
}

/// A few cases; `PROPTEST_CASES=1000` runs more, and `SHOW=1` prints the logs of battles with idle figures.
fn some(few: u32) -> ProptestConfig {
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual.cases } else { few };
    ProptestConfig { cases, ..usual }
}

proptest! {
    #![proptest_config(some(24))]

    #[test]
    fn an_unhurt_figure_of_the_steady_player_does_not_idle_next_to_an_enemy(seed in any::<u64>()) {
        prop_assert_eq!(fidgets("steady", "steady", seed), []);
    }
}

proptest! {
    #![proptest_config(some(6))]

    #[test]
    fn an_unhurt_figure_of_the_cunning_player_does_not_idle_next_to_an_enemy(seed in any::<u64>()) {
        prop_assert_eq!(fidgets("cunning", "steady", seed), []);
    }
}
