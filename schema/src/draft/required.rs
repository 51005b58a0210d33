//! Required packs: found in the folder next to the pack or on a shelf of packs, read once, and never edited.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use semver::{Version, VersionReq};

use super::open::Around;
use super::{PACK_FILE, open};
use crate::did_you_mean::{did_you_mean, near};
use crate::header;
use crate::source::tree::Node;
use crate::source::{Section, SourceFile, limits};
use crate::text::FileId;

/// The first number for files of required packs; the files of the pack itself have lower numbers.
const FIRST_FILE: u32 = 1 << 24;

/// A pack that another one requires, directly or transitively.
#[derive(Clone, Debug)]
pub struct RequiredPack {
    /// The id.
    pub id: String,
    /// The display name, or the id if there is none.
    pub title: String,
    /// The version as written; empty if there is none.
    pub version: String,
    /// The ruleset.
    pub(crate) ruleset: String,
    /// The path it was read from.
    pub(super) root: Option<PathBuf>,
    /// The files, with paths relative to the requiring pack.
    pub(super) files: Vec<SourceFile>,
    /// The numbers of the packs that it requires, directly or transitively.
    beneath: BTreeSet<usize>,
}

/// The packs that a draft requires; each precedes those it builds on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Required {
    pub(crate) packs: Vec<RequiredPack>,
    /// Requirements that could not be met.
    pub(crate) problems: Vec<Problem>,
    /// The entries of `requires` that it was loaded for.
    wishes: Vec<Wish>,
    /// For each file, the number of its pack and its number in the pack.
    files: Vec<(usize, usize)>,
}

/// Why a required pack cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    /// The position of the entry in `requires` that leads to it.
    pub(crate) entry: usize,
    /// An `expected ..., found ...` message.
    pub(crate) message: String,
    /// How to fix it.
    pub(crate) help: String,
}

/// An entry of `requires`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    pub(crate) pack: String,
    version: String,
}

/// A pack built into a program: its files with their paths.
pub type Carried = fn() -> Vec<(String, String)>;

/// The search path for required packs, used after the folder that contains the pack itself.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    folders: Vec<PathBuf>,
    carried: &'static [(&'static str, Carried)],
    /// Packs in memory that count as sibling packs: the names of their folders, and their files.
    beside: Arc<Vec<(String, Vec<SourceFile>)>>,
    /// Texts that replace files on disk, by absolute path.
    pub(super) unsaved: Arc<Unsaved>,
}

/// Unsaved texts, by the absolute paths of their files.
pub type Unsaved = BTreeMap<PathBuf, String>;

impl RequiredPack {
    /// Returns the folder or file it was read from; `None` for a built-in pack.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Returns its title and the value of `fields` in its header, if there is one.
    pub(crate) fn declares(&self) -> Option<(&str, &Node)> {
        // The header is the first file or called `pack.yaml`; paths here have the pack's folder in front.
        let is_header = |file: &&SourceFile| file.path.rsplit(['/', ':']).next() == Some(PACK_FILE);
        let shallow = self.files.iter().filter(is_header).min_by_key(|file| file.path.matches('/').count());
        let header = shallow.or(self.files.first())?;
        Some((&self.title, fields_of(header)?))
    }
}

impl Required {
    /// Reads the packs that some files require.
    pub(super) fn of(files: &[SourceFile], root: Option<&Path>, shelf: &Shelf) -> Self {
        let wishes = wishes(files);
        if wishes.is_empty() {
            return Self::default();
        }
        let own = header_text(files, "pack").unwrap_or_default();
        let mut search = Search { shelf, found: Vec::new(), after: Vec::new(), problems: Vec::new() };
        // The search puts packs found later in front, and the first entry of `requires` takes precedence.
        for (entry, wish) in named(&wishes).rev() {
            search.visit(wish, entry, &mut vec![own.to_owned()], root);
        }
        let Search { found, after, mut problems, .. } = search;
        problems.sort_by_key(|problem| problem.entry);
        let order: Vec<usize> = after.into_iter().rev().collect();
        let place = |number: &usize| order.iter().position(|other| other == number).unwrap_or_default();
        let mut packs: Vec<RequiredPack> = found;
        for pack in &mut packs {
            pack.beneath = pack.beneath.iter().map(place).collect();
        }
        let mut waiting: Vec<Option<RequiredPack>> = packs.into_iter().map(Some).collect();
        let packs: Vec<RequiredPack> = order.iter().filter_map(|&number| waiting[number].take()).collect();
        let in_pack = |(number, pack): (usize, &RequiredPack)| (0..pack.files.len()).map(move |file| (number, file));
        let files = packs.iter().enumerate().flat_map(in_pack).collect();
        Self { packs, problems, wishes, files }
    }

