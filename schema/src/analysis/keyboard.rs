//! Values that are wrong only because of full-width commas, colons or brackets.

use serde_json::Value;

use super::flaw::place_of_flaw;
use crate::draft::{Draft, Record};
use crate::source::{SyntaxError, lookalike, parse};
use crate::text::Span;
use crate::validate::Violation;

/// The look-alike signs of a record, if some of its flaws are gone and no others come with the signs of YAML in their
/// place; and the flaws that are left then.
pub(super) fn mistyped(
    draft: &Draft,
    record: &Record,
    flaws: &[Violation],
    judge: impl Fn(&Value) -> Vec<Violation>,
) -> Option<(SyntaxError, Vec<Violation>)> {
    let (part, _) = draft.written(record);
    let text = &draft.text(record.file)[part.span.range()];
    if flaws.is_empty() || text.is_ascii() {
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
