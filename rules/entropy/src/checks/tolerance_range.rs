//! `tolerance-range`: a tolerance that exceeds the scale.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::draft::Draft;
use foeman_schema::finding::{Confidence, Finding, Fix, Safety, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::super::constants::HIGHEST_LEVEL;
use super::finding;
use crate::catalogs::Body;

pub(super) static CHECK: Check = Check {
    name: "tolerance-range",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A tolerance extends beyond the scale of levels",
    doc: "\
Levels go from 0 to 250; a threshold beyond that counts as 0 or 250 (`E2`, `E3`).
The body has less room than its tolerance says.
Write the actual room, as `--fix` does, or move its natural level.",
    bad: "\
bodies:
  sun-spark: {title: Sun spark, e-level: 240, e-tolerance-up: 25}
",
    fix: &[("25", "10")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let highest = HIGHEST_LEVEL.rounded();
    for (key, body) in survey.records::<Body>() {
        let level = i32::from(body.e_level);
        let sides = [
            ("e-tolerance-up", i32::from(body.e_tolerance_up), highest - level, highest),
            ("e-tolerance-down", i32::from(body.e_tolerance_down), level, 0),
        ];
        for (field, tolerance, room, end) in sides {
            if tolerance > room {
                let message = format!("expected at most `{room}` from level `{level}`, found `{tolerance}`");
                let help = format!("levels end at {end}; write `{field}: {room}`");
                let mut found = finding(check, survey, key.pointer().child(field), message, help);
                if let Some(found) = &mut found {
                    found.fixes.extend(write_room(survey.draft, &found.pointer, room));
                }
                findings.extend(found);
            }
        }
    }
}

/// Returns the fix that limits the tolerance to the scale. It does not affect play, since no level leaves the scale.
fn write_room(draft: &Draft, tolerance: &Pointer, room: i32) -> Option<Fix> {
    let changes = vec![Change::Set { at: tolerance.clone(), value: room.into() }];
    draft.defined(tolerance).then(|| Fix { title: format!("write `{room}`"), safety: Safety::Safe, changes })
}