    /// Returns whether this was loaded for the requirements of these files.
    pub(super) fn is_for(&self, files: &[SourceFile]) -> bool {
        self.wishes == wishes(files)
    }

    /// Returns whether any pack is required.
    pub(super) fn asks(&self) -> bool {
        !self.wishes.is_empty()
    }

    /// Returns whether both contain the same packs with the same texts.
    pub(super) fn same_texts(&self, other: &Self) -> bool {
        let texts = |required: &Self| -> Vec<(String, Arc<String>)> {
            let files = required.packs.iter().flat_map(|pack| &pack.files);
            files.map(|file| (file.path.clone(), Arc::clone(&file.text))).collect()
        };
        self.problems == other.problems && texts(self) == texts(other)
    }

    /// Returns the ids of required packs that were not found.
    pub(super) fn missing(&self) -> impl Iterator<Item = &str> {
        let found = |wish: &&Wish| self.packs.iter().any(|pack| pack.id == wish.pack);
        named(&self.wishes).map(|(_, wish)| wish).filter(move |wish| !found(wish)).map(|wish| wish.pack.as_str())
    }

    /// Returns the file with this number, if it belongs to a required pack.
    pub(super) fn file(&self, file: FileId) -> Option<&SourceFile> {
        let &(pack, number) = self.files.get(file.0.checked_sub(FIRST_FILE)? as usize)?;
        self.packs.get(pack)?.files.get(number)
    }

    /// Returns the number of the pack that a file belongs to.
    pub(crate) fn pack_of(&self, file: FileId) -> Option<usize> {
        self.files.get(file.0.checked_sub(FIRST_FILE)? as usize).map(|(pack, _)| *pack)
    }

    /// Returns all files with their numbers and the numbers of their packs.
    pub(super) fn files(&self) -> impl Iterator<Item = (FileId, usize, &SourceFile)> {
        let numbered = (FIRST_FILE..).map(FileId).zip(&self.files);
        numbered.map(|(id, &(pack, number))| (id, pack, &self.packs[pack].files[number]))
    }

    /// Returns whether one pack builds on another, and so may replace its records.
    pub(super) fn builds_on(&self, upper: usize, lower: usize) -> bool {
        self.packs[upper].beneath.contains(&lower)
    }
}

/// The search for required packs and, recursively, for those that they require.
struct Search<'a> {
    shelf: &'a Shelf,
    found: Vec<RequiredPack>,
    /// The numbers of the packs, each after those it requires.
    after: Vec<usize>,
    problems: Vec<Problem>,
}

