//! Fast pathfinding gives the same costs as relaxing every step until nothing changes.

use std::collections::BTreeMap;

use foeman_schema::grid::{Direction, Hex};
use proptest::prelude::*;
use proptest::sample::select;
use ruleset_foeman::body::shape::Pose;
use ruleset_foeman::ground::Battlefield;

use crate::ground::Plain;

/// The cost of waiting for a figure in the way, in MP.
const WAIT: u32 = 20;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn floods_cost_what_the_steps_cost(
        rows in prop::collection::vec(prop::collection::vec(select(vec!['g', 'g', 'g', 'm', 'w']), 9), 9),
        goal in prop::array::uniform2(0i32..9),
        standing in prop::collection::vec(prop::array::uniform2(0i32..9), 0..6),
    ) {
        let mut rows = rows;
        rows[0][0] = 'g';
        rows[8][8] = 'g';
        let text: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let content = Plain::new().red([0, 0], 0, &[]).blue([8, 8], 0, &[]).with("/maps/plain/rows", text).content();
        let (field, gait) = (&content.land.field, content.kind(content.start[0].kind).gait);
        let goal = field.geometry.hex(goal);
        let standing: Vec<Hex> = standing.into_iter().map(|cell| field.geometry.hex(cell)).collect();
        let around = content.land.ways.around(field, gait, goal, &standing).expect("the map is small");
        let again = content.land.ways.around(field, gait, goal, &standing).expect("the map is small");
        let nearest = content.land.ways.to_nearest(field, gait, &[goal]);
        let [waiting, straight] = [&standing[..], &[]].map(|standing| relaxed(field, goal, standing));
        for cell in field.geometry.cells() {
            let head = field.geometry.hex(cell);
            for facing in Direction::ALL {
                let from = Pose { head, facing };
                prop_assert_eq!(around.cost(field, from), waiting.get(&head).copied());
                prop_assert_eq!(again.cost(field, from), waiting.get(&head).copied());
                prop_assert_eq!(content.land.ways.cost(field, gait, from, goal), straight.get(&head).copied());
                prop_assert_eq!(nearest.cost(field, from), straight.get(&head).copied());
                prop_assert!(straight.get(&head).is_none_or(|&cost| content.land.ways.at_least(gait, from, goal) <= cost));
            }
        }
    }
}

/// The costs of the hexes from which a figure of one hex can go to a goal.
fn relaxed(field: &Battlefield, goal: Hex, standing: &[Hex]) -> BTreeMap<Hex, u32> {
    let mut costs = BTreeMap::new();
    if field.cost(goal).is_some() {
        costs.insert(goal, 0);
    }
    loop {
        let before = costs.clone();
        for (&to, &cost) in &before {
            let (Some(enters), wait) = (field.cost(to), if standing.contains(&to) { WAIT } else { 0 }) else {
                continue;
            };
            for from in Direction::ALL.map(|direction| to.step(direction)) {
                let (true, Some(climb)) = (field.cost(from).is_some(), field.climb(from, to)) else { continue };
                let sum = cost + u32::from(enters) + u32::from(climb) + wait;
                let known = costs.entry(from).or_insert(sum);
                *known = sum.min(*known);
            }
        }
        if costs == before {
            return costs;
        }
    }
}
