//! Runs a simulation in the background and reports interim results.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foeman_engine::cast::Cast;
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Viewer};
use foeman_engine::lab::{self, Comparison, Parity, Unplayable, Until, compare};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::{Plan, Report};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::plural::plural;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::statistics::Share;
use foeman_schema::text::Pointer;

use super::MOST_OF_ALL;
use super::against;
use super::counted::Look;
use super::matrix::{self, Table};
use super::parity::{MOST, Price, Search};
use super::record::{Against, Heading, Question, Record, Vary};
use super::summary::Summary;
use super::vary::{self, Sweep, Unfit};
use foeman_base::template;

/// The number of battles before the first interim result.
const FIRST_LOOK: u32 = 16;
/// The maximum number of battles between two interim results.
const LONGEST: u32 = 2048;
/// The minimum time between interim results of several contents.
const PATIENCE: Duration = Duration::from_millis(400);

/// The settings of a simulation.
pub struct Order {
    /// The pack to play.
    pub analysis: Analysis,
    /// The engine of the pack's ruleset.
    pub engine: &'static dyn Engine,
    /// The scenario's id.
    pub scenario: String,
    /// The number of battles per content.
    pub battles: u32,
    /// The first seed.
    pub seed: u64,
    /// Worker threads; 0 for one per core.
    pub threads: usize,
    /// The players of the sides; missing ones are the default player.
    pub players: Vec<PlayerId>,
    /// The side whose wins are reported.
    pub side: SideId,
    /// The question.
    pub ask: Ask,
}

/// The question of a simulation.
pub enum Ask {
    /// Win rates.
    Wins,
    /// The effect of the changes since a saved version of the pack.
    Against {
        /// The folder or file with the saved version.
        saved: PathBuf,
        /// Folders in which required packs are searched as well.
        packs: Vec<PathBuf>,
        /// When to stop.
        until: Until,
    },
    /// The effect of each value.
    Vary(Sweep),
    /// The wins of each figure against each other, for the named figures or all.
    Matrix(Vec<String>),
    /// The number of copies of this figure that, in place of the side, balance the battle.
    Parity(String),
}

/// Callbacks of a running simulation.
pub struct Watch<'a> {
    /// Called with the maximum number of battles, once it is known.
    pub all: &'a (dyn Fn(u64) + Sync),
    /// Called after each battle.
    pub done: &'a (dyn Fn() + Sync),
    /// Called with interim results.
    pub told: &'a (dyn Fn(Found) + Sync),
    /// Set to cancel, even in the middle of a battle.
    pub cancel: &'a AtomicBool,
}

/// The result of a simulation.
#[derive(Clone, Debug)]
pub enum Found {
    /// Win rates and battle statistics.
    Wins(Box<Summary>),
    /// The effect of a change on the named side.
    Change(Box<Comparison>, String),
    /// The effect of each value on the named side.
    Sweep(Vec<Point>, String),
    /// The matchup matrix.
    Matrix(Table),
    /// The parity price.
    Parity(Box<Price>),
}

/// The result of one value of a sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The value in YAML.
    pub value: String,
    /// Whether it is the pack's own value.
    pub written: bool,
    /// The side's share of wins.
    pub share: Share,
    /// How even the battles are.
    pub balance: Option<Share>,
    /// The average number of rounds.
    pub rounds: f64,
}

/// A completed simulation.
pub struct Played {
    /// The battles and their conditions.
    pub record: Record,
    /// The answer.
    pub found: Found,
    /// The contents, in the order of the record.
    pub contents: Vec<Arc<Resolved>>,
    /// The computer players, by side.
    pub players: Vec<PlayerId>,
    /// The ids of the sides in the content.
    pub cast: Cast,
    /// Whether it ran to the end.
    pub whole: bool,
}

/// A content and the values or names that identify it.
pub type Named = (Vec<String>, Arc<Resolved>);

