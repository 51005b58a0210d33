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
    let (length, own) = (lower.chars().count(), letters(&lower));
    let mut nearest: Vec<(usize, &str)> = Vec::with_capacity(MOST + 1);
    for name in names {
        let other = name.chars().count();
        let longest = length.max(other);
        // One error per three characters. Long words are skipped, because they would take long.
        let allowed = (longest / 3).max(1);
        let worst = nearest.get(MOST - 1).map_or(allowed, |&(distance, _)| distance.min(allowed));
        if name == word || longest > 100 || length.abs_diff(other) > allowed {
            continue;
        }
        let name_lower = name.to_lowercase();
        // Of thousands of names, most differ by too many letters, which is found faster than the distance.
        if at_least(&own, &letters(&name_lower)) > worst {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &name_lower);
        if distance <= allowed && distance < longest && !nearest.contains(&(distance, name)) {
            let place = nearest.partition_point(|&other| other < (distance, name));
            nearest.insert(place, (distance, name));
            nearest.truncate(MOST);
        }
    }
    nearest.into_iter().map(|(_, name)| name).collect()
}

/// The most names that [`near`] returns.
const MOST: usize = 3;

/// How often each letter occurs; some letters are counted together.
fn letters(text: &str) -> [u8; 32] {
    let mut counts = [0u8; 32];
    for letter in text.chars() {
        let count = &mut counts[letter as usize % 32];
        *count = count.saturating_add(1);
    }
    counts
}

/// A lower bound of the number of differences between two texts: each adds at most one letter and removes at most one.
fn at_least(one: &[u8; 32], other: &[u8; 32]) -> usize {
    let more = |one: &[u8; 32], other: &[u8; 32]| -> usize {
        one.iter().zip(other).map(|(one, other)| usize::from(one.saturating_sub(*other))).sum()
    };
    more(one, other).max(more(other, one))
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
    use proptest::prelude::*;

    use super::*;

    /// The same as [`near`], by the distance of all names.
    fn by_all_distances<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
        let lower = word.to_lowercase();
        let mut scored: Vec<(usize, &str)> = Vec::new();
        for &name in names {
            let longest = lower.chars().count().max(name.chars().count());
            let distance = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
            if name != word && longest <= 100 && distance <= (longest / 3).max(1) && distance < longest {
                scored.push((distance, name));
            }
        }
        scored.sort();
        scored.dedup();
        scored.truncate(3);
        scored.into_iter().map(|(_, name)| name).collect()
    }

    proptest! {
        #[test]
        fn the_nearest_names_are_those_with_the_least_distances(
            word in "[ab-dÄé1-3 ]{0,14}",
            names in prop::collection::vec("[abA-DÄéx1-3 ]{0,14}", 0..60),
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            prop_assert_eq!(near(&word, names.iter().copied()), by_all_distances(&word, &names));
        }
    }

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
