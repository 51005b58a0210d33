//! `duellists-alike`: two duellists with the same name or colour.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::finding;
use crate::catalogs::Duel;

pub(super) static CHECK: Check = Check {
    name: "duellists-alike",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "The two duellists have the same name or colour",
    doc: "\
The log tells the duellists apart by their names, and the window by their colours.
A duel of equals is fine: give the two the same body, weapon and armour, but different names and colours.",
    bad: "\
bodies:
  human: {title: Human}
weapons:
  knife: {title: Knife}
duels:
  mirror:
    title: Mirror
    duellists:
      - {name: Bran, color: '#8c5a3c', body: human, weapon: knife}
      - {name: Bran, color: '#4a7c8c', body: human, weapon: knife}
",
    fix: &[("      - {name: Bran, color: '#4a7c8c", "      - {name: Odo, color: '#4a7c8c")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, duel) in survey.records::<Duel>() {
        let [first, second] = duel.duellists.as_slice() else { continue };
        let fields = [("name", &first.name, &second.name), ("color", &first.color, &second.color)];
        for (field, one, other) in fields {
            if !one.eq_ignore_ascii_case(other) {
                continue;
            }
            let duellists = key.pointer().child("duellists");
            let message = format!("expected a different {field} from the first duellist's, found `{other}`");
            let help = format!("give the second duellist another {field}");
            let Some(mut finding) = finding(check, survey, duellists.child("1").child(field), message, help) else {
                continue;
            };
            let place = survey.draft.place(&duellists.child("0").child(field));
            finding.related.extend(place.map(|place| (place, "the first duellist".to_owned())));
            findings.push(finding);
        }
    }
}
