//! A pack as written: files, records and their span trees. Untyped; loading never fails.

mod available;

mod bitmaps;

mod dependents;

mod buffers;

mod excluded;

mod files;

mod find;

mod index;

mod kept;

mod open;

mod required;

mod translated;

mod unfinished;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::catalogs::images::Image;
use crate::declared;
use crate::dialect::{Dialect, Record as Type};
use crate::exclude::Exclude;
use crate::field::Field;
use crate::json_schema::remove_nulls;
use crate::source::tree::Node;
use crate::source::{SourceFile, is_header_key, limits};
use crate::splice::{Edit, Splice};
use crate::text::{FileId, Location, Pointer, RecordKey, Span};
use crate::{read, refs};

pub(crate) use available::Available;
pub use bitmaps::{Bitmap, BitmapError};
pub use dependents::{Dependents, Unreadable};
pub(crate) use find::Found;
use index::Index;
pub(crate) use index::{Record, same_dialect};
pub(crate) use open::Around;
pub use open::LoadError;
pub(crate) use open::Unread;
use open::{Read, ends_otherwise, is_hidden, is_stray_po};
use required::Required;
pub use required::{Carried, RequiredPack, Shelf, Unsaved};
pub(crate) use unfinished::UNFINISHED;
pub use unfinished::{Unfinished, UnfinishedSaves};

/// The file that holds the header of a pack.
pub const PACK_FILE: &str = "pack.yaml";

/// A pack as written, valid or not.
///
/// Loading succeeds whatever the files contain; the problems are reported by an
/// [`Analysis`](crate::analysis::Analysis).
///
/// ```
/// use foeman_schema::example::{self, PACK};
/// use foeman_schema::text::RecordKey;
///
/// let draft = example::draft_of(&PACK.replace("damage: 6", "damage: lots")); // invalid, but a draft
/// let sword = RecordKey::new("weapons", "sword");
/// assert_eq!(draft.ids("weapons").collect::<Vec<_>>(), ["sword", "spear"]);
/// assert_eq!(draft.raw(&sword).unwrap()["damage"], "lots");
/// let place = draft.place(&sword.pointer().child("damage")).unwrap();
/// assert_eq!(&draft.text(place.file)[place.span.range()], "lots");
/// ```
#[derive(Clone, Debug)]
pub struct Draft {
    root: Option<PathBuf>,
    /// The name of the folder or file, used if the header has neither title nor id.
    name: String,
    dialects: Vec<&'static Dialect>,
    pub(crate) files: Vec<SourceFile>,
    /// Where to look for required packs.
    shelf: Shelf,
    required: Arc<Required>,
    index: Arc<Index>,
    bitmaps: bitmaps::Bitmaps,
    /// The files and folders in the pack's folder that are not part of the pack.
    around: Arc<Around>,
    /// The packs that this one could require.
    available: Arc<OnceLock<Vec<Available>>>,
    unfinished: Arc<UnfinishedSaves>,
    /// The language of the values, if they have been translated.
    language: Option<Arc<str>>,
    revision: u64,
}

/// Returns whether the header text of a `pack.yaml` excludes a file or folder. The path is relative to the pack's
/// folder, with `/`.
pub fn excludes(header: &str, path: &str) -> bool {
    Exclude::of_header(&SourceFile::new(PACK_FILE.to_owned(), header.to_owned())).has(path)
}

