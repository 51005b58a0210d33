//! `short-spell`: a spell for other figures with a range of 0.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Spell, SpellKind, SpellTarget};

pub(super) static CHECK: Check = Check {
    name: "short-spell",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A spell that is cast on others has a range of 0",
    doc: "\
A range of 0 is the caster's own hex, so the spell only reaches figures that are hand to hand with the caster.
Write the range in hexes, remove it if only sight limits the spell, or write `target: caster`.",
    bad: r##"rosters:
  school: {title: School, figures: {oda: {name: Oda, type: sage, spells: [stumble]}}}
figures:
  sage: {title: Sage, kind: wizard, attributes: {st: 12, dx: 11, iq: 13, ma: 10}}
spells:
  stumble: {title: Stumble, iq: 8, kind: thrown, cost: 1, range: 0, target: foe, effects: [{kind: posture, to: lying}]}
"##,
    fix: &[(" 0", " 10")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, spell) in records::<Spell>(survey).filter(|(_, spell)| spell.range == Some(0)) {
        let of_others = match spell.target {
            SpellTarget::Foe | SpellTarget::Ally => true,
            // Dispelling spells may be cast on the caster as well.
            SpellTarget::Figure => spell.kind != SpellKind::Dispelling,
            SpellTarget::Caster | SpellTarget::Hex => false,
        };
        let pointer = at.child("range");
        let here = survey.draft.place(&pointer).filter(|_| of_others && survey.draft.defined(&pointer));
        let Some(place) = here else { continue };
        let message = "expected a range of 1 or more for a spell that is cast on others, found `0`";
        let help = Some("write the range in hexes, or remove it if only sight limits the spell".to_owned());
        let fixes = vec![Fix::single("remove `range`", vec![Change::Remove { at: pointer.clone() }])];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
