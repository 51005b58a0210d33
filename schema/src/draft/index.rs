//! Where each record stands: which part of which file, by name and by number.
//!
//! No bytes are kept here, so an edit that changes no names leaves it as it is.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::required::{self, Required, RequiredPack};
use super::{Draft, PACK_FILE};
use crate::declared;
use crate::dialect::Dialect;
use crate::json_schema::is_id;
use crate::source::tree::{Node, Pair};
use crate::source::{Body, Part, Section, SourceFile, Touched, is_header_key};
use crate::text::{FileId, Location, RecordKey, kebab};

/// Where the header and the records of a pack stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(super) dialect: Option<&'static Dialect>,
    pub(super) header: FileId,
    records: Vec<Record>,
    catalogs: BTreeMap<String, Catalog>,
    /// The records that are not the first of their name.
    repeated: Vec<usize>,
    /// The records of required packs whose names lead to others, with these.
    replaced: Vec<(usize, usize)>,
    /// The records whose ids are not written as ids are, with the ids they may be meant to have.
    misnamed: Vec<(usize, String)>,
}

/// The records of one catalog by their numbers.
#[derive(Clone, Debug, Default)]
struct Catalog {
    /// The first record of each id in file order.
    order: Vec<usize>,
    /// The same by id.
    by_id: FxHashMap<String, usize>,
}

/// One record as it is written somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its name; another record may have the same.
    pub(crate) key: RecordKey,
    /// The file it is in.
    pub(crate) file: FileId,
    /// The required pack it belongs to; nothing for one of the pack itself.
    pub(crate) pack: Option<usize>,
    /// Whether no record with this name stands before it.
    pub(crate) first: bool,
    section: u32,
    /// Its position in the section.
    position: u32,
}

