//! Rules of a mapping that never match.

use foeman_schema::catalogs::mappings::{MapFormat, Mapping, MappingRule};
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use crate::finding::{Finding, Level};
use crate::pattern::{covers, matches};
use crate::source::quoted;

/// Returns a warning for each rule of a mapping that no cell can match, at its line in the pack.
///
/// A rule behind another one for the same terrain may still have the code that is exported.
pub fn idle_rules(draft: &Draft, id: &str, mapping: &Mapping) -> Vec<Finding> {
    let rules = RecordKey::new(Mapping::CATALOG, id).pointer().child("rules");
    let idle = mapping.rules.iter().enumerate().filter_map(|(number, rule)| {
        let why = why_idle(mapping, number)?;
        let place = draft.place(&rules.child(number.to_string()))?;
        let (line, column) = draft.line_col(place.file, place.span.start);
        let (file, line, column) = (draft.path(place.file).to_owned(), line as usize, column as usize);
        let message = format!("rule {} {why}", quoted(&pattern_of(rule)));
        Some(Finding { file, line, column, level: Level::Warning, message })
    });
    idle.collect()
}

/// Returns why a rule never matches, with the remedy; `None` if it may match.
fn why_idle(mapping: &Mapping, number: usize) -> Option<String> {
    let rule = &mapping.rules[number];
    let (base, overlay) = (rule.base.as_deref(), rule.overlay.as_deref());
    match mapping.format {
        MapFormat::Csv if overlay.is_some_and(|overlay| !matches(overlay, "")) => {
            return Some("never matches, because tables have no overlays; remove `overlay`".to_owned());
        }
        MapFormat::Wesnoth if base.is_some_and(|base| base.contains('^')) => {
            return Some("never matches, because the base ends before `^`; write the rest as `overlay`".to_owned());
        }
        _ => {}
    }
    let earlier = mapping.rules[..number].iter().find(|earlier| hides(earlier, rule))?;
    if earlier.terrain == rule.terrain && rule.export.is_some() {
        return None;
    }
    let earlier = quoted(&pattern_of(earlier));
    Some(format!("never matches, because {earlier} is before it and matches the same codes; move it up, or remove it"))
}

/// Whether a rule matches all codes that another one matches.
fn hides(rule: &MappingRule, other: &MappingRule) -> bool {
    let part = |own: &Option<String>, other: &Option<String>| match (own, other) {
        (None, _) => true,
        (Some(own), None) => covers(own, "*"),
        (Some(own), Some(other)) => covers(own, other),
    };
    part(&rule.base, &other.base) && part(&rule.overlay, &other.overlay)
}

/// Returns the patterns of a rule as a code.
fn pattern_of(rule: &MappingRule) -> String {
    let base = rule.base.as_deref().unwrap_or("*");
    match &rule.overlay {
        None => base.to_owned(),
        Some(overlay) => format!("{base}^{overlay}"),
    }
}
