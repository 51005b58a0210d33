//! Resolves the name at a position: the record or key that it refers to or defines.

use foeman_schema::draft::Draft;
use foeman_schema::field::FieldKind;
use foeman_schema::text::{FileId, Pointer, Span};
use foeman_schema::usages::{keys_at, leads_to, named_at};

use super::snapshot::{Part, Snapshot, Word};

/// A name at a position.
#[derive(Clone, Debug)]
pub struct Target {
    /// The record, or the key chosen by the author.
    pub at: Pointer,
    /// The bytes of the name, without quotes.
    pub span: Span,
}

/// Returns the name at a byte of a file, if there is one.
pub fn at(snapshot: &Snapshot, file: FileId, offset: usize) -> Option<Target> {
    let draft = &*snapshot.draft;
    let word = snapshot.word_at(file, offset)?;
    let span = bare(draft.text(file), word.span);
    if word.part == Part::Value
        && let Some((at, span)) = named_at(draft, &word.at, offset)
    {
        return Some(Target { at, span });
    }
    let named = match word.part {
        Part::Key if is_chosen(draft, &word.at) => Some(leads_to(draft, &word.at).unwrap_or_else(|| word.at.clone())),
        Part::Key => None,
        Part::Value => leads_to(draft, &word.at),
    };
    match named {
        Some(at) => Some(Target { at, span }),
        None => letter(draft, file, &word, offset),
    }
}

/// Whether a key is chosen by the author: the id of a record, or a key of a map.
fn is_chosen(draft: &Draft, at: &Pointer) -> bool {
    let catalog = |name: &String| draft.dialect().is_some_and(|dialect| dialect.catalog(name).is_some());
    match at.parts() {
        [] | [_] => false,
        [name, _] => catalog(name),
        _ => at.parent().and_then(|map| draft.field(&map)).is_some_and(|field| field.kind() == FieldKind::Map),
    }
}

/// Resolves a letter in the rows of a map to its legend key.
fn letter(draft: &Draft, file: FileId, word: &Word, offset: usize) -> Option<Target> {
    let keys = draft.field(&word.at)?.names_keys().filter(|keys| keys.letters && word.part == Part::Value)?;
    let letter = draft.text(file).get(offset..)?.chars().next()?;
    let way: Vec<String> = keys.path.iter().map(|&step| step.to_owned()).collect();
    let legend = word.at.parent()?.join(&way);
    let name = letter.to_string();
    let known = keys_at(draft, &legend).contains(&name);
    known.then(|| Target { at: legend.child(name), span: Span::new(offset, offset + letter.len_utf8()) })
}

/// Strips the quotes around a text.
fn bare(text: &str, span: Span) -> Span {
    let inner = &text[span.range()];
    let quoted = inner.len() > 1 && ["\"", "'"].iter().any(|quote| inner.starts_with(quote) && inner.ends_with(quote));
    if quoted { Span::new(span.start + 1, span.end - 1) } else { span }
}
