//! Pasting into fields of one line: several lines become one, without control characters.

use egui::{Context, Event, Id, ImeEvent};

/// Marks a field as one of several lines: what is pasted into it keeps them.
pub fn allow(ctx: &Context, field: Id) {
    ctx.data_mut(|data| data.insert_temp(allowed(field), ()));
}

/// Makes one line of what is pasted in this frame, unless the field with the cursor takes several.
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

/// Returns a text as one line: a space for each break between lines that are not empty, and for each tab; other control
/// characters are left out.
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

/// Whether a line ends here, in any program.
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
