//! Formats docs for display, without rule numbers.

/// Returns a doc without rule numbers in parentheses, such as (`F1.7`), and without backticks.
pub fn prose(doc: &str) -> String {
    let mut text = String::with_capacity(doc.len());
    let mut rest = doc;
    while let Some(at) = rest.find('(') {
        let (before, after) = rest.split_at(at);
        match after.find(')').filter(|end| names_rules(&after[1..*end])) {
            Some(end) => {
                text.push_str(before.trim_end());
                rest = &after[end + 1..];
            }
            None => {
                text.push_str(before);
                text.push('(');
                rest = &after[1..];
            }
        }
    }
    text.push_str(rest);
    text.replace('`', "")
}

/// Whether the words are only rule numbers: letters followed by dotted digits.
fn names_rules(words: &str) -> bool {
    let is_rule = |word: &str| {
        let word = word.trim_matches(['`', ',', '.']);
        let number = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        number.len() < word.len()
            && number.starts_with(|digit: char| digit.is_ascii_digit())
            && number.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    let mut words = words.split_whitespace().filter(|word| !["and", "to", "or"].contains(word)).peekable();
    words.peek().is_some() && words.all(is_rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_numbers_are_left_out_and_other_parentheses_stay() {
        assert_eq!(prose("Size in hundredths of a human (`F1.7`)."), "Size in hundredths of a human.");
        assert_eq!(prose("Both (`F7.4`, `F7.7`), then more (`F8.3` to `F8.5`)."), "Both, then more.");
        assert_eq!(prose("Dice (as `2D`) and a name (in full)."), "Dice (as 2D) and a name (in full).");
        assert_eq!(prose("An open ( stays."), "An open ( stays.");
    }
}
