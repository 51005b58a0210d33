//! Runs the pack's own checks on a background thread.

mod action;
pub mod commands;
mod pane;
mod perform;

pub(crate) use pane::PANE;

pub(crate) use perform::perform;

pub use action::TestAction;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use foeman_engine::game::Engine;
use foeman_engine::testing::{TestRun, Verdict};
use foeman_schema::analysis::Analysis;
use foeman_schema::text::Pointer;

use foeman_base::exam::{self, Exam};

/// The results of the pack's checks, and the run in progress.
#[derive(Debug, Default)]
pub struct Testing {
    told: BTreeMap<String, Told>,
    running: Option<Running>,
}

/// The result of a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The revision of the pack that was checked.
    pub revision: u64,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of a check.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The check was played.
    Played {
        /// Whether it passed.
        verdict: Verdict,
        /// The number of battles, and for claims the share and the deciding statistics.
        words: String,
        /// The failures.
        faults: Vec<Failed>,
    },
    /// The check cannot be played, with the reason.
    Unplayable(String),
}

/// A failure: a mismatch between the check and the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The value that does not match.
    pub pointer: Pointer,
    /// The message: expected and found.
    pub message: String,
    /// A hint, if any.
    pub help: Option<String>,
}

/// The state of a check.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Standing<'a> {
    /// It has never been run.
    New,
    /// It is queued.
    Waiting,
    /// It is running; with the number of battles played.
    Playing(u32),
    /// It is finished.
    Told(&'a Told),
}

#[derive(Debug)]
struct Running {
    ids: Vec<String>,
    /// The number of finished checks.
    done: usize,
    revision: u64,
    news: Receiver<(String, Outcome)>,
    /// The number of battles played for the current check.
    battles: Arc<AtomicU32>,
    /// Cancels the run.
    stop: Arc<AtomicBool>,
}

impl Testing {
    /// Runs checks one after the other, each on all cores; a run in progress is cancelled.
    pub fn run(&mut self, analysis: Analysis, engine: &'static dyn Engine, ids: Vec<String>, revision: u64) {
        self.stop();
        let (sender, news) = mpsc::channel();
        let (battles, stop) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let (todo, count, stopped) = (ids.clone(), Arc::clone(&battles), Arc::clone(&stop));
        std::thread::spawn(move || {
            for id in todo {
                count.store(0, Ordering::Relaxed);
                let outcome = play(&analysis, engine, &id, &count, &stopped);
                // A cancelled check has no result.
                if stopped.load(Ordering::Relaxed) || sender.send((id, outcome)).is_err() {
                    return;
                }
            }
        });
        self.running = Some(Running { ids, done: 0, revision, news, battles, stop });
    }

    /// Cancels the run.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether checks are running.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Collects new results.
    pub fn poll(&mut self) {
        let Some(running) = &mut self.running else { return };
        loop {
            match running.news.try_recv() {
                Ok((id, outcome)) => {
                    running.done += 1;
                    self.told.insert(id, Told { revision: running.revision, outcome });
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        // The worker panicked; the message is on the terminal.
        if let Some(id) = running.ids.get(running.done) {
            let outcome = Outcome::Unplayable("its battles were interrupted".to_owned());
            self.told.insert(id.clone(), Told { revision: running.revision, outcome });
        }
        self.running = None;
    }

    /// Returns the state of a check.
    pub fn standing(&self, id: &str) -> Standing<'_> {
        if let Some(running) = &self.running
            && let Some(at) = running.ids.iter().position(|known| known == id).filter(|at| *at >= running.done)
        {
            let battles = || running.battles.load(Ordering::Relaxed);
            return if at == running.done { Standing::Playing(battles()) } else { Standing::Waiting };
        }
        self.told.get(id).map_or(Standing::New, Standing::Told)
    }
}

impl Drop for Testing {
    fn drop(&mut self) {
        self.stop();
    }
}

fn play(analysis: &Analysis, engine: &'static dyn Engine, id: &str, battles: &AtomicU32, stop: &AtomicBool) -> Outcome {
    let exam = match Exam::new(analysis, engine, id) {
        Ok(exam) => exam,
        Err(findings) => {
            let first = findings.first().map_or("it cannot be read", |finding| finding.message.as_str());
            return Outcome::Unplayable(first.to_owned());
        }
    };
    let told = |count: u32| battles.store(count, Ordering::Relaxed);
    match exam.run(TestRun { threads: 0, told: &told, cancel: stop }) {
        Ok(report) => {
            let fault = |fault: &foeman_engine::testing::Fault| Failed {
                pointer: exam.pointer(&fault.at),
                message: fault.message.clone(),
                help: fault.help.clone(),
            };
            let faults = report.faults.iter().map(fault).collect();
            Outcome::Played { verdict: report.verdict, words: exam::words(&exam.check, &report), faults }
        }
        Err(problems) => {
            let first = problems.first().map_or("it cannot be played", |problem| problem.message.as_str());
            Outcome::Unplayable(first.to_owned())
        }
    }
}