impl Draft {
    /// Reads a pack from a folder with `pack.yaml`, or from a single YAML file. Required packs are looked up next to
    /// it. Fails only if files cannot be read.
    pub fn open(path: &Path, dialects: &[&'static Dialect]) -> Result<Self, LoadError> {
        Self::open_with(path, dialects, Shelf::default())
    }

    /// Like [`open`](Self::open), but looks up required packs next to this one and then on a shelf.
    pub fn open_with(path: &Path, dialects: &[&'static Dialect], shelf: Shelf) -> Result<Self, LoadError> {
        let Read { root, files, around } = open::read_pack(path, &|header| index::compile_schema(header, dialects))?;
        let name = root.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self { around: Arc::new(around), ..Self::of(Some(root), name, files, shelf, dialects) })
    }

    /// Creates a pack from texts in memory; the names are paths relative to the pack's folder, with `/`.
    /// Without texts, the pack has one empty file `pack.yaml`. Files in `../NAME/` belong to sibling packs.
    pub fn from_texts(files: impl IntoIterator<Item = (String, String)>, dialects: &[&'static Dialect]) -> Self {
        let mut own = Vec::new();
        let mut beside: BTreeMap<String, Vec<SourceFile>> = BTreeMap::new();
        let (mut around, mut unfinished) = (Around::default(), Arc::default());
        for (path, text) in files {
            if path == UNFINISHED {
                let pending: Vec<String> = text.lines().map(str::to_owned).collect();
                let own = Some(Unfinished { files: pending.len(), pending });
                unfinished = Arc::new(UnfinishedSaves { own, ..UnfinishedSaves::default() });
                continue;
            }
            match path.strip_prefix("../").and_then(|rest| rest.split_once('/')) {
                Some((folder, path)) => {
                    beside.entry(folder.to_owned()).or_default().push(SourceFile::new(path.to_owned(), text));
                }
                None if is_hidden(&path) => {}
                None if ends_otherwise(&path) => around.skip(path, Unread::Ending),
                None if is_stray_po(&path) => around.skip(path, Unread::Translation),
                None => own.push(SourceFile::new(path, text)),
            }
        }
        around.leave_out(&mut own);
        let shelf = Shelf::beside(beside.into_iter().collect());
        Self { around: Arc::new(around), unfinished, ..Self::of(None, String::new(), own, shelf, dialects) }
    }

    fn of(
        root: Option<PathBuf>,
        name: String,
        mut files: Vec<SourceFile>,
        shelf: Shelf,
        dialects: &[&'static Dialect],
    ) -> Self {
        if files.is_empty() {
            files.push(SourceFile::new(PACK_FILE.to_owned(), String::new()));
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let required = Arc::new(Required::of(&files, root.as_deref(), &shelf));
        let index = Arc::new(Index::of(&files, &required, dialects));
        let (dialects, bitmaps) = (dialects.to_vec(), bitmaps::Bitmaps::default());
        let (around, available, unfinished) = (Arc::default(), Arc::default(), Arc::default());
        Self {
            root,
            name,
            dialects,
            files,
            shelf,
            required,
            index,
            bitmaps,
            around,
            available,
            unfinished,
            language: None,
            revision: 0,
        }
    }

    /// Returns the other files and folders in the pack's folder, as they were when the pack was opened.
    pub(crate) fn around(&self) -> &Around {
        &self.around
    }

    /// Rebuilds the index. Reloads the required packs first if the header requires different ones.
    fn index_again(&mut self) {
        if !self.required.is_for(&self.files) {
            self.available = Arc::default();
            self.required = Arc::new(Required::of(&self.files, self.root.as_deref(), &self.shelf));
        }
        self.index = Arc::new(Index::of(&self.files, &self.required, &self.dialects));
    }

    /// Reloads the required packs. Returns whether any was changed, added or removed.
    pub fn refresh_required(&mut self) -> bool {
        let now = Required::of(&self.files, self.root.as_deref(), &self.shelf);
        let changed = !now.same_texts(&self.required);
        if changed {
            self.available = Arc::default();
            self.required = Arc::new(now);
            self.index_again();
            self.revision += 1;
        }
        changed
    }

    /// Overlays unsaved texts, by absolute path, on the files of required packs, in place of earlier overlays. Returns
    /// whether anything changed.
    pub fn lay_over(&mut self, unsaved: Unsaved) -> bool {
        if *self.shelf.unsaved == unsaved {
            return false;
        }
        self.shelf.unsaved = Arc::new(unsaved);
        self.refresh_required()
    }

    /// Returns the folder (or single file) the pack was read from, if any.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Returns whether the pack requires other packs, found or missing.
    pub fn builds_on_others(&self) -> bool {
        self.required.asks()
    }

    /// Returns all folders and files to watch: the pack's own, the required packs', and the most likely paths of
    /// missing required packs.
    pub fn roots(&self) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> = self.root.iter().cloned().collect();
        roots.extend(self.required.packs.iter().filter_map(|pack| pack.root.clone()));
        roots.extend(self.required.missing().flat_map(|id| self.shelf.places(id, self.root.as_deref())));
        roots
    }

    /// Records that the pack has moved. The file of a single-file pack takes the new file name.
    pub fn rehome(&mut self, root: PathBuf) {
        let single = self.root.as_ref().is_some_and(|old| old.ends_with(&self.files[0].path)) && self.files.len() == 1;
        if let Some(name) = root.file_name().filter(|_| single) {
            self.files[0].path = name.to_string_lossy().into_owned();
        }
        self.root = Some(root);
        self.available = Arc::default();
        self.required = Arc::new(Required::of(&self.files, self.root.as_deref(), &self.shelf));
        self.index_again();
        self.bitmaps = bitmaps::Bitmaps::default();
        self.revision += 1;
    }

    /// Returns the dialects that a pack may be written in.
    pub fn dialects(&self) -> &[&'static Dialect] {
        &self.dialects
    }

    /// Returns the dialect of the pack's `ruleset:`, or `None` if it is unknown.
    pub fn dialect(&self) -> Option<&'static Dialect> {
        self.index.dialect
    }

    /// Returns the pack's title, or else its id, or else the name of its folder.
    pub fn title(&self) -> &str {
        let written = ["title", "pack"].into_iter().filter_map(|key| self.header_node(key)?.text());
        written.into_iter().find(|text| !text.is_empty()).unwrap_or(&self.name)
    }

    /// Returns the files in path order.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..self.files.len()).map(|position| FileId(position as u32))
    }

    /// Returns the file that holds the header: `pack.yaml`, or else the first file.
    pub fn header_file(&self) -> FileId {
        self.index.header
    }

    /// Returns a file's path relative to the pack's folder, with `/`.
    pub fn path(&self, file: FileId) -> &str {
        &self.file(file).path
    }

    /// Returns the current text of a file, including unsaved edits.
    pub fn text(&self, file: FileId) -> &str {
        &self.file(file).text
    }

    /// Returns whether a file's text differs from the text last loaded or saved.
    pub fn is_dirty(&self, file: FileId) -> bool {
        let file = self.file(file);
        file.text != file.saved
    }

    /// Records that a file's current text has been written to disk.
    pub fn mark_saved(&mut self, file: FileId) {
        let file = &mut self.files[file.0 as usize];
        file.saved = file.text.clone();
    }

    /// Returns the number of edits applied, so that values derived from the draft can detect that they are stale.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Converts a byte offset to line and column, both counted from 1; the column counts characters.
    pub fn line_col(&self, file: FileId, offset: usize) -> (u32, u32) {
        self.file(file).line_col(offset)
    }

    /// Returns the top-level keys of a file in order: catalogs and keys of the header.
    pub fn sections(&self, file: FileId) -> impl Iterator<Item = &str> + '_ {
        self.file(file).sections.iter().map(|section| section.key.as_str())
    }

