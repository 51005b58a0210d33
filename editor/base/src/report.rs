//! A battle's log as lines of text, for the terminal and the clipboard.

use std::collections::BTreeMap;

use foeman_engine::display::{Line, LineKind};
use foeman_engine::game::Seen;

use crate::console::printable;

/// Formats the log: a blank line before each heading, effects indented below their action.
pub fn text(seen: &Seen) -> String {
    let mut text = String::new();
    for told in &seen.lines {
        let line = printable(&told.line.text);
        match told.line.kind {
            LineKind::Heading if text.is_empty() => text += &format!("{line}\n"),
            LineKind::Heading => text += &format!("\n{line}\n"),
            LineKind::Event => text += &format!("  {line}\n"),
            LineKind::Detail => text += &format!("    {line}\n"),
        }
    }
    text
}

/// Returns a line for each action with a code: round, actor, code and description, separated by tabs.
pub fn codes(seen: &Seen) -> Vec<String> {
    let tokens = &seen.board.tokens;
    let names: BTreeMap<u32, String> = tokens.iter().map(|token| (token.id, printable(&token.name))).collect();
    let coded = seen.lines.iter().filter_map(|told| {
        let Line { text, actor, code: Some(code), .. } = &told.line else { return None };
        let name = actor.and_then(|actor| names.get(&actor)).map_or("", String::as_str);
        Some(format!("{}\t{name}\t{}\t{}", told.round, printable(code), printable(text)))
    });
    coded.collect()
}
