//! The index of records: maps names and numbers to parts of files.
//!
//! It contains no byte offsets, so edits that change no names leave it valid.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::required::{self, Required, RequiredPack};
use super::{Draft, PACK_FILE};
use crate::declared;
use crate::dialect::Dialect;
use crate::json_schema::{compiled, is_id};
use crate::source::tree::{Node, Pair};
use crate::source::{Body, Part, Section, SourceFile, Touched, is_header_key};
use crate::text::{FileId, Location, RecordKey, kebab};

/// The positions of the header and the records of a pack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(super) dialect: Option<&'static Dialect>,
    pub(super) header: FileId,
    records: Vec<Record>,
    catalogs: FxHashMap<String, Catalog>,
    /// Records that are not the first with their name.
    repeated: Vec<usize>,
    /// Replaced records of required packs, each with the record that its name now refers to.
    replaced: Vec<(usize, usize)>,
    /// Records with malformed ids, with the likely intended ids.
    misnamed: Vec<(usize, String)>,
}

/// The records of one catalog, by number.
#[derive(Clone, Debug, Default)]
struct Catalog {
    /// The first record of each id, in file order.
    order: Vec<usize>,
    /// The same by the hash of the id.
    by_id: HashTable<u32>,
    /// Other names of records of required packs.
    qualified: FxHashMap<String, usize>,
}

impl Catalog {
    fn number(&self, records: &[Record], id: &str) -> Option<usize> {
        let found = self.by_id.find(hash(id), |&number| records[number as usize].key.id == id);
        found.map(|&number| number as usize).or_else(|| self.qualified.get(id).copied())
    }
}

fn hash(id: &str) -> u64 {
    FxBuildHasher.hash_one(id)
}

/// A record as written in a file.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its key; another record may have the same.
    pub(crate) key: RecordKey,
    pub(crate) file: FileId,
    /// The required pack it belongs to; `None` for a record of the pack itself.
    pub(crate) pack: Option<usize>,
    /// Whether it is the first record with this key.
    pub(crate) first: bool,
    section: u32,
    /// Its position in the section.
    position: u32,
}

