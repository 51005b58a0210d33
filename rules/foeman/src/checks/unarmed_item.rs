//! `unarmed-item`: a weapon for bare hands that cannot strike.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, records};
use crate::catalogs::{FigureType, Item, ItemClass, Kind};

pub(super) static CHECK: Check = Check {
    name: "unarmed-item",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "The `unarmed` item of a figure type is never used",
    doc: "\
Heroes and wizards without a weapon strike with the item that their type names as `unarmed` (`F1.8`).
It must be a weapon with `damage`; otherwise they use ordinary bare hands.
Creatures and base humanoids strike with their `attacks` instead.
Name a weapon, or remove `unarmed`.",
    bad: r##"figures:
  monk: {title: Monk, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}, unarmed: habit}
items:
  habit: {title: Habit, class: amr, ready: worn, stops: {protection: 1}}
"##,
    fix: &[
        ("unarmed: habit", "unarmed: fists"),
        (
            r"  habit: {title: Habit, class: amr, ready: worn, stops: {protection: 1}}
",
            r"  habit: {title: Habit, class: amr, ready: worn, stops: {protection: 1}}
  fists: {title: Fists, class: wpn, carry: nil, damage: -1H, skill: unskilled}
",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in records::<FigureType>(survey) {
        let pointer = at.child("unarmed");
        // Inherited values are reported in the base record.
        let written = figure.unarmed.as_ref().filter(|_| survey.draft.defined(&pointer));
        let Some((item, place)) = written.and_then(|item| Some((item, survey.draft.place(&pointer)?))) else {
            continue;
        };
        let (message, help) = if !matches!(figure.kind, Kind::Hero | Kind::Wizard) {
            let message =
                format!("expected `unarmed` on a hero or wizard, but {} strikes with its own body", figure.title);
            (message, "remove it, or change the kind to `hero`")
        } else {
            let item: Option<Item> = get(survey, item);
            let Some(item) = item.filter(|item| item.class != ItemClass::Wpn || item.damage.is_none()) else {
                continue;
            };
            let message = format!("expected a weapon that can strike, found {}", item.title);
            (message, "name an item of class `wpn` with `damage`, or remove `unarmed`")
        };
        let fixes = vec![Fix::removal("unarmed", &pointer)];
        findings.push(Finding { help: Some(help.to_owned()), fixes, ..check.finding(place, pointer, message) });
    }
}
