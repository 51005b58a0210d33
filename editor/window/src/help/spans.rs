//! Markup in help texts: links, commands and code.

use foeman_engine::handbook;

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Span<'t> {
    /// Plain words.
    Words(&'t str),
    /// Code: `-1H`.
    Written(&'t str),
    /// A rule number.
    Rule(&'t str),
    /// A command, by its id.
    Command(&'t str),
    /// A page about the window, by its name.
    Page(&'t str),
}

/// Parses a text into its parts.
pub(super) fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let marks = [("`", "`"), ("{", "}"), ("[[", "]]")];
        let found = marks.iter().filter_map(|(open, close)| {
            let at = rest.find(open)?;
            let length = rest[at + open.len()..].find(close)?;
            Some((at, *open, &rest[at + open.len()..at + open.len() + length], at + open.len() + length + close.len()))
        });
        let Some((at, open, inner, end)) = found.min_by_key(|(at, ..)| *at) else { break };
        words(&rest[..at], &mut spans);
        spans.push(match open {
            "{" => Span::Command(inner),
            "[[" => Span::Page(inner),
            _ if handbook::named(inner) == [(0..inner.len(), inner)] => Span::Rule(inner),
            _ => Span::Written(inner),
        });
        rest = &rest[end..];
    }
    words(rest, &mut spans);
    spans
}

/// Adds words, with the rule numbers in them.
fn words<'t>(text: &'t str, spans: &mut Vec<Span<'t>>) {
    let mut from = 0;
    for (range, number) in handbook::named(text) {
        if from < range.start {
            spans.push(Span::Words(&text[from..range.start]));
        }
        from = range.end;
        spans.push(Span::Rule(number));
    }
    if from < text.len() {
        spans.push(Span::Words(&text[from..]));
    }
}

/// Returns a text without markup, for searching.
pub(super) fn plain(text: &str) -> String {
    let words = spans(text).into_iter().map(|span| match span {
        Span::Words(words) | Span::Written(words) | Span::Rule(words) => words,
        Span::Command(_) | Span::Page(_) => "",
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_its_marks_and_at_rules() {
        let text = "Press {edit.undo}, see [[maps]], `-1H` (`F7.4`) and F8. A { stays.";
        let expected = [
            Span::Words("Press "),
            Span::Command("edit.undo"),
            Span::Words(", see "),
            Span::Page("maps"),
            Span::Words(", "),
            Span::Written("-1H"),
            Span::Words(" ("),
            Span::Rule("F7.4"),
            Span::Words(") and "),
            Span::Rule("F8"),
            Span::Words(". A { stays."),
        ];
        assert_eq!(spans(text), expected);
        assert_eq!(plain(text), "Press , see , -1H (F7.4) and F8. A { stays.");
    }
}