/// Runs a simulation; the error is a message for the user.
pub fn run(order: &Order, watch: &Watch<'_>) -> Result<Played, String> {
    let resolved = order.analysis.resolve(&order.scenario).map_err(|findings| of_findings(&findings))?;
    let players = players(order, &resolved)?;
    let mut heading = Heading::new(order.engine.dialect().id, &order.scenario, Question::Plain);
    heading.players = players.iter().map(|player| player.name().to_owned()).collect();
    (heading.seed, heading.battles) = (order.seed, order.battles);
    let plan =
        Plan { battles: order.battles, seed: Seed(order.seed), threads: order.threads, players: players.clone() };
    let job = Job { order, watch, plan, heading };
    let (record, contents) = match &order.ask {
        Ask::Wins => job.wins(&resolved)?,
        Ask::Against { saved, packs, until } => job.against(&resolved, saved, packs, *until)?,
        Ask::Vary(sweep) => job.vary(&resolved, sweep)?,
        Ask::Matrix(named) => job.matrix(named)?,
        Ask::Parity(figure) => job.parity(figure)?,
    };
    let whole = !watch.cancel.load(Ordering::Relaxed);
    let found = found(&record, if whole { Look::Once } else { Look::AtWill });
    Ok(Played { record, found, contents, players, cast: order.engine.capabilities().cast_of(&resolved), whole })
}

/// Returns the player of each side.
fn players(order: &Order, resolved: &Resolved) -> Result<Vec<PlayerId>, String> {
    let game = order.engine.start(resolved, Seed(order.seed)).map_err(|problems| of_problems(&problems))?;
    let sides = game.seen(Viewer::All).board.sides.len();
    let usual = order.engine.players().first().map(|info| info.id);
    Ok((0..sides).filter_map(|side| order.players.get(side).copied().or(usual)).collect())
}

/// Computes the result of a record.
fn found(record: &Record, look: Look) -> Found {
    let side_name = |side: u8| {
        let report = record.reports.first();
        report.and_then(|report| report.sides.get(usize::from(side))).cloned().unwrap_or_default()
    };
    match &record.heading.question {
        Question::Plain => {
            let none = Report::default();
            Found::Wins(Box::new(Summary::of(record.reports.first().unwrap_or(&none), look)))
        }
        Question::Against(question) => {
            let comparison = against::counted(record, question);
            let name = against::side(record, &comparison).to_owned();
            Found::Change(Box::new(comparison), name)
        }
        Question::Vary(question) => {
            let point = |(at, (arm, report)): (usize, (&super::record::Arm, &Report))| Point {
                value: arm.name.first().cloned().unwrap_or_default(),
                written: question.written == Some(at),
                share: report.win_share(SideId(question.side)),
                balance: report.balance(),
                rounds: report.rounds().map_or(0.0, |rounds| rounds.mean),
            };
            let arms = record.heading.arms.iter().zip(&record.reports);
            Found::Sweep(arms.enumerate().map(point).collect(), side_name(question.side))
        }
        Question::Matrix => Found::Matrix(Table::of(record)),
        Question::Parity(question) => Found::Parity(Box::new(Price::of(record, question))),
    }
}

struct Job<'a> {
    order: &'a Order,
    watch: &'a Watch<'a>,
    plan: Plan,
    heading: Heading,
}

