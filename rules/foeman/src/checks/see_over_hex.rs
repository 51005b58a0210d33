//! `see-over-hex`: a figure that sees from a hex it does not occupy.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::FigureType;

pub(super) static CHECK: Check = Check {
    name: "see-over-hex",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure sees from a hex that it does not occupy",
    doc: "\
Each entry of `see-over` is the number of a hex behind the figure's head that it also sees from (`F2.8`): 2 is straight behind the head, 3 next to both, 4 behind 3.
An entry greater than `hexes` has no effect, and neither does a repeated one.
Name another hex, or remove the entry.",
    bad: r##"figures:
  pony: {title: Pony, kind: base, hexes: 2, see-over: [3], attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: hooves, damage: -2H}]}
"##,
    fix: &[("3", "2")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in records::<FigureType>(survey) {
        for (index, own) in figure.see_over.iter().enumerate() {
            let found = if *own > figure.hexes {
                format!("expected a hex of the figure, at most {}, found `{own}`", figure.hexes)
            } else if figure.see_over[..index].contains(own) {
                format!("expected another hex, found `{own}` again")
            } else {
                continue;
            };
            let pointer = at.child("see-over").child(index.to_string());
            // If a value is inherited, the value that contradicts it is reported.
            let Some(pointer) = [pointer, at.child("hexes")].into_iter().find(|at| survey.draft.defined(at)) else {
                continue;
            };
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let help = Some("name another hex, or remove the entry".to_owned());
            let fixes = match pointer.last() {
                Some("hexes") => Vec::new(),
                _ => vec![Fix::removal(&own.to_string(), &pointer)],
            };
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, found) });
        }
    }
}
