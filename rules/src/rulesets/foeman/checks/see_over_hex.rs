//! `see-over-hex`: a hex to see over that is none, or none that matters.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::grid::Direction;
use foeman_schema::survey::Survey;

use super::records;
use crate::rulesets::foeman::catalogs::{FigureType, ViewHex};
use crate::rulesets::foeman::notation::pattern::layout;

pub(super) static CHECK: Check = Check {
    name: "see-over-hex",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A hex to see over is not beside the figure",
    doc: "\
Each entry of `see-over` names a hex beside the figure that does not block its sight (`F2.8`): an occupied hex, 1 for the head, and a direction from there, 0 for ahead and on clockwise.
An entry that begins with no hex of the figure, or leads to one that it occupies itself, changes nothing.
Name another hex, or remove the entry.",
    bad: r##"figures:
  pony: {title: Pony, kind: base, hexes: 2, see-over: [[3, 0]], attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: hooves, damage: -2H}]}
"##,
    fixed: r##"figures:
  pony: {title: Pony, kind: base, hexes: 2, see-over: [[1, 0]], attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: hooves, damage: -2H}]}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in records::<FigureType>(survey) {
        let layout = layout(figure.hexes);
        for (index, &ViewHex([own, direction])) in figure.see_over.iter().enumerate() {
            let from = usize::from(own).checked_sub(1).and_then(|own| layout.get(own));
            let found = match from.map(|hex| hex.step(Direction::new(i32::from(direction)))) {
                None => format!("expected a hex of the figure, 1 to {}, but found `{own}`", figure.hexes),
                Some(hex) if layout.contains(&hex) => {
                    format!(
                        "expected a hex beside the figure, but it occupies that in direction {direction} of hex {own}"
                    )
                }
                Some(_) => continue,
            };
            let pointer = at.child("see-over").child(index.to_string());
            // What is inherited is told where it is contradicted.
            let Some(pointer) = [pointer, at.child("hexes")].into_iter().find(|at| survey.draft.defined(at)) else {
                continue;
            };
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let help = Some("name another hex, or remove the entry".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, found) });
        }
    }
}
