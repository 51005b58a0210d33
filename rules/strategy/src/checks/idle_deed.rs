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
    summary: "A rule does something to nobody",
    doc: "\
A deed is done to somebody of a kind: units die, factions win, effects lie on cells.
Where `who` names others, or somebody whom the occasion is not about, nothing happens.
A ground cannot be raised on another one, units always belong to somebody, and only of a blow can a rule take the place.",
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
            let message =
                format!("expected `struck`, since something else happens instead, but found `{}`", rule.when.name());
            let help = "leave out `instead`, or let it be about a blow".to_owned();
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
        let message = format!("expected something that stands on the ground, but `{id}` is a ground");
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
            Patient::Possessions => "`site`, or units, such as `unit` or `own`",
            _ => "units, such as `unit` or `own`",
        };
        let message = format!("expected {expected} for `{kind}`, but it is done to `{}`", who.name());
        return Some((key, message, "name others, or do something else to these".to_owned()));
    }
    if let DeedKind::Cede { to: Heir::Nobody } = deed.kind
        && who != Who::Site
    {
        let message = format!("expected somebody to whom units can belong, but `{}` go to nobody", who.name());
        return Some(("to", message, "withdraw or kill them, or give away `who: site`".to_owned()));
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
    let message = format!("expected somebody whom `{when}` is about, but `{}` needs a {}", who.name(), missing.name());
    let known: Vec<String> = subjects.iter().map(|subject| format!("`{}`", subject.name())).collect();
    Some((key, message, format!("`{when}` is about {}", known.join(", "))))
}
