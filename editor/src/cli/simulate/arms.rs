//! Playing the battles of a simulation, with all the contents it is about.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use foeman_rules::dice::Seed;
use foeman_rules::game::{Engine, Registry, Viewer};
use foeman_rules::lab::{Comparison, Unplayable, Until, compare};
use foeman_rules::simulate::{Plan, Report};

use super::progress::watched;
use super::record::{Against, Heading, Question, Record};
use super::{Format, Simulate};
use crate::cli::playable::{self, Playable};
use crate::cli::players;
use crate::console::{Console, Failure};

/// Plays what is asked for.
pub(super) fn play(args: &Simulate, registry: Registry, console: &mut Console<'_>) -> Result<Record, Failure> {
    let (Some(pack), Some(scenario), Some(battles)) = (&args.pack, &args.scenario, args.battles) else {
        return Err(Failure::Usage("expected a pack, a scenario and a number of battles".to_owned()));
    };
    refuse(args)?;
    let playable = playable::playable(pack, &args.shelves, scenario, registry, console)?;
    let engine = playable.engine;
    let start = engine.start(&playable.resolved, Seed(args.seed));
    let game = start.map_err(|problems| playable.refuse(&problems, console))?;
    let players = players::seated(&args.players, engine, &*game)?;
    let mut heading = Heading::new(engine.dialect().id, scenario, Question::Plain);
    heading.players = players.iter().map(|player| player.name().to_owned()).collect();
    (heading.seed, heading.battles, heading.shard) = (args.seed, battles, args.shard);
    let own = args.shard.map_or(0..battles, |shard| shard.of(battles));
    let first = Seed(args.seed).after(own.start);
    let plan = Plan { battles: own.end - own.start, seed: first, threads: args.threads.into(), players };
    let Some(other) = &args.against else {
        let report = simulate(engine, &playable, &plan, console)?;
        return Ok(Record::new(heading, vec![(vec!["as written".to_owned()], report)]));
    };
    let before = other_content(args, other, scenario, registry, console)?;
    let sides = game.seen(Viewer::All).board.sides.len();
    let side = players::side(&args.side, &*game)?;
    let until = args.until.0;
    check_alike(&before, &playable, sides, args.seed, console)?;
    heading.question = Question::Against(Against { side: side.0, until });
    // A part is played to its end, and what all parts say is tested when they are merged.
    let mut comparison = Comparison::new(side, until, plan.battles);
    let never = AtomicBool::new(false);
    let contents = [&*before.resolved, &*playable.resolved];
    let played = watched(2 * u64::from(plan.battles), &mut console.err, |done| {
        compare(engine, contents, &plan, &mut comparison, done, &never)
    })?;
    match played {
        Ok([one, other]) => {
            if one.content == other.content {
                writeln!(console.err, "note: both packs have the same content in this scenario")?;
            }
            let names = ["before", "after"].map(|name| vec![name.to_owned()]);
            Ok(Record::new(heading, names.into_iter().zip([one, other]).collect()))
        }
        Err(Unplayable { which: 0, problems }) => Err(before.refuse(&problems, console)),
        Err(Unplayable { problems, .. }) => Err(playable.refuse(&problems, console)),
    }
}

/// Refuses what does not go together.
fn refuse(args: &Simulate) -> Result<(), Failure> {
    let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
    if args.shard.is_some() && args.format.is_some_and(|format| format != Format::Jsonl) {
        return wrong("expected `--format jsonl` or none with `--shard`; `--merge` writes the others");
    }
    if args.shard.is_some() && args.until.0 != Until::All {
        return wrong("expected `--until all` with `--shard`: nobody sees all pairs before they are merged");
    }
    Ok(())
}

fn simulate(
    engine: &dyn Engine,
    playable: &Playable,
    plan: &Plan,
    console: &mut Console<'_>,
) -> Result<Report, Failure> {
    let never = AtomicBool::new(false);
    let report =
        watched(plan.battles.into(), &mut console.err, |done| engine.simulate(&playable.resolved, plan, done, &never))?;
    report.map_err(|problems| playable.refuse(&problems, console))
}

/// The same scenario of another pack.
fn other_content(
    args: &Simulate,
    path: &Path,
    scenario: &str,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Playable, Failure> {
    playable::playable(path, &args.shelves, scenario, registry, console)
}

/// Whether two contents can be compared: one ruleset, and as many sides.
fn check_alike(
    before: &Playable,
    after: &Playable,
    sides: usize,
    seed: u64,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let rulesets = [before, after].map(|playable| playable.engine.dialect().id);
    let [one, other] = rulesets;
    if one != other {
        let message = format!("expected a pack of ruleset `{other}` to compare with, but found one of `{one}`");
        return Err(Failure::Usage(message));
    }
    let game = before.engine.start(&before.resolved, Seed(seed));
    let game = game.map_err(|problems| before.refuse(&problems, console))?;
    let found = game.seen(Viewer::All).board.sides.len();
    if found != sides {
        let message = format!("expected a scenario of {sides} sides to compare with, but found one of {found}");
        return Err(Failure::Usage(message));
    }
    Ok(())
}
