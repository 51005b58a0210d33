//! `toothless-creature`: a creature without attacks.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{FigureType, Kind};

pub(super) static CHECK: Check = Check {
    name: "toothless-creature",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A creature has no attacks",
    doc: "\
Creatures and base humanoids strike with their bodies, not with items (`F1.8`).
Without `attacks`, they can neither strike nor engage other figures.
Add an attack, or change the kind to `hero`, which fights with items or bare hands.",
    bad: r##"figures:
  toad: {title: Toad, kind: creature, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("10}", "10}, attacks: [{title: tongue, damage: -2H}]")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in records::<FigureType>(survey) {
        if !matches!(figure.kind, Kind::Creature | Kind::Base) || !figure.attacks.is_empty() {
            continue;
        }
        // Reported at the empty list, otherwise at `kind`; inherited values are reported in the base record.
        let written = [at.child("attacks"), at.child("kind")].into_iter().find(|at| survey.draft.defined(at));
        let Some((pointer, place)) = written.and_then(|at| Some((at.clone(), survey.draft.place(&at)?))) else {
            continue;
        };
        let message = format!("{} has no attacks", figure.title);
        let help = Some("add one, such as `attacks: [{title: bite, damage: -1H}]`".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
