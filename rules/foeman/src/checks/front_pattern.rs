//! `front-pattern`: a front pattern for a different number of hexes.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::plural::plural;
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::FigureType;
use crate::notation::pattern::FrontPattern;

pub(super) static CHECK: Check = Check {
    name: "front-pattern",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A front pattern is for another number of hexes",
    doc: "\
A `front` pattern has a digit followed by letters for each hex that the figure occupies (`F2.4`), so the number of digits must equal `hexes`.
Change one of the two, or remove `front` to get the standard pattern.",
    bad: r##"figures:
  pony: {title: Pony, kind: base, hexes: 2, front: 3aabcba, attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: hooves, damage: -2H}]}
"##,
    fix: &[("3aabcba", "4aaab1cccb")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in records::<FigureType>(survey) {
        let Some(front) = figure.front.as_ref().filter(|front| front.hexes() != figure.hexes) else { continue };
        // If a value is inherited, the value that contradicts it is reported.
        let written = ["front", "hexes"].map(|name| at.child(name)).into_iter().find(|at| survey.draft.defined(at));
        let Some((pointer, place)) = written.and_then(|at| Some((at.clone(), survey.draft.place(&at)?))) else {
            continue;
        };
        let (hexes, found) = (figure.hexes, front.hexes());
        let message =
            format!("expected a pattern of {}, found {found} in `{front}`", plural(hexes.into(), "hex", "hexes"));
        let standard = FrontPattern::standard(hexes);
        let help = Some(format!("write `hexes: {found}`, or another pattern, such as the standard one, `{standard}`"));
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