impl Search<'_> {
    /// Finds a pack. `above` contains the ids of the packs that led to it, and `root` is the path of the last one.
    fn visit(&mut self, wish: &Wish, entry: usize, above: &mut Vec<String>, root: Option<&Path>) -> Option<usize> {
        let Wish { pack: id, .. } = wish;
        // An indirect requirement may have to be fixed in the pack that has it.
        let by =
            above.last().filter(|_| above.len() > 1).map_or_else(String::new, |by| format!("; `{by}` requires it"));
        let mut fail = |message: String, help: String| self.problems.push(Problem { entry, message, help });
        if above.contains(id) {
            let message = format!("`{id}` requires itself through other packs");
            let chain: Vec<String> = above.iter().chain([id]).map(|id| format!("`{id}`")).collect();
            fail(
                message,
                format!("remove one of these packs from the `requires` of the pack before it: {}", chain.join(", ")),
            );
            return None;
        }
        let known = self.found.iter().position(|pack| pack.id == *id);
        let number = if let Some(known) = known {
            known
        } else {
            if self.found.len() >= limits::REQUIRED {
                let message = format!("expected at most {} required packs, found more", limits::REQUIRED);
                fail(message, "merge some of them".to_owned());
                return None;
            }
            let read = match self.shelf.read(id, root) {
                Ok(Some(read)) => read,
                Ok(None) => {
                    let known = self.shelf.ids(root);
                    let near = near(id, known.iter().map(String::as_str));
                    let help = did_you_mean(&near).unwrap_or_else(|| {
                        "move its folder next to this pack's, or name the folder that contains it with `--packs`"
                            .to_owned()
                    });
                    fail(format!("there is no pack `{id}`"), format!("{help}{by}"));
                    return None;
                }
                Err(message) => {
                    fail(message, format!("check that pack first{by}"));
                    return None;
                }
            };
            self.add(id, read, entry, above)
        };
        if let Some(problem) = unfit(wish, &self.found[number]) {
            let (message, help) = (problem.0, format!("{}{by}", problem.1));
            self.problems.push(Problem { entry, message, help });
        }
        Some(number)
    }

    fn add(&mut self, id: &str, read: Read, entry: usize, above: &mut Vec<String>) -> usize {
        let Read { root, files, folder } = read;
        let text = |key: &str| header_text(&files, key).unwrap_or_default().to_owned();
        let title = Some(text("title")).filter(|title| !title.is_empty()).unwrap_or_else(|| id.to_owned());
        let (version, ruleset) = (text("version"), text("ruleset"));
        let is_torn = |section: &Section| section.whole().is_some_and(|part| part.fault().is_some());
        for file in files.iter().filter(|file| file.fault.is_some() || file.sections.iter().any(is_torn)) {
            let message = format!("`{folder}/{}` cannot be read", file.path);
            self.problems.push(Problem { entry, message, help: format!("run `foeman check` on `{id}`") });
        }
        if text("format").parse().is_ok_and(|format: u32| format > header::FORMAT) {
            let message = format!("expected packs of format {} or older, but `{id}` is newer", header::FORMAT);
            let help = "update this program".to_owned();
            self.problems.push(Problem { entry, message, help });
        }
        let (wishes, files) = (wishes(&files), lent(files, &folder));
        let number = self.found.len();
        let pack = RequiredPack { id: id.to_owned(), title, version, ruleset, root, files, beneath: BTreeSet::new() };
        let root = pack.root.clone();
        self.found.push(pack);
        above.push(id.to_owned());
        for (_, wish) in named(&wishes).rev() {
            if let Some(lower) = self.visit(wish, entry, above, root.as_deref()) {
                let further = self.found[lower].beneath.clone();
                self.found[number].beneath.extend(further);
                self.found[number].beneath.insert(lower);
            }
        }
        above.pop();
        self.after.push(number);
        number
    }
}

/// Returns why the version of a pack does not meet the requirement, and how to fix it.
fn unfit(wish: &Wish, pack: &RequiredPack) -> Option<(String, String)> {
    let Wish { pack: id, version } = wish;
    if matches!(version.as_str(), "" | "*") {
        return None;
    }
    let Ok(wanted) = VersionReq::parse(version) else {
        let message = format!("expected versions such as `^1.2` or `>=1, <3`, found `{version}` for `{id}`");
        return Some((message, "write `^1` for any version 1, or `\"*\"` for any version".to_owned()));
    };
    match Version::parse(&pack.version) {
        Ok(version) if wanted.matches(&version) => None,
        Ok(version) => {
            let message = format!("expected version `{wanted}` of `{id}`, found {version}");
            Some((message, "get that version, or change `requires` to accept this one".to_owned()))
        }
        Err(_) => {
            let message = format!("expected version `{wanted}` of `{id}`, but that pack has no valid `version`");
            Some((message, format!("add a `version` to the header of `{id}`, or write `\"*\"` here")))
        }
    }
}

/// A pack that was found.
pub(super) struct Read {
    root: Option<PathBuf>,
    pub(super) files: Vec<SourceFile>,
    /// Its folder, relative to the requiring pack.
    folder: String,
}

