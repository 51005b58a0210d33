//! `hopeless-strike`: a duellist that cannot hit the other.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::super::constants::STRIKE_DIE;
use super::super::formulas::needed;
use super::finding;
use crate::catalogs::{Body, Duel};

pub(super) static CHECK: Check = Check {
    name: "hopeless-strike",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A duellist is too slow to ever hit the other",
    doc: "\
A strike hits if d20 plus the difference of the physical agilities is at least 10 (`E6`).
A duellist with over 10 points less than its enemy needs more than the die can show, as long as both keep their \
natural levels.
Bring their agilities closer together, or choose another opponent.",
    bad: "\
bodies:
  gnat: {title: Gnat, physical: {agl: 18}}
  ogre: {title: Ogre, physical: {agl: 3}}
weapons:
  sting: {title: Sting}
duels:
  buzz:
    title: Buzz
    duellists:
      - {name: Zizz, color: '#8c5a3c', body: gnat, weapon: sting}
      - {name: Gorm, color: '#4a7c8c', body: ogre, weapon: sting}
",
    fix: &[("18", "12")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, duel) in survey.records::<Duel>() {
        let [first, second] = duel.duellists.as_slice() else { continue };
        for (position, attacker, defender) in [("0", first, second), ("1", second, first)] {
            let of = |id: &str| survey.record(id).map(|body: &Body| i32::from(body.physical.agl));
            let Some((own, enemy)) = of(attacker.body.id()).zip(of(defender.body.id())) else { continue };
            let needed = needed(own, enemy);
            if needed <= i32::from(STRIKE_DIE) {
                continue;
            }
            let pointer = key.pointer().child("duellists").child(position).child("body");
            let message = format!(
                "`{}` can never hit {}, as it needs {needed} on d{STRIKE_DIE}",
                attacker.body.id(),
                defender.name
            );
            let help = format!(
                "its physical agility is {own} against {enemy}; raise it to at least 10 points below the enemy's"
            );
            findings.extend(finding(check, survey, pointer, message, help));
        }
    }
}
