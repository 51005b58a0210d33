//! `same-as-type`: an attribute that repeats the value of the figure type.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::FigureType;

pub(super) static CHECK: Check = Check {
    name: "same-as-type",
    severity: Severity::Info,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A figure repeats an attribute of its type",
    doc: "\
Attributes of a figure override those of its type; one with the same value has no effect now, but hides later changes of the type.
Remove it, or write another number.",
    bad: r##"rosters:
  watch: {title: Watch, figures: {brana: {name: Brana, type: human, attributes: {st: 12, dx: 13}}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("human, attributes: {st: 12, dx", "human, attributes: {dx")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let Some(kind): Option<FigureType> = get(survey, &figure.r#type) else { continue };
        let (own, usual) = (&figure.attributes, kind.attributes);
        let all =
            [("st", own.st, usual.st), ("dx", own.dx, usual.dx), ("iq", own.iq, usual.iq), ("ma", own.ma, usual.ma)];
        for (name, value, usual) in all {
            let pointer = at.child("attributes").child(name);
            let same = value == Some(usual) && survey.draft.defined(&pointer);
            let Some(place) = survey.draft.key_place(&pointer).filter(|_| same) else { continue };
            let message = format!("`{name}` repeats the value of type `{}`, {usual}", figure.r#type.id());
            let help = Some(format!("remove `{name}`, or write another number"));
            let fixes = vec![Fix::safe(format!("remove `{name}`"), vec![Change::Remove { at: pointer.clone() }])];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
