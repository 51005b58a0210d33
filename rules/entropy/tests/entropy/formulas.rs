//! Every formula against examples calculated by hand; the calculation is next to each.

use foeman_engine::display::Odds;
use ruleset_entropy::catalogs::{DamageRule, Statistics};
use ruleset_entropy::formulas::*;
use ruleset_entropy::milli::Milli;

use super::m;

const EVEN: Statistics = Statistics { str: 5, agl: 5, end: 5 };
const UNEVEN: Statistics = Statistics { str: 2, agl: 24, end: 1 };

#[test]
fn e2_every_full_ten_levels_are_a_band() {
    for (level, natural, expected) in [
        (80_000, 80_000, 0),  // 80 - 80 = 0
        (89_999, 80_000, 0),  // 9.999 is not a full 10
        (90_000, 80_000, 1),  // 10 / 10
        (104_500, 80_000, 2), // 24.5 / 10 = 2.45
        (70_001, 80_000, 0),  // -9.999
        (70_000, 80_000, -1), // -10 / 10
        (12_000, 80_000, -6), // -68 / 10 = -6.8
    ] {
        assert_eq!(bands(m(level), m(natural)), expected, "{level} from {natural}");
    }
}

#[test]
fn e2_bands_shift_physical_statistics() {
    for (natural, bands, expected) in [
        (EVEN, 0, [5, 5, 5]),
        (EVEN, 2, [3, 7, 3]),     // 5 - 2, 5 + 2, 5 - 2
        (EVEN, -3, [8, 2, 8]),    // 5 + 3, 5 - 3, 5 + 3
        (UNEVEN, 4, [0, 25, 0]),  // -2, 28, -3: held within 0..25
        (UNEVEN, -1, [3, 23, 2]), // 2 + 1, 24 - 1, 1 + 1
    ] {
        let current = physical(natural, bands);
        assert_eq!([current.str, current.agl, current.end], expected, "{natural:?} by {bands}");
    }
}

#[test]
fn e2_bands_shift_mental_statistics_with_strength_the_other_way() {
    for (natural, bands, expected) in [
        (EVEN, 2, [7, 7, 3]),     // 5 + 2, 5 + 2, 5 - 2
        (EVEN, -3, [2, 2, 8]),    // 5 - 3, 5 - 3, 5 + 3
        (UNEVEN, 4, [6, 25, 0]),  // 6, 28, -3: held within 0..25
        (UNEVEN, -4, [0, 20, 5]), // -2, 20, 5
    ] {
        let current = mental(natural, bands);
        assert_eq!([current.str, current.agl, current.end], expected, "{natural:?} by {bands}");
    }
}

#[test]
fn e2_capacity_follows_endurance_one_for_one() {
    for (natural, from, to, expected) in [
        (20, 5, 5, 20), // 20 + 0
        (20, 5, 3, 18), // 20 - 2
        (20, 5, 8, 23), // 20 + 3
        (1, 4, 2, -1),  // 1 - 2: dead
    ] {
        assert_eq!(capacity(Milli::whole(natural), from, to), Milli::whole(expected));
    }
}

#[test]
fn e3_thresholds_are_the_natural_level_and_the_tolerances() {
    for (natural, up, down, lower, upper) in [
        (80, 5, 5, 75, 85),      // 80 - 5, 80 + 5
        (170, 50, 30, 140, 220), // 170 - 30, 170 + 50
        (240, 25, 0, 240, 250),  // 265 is past the end of the scale
        (10, 0, 25, 0, 10),      // -15 is, too
    ] {
        let found = thresholds(Milli::whole(natural), Milli::whole(up), Milli::whole(down));
        assert_eq!(found, Thresholds { lower: Milli::whole(lower), upper: Milli::whole(upper) });
    }
}

#[test]
fn e3_a_body_regenerates_a_tenth_of_its_mental_agility() {
    // 5 / 10, 0 / 10, 12 / 10, 25 / 10
    assert_eq!([5, 0, 12, 25].map(body_regeneration), [m(500), m(0), m(1200), m(2500)]);
}

#[test]
fn e4_regeneration_goes_towards_the_natural_level() {
    for (level, natural, regeneration, expected) in [
        (60_000, 50_000, 100, 59_900),  // 60 - 0.1
        (40_000, 50_000, 100, 40_100),  // 40 + 0.1
        (50_300, 50_000, 500, 50_000),  // 49.8 would be past it
        (49_999, 50_000, 2000, 50_000), // 51.999 would be past it
        (50_000, 50_000, 500, 50_000),
    ] {
        assert_eq!(regenerated(m(level), m(natural), m(regeneration)), m(expected));
    }
}

#[test]
fn e5_a_body_moves_its_level_by_regeneration_times_acceleration() {
    // 5 / 10 * 5 = 2.5; 7 / 10 * 7 = 4.9; 0; 25 / 10 * 25 = 62.5
    assert_eq!([5, 7, 0, 25].map(induced), [m(2500), m(4900), m(0), m(62_500)]);
    let room = Thresholds { lower: m(75_000), upper: m(85_000) };
    assert_eq!(moved(m(80_000), m(2500), room), m(82_500)); // 80 + 2.5
    assert_eq!(moved(m(84_000), m(2500), room), m(85_000)); // 86.5 stops at 85
    assert_eq!(moved(m(76_000), m(-4900), room), m(75_000)); // 71.1 stops at 75
}

