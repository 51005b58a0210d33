//! Names: giving another one, listing who uses one, and taking something away that is used.

use foeman_schema::change::{Change, Plan, plan, replaced_by, with_references};
use foeman_schema::draft::Draft;
use foeman_schema::fix::harmless;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_schema::usages::{named_around, usages};

use super::super::action::NameAction;
use super::super::pack::Pack;
use super::super::view::{Pane, Selection};
use super::{Filing, Naming, Question, Tone, Workspace};

/// What is asked about a name.
#[derive(Clone, PartialEq, Debug)]
pub enum Names {
    /// Another name.
    Rename(Renaming),
    /// Nothing: who uses it is listed.
    Usages(Listing),
    /// What is to become of those who use it.
    Delete(Deletion),
    /// What a new record is called, and where it stands.
    New(Naming),
    /// The path of a file.
    File(Filing),
}

/// Another name that is being typed.
#[derive(Clone, PartialEq, Debug)]
pub struct Renaming {
    /// The record or key.
    pub at: Pointer,
    /// What has been typed.
    pub to: String,
    /// The plan with every line it changes, or why it cannot be made; nothing while the name is as it was.
    pub plan: Option<Result<(Plan, Vec<ChangedLine>), String>>,
}

/// A line that is to be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedLine {
    /// The file's path in the pack.
    pub path: String,
    /// The line's number, from 1.
    pub line: u32,
    /// As it is.
    pub old: String,
    /// As it will be.
    pub new: String,
}

/// Who leads to a record or key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The record or key.
    pub at: Pointer,
    /// Its name for people.
    pub title: String,
    /// Who uses it, in file order.
    pub users: Vec<User>,
}

/// A place that uses something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The value.
    pub at: Pointer,
    /// It in words: the record's title and the way in it.
    pub text: String,
    /// Its file and line.
    pub place: String,
}

/// Something used that is to be taken away.
#[derive(Clone, PartialEq, Debug)]
pub struct Deletion {
    /// The records.
    pub keys: Vec<RecordKey>,
    /// Who uses them.
    pub listing: Listing,
    /// The plan that takes the references along, or why that cannot be.
    pub along: Result<(Vec<Change>, Plan), String>,
    /// The records that could take its place, with their titles.
    pub others: Vec<(String, String)>,
}

impl Workspace {
    pub(super) fn perform_names(&mut self, action: NameAction) {
        match action {
            NameAction::AskRename => self.ask_rename(),
            NameAction::AskUsages => {
                let listing = self.named().and_then(|at| Some(listing(self.pack.as_ref()?, at)));
                self.question = listing.map(|listing| Question::Names(Names::Usages(listing)));
            }
            NameAction::NewTitle(_) | NameAction::NewId(_) | NameAction::NewFile(_) | NameAction::Add => {
                self.name_new(action);
            }
            NameAction::AskMove
            | NameAction::AskNewFile
            | NameAction::AskRenameFile(_)
            | NameAction::DeleteFile(_)
            | NameAction::Path(_)
            | NameAction::DoFile => self.file(action),
            NameAction::Type(to) => {
                if let (Some(pack), Some(Question::Names(Names::Rename(renaming)))) = (&self.pack, &mut self.question) {
                    renaming.plan = planned(pack.draft(), &renaming.at, &to);
                    renaming.to = to;
                }
            }
            NameAction::Rename => self.rename(),
            NameAction::JumpTo(at) => {
                self.question = None;
                if let Some((record, _)) = at.record() {
                    self.view.layout.show(Pane::Catalog(record.catalog));
                }
                self.jump(&at, None);
            }
            NameAction::DeleteAnyway => {
                if let Some(Question::Names(Names::Delete(deletion))) = self.question.take() {
                    self.delete_now(&deletion.keys);
                }
            }
            NameAction::DeleteAlong => {
                let Some(Question::Names(Names::Delete(deletion))) = self.question.take() else { return };
                if let Ok((changes, plan)) = deletion.along {
                    self.delete_by(&deletion.keys, &changes, &plan);
                }
            }
            NameAction::ReplaceBy(other) => self.replace_by(&other),
        }
    }

    /// The record or key that a name is asked for: what is selected, or what it leads to.
    pub fn named(&self) -> Option<Pointer> {
        let selection = self.view.selection()?;
        named_around(self.pack.as_ref()?.draft(), &selection.record.pointer().join(&selection.field))
    }

