//! `foeman simulate --campaign`: how often each battle of a campaign and the campaign itself are won.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::thread;

use foeman_engine::campaign::{Campaign, Ending};
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Game, Registry};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::Turn;
use foeman_engine::simulate::MOST_ENTRIES;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::statistics::wilson;
use serde_json::{Value, json};

use super::Simulate;
use super::progress::watched;
use crate::campaign::{Begun, battles, begin};
use crate::players;
use foeman_base::console::{Console, Exit, Failure, Paint, Stream, printable};
use foeman_lab::Format;
use foeman_lab::plain::percent;

/// The distance between the seeds of two campaigns. Each battle uses the next seed, and a campaign has at most 99, so no
/// two campaigns use the same dice.
const STRIDE: u64 = 100;

/// Plays the campaigns, and prints the result.
pub(super) fn run(args: &Simulate, id: &str, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (Some(path), Some(count)) = (&args.pack, args.battles) else {
        return Err(Failure::Usage("expected a pack and a number of campaigns".to_owned()));
    };
    let format = args.format.unwrap_or(Format::Table);
    if !matches!(format, Format::Table | Format::Json) {
        return Err(Failure::Usage("expected `--format table` or `json` with `--campaign`".to_owned()));
    }
    let begun = begin(path, (&args.shelves, &args.language), id, registry, console)?;
    let seats = |game: &dyn Game| players::seated(&args.players, begun.engine, game);
    let playables = battles(&begun, Seed(args.seed), seats, console)?;
    let battle = |(playable, players): &(_, Vec<PlayerId>)| {
        let playable: &crate::playable::Playable = playable;
        (Arc::clone(&playable.resolved), players.clone())
    };
    let battles = playables.iter().map(|(id, own)| (id.clone(), battle(own))).collect();
    let course = Course { engine: begun.engine, battles };
    let runs = match play(&course, &*begun.campaign, args, count, console)? {
        Ok(runs) => runs,
        Err(Wrong::Other(message)) => return Err(Failure::Io(message)),
        Err(Wrong::Content(scenario, problems)) => return Err(playables[&scenario].0.refuse(&problems, console)),
    };
    let result = Tally::of(&begun, &runs);
    match format {
        Format::Json => writeln!(console.out, "{:#}", result.json(id, args.seed))?,
        _ => result.table(args.seed, &mut console.out)?,
    }
    Ok(Exit::Clean)
}

/// Plays the campaigns on several threads. The result does not depend on their number.
fn play(
    course: &Course,
    campaign: &dyn Campaign,
    args: &Simulate,
    count: u32,
    console: &mut Console<'_>,
) -> Result<Result<Vec<Run>, Wrong>, Failure> {
    let threads = match usize::from(args.threads) {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let copies: Vec<Box<dyn Campaign>> = (0..threads).map(|_| campaign.copy()).collect();
    watched((count.into(), "campaigns"), &mut console.err, |done| {
        thread::scope(|scope| {
            let part = |(first, own): (usize, Box<dyn Campaign>)| {
                scope.spawn(move || {
                    let numbers = (first as u64..count.into()).step_by(threads);
                    let run = |number| {
                        let run = course.play(own.copy(), args.seed.wrapping_add(STRIDE.wrapping_mul(number)));
                        done();
                        run
                    };
                    numbers.map(run).collect()
                })
            };
            let workers: Vec<_> = copies.into_iter().enumerate().map(part).collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("no campaign panics"));
            let parts: Result<Vec<Vec<Run>>, Wrong> = parts.collect();
            parts.map(|parts| parts.into_iter().flatten().collect())
        })
    })
}

/// The battles of a campaign, with their players.
struct Course {
    engine: &'static dyn Engine,
    battles: BTreeMap<String, (Arc<Resolved>, Vec<PlayerId>)>,
}

/// A campaign that has been played.
struct Run {
    ending: Option<Ending>,
    /// The scenario and the result of each battle.
    battles: Vec<(String, Ending)>,
}

/// Why a campaign cannot be played.
enum Wrong {
    /// The content of a scenario is wrong.
    Content(String, Vec<ContentError>),
    Other(String),
}

