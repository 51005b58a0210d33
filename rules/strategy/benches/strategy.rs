//! Benchmarks of the strategy rules: `cargo bench -p ruleset-strategy --bench strategy`; an argument chooses a part.
//!
//! Measures turns of Seeker and Commander with 200 units on a map of 100 x 100 (`turns`); opening a world of
//! 1,000 x 1,000 sites with 10,000 units, and ending a turn with modifiers there (`great`); the parts of painting one of
//! its sites (`paint`); and five turns of computer players with 1,000 units on a map of that size, with their memory
//! (`wide`).

#![allow(
    clippy::print_stdout,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a benchmark measures time and memory, and prints them"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use foeman_engine::battle::{Battle, Stage};
use foeman_engine::dice::Seed;
use foeman_engine::player::{Player, decide, listed};
use foeman_engine::plots::PlotEdit;
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::change::plan;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_test_support::clock;
use foeman_test_support::world::{self, World};
use ruleset_strategy::{Command, Strategy};

/// Resolves the scenario of a world from its text.
fn scenario(world: World) -> Resolved {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), world.pack())], &SHIPPED.dialects());
    resolve(&draft, world::SCENARIO).unwrap_or_else(|findings| panic!("{findings:?}"))
}

fn battle(resolved: &Resolved) -> Battle<Strategy> {
    Battle::new(resolved, Seed(1)).unwrap_or_else(|errors| panic!("{:?}", errors.first()))
}

fn timed<T>(what: &str, deed: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = deed();
    println!("{what}: {:.1?}", begun.elapsed());
    done
}

fn turns_of(player: usize) {
    let resolved = scenario(world::SMALL);
    let mut game = battle(&resolved);
    let units = |game: &Battle<Strategy>| game.state().factions.iter().map(|of| of.units.len()).sum::<usize>();
    println!("{} units at the start", units(&game));
    let mut players: Vec<Box<dyn Player<Strategy>>> = (0..2).map(|_| listed::<Strategy>()[player].fresh()).collect();
    let (mut turns, mut begun, mut at) = (Vec::<(Duration, usize)>::new(), Instant::now(), 0);
    while turns.len() < 40 {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Auto => game.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(&game, players[usize::from(side.0)].as_mut()).expect("a side must decide");
                let ends = command == Command::EndTurn {};
                game.issue(command).expect("it is legal");
                if ends {
                    turns.push((begun.elapsed(), game.entries().len() - at));
                    (begun, at) = (Instant::now(), game.entries().len());
                }
            }
        }
    }
    println!("{} units at the end of {} turns", units(&game), turns.len());
    turns.sort_unstable();
    let share = |percent: usize| turns[(turns.len() * percent / 100).min(turns.len() - 1)];
    let name = listed::<Strategy>()[player].info().id.name();
    println!("a turn of {name}: median {:.1?}, p95 {:.1?}, most {:.1?}", share(50), share(95), share(100));
}

fn great_world() {
    let resolved =
        timed("read a world of 1,000 x 1,000 with 10,000 units, and its scenario", || scenario(world::GREAT));
    let mut game = timed("make its battle", || battle(&resolved));
    timed("its board", || black_box(Strategy::board(game.content(), game.state())).tokens.len());
    timed("a copy of its state", || black_box(game.state().clone()).made());
    timed("begin the first turn", || game.advance());
    let unit = game.state().factions[0].units[4];
    let target = ruleset_strategy::situation::Situation::new(game.content(), game.state()).move_targets(&[unit])[0];
    timed("move a unit that others profit by", || {
        game.issue(Command::Move { units: vec![unit], target }).expect("legal")
    });
    timed("list the legal commands", || game.legal().len());
    for _ in 0..3 {
        timed("end a turn, and begin the next", || {
            game.issue(Command::EndTurn {}).expect("legal");
            game.advance();
        });
    }
}

/// Paints sites of a world one by one, without the window around.
fn painted_world() {
    let mut draft = Draft::from_texts([("pack.yaml".to_owned(), world::GREAT.pack())], &SHIPPED.dialects());
    let plots = Strategy::capabilities().pack.plots.expect("scenarios are painted");
    timed("read the scenario", || black_box((plots.read)(&draft, world::SCENARIO)).is_some());
    for column in 480..484 {
        let (group, cells) = ("owners".to_owned(), vec![[column, 500]]);
        let edit = PlotEdit::Paint { group, ink: Some("blue".to_owned()), owner: None, cells };
        let changes = timed("find the changes", || (plots.change)(&draft, world::SCENARIO, &edit).expect("possible"));
        let plan = timed("plan them", || plan(&draft, &changes).expect("possible"));
        let mut before = draft.clone();
        let undo = timed("apply the plan", || plan.apply(&mut draft).expect("it fits"));
        timed("the first read of the scenario", || black_box((plots.read)(&draft, world::SCENARIO)).is_some());
        timed("apply and undo it again", || {
            plan.apply(&mut before).expect("it fits");
            before.apply(&undo)
        });
    }
}

/// Plays the first turns of a battle with Seeker on all sides.
fn played(game: &mut Battle<Strategy>, turns: u32) {
    let mut players: Vec<Box<dyn Player<Strategy>>> = (0..2).map(|_| listed::<Strategy>()[0].fresh()).collect();
    while game.state().turn < turns {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Auto => game.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(game, players[usize::from(side.0)].as_mut()).expect("a side must decide");
                game.issue(command).expect("it is legal");
            }
        }
    }
}

fn wide_world() {
    let resolved = timed("read a world of 1,000 x 1,000 with 1,000 units, and its scenario", || scenario(world::WIDE));
    let stage = timed("read its content", || Stage::new(&resolved)).unwrap_or_else(|errors| panic!("{errors:?}"));
    drop(resolved);
    let mut game = timed("make its battle, as in a simulation", || Battle::lean(stage, Seed(1)));
    println!("memory: {} MB", clock::peak_memory() / 1024);
    timed("five turns of Seeker against itself", || played(&mut game, 5));
    println!("{} entries; memory: {} MB", game.entries().len(), clock::peak_memory() / 1024);
}

fn main() {
    let parts: [(&str, fn()); 4] = [
        ("turns", || {
            turns_of(0);
            turns_of(1);
        }),
        ("great", great_world),
        ("paint", painted_world),
        ("wide", wide_world),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            part();
        }
    }
}
