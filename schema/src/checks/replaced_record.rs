//! `replaced-record`: a record that replaces one of a required pack, perhaps by accident.

use std::collections::BTreeMap;

use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "replaced-record",
    severity: Severity::Info,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A record takes the place of a required pack's record and does not extend it",
    doc: "\
A record with the id of one in a required pack takes its place everywhere, also for the records of that pack.
That is how a pack changes another one; by accident it changes battles that seem to have nothing to do with it.
A record that extends the one it replaces, `sword: {extends: arena:sword, damage: 0H}`, is taken to be meant.",
    bad: r##"requires:
  coasts: "*"
terrains:
  sand: {title: White sand, color: "#eee8d0"}

# ../coasts/pack.yaml
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("  sand: {title: White", "  sand: {extends: coasts:sand, title: White")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let records = draft.index().records();
    let mut replaced: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(lower, upper) in draft.index().replaced().iter().filter(|(_, upper)| records[*upper].pack.is_none()) {
        replaced.entry(upper).or_default().push(lower);
    }
    for (upper, lowers) in replaced {
        let upper = &records[upper];
        let lineage = draft.lineage(&upper.key);
        let lower = &records[lowers[0]];
        let Some(pack) = lower.pack else { continue };
        if lowers.iter().any(|&lower| lineage.contains(&records[lower].key)) {
            continue;
        }
        let id = &draft.required()[pack].id;
        let message = format!("expected an id that `{id}` does not have, but this replaces its `{}`", upper.key);
        let mut finding = check.finding(draft.place_of_key(upper), upper.key.pointer(), message);
        finding.related.push((draft.place_of_key(lower), format!("the record of `{id}`")));
        finding.help = Some(format!("choose another id; to replace it on purpose, write `extends: {}`", lower.key.id));
        findings.push(finding);
    }
}
