//! `command-title`: a scripted command that refers to something by title instead of id.

use super::duel_with;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::script::Meaning;
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "command-title",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A scripted command refers to something by its title",
    doc: "\
A command can name figures, sides, items and spells by title if the title is unambiguous.
But renaming the record does not update the command, and after a change of the title the command fails.
Write the id instead: it is listed among the record's usages and renamed with it.",
    bad: duel_with!("gorsk strike brana item=old-faithful"),
    fix: &[("old-faithful", "long-sword")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for word in survey.words() {
        let Meaning::Title(at) = &word.meaning else { continue };
        let Some(id) = at.last() else { continue };
        let message = format!("expected the id `{id}`, found the title `{}`", word.text);
        let help = Some(format!("write `{id}`, which does not depend on the title"));
        let change = word.replaced(survey.draft, id).map(|value| Change::Set { at: word.at.clone(), value });
        let fix = change.map(|change| Fix::safe(format!("write the id `{id}`"), vec![change]));
        let fixes = fix.into_iter().collect();
        findings.push(Finding { help, fixes, ..check.finding(word.place, word.at.clone(), message) });
    }
}
