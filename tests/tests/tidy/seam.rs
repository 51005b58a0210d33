//! The trait of rulesets stays small: optional capabilities are fields of a table, and the object-safe wrapper hands the
//! table out instead of repeating it.

use super::read;

/// The most methods of `Ruleset`.
const MOST: usize = 18;

/// Returns the text of an item from its first line to its closing brace.
fn item(file: &str, start: &str) -> String {
    let text = read(file);
    let from = text.find(start).unwrap_or_else(|| panic!("{file}: no `{start}`"));
    let item = text[from..].split_inclusive("\n}\n").next().unwrap_or_default();
    item.to_owned()
}

/// Returns the names after a keyword at the first level of an item.
fn names(item: &str, keyword: &str) -> Vec<String> {
    let rest = item.lines().filter_map(|line| line.strip_prefix("    ")?.strip_prefix(keyword));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    rest.map(|rest| rest.chars().take_while(|&c| is_name(c)).collect()).collect()
}

#[test]
fn a_ruleset_has_few_methods() {
    let methods = names(&item("rules/engine/src/ruleset/mod.rs", "pub trait Ruleset:"), "fn ");
    assert!(methods.iter().any(|name| name == "apply") && methods.len() <= MOST, "{}: {methods:?}", methods.len());
}

#[test]
fn an_engine_repeats_no_capability() {
    let methods = names(&item("rules/engine/src/game/engine.rs", "pub trait Engine:"), "fn ");
    for table in ["pub struct PackCapabilities {", "pub struct Capabilities<"] {
        let fields = names(&item("rules/engine/src/ruleset/capabilities.rs", table), "pub ");
        assert!(fields.len() > 10, "{table} {fields:?}");
        let twice: Vec<&String> = methods.iter().filter(|name| fields.contains(name) && *name != "players").collect();
        assert!(twice.is_empty(), "{table} {twice:?}");
    }
}
