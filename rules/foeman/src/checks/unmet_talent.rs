//! `unmet-talent`: a figure that does not meet the requirements of its talent.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, RosterFigure, Talent};

pub(super) static CHECK: Check = Check {
    name: "unmet-talent",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure does not meet the requirements of its talent",
    doc: "\
A talent may require ST, DX or other talents in addition to its level of IQ.
Raise the attribute, add the talent, or remove the one that requires it.",
    bad: r##"rosters:
  band: {title: Band, figures: {wat: {name: Wat, type: human, talents: [second-blow]}}}
figures:
  elf: {title: Elf, kind: hero, attributes: {st: 10, dx: 14, iq: 11, ma: 12}}
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
talents:
  second-blow:
    title: Second blow
    iq: 8
    requires: {dx: 13}
    effects: [{kind: grant, option: strike2}]
"##,
    fix: &[(" talents", " attributes: {dx: 13}, talents")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let Some(kind): Option<FigureType> = get(survey, &figure.r#type) else { continue };
        for (number, id) in figure.talents.iter().enumerate() {
            let Some(talent): Option<Talent> = get(survey, id) else { continue };
            let Some((required, has)) = unmet(&talent, figure, &kind) else { continue };
            let pointer = at.child("talents").child(number.to_string());
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("{} requires {required}, but {} {has}", talent.title, figure.name);
            let help = Some(format!("give the figure {required}, or remove the talent"));
            let fixes = vec![Fix::removal(id.id(), &pointer)];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}

/// The first requirement of a talent that a figure does not meet, and what it has instead.
fn unmet(talent: &Talent, figure: &RosterFigure, kind: &FigureType) -> Option<(String, String)> {
    let basic = [
        ("ST", talent.requires.st, figure.attributes.st.unwrap_or(kind.attributes.st)),
        ("DX", talent.requires.dx, figure.attributes.dx.unwrap_or(kind.attributes.dx)),
    ];
    if let Some((name, required, has)) = basic.into_iter().find(|(_, required, has)| has < required) {
        return Some((format!("{name} {required}"), format!("has {has}")));
    }
    let missing = talent.requires.talents.iter().find(|other| !figure.talents.contains(other))?;
    Some((format!("the talent `{}`", missing.id()), "lacks it".to_owned()))
}