impl Index {
    pub(super) fn of(files: &[SourceFile], required: &Required, dialects: &[&'static Dialect]) -> Self {
        let (header, dialect) = header_of(files, required, dialects);
        let mut index = Self { dialect, header, ..Self::default() };
        for (number, file) in files.iter().enumerate() {
            index.add_file(FileId(number as u32), file, None);
        }
        for (id, pack, file) in required.files() {
            let its = &required.packs[pack];
            if dialect.is_some_and(|dialect| dialect.id == its.ruleset) {
                index.add_file(id, file, Some((pack, &its.id)));
            }
        }
        index.records.shrink_to_fit();
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
        let catalog = self.catalogs.entry(section.key.clone()).or_default();
        for (position, id) in section.ids().enumerate() {
            let number = self.records.len();
            // Records of required packs have a second name that always leads to them, and go by it once another has
            // taken the first one.
            let qualified = pack.map(|(_, pack)| format!("{pack}:{id}"));
            let known = catalog.by_id.get(id).copied();
            let namesake = match &qualified {
                None => known,
                Some(qualified) => catalog.by_id.get(qualified).copied(),
            };
            let id = match (namesake, known, &qualified) {
                (Some(namesake), ..) => self.records[namesake].key.id.clone(),
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
                catalog.by_id.extend(qualified.filter(|qualified| *qualified != id).map(|name| (name, number)));
                catalog.by_id.insert(id.clone(), number);
            } else {
                self.repeated.push(number);
            }
            let (key, pack) = (RecordKey::new(&section.key, id), pack.map(|(pack, _)| pack));
            self.records.push(Record { key, file, pack, first, section: section_number, position: position as u32 });
        }
    }

    /// Whether all of it still holds although the text of some files has changed.
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

    /// Whether some records of a section have the names they had.
    fn fits_records(&self, id: FileId, section: usize, positions: Range<usize>, file: &SourceFile) -> bool {
        let at = (id, section as u32, positions.start as u32);
        let start = self.records.partition_point(|record| (record.file, record.section, record.position) < at);
        let parts = file.sections[section].parts();
        positions.enumerate().all(|(number, position)| {
            let known = self.records.get(start + number).filter(|record| record.position as usize == position);
            known.is_some_and(|record| record.key.id == parts[position].chunk.key.0)
        })
    }

    fn fits_file(&self, id: FileId, file: &SourceFile) -> bool {
        let start = self.records.partition_point(|record| record.file < id);
        let end = self.records.partition_point(|record| record.file <= id);
        let mut known = self.records[start..end].iter();
        let sections = file.sections.iter().enumerate().filter(|(_, section)| !is_header_key(&section.key));
        for (place, section) in sections {
            // A catalog without records is kept by its name.
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

    /// All records in file order, also those whose id stands twice.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The records of the pack itself: they come before those of required packs.
    pub(crate) fn own_records(&self) -> &[Record] {
        &self.records[..self.records.partition_point(|record| record.pack.is_none())]
    }

    /// The numbers of a catalog's records in file order, the first of each id only.
    pub(crate) fn numbers(&self, catalog: &str) -> &[usize] {
        self.catalogs.get(catalog).map_or(&[], |catalog| &catalog.order)
    }

    pub(super) fn ids(&self, catalog: &str) -> impl Iterator<Item = &str> + '_ {
        self.numbers(catalog).iter().map(|&number| self.records[number].key.id.as_str())
    }

    /// The number of the first record with this name.
    pub(crate) fn number(&self, catalog: &str, id: &str) -> Option<usize> {
        self.catalogs.get(catalog)?.by_id.get(id).copied()
    }

    /// The first record with this name.
    pub(crate) fn first(&self, key: &RecordKey) -> Option<&Record> {
        Some(&self.records[self.number(&key.catalog, &key.id)?])
    }

    /// The records of required packs that others have taken the place of, each with that one.
    pub(crate) fn replaced(&self) -> &[(usize, usize)] {
        &self.replaced
    }

    /// The records whose ids are not written as ids are, each with the id it may be meant to have.
    pub(crate) fn misnamed(&self) -> impl Iterator<Item = (&RecordKey, &str)> {
        self.misnamed.iter().map(|(number, meant)| (&self.records[*number].key, meant.as_str()))
    }

    /// The numbers of the records that are not the first of their name.
    pub(crate) fn repeated(&self) -> &[usize] {
        &self.repeated
    }
}

/// Whether both are the same dialect, with the same declared fields.
pub(crate) fn same_dialect(a: Option<&'static Dialect>, b: Option<&'static Dialect>) -> bool {
    a.map(std::ptr::from_ref) == b.map(std::ptr::from_ref)
}

/// The file with the header, and the dialect it names, with the fields declared there and in the packs required.
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
    /// What a record was read from: the part, and the entry in it unless it is broken.
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

    /// The value of a record in the tree of a text like the one that it was read from.
    pub(crate) fn value_in<'a>(&self, record: &Record, root: &'a Node) -> Option<&'a Node> {
        let first = root.entries().first()?;
        match self.file(record.file).sections[record.section as usize].body {
            Body::Whole(_) => Some(&first.value.entries().get(record.position as usize)?.value),
            Body::Cut(_) => Some(&first.value),
        }
    }

    /// Whether a record is written as one of another draft, byte for byte and read alike.
    pub(crate) fn same_text(&self, record: &Record, other: &Self, its: &Record) -> bool {
        let section = &self.file(record.file).sections[record.section as usize];
        let (own, others) = (self.written(record).0, other.written(its).0);
        // Records that were read as one text are known by their place in it.
        let same_position = matches!(section.body, Body::Cut(_)) || record.position == its.position;
        Arc::ptr_eq(&own.chunk, &others.chunk) && same_position
    }

    /// The numbers of the records that are written in another way than in a draft with the same index.
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

    /// The place of a record's key.
    pub(crate) fn place_of_key(&self, record: &Record) -> Location {
        let (part, entry) = self.written(record);
        let span = entry.map_or(part.chunk.key.1, |entry| entry.key_span);
        Location { file: record.file, span: span.shifted(part.span.start) }
    }

    /// The value of a record, unless it is broken.
    pub(crate) fn node_of(&self, record: &Record) -> Option<&Node> {
        self.written(record).1.map(|entry| &entry.value)
    }
}
