//! `threshold-order`: a natural level outside the thresholds.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::draft::Draft;
use foeman_schema::finding::{Confidence, Finding, Fix, Safety, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::finding;
use crate::catalogs::{Armour, Weapon};

pub(super) static CHECK: Check = Check {
    name: "threshold-order",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The natural level of a weapon or armour is outside its thresholds",
    doc: "\
The natural level of a weapon or an armour must be between its lower and its upper threshold (`E1`).
Otherwise it would overflow before the first blow.
Usually the two thresholds are swapped, as in the printed source; `--fix` swaps them back.",
    bad: "\
weapons:
  cold-blade:
    title: Cold blade
    e-level: 30
    upper-threshold: 5
    lower-threshold: 80
",
    fix: &[("    upper-threshold: 5\n    lower-threshold: 80\n", "    upper-threshold: 80\n    lower-threshold: 5\n")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let weapons = survey.records::<Weapon>();
    let weapons = weapons.map(|(key, it)| (key, it.e_level, it.lower_threshold, it.upper_threshold));
    let armours = survey.records::<Armour>();
    let armours = armours.map(|(key, it)| (key, it.e_level, it.lower_threshold, it.upper_threshold));
    for (key, natural, lower, upper) in weapons.chain(armours) {
        findings.extend(judge(check, survey, key, [lower, natural, upper]));
    }
}

fn judge(check: &Check, survey: &Survey<'_>, key: &RecordKey, [lower, natural, upper]: [u8; 3]) -> Option<Finding> {
    let (field, message) = if upper < natural {
        ("upper-threshold", format!("expected at least the natural level, `{natural}`, found `{upper}`"))
    } else if lower > natural {
        ("lower-threshold", format!("expected at most the natural level, `{natural}`, found `{lower}`"))
    } else {
        return None;
    };
    let swapped = upper <= natural && natural <= lower;
    let help = match swapped {
        true => format!("swap the two: `upper-threshold: {lower}` and `lower-threshold: {upper}`"),
        false => format!("move the threshold or the natural level, `e-level: {natural}`"),
    };
    let mut finding = finding(check, survey, key.pointer().child(field), message, help)?;
    if swapped {
        finding.fixes.extend(swap_thresholds(survey.draft, key));
    }
    Some(finding)
}

/// Returns the fix that swaps the two values, if both are written in this record rather than inherited.
fn swap_thresholds(draft: &Draft, key: &RecordKey) -> Option<Fix> {
    let written = |field: &str| Some(key.pointer().child(field)).filter(|pointer| draft.defined(pointer));
    let changes = vec![Change::Swap { one: written("upper-threshold")?, other: written("lower-threshold")? }];
    let title = "swap `upper-threshold` and `lower-threshold`".to_owned();
    Some(Fix { title, safety: Safety::Safe, changes })
}
