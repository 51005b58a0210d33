//! `reload-total`: a weapon loaded by Ready actions without a total.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Item, ReloadBy};

pub(super) static CHECK: Check = Check {
    name: "reload-total",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A weapon is loaded with Ready actions, but has no total",
    doc: "\
Ready actions load a weapon step by step, until the totals of their rolls reach `total` (`F10.5`).
Without a total, the first Ready action always loads it, whatever the roll.
Add a total.",
    bad: r##"items:
  crossbow: {title: Crossbow, class: wpn, ready: 2hand, fire: {range: 20, damage: 3D, ammo: bolt, reload: {by: ready}}}
  bolt: {title: Bolt, class: amo, carry: acu}
"##,
    fix: &[("by: ready", "by: ready, total: 12")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        let Some(fire) = &item.fire else { continue };
        if fire.reload.by != ReloadBy::Ready || fire.reload.required() > 0 {
            continue;
        }
        let message = "expected a total for the Ready actions, found none".to_owned();
        let help = "add one, such as `total: 12`; three dice roll 10.5 on average";
        let reload = at.child("fire").child("reload");
        // Inherited values are reported in the base record.
        let written = [reload.child("total"), reload.child("by")].into_iter().find(|at| survey.draft.defined(at));
        let Some(pointer) = written else { continue };
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let total = reload.child("total");
        let fixes = vec![Fix::writing(&total, 12)];
        findings.push(Finding { help: Some(help.to_owned()), fixes, ..check.finding(place, pointer, message) });
    }
}
