//! `battle-without-party`: a battle of a campaign that the party does not fight.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::{Campaign, Scenario, Side};

pub(super) static CHECK: Check = Check {
    name: "battle-without-party",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A battle of a campaign has no side with the party",
    doc: "\
The first roster of a campaign is its party, and the result of the party's side decides how the campaign continues.
So one side of every battle must have this roster.
Name another scenario, or give the roster to one of its sides.",
    bad: r##"scenarios:
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
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
  strangers: {title: Strangers, figures: {pim: {name: Pim, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
campaigns:
  season:
    title: The season
    rosters: [strangers]
    battles:
      - {scenario: raid}
"##,
    fix: &[
        (
            r"  strangers: {title: Strangers, figures: {pim: {name: Pim, type: human}}}
",
            "",
        ),
        ("[strangers", "[gang"),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, campaign) in records::<Campaign>(survey) {
        let Some(party) = campaign.rosters.first() else { continue };
        for (n, battle) in campaign.battles.iter().enumerate() {
            let Some(scenario) = survey.record::<Scenario>(battle.scenario.id()) else { continue };
            let sides: Vec<&Side> = scenario.sides.iter().filter_map(|part| survey.record(part.side.id())).collect();
            let all_known = sides.len() == scenario.sides.len();
            if !all_known || sides.iter().any(|side| side.roster == *party) {
                continue;
            }
            let pointer = at.child("battles").child(n.to_string()).child("scenario");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("expected a side with roster `{}`, found none in {}", party.id(), scenario.title);
            let rosters: Vec<String> = sides.iter().map(|side| format!("`{}`", side.roster.id())).collect();
            let help = Some(format!(
                "its sides have {}; name another scenario, or another roster as the party",
                rosters.join(", ")
            ));
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