#[test]
fn e6_a_strike_needs_ten_less_the_difference_of_agilities() {
    for (attacker, defender, expected, wins) in [
        (5, 5, 10, 11),  // 10 - 5 + 5; 10..20 are 11 faces
        (6, 4, 8, 13),   // 10 - 6 + 4; 8..20
        (2, 9, 17, 4),   // 10 - 2 + 9; 17..20
        (15, 3, -2, 20), // every face will do
        (0, 10, 20, 1),  // only the 20
        (0, 11, 21, 0),  // never
    ] {
        assert_eq!(needed(attacker, defender), expected);
        assert_eq!(strike_odds(expected), Odds { wins, of: 20 });
        let faces = (1..=20).filter(|die| die + attacker - defender >= 10).count();
        assert_eq!(faces as u64, wins, "{attacker} against {defender}");
    }
}

#[test]
fn e7_a_weapon_below_its_victim_rises() {
    assert_eq!(direction(m(50_000), m(80_000)), 1); // 50 - 80 < 0: attacker +1
    assert_eq!(direction(m(80_001), m(80_000)), -1); // > 0: attacker -1
    assert_eq!(direction(m(80_000), m(80_000)), 0);
}

#[test]
fn e8_the_flow_is_the_weapons_with_mental_strength_against_mental_endurance() {
    assert_eq!(flow(m(10_000), 5, 5), m(10_000)); // 10 + 5 - 5
    assert_eq!(flow(m(12_000), 6, 3), m(15_000)); // 12 + 6 - 3
    assert_eq!(flow(m(4000), 3, 7), m(0)); // 4 + 3 - 7
    assert_eq!(flow(m(2000), 1, 20), m(0)); // -17 counts as 0
}

#[test]
fn e8_an_efficiency_is_the_objects_and_a_tenth_of_the_mind() {
    assert_eq!(efficiency(m(500), 5), m(1000)); // 0.5 + 5 / 10
    assert_eq!(efficiency(m(0), 7), m(700)); // no armour: 0 + 7 / 10
    assert_eq!(efficiency(m(125), 12), m(1325)); // 0.125 + 12 / 10
}

#[test]
fn e9_an_object_takes_what_it_has_room_for() {
    let room = Thresholds { lower: m(25_000), upper: m(75_000) };
    for (change, level, taken, over) in [
        (10_000, 50_000, 10_000, 0),     // 60 is below 75
        (10_000, 65_000, 10_000, 0),     // 75 is not past 75
        (10_000, 70_000, 5000, 5000),    // 80 is 5 past 75
        (-10_000, 30_500, -5500, -4500), // 20.5 is 4.5 past 25
        (-10_000, 25_000, 0, -10_000),   // empty already
        (0, 50_000, 0, 0),
    ] {
        assert_eq!(pour(m(change), m(level), room), (m(taken), m(over)), "{change} into {level}");
    }
}

#[test]
fn e10_plain_damage_divides_what_the_defender_withstands() {
    for (blow, guard, distance, expected) in [
        (10, 10, 0, Some(0)),         // 10 - 10 / 1
        (10, 10, 20_000, Some(9524)), // 10 - 10 / 21 = 10 - 0.476
        (13, 7, 1000, Some(9500)),    // 13 - 7 / 2
        (13, 7, 5200, Some(11_871)),  // 13 - 7 / 6.2 = 13 - 1.129
        (5, 20, 1000, Some(0)),       // 5 - 20 / 2 = -5
        (10, 10, 25_000, Some(9615)), // 10 - 10 / 26 = 10 - 0.385
        (10, 10, 25_001, None),       // out of reach
    ] {
        let found = damage(DamageRule::Plain, Milli::whole(blow), Milli::whole(guard), m(distance));
        assert_eq!(found, expected.map(m), "{blow} against {guard} at {distance}");
    }
}

#[test]
fn e10_banded_damage_divides_the_whole_blow() {
    for (blow, guard, distance, expected) in [
        (20, 6, 0, Some(14_000)),    // (20 - 6) / 1
        (20, 6, 10_000, Some(1273)), // 14 / 11
        (20, 6, 500, Some(9333)),    // 14 / 1.5
        (10, 17, 2000, Some(0)),     // -7 / 3
        (20, 6, 25_000, Some(538)),  // 14 / 26
        (20, 6, 30_000, None),
    ] {
        let found = damage(DamageRule::Banded, Milli::whole(blow), Milli::whole(guard), m(distance));
        assert_eq!(found, expected.map(m), "{blow} against {guard} at {distance}");
    }
}

#[test]
fn e10_distance_has_no_sign() {
    assert_eq!(distance(m(50_000), m(80_000)), m(30_000)); // |50 - 80|
    assert_eq!(distance(m(80_000), m(50_000)), m(30_000)); // |80 - 50|
    assert_eq!(distance(m(75_250), m(75_250)), m(0));
}

#[test]
fn e11_products_and_quotients_round_once_half_away_from_zero() {
    assert_eq!(m(1001).times(m(500)), m(501)); // 0.5005
    assert_eq!(m(-1001).times(m(500)), m(-501)); // -0.5005
    assert_eq!(m(1001).times(m(499)), m(499)); // 0.499499
    assert_eq!(m(2000).over(m(3000)), m(667)); // 0.6666..
    assert_eq!(m(-1000).over(m(3000)), m(-333)); // -0.3333..
    assert_eq!(m(1).over(m(2000)), m(1)); // 0.0005
}

#[test]
fn amounts_read_as_people_write_them() {
    assert_eq!([0, 47_300, -250, 1_000_001].map(|n| m(n).to_string()), ["0", "47.3", "-0.25", "1000.001"]);
    assert_eq!([1, 1000, 1500, -1500].map(|n| m(n).rounded_up()), [1, 1, 2, -1]);
    assert_eq!([499, 500, 1500, -1500].map(|n| m(n).rounded()), [0, 1, 2, -2]);
}
