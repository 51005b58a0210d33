//! `spells-of-no-wizard`: spells known to a figure that is not a wizard.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, Kind};

pub(super) static CHECK: Check = Check {
    name: "spells-of-no-wizard",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure has spells but is not a wizard",
    doc: "\
Only wizards can cast spells (`F1.8`); heroes, creatures and base humanoids cannot.
Change the figure's type to a wizard, or remove the spells.",
    bad: r##"rosters:
  school: {title: School, figures: {oda: {name: Oda, type: sage, spells: [blaze]}}}
figures:
  sage: {title: Sage, kind: hero, attributes: {st: 9, dx: 11, iq: 12, ma: 10}}
spells:
  blaze: {title: Blaze, iq: 12, kind: missile, cost: 2, effects: [{kind: damage, dice: 2D}]}
"##,
    fix: &[("hero", "wizard")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey).filter(|(_, figure)| !figure.spells.is_empty()) {
        let kind: Option<FigureType> = get(survey, &figure.r#type);
        let Some(kind) = kind.filter(|kind| kind.kind != Kind::Wizard) else { continue };
        let pointer = at.child("spells");
        let Some(place) = survey.draft.key_place(&pointer) else { continue };
        let message = format!("expected a wizard, but {} is a {}", figure.name, word(kind.kind));
        let help = Some(format!("change type `{}` to a wizard, or remove the spells", figure.r#type.id()));
        let fixes = vec![Fix::removal("spells", &pointer)];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Hero => "hero",
        Kind::Wizard => "wizard",
        Kind::Creature => "creature",
        Kind::Base => "base humanoid",
        Kind::Feature => "feature",
    }
}
