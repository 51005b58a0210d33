//! Similar names for "did you mean" suggestions.

/// Returns up to three of `names` that `word` may be a misspelling of, the most similar first. Ignores case and allows
/// one difference for every three characters. `word` itself and names of more than 100 characters are never returned.
///
/// ```
/// use foeman_schema::did_you_mean::near;
///
/// assert_eq!(near("swrod", ["spear", "sword", "bow"]), ["sword"]);
/// assert!(near("halberd", ["spear", "sword", "bow"]).is_empty());
/// ```
pub fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let mut scored: Vec<(usize, &str)> = Vec::new();
    for name in names {
        let (one, other) = (lower.chars().count(), name.chars().count());
        let longest = one.max(other);
        // One error per three characters. Long words are skipped, because they would take long.
        let allowed = (longest / 3).max(1);
        if name == word || longest > 100 || one.abs_diff(other) > allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
        if distance <= allowed && distance < longest && !scored.iter().any(|(_, other)| *other == name) {
            scored.push((distance, name));
        }
    }
    scored.sort();
    scored.truncate(3);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// Returns "did you mean `a`, `b` or `c`?"; `None` without names.
pub fn did_you_mean(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let (last, front) = quoted.split_last()?;
    if front.is_empty() {
        return Some(format!("did you mean {last}?"));
    }
    Some(format!("did you mean {} or {last}?", front.join(", ")))
}

/// Maximum number of names listed.
const LISTED: usize = 12;

/// Lists the first names in backticks, and the number of others.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let first: Vec<String> = names.by_ref().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = names.count();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", first.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let names = ["damage", "title", "size", "quality"];
        assert_eq!(near("damgae", names), ["damage"]);
        assert_eq!(near("Title", names), ["title"]);
        assert_eq!(near("siz", names), ["size"]);
        assert!(near("ready", names).is_empty());
        assert!(near("x", ["y"]).is_empty());
    }
}
