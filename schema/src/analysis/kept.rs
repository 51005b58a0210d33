//! Findings with their sources, and those that an edit does not affect.

use crate::check::Scope;
use crate::finding::Finding;
use crate::text::Location;

/// The origin of a finding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The scope of its check.
    pub(super) scope: Scope,
    /// The number of the record it points into.
    pub(super) record: Option<usize>,
}

/// A finding with its location and the related ones, which differ from those in the finding if its text has moved.
pub(super) type Placed<'a> = (&'a Finding, Location, &'a [(Location, String)]);

pub(super) fn placed(finding: &Finding) -> Placed<'_> {
    (finding, finding.place, &finding.related)
}

/// A finding that remains valid.
#[derive(Debug)]
pub(super) struct Kept<'a> {
    /// The finding of the earlier state.
    pub(super) finding: &'a Finding,
    pub(super) source: Source,
    /// Its location in the new draft.
    pub(super) place: Location,
    /// The related locations in the new draft.
    pub(super) related: Vec<(Location, String)>,
}

impl Kept<'_> {
    pub(super) fn placed(&self) -> Placed<'_> {
        (self.finding, self.place, &self.related)
    }

    /// Returns the finding in the new draft.
    pub(super) fn moved(self) -> (Finding, Source) {
        let Finding { code, severity, confidence, message, pointer, hex, help, fixes, .. } = self.finding;
        let finding = Finding {
            code,
            severity: *severity,
            confidence: *confidence,
            message: message.clone(),
            place: self.place,
            pointer: pointer.clone(),
            hex: *hex,
            related: self.related,
            help: help.clone(),
            fixes: fixes.clone(),
        };
        (finding, self.source)
    }
}
