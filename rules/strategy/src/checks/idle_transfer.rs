//! `idle-transfer`: a transfer of resources from a class without resources.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::classes::{classes, extended};
use super::{variable, written};
use crate::catalogs::{Transfer, VariableKind};

pub(super) static CHECK: Check = Check {
    name: "idle-transfer",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "A class with `transfer` has no resources",
    doc: "\
With `transfer`, units take resources from the terrains and effects in their cell each turn, and factions from their \
upgrades.
A class without a resource among its `values` has nothing to give, and one with `delete` is never removed.
A class that others extend is not reported, since they may add values.",
    bad: "\
variables:
  grain: {title: Grain, kind: resource}
effects:
  fair: {title: Village fair, transfer: delete}
",
    fix: &[("delete", "delete, values: {grain: 20}")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, class) in classes(survey).into_iter().filter(|(_, class)| class.transfer != Transfer::None) {
        let known: Vec<_> = class.values.iter().map(|(named, _)| variable(survey, named)).collect();
        let may_have = known.iter().any(|known| known.is_none_or(|known| known.kind == VariableKind::Resource));
        if may_have || extended(survey, &key.catalog).contains(&*key.id) {
            continue;
        }
        let message = "expected a resource among its `values`, found none".to_owned();
        let help = "add a resource to its `values`, or remove `transfer`".to_owned();
        findings.extend(written(check, survey, key.pointer().child("transfer"), message, help));
    }
}
