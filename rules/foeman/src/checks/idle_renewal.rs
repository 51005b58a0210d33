//! `idle-renewal`: a spell with a renewal cost but without lasting effects.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, records};
use crate::catalogs::Spell;
use crate::catalogs::effects::NamedEffect;
use crate::catalogs::effects::{Deed, Effect};
use crate::notation::Rounds;

pub(super) static CHECK: Check = Check {
    name: "idle-renewal",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A spell can be renewed, but has no lasting effect",
    doc: "\
`renewal` is the ST cost of keeping a spell up (`F11.1`), and effects with `rounds: spell` last as long as the spell.
Without such an effect, renewing the spell has no benefit.
Add `rounds: spell` to an effect, or remove `renewal`.",
    bad: r##"spells:
  haste: {title: Haste, iq: 10, kind: enhancement, cost: 2, renewal: 1, effects: [{kind: modify, what: ma, by: 4, rounds: 2}]}
"##,
    fix: &[("rounds: 2", "rounds: spell")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, spell) in records::<Spell>(survey).filter(|(_, spell)| spell.renewal.is_some()) {
        let lasts = |effect: &Effect| effect.scope.rounds == Some(Rounds::Spell);
        let named = |effect: &Effect| match &effect.deed {
            // Only one level is followed: lasting effects are rarely nested deeper.
            Deed::Named { effect } => {
                get::<NamedEffect>(survey, effect).is_some_and(|named| named.effects.iter().any(lasts))
            }
            _ => false,
        };
        let pointer = at.child("renewal");
        let idle = !spell.effects.iter().any(|effect| lasts(effect) || named(effect));
        let Some(place) = survey.draft.place(&pointer).filter(|_| idle && survey.draft.defined(&pointer)) else {
            continue;
        };
        let message = format!("{} has `renewal`, but no effect with `rounds: spell`", spell.title);
        let help = Some("add `rounds: spell` to an effect, or remove `renewal`".to_owned());
        let fixes = vec![Fix::removal("renewal", &pointer)];
        findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
    }
}
