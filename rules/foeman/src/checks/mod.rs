//! The checks this ruleset adds to the common ones: whether a pack that is well formed can be played.

foeman_schema::checks! {
    /// All of them, sorted by name.
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
        idle_key,
        idle_renewal,
        idle_weapon,
        isolated_figure,
        known_twice,
        late_condition,
        named_twice,
        no_ammunition,
        no_damage_dice,
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
        uncounted_gear,
        undeclared_field,
        unfired_ammunition,
        unique_twice,
        unknown_placed_figure,
        unknown_target,
        unlisted_battle,
        unmet_talent,
        unpayable_use,
        unreachable_goal,
        unreachable_ground,
        unused_record,
        unused_stock,
    ]
}

mod effects;
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

/// The sound record that a reference names, with what it inherits; nothing when it is missing or faulty, which other
/// checks report.
fn get<T: Record + Clone>(survey: &Survey<'_>, reference: &Ref<T>) -> Option<T> {
    survey.record(reference.id()).cloned()
}

/// The sound terrain that a legend names.
fn terrain<'a>(survey: &'a Survey<'_>, reference: &Ref<Terrains>) -> Option<&'a Terrain> {
    survey.record(reference.id())
}

/// The sound map that a scenario is fought on, if it is made of hexes, as `square-map` demands, and every cell of it can
/// be told, as `map-rows` does: what lies on others, nobody knows.
fn battlefield<'a>(survey: &'a Survey<'_>, map: &Ref<Map>) -> Option<&'a Map> {
    survey.record::<Map>(map.id()).filter(|map| map.geometry.shape() == Shape::Hex && map.is_painted())
}

/// The sound records of a catalog and where they stand.
fn records<'a, T: Record>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, &'a T)> + 'a {
    survey.records().map(|(key, record)| (key.pointer(), record))
}

/// The sound scenarios and where they stand.
fn scenarios<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, &'a Scenario)> + 'a {
    records(survey)
}

/// The figures of sound rosters and where they stand.
fn roster_figures<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (Pointer, &'a RosterFigure)> + 'a {
    records::<Roster>(survey).flat_map(|(at, roster)| {
        let at = at.child("figures");
        roster.figures.iter().map(move |(id, figure)| (at.child(id), figure))
    })
}

/// The ids of everything that some weapon fires.
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
        side.place.iter().map(move |(key, placement)| (at.child(key), side, key.as_str(), *placement))
    })
}

/// The sound roster that a side of a scenario brings its figures from.
fn roster_of<'a>(survey: &'a Survey<'_>, part: &ScenarioSide) -> Option<&'a Roster> {
    let side: &Side = survey.record(part.side.id())?;
    survey.record(side.roster.id())
}

/// A figure of a scenario where it starts.
struct Start<'a> {
    /// The pointer of its placement.
    at: Pointer,
    /// Its id in the roster of its side.
    key: &'a str,
    /// Its placement.
    placement: Placement,
    /// Its side, as a position in the scenario.
    side: usize,
    /// Where the hexes around it lie; around a figure of one hex where its type is not known.
    pattern: FrontPattern,
}

impl Start<'_> {
    /// How many hexes it occupies.
    fn hexes(&self) -> u8 {
        self.pattern.hexes()
    }

    /// The hexes it occupies, its head first.
    fn body(&self, map: &Map) -> Vec<Hex> {
        let head = map.geometry.hex(self.placement.hex.map(i32::from));
        let facing = i32::from(self.facing().index());
        layout(self.hexes()).into_iter().map(|hex| head + hex.turned(facing)).collect()
    }

    /// The way it faces.
    fn facing(&self) -> Direction {
        Direction::new(i32::from(self.placement.facing))
    }
}

/// The figures of a scenario where they start, side by side.
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
            starts.push(Start { at: at.child(key), key, placement: *placement, side, pattern });
        }
    }
    starts
}

/// The pattern of a type of figure; the standard one where its own is for another number of hexes, as a check of its own
/// reports.
fn pattern(survey: &Survey<'_>, kind: &Ref<FigureType>) -> FrontPattern {
    let kind: Option<FigureType> = get(survey, kind);
    let hexes = kind.as_ref().map_or(1, |kind| kind.hexes);
    let own = kind.map(|kind| kind.pattern()).filter(|pattern| pattern.hexes() == hexes);
    own.unwrap_or_else(|| FrontPattern::standard(hexes))
}
