//! `known-twice`: a spell or talent that a figure has twice.

use std::collections::BTreeSet;

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::roster_figures;

pub(super) static CHECK: Check = Check {
    name: "known-twice",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure has a spell or talent twice",
    doc: "\
The second entry has no effect, so another spell or talent was probably intended.
Remove it, or write the intended one.",
    bad: r##"rosters:
  band: {title: Band, figures: {wat: {name: Wat, type: human, talents: [runner, runner]}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
talents:
  runner: {title: Runner, iq: 7, effects: [{kind: modify, what: ma, by: 2}]}
"##,
    fix: &[("runner, runner", "runner")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let spells = figure.spells.iter().map(|spell| spell.id()).enumerate();
        let talents = figure.talents.iter().map(|talent| talent.id()).enumerate();
        let mut known = BTreeSet::new();
        for (key, number, id) in
            spells.map(|(at, id)| ("spells", at, id)).chain(talents.map(|(at, id)| ("talents", at, id)))
        {
            if known.insert((key, id)) {
                continue;
            }
            let pointer = at.child(key).child(number.to_string());
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("{} has `{id}` twice in `{key}`", figure.name);
            let help = Some("remove it, or write the intended one".to_owned());
            let fixes =
                vec![Fix::safe(format!("remove the second `{id}`"), vec![Change::Remove { at: pointer.clone() }])];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
