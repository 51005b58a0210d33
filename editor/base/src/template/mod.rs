//! New packs: templates from `editor/templates` and samples from `content`, embedded in the binary, and generated packs
//! for benchmarks.

pub mod stress;

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use foeman_schema::change::{Change, plan};
use foeman_schema::dialect::Dialect;
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::draft::{Draft, PACK_FILE, Shelf};
use foeman_schema::file_name::fault;
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::{Pointer, kebab};
use include_dir::{Dir, include_dir};

use crate::save::{OWN_FOLDER, is_inside};

static EMPTY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/empty");
static SKIRMISH: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/skirmish");
static ADDITION: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/addition");
static ARENA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../content/arena");
static ENTROPY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../content/entropy");
static CODES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../content/codes");
static STRATEGY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../content/strategy");

/// Templates of new packs, simplest first.
pub static TEMPLATES: [Template; 5] = [
    Template {
        id: "empty",
        title: "Empty pack",
        about: "A header, a few terrains, and a file for each catalog that explains its contents",
        named: Named::ByItsFolder,
        folder: &EMPTY,
    },
    Template {
        id: "skirmish",
        title: "Skirmish",
        about: "Six gardeners, one map and two scenarios: playable, and small enough to read in one sitting",
        named: Named::Itself,
        folder: &SKIRMISH,
    },
    Template {
        id: "addition",
        title: "Addition to the Arena",
        about: "A sword, its owner and a duel; uses the records of the Arena without copying them",
        named: Named::ByItsFolder,
        folder: &ADDITION,
    },
    Template {
        id: "arena",
        title: "Copy of the Arena",
        about: "All figures, gear, spells, scenarios and campaigns of the Arena, to change as you like",
        named: Named::Itself,
        folder: &ARENA,
    },
    Template {
        id: "valley",
        title: "Copy of the Valley",
        about: "A strategy game in which three parties build, take mills and fight for a bell, to change as you like",
        named: Named::Itself,
        folder: &STRATEGY,
    },
];

/// Sample packs that show each ruleset.
pub static SAMPLES: [Template; 4] = [
    Template {
        id: "arena",
        title: "The Arena",
        about: "Battles on hexes, from a duel to a siege",
        named: Named::Itself,
        folder: &ARENA,
    },
    Template {
        id: "duels",
        title: "Entropy duels",
        about: "Blows that carry heat and cold between weapon and victim",
        named: Named::Itself,
        folder: &ENTROPY,
    },
    Template {
        id: "contests",
        title: "Action codes",
        about: "Contests written in letters and numbers",
        named: Named::Itself,
        folder: &CODES,
    },
    Template {
        id: "valley",
        title: "The Valley of the Bell",
        about: "Strategy: parties that build, take sites and fight for a bell",
        named: Named::Itself,
        folder: &STRATEGY,
    },
];

/// Returns where required packs are searched after the pack's own folder: `folders`, then the embedded Arena.
pub fn shelf(folders: &[PathBuf]) -> Shelf {
    Shelf::new(folders.to_vec(), &[("arena", || SAMPLES[0].texts())])
}

/// A template or sample pack.
#[derive(Debug)]
pub struct Template {
    /// Its id: `skirmish`.
    pub id: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// A one-sentence description.
    pub about: &'static str,
    named: Named,
    folder: &'static Dir<'static>,
}

/// The source of a new pack's title.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    /// The template's own title.
    Itself,
    /// The folder's name, as words.
    ByItsFolder,
}

/// The id and the title of a new pack. An empty one is derived from the folder and the template.
#[derive(Clone, Copy, Default, Debug)]
pub struct Header<'a> {
    /// The id.
    pub id: &'a str,
    /// The title.
    pub title: &'a str,
}

/// Why a pack could not be created; no files are left behind.
#[derive(Debug)]
pub enum NewError {
    /// There is no template with this id.
    Unknown(String),
    /// A name in the folder's path is not portable: the path, and the reason with another name.
    Name(PathBuf, String),
    /// The folder is not empty: its path, and the first entry found.
    Occupied(PathBuf, String),
    /// A file or folder could not be written: its path and the error.
    Failed(PathBuf, io::Error),
}

