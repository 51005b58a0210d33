//! The dialog that names a new record and chooses its file.

use foeman_schema::text::RecordKey;

use super::action::NameAction;
use super::perform::Names;
use crate::pack::Pack;
use crate::pack::new_record;
use crate::shell::workspace::{Question, Workspace};
use foeman_schema::text::kebab;

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

impl Workspace {
    pub(crate) fn ask_new_record(&mut self, catalog: &str) {
        let Some(pack) = &self.pack else { return };
        let Some(def) = pack.draft().dialect().and_then(|dialect| dialect.catalog(catalog)) else { return };
        let Some((id, title)) = new_record::offer(pack, catalog) else { return };
        let file = new_record::home(pack, catalog, self.selected());
        let naming =
            Naming { catalog: catalog.to_owned(), what: def.title, title, id, file, problem: None, typed: false };
        self.question = Some(Question::Names(Names::New(naming)));
    }

    pub(crate) fn name_new(&mut self, action: NameAction) {
        let (Some(pack), Some(Question::Names(Names::New(naming)))) = (&self.pack, &mut self.question) else { return };
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
            _ => return self.add_named(),
        }
        naming.problem = problem(pack, naming);
    }

    pub(crate) fn add_named(&mut self) {
        let (Some(pack), Some(Question::Names(Names::New(naming)))) = (&self.pack, &self.question) else { return };
        if naming.problem.is_some() {
            return;
        }
        let key = RecordKey::new(&naming.catalog, &naming.id);
        let title = if naming.title.trim().is_empty() { &naming.id } else { naming.title.trim() };
        let Some(records) = new_record::record(pack, &key, title) else { return };
        let file = naming.file.clone();
        self.question = None;
        self.insert("Add", records, &file);
    }
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
    Some(format!("{} is called `{id}` already; choose another id", entry.title))
}
