//! Names and references: renaming, find usages, and deleting records that are in use.

use std::path::Path;
use std::sync::Arc;

use foeman_schema::change::{Change, Plan, plan, replaced_by, with_references};
use foeman_schema::draft::{Dependents, Draft, Unreadable};
use foeman_schema::fix::harmless;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_schema::usages::{named_around, usages};

use super::action::NameAction;
use super::filing::Filing;
use super::new_record::Naming;
use crate::pack::elsewhere::{self, Usage};
use crate::pack::{Overwrite, Pack};
use crate::shell::session::{Question, Session, Tone};
use crate::shell::view::{Pane, Selection};
use foeman_base::across::{self, Follower, Refused};

/// Whether a rename also changes the packs that require this one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Everywhere {
    Yes,
    No,
}

/// A dialog about names.
#[derive(Clone, PartialEq, Debug)]
pub enum Names {
    /// Rename.
    Rename(Renaming),
    /// List of usages.
    Usages(Listing),
    /// Delete a record in use.
    Delete(Deletion),
    /// Name a new record and choose its file.
    New(Naming),
    /// A file operation.
    File(Filing),
}

/// The state of the rename dialog.
#[derive(Clone, PartialEq, Debug)]
pub struct Renaming {
    /// The record or key to rename.
    pub at: Pointer,
    /// The new name as typed.
    pub to: String,
    /// The plan with all changed lines, or why the rename is impossible; `None` while the name is unchanged.
    pub plan: Option<Result<(Plan, Vec<ChangedLine>), String>>,
    /// The packs that require this one.
    pub others: Others,
    /// The changed lines in those packs.
    pub elsewhere: Vec<ChangedLine>,
}

/// The packs that require this pack, as read when the dialog was opened.
#[derive(Clone, Debug, Default)]
pub struct Others {
    packs: Arc<Vec<Draft>>,
    /// Errors for those that cannot be read.
    pub unreadable: Vec<String>,
}

impl PartialEq for Others {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.packs, &other.packs) && self.unreadable == other.unreadable
    }
}

impl Others {
    /// Returns the packs that require a pack, based on its state in the window.
    pub(crate) fn of(pack: &Pack) -> Self {
        let Dependents { packs, unreadable } = pack.draft().dependents();
        let packs = packs.iter().map(|other| other.built_on(&[pack.draft()])).collect();
        let why = |other: &Unreadable| {
            format!("`{}` may require this pack and cannot be read: {}", other.path.display(), other.why)
        };
        Self { packs: Arc::new(packs), unreadable: unreadable.iter().map(why).collect() }
    }

    /// Returns the first of them that would get a new error from the pack `after` the change.
    pub(crate) fn broken_by(&self, after: &Draft) -> Option<Refused> {
        across::broken(after, &self.packs)
    }
}

/// A line to be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedLine {
    /// The file's path in the pack.
    pub path: String,
    /// The line number, from 1.
    pub line: u32,
    /// The old text.
    pub old: String,
    /// The new text.
    pub new: String,
}

/// The usages of a record or key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The record or key.
    pub at: Pointer,
    /// Its display name.
    pub title: String,
    /// The usages, in file order.
    pub users: Vec<User>,
}

/// A usage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The value that refers to the record.
    pub at: Pointer,
    /// Its description: the record's title and the path of the value.
    pub text: String,
    /// Its file and line.
    pub place: String,
    /// Whether it is in another pack.
    pub elsewhere: bool,
}

/// The state of the dialog that deletes records in use.
#[derive(Clone, PartialEq, Debug)]
pub struct Deletion {
    /// The records.
    pub keys: Vec<RecordKey>,
    /// Their usages.
    pub listing: Listing,
    /// The plan that also deletes the references, or why that is impossible.
    pub along: Result<(Vec<Change>, Plan), String>,
    /// The possible replacements: ids and titles.
    pub others: Vec<(String, String)>,
}