impl Job<'_> {
    fn wins(self, resolved: &Arc<Resolved>) -> Result<(Record, Vec<Arc<Resolved>>), String> {
        (self.watch.all)(u64::from(self.plan.battles));
        let mut all: Option<Report> = None;
        let mut played = 0;
        while played < self.plan.battles && !self.cancelled() {
            let batch = (played / 4).clamp(FIRST_LOOK, LONGEST).min(self.plan.battles - played);
            let part = Plan { battles: batch, seed: self.plan.seed.after(played), ..self.plan.clone() };
            let mut report = self.simulate(resolved, &part).map_err(|problems| of_problems(&problems))?;
            // A cancel leaves gaps: only the battles before the first unfinished one count.
            let seeds = (0..batch).map(|index| part.seed.after(index));
            let finished = seeds.zip(&report.battles).take_while(|(seed, battle)| battle.seed == *seed).count();
            report.battles.truncate(finished);
            let so_far = match &mut all {
                Some(all) => {
                    all.battles.append(&mut report.battles);
                    all
                }
                none => none.insert(report),
            };
            played += batch;
            if played < self.plan.battles {
                (self.watch.told)(Found::Wins(Box::new(Summary::of(so_far, Look::AtWill))));
            }
        }
        let played = all.map(|report| (vec!["as written".to_owned()], report)).into_iter().collect();
        Ok((Record::new(self.heading, played), vec![Arc::clone(resolved)]))
    }

    fn against(
        mut self,
        after: &Arc<Resolved>,
        saved: &Path,
        packs: &[PathBuf],
        until: Until,
    ) -> Result<(Record, Vec<Arc<Resolved>>), String> {
        let dialects = self.order.analysis.draft().dialects().to_vec();
        let draft = Draft::open_with(saved, &dialects, template::shelf(packs))
            .map_err(|error| format!("the saved version cannot be read: {}", error.message))?;
        let before = Analysis::of(Arc::new(draft), None).resolve(&self.order.scenario);
        let before = before.map_err(|findings| format!("the saved version: {}", of_findings(&findings)))?;
        let sides = |content: &Resolved| {
            let game = self.order.engine.start(content, self.plan.seed).map_err(|problems| of_problems(&problems))?;
            Ok::<usize, String>(game.seen(Viewer::All).board.sides.len())
        };
        let (found, expected) = (sides(&before)?, sides(after)?);
        if found != expected {
            return Err(format!(
                "expected {}, as in the saved version, but the edited version has {expected}",
                plural(found, "side", "sides")
            ));
        }
        let side = self.order.side;
        (self.watch.all)(2 * u64::from(self.plan.battles));
        self.heading.question = Question::Against(Against { side: side.0, until });
        let mut comparison = Comparison::new(side, until, self.plan.battles);
        let name = {
            let game = self.order.engine.start(after, self.plan.seed).map_err(|problems| of_problems(&problems))?;
            let sides = game.seen(Viewer::All).board.sides;
            sides.get(usize::from(side.0)).map_or_else(String::new, |side| side.name.clone())
        };
        let told = |so_far: &Comparison| (self.watch.told)(Found::Change(Box::new(so_far.clone()), name.clone()));
        let watch = lab::Watch { done: self.watch.done, told: &told, cancel: self.watch.cancel };
        let reports = compare(self.order.engine, [&*before, &**after], &self.plan, &mut comparison, watch);
        let reports = reports.map_err(|Unplayable { problems, .. }| of_problems(&problems))?;
        let names = ["before", "after"].map(|name| vec![name.to_owned()]);
        Ok((Record::new(self.heading, names.into_iter().zip(reports).collect()), vec![before, Arc::clone(after)]))
    }

    fn vary(mut self, written: &Arc<Resolved>, sweep: &Sweep) -> Result<(Record, Vec<Arc<Resolved>>), String> {
        let sweeps = std::slice::from_ref(sweep);
        let draft = self.order.analysis.draft();
        let at = Pointer::parse(&format!("/{}", sweep.path.trim_start_matches('/'))).unwrap_or_default();
        let is_value = at.record().is_some_and(|(key, rest)| draft.contains(&key) && !rest.is_empty());
        if !is_value || draft.field(&at).is_none() {
            return Err(format!("expected a value of a record, such as items/sword/size, found {}", sweep.path));
        }
        let mut contents: Vec<Named> = Vec::new();
        for number in 0..vary::combinations(sweeps)? {
            if self.cancelled() {
                break;
            }
            let values = vary::combination(sweeps, number);
            let content = vary::varied(&self.order.analysis, &self.order.scenario, std::slice::from_ref(&at), &values);
            let content = content.map_err(|unfit| match unfit {
                Unfit::Unset(error) => format!("could not set {}: {error}", vary::told(sweeps, &values)),
                Unfit::Found(_, findings) => {
                    format!("with {}: {}", vary::told(sweeps, &values), of_findings(&findings))
                }
            })?;
            contents.push((values, content));
        }
        let written = contents.iter().position(|(_, content)| **content == **written);
        let side = self.order.side.0;
        self.heading.question = Question::Vary(Vary { paths: vary::paths(sweeps), side, written });
        self.each(contents, 1)
    }

    fn matrix(mut self, named: &[String]) -> Result<(Record, Vec<Arc<Resolved>>), String> {
        let draft = self.order.analysis.draft();
        let Order { engine, scenario, .. } = self.order;
        let cancelled = || self.cancelled();
        let meetings = matrix::meetings(*engine, draft, scenario, named, self.plan.battles, &cancelled)?;
        let contents = meetings.fit.into_iter().map(|meeting| (meeting.who.to_vec(), meeting.content)).collect();
        self.heading.question = Question::Matrix;
        self.each(contents, 2)
    }

    fn parity(self, figure: &str) -> Result<(Record, Vec<Arc<Resolved>>), String> {
        let (order, draft) = (self.order, self.order.analysis.draft());
        let most = Parity::battles_at_most(MOST, self.plan.battles);
        if most > MOST_OF_ALL {
            let each = MOST_OF_ALL / (most / u64::from(self.plan.battles.max(1))).max(1);
            return Err(format!("expected at most {each} battles of each number, found {}", self.plan.battles));
        }
        (self.watch.all)(most);
        let mut search = Search::new(order.engine, draft, &order.scenario, figure, order.side)?;
        while let Some((count, content)) = search.next_number()? {
            let report = self.simulate(&content, &self.plan).map_err(|problems| of_problems(&problems))?;
            // An incomplete number would be compared with complete ones.
            if self.cancelled() {
                break;
            }
            search.add(count, content, report);
            (self.watch.told)(found(&search.record(&self.heading), Look::AtWill));
        }
        Ok((search.record(&self.heading), search.contents()))
    }

    /// Plays all battles of each content, in groups of `together` contents, and reports interim results from time to
    /// time.
    fn each(self, contents: Vec<Named>, together: usize) -> Result<(Record, Vec<Arc<Resolved>>), String> {
        let all = contents.len() as u64 * u64::from(self.plan.battles);
        if all > MOST_OF_ALL {
            let count = contents.len();
            return Err(format!("expected at most {MOST_OF_ALL} battles in all, found {all}: {count} contents"));
        }
        (self.watch.all)(all);
        let (mut played, mut kept, mut last) = (Vec::new(), Vec::new(), Instant::now());
        for some in contents.chunks(together) {
            let mut reports = Vec::new();
            for (name, content) in some {
                let report = self.simulate(content, &self.plan);
                let told =
                    |problems: Vec<ContentError>| format!("with {}: {}", name.join(", "), of_problems(&problems));
                reports.push((name.clone(), report.map_err(told)?));
            }
            // Incomplete contents would be compared with complete ones.
            if self.cancelled() {
                break;
            }
            played.extend(reports);
            kept.extend(some.iter().map(|(_, content)| Arc::clone(content)));
            // Reporting copies all results, so it is limited.
            if last.elapsed() > PATIENCE {
                let so_far = Record::new(self.heading.clone(), played.clone());
                (self.watch.told)(found(&so_far, Look::AtWill));
                last = Instant::now();
            }
        }
        Ok((Record::new(self.heading, played), kept))
    }

    fn simulate(&self, content: &Resolved, plan: &Plan) -> Result<Report, Vec<ContentError>> {
        self.order.engine.simulate(content, plan, self.watch.done, self.watch.cancel)
    }

    fn cancelled(&self) -> bool {
        self.watch.cancel.load(Ordering::Relaxed)
    }
}

fn of_problems(problems: &[ContentError]) -> String {
    problems
        .first()
        .map_or_else(|| "it cannot be played".to_owned(), |problem| format!("{}: {}", problem.pointer, problem.message))
}

fn of_findings(findings: &[Finding]) -> String {
    findings
        .first()
        .map_or_else(|| "it cannot be read".to_owned(), |finding| format!("{}: {}", finding.pointer, finding.message))
}

/// Returns the names of the sides at the start of a scenario.
pub fn sides(engine: &dyn Engine, resolved: &Resolved) -> Vec<String> {
    let Ok(game) = engine.start(resolved, Seed(0)) else { return Vec::new() };
    game.seen(Viewer::All).board.sides.into_iter().map(|side| side.name).collect()
}

/// Returns the journal of a simulated battle at its start.
pub fn journal(engine: &dyn Engine, content: &Resolved, seed: u64) -> Option<String> {
    engine.start(content, Seed(seed)).ok().map(|game| game.journal())
}
