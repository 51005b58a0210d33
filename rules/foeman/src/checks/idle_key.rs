//! `idle-key`: a key of an effect that has no meaning in combination with the others.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Target};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::effects::effects;
use crate::catalogs::effects::{Deed, Effect, NamedEffect, Quantity, Who};
use crate::notation::Rounds;

pub(super) static CHECK: Check = Check {
    name: "idle-key",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A key of an effect has no meaning there",
    doc: "\
Some keys need others: `die` needs `what: damage`, `within` needs `who: allies` or `who: foes`, and `rounds: spell` is only for effects of spells.
Without them the key is ignored.
Remove the key, or add the other one.",
    bad: r##"terrains:
  shrine:
    title: Shrine
    color: "#d8d2c2"
    effects:
      - {kind: modify, what: dx, by: 1, die: low, who: occupants}
      - {kind: heal, points: 1, when: round-start, who: occupants, within: 2}
"##,
    fix: &[(r"      - {kind: modify, what: dx, by: 1, die: low, who: occupants}
      - {kind: heal, points: 1, when: round-start, who: occupants, within: 2}
", r"      - {kind: modify, what: damage, by: 1, die: low, who: occupants}
      - {kind: heal, points: 1, when: round-start, who: allies, within: 2}
")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (record, at, effect) in effects(survey) {
        let Some((key, why, help)) = idle(&effect, &record.catalog) else { continue };
        let pointer = at.child(key);
        let Some(place) = survey.draft.key_place(&pointer) else { continue };
        let message = format!("`{key}` {why}");
        let fixes = match key {
            "rounds" => Vec::new(),
            _ => vec![Fix::removal(key, &pointer)],
        };
        findings.push(Finding { help: Some(help.to_owned()), fixes, ..check.finding(place, pointer, message) });
    }
}

/// A key without meaning, the reason, and the remedy.
fn idle(effect: &Effect, catalog: &str) -> Option<(&'static str, &'static str, &'static str)> {
    if let Deed::Modify { what, die: Some(_), .. } = &effect.deed
        && *what != Quantity::Damage
    {
        return Some(("die", "has no meaning without `what: damage`", "remove `die`, or write `what: damage`"));
    }
    if effect.scope.within.is_some() && !matches!(effect.scope.who, Who::Allies | Who::Foes) {
        return Some((
            "within",
            "has no meaning without `who: allies` or `who: foes`",
            "remove `within`, or add `who`",
        ));
    }
    let has_spell = [crate::catalogs::effects::Spells::TARGET, NamedEffect::CATALOG].contains(&catalog);
    if effect.scope.rounds == Some(Rounds::Spell) && !has_spell {
        return Some(("rounds", "can only be `spell` in a spell", "write a number of rounds, or `encounter`"));
    }
    None
}
