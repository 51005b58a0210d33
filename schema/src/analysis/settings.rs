//! The settings for findings in the pack's header (`findings`): which are reported, and with which severity.

use serde_json::Value;

use super::guard::CHECK_FAILED;
use crate::checks::{is_check, names};
use crate::draft::Draft;
use crate::finding::Severity;
use crate::standards::check_of;

/// Findings of these checks are always reported: the settings of an unreadable or half-saved pack are unreliable.
pub(super) const ALWAYS: [&str; 6] =
    [CHECK_FAILED, "limits", "merge-conflict", "pack-header", "unfinished-save", "yaml-syntax"];

/// Returns whether findings of a check are reported regardless of the pack's header and comments.
pub(crate) fn is_always_reported(code: &str) -> bool {
    ALWAYS.contains(&code)
}

/// The settings for findings, as far as they can be read; errors in them are findings themselves.
#[derive(Default)]
pub(super) struct FindingSettings {
    select: Vec<String>,
    ignore: Vec<String>,
    severity: Vec<(String, Severity)>,
}

impl FindingSettings {
    /// Returns the settings of a pack, if it has any.
    pub(super) fn of(draft: &Draft) -> Option<Self> {
        let written = draft.header("findings")?;
        let list = |key: &str| -> Vec<String> {
            let names = written.get(key).and_then(Value::as_array).into_iter().flatten();
            names.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let severities = written.get("severity").and_then(Value::as_object).into_iter().flatten();
        let severity = severities.filter_map(|(name, value)| Some((name.clone(), severity(value.as_str()?)?)));
        // A list of unknown names only would deselect all checks.
        let mut select = list("select");
        select.retain(|name| is_check(draft, name));
        Some(Self { select, ignore: list("ignore"), severity: severity.collect() })
    }

    /// Returns whether findings of a check are reported.
    pub(super) fn wants(&self, code: &str) -> bool {
        let names = |list: &[String]| list.iter().any(|name| name == code || name == check_of(code));
        (self.select.is_empty() || names(&self.select)) && !names(&self.ignore)
    }

    /// Returns the configured severity for findings of a check; a standard takes precedence
    /// over `unmet-standard`.
    pub(super) fn severity(&self, code: &str) -> Option<Severity> {
        let of = |code: &str| self.severity.iter().find(|(name, _)| name == code);
        of(code).or_else(|| of(check_of(code))).map(|(_, severity)| *severity)
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

/// Returns the checks that the pack ignores, in registry order.
pub(super) fn left_out(draft: &Draft) -> Vec<&'static str> {
    let Some(wishes) = FindingSettings::of(draft) else { return Vec::new() };
    names(draft).filter(|name| !ALWAYS.contains(name) && !wishes.wants(name)).collect()
}
