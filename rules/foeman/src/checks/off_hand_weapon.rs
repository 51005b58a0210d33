//! `off-hand-weapon`: a weapon in the second hand that can neither strike nor parry.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{Item, ItemClass, Loadout, Protection, Ready};

pub(super) static CHECK: Check = Check {
    name: "off-hand-weapon",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A weapon in the second hand can neither strike nor parry",
    doc: "\
A one-handed weapon can only strike from the first hand (`F10.4`).
In the second hand it is only useful for parrying, if it has `stops`.
Hold it in the first hand, carry it at the belt, or add `stops`.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: sword, place: second-hand}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  sword: {title: Sword, class: wpn, damage: -1H, requires: {st: 12}}
"##,
    fix: &[("second-hand", "first-hand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        for (index, gear) in figure.gear.iter().enumerate().filter(|(_, gear)| gear.place == Loadout::SecondHand) {
            let item: Option<Item> = get(survey, &gear.item);
            let idle = |item: &Item| {
                let wards = item.stops != Protection::default() || item.also.shd.is_some();
                item.class == ItemClass::Wpn && item.ready == Ready::OneHand && !wards
            };
            let Some(item) = item.filter(idle) else { continue };
            let pointer = at.child("gear").child(index.to_string()).child("place");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!(
                "{} has no use in the second hand: it cannot parry, and strikes only from the first hand",
                item.title
            );
            let help = Some("hold it in the first hand, or carry it at the belt".to_owned());
            let fixes = vec![Fix::writing(&pointer, "belt")];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
