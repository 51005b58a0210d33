//! Live analysis: reanalyses the draft after every change, on a background thread if that is slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

/// Analyses that take longer than this run on a background thread: half of a frame.
const QUICK: Duration = Duration::from_millis(8);

/// Packs up to this size in bytes are analysed on the UI thread, even the first time.
const SMALL: usize = 100_000;

/// Keeps the analysis of a draft up to date.
#[derive(Debug, Default)]
pub struct Checker {
    analysis: Option<Analysis>,
    /// The duration of the last analysis.
    took: Option<Duration>,
    running: Option<Running>,
    /// An analysis that is no longer needed, for the next thread to drop: that takes as long as drawing a frame.
    retired: Option<Analysis>,
}

#[derive(Debug)]
struct Running {
    done: Receiver<(Analysis, Duration)>,
    /// Cancels the analysis.
    stop: Arc<AtomicBool>,
}

impl Checker {
    /// Returns the last finished analysis. While another is running, it may belong to an earlier revision of the draft.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// Whether an analysis is running.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Analyses the changed draft; a running analysis of an older draft is cancelled.
    pub fn changed(&mut self, draft: &Arc<Draft>) {
        self.stop();
        let quick = !draft.has_unread_bitmaps()
            && match self.took {
                Some(took) => took <= QUICK,
                None => draft.files().map(|file| draft.text(file).len()).sum::<usize>() <= SMALL,
            };
        if quick {
            let start = Instant::now();
            self.analysis = Some(Analysis::of(Arc::clone(draft), self.analysis.as_ref()));
            self.took = Some(start.elapsed());
        } else {
            self.start(draft);
        }
    }

    /// Collects a finished analysis; returns whether there was one.
    pub fn poll(&mut self) -> bool {
        let Some(running) = &self.running else { return false };
        match running.done.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return false,
            Ok((analysis, took)) => {
                self.retired = self.analysis.replace(analysis);
                self.took = Some(took);
            }
            // The analysis panicked outside any check; the message is on the terminal. The next change tries again.
            Err(mpsc::TryRecvError::Disconnected) => {}
        }
        self.running = None;
        true
    }

    fn start(&mut self, draft: &Arc<Draft>) {
        let (sender, done) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (draft, before, stopped) = (Arc::clone(draft), self.analysis.clone(), Arc::clone(&stop));
        let retired = self.retired.take();
        std::thread::spawn(move || {
            drop(retired);
            let start = Instant::now();
            if let Some(analysis) = Analysis::unless(&stopped, draft, before.as_ref()) {
                // The receiver is gone if the window has been closed.
                let _ = sender.send((analysis, start.elapsed()));
            }
        });
        self.running = Some(Running { done, stop });
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        self.stop();
    }
}
