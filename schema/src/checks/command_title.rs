//! `command-title`: a scripted command that refers to something by title instead of id.

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::script::{self, Meaning};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "command-title",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A scripted command names something by its title",
    doc: "\
A command can name figures, sides, items and spells by their titles as long as these are not ambiguous.
When the title changes, the command no longer fits the battle, and renaming the record leaves it behind.
Write the id instead: it is found by usages and renamed with the record.",
    bad: r##"checks:
  first-blow:
    title: The first blow
    scenario: raid
    commands:
      - gorsk strike brana item=old-faithful
    expect:
      - {kind: rounds, to: 9}
scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human, gear: [{item: long-sword, place: first-hand}]}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  long-sword: {title: Old Faithful, class: wpn, ready: 1hand, damage: -1H}
"##,
    fixed: r##"checks:
  first-blow:
    title: The first blow
    scenario: raid
    commands:
      - gorsk strike brana item=long-sword
    expect:
      - {kind: rounds, to: 9}
scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human, gear: [{item: long-sword, place: first-hand}]}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  long-sword: {title: Old Faithful, class: wpn, ready: 1hand, damage: -1H}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for word in script::own_words(survey.draft) {
        let Meaning::Title(at) = &word.meaning else { continue };
        let Some(id) = at.last() else { continue };
        let message = format!("expected the id `{id}`, but found the title `{}`", word.text);
        let help = Some(format!("write `{id}`, which stays when the title changes"));
        let change = word.replaced(survey.draft, id).map(|value| Change::Set { at: word.at.clone(), value });
        let fix = change.map(|change| Fix::safe(format!("write the id `{id}`"), vec![change]));
        let fixes = fix.into_iter().collect();
        findings.push(Finding { help, fixes, ..check.finding(word.place, word.at.clone(), message) });
    }
}
