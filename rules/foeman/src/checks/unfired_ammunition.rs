//! `unfired-ammunition`: ammunition that no weapon fires.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::fired;
use crate::catalogs::{Item, ItemClass};

pub(super) static CHECK: Check = Check {
    name: "unfired-ammunition",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::UsersIfSound(Item::CATALOG),
    summary: "No weapon fires an item of ammunition",
    doc: "\
An item of class `amo` is only useful for weapons that name it as `ammo` under `fire` (`F10.5`).
Name it there, or change the class.",
    bad: r##"items:
  arrow: {title: Arrow, class: amo, carry: acu}
"##,
    fix: &[(
        "  arrow: {title: Arrow, class: amo, carry: acu}\n",
        r"  arrow: {title: Arrow, class: amo, carry: acu}
  bow: {title: Bow, class: wpn, ready: 2hand, fire: {range: 20, damage: -1H, ammo: arrow}}
",
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // An invalid weapon may be the one that fires it.
    if !survey.is_all_sound(Item::CATALOG) {
        return;
    }
    let fired = fired(survey);
    let unfired = |key: &RecordKey, item: &Item| item.class == ItemClass::Amo && !fired.contains(key.id.as_str());
    for (key, item) in survey.records::<Item>().filter(|(key, item)| unfired(key, item)) {
        let at = key.pointer();
        let class = at.child("class");
        let (pointer, place) = match survey.draft.defined(&class) {
            true => (class.clone(), survey.draft.place(&class)),
            false => (at.clone(), survey.draft.key_place(&at)),
        };
        let Some(place) = place else { continue };
        let message = format!("no weapon fires {}", item.title);
        let help = Some("name it as the `ammo` of a weapon's `fire`, or change the class".to_owned());
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}
