//! Hidden characters: invisible characters and line breaks in titles and names.

/// Returns the names of the hidden characters in a text, each once, in order of appearance.
pub(crate) fn of(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, c, kind) in each(text) {
        let name = format!("{kind} (U+{:04X})", u32::from(c));
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Returns a text without hidden characters and trimmed; line breaks become spaces.
pub(crate) fn without(text: &str) -> String {
    let hidden: Vec<usize> = each(text).map(|(at, ..)| at).collect();
    let mut made = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match hidden.binary_search(&at) {
            Ok(_) if breaks_line(c) || c == '\t' => made.push(' '),
            Ok(_) => {}
            Err(_) => made.push(c),
        }
    }
    if hidden.is_empty() { made.trim().to_owned() } else { made.split_whitespace().collect::<Vec<_>>().join(" ") }
}

/// Returns the hidden characters of a text with their offsets and kinds.
fn each(text: &str) -> impl Iterator<Item = (usize, char, &'static str)> {
    text.char_indices().filter_map(move |(at, c)| {
        let kind = kind(c)?;
        (!joins(text, at, c)).then_some((at, c, kind))
    })
}

fn kind(c: char) -> Option<&'static str> {
    Some(match c {
        c if breaks_line(c) => "a line break",
        c if c.is_control() => "a control character",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => "a direction mark",
        '\u{ad}' => "a soft hyphen",
        '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}' => {
            "a zero-width character"
        }
        '\u{fff9}'..='\u{fffb}' => "an annotation mark",
        _ => return None,
    })
}

fn breaks_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether a zero-width joiner or non-joiner is between two letters of a script that may need it, or between
/// two symbols.
fn joins(text: &str, at: usize, c: char) -> bool {
    let is_other = |c: Option<char>| c.is_some_and(|c| u32::from(c) >= 0x300);
    let next = text[at + c.len_utf8()..].chars().next();
    matches!(c, '\u{200c}' | '\u{200d}') && is_other(text[..at].chars().next_back()) && is_other(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_known_and_taken_out() {
        for (text, clean, kinds) in [
            ("two\nlines", "two lines", 1),
            ("two\r\n lines\n", "two lines", 2),
            ("\u{200b}", "", 1),
            ("ab\u{202e}cd\u{1b}[31m", "abcd[31m", 2),
            ("San\u{ad}d\u{feff}", "Sand", 2),
            ("a\u{200d}b", "ab", 1),
            ("a\u{2028}b", "a b", 1),
            ("می\u{200c}خواهم", "می\u{200c}خواهم", 0),
            ("👩\u{200d}🚀", "👩\u{200d}🚀", 0),
            ("Größe  🗡️", "Größe  🗡️", 0),
        ] {
            assert_eq!((without(text), of(text).len()), (clean.to_owned(), kinds), "{text:?}");
        }
    }
}
