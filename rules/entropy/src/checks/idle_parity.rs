//! `idle-parity`: a body whose parity lets it change its own level, but which lacks the means or the room.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::{Body, Parity};

pub(super) static CHECK: Check = Check {
    name: "idle-parity",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A body can change its own level, but lacks the means or the room",
    doc: "\
A body changes its own level by its mental agility, and no further than its tolerance (`E5`).
Without mental agility it does not move at all; without tolerance it cannot leave its natural level.
Give it some, or correct `e-parity`.",
    bad: "\
bodies:
  torch: {title: Torch, e-parity: plus, e-tolerance-up: 0}
",
    fix: &[("0", "30")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, body) in survey.records::<Body>() {
        if body.e_parity == Parity::Zero {
            continue;
        }
        let mut idle = |field: &[String], expected: &str, remedy: &str| {
            let message = format!("expected {expected}, found `0`");
            let help = format!("{remedy}, or change `e-parity`");
            findings.extend(finding(check, survey, key.pointer().join(field), message, help));
        };
        if body.mental.agl == 0 {
            let field = ["mental".to_owned(), "agl".to_owned()];
            idle(&field, "mental agility for a body that changes its own level", "give it mental agility");
        }
        let directions = [
            ("e-tolerance-up", Parity::Plus, body.e_tolerance_up, "raises"),
            ("e-tolerance-down", Parity::Minus, body.e_tolerance_down, "lowers"),
        ];
        for (field, parity, tolerance, verb) in directions {
            if tolerance == 0 && [parity, Parity::Both].contains(&body.e_parity) {
                let expected = format!("some tolerance for a body that {verb} its own level");
                idle(&[field.to_owned()], &expected, &format!("give it `{field}`"));
            }
        }
    }
}
