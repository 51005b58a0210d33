//! `above-iq`: a figure whose IQ is too low for its spells or talents.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, Spell, Talent};

pub(super) static CHECK: Check = Check {
    name: "above-iq",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure has a spell or talent above its IQ",
    doc: "\
A figure can only cast a spell or have a talent whose level (`iq`) is not above its own IQ (`F11.2`).
Raise the figure's IQ, or replace the spell or talent.",
    bad: r##"rosters:
  school: {title: School, figures: {oda: {name: Oda, type: sage, spells: [blaze]}}}
figures:
  sage: {title: Sage, kind: wizard, attributes: {st: 9, dx: 11, iq: 11, ma: 10}}
  master: {title: Master, kind: wizard, attributes: {st: 9, dx: 11, iq: 13, ma: 10}}
spells:
  blaze: {title: Blaze, iq: 12, kind: missile, cost: 2, effects: [{kind: damage, dice: 2D}]}
"##,
    fix: &[("iq: 11", "iq: 12")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let Some(kind): Option<FigureType> = get(survey, &figure.r#type) else { continue };
        let iq = figure.attributes.iq.unwrap_or(kind.attributes.iq);
        let mut add = |pointer: Pointer, id: &str, title: &str, level: u8| {
            let Some(place) = survey.draft.place(&pointer).filter(|_| level > iq) else { return };
            let message = format!("expected IQ {level} for {title}, found {iq} for {}", figure.name);
            let help = Some("raise the figure's IQ, or remove the entry".to_owned());
            let fixes = vec![Fix::removal(id, &pointer)];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        };
        for (number, known) in figure.spells.iter().enumerate() {
            let Some(spell): Option<Spell> = get(survey, known) else { continue };
            add(at.child("spells").child(number.to_string()), known.id(), &spell.title, spell.iq);
        }
        for (number, known) in figure.talents.iter().enumerate() {
            let Some(talent): Option<Talent> = get(survey, known) else { continue };
            add(at.child("talents").child(number.to_string()), known.id(), &talent.title, talent.iq);
        }
    }
}
