//! `weapon-as-armour`: a weapon listed in a table of armours (`A5`).

use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};

use crate::catalogs::Weapon;

pub(super) static CHECK: Check = Check {
    name: "weapon-as-armour",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A table of armours names a weapon",
    doc: "\
Weapons and armours share one series of numbers, so a weapon can be mistaken for an armour.
A record with its own table is a weapon; one that is both, such as the body, is in the tables of several.
Name the intended armour.",
    bad: r##"weapons:
  axe: {title: Axe, number: "0001", table: [{armour: mail, less: 3}]}
  club: {title: Club, number: "0002", table: [{armour: mail, less: 1}, {armour: axe, less: 2}]}
  mail: {title: Mail, number: "0101"}
  shield: {title: Shield, number: "0102"}
"##,
    fix: &[("armour: axe", "armour: shield")],
    run: |check, survey, found| {
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, weapon) in survey.records::<Weapon>() {
            weapon.table.iter().for_each(|entry| *named.entry(entry.armour.id()).or_default() += 1);
        }
        for (key, weapon) in survey.records::<Weapon>() {
            for (number, entry) in weapon.table.iter().enumerate() {
                let id = entry.armour.id();
                let is_weapon = survey.record::<Weapon>(id).is_some_and(|other| !other.table.is_empty());
                if !is_weapon || named[id] > 1 {
                    continue;
                }
                let pointer = key.pointer().child("table").child(number.to_string()).child("armour");
                let here = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer));
                let Some(place) = here else { continue };
                let message = format!("expected an armour, found weapon `{id}`, which has its own table");
                let help = Some("name the armour that was meant".to_owned());
                found.push(Finding { help, ..check.finding(place, pointer, message) });
            }
        }
    },
};
