//! Loading the scenarios of rows.

use serde_json::json;

use crate::game::Loaded;
use crate::rows::{Row, Step};

/// Our findings in faulty scenarios for which the original crashes or gives no message.
const LOADED: &[(&str, &str)] = &[
    ("load-01", "expected cells of a map of 11 by 8, found [11, 2] to [11, 2]"),
    ("load-02", "expected a side of the scenario, found `nobody`"),
    ("load-05", "load-duplicate-class.xml:18: expected a unique id, found `guard` twice: the first is kept"),
    ("load-06", "expected `OnEdge` or `OnVertex` for `orientation`, found `onEdge`"),
    ("load-10", "expected a `gridShift`, found none: `RowRight` is used"),
    ("load-11", "expected a `gridShift`, found none: `RowRight` is used"),
    ("load-12", "expected an image, found none"),
    ("load-14", "expected a cell of a map of 11 by 8, found [1, 8]"),
    ("load-15", "expected a unit or terrain, found `bowx`: its sites are left out"),
    ("load-17", "shift"),
    ("load-22", "expected an element of Hexkit, found `nonsense`: it is left out"),
    ("load-23", "expected an image of the scenario, found `image-gras`"),
    ("load-25", "expected supplies that are variables"),
    ("load-26", "there is no `guardx` in `units`"),
];

/// Checks that reading a scenario has the result expected by a row and by the list. Scenarios that the original reads
/// must be readable; if the original crashes, we must report an error.
pub(crate) fn told(row: &Row, step: &Step, loaded: &Result<Loaded, String>) -> Vec<String> {
    let found = match loaded {
        Ok(loaded) => {
            let notes = loaded.read.notes.iter().map(|note| format!("{}: {}", note.place, note.message));
            notes.collect::<Vec<_>>().join("\n")
        }
        Err(errors) => errors.clone(),
    };
    let is_read = step.error.is_none() && step.answer.as_ref().is_some_and(|answer| answer["ok"] == json!(true));
    let mut failures = Vec::new();
    if is_read && loaded.is_err() {
        failures.push(format!("{}: {found}", row.id));
    }
    if !is_read && step.error.as_ref().is_none_or(|error| error.kind.is_empty() && error.inner.is_none()) {
        failures.push(format!("{}: expected an error or an answer", row.id));
    }
    // Ignore the note that a scenario has a rule program.
    let is_sound = found.lines().all(|line| line.contains("the program"));
    if !is_read && loaded.is_ok() && is_sound {
        failures.push(format!("{}: expected {:?}, but nothing is found wrong", row.id, step.error));
    }
    if let Some((_, expected)) = LOADED.iter().find(|(id, _)| *id == row.id)
        && !found.contains(expected)
    {
        failures.push(format!("{}: expected `{expected}` among\n{found}", row.id));
    }
    failures
}
