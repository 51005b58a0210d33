//! `unlisted-battle`: a campaign that continues with a battle it does not list.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Campaign, Next};

pub(super) static CHECK: Check = Check {
    name: "unlisted-battle",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A battle leads to a scenario that is not in the campaign",
    doc: "\
An outcome with `go: to` continues with the first battle of the list that uses the scenario, so the list must contain one.
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
                let Next::To { scenario } = next else { continue };
                let pointer = at.child("battles").child(n.to_string()).child(key).child("scenario");
                let listed = campaign.battles.iter().any(|battle| battle.scenario == *scenario);
                let Some(place) = survey.draft.place(&pointer).filter(|_| !listed) else { continue };
                let message = format!("expected a scenario of this campaign, found `{}`", scenario.id());
                let help = Some(format!("add a battle with `{}` to the list, or name another scenario", scenario.id()));
                findings.push(Finding { help, ..check.finding(place, pointer, message) });
            }
        }
    }
}
