//! The balance lab: many battles on a thread of their own, while the window goes on.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use super::view::LabQuestion;
use foeman_lab::run::{Found, Order, Played, Watch, run};

/// What is played, and what came of each question that was asked last.
#[derive(Default)]
pub struct Lab {
    running: Option<Running>,
    told: BTreeMap<LabQuestion, Told>,
}

/// Of which state of the pack something is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Basis {
    /// The revision of the pack.
    pub revision: u64,
    /// How many steps had been done.
    pub steps: usize,
}

/// What came of a question.
pub struct Told {
    /// The state of the pack that was played.
    pub basis: Basis,
    /// How long it took.
    pub took: Duration,
    /// What was played, or why it was not.
    pub(crate) outcome: Result<Box<Played>, String>,
}

/// Battles that are being played.
struct Running {
    question: LabQuestion,
    basis: Basis,
    since: Instant,
    /// What is found so far.
    found: Option<Found>,
    news: Receiver<News>,
    counts: Arc<Counts>,
    /// Whether somebody has asked to stop.
    stopping: bool,
}

/// What the worker and the window share.
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

/// How far battles are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// What is asked.
    pub question: LabQuestion,
    /// How many have been played.
    pub done: u64,
    /// How many there will be at most; 0 while that is worked out.
    pub all: u64,
    /// How many are played in a second.
    pub rate: f64,
    /// Whether somebody has asked to stop.
    pub stopping: bool,
}

impl Lab {
    /// Plays what is ordered; what was being played before is given up.
    pub(crate) fn run(&mut self, question: LabQuestion, basis: Basis, order: Order) {
        self.give_up();
        let (sender, news) = mpsc::channel();
        let counts = Arc::new(Counts::default());
        let shared = Arc::clone(&counts);
        std::thread::spawn(move || {
            // The window may want nothing of it any more.
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

    /// Stops what is being played; what is through is kept.
    pub fn cancel(&mut self) {
        if let Some(running) = &mut self.running {
            running.counts.cancel.store(true, Ordering::Relaxed);
            running.stopping = true;
        }
    }

    /// Stops what is being played and forgets it.
    fn give_up(&mut self) {
        self.cancel();
        self.running = None;
    }

    /// Whether battles are being played.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Fetches what has been found meanwhile.
    pub fn poll(&mut self) {
        let Some(running) = &mut self.running else { return };
        let outcome = loop {
            match running.news.try_recv() {
                Ok(News::Found(found)) => running.found = Some(found),
                Ok(News::Over(outcome)) => break outcome,
                Err(TryRecvError::Empty) => return,
                // Where it panicked, its message is on the terminal.
                Err(TryRecvError::Disconnected) => break Err("the battles broke off".to_owned()),
            }
        };
        let told = Told { basis: running.basis, took: running.since.elapsed(), outcome };
        self.told.insert(running.question, told);
        self.running = None;
    }

    /// How far battles are, while some are being played.
    pub fn progress(&self) -> Option<Progress> {
        let running = self.running.as_ref()?;
        let [done, all] = [&running.counts.done, &running.counts.all].map(|count| count.load(Ordering::Relaxed));
        let rate = done as f64 / running.since.elapsed().as_secs_f64().max(1e-3);
        Some(Progress { question: running.question, done, all, rate, stopping: running.stopping })
    }

    /// What is found so far, while a question is being played.
    pub(crate) fn so_far(&self, question: LabQuestion) -> Option<(&Found, Basis)> {
        let running = self.running.as_ref().filter(|running| running.question == question)?;
        Some((running.found.as_ref()?, running.basis))
    }

    /// What came of a question when it was asked last.
    pub fn told(&self, question: LabQuestion) -> Option<&Told> {
        self.told.get(&question)
    }
}

impl Progress {
    /// How long it will take yet, as far as one can tell.
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