impl Shelf {
    /// Creates a search path of folders followed by built-in packs, which are listed with their ids.
    pub fn new(folders: Vec<PathBuf>, carried: &'static [(&'static str, Carried)]) -> Self {
        Self { folders, carried, ..Self::default() }
    }

    /// Returns the folders to search after the one that contains the pack itself.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Creates a search path of sibling packs in memory: the names of their folders, and their files.
    pub(super) fn beside(packs: Vec<(String, Vec<SourceFile>)>) -> Self {
        Self { beside: Arc::new(packs), ..Self::default() }
    }

    /// Returns the pack with an id that is nearest to `root`. The error is a message for users.
    pub(super) fn read(&self, id: &str, root: Option<&Path>) -> Result<Option<Read>, String> {
        let by_id = |(_, files): &&(String, Vec<SourceFile>)| header_text(files, "pack") == Some(id);
        if let Some((folder, files)) = self.beside.iter().find(by_id) {
            let mut files = files.clone();
            Around::default().leave_out(&mut files);
            return Ok(Some(Read { root: None, files, folder: format!("../{folder}") }));
        }
        let beside = root.and_then(beside);
        let folders = beside.iter().chain(self.folders.iter());
        for folder in folders {
            let Some(found) = self.find(folder, id) else { continue };
            let open::Read { mut files, .. } = open::read_pack(&found, &|_| ())
                .map_err(|error| format!("the pack at `{}` cannot be read: {}", error.path.display(), error.message))?;
            let single = found.is_file();
            let home = if single { folder.as_path() } else { found.as_path() };
            self.lay_over(&found, home, &mut files);
            if !single {
                Around::default().leave_out(&mut files);
            }
            let shown = match (&beside, home.file_name()) {
                (Some(beside), Some(name)) if beside == folder && !single => format!("../{}", name.to_string_lossy()),
                (Some(beside), _) if beside == folder => "..".to_owned(),
                _ => home.display().to_string(),
            };
            return Ok(Some(Read { root: Some(found), files, folder: shown }));
        }
        let carried = self.carried.iter().find(|(other, _)| *other == id).map(|(_, files)| files());
        let file = |(path, text): (String, String)| SourceFile::new(path, text);
        Ok(carried.map(|files| {
            let mut files: Vec<SourceFile> = files.into_iter().map(file).collect();
            files.sort_by(|a, b| a.path.cmp(&b.path));
            Read { root: None, files, folder: format!("{id}:") }
        }))
    }

    /// Returns the most likely paths of a pack with an id.
    pub(super) fn places(&self, id: &str, root: Option<&Path>) -> Vec<PathBuf> {
        let beside = root.and_then(beside);
        beside.iter().chain(&self.folders).flat_map(|folder| named_as(folder, id)).collect()
    }

    /// Returns the ids of all packs on the search path.
    fn ids(&self, root: Option<&Path>) -> Vec<String> {
        self.ids_of(root, |_| true)
    }

    /// Like [`ids`](Self::ids), without packs in folders whose names begin with a dot.
    pub(super) fn visible_ids(&self, root: Option<&Path>) -> Vec<String> {
        self.ids_of(root, |path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')))
    }

    fn ids_of(&self, root: Option<&Path>, counts: impl Fn(&Path) -> bool) -> Vec<String> {
        let memory = self.beside.iter().filter_map(|(_, files)| header_text(files, "pack").map(str::to_owned));
        let beside = root.and_then(beside);
        let folders: Vec<&PathBuf> = beside.iter().chain(self.folders.iter()).collect();
        let found = folders.into_iter().flat_map(|folder| self.packs_in(folder));
        let found = found.filter(|(_, path)| counts(path)).map(|(id, _)| id);
        memory.chain(found).chain(self.carried.iter().map(|(id, _)| (*id).to_owned())).collect()
    }

    /// Overlays unsaved texts on the files of a pack, and adds unsaved new files.
    fn lay_over(&self, pack: &Path, home: &Path, files: &mut Vec<SourceFile>) {
        for (path, text) in self.unsaved.iter().filter(|(path, _)| path.starts_with(pack)) {
            let Ok(below) = path.strip_prefix(home) else { continue };
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let file = SourceFile::new(parts.join("/"), text.clone());
            match files.iter_mut().find(|other| other.path == file.path) {
                Some(other) => *other = file,
                None => files.push(file),
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
    }

    /// Returns the path of the pack with an id in a folder, usually an entry with that name.
    fn find(&self, folder: &Path, id: &str) -> Option<PathBuf> {
        let known = named_as(folder, id).find(|path| self.id_of(path).as_deref() == Some(id));
        known.or_else(|| self.packs_in(folder).find(|(other, _)| other == id).map(|(_, path)| path))
    }

    /// Returns the packs in a folder with their ids, sorted by name.
    fn packs_in(&self, folder: &Path) -> impl Iterator<Item = (String, PathBuf)> {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.take(limits::SHELF).map(|entry| entry.path()).collect();
        paths.sort();
        paths.into_iter().filter_map(|path| Some((self.id_of(&path)?, path)))
    }

    /// Returns the id of the pack at a path, if there is one.
    fn id_of(&self, path: &Path) -> Option<String> {
        let file = if path.is_dir() { path.join(PACK_FILE) } else { path.to_owned() };
        let small = |data: &std::fs::Metadata| data.is_file() && data.len() <= limits::HEADER_BYTES;
        let is_yaml = file.extension().is_some_and(|extension| extension == "yaml");
        file.metadata().ok().filter(|data| is_yaml && small(data))?;
        let text = match self.unsaved.get(&file) {
            Some(text) => text.clone(),
            None => std::fs::read_to_string(&file).ok()?,
        };
        // The id is on a separate line of the header; only parse files with that line.
        let names_itself = text.lines().any(|line| line.starts_with("pack:"));
        let file = names_itself.then(|| SourceFile::new(PACK_FILE.to_owned(), text))?;
        header_text(&[file], "pack").map(str::to_owned)
    }
}

/// Returns the id of a pack and the ids of the packs it requires, from its header; `None` if the header cannot be read.
pub(super) fn wished(files: &[SourceFile]) -> Option<(String, Vec<String>)> {
    let own = header_text(files, "pack")?.to_owned();
    let torn = header_file(files)?.sections.iter().find(|section| section.key == "requires")?;
    torn.whole().filter(|part| part.fault().is_none())?;
    Some((own, wishes(files).into_iter().map(|wish| wish.pack).collect()))
}

/// Returns the folder that contains a pack.
pub(super) fn beside(root: &Path) -> Option<PathBuf> {
    root.canonicalize().ok()?.parent().map(Path::to_owned)
}

/// Returns the possible paths of a pack in a folder, named like its id; none if the id is not a valid file name.
fn named_as(folder: &Path, id: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    [folder.join(id), folder.join(format!("{id}.yaml"))].into_iter().filter(move |_| plain)
}

/// Moves files into the folder of a required pack and makes them read-only.
fn lent(files: Vec<SourceFile>, folder: &str) -> Vec<SourceFile> {
    let lent = |mut file: SourceFile| {
        let slash = if folder.ends_with(':') { "" } else { "/" };
        file.path = format!("{folder}{slash}{}", file.path);
        file.locked = true;
        file
    };
    files.into_iter().map(lent).collect()
}

/// Returns a value of the header.
pub(super) fn header_node<'f>(files: &'f [SourceFile], key: &str) -> Option<&'f Node> {
    header_file(files)?.sections.iter().find(|section| section.key == key)?.whole()?.value()
}

