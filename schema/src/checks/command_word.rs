//! `command-word`: an unknown word in a scripted command.

use std::collections::BTreeSet;

use super::duel_with;
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::did_you_mean::{did_you_mean, near};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::script::{Meaning, ScriptWord};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "command-word",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A scripted command contains an unknown word",
    doc: "\
A command names the figure or side that acts, the action, its target or destination, and the means.
This check reports unknown actions, parameters, items and figures, figures that the scenario does not place, and cells off the map.
Whether the action is legal at that moment shows when `foeman test` plays the battle.
Correct the word; completion lists the possible ones.",
    bad: duel_with!("gorsk strkie brana item=long-sword"),
    fix: &[("strkie", "strike")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // Report a word once per check; if it is wrong in several commands, the cause is the same.
    let mut told = BTreeSet::new();
    for word in survey.words() {
        let found = &word.text;
        let (message, help) = match &word.meaning {
            Meaning::Unknown { expected, known } => {
                let near = did_you_mean(&meant(found, known));
                (format!("expected {expected}, found `{found}`"), near.or_else(|| listed(known)))
            }
            Meaning::Away(_) => {
                let message = format!("`{found}` is not placed in this scenario");
                (message, Some("place it in the scenario, or name a figure that the scenario has".to_owned()))
            }
            Meaning::OffMap([columns, rows]) => {
                let message = format!("expected a cell of the {columns} x {rows} map, found `{found}`");
                let (col, row) = (columns - 1, rows - 1);
                (message, Some(format!("columns go from 0 to {col} and rows from 0 to {row}")))
            }
            Meaning::Id(_) | Meaning::Title(_) | Meaning::Plain => continue,
        };
        if !told.insert((word.at.record().map(|(key, _)| key), message.clone())) {
            continue;
        }
        let fixes = nearest(survey, word).into_iter().collect();
        findings.push(Finding { help, fixes, ..check.finding(word.place, word.at.clone(), message) });
    }
}

/// Returns a fix that writes the only similar word.
fn nearest(survey: &Survey<'_>, word: &ScriptWord) -> Option<Fix> {
    let Meaning::Unknown { known, .. } = &word.meaning else { return None };
    let near = meant(&word.text, known);
    let [other] = near.as_slice() else { return None };
    let value = word.replaced(survey.draft, other)?;
    Some(Fix::guess(format!("write `{other}`"), vec![Change::Set { at: word.at.clone(), value }]))
}

/// Returns the words that a misspelt one may stand for.
fn meant<'a>(word: &str, known: &'a [(String, String)]) -> Vec<&'a str> {
    let near = near(word, known.iter().map(|(name, _)| name.as_str()));
    let mut words: Vec<&str> = Vec::new();
    for name in near {
        let written = known.iter().find(|(known, _)| known == name).map_or(name, |(_, written)| written);
        if !words.contains(&written) {
            words.push(written);
        }
    }
    words
}

/// Maximum number of words listed in the help.
const MOST: usize = 12;

fn listed(known: &[(String, String)]) -> Option<String> {
    let mut words: Vec<String> = known.iter().map(|(_, word)| format!("`{word}`")).collect();
    words.dedup();
    let more = words.len().saturating_sub(MOST);
    words.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!words.is_empty()).then(|| format!("known words: {}{more}", words.join(", ")))
}
