//! Dependents of the open pack, read in the background, and their usages of its records.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use foeman_schema::draft::Draft;
use foeman_schema::text::Pointer;

use foeman_base::across;

/// A usage in another pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The value.
    pub at: Pointer,
    /// The titles of the pack and the record.
    pub text: String,
    /// Its file and line.
    pub place: String,
}

/// Usages, with the id of the open pack and the pointer that they refer to.
type Asked = (String, Pointer, Arc<[Usage]>);

/// The packs that require the open one, as they were last read.
#[derive(Debug, Default)]
pub struct Elsewhere {
    packs: Vec<Draft>,
    reading: Option<Receiver<Vec<Draft>>>,
    /// The usages shown last.
    asked: RefCell<Option<Asked>>,
}

impl Elsewhere {
    /// Starts to read the packs in the background; the old ones are used until [`poll`](Self::poll) fetches them.
    pub fn read(&mut self, draft: &Arc<Draft>) {
        let (sender, reading) = mpsc::channel();
        let draft = Arc::clone(draft);
        // The window may be closed before they are read.
        std::thread::spawn(move || drop(sender.send(draft.dependents().packs)));
        self.reading = Some(reading);
    }

    /// Returns whether the packs are still being read.
    pub fn busy(&self) -> bool {
        self.reading.is_some()
    }

    /// Fetches the packs once they are read.
    pub fn poll(&mut self) {
        let Some(reading) = &self.reading else { return };
        match reading.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return,
            Ok(packs) => {
                self.packs = packs;
                self.asked.take();
            }
            Err(mpsc::TryRecvError::Disconnected) => {}
        }
        self.reading = None;
    }

    /// The folders and files of the packs.
    pub fn roots(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.packs.iter().filter_map(Draft::root).map(Path::to_owned)
    }

    /// Returns the usages of a record or key of the open pack.
    pub fn usages(&self, draft: &Draft, at: &Pointer) -> Arc<[Usage]> {
        let id = across::id_of(draft);
        if let Some((of, known, usages)) = &*self.asked.borrow()
            && (of, known) == (&id, at)
        {
            return Arc::clone(usages);
        }
        let usages: Arc<[Usage]> = usages(draft, at, &self.packs).into();
        self.asked.replace(Some((id, at.clone(), Arc::clone(&usages))));
        usages
    }
}

/// Returns the usages in packs that require `draft`, for display.
pub fn usages(draft: &Draft, at: &Pointer, packs: &[Draft]) -> Vec<Usage> {
    let root = draft.root().unwrap_or(Path::new(""));
    let mut all = Vec::new();
    for (other, usages) in across::usages_in(draft, at, packs) {
        let folder = across::shown(other, root);
        all.extend(usages.into_iter().map(|usage| {
            let (line, _) = other.line_col(usage.place.file, usage.place.span.start);
            let place = format!("{}:{line}", folder.join(other.path(usage.place.file)).display());
            let record = usage.at.record().and_then(|(key, _)| other.title_of_record(&key).map(str::to_owned));
            let text = format!("{}: {}", other.title(), record.unwrap_or_else(|| usage.at.to_string()));
            Usage { at: usage.at, text, place }
        }));
    }
    all
}
