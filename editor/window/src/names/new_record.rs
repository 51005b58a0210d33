//! The dialog that names a new record and chooses its file.

use foeman_schema::text::RecordKey;
use foeman_schema::text::kebab;

use super::Names;
use super::action::NameAction;
use crate::pack::{Pack, new_record};
use crate::shell::session::{Question, Session};

/// The state of the new-record dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naming {
    /// Its catalog.
    pub catalog: String,
    /// The display name of its type: `Figure type`.
    pub what: &'static str,
    /// Its title.
    pub title: String,
    /// Its id; derived from the title until the id is typed.
    pub id: String,
    /// The path of the file it goes into.
    pub file: String,
    /// The problem with the id, updated while typing.
    pub problem: Option<String>,
    typed: bool,
}

pub(crate) fn ask_new_record(session: &mut Session, catalog: &str) {
    let Some(pack) = &session.pack else { return };
    let Some(def) = pack.draft().dialect().and_then(|dialect| dialect.catalog(catalog)) else { return };
    let Some((id, title)) = new_record::offer(pack, catalog) else { return };
    let file = new_record::home(pack, catalog, session.selected());
    let naming = Naming { catalog: catalog.to_owned(), what: def.title, title, id, file, problem: None, typed: false };
    session.question = Some(Question::Names(Names::New(naming)));
}

pub(crate) fn name_new(session: &mut Session, action: NameAction) {
    let (Some(pack), Some(Question::Names(Names::New(naming)))) = (&session.pack, &mut session.question) else {
        return;
    };
    match action {
        NameAction::NewTitle(title) => {
            if !naming.typed {
                naming.id = kebab(&title);
            }
            naming.title = title;
        }
        NameAction::NewId(id) => {
            naming.typed = !id.is_empty();
            naming.id = id;
        }
        NameAction::NewFile(file) => naming.file = file,
        _ => return add_named(session),
    }
    naming.problem = problem(pack, naming);
}

pub(crate) fn add_named(session: &mut Session) {
    let (Some(pack), Some(Question::Names(Names::New(naming)))) = (&session.pack, &session.question) else { return };
    if naming.problem.is_some() {
        return;
    }
    let key = RecordKey::new(&naming.catalog, &naming.id);
    let title = if naming.title.trim().is_empty() { &naming.id } else { naming.title.trim() };
    let Some(mut records) = new_record::record(pack, &key, title) else { return };
    let like = session.view.selection().map(|selection| &selection.record).filter(|like| like.catalog == key.catalog);
    if let (Some(like), Some((_, record))) = (like, records.last_mut()) {
        new_record::liken(pack, &key, like, record);
    }
    let file = naming.file.clone();
    session.question = None;
    crate::shell::edits::insert(session, "Add", records, &file);
}

/// Returns the reason why a record cannot be added with this id, if any.
fn problem(pack: &Pack, naming: &Naming) -> Option<String> {
    let id = naming.id.as_str();
    if id.is_empty() {
        return Some("Type an id: small letters, digits and hyphens, such as `long-sword`".to_owned());
    }
    let form = kebab(id);
    if form != id {
        let remedy = if form.is_empty() { String::new() } else { format!("; `{form}` would do") };
        return Some(format!("An id is small letters and digits with hyphens between{remedy}"));
    }
    let key = RecordKey::new(&naming.catalog, id);
    let entry = pack.index().entry(&key)?;
    Some(format!("{} already has the id `{id}`; choose another id", entry.title))
}