impl fmt::Display for NewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => {
                let ids = TEMPLATES.iter().map(|template| template.id).chain([stress::ID]);
                let known = ids.clone().collect::<Vec<_>>().join("`, `");
                write!(f, "expected a template, one of `{known}`, found `{word}`")?;
                did_you_mean(&near(word, ids)).map_or(Ok(()), |help| write!(f, "; {help}"))
            }
            Self::Name(path, why) => write!(f, "cannot create `{}`: {why}", path.display()),
            Self::Occupied(path, found) => write!(
                f,
                "`{}` is not empty: it contains `{found}`; choose an empty folder or a new name",
                path.display()
            ),
            Self::Failed(path, error) => write!(f, "could not write `{}`: {error}", path.display()),
        }
    }
}

impl std::error::Error for NewError {}

impl Template {
    /// Returns the template with an id.
    pub fn named(id: &str) -> Result<&'static Self, NewError> {
        TEMPLATES.iter().find(|template| template.id == id).ok_or_else(|| NewError::Unknown(id.to_owned()))
    }

    /// Returns its files by path with `/`, in path order, without hidden folders.
    pub fn files(&self) -> Vec<(String, &'static [u8])> {
        let mut files = Vec::new();
        let mut folders = vec![self.folder];
        while let Some(folder) = folders.pop() {
            let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            folders.extend(folder.dirs().filter(|dir| !hidden(dir.path())));
            let plain = |path: &Path| path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
            files.extend(folder.files().map(|file| (plain(file.path()), file.contents())));
        }
        files.sort_unstable();
        files
    }

    /// Returns the template as a draft in memory.
    pub fn draft(&self, dialects: &[&'static Dialect]) -> Draft {
        Draft::from_texts(self.texts(), dialects)
    }

    /// Returns its texts with their paths.
    fn texts(&self) -> Vec<(String, String)> {
        let texts = self.files().into_iter().filter(|(path, _)| path.ends_with(".yaml") || path.ends_with(".po"));
        texts.map(|(path, bytes)| (path, String::from_utf8_lossy(bytes).into_owned())).collect()
    }

    /// Creates a pack in an empty or missing folder; the folder's name becomes its id and, if the template has none,
    /// its title. Returns the number of files.
    ///
    /// Never overwrites anything, and leaves nothing behind on failure.
    pub fn make(&self, folder: &Path, dialects: &[&'static Dialect]) -> Result<usize, NewError> {
        self.make_as(&Header::default(), folder, dialects)
    }

    /// Like [`make`](Self::make), with an id and a title.
    pub fn make_as(
        &self,
        header: &Header<'_>,
        folder: &Path,
        dialects: &[&'static Dialect],
    ) -> Result<usize, NewError> {
        let files = self.files().into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect();
        make(folder, files, self.draft(dialects), self.named, header)
    }

    /// Returns the title that a pack gets from [`make`](Self::make) in a folder.
    pub fn title_in(&self, folder: &Path) -> String {
        let own = || {
            let header = self.folder.get_file(PACK_FILE).and_then(|file| file.contents_utf8()).unwrap_or_default();
            header.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or(self.title).to_owned()
        };
        match self.named {
            Named::Itself => own(),
            Named::ByItsFolder => words(&folder.file_name().unwrap_or_default().to_string_lossy()),
        }
    }
}

/// Creates a stress pack in an empty or missing folder, and returns the number of files.
pub fn make_stress(folder: &Path, size: stress::Size, dialects: &[&'static Dialect]) -> Result<usize, NewError> {
    let texts = stress::texts(size);
    let files = texts.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    make(folder, files, Draft::from_texts(texts, dialects), Named::Itself, &Header::default())
}

/// Creates a pack from files, with a header for this folder; `draft` contains the text of those files.
fn make(
    folder: &Path,
    mut files: Vec<(String, Vec<u8>)>,
    mut draft: Draft,
    named: Named,
    header: &Header<'_>,
) -> Result<usize, NewError> {
    adapt(&mut draft, named, header, folder);
    for (path, bytes) in &mut files {
        if let Some(file) = draft.file_at(path) {
            *bytes = draft.text(file).as_bytes().to_vec();
        }
    }
    let count = files.len();
    if let Some(dialect) = draft.dialect() {
        files.push((format!("{OWN_FOLDER}/schema.json"), format!("{:#}\n", json_schema(dialect)).into_bytes()));
    }
    write_new(folder, &files).map(|()| count)
}

/// Adapts the header of a draft to the id and the title, or to the folder.
fn adapt(draft: &mut Draft, named: Named, header: &Header<'_>, folder: &Path) {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let set = |key: &str, value: String| Change::Set { at: Pointer::root().child(key), value: value.into() };
    let mut changes = Vec::new();
    let id = if header.id.is_empty() { kebab(&name) } else { header.id.to_owned() };
    if !id.is_empty() {
        changes.push(set("pack", id));
    }
    if !header.title.is_empty() {
        changes.push(set("title", header.title.to_owned()));
    } else if named == Named::ByItsFolder && name.chars().any(char::is_alphanumeric) {
        changes.push(set("title", words(&name)));
    }
    // A header that cannot be changed stays as it is in the template; a test makes sure that ours can.
    let _ = plan(draft, &changes).and_then(|plan| plan.apply(draft));
}

/// Writes files to a new or empty folder; leaves nothing behind on failure.
pub fn write_new(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), NewError> {
    if let Some(why) = refused_name(folder) {
        return Err(NewError::Name(folder.to_owned(), why));
    }
    if let Some(found) = occupant(folder).map_err(|error| NewError::Failed(folder.to_owned(), error))? {
        return Err(NewError::Occupied(folder.to_owned(), found));
    }
    let mut made = Made::default();
    made.all(folder, files).inspect_err(|_| made.take_back())
}

/// Whether a folder can become a pack: it exists and is empty except for version control files.
pub fn is_free(folder: &Path) -> bool {
    folder.is_dir() && occupant(folder).is_ok_and(|found| found.is_none())
}

/// Returns why the name of a new folder is not portable, with a name that is. Existing parent folders are not checked.
pub fn refused_name(folder: &Path) -> Option<String> {
    let folder = std::path::absolute(folder).ok()?;
    let made = folder.ancestors().enumerate().take_while(|(above, path)| *above == 0 || !path.exists());
    let mut faults = made.filter_map(|(_, path)| match path.components().next_back()? {
        Component::Normal(name) => {
            let name = name.to_string_lossy();
            fault(&name)
                .map(|fault| format!("`{name}` {}; choose another name, for example `{}`", fault.why, fault.instead))
        }
        _ => None,
    });
    faults.next()
}

/// Converts a folder's name to a title: `my-pack` becomes `My pack`.
fn words(name: &str) -> String {
    let text = name.replace(['-', '_'], " ");
    let mut letters = text.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Returns the first entry of a folder by name, ignoring version control files; `None` if it is empty or missing.
pub fn occupant(folder: &Path) -> io::Result<Option<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| !matches!(name.as_str(), ".git" | ".hg" | ".gitignore" | ".gitattributes"));
    names.sort_by_key(|name| (name != PACK_FILE, name.clone()));
    Ok(names.into_iter().next())
}

/// The files and folders created so far, for cleanup.
#[derive(Default)]
struct Made {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Made {
    fn all(&mut self, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), NewError> {
        for (name, bytes) in files {
            let path = folder.join(name);
            if !is_inside(name) {
                let message = "expected a path inside the new folder; rename the file";
                return Err(NewError::Failed(path, io::Error::new(io::ErrorKind::InvalidInput, message)));
            }
            let written =
                path.parent().map_or(Ok(()), |parent| self.folder(parent)).and_then(|()| self.file(&path, bytes));
            written.map_err(|error| NewError::Failed(path, error))?;
        }
        Ok(())
    }

    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(());
        }
        if let Some(above) = folder.parent() {
            self.folder(above)?;
        }
        fs::create_dir(folder)?;
        self.folders.push(folder.to_owned());
        Ok(())
    }

    fn file(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        self.files.push(path.to_owned());
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Ignores errors: the original error is reported, with its path.
    fn take_back(&self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
