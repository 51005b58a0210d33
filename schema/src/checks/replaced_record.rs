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
    summary: "A record replaces a record of a required pack without extending it",
    doc:
        "\
A record with the same id as one in a required pack replaces it everywhere, including in that pack.
This is how a pack changes another one; done by accident, it changes battles that seem unrelated.
A record that extends the one it replaces, such as `sword: {extends: arena:sword, damage: 0H}`, is considered intended.",
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
        let message = format!("this record replaces `{}` of the required pack `{id}`", upper.key);
        let mut finding = check.finding(draft.place_of_key(upper), upper.key.pointer(), message);
        finding.related.push((draft.place_of_key(lower), format!("the record of `{id}`")));
        finding.help = Some(format!("choose another id; to replace it on purpose, write `extends: {}`", lower.key.id));
        findings.push(finding);
    }
}