/// Performs an action on names and references.
pub(crate) fn perform(session: &mut Session, action: NameAction) {
    match action {
        NameAction::AskRename => ask_rename(session),
        NameAction::AskUsages => {
            let listing = named(session).and_then(|at| {
                let pack = session.pack.as_ref()?;
                Some(listing(pack, at, &Others::of(pack)))
            });
            session.question = listing.map(|listing| Question::Names(Names::Usages(listing)));
        }
        NameAction::NewTitle(_) | NameAction::NewId(_) | NameAction::NewFile(_) | NameAction::Add => {
            super::new_record::name_new(session, action);
        }
        NameAction::AskMove
        | NameAction::AskNewFile
        | NameAction::AskRenameFile(_)
        | NameAction::DeleteFile(_)
        | NameAction::Path(_)
        | NameAction::DoFile => super::filing::file(session, action),
        NameAction::Type(to) => {
            if let (Some(pack), Some(Question::Names(Names::Rename(renaming)))) = (&session.pack, &mut session.question)
            {
                renaming.plan = planned(pack.draft(), &renaming.at, &to);
                renaming.to = to;
                renaming.elsewhere = Vec::new();
                if let Some(Ok(_)) = &renaming.plan {
                    match changed_elsewhere(pack.draft(), renaming) {
                        Ok(lines) => renaming.elsewhere = lines,
                        Err(why) => renaming.plan = Some(Err(why)),
                    }
                }
            }
        }
        NameAction::Rename => rename(session, Everywhere::Yes),
        NameAction::RenameHere => rename(session, Everywhere::No),
        NameAction::JumpTo(at) => {
            session.question = None;
            if let Some((record, _)) = at.record() {
                session.view.show(Pane::Catalog(record.catalog));
            }
            session.jump(&at, None);
        }
        NameAction::DeleteAnyway => {
            if let Some(Question::Names(Names::Delete(deletion))) = session.question.take() {
                crate::shell::edits::delete_now(session, &deletion.keys);
            }
        }
        NameAction::DeleteAlong => {
            let Some(Question::Names(Names::Delete(deletion))) = session.question.take() else { return };
            if let Ok((changes, plan)) = deletion.along {
                crate::shell::edits::delete_by(session, &deletion.keys, &changes, &plan);
            }
        }
        NameAction::ReplaceBy(other) => replace_by(session, &other),
    }
}

/// Returns the record or key that Rename and Find usages apply to: the selected one, or the one that the selected
/// value refers to.
pub(super) fn named(session: &Session) -> Option<Pointer> {
    let selection = session.view.selection()?;
    named_around(session.pack.as_ref()?.draft(), &selection.record.pointer().join(&selection.field))
}

pub(crate) fn ask_rename(session: &mut Session) {
    let Some(at) = named(session) else { return };
    let to = at.last().unwrap_or_default().to_owned();
    let others = session.pack.as_ref().map(Others::of).unwrap_or_default();
    let elsewhere = Vec::new();
    session.question = Some(Question::Names(Names::Rename(Renaming { at, to, plan: None, others, elsewhere })));
}

