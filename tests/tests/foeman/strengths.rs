//! The computer players measured against each other, and whether anybody only stands about.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use foeman_rules::battle::Battle;
use foeman_rules::dice::Seed;
use foeman_rules::player::{Players, decide};
use foeman_rules::ruleset::{Ruleset, SideId, Turn};
use foeman_rules::rulesets::SHIPPED;
use foeman_rules::rulesets::foeman::ids::FigureId;
use foeman_rules::rulesets::foeman::instruction::{FigureEvent, Instruction, RoundEvent};
use foeman_rules::rulesets::foeman::state::{ActionKind, State};
use foeman_rules::rulesets::foeman::{Foeman, Situation};
use foeman_rules::simulate::Plan;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;

/// Battles won and lost by `one` against `other`, as many on either side, in one scenario.
fn mirrored(scenario: &str, pairs: u32, one: &str, other: &str) -> (usize, usize) {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    let [one, other] = [one, other].map(|id| engine.player(id).expect("it is a player of Foeman"));
    let resolved = scene(scenario);
    let wins = |players: [_; 2], side| {
        let plan = Plan { battles: pairs, seed: Seed(1), threads: 2, players: players.to_vec() };
        let report = engine.simulate(&resolved, &plan, &|| (), &AtomicBool::new(false)).expect("it can be played");
        (report.wins(SideId(side)), report.wins(SideId(1 - side)))
    };
    let [first, second] = [wins([one, other], 0), wins([other, one], 1)];
    (first.0 + second.0, first.1 + second.1)
}

fn scene(scenario: &str) -> Resolved {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arena");
    let pack = Draft::open(&folder, &SHIPPED.dialects()).expect("the Arena is there");
    resolve(&pack, scenario).unwrap_or_else(|findings| panic!("{scenario}: {findings:?}"))
}

#[test]
fn the_steady_player_beats_the_reckless_one() {
    let scenarios = ["duel", "three-a-side", "feeding-time"];
    let (won, lost) = scenarios
        .map(|scenario| mirrored(scenario, 40, "steady", "reckless"))
        .into_iter()
        .fold((0, 0), |(won, lost), (more_won, more_lost)| (won + more_won, lost + more_lost));
    assert!(won * 100 >= (won + lost) * 57, "{won} won, {lost} lost");
}

#[test]
fn the_cunning_player_beats_the_steady_one() {
    let scenarios = [("duel", 12), ("feeding-time", 6)];
    let (won, lost) = scenarios
        .map(|(scenario, pairs)| mirrored(scenario, pairs, "cunning", "steady"))
        .into_iter()
        .fold((0, 0), |(won, lost), (more_won, more_lost)| (won + more_won, lost + more_lost));
    assert!(won > lost, "{won} won, {lost} lost");
}

#[test]
fn nobody_stands_about_for_long_while_somebody_can_be_reached() {
    for scenario in ["duel", "three-a-side", "toll", "feeding-time"] {
        let mut battle: Battle<Foeman> = Battle::new(&scene(scenario), Seed(3)).expect("it can be played");
        let mut players = Players::default();
        loop {
            match battle.turn() {
                Turn::Over(_) => break,
                Turn::Auto => battle.advance(),
                Turn::Ask { side, .. } => {
                    let command = decide(&battle, players.of(side, None)).expect("somebody decides");
                    battle.issue(command).expect("what a player decides is legal");
                }
            }
        }
        let longest = longest_idle(&battle);
        assert!(longest.0 <= 5, "{scenario}: {longest:?}");
    }
}

/// The most rounds in a row in which a figure neither moved, nor acted, nor stood where enemies were beside it.
fn longest_idle(battle: &Battle<Foeman>) -> (u32, FigureId) {
    let mut state: State = Foeman::empty(battle.content());
    let mut idle = vec![0u32; state.figures.len()];
    let mut longest = (0, FigureId(0));
    for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
        if matches!(instruction, Instruction::Round(RoundEvent::Ends { .. })) {
            let now = Situation::new(battle.content(), &state);
            for figure in now.active() {
                let own = now.figure(figure);
                let acts = own.option.is_some_and(|option| {
                    !matches!(
                        option.kind(),
                        ActionKind::Move | ActionKind::Watch | ActionKind::Defend | ActionKind::Dodge
                    )
                });
                let count = &mut idle[figure.index()];
                *count = if acts || own.steps > 0 || own.mp > 0 { 0 } else { *count + 1 };
                longest = longest.max((*count, figure));
            }
        }
        if let Instruction::Figure(figure, FigureEvent::Attacked { .. }) = instruction {
            idle[figure.index()] = 0;
        }
        Foeman::apply(battle.content(), &mut state, instruction);
    }
    longest
}
