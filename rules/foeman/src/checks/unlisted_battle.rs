//! `unlisted-battle`: a campaign that continues with a battle it does not list.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::records;
use crate::catalogs::{Campaign, Next};

pub(super) static CHECK: Check = Check {
    name: "unlisted-battle",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A battle leads to a scenario that is not in the campaign",
    doc: "\
An outcome with `go: to` or `go: choose` continues with the first battle of the list that uses the scenario, so the list must contain one.
Add the battle, or name one that is in the list.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
  rout:
    title: Rout
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [2, 0]}}}
      - {side: guards, place: {brana: {hex: [0, 0]}}}
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
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
campaigns:
  season:
    title: The season
    rosters: [gang]
    battles:
      - scenario: raid
        defeat: {go: to, scenario: rout}
"##,
    fix: &[("        defeat: {go: to, scenario: rout}\n", r"        defeat: {go: to, scenario: rout}
      - scenario: rout
")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, campaign) in records::<Campaign>(survey) {
        for (n, battle) in campaign.battles.iter().enumerate() {
            for (key, next) in battle.ways() {
                let at = at.child("battles").child(n.to_string()).child(key);
                for (pointer, id) in named(&at, next) {
                    let listed = campaign.position(id).is_some();
                    let Some(place) = survey.draft.place(&pointer).filter(|_| !listed) else { continue };
                    let message = format!("expected a scenario of this campaign, found `{id}`");
                    let help = Some(format!("add a battle with `{id}` to the list, or name another scenario"));
                    findings.push(Finding { help, ..check.finding(place, pointer, message) });
                }
            }
        }
    }
}

/// The scenarios that a continuation names, with their places.
fn named<'a>(at: &Pointer, next: &'a Next) -> Vec<(Pointer, &'a str)> {
    match next {
        Next::To { scenario } => vec![(at.child("scenario"), scenario.id())],
        Next::Choose { scenarios } => {
            let at = at.child("scenarios");
            scenarios.iter().enumerate().map(|(nth, scenario)| (at.child(nth.to_string()), scenario.id())).collect()
        }
        Next::Next {} | Next::End {} => Vec::new(),
    }
}