fn rename(session: &mut Session, everywhere: Everywhere) {
    let Some(Question::Names(Names::Rename(renaming))) = session.question.clone() else { return };
    let Renaming { at, to, plan: Some(Ok((plan, _))), others, elsewhere } = renaming else { return };
    session.question = None;
    let is_everywhere = everywhere == Everywhere::Yes && !elsewhere.is_empty();
    let followers = match session.pack.as_ref().filter(|_| is_everywhere) {
        None => Vec::new(),
        Some(pack) => {
            let mut after = pack.draft().clone();
            let made = plan.apply(&mut after).map_err(|error| error.to_string());
            let packs = others.packs.to_vec();
            let followers = made.and_then(|_| {
                across::followers([pack.draft(), &after], (&at, &to), packs).map_err(|refused| told(&refused))
            });
            match followers {
                Ok(followers) => followers,
                Err(why) => return session.tell(Tone::Bad, format!("Cannot rename: {why}")),
            }
        }
    };
    let old = at.last().unwrap_or_default();
    let name = format!("Rename {old} to {to}");
    let new = at.parent().unwrap_or_default().child(&to);
    // Views of the record follow the rename.
    let view = session.view.clone();
    if let (Some((old, [])), Some((new, []))) = (at.record(), new.record())
        && let Some(dialect) = session.pack.as_ref().and_then(|pack| pack.draft().dialect())
    {
        let map_query = session.registry.engine(dialect.id).and_then(|engine| engine.capabilities().map_query);
        let imagined = map_query.map_or("", |def| def.catalog);
        session.view.rename(&old, &new, dialect.playable, imagined);
    }
    if !session.carry_out(name, new.clone(), &[Change::Rename { at, to }], &plan) {
        session.view = view;
        return;
    }
    if let Some((record, field)) = new.record() {
        session.select(Selection { record, field: field.to_vec(), hex: None });
    }
    if !followers.is_empty() {
        save_everywhere(session, &followers);
    }
}

/// Saves the pack after a rename, together with the changes in packs that require it.
pub(crate) fn save_everywhere(session: &mut Session, followers: &[Follower]) {
    crate::files::save(session, Overwrite::Never, None, followers);
    session.pack.iter_mut().for_each(Pack::read_elsewhere);
    if session.pack.as_ref().is_some_and(|pack| !pack.is_saved()) {
        return;
    }
    let count = followers.len();
    let packs = if count == 1 { "1 other pack".to_owned() } else { format!("{count} other packs") };
    session.tell(Tone::Good, format!("Renamed here and in {packs}, and saved"));
}

/// Deletes records; asks first if they are in use.
pub(crate) fn delete(session: &mut Session, keys: &[RecordKey]) {
    let (Some(pack), Some(first)) = (&session.pack, keys.first()) else { return };
    let mut listing =
        Listing { at: first.pointer(), title: crate::shell::edits::called(session, keys), users: Vec::new() };
    let other = |user: &User| user.at.record().is_none_or(|(record, _)| !keys.contains(&record));
    let others = Others::of(pack);
    for key in keys {
        let users = self::listing(pack, key.pointer(), &others).users.into_iter();
        listing.users.extend(users.filter(|user| user.elsewhere || other(user)));
    }
    if listing.users.is_empty() {
        return crate::shell::edits::delete_now(session, keys);
    }
    let along = with_all_references(pack.draft(), keys).and_then(|changes| {
        let plan = harmless(&pack.analysis(), &changes).map_err(|refusal| format!("Not possible: {refusal}"))?;
        Ok((changes, plan))
    });
    let catalog = pack.index().catalog(&first.catalog).filter(|_| keys.len() == 1);
    let others = catalog.into_iter().flat_map(|catalog| &catalog.records).filter(|entry| entry.key != *first);
    let others = others.map(|entry| (entry.key.id.clone(), pack.index().title(&entry.key).to_owned())).collect();
    let deletion = Deletion { keys: keys.to_vec(), listing, along, others };
    session.question = Some(Question::Names(Names::Delete(deletion)));
}

pub(crate) fn replace_by(session: &mut Session, other: &str) {
    let Some(Question::Names(Names::Delete(deletion))) = session.question.take() else { return };
    let (Some(pack), [key]) = (&session.pack, deletion.keys.as_slice()) else { return };
    let changes = replaced_by(pack.draft(), key, other);
    match harmless(&pack.analysis(), &changes) {
        Ok(plan) => crate::shell::edits::delete_by(session, &deletion.keys, &changes, &plan),
        Err(error) => session.tell(Tone::Bad, format!("Cannot replace it with {other}: {error}")),
    }
}

