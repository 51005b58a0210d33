//! Live findings: the checks run after every change, off the frame when they are slow.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use foeman_schema::check;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;

/// Checks that take longer than this are run on a thread of their own.
const QUICK: Duration = Duration::from_millis(25);

/// Keeps the findings of a draft up to date.
#[derive(Debug, Default)]
pub struct Checker {
    findings: Vec<Finding>,
    /// How long the last run took.
    took: Duration,
    running: Option<Receiver<(Vec<Finding>, Duration)>>,
    /// Whether the draft changed after the running check began.
    stale: bool,
}

impl Checker {
    /// The findings known last, sorted by place.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether a check is still running.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Notes that the draft has changed.
    pub fn changed(&mut self, draft: &Draft) {
        if self.running.is_some() {
            self.stale = true;
        } else if self.took <= QUICK {
            let start = Instant::now();
            self.findings = check::check(draft);
            self.took = start.elapsed();
        } else {
            self.start(draft);
        }
    }

    /// Fetches the result of a check that has ended; whether there was one.
    pub fn poll(&mut self, draft: &Draft) -> bool {
        let Some(running) = &self.running else { return false };
        match running.try_recv() {
            Err(mpsc::TryRecvError::Empty) => false,
            Ok((findings, took)) => {
                self.findings = findings;
                self.took = took;
                self.running = None;
                if std::mem::take(&mut self.stale) {
                    self.start(draft);
                }
                true
            }
            Err(mpsc::TryRecvError::Disconnected) => {
                // The check panicked; its message is on the terminal. The next change tries again.
                self.running = None;
                self.stale = false;
                true
            }
        }
    }

    fn start(&mut self, draft: &Draft) {
        let (sender, receiver) = mpsc::channel();
        let draft = draft.clone();
        std::thread::spawn(move || {
            let start = Instant::now();
            let findings = check::check(&draft);
            // The window may be gone by now, and then nobody wants to know.
            let _ = sender.send((findings, start.elapsed()));
        });
        self.running = Some(receiver);
    }
}
