//! `pack-conflict`: two required packs with different records of the same name.

use std::collections::BTreeMap;

use super::required_pack::entry_of;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "pack-conflict",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "Two required packs have a record of the same name, and neither builds on the other",
    doc: "\
A pack may replace a record of a pack that it builds on; of two packs that know nothing of each other neither can have meant to.
Say which one is meant with a record of that name in this pack: `sword: {extends: arena:sword}`.
Until then the record of the pack stands that `requires` lists first.",
    bad: r##"requires:
  beaches: "*"
  deserts: "*"

# ../beaches/pack.yaml
terrains:
  sand: {title: Wet sand, color: "#b9a06c"}

# ../deserts/pack.yaml
terrains:
  sand: {title: Dry sand, color: "#d9c08c"}
"##,
    fix: &[(r#"  deserts: "*"
"#, r#"  deserts: "*"
terrains:
  sand: {extends: deserts:sand}
"#)],
    run,
};

/// Maximum number of names in a message.
const NAMED: usize = 3;

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let records = draft.index().records();
    let mut clashes: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for &(loser, winner) in draft.index().replaced() {
        if let (Some(upper), Some(lower)) = (records[winner].pack, records[loser].pack)
            && !draft.builds_on(upper, lower)
        {
            clashes.entry((upper, lower)).or_default().push(winner);
        }
    }
    for ((upper, lower), clashing) in clashes {
        let (upper, lower) = (&draft.required()[upper], &draft.required()[lower]);
        let (place, pointer) = entry_of(survey, &lower.id);
        let names: Vec<String> =
            clashing.iter().take(NAMED).map(|&number| format!("`{}`", records[number].key)).collect();
        let more = match clashing.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "expected records that only one pack has, but `{}` and `{}` both have {}{more}",
            upper.id,
            lower.id,
            names.join(", ")
        );
        let id = &records[clashing[0]].key.id;
        let mut finding = check.finding(place, pointer, message);
        finding.help = Some(format!(
            "write a record of that name in this pack, such as `{id}: {{extends: {}:{id}}}`; until then that of `{}` is meant",
            upper.id, upper.id
        ));
        findings.push(finding);
    }
}
