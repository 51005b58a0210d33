//! Pasting into single-line fields: joins several lines into one and drops control characters.

use egui::{Context, Event, Id, ImeEvent};

/// Marks a text field as multi-line, so that pasted line breaks are kept.
pub fn allow(ctx: &Context, field: Id) {
    ctx.data_mut(|data| data.insert_temp(allowed(field), ()));
}

/// Joins the lines of text pasted in this frame, unless the focused field is multi-line.
pub fn join_pasted(ctx: &Context) {
    let Some(field) = ctx.memory(|memory| memory.focused()).filter(|_| ctx.text_edit_focused()) else { return };
    if ctx.data(|data| data.get_temp::<()>(allowed(field))).is_some() {
        return;
    }
    ctx.input_mut(|input| {
        for event in &mut input.events {
            if let Event::Paste(text) | Event::Text(text) | Event::Ime(ImeEvent::Commit(text)) = event {
                *text = joined(text);
            }
        }
    });
}

fn allowed(field: Id) -> Id {
    field.with("takes several lines")
}

/// Joins the lines of a text with spaces, skipping empty lines.
///
/// Tabs become spaces; other control characters are dropped.
pub fn joined(text: &str) -> String {
    if !text.contains(|letter: char| letter.is_control() || is_break(letter)) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split(is_break).filter(|line| !line.trim().is_empty()).collect();
    let line = match lines.as_slice() {
        [only] => (*only).to_owned(),
        several => several.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
    };
    line.replace('\t', " ").replace(char::is_control, "")
}

/// Whether the character is a line break in any program.
fn is_break(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn several_lines_become_one_without_control_characters() {
        for (text, line) in [
            ("plain", "plain"),
            ("  kept as it is ", "  kept as it is "),
            ("one\ntwo", "one two"),
            ("one\r\n  two\r\n\r\nthree\r\n", "one two three"),
            ("one\n", "one"),
            ("a\tb", "a b"),
            ("a\u{1b}[31mb\u{7}\0", "a[31mb"),
            ("a\u{2028}b\u{85}c", "a b c"),
            ("\n\n", ""),
        ] {
            assert_eq!(joined(text), line, "{text:?}");
        }
    }
}
