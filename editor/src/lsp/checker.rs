//! Checks packs off the loop: one at a time for each, and only ever the last state.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::analysis::Analysis;

use super::home::Home;
use super::pack::Pack;

/// What came of a check: nothing when it was given up.
pub type Checked = Option<Analysis>;

/// The checks that are being made.
#[derive(Debug, Default)]
pub struct Checker {
    running: BTreeMap<Home, Arc<AtomicBool>>,
}

impl Checker {
    /// Starts a check of a pack that has none of its present state; `done` is told on another thread.
    /// While one of an earlier state is being made, that one is told to stop, and the next call starts anew.
    pub fn check(&mut self, pack: &Pack, done: impl FnOnce(Home, Checked) + Send + 'static) {
        if pack.is_current() {
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
            // A panic outside of any check is told on the error stream; what is typed next tries again.
            let made = || Analysis::unless(&stop, draft, before.as_ref());
            let made = panic::catch_unwind(AssertUnwindSafe(made)).unwrap_or_default();
            done(home, made);
        });
    }

    /// A check has come to its end.
    pub fn ended(&mut self, home: &Home) {
        self.running.remove(home);
    }

    /// Whether nothing is being checked.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }
}
