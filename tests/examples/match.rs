//! Plays players against each other, both ways round, and counts wins; with one battle, prints its log:
//! `match SCENARIO BATTLES PLAYER PLAYER`.
//!
//! `cargo run --release -p foeman-tests --example match -- duel 500 steady reckless`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the program is run in a terminal")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use foeman_engine::dice::Seed;
use foeman_engine::game::Viewer;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_engine::simulate::Plan;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenarios, battles, one, other] = &arguments[..] else {
        eprintln!("usage: match SCENARIO[,SCENARIO...] BATTLES PLAYER PLAYER");
        return ExitCode::from(2);
    };
    let battles: u32 = battles.parse().expect("a number of battles");
    let engine = SHIPPED.engine("foeman").expect("Foeman is shipped");
    let [one, other] = [one, other].map(|id| engine.player(id).unwrap_or_else(|error| panic!("{error}")));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arena");
    let draft = Draft::open(&folder, &SHIPPED.dialects()).expect("the Arena is there");
    let mut sum = (0, 0);
    for scenario in scenarios.split(',') {
        let resolved = resolve(&draft, scenario).unwrap_or_else(|_| panic!("`{scenario}` has errors"));
        if battles == 1 {
            let mut game = engine.start(&resolved, Seed(1)).unwrap_or_else(|_| panic!("`{scenario}` cannot be played"));
            loop {
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Ask { side, .. } => game.step(if side == SideId(0) { one } else { other }),
                    Turn::Auto => game.step(one),
                }
            }
            for told in game.seen(Viewer::All).lines {
                println!("{}", told.line.text);
            }
        }
        let run = |players: Vec<_>| {
            let plan = Plan { battles, seed: Seed(1), threads: 1, players };
            let begun = Instant::now();
            let report = engine.simulate(&resolved, &plan, &|| (), &AtomicBool::new(false)).expect("it plays");
            (report, begun.elapsed().as_secs_f64())
        };
        let [a, b] = [run(vec![one, other]), run(vec![other, one])];
        let side = SideId;
        let wins = a.0.wins(side(0)) + b.0.wins(side(1));
        let losses = a.0.wins(side(1)) + b.0.wins(side(0));
        sum = (sum.0 + wins, sum.1 + losses);
        println!(
            "{scenario}: {} {wins}, {} {losses}, draws {}, limit {}; first side {}+{}; median {} rounds; {:.2} ms each",
            one.name(),
            other.name(),
            a.0.draws() + b.0.draws(),
            a.0.round_limits() + b.0.round_limits(),
            a.0.wins(side(0)),
            b.0.wins(side(0)),
            a.0.rounds_percentile(50),
            (a.1 + b.1) * 500.0 / f64::from(battles),
        );
    }
    println!("{:.1} % of {}", 100.0 * sum.0 as f64 / (sum.0 + sum.1).max(1) as f64, sum.0 + sum.1);
    ExitCode::SUCCESS
}
