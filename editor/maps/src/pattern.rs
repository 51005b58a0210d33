//! Patterns with wildcards.

/// Returns whether a text matches a pattern, in which `*` stands for any text and `?` for any character.
///
/// Takes time proportional to the product of both lengths at most.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    if !has_wildcards(pattern) {
        return pattern == text;
    }
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // The last `*`, and the end of the text that it stands for so far.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p).is_some_and(|letter| *letter == '?' || *letter == text[t]) {
            p += 1;
            t += 1;
        } else if let Some((at, end)) = star {
            star = Some((at, end + 1));
            p = at + 1;
            t = end + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|letter| *letter == '*')
}

/// Returns whether a pattern has wildcards.
pub(crate) fn has_wildcards(pattern: &str) -> bool {
    pattern.contains(['*', '?'])
}

/// Returns whether a pattern matches every text that another pattern matches. Some of these pairs are not recognised,
/// for example `*?` and `?*`.
pub(crate) fn covers(pattern: &str, other: &str) -> bool {
    let (pattern, other): (Vec<char>, Vec<char>) = (pattern.chars().collect(), other.chars().collect());
    // Whether the rest of `pattern` covers the rest of `other`, from the end backwards.
    let mut rest: Vec<bool> = vec![false; other.len() + 1];
    rest[other.len()] = true;
    for letter in pattern.iter().rev() {
        let mut next = vec![false; other.len() + 1];
        for at in (0..=other.len()).rev() {
            next[at] = match (letter, other.get(at)) {
                ('*', None) => rest[at],
                ('*', Some(_)) => rest[at] || next[at + 1],
                (_, None) => false,
                ('?', Some(own)) => *own != '*' && rest[at + 1],
                (letter, Some(own)) => own == letter && rest[at + 1],
            };
        }
        rest = next;
    }
    rest[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_match_any_text_and_any_character() {
        for (pattern, text) in
            [("*", ""), ("", ""), ("G*", "Gg"), ("*:1", "woods:1"), ("a*b?d", "axxbcbcd"), ("W?", "Ww")]
        {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("G", "Gg"), ("?", ""), ("*:1", "woods:12"), ("a*b", "abc")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
        let hard = "*a".repeat(100) + "b";
        assert!(!matches(&hard, &"a".repeat(10_000)));
    }

    #[test]
    fn a_pattern_that_covers_another_matches_all_that_it_matches() {
        for (pattern, other) in [
            ("*", "*"),
            ("*", "?"),
            ("*", ""),
            ("G*", "Gg"),
            ("G*", "Gg*"),
            ("?g", "Gg"),
            ("*a*", "ba?"),
            ("a*", "a*b*"),
        ] {
            assert!(covers(pattern, other), "{pattern} {other}");
        }
        for (pattern, other) in
            [("?", "*"), ("G*", "*"), ("Gg", "G?"), ("", "*"), ("a*b", "a*"), ("?", ""), ("G", "Gg")]
        {
            assert!(!covers(pattern, other), "{pattern} {other}");
        }
        // Of all short patterns: whatever the covered one matches, the other one matches too.
        let letters = ["", "a", "b", "?", "*"];
        let mut words = vec![String::new()];
        for _ in 0..3 {
            words = words.iter().flat_map(|word| letters.map(|letter| format!("{word}{letter}"))).collect();
        }
        let texts: Vec<&String> = words.iter().filter(|word| !has_wildcards(word)).collect();
        for (pattern, other) in words.iter().flat_map(|one| words.iter().map(move |two| (one, two))) {
            if covers(pattern, other) {
                assert!(texts.iter().all(|text| !matches(other, text) || matches(pattern, text)), "{pattern} {other}");
            }
        }
    }
}
