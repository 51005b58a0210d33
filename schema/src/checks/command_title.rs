//! `command-title`: a scripted command that refers to something by title instead of id.

use super::duel_with;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::script::{self, Meaning};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "command-title",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A scripted command names something by its title",
    doc: "\
A command can name figures, sides, items and spells by their titles as long as these are not ambiguous.
When the title changes, the command no longer fits the battle, and renaming the record leaves it behind.
Write the id instead: it is found by usages and renamed with the record.",
    bad: duel_with!("gorsk strike brana item=old-faithful"),
    fix: &[("old-faithful", "long-sword")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for word in script::own_words(survey.draft) {
        let Meaning::Title(at) = &word.meaning else { continue };
        let Some(id) = at.last() else { continue };
        let message = format!("expected the id `{id}`, but found the title `{}`", word.text);
        let help = Some(format!("write `{id}`, which stays when the title changes"));
        let change = word.replaced(survey.draft, id).map(|value| Change::Set { at: word.at.clone(), value });
        let fix = change.map(|change| Fix::safe(format!("write the id `{id}`"), vec![change]));
        let fixes = fix.into_iter().collect();
        findings.push(Finding { help, fixes, ..check.finding(word.place, word.at.clone(), message) });
    }
}