impl Index {
    pub(super) fn of(files: &[SourceFile], required: &Required, dialects: &[&'static Dialect]) -> Self {
        let (header, dialect) = header_of(files, required, dialects);
        let mut index = Self { dialect, header, ..Self::default() };
        // A list of many records that grows leaves its smaller copies in memory.
        let read = files.iter().chain(required.files().map(|(.., file)| file)).flat_map(|file| &file.sections);
        index
            .records
            .reserve(read.filter(|section| !is_header_key(&section.key)).map(|section| section.ids().count()).sum());
        for (number, file) in files.iter().enumerate() {
            index.add_file(FileId(number as u32), file, None);
        }
        for (id, pack, file) in required.files() {
            let its = &required.packs[pack];
            if dialect.is_some_and(|dialect| dialect.id == its.ruleset) {
                index.add_file(id, file, Some((pack, &its.id)));
            }
        }
        index.catalogs.values_mut().for_each(|catalog| catalog.order.shrink_to_fit());
        index
    }

    fn add_file(&mut self, id: FileId, file: &SourceFile, pack: Option<(usize, &str)>) {
        for (place, section) in file.sections.iter().enumerate() {
            if !is_header_key(&section.key) {
                self.add_section(id, place as u32, section, pack);
            }
        }
    }

    fn add_section(&mut self, file: FileId, section_number: u32, section: &Section, pack: Option<(usize, &str)>) {
        let Self { catalogs, records, .. } = self;
        let catalog = catalogs.entry(section.key.clone()).or_default();
        for (position, id) in section.ids().enumerate() {
            let number = records.len();
            // A record of a required pack also has a qualified name, under which it remains accessible after another
            // record has taken its bare name.
            let qualified = pack.map(|(_, pack)| format!("{pack}:{id}"));
            let known = catalog.number(records, id);
            let namesake = match &qualified {
                None => known,
                Some(qualified) => catalog.number(records, qualified),
            };
            let id = match (namesake, known, &qualified) {
                (Some(namesake), ..) => records[namesake].key.id.clone(),
                (None, Some(other), Some(qualified)) => {
                    self.replaced.push((number, other));
                    qualified.clone()
                }
                _ => id.to_owned(),
            };
            let first = namesake.is_none();
            if pack.is_none() && !is_id(&id) {
                self.misnamed.push((number, kebab(&id)));
            }
            if first {
                catalog.order.push(number);
                let rehash = |&number: &u32| hash(&records[number as usize].key.id);
                catalog.by_id.insert_unique(hash(&id), number as u32, rehash);
                catalog.qualified.extend(qualified.filter(|qualified| *qualified != id).map(|name| (name, number)));
            } else {
                self.repeated.push(number);
            }
            let (key, pack) = (RecordKey::new(&section.key, id), pack.map(|(pack, _)| pack));
            records.push(Record { key, file, pack, first, section: section_number, position: position as u32 });
        }
    }

    /// Returns whether the index is still valid after the text of some files has changed.
    pub(super) fn still_fits(
        &self,
        files: &[SourceFile],
        required: &Required,
        dialects: &[&'static Dialect],
        changed: &[(FileId, Touched)],
    ) -> bool {
        let (header, dialect) = header_of(files, required, dialects);
        let same_dialect = same_dialect(self.dialect, dialect);
        header == self.header
            && same_dialect
            && changed.iter().all(|(file, touched)| match touched {
                Touched::Records { section, before, after } if before == after => {
                    self.fits_records(*file, *section, after.clone(), &files[file.0 as usize])
                }
                _ => self.fits_file(*file, &files[file.0 as usize]),
            })
    }

    /// Returns whether some records of a section still have the same names.
    fn fits_records(&self, id: FileId, section: usize, positions: Range<usize>, file: &SourceFile) -> bool {
        let at = (id, section as u32, positions.start as u32);
        let start = self.records.partition_point(|record| (record.file, record.section, record.position) < at);
        let parts = file.sections[section].parts();
        positions.enumerate().all(|(number, position)| {
            let known = self.records.get(start + number).filter(|record| record.position as usize == position);
            known.is_some_and(|record| record.key.id == parts[position].name().as_str())
        })
    }

    fn fits_file(&self, id: FileId, file: &SourceFile) -> bool {
        let start = self.records.partition_point(|record| record.file < id);
        let end = self.records.partition_point(|record| record.file <= id);
        let mut known = self.records[start..end].iter();
        let sections = file.sections.iter().enumerate().filter(|(_, section)| !is_header_key(&section.key));
        for (place, section) in sections {
            // Catalogs without records are indexed too.
            if !self.catalogs.contains_key(&section.key) {
                return false;
            }
            for (position, id) in section.ids().enumerate() {
                let same = known.next().is_some_and(|record| {
                    record.section as usize == place
                        && record.position as usize == position
                        && record.key.id == id
                        && record.key.catalog == section.key
                });
                if !same {
                    return false;
                }
            }
        }
        known.next().is_none()
    }

    /// Returns all records in file order, duplicates included.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns the records of the pack itself, which precede the records of required packs.
    pub(crate) fn own_records(&self) -> &[Record] {
        &self.records[..self.records.partition_point(|record| record.pack.is_none())]
    }

    /// Returns the numbers of a catalog's records in file order, without duplicate ids.
    pub(crate) fn numbers(&self, catalog: &str) -> &[usize] {
        self.catalogs.get(catalog).map_or(&[], |catalog| &catalog.order)
    }

    pub(super) fn ids(&self, catalog: &str) -> impl Iterator<Item = &str> + '_ {
        self.numbers(catalog).iter().map(|&number| self.records[number].key.id.as_str())
    }

    /// Returns the number of the first record with this name.
    pub(crate) fn number(&self, catalog: &str, id: &str) -> Option<usize> {
        self.catalogs.get(catalog)?.number(&self.records, id)
    }

    /// Returns the first record with this name.
    pub(crate) fn first(&self, key: &RecordKey) -> Option<&Record> {
        Some(&self.records[self.number(&key.catalog, &key.id)?])
    }

    /// Returns the replaced records of required packs, each with its replacement.
    pub(crate) fn replaced(&self) -> &[(usize, usize)] {
        &self.replaced
    }

    /// Returns the records with malformed ids, each with the likely intended id.
    pub(crate) fn misnamed(&self) -> impl Iterator<Item = (&RecordKey, &str)> {
        self.misnamed.iter().map(|(number, meant)| (&self.records[*number].key, meant.as_str()))
    }

    /// Returns the numbers of the records that are not the first with their name.
    pub(crate) fn repeated(&self) -> &[usize] {
        &self.repeated
    }
}

/// Returns whether both are the same dialect, with the same declared fields.
pub(crate) fn same_dialect(a: Option<&'static Dialect>, b: Option<&'static Dialect>) -> bool {
    a.map(std::ptr::from_ref) == b.map(std::ptr::from_ref)
}

/// Compiles the schema of the ruleset that a header names. For a small pack, this takes as long as reading its files.
pub(super) fn compile_schema(header: &SourceFile, dialects: &[&'static Dialect]) {
    let ruleset = required::header_text(std::slice::from_ref(header), "ruleset");
    if let Some(dialect) = dialects.iter().find(|dialect| Some(dialect.id) == ruleset) {
        compiled(dialect);
    }
}

/// Returns the header file, and the dialect it names, with the fields declared in the pack and in required packs.
fn header_of(
    files: &[SourceFile],
    required: &Required,
    dialects: &[&'static Dialect],
) -> (FileId, Option<&'static Dialect>) {
    let header = files.iter().position(|file| file.path == PACK_FILE).unwrap_or(0);
    let ruleset = required::header_text(files, "ruleset");
    let dialect = dialects.iter().copied().find(|dialect| Some(dialect.id) == ruleset);
    let dialect = dialect.map(|base| {
        let own = required::declared_fields(files).map(|node| (required::title_of(files), node));
        let alike = required.packs.iter().filter(|pack| pack.ruleset == base.id);
        declared::extended(base, own.into_iter().chain(alike.filter_map(RequiredPack::declares)))
    });
    (FileId(header as u32), dialect)
}

impl Draft {
    /// Returns the part that a record was parsed from, and its entry there unless it is broken.
    pub(crate) fn written(&self, record: &Record) -> (&Part, Option<&Pair>) {
        let section = &self.file(record.file).sections[record.section as usize];
        match &section.body {
            Body::Whole(part) => (part, part.value().and_then(|value| value.entries().get(record.position as usize))),
            Body::Cut(parts) => {
                let part = &parts[record.position as usize];
                (part, part.entry())
            }
        }
    }

    /// Returns the value of a record in the tree of a changed copy of its text.
    pub(crate) fn value_in<'a>(&self, record: &Record, root: &'a Node) -> Option<&'a Node> {
        let first = root.entries().first()?;
        match self.file(record.file).sections[record.section as usize].body {
            Body::Whole(_) => Some(&first.value.entries().get(record.position as usize)?.value),
            Body::Cut(_) => Some(&first.value),
        }
    }

    /// Returns whether two records of different drafts have the same bytes and were parsed in the same way.
    pub(crate) fn same_text(&self, record: &Record, other: &Self, its: &Record) -> bool {
        self.kept_part(record, other, its).is_some()
    }

    /// Returns the parts of two records of different drafts if they have the same bytes and were parsed in the same way.
    pub(crate) fn kept_part<'a>(&'a self, record: &Record, other: &'a Self, its: &Record) -> Option<[&'a Part; 2]> {
        let parts @ [own, others] = [self.written(record).0, other.written(its).0];
        // Records parsed together are identified by their position.
        let same_position = || {
            let section = &self.file(record.file).sections[record.section as usize];
            matches!(section.body, Body::Cut(_)) || record.position == its.position
        };
        (Arc::ptr_eq(&own.chunk, &others.chunk) && same_position()).then_some(parts)
    }

