//! The crash journal: all changes of a pack since its last save, written to disk after each action.
//!
//! Each window has one journal file per pack, in the profile folder. The first line identifies the pack; each further
//! line is one action with a checksum. The first entry that touches a file includes the file's old text, so recovery
//! does not depend on the pack's current state on disk.
//! A window holds a lock on its journal. If another process can lock it, the window is gone and the journal can be
//! recovered.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

use foeman_schema::draft::Draft;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The texts of a pack, by path.
pub type Texts = BTreeMap<String, String>;

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    sender: Option<Sender<Order>>,
    writer: Option<JoinHandle<()>>,
    /// The texts after the last journal entry.
    texts: Texts,
    /// The files whose old text is already in the journal.
    touched: BTreeSet<String>,
    head: String,
}

#[derive(Debug)]
enum Order {
    Append(String),
    /// Everything has been saved: restart the journal.
    Restart(String),
}

/// The journal of a window that crashed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remains {
    /// The path of the journal.
    pub path: PathBuf,
    /// The names of the actions, oldest first.
    pub actions: Vec<String>,
    /// The touched files, each with its text before and after the actions; `None` if the file does not exist.
    pub files: BTreeMap<String, (Option<String>, Option<String>)>,
    /// A message about the unreadable part of the journal, if any.
    pub lost: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    foeman_journal: u32,
    pack: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct JournalLine {
    name: String,
    changes: Vec<Told>,
}

/// The change of one file by an action.
#[derive(Serialize, Deserialize)]
struct Told {
    path: String,
    /// The file's old text, if this is the first entry that touches it; `null` if the file did not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<Option<String>>,
    /// Whether the action deletes the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    gone: bool,
    /// The replaced byte range and the new text.
    from: usize,
    to: usize,
    text: String,
}

impl Journal {
    /// Creates a journal for a pack in the journal folder. The draft must be the pack as saved on disk.
    pub fn begin(folder: &Path, pack: &Path, draft: &Draft) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let stem = stem(pack);
        let (path, mut file) = (0..1000)
            .find_map(|number| {
                let path = folder.join(format!("{stem}-{number}.journal"));
                let file = OpenOptions::new().create_new(true).read(true).write(true).open(&path).ok()?;
                file.try_lock().is_ok().then_some((path, file))
            })
            .ok_or_else(|| {
                io::Error::new(io::ErrorKind::AlreadyExists, "there are too many journals; delete old ones")
            })?;
        let head = line(&Head { foeman_journal: 1, pack: pack.to_owned() })?;
        file.write_all(head.as_bytes())?;
        let (sender, orders) = mpsc::channel();
        let writer = std::thread::spawn(move || {
            while let Ok(order) = orders.recv() {
                // Write all orders received in the meantime at once.
                let all: Vec<Order> = std::iter::once(order).chain(orders.try_iter()).collect();
                for order in all {
                    // Failing to write the journal must not interrupt the user's work.
                    let _ = match order {
                        Order::Append(text) => file.write_all(text.as_bytes()),
                        Order::Restart(head) => file
                            .set_len(0)
                            .and_then(|()| file.seek(SeekFrom::Start(0)))
                            .and_then(|_| file.write_all(head.as_bytes())),
                    };
                }
                let _ = file.sync_data();
            }
        });
        let (sender, writer) = (Some(sender), Some(writer));
        Ok(Self { path, sender, writer, texts: texts(draft), touched: BTreeSet::new(), head })
    }

    /// Adds an entry for an action, if it changed any text.
    pub fn note(&mut self, name: &str, draft: &Draft) {
        let mut changes = Vec::new();
        for file in draft.files() {
            let (path, now) = (draft.path(file), draft.text(file));
            let before = self.texts.get(path).map(String::as_str);
            if before == Some(now) {
                continue;
            }
            let (from, to, text) = difference(before.unwrap_or_default(), now);
            let base = self.touched.insert(path.to_owned()).then(|| before.map(str::to_owned));
            changes.push(Told { path: path.to_owned(), base, gone: false, from, to, text });
        }
        let gone: Vec<String> = self.texts.keys().filter(|path| draft.file_at(path).is_none()).cloned().collect();
        for path in gone {
            let before = self.texts.remove(&path);
            let base = self.touched.insert(path.clone()).then_some(before);
            changes.push(Told { path, base, gone: true, from: 0, to: 0, text: String::new() });
        }
        if changes.is_empty() {
            return;
        }
        for told in changes.iter().filter(|told| !told.gone) {
            if let Some(file) = draft.file_at(&told.path) {
                self.texts.insert(told.path.clone(), draft.text(file).to_owned());
            }
        }
        if let Ok(text) = line(&JournalLine { name: name.to_owned(), changes }) {
            self.send(Order::Append(text));
        }
    }

    /// Restarts the journal after a save.
    pub fn saved(&mut self, draft: &Draft) {
        self.texts = texts(draft);
        self.touched.clear();
        self.send(Order::Restart(self.head.clone()));
    }

    /// Deletes the journal, because there is nothing to recover.
    pub fn end(mut self) {
        self.stop();
        let _ = fs::remove_file(&self.path);
    }

    fn send(&self, order: Order) {
        if let Some(sender) = &self.sender {
            // The writer only stops with the journal.
            let _ = sender.send(order);
        }
    }

    fn stop(&mut self) {
        self.sender = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Returns the journals that crashed windows left for a pack, the newest last. Journals without actions are deleted.
pub fn left_behind(folder: &Path, pack: &Path) -> Vec<Remains> {
    let stem = stem(pack);
    let own = |path: &PathBuf| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            name.strip_prefix(&stem).is_some_and(|rest| rest.starts_with('-') && rest.ends_with(".journal"))
        })
    };
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(own)
        .filter_map(|path| {
            let file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
            file.try_lock().ok()?;
            let since = file.metadata().and_then(|data| data.modified()).ok();
            Some((since, read(&path, file)))
        })
        .collect();
    found.sort_by_key(|(since, remains)| (*since, remains.path.clone()));
    let (full, bare): (Vec<_>, Vec<_>) =
        found.into_iter().map(|(_, remains)| remains).partition(|it| !it.actions.is_empty() || it.lost.is_some());
    for remains in bare {
        let _ = fs::remove_file(&remains.path);
    }
    full
}

