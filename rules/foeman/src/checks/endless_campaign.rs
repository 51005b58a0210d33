//! `endless-campaign`: a campaign that never ends.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::records;
use crate::catalogs::Campaign;

pub(super) static CHECK: Check = Check {
    name: "endless-campaign",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A campaign has a battle from which it can never end",
    doc: "\
A campaign may return to earlier battles, for example to repeat a lost one.
But from every battle it can reach, some sequence of outcomes must lead to its end.
Write `go: end` for an outcome, or continue with a battle from which the campaign can end.",
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
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
campaigns:
  season:
    title: The season
    rosters: [gang]
    battles:
      - scenario: raid
        victory: {go: to, scenario: raid}
        defeat: {go: to, scenario: raid}
        draw: {go: to, scenario: raid}
"##,
    fix: &[("victory: {go: to, scenario: raid", "victory: {go: end")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, campaign) in records::<Campaign>(survey) {
        let Some(battle) = caught(campaign) else { continue };
        let pointer = at.child("battles").child(battle.to_string());
        let Some(place) = survey.draft.place(&pointer) else { continue };
        let message = "no outcome of this battle leads to the end of the campaign";
        let help = Some(
            "write `go: end` for an outcome, or continue with a battle from which the campaign can end".to_owned(),
        );
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    }
}

/// The first reachable battle from which the campaign can never end.
fn caught(campaign: &Campaign) -> Option<usize> {
    let ways = |battle: usize| -> Vec<Option<usize>> {
        let ways = campaign.battles[battle].ways().into_iter();
        ways.flat_map(|(_, next)| campaign.ways(battle, next)).collect()
    };
    let count = campaign.battles.len();
    let mut ends = vec![false; count];
    let mut leads_here: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (battle, ends) in ends.iter_mut().enumerate() {
        for next in ways(battle) {
            match next.and_then(|next| leads_here.get_mut(next)) {
                Some(before) => before.push(battle),
                None => *ends = true,
            }
        }
    }
    // Works backward from the battles that end the campaign.
    let mut waiting: Vec<usize> = (0..count).filter(|battle| ends[*battle]).collect();
    while let Some(battle) = waiting.pop() {
        for before in std::mem::take(&mut leads_here[battle]) {
            if !std::mem::replace(&mut ends[before], true) {
                waiting.push(before);
            }
        }
    }
    let (mut reached, mut waiting) = (vec![false; count], vec![0]);
    while let Some(battle) = waiting.pop() {
        if battle < count && !reached[battle] {
            reached[battle] = true;
            waiting.extend(ways(battle).into_iter().flatten());
        }
    }
    (0..count).find(|&battle| reached[battle] && !ends[battle])
}
