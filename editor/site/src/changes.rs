//! Changes by record between two versions of a pack, in sentences.

use std::collections::BTreeMap;

use foeman_schema::compare::{Difference, compare};
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde_json::Value;

/// The maximum length of a value, in characters.
const LONG: usize = 120;

/// The changes of each record; changes of the header have no key.
pub(crate) type Changes = BTreeMap<Option<RecordKey>, Vec<String>>;

/// Returns the changes of each record.
pub(crate) fn changes(from: &Draft, to: &Draft) -> Changes {
    let mut changes = Changes::new();
    for difference in compare(from, to) {
        let (key, text) = match difference {
            Difference::Added { key, .. } => (Some(key), "Added".to_owned()),
            Difference::Removed { key } => (Some(key), "Removed".to_owned()),
            Difference::Unreadable { key } => (Some(key), "Readable in only one of the versions".to_owned()),
            Difference::Changed { at, from, to } => match at.record() {
                Some((key, steps)) => (Some(key), sentence(&steps.join(" "), from.as_ref(), to.as_ref())),
                None => (None, sentence(&at.parts().join(" "), from.as_ref(), to.as_ref())),
            },
        };
        changes.entry(key).or_default().push(text);
    }
    changes
}

fn sentence(name: &str, from: Option<&Value>, to: Option<&Value>) -> String {
    match (from, to) {
        (Some(Value::String(from)), Some(Value::String(to))) if from.contains('\n') || to.contains('\n') => {
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<Vec<_>>();
            let (from, to) = (letters(from), letters(to));
            let same = from.iter().zip(&to).filter(|(from, to)| from == to).count();
            format!("{name}: {} characters differ", from.len().max(to.len()) - same)
        }
        (Some(from), Some(to)) => format!("{name}: {} → {}", short(from), short(to)),
        (None, Some(to)) => format!("{name}: set to {}", short(to)),
        (Some(from), None) => format!("{name}: no longer {}", short(from)),
        (None, None) => name.to_owned(),
    }
}

fn short(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}
