//! Reuses findings that an edit elsewhere does not affect, and updates their locations.

use rustc_hash::FxHashMap;

use super::Parts;
use super::kept::{Kept, Source};
use super::run::Wanted;
use super::stale::Stale;
use crate::check::Scope;
use crate::draft::Draft;
use crate::standards::check_of;
use crate::text::{Location, Span};

/// Returns the findings that remain valid, with locations in the new draft. Records with a finding that cannot be moved
/// are added to `wanted`, as are checks of groups with such a finding.
pub(super) fn kept<'a>(before: &'a Parts, draft: &Draft, stale: &Stale, wanted: &mut Wanted) -> Vec<Kept<'a>> {
    let mut kept = Vec::with_capacity(before.findings.all().len());
    let (mut lost, mut in_full) = (Vec::new(), Vec::new());
    let mut places = Places { old: &before.draft, draft, stale, elsewhere: FxHashMap::default() };
    for (finding, source) in before.findings.with_sources() {
        let Some(record) = source.record.and_then(|old| stale.new_of(old)) else { continue };
        let judged = wanted.judged(source.scope, check_of(finding.code));
        if judged.is_none_or(|judged| judged.binary_search(&record).is_ok()) {
            continue;
        }
        let mut now = |place: Location| places.now(place, source.record);
        let place = now(finding.place);
        let related = finding.related.iter().map(|(place, label)| Some((now(*place)?, label.clone())));
        match place.zip(related.collect()) {
            Some((place, related)) => {
                kept.push(Kept { finding, source: Source { record: Some(record), ..source }, place, related });
            }
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

/// Finds locations in the new draft.
struct Places<'a> {
    old: &'a Draft,
    draft: &'a Draft,
    stale: &'a Stale,
    /// Known locations in other records than expected. Many findings are related to the same few locations.
    elsewhere: FxHashMap<Location, Option<Location>>,
}

impl Places<'_> {
    /// Returns the location in the new draft for a location inside a record of the old one, likely the record `near`;
    /// `None` if its text has changed.
    fn now(&mut self, place: Location, near: Option<usize>) -> Option<Location> {
        if let Some(number) = near.filter(|&number| self.is_inside(number, place)) {
            return self.moved(number, place);
        }
        if let Some(known) = self.elsewhere.get(&place) {
            return *known;
        }
        let now = self.record_at(place).and_then(|number| self.moved(number, place));
        self.elsewhere.insert(place, now);
        now
    }

    fn is_inside(&self, number: usize, place: Location) -> bool {
        let record = &self.old.index().records()[number];
        let span = self.old.written(record).0.span;
        record.file == place.file && span.start <= place.span.start && place.span.end <= span.end
    }

    fn record_at(&self, place: Location) -> Option<usize> {
        let records = self.old.index().records();
        let starts_before = |number: usize| {
            let record = &records[number];
            (record.file, self.old.written(record).0.span.start) <= (place.file, place.span.start)
        };
        let number = partition_point(records.len(), starts_before).checked_sub(1)?;
        self.is_inside(number, place).then_some(number)
    }

    /// Returns the location in the new draft for a location inside this record.
    fn moved(&self, number: usize, place: Location) -> Option<Location> {
        let now = &self.draft.index().records()[self.stale.new_of(number)?];
        let was = &self.old.index().records()[number];
        let [from, to] = self.old.kept_part(was, self.draft, now)?.map(|part| part.span.start);
        let shifted = |offset: usize| offset - from + to;
        Some(Location { file: now.file, span: Span::new(shifted(place.span.start), shifted(place.span.end)) })
    }
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
