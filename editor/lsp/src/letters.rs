//! Fuzzy matching of typed letters.

/// Returns whether `word` contains the typed letters in order, ignoring case.
pub fn in_order(word: &str, typed: &str) -> bool {
    if word.is_ascii() && typed.is_ascii() {
        let mut letters = word.bytes();
        return typed.bytes().all(|letter| letters.any(|other| other.eq_ignore_ascii_case(&letter)));
    }
    let mut letters = word.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|letter| letters.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_may_be_left_out_and_be_large_or_small() {
        assert!(in_order("broadsword", "brsw") && in_order("Great Örk", "ÖK") && in_order("axe", ""));
        assert!(!in_order("broadsword", "swb") && !in_order("axe", "axes") && !in_order("Örk", "oe"));
    }
}
