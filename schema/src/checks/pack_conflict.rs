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
    summary: "Two required packs define the same record",
    doc: "\
A pack can replace records of packs that it requires.
If two required packs define the same record and neither requires the other, it is unclear which record is meant.
Decide with a record of that name in this pack: `sword: {extends: arena:sword}`.
Until then, the record of the first pack in `requires` is used.",
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
    fix: &[(
        r#"  deserts: "*"
"#,
        r#"  deserts: "*"
terrains:
  sand: {extends: deserts:sand}
"#,
    )],
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
        let message =
            format!("the required packs `{}` and `{}` both define {}{more}", upper.id, lower.id, names.join(", "));
        let id = &records[clashing[0]].key.id;
        let mut finding = check.finding(place, pointer, message);
        finding.help = Some(format!(
            "add a record of that name to this pack, such as `{id}: {{extends: {}:{id}}}`; until then, the record of `{}` is used",
            upper.id, upper.id
        ));
        findings.push(finding);
    }
}