    /// Returns the ids of a catalog in file order, required packs last. Duplicate ids are listed once.
    pub fn ids(&self, catalog: &str) -> impl Iterator<Item = &str> + '_ {
        self.index.ids(catalog)
    }

    /// Returns the ids of a catalog that the pack itself defines.
    pub fn own_ids(&self, catalog: &str) -> impl Iterator<Item = &str> + '_ {
        let records = self.index.numbers(catalog).iter().map(|&number| &self.index.records()[number]);
        records.filter(|record| record.pack.is_none()).map(|record| record.key.id.as_str())
    }

    /// Returns the packs required directly or transitively. Earlier packs override later ones.
    pub fn required(&self) -> &[RequiredPack] {
        &self.required.packs
    }

    /// Returns the fields declared under `fields` by the pack's header and then by the required packs: for each field
    /// the catalog, the name, and the declaration if it can be read.
    pub(crate) fn declarations(&self) -> Vec<(Option<&RequiredPack>, Vec<declared::Declares>)> {
        let base = self.dialect().and_then(|own| self.dialects.iter().find(|dialect| dialect.id == own.id));
        let Some(base) = base else { return Vec::new() };
        let own = required::declared_fields(&self.files).map(|node| (None, declared::declarations(base, node)));
        let alike = self.required().iter().filter(|pack| pack.ruleset == base.id);
        let theirs = alike.filter_map(|pack| Some((Some(pack), declared::declarations(base, pack.declares()?.1))));
        own.into_iter().chain(theirs).collect()
    }

    /// Returns whether both drafts have loaded the same required packs.
    pub(crate) fn same_required(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.required, &other.required)
            || self.required.packs.is_empty() && other.required.packs.is_empty()
    }

    /// Returns the problems with required packs.
    pub(crate) fn required_problems(&self) -> &[required::Problem] {
        &self.required.problems
    }

    /// Returns whether one required pack builds on another; both are positions in the list of required packs.
    pub(crate) fn builds_on(&self, upper: usize, lower: usize) -> bool {
        self.required.builds_on(upper, lower)
    }

    /// Returns the required pack that contains a record, or `None` for a record of the pack itself.
    pub fn origin(&self, key: &RecordKey) -> Option<&RequiredPack> {
        Some(&self.required.packs[self.index.first(key)?.pack?])
    }

    /// Returns the required pack that a file belongs to, or `None` for a file of the pack itself.
    pub fn owner(&self, file: FileId) -> Option<&RequiredPack> {
        Some(&self.required.packs[self.required.pack_of(file)?])
    }

    /// Returns the key of the record that `id` refers to. An id qualified with a pack (`pack:id`) refers to the same
    /// record as the bare id, unless another record has replaced that one.
    pub(crate) fn named(&self, catalog: &str, id: &str) -> RecordKey {
        let known = id.contains(':').then(|| self.index.number(catalog, id)).flatten();
        known.map_or_else(|| RecordKey::new(catalog, id), |number| self.index.records()[number].key.clone())
    }

    /// Returns the ids of a catalog in file order, each with the record's title or name, written or inherited, if there
    /// is one.
    pub fn titles(&self, catalog: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.index.numbers(catalog).iter().map(|&number| {
            let record = &self.index.records()[number];
            (record.key.id.as_str(), self.title_of(record).filter(|title| !title.trim().is_empty()))
        })
    }

    /// Returns the title or name of a record, written or inherited, or `None` if it has neither.
    pub fn title_of_record(&self, key: &RecordKey) -> Option<&str> {
        self.title_of(self.index.first(key)?).filter(|title| !title.trim().is_empty())
    }

    /// Returns the record's one-sentence description (`about`), written or inherited.
    pub fn about(&self, key: &RecordKey) -> Option<String> {
        let says = |key: &RecordKey| self.record_node(key)?.entry("about")?.value.text().map(str::to_owned);
        let said = self.lineage(key).iter().find_map(says)?;
        Some(said.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|said| !said.is_empty())
    }

    /// Returns the id in the record's `extends`, as written.
    pub fn extends(&self, key: &RecordKey) -> Option<&str> {
        self.record_node(key)?.entry("extends")?.value.text()
    }

    /// Returns the records whose text differs from that in `before`, or `None` if the two drafts do not have the same
    /// records in the same order.
    pub fn rewritten_since(&self, before: &Self) -> Option<Vec<&RecordKey>> {
        let numbers = self.same_index(before).then(|| self.rewritten(before))?;
        Some(numbers.into_iter().map(|number| &self.index.records()[number].key).collect())
    }

    /// Returns the `title` of [`merged`](Self::merged), or else its `name`, without merging anything.
    fn title_of(&self, record: &Record) -> Option<&str> {
        let own = self.node_of(record)?;
        let nodes: Vec<&Node> = match own.entry("extends") {
            None => vec![own],
            Some(_) => self.lineage(&record.key).iter().map(|key| self.record_node(key)).collect::<Option<_>>()?,
        };
        let written =
            |name| nodes.iter().find_map(|node| Some(&node.entry(name)?.value)).filter(|node| !node.is_null());
        written("title").or_else(|| written("name"))?.text()
    }

    /// Returns whether the record exists.
    pub fn contains(&self, key: &RecordKey) -> bool {
        self.index.first(key).is_some()
    }

    /// Returns the file that contains a record.
    pub fn file_of(&self, key: &RecordKey) -> Option<FileId> {
        self.index.first(key).map(|record| record.file)
    }

    /// Returns the location of a whole record: its key and everything below it.
    pub fn record_place(&self, key: &RecordKey) -> Option<Location> {
        let found = self.find(&key.pointer())?;
        let key = found.key.unwrap_or(found.span);
        let end = found.span.end.max(key.end);
        Some(Location { file: found.file, span: Span::new(key.start, end) })
    }

    /// Returns the value of a key of the header, as written.
    pub fn header(&self, key: &str) -> Option<Value> {
        let field = self.dialect().and_then(|dialect| Field::header(dialect).child(key));
        Some(read::value(self.header_node(key)?, field))
    }

    /// Returns the record as written, read through the schema of its catalog (so that text stays text).
    pub fn raw(&self, key: &RecordKey) -> Option<Value> {
        let node = self.record_node(key)?;
        Some(self.read_record(self.index.first(key)?, node))
    }

    /// Returns the value of a record's text, with the names under which records of other packs are known here.
    pub(crate) fn read_record(&self, record: &Record, node: &Node) -> Value {
        let field = self.record_field(&record.key.catalog);
        let mut value = read::value(node, field);
        if !self.required.packs.is_empty() {
            let canonical = |catalog: &str, id: &str| id.contains(':').then(|| self.named(catalog, id).id);
            field.into_iter().for_each(|field| refs::rename_in_value(&mut value, field, &canonical));
            let file = value.get_mut("file").filter(|_| record.key.catalog == Image::CATALOG);
            if let (Some(pack), Some(Value::String(file))) = (record.pack, file) {
                *file = format!("{}:{file}", self.required.packs[pack].id);
            }
        }
        value
    }

    /// Returns the record with everything it inherits through `extends`, without the key `extends` itself.
    /// Follows a cycle at most once round.
    pub fn merged(&self, key: &RecordKey) -> Option<Value> {
        let raws: Option<Vec<Value>> = self.lineage(key).iter().map(|ancestor| self.raw(ancestor)).collect();
        raws.filter(|raws| !raws.is_empty()).map(merge_lineage)
    }

    /// Returns the record of [`merged`](Self::merged) as a value of its type, without the fields that packs declare.
    /// The error is serde's.
    pub fn typed<T: Type>(&self, key: &RecordKey) -> Option<Result<T, serde_json::Error>> {
        self.merged(key).map(|record| self.read_as(record))
    }

    /// Returns the record of [`merged`](Self::merged) without the fields that packs declare.
    pub fn bare(&self, key: &RecordKey) -> Option<Value> {
        let mut record = self.merged(key)?;
        if let Some(dialect) = self.dialect() {
            declared::take(dialect, &key.catalog, &mut record);
        }
        Some(record)
    }

    /// Reads a complete record as a value of its type, without the fields that packs declare. The error is serde's.
    pub(crate) fn read_as<T: Type>(&self, mut record: Value) -> Result<T, serde_json::Error> {
        if let Some(dialect) = self.dialect() {
            declared::take(dialect, T::CATALOG, &mut record);
        }
        T::from_value(&record)
    }

    /// Returns the record followed by the records it extends. Stops at a missing record, at a cycle or at the limit.
    pub fn lineage(&self, key: &RecordKey) -> Vec<RecordKey> {
        let mut lineage = Vec::new();
        let mut next = self.contains(key).then(|| key.clone());
        while let Some(key) = next.take().filter(|key| lineage.len() <= limits::ANCESTORS && !lineage.contains(key)) {
            let parent = self.record_node(&key).and_then(|node| node.entry("extends")?.value.text());
            next = parent.map(|id| self.named(&key.catalog, id)).filter(|parent| self.contains(parent));
            lineage.push(key);
        }
        lineage
    }

    /// Returns the field at `pointer`, or `None` if no value is allowed there or the ruleset is unknown.
    pub fn field(&self, pointer: &Pointer) -> Option<Field> {
        Field::at(self.dialect()?, pointer)
    }

    /// Returns whether the value at `pointer` is written there, not inherited or omitted.
    pub fn defined(&self, pointer: &Pointer) -> bool {
        self.find(pointer).is_some()
    }

    /// Returns the location of the value at `pointer` as written. For a key that is not written, returns the nearest
    /// one above.
    pub fn place(&self, pointer: &Pointer) -> Option<Location> {
        let found = self.nearest(pointer)?;
        Some(Location { file: found.file, span: found.span })
    }

    /// Returns the location of the key (not the value) at `pointer`.
    pub fn key_place(&self, pointer: &Pointer) -> Option<Location> {
        let found = self.nearest(pointer)?;
        Some(Location { file: found.file, span: found.key.unwrap_or(found.span) })
    }

    /// Returns the pointer to the value that contains a byte offset, to jump from the text to the form.
    pub fn pointer_at(&self, file: FileId, offset: usize) -> Option<Pointer> {
        let pointer = find::pointer_at(self.required.file(file).or_else(|| self.files.get(file.0 as usize))?, offset)?;
        let (Some(pack), Some((key, steps))) = (self.required.pack_of(file), pointer.record()) else {
            return Some(pointer);
        };
        // The unqualified name may refer to a record that replaces this one.
        let qualified = format!("{}:{}", self.required.packs[pack].id, key.id);
        let key = self.index.first(&RecordKey::new(&key.catalog, qualified))?.key.clone();
        Some(key.pointer().join(steps))
    }

    /// Applies a text edit and returns its inverse, which restores the text byte for byte.
    ///
    /// An edit that does not fit the pack, because it was made for another one, changes nothing; the result is an empty
    /// edit.
    /// Added, removed and renamed files are kept in path order, so file numbers may change.
    pub fn apply(&mut self, edit: &Edit) -> Edit {
        if !self.fits(edit) || !self.fits_files(edit) {
            return Edit::default();
        }
        let mut back = Edit::default();
        let mut changed = Vec::new();
        for group in edit.splices.chunk_by(|a, b| a.file == b.file) {
            let file = &mut self.files[group[0].file.0 as usize];
            let (splices, touched) = file.splice(group);
            back.splices.extend(splices);
            changed.push((group[0].file, touched));
        }
        if !edit.files.is_empty() {
            self.change_files(&edit.files, &mut back);
        }
        let same_required =
            || changed.iter().all(|(file, _)| *file != self.header_file()) || self.required.is_for(&self.files);
        if !edit.files.is_empty()
            || !self.index.still_fits(&self.files, &self.required, &self.dialects, &changed)
            || !same_required()
        {
            self.index_again();
        }
        self.revision += 1;
        back
    }

    fn fits(&self, edit: &Edit) -> bool {
        let in_file = |splice: &Splice| {
            self.files
                .get(splice.file.0 as usize)
                .is_some_and(|file| !file.locked && file.text.get(splice.span.range()).is_some())
        };
        edit.splices.iter().all(in_file)
            && edit.splices.is_sorted_by(|a, b| (a.file, a.span.end) <= (b.file, b.span.start))
    }

    pub(crate) fn file(&self, file: FileId) -> &SourceFile {
        self.required.file(file).unwrap_or_else(|| &self.files[file.0 as usize])
    }

    /// Returns whether a file contains text that cannot be read.
    pub(crate) fn is_torn(&self, file: FileId) -> bool {
        let file = self.file(file);
        file.fault.is_some()
            || file.sections.iter().flat_map(|section| section.parts()).any(|part| part.fault().is_some())
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Returns whether both drafts have the same records in the same order, even if their texts differ.
    pub(crate) fn same_index(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.index, &other.index)
    }

    /// Returns the field that describes a record of the catalog.
    pub(crate) fn record_field(&self, catalog: &str) -> Option<Field> {
        Field::record(self.dialect()?, catalog)
    }

    pub(crate) fn record_node(&self, key: &RecordKey) -> Option<&Node> {
        self.node_of(self.index.first(key)?)
    }

    fn header_node(&self, key: &str) -> Option<&Node> {
        let file = self.file(self.header_file());
        let section = file.sections.iter().find(|section| section.key == key && is_header_key(key))?;
        section.whole()?.value()
    }
}

/// Merges a record, the first of `raws`, with the records it extends.
pub(crate) fn merge_lineage(raws: Vec<Value>) -> Value {
    let merged = raws.into_iter().rev().reduce(merge);
    let mut merged = merged.unwrap_or_default();
    if let Some(record) = merged.as_object_mut() {
        record.shift_remove("extends");
    }
    remove_nulls(&mut merged);
    merged
}

/// Merges maps; any other value replaces the inherited one. Null replaces too and is removed at the end.
fn merge(below: Value, above: Value) -> Value {
    match (below, above) {
        (Value::Object(mut below), Value::Object(above)) => {
            for (key, value) in above {
                match below.get_mut(&key) {
                    Some(inherited) => *inherited = merge(inherited.take(), value),
                    None => drop(below.insert(key, value)),
                }
            }
            Value::Object(below)
        }
        (_, above) => above,
    }
}
