//! What a pack's header says of findings: which are told, and how severe they are.

use serde_json::Value;

use super::guard::CHECK_FAILED;
use crate::checks::{is_check, names};
use crate::draft::Draft;
use crate::finding::Severity;

/// Findings of these checks are always reported: a pack that cannot be read, or is half saved, has no say.
pub(super) const ALWAYS: [&str; 6] =
    [CHECK_FAILED, "limits", "merge-conflict", "pack-header", "unfinished-save", "yaml-syntax"];

/// Whether findings of a check are told whatever the pack says: neither its header nor its comments leave them out.
pub fn is_always_told(code: &str) -> bool {
    ALWAYS.contains(&code)
}

/// What the header says of findings, as far as it can be read: its faults are findings themselves.
#[derive(Default)]
pub(super) struct Wishes {
    select: Vec<String>,
    ignore: Vec<String>,
    severity: Vec<(String, Severity)>,
}

impl Wishes {
    /// What a pack says, if it says something.
    pub(super) fn of(draft: &Draft) -> Option<Self> {
        let written = draft.header("findings")?;
        let list = |key: &str| -> Vec<String> {
            let names = written.get(key).and_then(Value::as_array).into_iter().flatten();
            names.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let severities = written.get("severity").and_then(Value::as_object).into_iter().flatten();
        let severity = severities.filter_map(|(name, value)| Some((name.clone(), severity(value.as_str()?)?)));
        // Names that no check has would leave out everything.
        let mut select = list("select");
        select.retain(|name| is_check(draft, name));
        Some(Self { select, ignore: list("ignore"), severity: severity.collect() })
    }

    /// Whether findings of a check are to be told.
    pub(super) fn wants(&self, code: &str) -> bool {
        (self.select.is_empty() || self.select.iter().any(|name| name == code))
            && !self.ignore.iter().any(|name| name == code)
    }

    /// The severity that findings of a check are to have.
    pub(super) fn severity(&self, code: &str) -> Option<Severity> {
        self.severity.iter().find(|(name, _)| name == code).map(|(_, severity)| *severity)
    }
}

fn severity(word: &str) -> Option<Severity> {
    match word {
        "info" => Some(Severity::Info),
        "warning" => Some(Severity::Warning),
        "error" => Some(Severity::Error),
        _ => None,
    }
}

/// The checks whose findings a pack does not want to be told, in their order.
pub(super) fn left_out(draft: &Draft) -> Vec<&'static str> {
    let Some(wishes) = Wishes::of(draft) else { return Vec::new() };
    names(draft).filter(|name| !ALWAYS.contains(name) && !wishes.wants(name)).collect()
}
