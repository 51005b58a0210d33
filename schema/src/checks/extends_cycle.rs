//! `extends-cycle`: a record that extends itself, directly or through others.

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::{RawFindingKind, Survey};

pub(crate) static CHECK: Check = Check {
    name: "extends-cycle",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A record extends itself, directly or through other records",
    doc: "\
A record inherits from the one it extends, which may extend another one, and so on.
In a cycle, the values have no origin.
Remove `extends` from one record of the cycle.",
    bad: r##"terrains:
  sand:
    extends: dune
    title: Sand
    color: "#d9c08c"
  dune:
    extends: sand
    title: Dune
"##,
    fix: &[("    extends: dune\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for problem in survey.endless() {
        let RawFindingKind::ExtendsCycle { through } = problem.kind else { continue };
        let (Some((key, _)), draft) = (problem.pointer.record(), survey.draft) else { continue };
        let by_way: Vec<String> = through.iter().map(|other| format!("`{}`", other.id)).collect();
        let message = if by_way.is_empty() {
            format!("`{}` extends itself", key.id)
        } else {
            format!("`{}` extends itself through {}", key.id, by_way.join(", "))
        };
        let mut finding = check.finding(problem.place, problem.pointer.clone(), message);
        let places = through.iter().filter_map(|other| draft.place(&other.pointer().child("extends")));
        finding.related = places.map(|place| (place, "extends the next record".to_owned())).collect();
        finding.help = Some("remove `extends` from one of them".to_owned());
        findings.push(finding);
    }
}
