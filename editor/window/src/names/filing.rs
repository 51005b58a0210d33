//! Creating, renaming and deleting files, and moving records between files.

use std::collections::BTreeMap;

use foeman_schema::change::{Change, Spot, plan};
use foeman_schema::draft::Draft;
use foeman_schema::fix::harmless;
use foeman_schema::text::{FileId, Pointer, RecordKey};

use super::action::NameAction;
use super::{Names, Others};
use crate::pack::Pack;
use crate::shell::session::{Question, Session, Tone};
use crate::shell::view::Selection;

/// The comment with which a file names its schema for text editors.
const SCHEMA: &str = "# yaml-language-server: $schema=";

/// The state of the dialog that asks for a file path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filing {
    /// The operation.
    pub task: FileTask,
    /// The path as typed.
    pub path: String,
    /// The reason why the operation is impossible, if it is.
    pub problem: Option<String>,
}

/// A file operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileTask {
    /// Move records to a file.
    Move(Vec<RecordKey>),
    /// Create a file.
    Create,
    /// Rename this file.
    Rename(String),
}

pub(crate) fn file(session: &mut Session, action: NameAction) {
    match action {
        NameAction::AskMove => {
            let keys = crate::tables::rows_of(session);
            let (Some(pack), Some(first)) = (&session.pack, keys.first()) else { return };
            let path = pack.draft().file_of(first).map(|file| pack.draft().path(file).to_owned());
            ask_path(session, FileTask::Move(keys), path.unwrap_or_default());
        }
        NameAction::AskNewFile => ask_path(session, FileTask::Create, "more.yaml".to_owned()),
        NameAction::AskRenameFile(path) => ask_path(session, FileTask::Rename(path.clone()), path),
        NameAction::DeleteFile(path) => delete_file(session, &path),
        NameAction::Path(path) => {
            if let Some(Question::Names(Names::File(filing))) = &session.question {
                let task = filing.task.clone();
                ask_path(session, task, path);
            }
        }
        _ => do_file(session),
    }
}

pub(crate) fn ask_path(session: &mut Session, task: FileTask, path: String) {
    let Some(pack) = &session.pack else { return };
    let problem = match changes(pack.draft(), &task, path.trim()) {
        None => Some("Type another path".to_owned()),
        Some(changes) => plan(pack.draft(), &changes).err().map(|error| error.to_string()),
    };
    session.question = Some(Question::Names(Names::File(Filing { task, path, problem })));
}

pub(crate) fn do_file(session: &mut Session) {
    let Some(Question::Names(Names::File(filing))) = &session.question else { return };
    let Some(pack) = session.pack.as_ref().filter(|_| filing.problem.is_none()) else { return };
    let (task, path): (FileTask, String) = (filing.task.clone(), filing.path.trim().to_owned());
    let Some(changes) = changes(pack.draft(), &task, &path) else { return };
    let (name, at) = match &task {
        FileTask::Move(keys) => {
            let at = keys.first().map(RecordKey::pointer).unwrap_or_default();
            (format!("Move {} to {path}", crate::shell::edits::called(session, keys)), at)
        }
        FileTask::Create => (format!("Create the file {path}"), Pointer::root()),
        FileTask::Rename(from) => (format!("Rename the file {from} to {path}"), Pointer::root()),
    };
    session.question = None;
    let moved = matches!(task, FileTask::Move(_)).then(|| at.clone());
    if session.change_once(name, at, &changes)
        && let Some((key, _)) = moved.as_ref().and_then(Pointer::record)
    {
        session.select(Selection::record(key));
    }
}

/// Deletes a file, unless records in it are used elsewhere.
pub(crate) fn delete_file(session: &mut Session, path: &str) {
    let Some(pack) = &session.pack else { return };
    let changes = [Change::DeleteFile { path: path.to_owned() }];
    match harmless(&pack.analysis(), &changes) {
        Ok(plan) => {
            let mut after = pack.draft().clone();
            let broken = plan.apply(&mut after).ok().and_then(|_| Others::of(pack).broken_by(&after));
            if let Some(broken) = broken {
                let text = format!("Cannot delete {path}: the pack {} needs it: {}", broken.root.display(), broken.why);
                return session.tell(Tone::Bad, text);
            }
            session.carry_out(format!("Delete the file {path}"), Pointer::root(), &changes, &plan);
        }
        Err(error) => {
            let text = format!("Cannot delete {path}: {error}. Move the required records to another file first");
            session.tell(Tone::Bad, text);
        }
    }
}

/// Returns the files of the pack that can have records, each with its number of records.
pub(crate) fn files_of(session: &Session) -> Vec<(String, usize)> {
    session.pack.as_ref().map(files).unwrap_or_default()
}

fn files(pack: &Pack) -> Vec<(String, usize)> {
    let draft = pack.draft();
    let mut counts: BTreeMap<FileId, usize> =
        draft.files().filter(|file| !draft.is_translation(*file)).map(|file| (file, 0)).collect();
    for entry in pack.index().catalogs.iter().flat_map(|catalog| &catalog.records) {
        if let Some(file) = draft.file_of(&entry.key) {
            counts.entry(file).and_modify(|count| *count += 1);
        }
    }
    counts.into_iter().map(|(file, count)| (draft.path(file).to_owned(), count)).collect()
}

/// Returns the changes for a file operation; `None` if there is nothing to do.
fn changes(draft: &Draft, task: &FileTask, path: &str) -> Option<Vec<Change>> {
    let create = || Change::CreateFile { path: path.to_owned(), text: opening(draft, path) };
    match task {
        FileTask::Create => Some(vec![create()]),
        FileTask::Rename(from) if from == path => None,
        FileTask::Rename(from) => Some(vec![Change::RenameFile { from: from.clone(), to: path.to_owned() }]),
        FileTask::Move(keys) => {
            let file = draft.file_at(path);
            let elsewhere = keys.iter().filter(|key| file.is_none() || draft.file_of(key) != file);
            let shift = |key: &RecordKey| Change::MoveRecord { record: key.clone(), to: Spot::File(path.to_owned()) };
            let shifts: Vec<Change> = elsewhere.map(shift).collect();
            match file {
                Some(_) if shifts.is_empty() => None,
                Some(_) => Some(shifts),
                None => Some([create()].into_iter().chain(shifts).collect()),
            }
        }
    }
}

/// Returns the first line of a new file: the schema comment, if the pack's header file has one.
fn opening(draft: &Draft, path: &str) -> String {
    let first = draft.text(draft.header_file()).lines().next().and_then(|line| line.strip_prefix(SCHEMA));
    let up = "../".repeat(path.matches('/').count());
    first.map_or_else(String::new, |schema| format!("{SCHEMA}{up}{schema}\n"))
}
