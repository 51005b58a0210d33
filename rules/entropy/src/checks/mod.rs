//! The checks of this ruleset, one file each, in addition to the common ones.

foeman_schema::checks! {
    /// All checks, sorted by name.
    pub(super) static CHECKS = [
        duellists_alike,
        hopeless_strike,
        idle_parity,
        lifeless_body,
        threshold_order,
        tolerance_range,
    ]
}

use foeman_schema::check::Check;
use foeman_schema::finding::Finding;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

/// Creates a finding at the value of a pointer; for an inherited value, at the record that inherits it.
fn finding(check: &Check, survey: &Survey<'_>, pointer: Pointer, message: String, help: String) -> Option<Finding> {
    let place = survey.draft.place(&pointer)?;
    Some(Finding { help: Some(help), ..check.finding(place, pointer, message) })
}