impl Course {
    fn play(&self, mut campaign: Box<dyn Campaign>, seed: u64) -> Result<Run, Wrong> {
        let mut battles = Vec::new();
        while let Some(chapter) = campaign.chapter() {
            let (resolved, players) = &self.battles[&chapter.scenario];
            let of = |problems| Wrong::Content(chapter.scenario.clone(), problems);
            let entered = campaign.enter(resolved).map_err(|problem| of(vec![problem]))?;
            let seed = Seed(seed.wrapping_add(chapter.number as u64 - 1));
            let mut game = self.engine.start(&entered, seed).map_err(of)?;
            while let Some(player) = players::player_of(&game.turn(), players) {
                if game.entries() >= MOST_ENTRIES {
                    let scenario = &chapter.scenario;
                    return Err(Wrong::Other(format!(
                        "expected an end of `{scenario}` within {MOST_ENTRIES} entries, found none; limit its rounds"
                    )));
                }
                game.step(player);
            }
            debug_assert!(matches!(game.turn(), Turn::Over(_)), "only the end of a battle has no player");
            campaign.settle(&game.journal()).map_err(Wrong::Other)?;
            campaign.manage();
            battles.extend(campaign.result().map(|result| (chapter.scenario, result)));
        }
        Ok(Run { ending: campaign.ending(), battles })
    }
}

/// The numbers of victories, defeats and draws.
#[derive(Clone, Copy, Default)]
struct Results {
    won: usize,
    lost: usize,
    drawn: usize,
}

impl Results {
    fn add(&mut self, result: Ending) {
        match result {
            Ending::Victory => self.won += 1,
            Ending::Defeat | Ending::NobodyLeft => self.lost += 1,
            Ending::Draw => self.drawn += 1,
        }
    }

    fn all(self) -> usize {
        self.won + self.lost + self.drawn
    }
}

/// How often a campaign and its battles were won.
struct Tally {
    title: String,
    /// The campaigns by their ending.
    campaigns: Results,
    /// The campaigns that ended because no figure of the party was left; they are lost.
    nobody_left: usize,
    /// The battles by their scenario, in the order of the campaign.
    battles: Vec<(String, Results)>,
}

impl Tally {
    fn of(begun: &Begun, runs: &[Run]) -> Self {
        let mut scenarios: Vec<String> = Vec::new();
        for id in begun.campaign.scenarios() {
            if !scenarios.contains(&id) {
                scenarios.push(id);
            }
        }
        let title = begun.campaign.title().to_owned();
        let battles = scenarios.into_iter().map(|id| (id, Results::default())).collect();
        let mut tally = Self { title, campaigns: Results::default(), nobody_left: 0, battles };
        for Run { ending, battles } in runs {
            tally.campaigns.add(ending.unwrap_or(Ending::Draw));
            tally.nobody_left += usize::from(*ending == Some(Ending::NobodyLeft));
            for (scenario, result) in battles {
                if let Some((_, results)) = tally.battles.iter_mut().find(|(id, _)| id == scenario) {
                    results.add(*result);
                }
            }
        }
        tally
    }

    fn table(&self, seed: u64, out: &mut Stream<'_>) -> Result<(), Failure> {
        let Self { title, campaigns, nobody_left, battles } = self;
        let all = campaigns.all();
        let last = seed.wrapping_add(STRIDE.wrapping_mul(all as u64 - 1));
        let head = format!("{}: {all} campaigns, seeds {seed} to {last} in steps of {STRIDE}", printable(title));
        writeln!(out, "{}", out.painted(Paint::Strong, head))?;
        for (word, count) in [
            ("won", campaigns.won),
            ("drawn", campaigns.drawn),
            ("lost", campaigns.lost),
            ("nobody left", *nobody_left),
        ] {
            writeln!(out, "{word:<11}  {count:>6}  {}", percent(wilson(count, all)))?;
        }
        let width = battles.iter().map(|(id, _)| id.chars().count()).max().unwrap_or_default().max(6);
        let head = format!("\n{:<width$}  fought     won   drawn    lost   lost in  95 % interval", "battle");
        writeln!(out, "{}", out.painted(Paint::Strong, head))?;
        for (id, results) in battles {
            let Results { won, drawn, lost } = *results;
            let (id, all) = (printable(id), results.all());
            let share = if all == 0 { "-".to_owned() } else { percent(wilson(lost, all)) };
            writeln!(out, "{id:<width$}  {all:>6}  {won:>6}  {drawn:>6}  {lost:>6}   {share}")?;
        }
        Ok(())
    }

    fn json(&self, id: &str, seed: u64) -> Value {
        let counts = |Results { won, drawn, lost }: Results| json!({"won": won, "drawn": drawn, "lost": lost});
        let battle = |(id, results): &(String, Results)| {
            let mut battle = counts(*results);
            battle["scenario"] = json!(id);
            battle["fought"] = json!(results.all());
            battle
        };
        let mut campaigns = counts(self.campaigns);
        campaigns["nobody-left"] = json!(self.nobody_left);
        json!({
            "campaign": id, "seed": seed, "step": STRIDE, "played": self.campaigns.all(), "campaigns": campaigns,
            "battles": self.battles.iter().map(battle).collect::<Vec<_>>(),
        })
    }
}
