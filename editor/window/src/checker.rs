//! Live analysis: what is derived from the draft is made anew after every change, off the frame when that is slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

/// An analysis that takes longer than this is made on a thread of its own.
const QUICK: Duration = Duration::from_millis(25);

/// As many bytes of text are surely analysed in less, also the first time.
const SMALL: usize = 100_000;

/// Keeps the analysis of a draft up to date.
#[derive(Debug, Default)]
pub struct Checker {
    analysis: Option<Analysis>,
    /// How long the last one took.
    took: Option<Duration>,
    running: Option<Running>,
}

/// An analysis that is being made.
#[derive(Debug)]
struct Running {
    done: Receiver<(Analysis, Duration)>,
    /// Tells it that nobody wants it any more.
    stop: Arc<AtomicBool>,
}

impl Checker {
    /// The analysis known last; it may be of an earlier state of the draft while another one is made.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// Whether one is being made.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Notes that the draft is another; what is being made for an older one stops.
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

    /// Fetches an analysis that has been made meanwhile; whether there was one.
    pub fn poll(&mut self) -> bool {
        let Some(running) = &self.running else { return false };
        match running.done.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return false,
            Ok((analysis, took)) => (self.analysis, self.took) = (Some(analysis), Some(took)),
            // It panicked outside of any check; its message is on the terminal. The next change tries again.
            Err(mpsc::TryRecvError::Disconnected) => {}
        }
        self.running = None;
        true
    }

    fn start(&mut self, draft: &Arc<Draft>) {
        let (sender, done) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (draft, before, stopped) = (Arc::clone(draft), self.analysis.clone(), Arc::clone(&stop));
        std::thread::spawn(move || {
            let start = Instant::now();
            if let Some(analysis) = Analysis::unless(&stopped, draft, before.as_ref()) {
                // The window may be gone by now, and then nobody wants to know.
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
