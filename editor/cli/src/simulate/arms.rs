//! Plays the battles of a simulation with each of its contents.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use foeman_engine::cast::Cast;
use foeman_engine::dice::Seed;
use foeman_engine::game::{Registry, Viewer};
use foeman_engine::lab::{Comparison, Parity, Unplayable, Until, Watch, compare};
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::{Plan, Report};
use foeman_schema::text::Pointer;

use super::progress::watched;
use super::{NO_CLAIM, Simulate};
use crate::pack::Pack;
use crate::playable::{self, Playable};
use crate::report::counted;
use crate::{name, players};
use foeman_base::console::{Console, Failure, printable};
use foeman_lab::matrix::{self, Meeting, Meetings};
use foeman_lab::parity::{MOST, Search};
use foeman_lab::record::{Against, Heading, Question, Record, Vary};
use foeman_lab::run::Named;
use foeman_lab::vary::{self, Sweep, Unfit};
use foeman_lab::{Format, MOST_OF_ALL};

/// The number of pairs that are named when they are left out.
const NAMED: usize = 3;

/// Plays the simulation; also returns the side for a check, and the ids of the sides.
pub(super) fn play(
    args: &Simulate,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<(Record, Option<(SideId, Cast)>), Failure> {
    let (Some(pack), Some(scenario), Some(battles)) = (&args.pack, &args.scenario, args.battles) else {
        return Err(Failure::Usage("expected a pack, a scenario and a number of battles".to_owned()));
    };
    refuse(args)?;
    let playable = playable::playable(pack, (&args.shelves, &args.language), scenario, registry, console)?;
    let start = playable.engine.start(&playable.resolved, Seed(args.seed));
    let game = start.map_err(|problems| playable.refuse(&problems, console))?;
    let players = players::seated(&args.players, playable.engine, &*game)?;
    let mut heading = Heading::new(playable.engine.dialect().id, scenario, Question::Plain);
    registry.build().clone_into(&mut heading.build);
    heading.players = players.iter().map(|player| player.name().to_owned()).collect();
    (heading.seed, heading.battles, heading.shard) = (args.seed, battles, args.shard);
    let own = args.shard.map_or(0..battles, |shard| shard.of(battles));
    let first = Seed(args.seed).after(own.start);
    let plan = Plan { battles: own.end - own.start, seed: first, threads: args.threads.into(), players };
    let side = players::side(args.side.as_deref().unwrap_or("1"), &*game)?;
    let claimed = Some((side, playable.engine.capabilities().cast_of(&playable.resolved)));
    // A large world takes much memory; each simulation makes its own.
    let sides = game.seen(Viewer::All).board.sides.len();
    drop(game);
    let job = Job { args, scenario, playable, sides, side, plan };
    let record = match (&args.against, &args.matrix) {
        (Some(_), _) => job.against(heading, registry, console),
        (None, Some(figures)) => job.matrix(heading, figures, console),
        (None, None) if args.parity.is_some() => job.parity(&heading, console),
        (None, None) if args.vary.is_empty() => {
            let contents = vec![(vec!["as written".to_owned()], Arc::clone(&job.playable.resolved))];
            return Ok((Record::new(heading, job.simulate(contents, console)?), claimed));
        }
        (None, None) => job.vary(heading, console),
    };
    Ok((record?, None))
}

/// Rejects conflicting arguments.
fn refuse(args: &Simulate) -> Result<(), Failure> {
    let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
    let is_claim = args.format == Some(Format::Check);
    let asks_more = args.against.is_some() || !args.vary.is_empty() || args.matrix.is_some() || args.parity.is_some();
    if is_claim && asks_more {
        return wrong(NO_CLAIM);
    }
    let has_side = is_claim || args.against.is_some() || !args.vary.is_empty() || args.parity.is_some();
    if args.side.is_some() && !has_side {
        return wrong(
            "expected `--against`, `--vary`, `--parity` or `--format check` with `--side`; other results include all sides",
        );
    }
    if args.shard.is_some() && args.format.is_some_and(|format| format != Format::Jsonl) {
        return wrong("expected `--format jsonl` or none with `--shard`; use other formats with `--merge`");
    }
    if args.shard.is_some() && args.parity.is_some() {
        return wrong("expected no `--shard` with `--parity`: the next number depends on all previous battles");
    }
    if args.shard.is_some() && args.until.0 != Until::All {
        return wrong("expected `--until all` with `--shard`: the pairs are complete only after merging");
    }
    Ok(())
}

/// Whether the result contains hashes of battles, or follows from them.
fn shows_hashes(args: &Simulate) -> bool {
    let is_short = match args.format {
        None => args.shard.is_none(),
        Some(format) => matches!(format, Format::Table | Format::Check),
    };
    // The values of `--vary` that change nothing are found by the hashes.
    !is_short || !args.vary.is_empty()
}

/// A simulation to play.
struct Job<'a> {
    args: &'a Simulate,
    scenario: &'a str,
    playable: Playable,
    /// The number of sides.
    sides: usize,
    /// The side whose wins are reported.
    side: SideId,
    plan: Plan,
}

