//! YAML text editing: a tab inserts two spaces, and new lines keep the indentation.

use std::ops::Range;

use egui::TextBuffer;
use egui::text::CharIndex;

/// The replacement for a tab.
const INDENT: &str = "  ";

/// The text being edited.
pub(super) struct Yaml(pub String);

impl TextBuffer for Yaml {
    fn is_mutable(&self) -> bool {
        true
    }

    fn as_str(&self) -> &str {
        &self.0
    }

    fn insert_text(&mut self, text: &str, char_index: CharIndex) -> usize {
        match text {
            "\t" => self.0.insert_text(INDENT, char_index),
            "\n" => {
                let at: usize = self.byte_index_from_char_index(char_index).into();
                let line = self.0[..at].rsplit('\n').next().unwrap_or_default();
                let indent = line.len() - line.trim_start_matches(' ').len();
                let text = format!("\n{}", " ".repeat(indent));
                self.0.insert_text(&text, char_index)
            }
            other => self.0.insert_text(other, char_index),
        }
    }

    fn delete_char_range(&mut self, char_range: Range<CharIndex>) {
        self.0.delete_char_range(char_range);
    }

    fn type_id(&self) -> std::any::TypeId {
        std::any::TypeId::of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_spaces_and_new_lines_are_indented_like_the_one_before() {
        let mut text = Yaml("  axe:\n    size: 7".to_owned());
        let end = text.0.chars().count();
        assert_eq!(text.insert_text("\n", CharIndex(end)), 5);
        assert_eq!(text.insert_text("\t", CharIndex(end + 5)), 2);
        assert_eq!(text.insert_text("x", CharIndex(end + 7)), 1);
        assert_eq!(text.0, "  axe:\n    size: 7\n      x");
    }
}
