//! `unlisted-next`: an event that chooses a next battle which the campaign does not list.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::{events, records, scenarios};
use crate::catalogs::events::DeedKind;
use crate::catalogs::{Campaign, Scenario};

pub(super) static CHECK: Check = Check {
    name: "unlisted-next",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "An event chooses a next battle that is not in the campaign",
    doc: "\
The deed `next` has an effect only if a campaign has both scenarios among its battles.
In a campaign that lacks the chosen scenario, the outcome decides what follows.
Add the scenario to the battles of the campaign, or choose another one.",
    bad: r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
    rounds: 10
    events:
      flight:
        when: over
        do: [{kind: next, scenario: rout}]
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
"##,
    fix: &[("      - scenario: raid\n", "      - scenario: raid\n      - scenario: rout\n")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let campaigns: Vec<&Campaign> = records::<Campaign>(survey).map(|(_, campaign)| campaign).collect();
    for (at, scenario) in scenarios(survey) {
        let own = at.parts().last().map(|id| id.to_string()).unwrap_or_default();
        for (id, event) in &scenario.events {
            for (nth, deed) in event.r#do.iter().enumerate() {
                let DeedKind::Next { scenario: next } = &deed.kind else { continue };
                let lists =
                    |campaign: &Campaign, id: &str| campaign.battles.iter().any(|battle| battle.scenario.id() == id);
                let is_unknown = survey.record::<Scenario>(next.id()).is_none();
                if is_unknown || campaigns.iter().any(|campaign| lists(campaign, &own) && lists(campaign, next.id())) {
                    continue;
                }
                let pointer = at.child("events").child(id).child("do").child(nth.to_string()).child("scenario");
                let message = format!("no campaign has both `{own}` and `{}` among its battles", next.id());
                let help = "add the scenario to the battles of the campaign, or choose another one".to_owned();
                findings.extend(events::finding(check, survey, pointer, message, help));
            }
        }
    }
}
