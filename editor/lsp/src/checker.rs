//! Checks packs off the loop: one at a time for each, and only ever the last state.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

use super::home::Home;
use super::pack::Pack;

/// What came of a check.
#[derive(Clone, Debug)]
pub enum Checked {
    /// It came to its end.
    Made(Analysis),
    /// It was given up.
    Stopped,
    /// It panicked outside of any check, on this draft.
    Failed(Arc<Draft>),
}

/// The checks that are being made.
#[derive(Debug, Default)]
pub struct Checker {
    running: BTreeMap<Home, Arc<AtomicBool>>,
}

impl Checker {
    /// Starts a check of a pack that has none of its present state; `done` is told on another thread.
    /// While one of an earlier state is being made, that one is told to stop, and the next call starts anew.
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
            // A panic is told on the error stream; what is typed next tries again.
            let made = || Analysis::unless(&stop, Arc::clone(&draft), before.as_ref());
            let checked = match panic::catch_unwind(AssertUnwindSafe(made)) {
                Ok(Some(analysis)) => Checked::Made(analysis),
                Ok(None) => Checked::Stopped,
                Err(_) => Checked::Failed(draft),
            };
            done(home, checked);
        });
    }

    /// A check has come to its end.
    pub fn ended(&mut self, home: &Home) {
        self.running.remove(home);
    }
}