/// Reads a journal up to the first damaged entry.
fn read(path: &Path, mut file: File) -> Remains {
    let mut remains = Remains { path: path.to_owned(), actions: Vec::new(), files: BTreeMap::new(), lost: None };
    let mut bytes = Vec::new();
    if let Err(error) = file.read_to_end(&mut bytes) {
        remains.lost = Some(format!("the journal cannot be read: {error}"));
    }
    if bytes.is_empty() {
        return remains;
    }
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
    let sound = |bytes: &[u8]| -> Option<String> {
        let text = std::str::from_utf8(bytes).ok()?.strip_suffix('\n')?;
        let (sum, body) = text.split_once(' ')?;
        (sum == digest(body.as_bytes())).then(|| body.to_owned())
    };
    let head = lines.next().and_then(|(_, bytes)| serde_json::from_str::<Head>(&sound(bytes)?).ok());
    if head.is_none_or(|head| head.foeman_journal != 1) {
        remains.lost = Some("the journal's first line is damaged, so it cannot be recovered".to_owned());
        return remains;
    }
    for (number, bytes) in lines.by_ref() {
        let entry = sound(bytes).and_then(|body| serde_json::from_str::<JournalLine>(&body).ok());
        match entry.and_then(|entry| retell(&mut remains.files, &entry).map(|()| entry.name)) {
            Some(name) => remains.actions.push(name),
            None => {
                let more = 1 + lines.count();
                let what = if more == 1 { "1 action".to_owned() } else { format!("{more} actions") };
                remains.lost = Some(format!("the journal is damaged from line {} on: {what} lost", number + 1));
                break;
            }
        }
    }
    remains
}

/// Applies the changes of a journal entry; returns `None` if they do not fit the texts.
fn retell(files: &mut BTreeMap<String, (Option<String>, Option<String>)>, entry: &JournalLine) -> Option<()> {
    for told in &entry.changes {
        if let Some(base) = &told.base {
            files.insert(told.path.clone(), (base.clone(), base.clone()));
        }
        let (_, now) = files.get_mut(&told.path)?;
        if told.gone {
            *now = None;
            continue;
        }
        let mut text = now.take().unwrap_or_default();
        text.get(told.from..told.to)?;
        text.replace_range(told.from..told.to, &told.text);
        *now = Some(text);
    }
    Some(())
}

/// Returns the texts of a draft, by path.
pub fn texts(draft: &Draft) -> Texts {
    draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect()
}

/// Returns the differing byte range of `before` and its replacement in `after`, at character boundaries.
pub fn difference(before: &str, after: &str) -> (usize, usize, String) {
    let (old, new) = (before.as_bytes(), after.as_bytes());
    let mut start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    while !before.is_char_boundary(start) || !after.is_char_boundary(start) {
        start -= 1;
    }
    let room = (old.len() - start).min(new.len() - start);
    let mut end = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    while !before.is_char_boundary(old.len() - end) || !after.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    (start, old.len() - end, after[start..new.len() - end].to_owned())
}

/// Returns a journal line: a checksum, and the value as JSON.
fn line(value: &impl Serialize) -> io::Result<String> {
    let body = serde_json::to_string(value)?;
    Ok(format!("{} {body}\n", digest(body.as_bytes())))
}

/// Returns the file name prefix of a pack's journals.
fn stem(pack: &Path) -> String {
    digest(pack.as_os_str().as_encoded_bytes())
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
