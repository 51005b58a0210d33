//! Finding the texts of a pack.

use std::collections::HashSet;

use crate::draft::Draft;
use crate::field::Field;
use crate::source::tree::Node;
use crate::source::{Body, SourceFile, is_header_key};
use crate::text::{FileId, Location, Pointer, RecordKey, Span};

/// A text of a pack that can be translated, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// Its name in translations, which is the path of the value: `items/sword/title`.
    pub context: String,
    /// The text.
    pub original: String,
    /// The location of the value.
    pub place: Location,
    /// The value.
    pub pointer: Pointer,
    /// Whether it is shown on counters, which have little room.
    pub on_counter: bool,
}

/// Returns the texts that the pack itself contains, in file order: the title of the pack and all fields of records for
/// which [`Field::is_prose`] holds. Blank texts are left out.
pub fn texts(draft: &Draft) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for file in draft.files() {
        each_part(draft, file, draft.file(file), &mut |node, field, at, base| {
            each_text(node, field, at, &mut |text, node, field, at| {
                let context = context_of(at);
                if text.trim().is_empty() || !known.insert(context.clone()) {
                    return;
                }
                texts.push(Text {
                    context,
                    original: text.to_owned(),
                    place: Location { file, span: Span::shifted(node.span(), base) },
                    pointer: at.clone(),
                    on_counter: field.is_on_counter(),
                });
            });
        });
    }
    texts
}

/// Returns the name of a text in translations.
pub(super) fn context_of(at: &Pointer) -> String {
    at.to_string().split_off(1)
}

/// Returns the value that a name in translations refers to.
pub(super) fn pointer_of(context: &str) -> Option<Pointer> {
    Pointer::parse(&format!("/{context}")).filter(|_| !context.is_empty())
}

/// Returns the hint for the translator of a text: the description of its record, or else the record's title.
pub(super) fn hint(draft: &Draft, text: &Text) -> String {
    let Some((key, steps)) = text.pointer.record() else { return "Title of the pack".to_owned() };
    let is_about = steps.last().is_some_and(|step| step == "about") && steps.len() == 1;
    let about = draft.about(&key).filter(|_| !is_about);
    about
        .or_else(|| draft.title_of_record(&key).map(str::to_owned))
        .filter(|hint| *hint != text.original)
        .unwrap_or_default()
}

/// Visits the separately parsed values of a file that may contain texts: each with its field, its pointer, and the
/// offset of its spans. A whole section of records is visited record by record.
pub(super) fn each_part(
    draft: &Draft,
    id: FileId,
    file: &SourceFile,
    visit: &mut dyn FnMut(&Node, Field, &mut Pointer, usize),
) {
    let Some(dialect) = draft.dialect() else { return };
    for section in &file.sections {
        if is_header_key(&section.key) {
            let field = Field::header(dialect).child(&section.key).filter(|_| id == draft.header_file());
            let part = section.whole().and_then(|part| Some((part.span.start, part.value()?)));
            if let (Some(field), Some((base, node))) = (field, part) {
                visit(node, field, &mut Pointer::root().child(&section.key), base);
            }
            continue;
        }
        let Some(field) = Field::record(dialect, &section.key) else { continue };
        let mut record = |id: &str, node: &Node, base| {
            visit(node, field, &mut RecordKey::new(&section.key, id).pointer(), base);
        };
        match &section.body {
            Body::Whole(part) => {
                let entries = part.value().map(Node::entries).unwrap_or_default();
                entries.iter().for_each(|entry| record(&entry.key, &entry.value, part.span.start));
            }
            Body::Cut(parts) => {
                for (part, entry) in parts.iter().filter_map(|part| Some((part, part.entry()?))) {
                    record(&entry.key, &entry.value, part.span.start);
                }
            }
        }
    }
}

/// Visits the texts of a value.
fn each_text(node: &Node, field: Field, at: &mut Pointer, visit: &mut dyn FnMut(&str, &Node, Field, &Pointer)) {
    if let Some(text) = node.text() {
        if field.is_prose() && !node.is_null() {
            visit(text, node, field, at);
        }
        return;
    }
    for entry in node.entries() {
        if let Some(field) = field.child(&entry.key) {
            at.push(entry.key.as_str());
            each_text(&entry.value, field, at, visit);
            at.pop();
        }
    }
    if let Some(field) = field.item() {
        for (number, item) in node.items().iter().enumerate() {
            at.push(number.to_string());
            each_text(item, field, at, visit);
            at.pop();
        }
    }
}
