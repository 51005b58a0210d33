//! Checks packs on background threads: one check per pack at a time, always of the latest state.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

use super::home::Home;
use super::pack::Pack;

/// The result of a check.
#[derive(Clone, Debug)]
pub enum Checked {
    /// The check finished.
    Made(Analysis),
    /// The check was cancelled.
    Stopped,
    /// The analysis panicked on this draft, outside of any single check.
    Failed(Arc<Draft>),
}

/// The checks in progress.
#[derive(Debug, Default)]
pub struct Checker {
    running: BTreeMap<Home, Arc<AtomicBool>>,
}

impl Checker {
    /// Starts a check of a pack unless its current state is already checked; `done` is called on another thread.
    /// If a check of an earlier state is still running, this cancels it, and the next call starts a new one.
    pub fn check(&mut self, pack: &Pack, done: impl FnOnce(Home, Checked) + Send + 'static) {
        if pack.is_checked() {
            return;
        }
        if let Some(stop) = self.running.get(&pack.home) {
            stop.store(true, Ordering::Relaxed);
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(pack.home.clone(), Arc::clone(&stop));
        let (home, draft, before) = (pack.home.clone(), Arc::clone(pack.draft()), pack.analysis.clone());
        std::thread::spawn(move || {
            // The panic hook writes to stderr; the next edit triggers another attempt.
            let made = || Analysis::unless(&stop, Arc::clone(&draft), before.as_ref());
            let checked = match panic::catch_unwind(AssertUnwindSafe(made)) {
                Ok(Some(analysis)) => Checked::Made(analysis),
                Ok(None) => Checked::Stopped,
                Err(_) => Checked::Failed(draft),
            };
            done(home, checked);
        });
    }

    /// Marks the check of a pack as finished.
    pub fn ended(&mut self, home: &Home) {
        self.running.remove(home);
    }
}