impl Job<'_> {
    /// Plays the battles with each of the contents.
    fn simulate(&self, contents: Vec<Named>, console: &mut Console<'_>) -> Result<Vec<(Vec<String>, Report)>, Failure> {
        let all = contents.len() as u64 * u64::from(self.plan.battles);
        if all > MOST_OF_ALL {
            let message = format!(
                "expected at most {MOST_OF_ALL} battles in all, found {all}: {} contents with {} each; play fewer, or \
                 in parts with `--shard`",
                contents.len(),
                self.plan.battles
            );
            return Err(Failure::Usage(message));
        }
        let (never, engine, plan) = (AtomicBool::new(false), self.playable.engine, &self.plan);
        let played = watched((all, "battles"), &mut console.err, |done| {
            let play = |(name, content): Named| {
                let report = match shows_hashes(self.args) {
                    true => engine.simulate(&content, plan, done, &never),
                    false => engine.simulate_unhashed(&content, plan, done, &never),
                };
                match report {
                    Ok(report) => Ok((name, report)),
                    Err(problems) => Err((name, problems)),
                }
            };
            contents.into_iter().map(play).collect::<Result<Vec<_>, _>>()
        })?;
        played.map_err(|(name, problems)| {
            // Ignore an error here; writing the problems will fail again.
            let _ = writeln!(console.err, "with `{}`:", name.join("`, `"));
            self.playable.refuse(&problems, console)
        })
    }

    fn vary(&self, mut heading: Heading, console: &mut Console<'_>) -> Result<Record, Failure> {
        let sweeps = &self.args.vary;
        let variants = self.variants(sweeps, console)?;
        let written = variants.iter().position(|(_, content)| **content == *self.playable.resolved);
        let mut contents = variants.iter().map(|(_, content)| &**content);
        let first = contents.next();
        if variants.len() > 1 && contents.all(|content| Some(content) == first) {
            writeln!(console.err, "note: all values give the same content: this scenario does not depend on them")?;
        }
        heading.question = Question::Vary(Vary { paths: vary::paths(sweeps), side: self.side.0, written });
        Ok(Record::new(heading, self.simulate(variants, console)?))
    }

    /// Returns the content for each combination of values.
    fn variants(&self, sweeps: &[Sweep], console: &mut Console<'_>) -> Result<Vec<Named>, Failure> {
        let places = sweeps.iter().map(|sweep| place(sweep, &self.playable)).collect::<Result<Vec<_>, _>>()?;
        let all = vary::combinations(sweeps).map_err(Failure::Usage)?;
        let before = self.playable.pack.analysis();
        let mut variants = Vec::with_capacity(all);
        for number in 0..all {
            let values = vary::combination(sweeps, number);
            match vary::varied(&before, self.scenario, &places, &values) {
                Ok(content) => variants.push((values, content)),
                Err(Unfit::Unset(error)) => {
                    return Err(Failure::Usage(format!("could not set `{}`: {error}", vary::told(sweeps, &values))));
                }
                Err(Unfit::Found(draft, findings)) => {
                    // Ignore an error here; writing the findings will fail again.
                    let _ = writeln!(console.err, "with `{}`:", vary::told(sweeps, &values));
                    let pack = Pack { draft, root: self.playable.pack.root.clone(), writer: None };
                    return Err(playable::found(&pack, &findings, console));
                }
            }
        }
        Ok(variants)
    }

    fn matrix(&self, mut heading: Heading, figures: &str, console: &mut Console<'_>) -> Result<Record, Failure> {
        let named: Vec<String> = figures.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let (engine, draft) = (self.playable.engine, &self.playable.pack.draft);
        let meetings = matrix::meetings(engine, draft, self.scenario, &named, self.plan.battles, &|| false);
        let Meetings { fit, unfit } = meetings.map_err(Failure::Usage)?;
        if !unfit.is_empty() {
            let pairs: Vec<String> =
                unfit.iter().take(NAMED).map(|[one, other]| format!("{one} and {other}")).collect();
            let more = if unfit.len() > NAMED { ", and more" } else { "" };
            let (pairs, number) = (printable(&pairs.join(", ")), counted(unfit.len(), "pair"));
            writeln!(console.err, "left out {number} without room in each other's place: {pairs}{more}")?;
        }
        heading.question = Question::Matrix;
        let contents = fit.into_iter().map(|Meeting { who, content }| (who.to_vec(), content)).collect();
        Ok(Record::new(heading, self.simulate(contents, console)?))
    }

    fn parity(&self, heading: &Heading, console: &mut Console<'_>) -> Result<Record, Failure> {
        let figure = self.args.parity.as_deref().unwrap_or_default();
        let (each, most) = (self.plan.battles, Parity::battles_at_most(MOST, self.plan.battles));
        if most > MOST_OF_ALL {
            let message = format!(
                "expected at most {MOST_OF_ALL} battles in all, found {most}: up to {} numbers with {each} each; play fewer",
                most / u64::from(each.max(1))
            );
            return Err(Failure::Usage(message));
        }
        let (engine, draft) = (self.playable.engine, &self.playable.pack.draft);
        let search = Search::new(engine, draft, self.scenario, figure, self.side);
        let mut search = search.map_err(Failure::Usage)?;
        while let Some((count, content)) = search.next_number().map_err(Failure::Usage)? {
            let named = vec![(vec![count.to_string()], Arc::clone(&content))];
            if let Some((_, report)) = self.simulate(named, console)?.pop() {
                search.add(count, content, report);
            }
        }
        Ok(search.record(heading))
    }

    fn against(&self, mut heading: Heading, registry: Registry, console: &mut Console<'_>) -> Result<Record, Failure> {
        let Some(other) = &self.args.against else { return Err(Failure::Usage("expected another pack".to_owned())) };
        let before =
            playable::playable(other, (&self.args.shelves, &self.args.language), self.scenario, registry, console)?;
        let until = self.args.until.0;
        self.check_alike(&before, console)?;
        heading.question = Question::Against(Against { side: self.side.0, until });
        // A shard is played to its end; the significance test runs when shards are merged.
        let mut comparison = Comparison::new(self.side, until, self.plan.battles);
        let (never, engine, plan) = (AtomicBool::new(false), self.playable.engine, &self.plan);
        let contents = [&*before.resolved, &*self.playable.resolved];
        let played = watched((2 * u64::from(plan.battles), "battles"), &mut console.err, |done| {
            compare(engine, contents, plan, &mut comparison, Watch { done, told: &|_| (), cancel: &never })
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
            Err(Unplayable { problems, .. }) => Err(self.playable.refuse(&problems, console)),
        }
    }

    /// Checks that another content can be compared with this one: same ruleset, same number of sides.
    fn check_alike(&self, before: &Playable, console: &mut Console<'_>) -> Result<(), Failure> {
        let [one, other] = [before, &self.playable].map(|playable| playable.engine.dialect().id);
        if one != other {
            let message = format!("expected a pack of ruleset `{other}` to compare with, found one of `{one}`");
            return Err(Failure::Usage(message));
        }
        let game = before.engine.start(&before.resolved, Seed(self.args.seed));
        let game = game.map_err(|problems| before.refuse(&problems, console))?;
        let (found, expected) = (game.seen(Viewer::All).board.sides.len(), self.sides);
        if found != expected {
            let message = format!("expected a scenario of {expected} sides to compare with, found one of {found}");
            return Err(Failure::Usage(message));
        }
        Ok(())
    }
}

/// Resolves the path of a value, which may be unset.
fn place(sweep: &Sweep, playable: &Playable) -> Result<Pointer, Failure> {
    let draft = &playable.pack.draft;
    let path = sweep.path.strip_prefix('/').unwrap_or(&sweep.path);
    let at = Pointer::parse(&format!("/{path}")).unwrap_or_default();
    let is_deep = at.record().is_some_and(|(key, rest)| draft.contains(&key) && !rest.is_empty());
    if is_deep && draft.field(&at).is_some() {
        return Ok(at);
    }
    // Report errors in the path like other commands do.
    name::named(draft, path)?;
    let found = &sweep.path;
    Err(Failure::Usage(format!("expected a value of a record as `items/sword/size`, found `{found}`")))
}
