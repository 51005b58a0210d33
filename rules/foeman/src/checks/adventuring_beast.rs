//! `adventuring-beast`: a creature that counts as an adventurer.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{FigureType, Kind, PlayerClass};

pub(super) static CHECK: Check = Check {
    name: "adventuring-beast",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Record,
    summary: "A creature counts as an adventurer",
    doc: "\
A figure of class `adv`, which is what holds where nothing is written, has its damage dice limited by its ST (`F7.5`).
Creatures are usually beasts, `class: bst`, and hit as hard as their attacks say.
Say `class: bst`, or write `class: adv` if it is meant.",
    bad: r##"rosters:
  pond: {title: Pond, figures: {hops: {name: Hops, type: toad}}}
figures:
  toad: {title: Toad, kind: creature, attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: tongue, damage: -2H}]}
"##,
    fix: &[("type: toad", "type: toad, class: bst")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        if figure.class != PlayerClass::Adv || survey.draft.defined(&at.child("class")) {
            continue;
        }
        let kind: Option<FigureType> = get(survey, &figure.r#type);
        let Some(kind) = kind.filter(|kind| kind.kind == Kind::Creature) else { continue };
        let pointer = at.child("type");
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message =
            format!("expected `class: bst` for `{}`, a creature, but found no class, which is `adv`", kind.title);
        let help = Some("add `class: bst`, or `class: adv` if it is meant".to_owned());
        let fixes = vec![Fix::writing(&at.child("class"), "bst")];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
