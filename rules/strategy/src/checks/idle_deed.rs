//! `idle-deed`: a deed without possible targets.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::{Deed, DeedKind, Heir, Occasion, Patient, Rule, Terrain, Who};
use crate::notation::Subject;

pub(super) static CHECK: Check = Check {
    name: "idle-deed",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "A deed of a rule has no effect",
    doc: "\
Each deed needs a matching target: units die, factions win, effects are laid on cells.
If `who` names a target of another kind, or one that the occasion does not have, nothing happens.
A ground cannot be raised on another one, units always need an owner, and `instead` can only replace a blow.",
    bad: "\
rules:
  first:
    title: First come, first served
    when: captured
    do:
      - {kind: win, who: site}
",
    fix: &[("site", "faction")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, rule) in survey.records::<Rule>() {
        let at = key.pointer();
        if rule.instead && rule.when != Occasion::Struck {
            let message = format!("expected `struck` for a rule with `instead`, found `{}`", rule.when.name());
            let help = "remove `instead`, or write `when: struck`".to_owned();
            findings.extend(finding(check, survey, at.child("when"), message, help));
        }
        for (number, deed) in rule.r#do.iter().enumerate() {
            let place = at.child("do").child(number.to_string());
            if let Some((key, message, help)) = idle(survey, rule, deed) {
                findings.extend(finding(check, survey, place.child(key), message, help));
            }
        }
    }
}

/// Returns why a deed has no effect: the key, a message with the expected and the actual value, and the remedy.
fn idle(survey: &Survey<'_>, rule: &Rule, deed: &Deed) -> Option<(&'static str, String, String)> {
    if let DeedKind::Raise { terrain } = &deed.kind
        && survey.records::<Terrain>().any(|(key, of)| key.id == terrain.id() && of.background)
    {
        let id = terrain.id();
        let message = format!("expected a terrain to raise on the ground, found ground `{id}`");
        return Some(("terrain", message, "name another terrain".to_owned()));
    }
    let kind = deed.kind.name();
    let (when, subjects) = (rule.when.name(), rule.when.subjects());
    if deed.kind.patient() == Patient::Nobody {
        return None;
    }
    let who = deed.whom(rule.when);
    let is_meant = match deed.kind.patient() {
        Patient::Units => !matches!(who, Who::Faction | Who::Foe | Who::Factions | Who::Site),
        Patient::Factions => matches!(who, Who::Faction | Who::Foe | Who::Factions),
        Patient::Site => who == Who::Site,
        Patient::Possessions => !matches!(who, Who::Faction | Who::Foe | Who::Factions),
        Patient::Anybody | Patient::Nobody => true,
    };
    let key = if deed.scope.who.is_some() { "who" } else { "kind" };
    if !is_meant {
        let expected = match deed.kind.patient() {
            Patient::Factions => "`faction`, `foe` or `factions`",
            Patient::Site => "`site`",
            Patient::Possessions => "`site` or units (such as `unit` or `own`)",
            _ => "units (such as `unit` or `own`)",
        };
        let message = format!("expected {expected} for `{kind}`, found `{}`", who.name());
        return Some((key, message, "change the target, or use another `kind`".to_owned()));
    }
    if let DeedKind::Cede { to: Heir::Nobody } = deed.kind
        && who != Who::Site
    {
        let message = format!("expected a new owner for the units in `{}`, found `nobody`", who.name());
        return Some(("to", message, "withdraw or kill the units, or write `who: site`".to_owned()));
    }
    let asked: &[Subject] = match who {
        Who::Unit => &[Subject::Unit],
        Who::Other => &[Subject::Other],
        Who::Faction | Who::Own => &[Subject::Faction],
        Who::Foe => &[Subject::Foe],
        Who::Factions => &[],
        Who::Site | Who::Here => &[Subject::Site],
        Who::OwnNear | Who::OthersNear => &[Subject::Site, Subject::Faction],
    };
    let missing = asked.iter().find(|subject| !subjects.contains(subject))?;
    let message = format!("`{}` needs `{}`, which `{when}` does not have", who.name(), missing.name());
    let known: Vec<String> = subjects.iter().map(|subject| format!("`{}`", subject.name())).collect();
    Some((key, message, format!("`{when}` has {}", known.join(", "))))
}
