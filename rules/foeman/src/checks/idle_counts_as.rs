//! `idle-counts-as`: an item with `counts-as` that cannot be used.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, records};
use crate::catalogs::Item;
use crate::catalogs::effects::{Deed, Effect, NamedEffect, When};

/// The depth to which named effects are followed; cycles are reported by `effect-cycle`.
const DEPTH: usize = 8;

pub(super) static CHECK: Check = Check {
    name: "idle-counts-as",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An item has `counts-as` but cannot be used",
    doc: "\
`counts-as` names the option that a figure is treated as taking when it uses the item with the option Use (`F10.8`).
Use triggers effects without `when` that are immediate or have `rounds`.
Effects that last while the item is held, worn or carried need no use, and neither do strikes, shots and armour.
Give the item an effect to trigger, or remove `counts-as`.",
    bad: r##"items:
  whistle: {title: Whistle, class: gen, counts-as: defend, effects: [{kind: modify, what: initiative, by: 1}]}
"##,
    fix: &[("1", "1, rounds: 2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey).filter(|(_, item)| item.counts_as.is_some()) {
        let pointer = at.child("counts-as");
        let used = item.effects.iter().any(|effect| waits(survey, effect, DEPTH));
        let Some(place) = survey.draft.place(&pointer).filter(|_| !used && survey.draft.defined(&pointer)) else {
            continue;
        };
        let message = format!("{} has `counts-as`, but using it triggers no effect", item.title);
        let help = Some("give an effect `rounds`, or remove `counts-as`".to_owned());
        let fixes = vec![Fix::removal("counts-as", &pointer)];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}

/// Whether an effect takes place when its item is used, directly or as part of a named effect.
fn waits(survey: &Survey<'_>, effect: &Effect, depth: usize) -> bool {
    let Effect { scope, deed } = effect;
    if scope.when != When::Apply {
        return false;
    }
    match deed {
        Deed::Named { effect } => get::<NamedEffect>(survey, effect).is_some_and(|named| {
            // The scope at the reference overrides the scope in the named effect.
            let narrowed = |part: &Effect| {
                let mut part = part.clone();
                part.scope.rounds = scope.rounds.or(part.scope.rounds);
                part.scope.resist = scope.resist.or(part.scope.resist);
                part
            };
            depth > 0 && named.effects.iter().any(|part| waits(survey, &narrowed(part), depth - 1))
        }),
        Deed::Modify { .. } | Deed::Status { .. } | Deed::Grant { .. } | Deed::Forbid { .. } => {
            scope.rounds.is_some() || scope.resist.is_some()
        }
        _ => true,
    }
}
