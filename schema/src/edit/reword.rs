//! Writing another word where one stands: a key, an id, a number. Knows only the place, so it costs next to nothing.

use super::write::{self, Where};
use super::{Edit, Splice};
use crate::draft::Draft;
use crate::source::tree::Style;
use crate::text::Location;

/// Writes another word in the place of the one that stands there, in the same quotes; quotes that only the old word
/// needed go.
///
/// `None` where something else stands: several lines, an alias, escapes.
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
    // Whether brackets stand around it is not known here; what is right inside them is right outside too.
    let text = write::scalar(new, style, Where::Flow);
    same.then_some(Splice { file: place.file, span: place.span, text })
}

/// Exchanges what is written at two places, each one word or number; `None` where something else stands.
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

/// The text at a place, quotes included, if it is a single word or number without tricks.
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
