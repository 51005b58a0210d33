use foeman_rules::battle::Battle;
use foeman_rules::dice::Seed;
use foeman_rules::emit::Emit;
use foeman_rules::player::{PlayerKind, decide};
use foeman_rules::ruleset::{Ruleset, Turn};
use foeman_rules::rulesets::SHIPPED;
use foeman_rules::rulesets::foeman::Foeman;
use foeman_rules::rulesets::foeman::command::Command;
use foeman_rules::rulesets::foeman::state::Action;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::resolve;

#[test]
fn debug_ai() {
    let folder = std::env::var("PACK").unwrap_or("../content/arena".into());
    let pack = Draft::open(std::path::Path::new(&folder), &SHIPPED.dialects()).unwrap();
    let sc = std::env::var("SC").unwrap_or("three-a-side".into());
    let resolved = resolve(&pack, &sc).unwrap();
    let mut shown = 0;
    for seed in 1..=40 {
        let mut battle = Battle::<Foeman>::new(&resolved, Seed(seed)).unwrap();
        loop {
            match battle.turn() {
                Turn::Over(_) => break,
                Turn::Auto => battle.advance(),
                Turn::Ask { side, .. } => {
                    let command = decide(&battle, PlayerKind::Greedy.player()).unwrap();
                    if let Command::Act { action: Action::Ready { dice, .. } } = command
                        && dice > 5
                        && shown < 3
                    {
                        shown += 1;
                        println!("seed {seed} round {} side {side:?}", battle.state().round);
                        let mut all: Vec<(i64, String)> = battle
                            .legal()
                            .iter()
                            .map(|command| {
                                let mut state = battle.state().clone();
                                let mut out = Emit::<Foeman>::new(battle.content(), &mut state, Seed(1), 0);
                                Foeman::plan(battle.content(), command, &mut out);
                                let mut trail = String::new();
                                for _ in 0..300 {
                                    if Foeman::turn(battle.content(), &state) != Turn::Auto {
                                        trail += "asks";
                                        break;
                                    }
                                    let mut next = state.clone();
                                    let mut out = Emit::<Foeman>::new(battle.content(), &mut next, Seed(1), 1);
                                    Foeman::advance(battle.content(), &mut out);
                                    if out.has_rolled() {
                                        trail += "rolls";
                                        break;
                                    }
                                    state = next;
                                    trail += ".";
                                }
                                (
                                    Foeman::value(battle.content(), &state, side),
                                    format!(
                                        "{} {trail} asked {:?} phase {:?}",
                                        Foeman::describe(battle.content(), battle.state(), command),
                                        state.asked.map(|a| a.figure),
                                        state.phase
                                    ),
                                )
                            })
                            .collect();
                        all.sort();
                        all.reverse();
                        for (value, text) in all.iter().take(30) {
                            println!("  {value} {text}");
                        }
                    }
                    battle.issue(command).unwrap();
                }
            }
        }
    }
}