fn header_file(files: &[SourceFile]) -> Option<&SourceFile> {
    let is_header = |file: &&SourceFile| file.path == PACK_FILE;
    files.iter().find(is_header).or(files.first())
}

/// Returns the value of `fields` in a header.
pub(super) fn declared_fields(files: &[SourceFile]) -> Option<&Node> {
    fields_of(header_file(files)?)
}

/// Returns the section `fields`, or else one whose key is a misspelling of it.
fn fields_of(header: &SourceFile) -> Option<&Node> {
    let section = |key: &str| header.sections.iter().find(|section| section.key == key);
    let meant = || header.sections.iter().find(|section| header::means_fields(&section.key));
    section("fields").or_else(meant)?.whole()?.value()
}

pub(super) fn header_text<'f>(files: &'f [SourceFile], key: &str) -> Option<&'f str> {
    header_node(files, key)?.text()
}

/// Returns the title of a pack, or else its id.
pub(super) fn title_of(files: &[SourceFile]) -> &str {
    let said = |key: &str| header_text(files, key).filter(|text| !text.is_empty());
    said("title").or_else(|| said("pack")).unwrap_or_default()
}

/// Returns the entries of `requires` that name a pack, with their positions.
fn named(wishes: &[Wish]) -> impl DoubleEndedIterator<Item = (usize, &Wish)> {
    wishes.iter().enumerate().filter(|(_, wish)| !wish.pack.is_empty())
}

/// Returns the entries of `requires`; unreadable ones have an empty id.
fn wishes(files: &[SourceFile]) -> Vec<Wish> {
    let said = |value: Option<&Node>| {
        let value = value.filter(|value| !value.is_null());
        value.and_then(Node::text).unwrap_or_default().to_owned()
    };
    let Some(node) = header_node(files, "requires") else { return Vec::new() };
    let by_id = node.entries().iter().map(|pair| Wish { pack: pair.key.to_string(), version: said(Some(&pair.value)) });
    // Format 1 packs have a list.
    let listed = node
        .items()
        .iter()
        .map(|entry| Wish { pack: said(entry.child("pack")), version: said(entry.child("version")) });
    by_id.chain(listed).collect()
}
