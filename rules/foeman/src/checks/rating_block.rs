//! `rating-block`: a rating without a block, or a block without a rating.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::records;
use crate::catalogs::{FigureType, Item, ItemClass, Protection};

pub(super) static CHECK: Check = Check {
    name: "rating-block",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "An item has a rating without a block, or a block without a rating",
    doc: "\
An item interposes if one die shows its `rating` or less, and then stops as many points as its `block` (`F8.3`).
One has no effect without the other.
Shields and weapons may have a block alone, because defending gives them a rating (`F8.4`).
Add the missing one, or remove the other.",
    bad: r##"items:
  mail: {title: Mail, class: amr, ready: worn, stops: {protection: 2, rating: 3}}
"##,
    fix: &[("3", "3, block: 1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let hides = records::<FigureType>(survey)
        .map(|(at, figure)| (at.child("hide"), figure.hide.unwrap_or_default(), Alone::Idle));
    let items = records::<Item>(survey).map(|(at, item)| {
        let alone = if item.class == ItemClass::Amr { Alone::Idle } else { Alone::ServesDefending };
        (at.child("stops"), item.stops, alone)
    });
    let also = records::<Item>(survey).filter_map(|(at, item)| {
        let at = at.child("also").child("shd").child("stops");
        Some((at, item.also.shd?.stops, Alone::ServesDefending))
    });
    for (at, stops, alone) in hides.chain(items).chain(also) {
        findings.extend(fault(check, survey, &at, stops, alone));
    }
}

/// The use of a block without a rating.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alone {
    /// It has none.
    Idle,
    /// It stops blows while the figure defends with the item.
    ServesDefending,
}

fn fault(check: &Check, survey: &Survey<'_>, at: &Pointer, stops: Protection, alone: Alone) -> Option<Finding> {
    let (has, value, lacks) = match (stops.rating, stops.block) {
        (rating, 0) if rating > 0 => ("rating", rating, "block"),
        (0, block) if block > 0 && alone == Alone::Idle => ("block", block, "rating"),
        _ => return None,
    };
    // Inherited values are reported in the base record.
    let pointer = [has, lacks].map(|name| at.child(name)).into_iter().find(|at| survey.draft.defined(at))?;
    let message = format!("expected a {lacks} with {has} `{value}`, found none");
    let help = Some(format!("add a {lacks}, or remove the {has}"));
    Some(Finding { help, ..check.finding(survey.draft.place(&pointer)?, pointer, message) })
}
