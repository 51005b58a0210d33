//! The checks of this ruleset in addition to the common ones: whether a well-formed pack can be played.

foeman_schema::checks! {
    /// All checks, sorted by name.
    pub(super) static CHECKS = [
        above_iq,
        absent_from_battle,
        absent_target,
        acting_feature,
        adventuring_beast,
        battle_without_party,
        cannot_hold,
        carries_too_many,
        costly_ground,
        dominated_item,
        effect_cycle,
        effect_depth,
        empty_side,
        endless_campaign,
        faces_wall,
        front_pattern,
        fulfilled_at_start,
        grip_of_both_hands,
        harmless_weapon,
        held_armour,
        hopeless_range,
        idle_ammunition,
        idle_counts_as,
        idle_effect,
        idle_filter,
        idle_key,
        idle_renewal,
        idle_weapon,
        incomplete_event,
        isolated_figure,
        known_twice,
        late_arrival,
        late_condition,
        named_twice,
        never_fires,
        no_ammunition,
        no_damage_dice,
        no_way_in,
        not_a_feature,
        not_a_weapon,
        not_ammunition,
        off_hand_weapon,
        off_map_figure,
        off_map_object,
        own_target,
        rating_block,
        reload_total,
        same_as_type,
        same_class_use,
        same_item_code,
        see_over_hex,
        shared_hex,
        short_spell,
        side_colors,
        side_twice,
        spells_of_no_wizard,
        square_map,
        stops_nothing,
        talent_cycle,
        too_demanding,
        too_narrow,
        too_weak,
        toothless_creature,
        unarmed_item,
        uncalled_figure,
        uncounted_gear,
        undeclared_field,
        unfired_ammunition,
        unique_twice,
        unknown_counter,
        unknown_placed_figure,
        unknown_target,
        unlisted_battle,
        unlisted_next,
        unmet_talent,
        unpayable_use,
        unreachable_goal,
        unreachable_ground,
        unused_record,
        unused_stock,
    ]
}

mod effects;
mod events;
mod goals;
mod regions;

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::{Map, Terrains};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::{Direction, Hex, Shape};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use crate::catalogs::{FigureType, Item, Placement, Roster, RosterFigure, Scenario, ScenarioSide, Side, Terrain};
use crate::notation::pattern::{FrontPattern, layout};

/// The valid record that a reference names, with its inherited values; `None` if it is missing or invalid, which other
/// checks report.
fn get<T: Record + Clone>(survey: &Survey<'_>, reference: &Ref<T>) -> Option<T> {
    survey.record(reference.id()).cloned()
}

/// The valid terrain that a legend names.
fn terrain<'a>(survey: &'a Survey<'_>, reference: &Ref<Terrains>) -> Option<&'a Terrain> {
    survey.record(reference.id())
}

/// The valid map of a scenario, if it is made of hexes (see `square-map`) and the terrain of every cell is known (see
/// `map-rows`). Other maps cannot be checked further.
fn battlefield<'a>(survey: &'a Survey<'_>, map: &Ref<Map>) -> Option<&'a Map> {
    survey.record::<Map>(map.id()).filter(|map| map.geometry.shape() == Shape::Hex && map.is_painted())
}

/// The valid records of a catalog with their pointers.
fn records<'a, T: Record>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, &'a T)> + 'a {
    survey.records().map(|(key, record)| (key.pointer(), record))
}

/// The valid scenarios with their pointers.
fn scenarios<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, &'a Scenario)> + 'a {
    records(survey)
}

/// The figures of valid rosters with their pointers.
fn roster_figures<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, &'a RosterFigure)> + 'a {
    records::<Roster>(survey).flat_map(|(at, roster)| {
        let at = at.child("figures");
        roster.figures.iter().map(move |(id, figure)| (at.child(id), figure))
    })
}

/// The ids of all ammunition that some weapon fires.
fn fired<'a>(survey: &Survey<'a>) -> BTreeSet<&'a str> {
    let ammo = |item: &'a Item| Some(item.fire.as_ref()?.ammo.id());
    survey.records().filter_map(|(_, item)| ammo(item)).collect()
}

/// The placements of a scenario: their pointers, sides and keys.
fn placements<'a>(
    at: &'a Pointer,
    scenario: &'a Scenario,
) -> impl Iterator<Item = (Pointer, &'a ScenarioSide, &'a str, Placement)> + 'a {
    scenario.sides.iter().enumerate().flat_map(move |(index, side)| {
        let at = at.child("sides").child(index.to_string()).child("place");
        side.place.iter().map(move |(key, placement)| (at.child(key), side, key.as_str(), placement.clone()))
    })
}

/// The valid roster from which a side of a scenario takes its figures.
fn roster_of<'a>(survey: &'a Survey<'_>, part: &ScenarioSide) -> Option<&'a Roster> {
    let side: &Side = survey.record(part.side.id())?;
    survey.record(side.roster.id())
}

/// A figure of a scenario in its starting place.
struct Start<'a> {
    /// The pointer of its placement.
    at: Pointer,
    /// Its id in the roster of its side.
    key: &'a str,
    /// Its placement.
    placement: Placement,
    /// Its side, as a position in the scenario.
    side: usize,
    /// The front pattern; if its type is unknown, the pattern of a figure of one hex.
    pattern: FrontPattern,
}

impl Start<'_> {
    /// The number of hexes it occupies.
    fn hexes(&self) -> u8 {
        self.pattern.hexes()
    }

    /// The hexes it occupies, its head first.
    fn body(&self, map: &Map) -> Vec<Hex> {
        let head = map.geometry.hex(self.placement.hex.map(i32::from));
        let facing = i32::from(self.facing().index());
        layout(self.hexes()).into_iter().map(|hex| head + hex.turned(facing)).collect()
    }

    /// Its facing.
    fn facing(&self) -> Direction {
        Direction::new(i32::from(self.placement.facing))
    }
}

/// The figures of a scenario in their starting places, grouped by side.
fn starts<'a>(survey: &Survey<'_>, at: &Pointer, scenario: &'a Scenario) -> Vec<Start<'a>> {
    let mut types: BTreeMap<String, FrontPattern> = BTreeMap::new();
    let mut starts = Vec::new();
    for (side, part) in scenario.sides.iter().enumerate() {
        let at = at.child("sides").child(side.to_string()).child("place");
        let roster = roster_of(survey, part);
        for (key, placement) in &part.place {
            let kind = roster.and_then(|roster| Some(&roster.figures.get(key)?.r#type));
            let pattern = kind.map_or_else(
                || FrontPattern::standard(1),
                |kind| types.entry(kind.id().to_owned()).or_insert_with(|| pattern(survey, kind)).clone(),
            );
            starts.push(Start { at: at.child(key), key, placement: placement.clone(), side, pattern });
        }
    }
    starts
}

/// The front pattern of a figure type; the standard one if its own is for a different number of hexes, which
/// `front-pattern` reports.
fn pattern(survey: &Survey<'_>, kind: &Ref<FigureType>) -> FrontPattern {
    let kind: Option<FigureType> = get(survey, kind);
    let hexes = kind.as_ref().map_or(1, |kind| kind.hexes);
    let own = kind.map(|kind| kind.pattern()).filter(|pattern| pattern.hexes() == hexes);
    own.unwrap_or_else(|| FrontPattern::standard(hexes))
}
