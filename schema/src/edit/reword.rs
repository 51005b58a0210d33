//! Replacing single words: a key, an id, a number. Needs only the location, so it is cheap.

use super::write::{self, Where};
use super::{Edit, Splice};
use crate::draft::Draft;
use crate::source::tree::Style;
use crate::text::Location;

/// Replaces a word, keeping its quotes unless only the old word needed them.
///
/// `None` if the text there is anything else: several lines, an alias, escapes.
pub(crate) fn word(draft: &Draft, place: Location, old: &str, new: &str) -> Option<Splice> {
    let written = draft.text(place.file).get(place.span.range())?;
    let inner = || written.get(1..written.len().checked_sub(1)?).filter(|_| written.ends_with(&written[..1]));
    let style = style_of(written);
    let same = match style {
        Style::Single => inner()?.replace("''", "'") == old,
        Style::Double => inner()? == old && !old.contains('\\'),
        _ => written == old,
    };
    let needed = write::scalar(old, Style::Plain, Where::Flow) != old;
    let style = if style == Style::Double && needed { Style::Plain } else { style };
    // The location does not show whether the word is inside brackets; text that is valid inside is valid outside too.
    let text = write::scalar(new, style, Where::Flow);
    same.then_some(Splice { file: place.file, span: place.span, text })
}

/// Swaps the text at two locations; `None` unless each is a single word or number.
pub(super) fn swap(draft: &Draft, one: Location, other: Location) -> Option<Edit> {
    let put = |place: Location, from: Location| {
        word_at(draft, place)?;
        Some(Splice { file: place.file, span: place.span, text: word_at(draft, from)?.to_owned() })
    };
    let mut splices = vec![put(one, other)?, put(other, one)?];
    splices.sort_by_key(|splice| (splice.file, splice.span));
    let apart = splices[0].file != splices[1].file || splices[0].span.end <= splices[1].span.start;
    apart.then_some(Edit::from(splices))
}

/// Returns the text at a location, including quotes, if it is a single word or number without escapes.
fn word_at(draft: &Draft, place: Location) -> Option<&str> {
    let text = draft.text(place.file).get(place.span.range())?;
    let inner = match style_of(text) {
        Style::Plain => text,
        _ => text.get(1..text.len().checked_sub(1)?).filter(|_| text.ends_with(&text[..1]))?,
    };
    let tricky = |c: char| c.is_control() || "'\"\\[]{}*&!|>#".contains(c);
    (!inner.is_empty() && !inner.contains(tricky)).then_some(inner)?;
    Some(text)
}

fn style_of(text: &str) -> Style {
    match text.as_bytes().first() {
        Some(b'\'') => Style::Single,
        Some(b'"') => Style::Double,
        _ => Style::Plain,
    }
}
