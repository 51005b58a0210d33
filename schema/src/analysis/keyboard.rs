//! Values that are wrong only because of full-width commas, colons or brackets.

use serde_json::Value;

use super::flaw::place_of_flaw;
use crate::draft::{Draft, Record};
use crate::source::{SyntaxError, lookalike, parse};
use crate::text::Span;
use crate::validate::Violation;

/// The maximum length in bytes of a text with several records in which look-alike characters are replaced.
const LONGEST_SHARED: usize = 16 * 1024;

/// Returns the look-alike characters of a record, if replacing them resolves some of its flaws and causes no others; and
/// the remaining flaws.
pub(super) fn mistyped(
    draft: &Draft,
    record: &Record,
    flaws: &[Violation],
    judge: impl Fn(&Value) -> Vec<Violation>,
) -> Option<(SyntaxError, Vec<Violation>)> {
    let (part, entry) = draft.written(record);
    let text = &draft.text(record.file)[part.span.range()];
    let own = entry.map_or(text, |entry| text.get(entry.value.span().range()).unwrap_or_default());
    if flaws.is_empty() || !lookalike::has_sign(own) {
        return None;
    }
    // Every attempt parses the whole text, which other records may share.
    if text.len() > LONGEST_SHARED && own.len() < text.len() / 2 {
        return None;
    }
    let start = part.span.start;
    let within = flaws.iter().filter_map(|flaw| {
        let place = place_of_flaw(draft, &record.key.pointer().join(&flaw.steps), &flaw.kind)?;
        Some(Span::new(place.span.start.checked_sub(start)?, place.span.end.checked_sub(start)?))
    });
    let (made, fault) = lookalike::corrected(text, &within.collect::<Vec<_>>())?;
    let root = parse(&made).ok()??;
    let left = judge(&draft.read_record(record, draft.value_in(record, &root)?));
    let is_better = left.len() < flaws.len() && left.iter().all(|flaw| flaws.contains(flaw));
    is_better.then_some((fault, left))
}
