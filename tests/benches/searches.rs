//! Compares reachable cells, line of sight and A* with the crate `hexx` on the same cells:
//! `cargo bench -p foeman-tests --bench searches`.
//!
//! Both get the same queries in turn, and must give the same answers before anything is timed.
//! Read the figures as ratios within one run; machines differ.

#![allow(clippy::print_stdout, reason = "a benchmark prints its measurements")]

use std::collections::BTreeSet;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use foeman_engine::search::agent::Agent;
use foeman_engine::search::coverage::coverage;
use foeman_engine::search::line_of_sight::{is_clear, line};
use foeman_engine::search::path_finding::find_path;
use foeman_engine::search::reach::reach;
use foeman_schema::grid::{Cell, Geometry, Hex, Shape, Stand};
use hexx::algorithms::{a_star, field_of_movement};

/// The radius of the hexagonal map, in hexes.
const RADIUS: i32 = 50;

/// Movement budgets.
const BUDGETS: [u32; 3] = [10, 20, 40];

/// The number of repetitions of each query.
const TURNS: usize = 21;

/// Ground with costs of 1 to 3 and walls, in the flat layout of each library.
struct Ground {
    geometry: Geometry,
    /// By position in the geometry; 0 is a wall or outside.
    ours: Vec<u8>,
    /// By axial coordinates.
    theirs: Vec<u8>,
}

const SIDE: i32 = 2 * RADIUS + 1;

impl Ground {
    fn new() -> Self {
        let size = [SIDE as u32, (SIDE + RADIUS) as u32];
        let geometry = Geometry::new(Shape::Hex, Stand::Edge, None, size).expect("hexes on an edge fill the plane");
        let mut ground =
            Self { geometry, ours: vec![0; geometry.cell_count()], theirs: vec![0; (SIDE * SIDE) as usize] };
        let mut noise = 7_u32;
        for hex in hexx::Hex::ZERO.range(RADIUS as u32) {
            // Any even mixture will do: one hex in six is a wall.
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let cost = if hex == hexx::Hex::ZERO { 1 } else { [0, 1, 1, 2, 2, 3][(noise >> 16) as usize % 6] };
            let position = geometry.index(middle() + Hex::new(hex.x, hex.y)).expect("the map holds the hexagon");
            ground.ours[position] = cost;
            let at = ground.axial(hex).expect("it is within the radius");
            ground.theirs[at] = cost;
        }
        ground
    }

    fn axial(&self, hex: hexx::Hex) -> Option<usize> {
        let [q, r] = [hex.x + RADIUS, hex.y + RADIUS];
        ((0..SIDE).contains(&q) && (0..SIDE).contains(&r)).then_some((r * SIDE + q) as usize)
    }

    fn cost_there(&self, hex: hexx::Hex) -> Option<u32> {
        Some(self.theirs[self.axial(hex)?]).filter(|&cost| cost > 0).map(u32::from)
    }

    fn blocks(&self, hex: Hex) -> bool {
        self.geometry.index(hex).is_none_or(|position| self.ours[position] == 0)
    }

    fn cell(&self, hex: hexx::Hex) -> Cell {
        self.geometry.cell(middle() + Hex::new(hex.x, hex.y))
    }
}

impl Agent for Ground {
    fn step_cost(&self, _from: Cell, to: Cell) -> Option<NonZeroU32> {
        NonZeroU32::new(self.ours[self.geometry.position(to)?].into())
    }
}

/// Our hex at the centre of the map.
fn middle() -> Hex {
    Hex::new(RADIUS, RADIUS)
}

fn main() {
    let ground = Ground::new();
    println!("a hexagon of radius {RADIUS}, a step costs 1 to 3, one hex in six is a wall; medians of {TURNS}");
    println!("{:<34} {:>12} {:>12} {:>8}", "", "foeman", "hexx", "ratio");
    for budget in BUDGETS {
        let theirs = || field_of_movement(hexx::Hex::ZERO, budget, |hex| ground.cost_there(hex).map(|cost| cost - 1));
        let from = ground.cell(hexx::Hex::ZERO);
        let ours = || reach(&ground.geometry, &ground, from, budget.into());
        let walked = || coverage(&ground.geometry, &ground, from, budget.into());
        // `hexx` includes the hex it starts from.
        let mut expected: BTreeSet<Cell> = theirs().into_iter().map(|hex| ground.cell(hex)).collect();
        expected.remove(&from);
        assert_eq!(ours().into_iter().map(|(cell, _)| cell).collect::<BTreeSet<_>>(), expected, "the same cells");
        assert_eq!(walked().into_iter().collect::<BTreeSet<_>>(), expected, "the same cells");
        compare(&format!("reach, budget {budget}, {} hexes", expected.len()), ours, theirs);
        compare("  the same in the order of a walk", walked, theirs);
    }
    sight(&ground);
    paths(&ground);
}

