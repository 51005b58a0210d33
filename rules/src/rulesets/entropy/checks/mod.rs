//! The checks this ruleset adds to the common ones, one file each.

mod duellists_alike;
mod hopeless_strike;
mod idle_parity;
mod lifeless_body;
mod threshold_order;
mod tolerance_range;

use foeman_schema::check::Check;
use foeman_schema::finding::Finding;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

/// All of them, sorted by name.
pub(super) static CHECKS: &[&Check] = &[
    &duellists_alike::CHECK,
    &hopeless_strike::CHECK,
    &idle_parity::CHECK,
    &lifeless_body::CHECK,
    &threshold_order::CHECK,
    &tolerance_range::CHECK,
];

/// A finding at the value of a pointer, or what it is inherited by.
fn finding(check: &Check, survey: &Survey<'_>, pointer: Pointer, message: String, help: String) -> Option<Finding> {
    let place = survey.draft.place(&pointer)?;
    Some(Finding { help: Some(help), ..check.finding(place, pointer, message) })
}