    fn ask_rename(&mut self) {
        let Some(at) = self.named() else { return };
        let to = at.last().unwrap_or_default().to_owned();
        self.question = Some(Question::Names(Names::Rename(Renaming { at, to, plan: None })));
    }

    fn rename(&mut self) {
        let Some(Question::Names(Names::Rename(renaming))) = self.question.clone() else { return };
        let Renaming { at, to, plan: Some(Ok((plan, _))) } = renaming else { return };
        self.question = None;
        let old = at.last().unwrap_or_default();
        let name = format!("Rename {old} to {to}");
        let new = at.parent().unwrap_or_default().child(&to);
        // What shows the record under its old name goes with it.
        let view = self.view.clone();
        if let (Some((old, [])), Some((new, []))) = (at.record(), new.record())
            && let Some(dialect) = self.pack.as_ref().and_then(|pack| pack.draft().dialect())
        {
            let imagined =
                self.registry.engine(dialect.id).and_then(|engine| engine.lookout()).map_or("", |def| def.catalog);
            self.view.rename(&old, &new, dialect.playable, imagined);
        }
        if !self.carry_out(name, new.clone(), &[Change::Rename { at, to }], &plan) {
            self.view = view;
            return;
        }
        let Some((record, field)) = new.record() else { return };
        self.select(Selection { record, field: field.to_vec(), hex: None });
    }

    /// Takes records away; asks first when something leads to them.
    pub(super) fn delete(&mut self, keys: &[RecordKey]) {
        let (Some(pack), Some(first)) = (&self.pack, keys.first()) else { return };
        let mut listing = Listing { at: first.pointer(), title: self.called(keys), users: Vec::new() };
        let other = |user: &User| user.at.record().is_none_or(|(record, _)| !keys.contains(&record));
        for key in keys {
            listing.users.extend(self::listing(pack, key.pointer()).users.into_iter().filter(other));
        }
        if listing.users.is_empty() {
            return self.delete_now(keys);
        }
        let along = with_all_references(pack.draft(), keys).and_then(|changes| {
            let plan =
                harmless(&pack.analysis(), &changes).map_err(|refusal| format!("This does not work: {refusal}"))?;
            Ok((changes, plan))
        });
        let catalog = pack.index().catalog(&first.catalog).filter(|_| keys.len() == 1);
        let others = catalog.into_iter().flat_map(|catalog| &catalog.records).filter(|entry| entry.key != *first);
        let others = others.map(|entry| (entry.key.id.clone(), pack.index().title(&entry.key).to_owned())).collect();
        let deletion = Deletion { keys: keys.to_vec(), listing, along, others };
        self.question = Some(Question::Names(Names::Delete(deletion)));
    }

    fn replace_by(&mut self, other: &str) {
        let Some(Question::Names(Names::Delete(deletion))) = self.question.take() else { return };
        let (Some(pack), [key]) = (&self.pack, deletion.keys.as_slice()) else { return };
        let changes = replaced_by(pack.draft(), key, other);
        match harmless(&pack.analysis(), &changes) {
            Ok(plan) => self.delete_by(&deletion.keys, &changes, &plan),
            Err(error) => self.tell(Tone::Bad, format!("Cannot replace it by {other}: {error}")),
        }
    }
}

/// The changes that take records away with the references to them, one record after the other.
fn with_all_references(draft: &Draft, keys: &[RecordKey]) -> Result<Vec<Change>, String> {
    let mut work = draft.clone();
    let mut all = Vec::new();
    for key in keys.iter().filter(|key| draft.contains(key)) {
        if !work.contains(key) {
            continue;
        }
        let changes = with_references(&work, &key.pointer()).ok_or("Something cannot be without it")?;
        let made = plan(&work, &changes).and_then(|plan| plan.apply(&mut work));
        made.map_err(|refusal| format!("This does not work: {refusal}"))?;
        all.extend(changes);
    }
    Ok(all)
}

/// What a rename would change, line by line.
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

fn listing(pack: &Pack, at: Pointer) -> Listing {
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
        User { text, place: format!("{}:{line}", draft.path(usage.place.file)), at: usage.at }
    });
    Listing { title: title_of(&at), users: users.collect(), at }
}