    /// Returns the numbers of the records whose text differs from that in a draft with the same index.
    pub(crate) fn rewritten(&self, other: &Self) -> Vec<usize> {
        let records = self.index.records();
        let mut rewritten = Vec::new();
        let mut start = 0;
        while let Some(Record { file, section, .. }) = records.get(start) {
            let (own, others) = [self, other].map(|draft| &draft.file(*file).sections[*section as usize]).into();
            let end = start + own.ids().count();
            match (&own.body, &others.body) {
                (Body::Cut(own), Body::Cut(others)) => {
                    let pairs = own.iter().zip(others).enumerate();
                    let changed = pairs.filter(|(_, (own, other))| !Arc::ptr_eq(&own.chunk, &other.chunk));
                    rewritten.extend(changed.map(|(at, _)| start + at));
                }
                (Body::Whole(own), Body::Whole(other)) if Arc::ptr_eq(&own.chunk, &other.chunk) => {}
                _ => rewritten.extend(start..end),
            }
            start = end;
        }
        rewritten
    }

    /// Returns the location of a record's key.
    pub(crate) fn place_of_key(&self, record: &Record) -> Location {
        let (part, entry) = self.written(record);
        let span = entry.map_or(part.key_span(), |entry| entry.key_span());
        Location { file: record.file, span: span.shifted(part.span.start) }
    }

    /// Returns the value of a record, unless it is broken.
    pub(crate) fn node_of(&self, record: &Record) -> Option<&Node> {
        self.written(record).1.map(|entry| &entry.value)
    }
}
