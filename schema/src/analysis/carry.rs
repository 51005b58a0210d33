//! Reuses findings that an edit elsewhere does not affect, and updates their locations.

use super::Parts;
use super::run::{Source, Wanted};
use super::stale::Stale;
use crate::check::Scope;
use crate::draft::Draft;
use crate::finding::Finding;
use crate::standards::check_of;
use crate::text::{Location, Span};

/// Returns the findings that remain valid, with locations in the new draft. Records with a finding that cannot be moved
/// are added to `wanted`, as are checks of groups with such a finding.
pub(super) fn kept(before: &Parts, draft: &Draft, stale: &Stale, wanted: &mut Wanted) -> Vec<(Finding, Source)> {
    let mut kept = Vec::new();
    let (mut lost, mut in_full) = (Vec::new(), Vec::new());
    for (finding, source) in before.findings.with_sources() {
        let Some(record) = source.record.and_then(|old| stale.new_of(old)) else { continue };
        let judged = wanted.judged(source.scope, check_of(finding.code));
        if judged.is_none_or(|judged| judged.binary_search(&record).is_ok()) {
            continue;
        }
        match moved(&before.draft, draft, stale, finding, source) {
            Some(finding) => kept.push((finding, Source { record: Some(record), ..source })),
            None if matches!(source.scope, Scope::Group(_) | Scope::Leaders(_)) => in_full.push(finding.code),
            None => lost.push(record),
        }
    }
    wanted.again.extend(in_full);
    for list in [&mut wanted.records, &mut wanted.users, &mut wanted.with_users].into_iter().flatten() {
        list.extend(&lost);
        list.sort_unstable();
        list.dedup();
    }
    kept
}

/// Returns a finding with all locations updated, or `None` if one of them is in changed text.
fn moved(old: &Draft, draft: &Draft, stale: &Stale, finding: &Finding, source: Source) -> Option<Finding> {
    let at = |place: Location| new_place(old, draft, stale, place, source.record);
    let mut moved = Finding { place: at(finding.place)?, ..finding.clone() };
    for (place, _) in &mut moved.related {
        *place = at(*place)?;
    }
    Some(moved)
}

/// Returns the location in the new draft for a location inside a record of the old one, likely the record `near`.
fn new_place(old: &Draft, draft: &Draft, stale: &Stale, place: Location, near: Option<usize>) -> Option<Location> {
    let records = old.index().records();
    let start_of = |number: usize| old.written(&records[number]).0.span.start;
    let is_inside = |number: &usize| {
        let span = old.written(&records[*number]).0.span;
        records[*number].file == place.file && span.start <= place.span.start && place.span.end <= span.end
    };
    let found = || {
        let after = partition_point(records.len(), |number| {
            (records[number].file, start_of(number)) <= (place.file, place.span.start)
        });
        after.checked_sub(1).filter(is_inside)
    };
    let number = near.filter(is_inside).or_else(found)?;
    let (was, now) = (&records[number], &draft.index().records()[stale.new_of(number)?]);
    let part = old.written(was).0;
    if !old.same_text(was, draft, now) {
        return None;
    }
    let (from, to) = (part.span.start, draft.written(now).0.span.start);
    let shifted = |offset: usize| offset - from + to;
    Some(Location { file: now.file, span: Span::new(shifted(place.span.start), shifted(place.span.end)) })
}

/// Returns the first number for which `before` is false.
fn partition_point(len: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
