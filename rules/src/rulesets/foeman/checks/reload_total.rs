//! `reload-total`: loading that takes nothing, or a total that means nothing.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::rulesets::foeman::catalogs::{Item, ReloadBy};

pub(super) static CHECK: Check = Check {
    name: "reload-total",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A way of loading and its total do not fit together",
    doc: "\
Ready actions load a weapon by and by, until the totals of their rolls reach `total` (`F10.5`): without one the first does.
What is loaded freely rolls nothing, so a total says nothing.
Add a total, or leave it out.",
    bad: r##"items:
  crossbow: {title: Crossbow, class: wpn, ready: 2hand, fire: {range: 20, damage: 3D, ammo: bolt, reload: {by: ready}}}
  bolt: {title: Bolt, class: amo, carry: acu}
"##,
    fixed: r##"items:
  crossbow: {title: Crossbow, class: wpn, ready: 2hand, fire: {range: 20, damage: 3D, ammo: bolt, reload: {by: ready, total: 12}}}
  bolt: {title: Bolt, class: amo, carry: acu}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let Some(fire) = &item.fire else { continue };
        let (message, help) = match (fire.reload.by, fire.reload.total) {
            (ReloadBy::Ready, 0) => (
                "expected a total that Ready actions add up to, but found none".to_owned(),
                "add one, such as `total: 12`: a roll of three dice comes to ten or eleven",
            ),
            (ReloadBy::Free, total) if total > 0 => (
                format!("expected no total for what is loaded freely, but found `{total}`"),
                "remove it, or say `by: ready`",
            ),
            _ => continue,
        };
        let reload = at.child("fire").child("reload");
        // What is inherited is told where it is written.
        let written = [reload.child("total"), reload.child("by")].into_iter().find(|at| survey.draft.defined(at));
        let Some(pointer) = written else { continue };
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let total = reload.child("total");
        let fixes = match fire.reload.by {
            ReloadBy::Ready => vec![Fix::writing(&total, 12)],
            ReloadBy::Free => vec![Fix::removal("total", &total)],
        };
        findings.push(Finding { help: Some(help.to_owned()), fixes, ..check.finding(place, pointer, message) });
    }
}
