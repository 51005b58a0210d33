//! Laying out and writing pages on background threads.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};

use foeman_base::save;
use foeman_engine::game::Engine;
use foeman_print::subject::{Subject, SubjectError};
use foeman_print::{Document, Options, pdf, print};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::plural::plural;

use super::Choices;

/// The pages, or the reason why there are none.
pub(crate) type Made = Result<Arc<Document>, String>;

/// The outcome of writing a file: its path, and its number of pages.
type Written = (PathBuf, Result<usize, String>);

/// What pages are made of.
#[derive(Clone, PartialEq, Debug)]
struct Asked {
    revision: u64,
    language: Option<String>,
    scenario: Option<String>,
    options: Options,
}

/// The pages of the open dialog.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The options of the last document.
    pub(super) last: Option<Options>,
    asked: Option<Asked>,
    made: Option<Made>,
    running: Option<Receiver<Made>>,
    writing: Option<Receiver<Written>>,
}

impl State {
    /// Starts laying out the pages, unless they are up to date.
    pub(super) fn lay_out(
        &mut self,
        draft: &Arc<Draft>,
        (revision, language): (u64, Option<&str>),
        engine: &'static dyn Engine,
        choices: &Choices,
    ) {
        let (scenario, options) = (choices.scenario.clone(), choices.options.clone());
        let asked = Asked { revision, language: language.map(str::to_owned), scenario, options };
        // Only one document is laid out at a time; later choices wait for it.
        if self.asked.as_ref() == Some(&asked) || self.running.is_some() {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let (draft, wanted) = (Arc::clone(draft), asked.clone());
        std::thread::spawn(move || {
            // The window may be closed first.
            let _ = sender.send(make(draft, engine, &wanted));
        });
        (self.asked, self.running) = (Some(asked), Some(receiver));
    }

    /// Drops the pages once no dialog shows them.
    pub(super) fn forget(&mut self) {
        (self.asked, self.made, self.running) = (None, None, None);
    }

    /// Collects pages that are ready.
    pub(super) fn poll(&mut self) {
        let Some(running) = &self.running else { return };
        self.made = match running.try_recv() {
            Ok(made) => Some(made),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Some(Err("The pages could not be laid out".to_owned())),
        };
        self.running = None;
    }

    /// Whether a thread is at work.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some() || self.writing.is_some()
    }

    /// Returns the last pages; until new pages are ready, they show earlier choices.
    pub(crate) fn made(&self) -> Option<&Made> {
        self.made.as_ref()
    }

    /// Returns the pages, unless others are being laid out.
    pub(super) fn document(&self) -> Option<Made> {
        self.made.clone().filter(|_| self.running.is_none())
    }

    /// Writes the pages to a file.
    pub(super) fn save(&mut self, document: Arc<Document>, path: &Path) {
        let (sender, receiver) = mpsc::channel();
        let path = path.to_owned();
        std::thread::spawn(move || {
            let written = pdf(&document).and_then(|bytes| {
                save::atomically(&path, &bytes).map_err(|error| error.to_string())?;
                Ok(document.pages.len())
            });
            let _ = sender.send((path, written));
        });
        self.writing = Some(receiver);
    }

    /// Returns the outcome of writing a file, once.
    pub(super) fn written(&mut self) -> Option<Written> {
        let written = self.writing.as_ref()?.try_recv();
        if written != Err(TryRecvError::Empty) {
            self.writing = None;
        }
        written.ok()
    }
}

fn make(draft: Arc<Draft>, engine: &'static dyn Engine, asked: &Asked) -> Made {
    let draft = match &asked.language {
        Some(tag) => Arc::new(draft.in_language(tag)),
        None => draft,
    };
    let analysis = Analysis::of(draft, None);
    let subject = Subject::new(&analysis, engine, asked.scenario.as_deref()).map_err(|error| match error {
        SubjectError::Findings(findings) => {
            let errors = plural(findings.len(), "problem", "problems");
            format!("Fix {errors} first; see Problems")
        }
        SubjectError::Content(problems) => {
            problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("\n")
        }
    })?;
    print(&subject, &asked.options).map(Arc::new).map_err(|error| error.to_string())
}
