//! Text for a terminal of 80 columns.

/// The width of a terminal that every screen fits into.
pub(super) const WIDTH: usize = 80;

/// Returns a text as lines of at most `width` letters, the later ones indented. Longer words are cut.
pub(super) fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = " ".repeat(text.len() - text.trim_start_matches(' ').len());
    let mut is_empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let used = line.chars().count() + usize::from(!is_empty);
            if used + word.len() <= width {
                line.extend((!is_empty).then_some(' ').into_iter().chain(word));
                is_empty = false;
                break;
            }
            if is_empty {
                let rest = word.split_off(width.saturating_sub(used).clamp(1, word.len()));
                line.extend(word);
                word = rest;
            }
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            is_empty = true;
        }
    }
    lines.push(line);
    lines
}

/// Returns a text of exactly `width` letters: padded, or cut with `~` or `…` as its last letter.
pub(super) fn fitted(text: &str, width: usize, cut: char) -> String {
    let count = text.chars().count();
    if count <= width {
        return format!("{text:<width$}");
    }
    text.chars().take(width.saturating_sub(1)).chain(std::iter::once(cut)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 7, 2), ["one two", "  three"]);
        assert_eq!(wrapped("  one two", 5, 2), ["  one", "  two"]);
        assert_eq!(wrapped("abcdefgh", 4, 1), ["abcd", " efg", " h"]);
        assert_eq!(wrapped("", 4, 1), [""]);
    }

    #[test]
    fn fitted_text_has_the_given_width() {
        assert_eq!(fitted("Maud", 6, '~'), "Maud  ");
        assert_eq!(fitted("Maud Tollbar", 6, '~'), "Maud ~");
    }
}
