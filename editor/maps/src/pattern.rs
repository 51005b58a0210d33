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
}
