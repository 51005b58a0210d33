//! Display texts of values and choices, and accessible names of inputs.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, FontId, Galley, Id, Response, RichText, Ui};
use serde_json::Value;

use super::prose::prose;
use crate::pack::index::capitalised;

/// Words of up to three letters that are no abbreviations.
const SHORT_WORDS: [&str; 12] = ["add", "all", "any", "end", "foe", "hex", "key", "map", "off", "on", "one", "own"];

/// Formats a value for display.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The accessible name of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Called {
    /// The text of a label.
    By(Id),
    /// A name that is not on screen.
    Name(String),
}

/// Sets an input's accessible name, instead of its hint, unit or value.
pub(crate) fn named(response: Response, name: Option<Called>) -> Response {
    match name {
        Some(Called::By(label)) => response.labelled_by(label),
        Some(Called::Name(name)) => response.accessible_name(name),
        None => response,
    }
}

/// Returns the title or name of a value.
pub(crate) fn title_in(value: &Value) -> Option<&str> {
    value.get("title").or_else(|| value.get("name")).and_then(Value::as_str)
}

/// Returns the hint of an empty input: an example, not to be confused with a value.
pub(crate) fn hint(example: &str) -> RichText {
    RichText::new(format!("e.g. {example}"))
}

/// Lays out an inherited text in italics.
pub(crate) fn slanted(ui: &Ui, text: &str, font: &FontId, color: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), font.clone(), color, width);
    for section in &mut job.sections {
        section.format.italics = true;
    }
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// Returns the text of a choice for people, and a note in small type. Abbreviations are shown as their meaning, with the
/// abbreviation as the note; words as they are, with their meaning as the note.
pub(crate) fn worded(word: &str, doc: &str) -> (String, String) {
    let meaning = prose(doc).trim_end_matches('.').to_owned();
    if meaning.is_empty() {
        return (word.to_owned(), meaning);
    }
    if meaning.eq_ignore_ascii_case(&word.replace('-', " ")) {
        return (meaning, String::new());
    }
    let word_shown = capitalised(&word.replace('-', " "));
    // `Adventurer: damage dice limited` repeats the word.
    let meaning = match meaning.strip_prefix(word_shown.as_str()) {
        Some(rest) if rest.starts_with([':', ',']) => rest[1..].trim_start().to_owned(),
        _ => meaning,
    };
    let has_digit = word.contains(|letter: char| letter.is_ascii_digit());
    let is_short = has_digit || (word.chars().count() <= 3 && !SHORT_WORDS.contains(&word));
    if is_short { (capitalised(&meaning), word.to_owned()) } else { (word_shown, meaning) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_are_shown_as_their_meaning_and_words_with_it() {
        let shown = |word: &str, doc: &str| -> [String; 2] { worded(word, doc).into() };
        assert_eq!(shown("wpn", "Weapon."), ["Weapon", "wpn"]);
        assert_eq!(shown("2hand", "Held with both hands."), ["Held with both hands", "2hand"]);
        assert_eq!(shown("round-start", "At its start."), ["Round start", "At its start"]);
        assert_eq!(shown("adventurers", "Adventurers."), ["Adventurers", ""]);
        assert_eq!(shown("beast", "Beast: neither."), ["Beast", "neither"]);
        assert_eq!(shown("north", ""), ["north", ""]);
    }
}
