//! The balance lab: simulates many battles on a background thread.

mod action;
pub mod commands;
mod pane;
mod perform;
mod view;

pub(crate) use pane::PANE;

pub(crate) use perform::{has_claim, perform, scenario, steps_since};

pub use action::{LabAction, Written};
pub use view::{LabQuestion, LabUntil, LabView};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use foeman_lab::run::{Found, Order, Played, Watch, run};

/// The running experiment, and the last result of each question.
#[derive(Default)]
pub struct Lab {
    running: Option<Running>,
    told: BTreeMap<LabQuestion, Told>,
}

/// The state of the pack that a result is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Basis {
    /// The revision of the pack.
    pub revision: u64,
    /// The number of applied undo steps.
    pub steps: usize,
}

/// The result of a question.
pub struct Told {
    /// The state of the pack that was simulated.
    pub basis: Basis,
    /// The run time.
    pub took: Duration,
    /// The battles played, or the reason why there are none.
    pub(crate) outcome: Result<Box<Played>, String>,
}

struct Running {
    question: LabQuestion,
    basis: Basis,
    since: Instant,
    /// The results so far.
    found: Option<Found>,
    news: Receiver<News>,
    counts: Arc<Counts>,
    /// Whether the user asked to stop.
    stopping: bool,
}

/// State shared by the worker and the UI thread.
#[derive(Default)]
struct Counts {
    all: AtomicU64,
    done: AtomicU64,
    cancel: AtomicBool,
}

enum News {
    Found(Found),
    Over(Result<Box<Played>, String>),
}

/// The progress of a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The question being simulated.
    pub question: LabQuestion,
    /// The number of battles played.
    pub done: u64,
    /// The maximum number of battles; 0 until it is known.
    pub all: u64,
    /// Battles per second.
    pub rate: f64,
    /// Whether the user asked to stop.
    pub stopping: bool,
}

impl Lab {
    /// Starts a simulation; a running one is cancelled and its results are dropped.
    pub(crate) fn run(&mut self, question: LabQuestion, basis: Basis, order: Order) {
        self.give_up();
        let (sender, news) = mpsc::channel();
        let counts = Arc::new(Counts::default());
        let shared = Arc::clone(&counts);
        std::thread::spawn(move || {
            // Ignore errors: the window may no longer listen.
            let told = |found: Found| drop(sender.send(News::Found(found)));
            let watch = Watch {
                all: &|all| shared.all.store(all, Ordering::Relaxed),
                done: &|| {
                    shared.done.fetch_add(1, Ordering::Relaxed);
                },
                told: &told,
                cancel: &shared.cancel,
            };
            let outcome = run(&order, &watch).map(Box::new);
            let _ = sender.send(News::Over(outcome));
        });
        let running = Running { question, basis, since: Instant::now(), found: None, news, counts, stopping: false };
        self.running = Some(running);
    }

    /// Stops the simulation; finished battles are kept.
    pub fn cancel(&mut self) {
        if let Some(running) = &mut self.running {
            running.counts.cancel.store(true, Ordering::Relaxed);
            running.stopping = true;
        }
    }

    /// Stops the simulation and drops its results.
    fn give_up(&mut self) {
        self.cancel();
        self.running = None;
    }

    /// Whether a simulation is running.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Collects new results.
    pub fn poll(&mut self) {
        let Some(running) = &mut self.running else { return };
        let outcome = loop {
            match running.news.try_recv() {
                Ok(News::Found(found)) => running.found = Some(found),
                Ok(News::Over(outcome)) => break outcome,
                Err(TryRecvError::Empty) => return,
                // The worker panicked; the message is on the terminal.
                Err(TryRecvError::Disconnected) => break Err("the battles were interrupted".to_owned()),
            }
        };
        let told = Told { basis: running.basis, took: running.since.elapsed(), outcome };
        self.told.insert(running.question, told);
        self.running = None;
    }

    /// Returns the progress of the running simulation.
    pub fn progress(&self) -> Option<Progress> {
        let running = self.running.as_ref()?;
        let [done, all] = [&running.counts.done, &running.counts.all].map(|count| count.load(Ordering::Relaxed));
        let rate = done as f64 / running.since.elapsed().as_secs_f64().max(1e-3);
        Some(Progress { question: running.question, done, all, rate, stopping: running.stopping })
    }

    /// Returns the results so far, while the question is being simulated.
    pub(crate) fn so_far(&self, question: LabQuestion) -> Option<(&Found, Basis)> {
        let running = self.running.as_ref().filter(|running| running.question == question)?;
        Some((running.found.as_ref()?, running.basis))
    }

    /// Returns the last result of a question.
    pub fn told(&self, question: LabQuestion) -> Option<&Told> {
        self.told.get(&question)
    }
}

impl Progress {
    /// Estimates the remaining time.
    pub fn left(&self) -> Option<Duration> {
        let left = self.all.saturating_sub(self.done) as f64 / self.rate;
        (self.all > 0 && self.rate > 0.0 && left.is_finite()).then(|| Duration::from_secs_f64(left.min(1e7)))
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl fmt::Debug for Lab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lab").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
