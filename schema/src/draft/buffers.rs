//! Updating a draft from text buffers of an editor or from files changed on disk.

use super::Draft;
use super::find::last_before;
use crate::source::{Body, SourceFile};
use crate::splice::{Edit, stretch};
use crate::text::{FileId, Location, Pointer, RecordKey, Span};

impl Draft {
    /// Replaces the text of a file, or adds a new file. Only the difference to a similar text is parsed again. A file
    /// that could not be read before (invalid UTF-8) is replaced too.
    pub fn put_text(&mut self, path: &str, text: &str) {
        let known = self.file_at(path);
        if let Some(file) = known.filter(|file| !self.file(*file).locked) {
            if let Some(splice) = stretch(file, self.text(file), text) {
                self.apply(&Edit::from(vec![splice]));
            }
            return;
        }
        if let Some(file) = known {
            self.files.remove(file.0 as usize);
        }
        self.files.push(SourceFile::new(path.to_owned(), text.to_owned()));
        self.files_changed();
    }

    /// Removes a file deleted from disk. Returns whether the pack contained it. A pack without files gets one empty
    /// file, as in [`from_texts`](Self::from_texts).
    pub fn take_out(&mut self, path: &str) -> bool {
        let Some(file) = self.file_at(path) else { return false };
        self.files.remove(file.0 as usize);
        if self.files.is_empty() {
            self.files.push(SourceFile::new(super::PACK_FILE.to_owned(), String::new()));
        }
        self.files_changed();
        true
    }

    pub(super) fn files_changed(&mut self) {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.index_again();
        self.revision += 1;
    }

    /// Returns the records of a file in order, duplicates included: each with the location of its key and the location
    /// of everything from the key to the next record.
    pub fn records_in(&self, file: FileId) -> Vec<(&RecordKey, Location, Location)> {
        let records = self.index.records();
        let start = records.partition_point(|record| record.file < file);
        let end = records.partition_point(|record| record.file <= file);
        let placed = |record| {
            let (part, entry) = self.written(record);
            let key = self.place_of_key(record);
            let end = entry.map_or(part.span.end, |entry| entry.value.span().end + part.span.start).max(key.span.end);
            (&record.key, key, Location { file, span: Span::new(key.span.start, end) })
        };
        records[start..end].iter().map(placed).collect()
    }

    /// Returns the part of a file around an offset that is parsed as a unit: a record or a whole top-level key, with
    /// the pointer to it. Based on indentation, so it works for unreadable text. Returns the whole file if it cannot be
    /// divided.
    pub fn part_at(&self, file: FileId, offset: usize) -> (Pointer, Span) {
        let whole = (Pointer::root(), Span::new(0, self.text(file).len()));
        let sections = &self.file(file).sections;
        let after = sections.partition_point(|section| section.key_line.start <= offset);
        let Some(section) = after.checked_sub(1).map(|number| &sections[number]) else { return whole };
        let end = sections.get(after).map_or(whole.1.end, |next| next.key_line.start);
        match &section.body {
            Body::Whole(part) if part.span == whole.1 => whole,
            Body::Whole(_) => (Pointer::root(), Span::new(section.key_line.start, end)),
            Body::Cut(parts) => match last_before(parts, |part| part.span.start <= offset) {
                Some(part) => (Pointer::root().child(&section.key), part.span),
                None => {
                    (Pointer::root(), Span::new(section.key_line.start, parts.first().map_or(end, |it| it.span.start)))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(files: &[(&str, &str)]) -> Draft {
        Draft::from_texts(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())), &[])
    }

    #[test]
    fn texts_that_are_put_make_the_draft_of_these_texts() {
        let mut made = draft(&[("pack.yaml", "pack: a\nitems:\n  axe: {size: 7}\n  bow: {}\n")]);
        made.put_text("pack.yaml", "pack: a\nitems:\n  axe: {size: 8}\n  bow: {}\n");
        made.put_text("more.yaml", "items:\n  club: {}\n");
        let expected =
            [("pack.yaml", "pack: a\nitems:\n  axe: {size: 8}\n  bow: {}\n"), ("more.yaml", "items:\n  club: {}\n")];
        let ids = |draft: &Draft| draft.ids("items").map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(ids(&made), ids(&draft(&expected)));
        assert!(made.files().map(|file| made.text(file)).eq(["items:\n  club: {}\n", expected[0].1]));
        assert!(made.take_out("pack.yaml") && !made.take_out("pack.yaml"));
        assert_eq!(ids(&made), ["club"]);
        assert!(made.take_out("more.yaml"));
        assert_eq!(made.files().count(), 1, "a draft has at least one file");
    }

    #[test]
    fn a_part_is_a_record_also_where_it_cannot_be_read() {
        let text = "pack: a\nitems:\n  axe:\n    size: [7\n  bow:\n    size: 3\nmaps:\n";
        let made = draft(&[("pack.yaml", text)]);
        let file = made.header_file();
        let part = |at: &str| {
            let (around, span) = made.part_at(file, text.find(at).unwrap());
            (around.to_string(), &text[span.range()])
        };
        assert_eq!(part("pack: a"), (String::new(), "pack: a\n"));
        assert_eq!(part("items"), (String::new(), "items:\n"));
        assert_eq!(part("[7"), ("/items".to_owned(), "  axe:\n    size: [7\n"));
        assert_eq!(part("size: 3"), ("/items".to_owned(), "  bow:\n    size: 3\n"));
        assert_eq!(part("maps"), (String::new(), "maps:\n"));
        let records = made.records_in(file);
        let shown: Vec<_> = records.iter().map(|(key, _, all)| (key.id.as_str(), &text[all.span.range()])).collect();
        assert_eq!(shown, [("axe", "axe:\n    size: [7\n"), ("bow", "bow:\n    size: 3")]);
    }
}
