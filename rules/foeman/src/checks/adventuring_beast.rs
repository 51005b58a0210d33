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
ST limits the damage dice of adventurers, `class: adv`, which is the default (`F7.5`).
Creatures are usually beasts, `class: bst`, whose damage has no such limit.
Write `class: bst`, or `class: adv` if the limit is intended.",
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
        let message = format!("expected `class: bst` for creature {}, found the default `adv`", kind.title);
        let help = Some("add `class: bst`, or `class: adv` if it is intended".to_owned());
        let fixes = vec![Fix::writing(&at.child("class"), "bst")];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
