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
