//! Where each record stands: rebuilt after every edit, from what was read.

use std::collections::{BTreeMap, HashMap};

use super::{Draft, PACK_FILE};
use crate::dialect::Dialect;
use crate::source::tree::{Entry, Node};
use crate::source::{Body, Part, Section, SourceFile, is_header_key};
use crate::text::{FileId, Place, RecordKey, Span};

/// Where the header and the records of a pack stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(super) dialect: Option<&'static Dialect>,
    pub(super) header: FileId,
    records: Vec<Record>,
    /// By catalog: the first record of each id in file order, and their positions by id.
    catalogs: BTreeMap<String, (Vec<usize>, HashMap<String, usize>)>,
}

/// One record as it is written somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its name; another record may have the same.
    pub(crate) key: RecordKey,
    /// The file it is in.
    pub(crate) file: FileId,
    /// The bytes of its key in the file.
    pub(crate) key_span: Span,
    /// Whether no record with this name stands before it.
    pub(crate) first: bool,
    section: u32,
    /// Its position in the section.
    position: u32,
}

impl Index {
    pub(super) fn of(files: &[SourceFile], dialects: &[&'static Dialect]) -> Self {
        let header = files.iter().position(|file| file.path == PACK_FILE).unwrap_or(0);
        let ruleset = files.get(header).and_then(|file| {
            let section = file.sections.iter().find(|section| section.key == "ruleset")?;
            section.whole()?.value()?.text()
        });
        let dialect = dialects.iter().copied().find(|dialect| Some(dialect.id) == ruleset);
        let mut index = Self { dialect, header: FileId(header as u32), ..Self::default() };
        for (number, file) in files.iter().enumerate() {
            for (place, section) in file.sections.iter().enumerate() {
                if !is_header_key(&section.key) {
                    index.add_section(FileId(number as u32), place as u32, section);
                }
            }
        }
        index
    }

    fn add_section(&mut self, file: FileId, section_number: u32, section: &Section) {
        let (order, by_id) = self.catalogs.entry(section.key.clone()).or_default();
        let mut add = |position: usize, id: &str, key_span: Span| {
            let number = self.records.len();
            let first = !by_id.contains_key(id);
            if first {
                by_id.insert(id.to_owned(), number);
                order.push(number);
            }
            let key = RecordKey::new(&section.key, id);
            let position = position as u32;
            self.records.push(Record { key, file, key_span, first, section: section_number, position });
        };
        match &section.body {
            Body::Whole(part) => {
                for (position, entry) in part.value().map(Node::entries).unwrap_or_default().iter().enumerate() {
                    add(position, &entry.key, entry.key_span.shifted(part.span.start));
                }
            }
            Body::Cut(parts) => {
                for (position, part) in parts.iter().enumerate() {
                    let (id, span) = &part.chunk.key;
                    add(position, id, span.shifted(part.span.start));
                }
            }
        }
    }

    /// All records in file order, also those whose id stands twice.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(super) fn ids(&self, catalog: &str) -> impl Iterator<Item = &str> + '_ {
        let order = self.catalogs.get(catalog).map(|(order, _)| order.as_slice()).unwrap_or_default();
        order.iter().map(|&number| self.records[number].key.id.as_str())
    }

    /// The first record with this name.
    pub(crate) fn first(&self, key: &RecordKey) -> Option<&Record> {
        let (_, by_id) = self.catalogs.get(&key.catalog)?;
        Some(&self.records[*by_id.get(&key.id)?])
    }
}

impl Record {
    /// The place of its key.
    pub(crate) fn key_place(&self) -> Place {
        Place { file: self.file, span: self.key_span }
    }
}

impl Draft {
    /// What a record was read from: the part, and the entry in it unless it is broken.
    pub(crate) fn written(&self, record: &Record) -> (&Part, Option<&Entry>) {
        let section = &self.file(record.file).sections[record.section as usize];
        match &section.body {
            Body::Whole(part) => (part, part.value().and_then(|value| value.entries().get(record.position as usize))),
            Body::Cut(parts) => {
                let part = &parts[record.position as usize];
                (part, part.entry())
            }
        }
    }

    /// The value of a record, unless it is broken.
    pub(crate) fn node_of(&self, record: &Record) -> Option<&Node> {
        self.written(record).1.map(|entry| &entry.value)
    }
}
