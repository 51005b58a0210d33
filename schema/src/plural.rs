//! Counts in messages.

/// Returns the count with its noun: "1 hex", "2 hexes", "0 hexes".
///
/// ```
/// use foeman_schema::plural::plural;
///
/// assert_eq!(plural(1, "hex", "hexes"), "1 hex");
/// assert_eq!(plural(12, "hex", "hexes"), "12 hexes");
/// ```
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns a unit, which is given in the plural, in the form that fits the count.
///
/// ```
/// use foeman_schema::plural::unit;
///
/// assert_eq!(unit(1, "hexes"), "hex");
/// assert_eq!(unit(1, "levels a round"), "level a round");
/// assert_eq!(unit(2, "points"), "points");
/// assert_eq!(unit(1, "MP"), "MP");
/// ```
pub fn unit(count: i64, plural: &str) -> String {
    let (word, rest) = plural.split_at(plural.find(' ').unwrap_or(plural.len()));
    let one = word.strip_suffix("xes").map(|stem| format!("{stem}x"));
    let one = one.or_else(|| word.strip_suffix('s').map(str::to_owned)).filter(|_| count.abs() == 1);
    format!("{}{rest}", one.as_deref().unwrap_or(word))
}

/// Returns the form of a verb that agrees with the name of a group: "Guild of Ledgers attacks", "Free Traders attack".
///
/// Whether an English name is a plural is a guess by its main noun, which is the last word before the first preposition.
///
/// ```
/// use foeman_schema::plural::agree;
///
/// assert_eq!(agree("Free Traders", "attacks", "attack"), "attack");
/// assert_eq!(agree("Goats of the Hills", "has", "have"), "have");
/// assert_eq!(agree("Guild of Ledgers", "has", "have"), "has");
/// assert_eq!(agree("The Pass", "has", "have"), "has");
/// ```
pub fn agree<'a>(name: &str, one: &'a str, many: &'a str) -> &'a str {
    const PREPOSITIONS: [&str; 8] = ["of", "from", "in", "at", "on", "under", "without", "with"];
    let noun = name.split_whitespace().take_while(|word| !PREPOSITIONS.contains(word)).last().unwrap_or_default();
    let noun = noun.trim_end_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let is_plural = noun.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| noun.ends_with(ending));
    if is_plural { many } else { one }
}
