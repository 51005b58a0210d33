//! `idle-effect`: an effect that changes nothing.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use serde_json::json;

use super::effects::effects;
use crate::catalogs::effects::{Deed, Effect};
use crate::notation::bypass::Physical;
use crate::notation::expression::Expression;

pub(super) static CHECK: Check = Check {
    name: "idle-effect",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An effect changes nothing",
    doc: "\
Examples are a change by 0, a status effect that names no status, damage that is bypassed completely, and a range whose limits are swapped.
Complete the effect, or remove it.",
    bad: r##"terrains:
  bog:
    title: Bog
    color: "#5b4636"
    effects:
      - {kind: modify, what: dx, by: 0, who: occupants}
      - {kind: status, when: enter, who: occupants}
"##,
    fix: &[(r"      - {kind: modify, what: dx, by: 0, who: occupants}
      - {kind: status, when: enter, who: occupants}
", r"      - {kind: modify, what: dx, by: -1, who: occupants}
      - {kind: status, add: slowed, when: enter, who: occupants}
")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (_, at, effect) in effects(survey) {
        let Some((key, why, help)) = idle(&effect) else { continue };
        let pointer = if key.is_empty() { at.clone() } else { at.child(key) };
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = format!("this effect changes nothing: {why}");
        let fixes = match (key, effect.scope.range) {
            ("range", Some([nearest, farthest])) => {
                let value = json!([farthest, nearest]);
                vec![Fix::guess("swap the distances", vec![Change::Set { at: at.child(key), value }])]
            }
            ("remove", _) => vec![Fix::removal(key, &pointer)],
            ("bypass", _) => Vec::new(),
            _ => vec![Fix::single("remove the effect", vec![Change::Remove { at: at.clone() }])],
        };
        findings.push(Finding { help: Some(help.to_owned()), fixes, ..check.finding(place, pointer, message) });
    }
}

/// The key to blame (empty if something is missing), the reason why the effect changes nothing, and the remedy.
fn idle(effect: &Effect) -> Option<(&'static str, String, &'static str)> {
    const ANOTHER: &str = "write another amount, or remove the effect";
    let none = |key: &'static str, amount: &Expression| {
        let constant = amount.constant().filter(|constant| *constant <= 0)?;
        Some((key, format!("`{key}` is {constant}"), ANOTHER))
    };
    if let Some([nearest, farthest]) = effect.scope.range.filter(|[nearest, farthest]| nearest > farthest) {
        let why = format!("no figure is at least {nearest} and at most {farthest} hexes away");
        return Some(("range", why, "write the smaller distance first"));
    }
    match &effect.deed {
        Deed::Modify { by, .. } if by.expression().constant() == Some(0) => Some(("by", "`by` is 0".into(), ANOTHER)),
        Deed::Damage { bypass, .. } if bypass.physical == Physical::NoDamage => Some((
            "bypass",
            format!("the last digit of `{bypass}` means no harm"),
            "write another last digit, such as 9 for full harm",
        )),
        Deed::Damage { dice, .. } => none("dice", dice.expression()),
        Deed::Heal { dice: Some(dice), .. } => none("dice", dice.expression()),
        Deed::Heal { points: Some(points), .. } => none("points", points.expression()),
        Deed::Heal { dice: None, points: None, .. } => Some(("", "it has no amount".into(), "add `dice` or `points`")),
        Deed::Status { add: None, remove: None } => {
            Some(("", "it names no status".into(), "add `add: stunned`, or `remove`"))
        }
        Deed::Status { add, remove } if add == remove => {
            Some(("remove", "it adds and removes the same status".into(), "remove one of the two"))
        }
        Deed::Move { hexes, .. } | Deed::Create { hexes, .. } => none("hexes", hexes.expression()),
        Deed::Grant { option: None, talent: None, reroll: None } => {
            Some(("", "it names nothing to allow".into(), "add `option`, `talent` or `reroll`"))
        }
        Deed::Forbid { option: None, talent: None } => {
            Some(("", "it names nothing to forbid".into(), "add `option` or `talent`"))
        }
        Deed::Dispel { ends: None, spell: None } => {
            Some(("", "it names nothing to end".into(), "add `ends` or `spell`"))
        }
        _ => None,
    }
}
