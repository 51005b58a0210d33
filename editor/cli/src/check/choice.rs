//! Selects checks with `--select` and `--ignore`.

use std::collections::BTreeSet;

use foeman_engine::game::Registry;
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::finding::Finding;
use foeman_schema::standards;

use crate::explain;
use foeman_base::console::Failure;

/// The selected checks.
pub(super) struct Choice {
    /// If not empty, only these.
    select: BTreeSet<String>,
    /// Without these.
    ignore: BTreeSet<String>,
}

impl Choice {
    /// Parses the selection; unknown names are errors.
    pub(super) fn of(select: &[String], ignore: &[String], registry: Registry) -> Result<Self, Failure> {
        let checks = explain::all_checks(registry);
        for (option, name) in select.iter().map(|it| ("--select", it)).chain(ignore.iter().map(|it| ("--ignore", it))) {
            // Which standards there are depends on the pack.
            if checks.contains_key(name.as_str()) || standards::id_of(name).is_some() {
                continue;
            }
            let near = near(name, checks.keys().copied());
            let remedy = did_you_mean(&near).unwrap_or_else(|| "`foeman explain` lists the checks".to_owned());
            let message = format!("expected the code of a check after `{option}`, found `{name}`; {remedy}");
            return Err(Failure::Usage(message));
        }
        Ok(Self { select: select.iter().cloned().collect(), ignore: ignore.iter().cloned().collect() })
    }

    pub(super) fn has(&self, finding: &Finding) -> bool {
        let names =
            |list: &BTreeSet<String>| list.contains(finding.code) || list.contains(standards::check_of(finding.code));
        (self.select.is_empty() || names(&self.select)) && !names(&self.ignore)
    }
}