/// Returns the changes that delete records with all references to them, record by record.
fn with_all_references(draft: &Draft, keys: &[RecordKey]) -> Result<Vec<Change>, String> {
    let mut work = draft.clone();
    let mut all = Vec::new();
    for key in keys.iter().filter(|key| draft.contains(key)) {
        if !work.contains(key) {
            continue;
        }
        let changes = with_references(&work, &key.pointer()).ok_or("A value requires it")?;
        let made = plan(&work, &changes).and_then(|plan| plan.apply(&mut work));
        made.map_err(|refusal| format!("Not possible: {refusal}"))?;
        all.extend(changes);
    }
    Ok(all)
}

/// Returns the plan of a rename, and the lines it changes.
fn planned(draft: &Draft, at: &Pointer, to: &str) -> Option<Result<(Plan, Vec<ChangedLine>), String>> {
    if at.last() == Some(to) {
        return None;
    }
    let change = Change::Rename { at: at.clone(), to: to.to_owned() };
    Some(plan(draft, &[change]).map_err(|error| error.to_string()).map(|plan| {
        let lines = changed_lines(draft, &plan);
        (plan, lines)
    }))
}

fn changed_lines(draft: &Draft, plan: &Plan) -> Vec<ChangedLine> {
    let mut after = draft.clone();
    if plan.apply(&mut after).is_err() {
        return Vec::new();
    }
    let mut lines: Vec<ChangedLine> = Vec::new();
    for file in draft.files().filter(|file| draft.text(*file) != after.text(*file)) {
        let both = draft.text(file).lines().zip(after.text(file).lines());
        let changed = (1..).zip(both).filter(|(_, (old, new))| old != new);
        lines.extend(changed.map(|(line, (old, new))| ChangedLine {
            path: draft.path(file).to_owned(),
            line,
            old: old.trim().to_owned(),
            new: new.trim().to_owned(),
        }));
    }
    lines
}

/// Returns the changed lines in packs that require this one; errors if one of them cannot be updated.
fn changed_elsewhere(draft: &Draft, renaming: &Renaming) -> Result<Vec<ChangedLine>, String> {
    if let Some(why) = renaming.others.unreadable.first() {
        return Err(why.clone());
    }
    let packs = renaming.others.packs.to_vec();
    let followers = across::sketched(draft, (&renaming.at, &renaming.to), packs).map_err(|refused| told(&refused))?;
    let root = draft.root().unwrap_or(Path::new(""));
    let lines = followers.iter().flat_map(|Follower { before, plan, .. }| {
        let folder = across::shown(before, root);
        let mut lines = changed_lines(before, plan);
        lines.iter_mut().for_each(|line| line.path = folder.join(&line.path).display().to_string());
        lines
    });
    Ok(lines.collect())
}

/// Returns the error for a pack that cannot be updated by a rename.
fn told(refused: &Refused) -> String {
    format!("the pack `{}` requires this one: {}", refused.root.display(), refused.why)
}

fn listing(pack: &Pack, at: Pointer, others: &Others) -> Listing {
    let draft = pack.draft();
    let title_of = |at: &Pointer| match at.record() {
        Some((record, [])) => pack.index().title(&record).to_owned(),
        Some((record, field)) => format!("{}   {}", pack.index().title(&record), field.join(" / ")),
        None => at.to_string(),
    };
    let mut found = usages(draft, &at);
    found.sort_by_key(|usage| usage.place);
    let users = found.into_iter().map(|usage| {
        let (line, _) = draft.line_col(usage.place.file, usage.place.span.start);
        let text = match usage.count {
            1 => title_of(&usage.at),
            count => format!("{} ({count} times)", title_of(&usage.at)),
        };
        let place = format!("{}:{line}", draft.path(usage.place.file));
        User { text, place, at: usage.at, elsewhere: false }
    });
    let mut users: Vec<User> = users.collect();
    let others = elsewhere::usages(draft, &at, &others.packs).into_iter();
    users.extend(others.map(|Usage { at, text, place }| User { text, place, at, elsewhere: true }));
    Listing { title: title_of(&at), users, at }
}
