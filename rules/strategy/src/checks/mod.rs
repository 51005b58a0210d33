//! The checks of this ruleset, one file each, in addition to the common ones.

foeman_schema::checks! {
    /// All checks, sorted by name.
    pub(super) static CHECKS = [
        absent_faction,
        absent_subject,
        absent_variable,
        beyond_last_turn,
        certain_threshold,
        clamped_value,
        closed_ground,
        closed_prize,
        closed_start,
        counter_modifier,
        empty_handed,
        faction_colors,
        faction_twice,
        factions_apart,
        foreign_home,
        free_class,
        ground_as_object,
        ground_not_first,
        homeless_upgrade,
        idle_area,
        idle_deed,
        idle_income,
        idle_modifier,
        idle_modifier_range,
        idle_override,
        idle_sites,
        idle_supply,
        idle_transfer,
        impassable_terrain,
        impossible_condition,
        late_rule,
        listed_twice,
        lost_at_start,
        measure_twice,
        missing_value,
        mixed_stack,
        negative_cost,
        negative_income,
        no_captors,
        not_a_ground,
        not_a_resource,
        nowhere_to_place,
        off_map_area,
        off_map_site,
        ownerless_units,
        passive_unit,
        repeated_site,
        reversed_range,
        rule_cycle,
        rule_twice,
        single_side,
        spent_unit,
        stuck_unit,
        too_few_turns,
        too_many_sites,
        too_much_laid,
        unaffordable_class,
        uncapturable_terrain,
        unearned_victory,
        unfelt_modifier,
        unknown_option,
        unneeded_supply,
        unpayable_cost,
        unreachable_home,
        unreachable_threshold,
        unused_class,
        unwanted_class,
        variable_kind,
        won_at_start,
    ]
}

mod bounds;

mod classes;

mod examples;

mod layout;

mod regions;

mod rules;

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::Check;
use foeman_schema::dialect::Ref;
use foeman_schema::finding::Finding;
use foeman_schema::grid::Cell;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::catalogs::{Variable, VariableKind};

/// Creates a finding at the value of a pointer; for an inherited value, at the record that inherits it.
fn finding(check: &Check, survey: &Survey<'_>, pointer: Pointer, message: String, help: String) -> Option<Finding> {
    let place = survey.draft.place(&pointer)?;
    Some(Finding { help: Some(help), ..check.finding(place, pointer, message) })
}

/// Creates a finding at the value of a pointer if it is written there: an inherited value is reported only at the
/// record that defines it.
fn written(check: &Check, survey: &Survey<'_>, pointer: Pointer, message: String, help: String) -> Option<Finding> {
    if survey.draft.defined(&pointer) { finding(check, survey, pointer, message, help) } else { None }
}

/// Returns the valid variable of a reference.
fn variable<'a>(survey: &Survey<'a>, named: &Ref<Variable>) -> Option<&'a Variable> {
    survey.record(named.id())
}

/// Returns a kind of variable with an article.
fn kind_words(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::Attribute => "an attribute",
        VariableKind::Counter => "a counter",
        VariableKind::Resource => "a resource",
    }
}

/// Returns the message and the help for a cell that is off the map.
fn off_map(map: &Map, cell: Cell) -> Option<(String, String)> {
    let ([column, row], [width, height]) = (cell, map.geometry.size());
    if map.geometry.contains(cell) {
        return None;
    }
    let message = format!("expected a cell of the map, found column {column}, row {row}");
    let help = format!("{} has columns 0 to {} and rows 0 to {}", map.title, width - 1, height - 1);
    Some((message, help))
}
