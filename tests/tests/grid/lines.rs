//! The straight line between hexes, compared to the nearest hexes of each of its points.

use std::collections::BTreeSet;

use foeman_engine::search::line_of_sight::{is_clear, line};
use foeman_schema::grid::Hex;
use proptest::prelude::*;

/// Returns the hexes whose centres are nearest to the point `step` of `steps` on the line, with exact distances.
fn nearest(from: Hex, to: Hex, step: i32, steps: i32) -> BTreeSet<Hex> {
    // Everything is scaled by `steps`. The square of a distance is half the sum of the squares of its cube coordinates.
    let point = from * steps + (to - from) * step;
    let off = |hex: Hex| (hex * steps - point).dot(hex * steps - point);
    let (columns, rows) = (from.q.min(to.q) - 1..=from.q.max(to.q) + 1, from.r.min(to.r) - 1..=from.r.max(to.r) + 1);
    let around: Vec<Hex> = columns.flat_map(|q| rows.clone().map(move |r| Hex::new(q, r))).collect();
    let least = around.iter().map(|&hex| off(hex)).min().unwrap();
    around.into_iter().filter(|&hex| off(hex) == least).collect()
}

#[test]
fn each_step_of_a_line_is_the_nearest_hex_or_the_two_that_are_equally_near() {
    let (from, mut edges) = (Hex::new(3, -2), 0);
    let ends = (-9..=9).flat_map(|q| (-9..=9).map(move |r| Hex::new(3 + q, r - 2)));
    for to in ends {
        let steps = from.distance(to) as i32;
        let pairs: Vec<[Hex; 2]> = line(from, to).collect();
        assert_eq!(pairs.len(), (steps - 1).max(0) as usize, "{to:?}");
        for (pair, step) in pairs.into_iter().zip(1..) {
            assert_eq!(BTreeSet::from(pair), nearest(from, to, step, steps), "step {step} to {to:?}");
            edges += u32::from(pair[0] != pair[1]);
        }
    }
    assert!(edges > 0, "some lines ran along an edge");
}

#[test]
fn one_hex_beside_an_edge_blocks_nothing_and_both_block() {
    // Two hexes apart across a corner: the line runs along the edge between the two hexes in the middle.
    let (from, to) = (Hex::ZERO, Hex::new(1, 1));
    let [one, other] = [Hex::new(1, 0), Hex::new(0, 1)];
    for blocked in [vec![], vec![one], vec![other]] {
        assert!(is_clear(from, to, |hex| blocked.contains(&hex)), "{blocked:?}");
    }
    assert!(!is_clear(from, to, |hex| hex == one || hex == other));
}

proptest! {
    #[test]
    fn sight_is_the_same_both_ways_and_its_ends_never_block(
        q in -20..=20, r in -20..=20, walls in proptest::collection::btree_set((-20..=20, -20..=20), 0..200),
    ) {
        let (from, to) = (Hex::ZERO, Hex::new(q, r));
        let blocks = |hex: Hex| walls.contains(&(hex.q, hex.r));
        let clear = is_clear(from, to, blocks);
        prop_assert_eq!(clear, is_clear(to, from, blocks));
        prop_assert_eq!(clear, is_clear(from, to, |hex| blocks(hex) || hex == from || hex == to));
        prop_assert!(is_clear(from, to, |_| false));
    }
}
