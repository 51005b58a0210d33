//! The checks that a pack brings itself, played on a thread of their own while the window goes on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use foeman_engine::game::Engine;
use foeman_engine::testing::{TestRun, Verdict};
use foeman_schema::analysis::Analysis;
use foeman_schema::text::Pointer;

use foeman_base::exam::{self, Exam};

/// What is known of the checks of the open pack.
#[derive(Debug, Default)]
pub struct Testing {
    told: BTreeMap<String, Told>,
    running: Option<Running>,
}

/// What came of a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The revision of the pack that it was played in.
    pub revision: u64,
    /// What came of it.
    pub outcome: Outcome,
}

/// What comes of playing a check.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It was played.
    Played {
        /// Whether it holds.
        verdict: Verdict,
        /// How many battles that took, and of a claim the share and what decided it.
        words: String,
        /// Where it does not.
        faults: Vec<Failed>,
    },
    /// It cannot be played, and why.
    Unplayable(String),
}

/// A place where a battle or claim is not as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The value that is not so.
    pub pointer: Pointer,
    /// What was expected, and what came.
    pub message: String,
    /// What can be done.
    pub help: Option<String>,
}

/// How it stands with a check.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Standing<'a> {
    /// It has never been played.
    New,
    /// It will be when others have been.
    Waiting,
    /// It is being played; so many battles have been.
    Playing(u32),
    /// It has been played.
    Told(&'a Told),
}

/// Checks that are being played.
#[derive(Debug)]
struct Running {
    ids: Vec<String>,
    /// How many of them are through.
    done: usize,
    revision: u64,
    news: Receiver<(String, Outcome)>,
    /// How many battles of the current one have been played.
    battles: Arc<AtomicU32>,
    /// Tells them that nobody wants them any more.
    stop: Arc<AtomicBool>,
}

impl Testing {
    /// Plays these checks, one after the other, each on all cores; what was being played before is given up.
    pub fn run(&mut self, analysis: Analysis, engine: &'static dyn Engine, ids: Vec<String>, revision: u64) {
        self.stop();
        let (sender, news) = mpsc::channel();
        let (battles, stop) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let (todo, count, stopped) = (ids.clone(), Arc::clone(&battles), Arc::clone(&stop));
        std::thread::spawn(move || {
            for id in todo {
                count.store(0, Ordering::Relaxed);
                let outcome = play(&analysis, engine, &id, &count, &stopped);
                // What was stopped in the middle has come to nothing.
                if stopped.load(Ordering::Relaxed) || sender.send((id, outcome)).is_err() {
                    return;
                }
            }
        });
        self.running = Some(Running { ids, done: 0, revision, news, battles, stop });
    }

    /// Gives up what is being played.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether checks are being played.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Fetches what has come out meanwhile.
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
        // Where it panicked, its message is on the terminal.
        if let Some(id) = running.ids.get(running.done) {
            let outcome = Outcome::Unplayable("its battles broke off".to_owned());
            self.told.insert(id.clone(), Told { revision: running.revision, outcome });
        }
        self.running = None;
    }

    /// How it stands with a check.
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