/// Lines of sight from all hexes near the centre that run along no edge.
fn sight(ground: &Ground) {
    let near: Vec<hexx::Hex> = hexx::Hex::ZERO.range(3).collect();
    let far: Vec<hexx::Hex> = hexx::Hex::ZERO.range(RADIUS as u32 - 5).collect();
    let ours = |hex: hexx::Hex| middle() + Hex::new(hex.x, hex.y);
    let pairs: Vec<_> = near.iter().flat_map(|&from| far.iter().map(move |&to| (from, to))).collect();
    let pairs: Vec<_> =
        pairs.into_iter().filter(|&(from, to)| line(ours(from), ours(to)).all(|[one, other]| one == other)).collect();
    let our_pairs: Vec<_> = pairs.iter().map(|&(from, to)| (ours(from), ours(to))).collect();
    let their_blocks = |hex| ground.cost_there(hex).is_none();
    let their_clear =
        |from: hexx::Hex, to: hexx::Hex| !from.line_to(to).any(|hex| hex != from && hex != to && their_blocks(hex));
    let our_clear = |from, to| is_clear(from, to, |hex| ground.blocks(hex));
    let mut clear = 0;
    for (&(from, to), &(our_from, our_to)) in pairs.iter().zip(&our_pairs) {
        let seen = our_clear(our_from, our_to);
        assert_eq!(seen, their_clear(from, to), "{from:?} to {to:?}");
        clear += u32::from(seen);
    }
    compare(
        &format!("{} lines of sight, {clear} clear", pairs.len()),
        || our_pairs.iter().filter(|&&(from, to)| our_clear(from, to)).count(),
        || pairs.iter().filter(|&&(from, to)| their_clear(from, to)).count(),
    );
}

/// Paths from the centre to hexes all over the map. Only their costs are compared, because equal paths are
/// interchangeable.
fn paths(ground: &Ground) {
    let goals: Vec<hexx::Hex> = hexx::Hex::ZERO.ring(RADIUS as u32 - 2).step_by(9).collect();
    let goals: Vec<_> = goals.into_iter().filter(|&goal| ground.cost_there(goal).is_some()).collect();
    let cells: Vec<Cell> = goals.iter().map(|&goal| ground.cell(goal)).collect();
    let from = ground.cell(hexx::Hex::ZERO);
    let theirs = |goal| a_star(hexx::Hex::ZERO, goal, |_, to| ground.cost_there(to));
    let mut found = 0;
    for (&goal, &cell) in goals.iter().zip(&cells) {
        let path = theirs(goal);
        let cost = path.map(|path| path[1..].iter().filter_map(|&hex| ground.cost_there(hex)).map(u64::from).sum());
        let ours = find_path(&ground.geometry, ground, from, cell).map(|path| path.total_cost());
        assert_eq!(ours, cost, "the way to {goal:?}");
        found += u32::from(ours.is_some());
    }
    compare(
        &format!("A*, {} ways, {found} found", goals.len()),
        || cells.iter().filter_map(|&cell| find_path(&ground.geometry, ground, from, cell)).count(),
        || goals.iter().filter_map(|&goal| theirs(goal)).count(),
    );
}

/// Times two implementations in turn, and prints the medians and their ratio.
fn compare<A, B>(what: &str, ours: impl Fn() -> A, theirs: impl Fn() -> B) {
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..TURNS {
        times[0].push(timed(&ours));
        times[1].push(timed(&theirs));
    }
    let [ours, theirs] = times.map(|mut times| {
        times.sort();
        times[TURNS / 2]
    });
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("{what:<34} {:>12} {:>12} {ratio:>8.3}", shown(ours), shown(theirs));
}

fn timed<T>(work: impl Fn() -> T) -> Duration {
    let started = Instant::now();
    black_box(work());
    started.elapsed()
}

fn shown(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
