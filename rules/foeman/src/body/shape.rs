//! The hexes that figures of a shape occupy, and the position of other hexes relative to them: front, side, rear
//! (`F2`).

use crate::notation::pattern::{self, FrontPattern};
use foeman_schema::grid::{Direction, Hex, Points};
use serde::{Deserialize, Serialize};

pub use crate::notation::pattern::Position;

/// The position of a figure: the hex of its head and its facing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pose {
    /// The hex of its head (`F2.1`).
    pub head: Hex,
    /// Its facing (`F2.3`).
    pub facing: Direction,
}

/// The one to four hexes a figure occupies, its head first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexes {
    all: [Hex; pattern::MOST_HEXES as usize],
    count: u8,
}

impl Hexes {
    /// The same hexes, moved by a vector.
    #[must_use]
    fn moved(mut self, by: Hex) -> Self {
        for hex in &mut self.all {
            *hex = *hex + by;
        }
        self
    }
}

impl std::ops::Deref for Hexes {
    type Target = [Hex];

    fn deref(&self) -> &[Hex] {
        &self.all[..usize::from(self.count)]
    }
}

/// The number of the head in the layout of every figure.
const HEAD: u8 = 1;

/// The greatest distance of an adjacent hex from the head, along each of the three axes of the grid.
const REACH: i32 = 3;

/// The greatest distance of another hex of the figure from the head.
pub(crate) const EXTENT: u32 = 2;

/// The greatest distance between the heads of two figures whose hexes touch.
pub(crate) const TOUCHING: u32 = REACH as u32 + EXTENT;

/// Hexes in a row of [`Around`].
const ROW: usize = 2 * REACH as usize + 1;

/// The positions of the hexes near the head relative to the figure.
type Around = [Option<Position>; ROW * ROW];

/// The shape of a type of figure, precomputed for each facing.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Whether it points at a hexside or a corner.
    pub points: Points,
    facings: [(Hexes, Around); 6],
    /// The occupied hexes it sees from, by their number in the layout: its head, and those listed in `see_over`.
    eyes: Vec<u8>,
}

impl Shape {
    /// The shape of figures with this pattern. They also see from the hexes numbered in `see_over`, where 1 is the head
    /// (`F2.8`); numbers without a hex are ignored.
    pub fn new(pattern: &FrontPattern, see_over: &[u8]) -> Self {
        let layout = pattern::layout(pattern.hexes());
        let facings = [0, 1, 2, 3, 4, 5].map(|facing| {
            let mut all = [Hex::ZERO; pattern::MOST_HEXES as usize];
            for (own, hex) in all.iter_mut().zip(&layout) {
                *own = hex.turned(facing);
            }
            let mut around = [None; ROW * ROW];
            for (hex, position) in pattern.positions() {
                let cell = cell(hex.turned(facing)).expect("every adjacent hex has a cell in the table");
                around[cell] = Some(position);
            }
            (Hexes { all, count: pattern.hexes() }, around)
        });
        let eyes = (1..=pattern.hexes()).filter(|own| *own == HEAD || see_over.contains(own)).collect();
        Self { points: pattern::points(pattern.hexes()), facings, eyes }
    }

    /// How many hexes a figure occupies.
    pub fn count(&self) -> u8 {
        self.facings[0].0.count
    }

    /// The hexes a figure occupies in a place, its head first (`F2.2`).
    pub fn hexes(&self, place: Pose) -> Hexes {
        self.facings[usize::from(place.facing.index())].0.moved(place.head)
    }

    /// The position of an adjacent hex relative to a figure in a place; `None` if it is not adjacent (`F2.4`).
    pub fn position(&self, place: Pose, hex: Hex) -> Option<Position> {
        self.facings[usize::from(place.facing.index())].1[cell(hex - place.head)?]
    }

    /// Whether a hex is in the view of a figure in a place (`F2.6`).
    pub fn views(&self, place: Pose, view: ViewAngle, hex: Hex) -> bool {
        let (axis, vector) = (self.axis(place), hex - place.head);
        let [along, square] = [axis.dot(vector), axis.dot(axis)].map(i64::from);
        match view {
            ViewAngle::Wide => along >= 0,
            ViewAngle::Narrow => along > 0 && 4 * along * along >= 3 * square * i64::from(vector.dot(vector)),
        }
    }

    /// The number of hexes a figure sees from.
    pub fn eye_count(&self) -> usize {
        self.eyes.len()
    }

    /// The hexes a figure in a place sees from, its head first; they never block its own sight (`F2.8`).
    pub fn eyes(&self, place: Pose) -> Hexes {
        let hexes = self.hexes(place);
        let mut eyes = Hexes { count: self.eyes.len() as u8, ..hexes };
        for (eye, own) in eyes.all.iter_mut().zip(&self.eyes) {
            *eye = hexes[usize::from(own - 1)];
        }
        eyes
    }

    /// The arc of a figure in a place that contains a hex at any distance (`F2.4`).
    pub(crate) fn arc(&self, place: Pose, hex: Hex) -> Position {
        pattern::arc(self.axis(place), hex - place.head)
    }

    /// The side of the axis of a figure in a place that a hex is on.
    pub(crate) fn hand(&self, place: Pose, hex: Hex) -> Hand {
        match self.axis(place).cross(hex - place.head) {
            0 => Hand::Ahead,
            1.. => Hand::Right,
            _ => Hand::Left,
        }
    }

    /// The facing that points most directly at a hex, seen from `head`.
    pub fn toward(&self, head: Hex, hex: Hex) -> Direction {
        let along = |facing: &Direction| self.points.axis(*facing).dot(hex - head);
        Direction::ALL.into_iter().max_by_key(along).unwrap_or_default()
    }

    fn axis(&self, place: Pose) -> Hex {
        self.points.axis(place.facing)
    }
}

/// The angle of a figure's view (`F2.6`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewAngle {
    /// 180 degrees, the edge included.
    Wide,
    /// 60 degrees, the edge included.
    Narrow,
}

/// The cell of [`Around`] for a vector from the head.
fn cell(vector: Hex) -> Option<usize> {
    let [q, r] = [vector.q, vector.r].map(|n| n.checked_add(REACH).filter(|n| (0..ROW as i32).contains(n)));
    Some(r? as usize * ROW + q? as usize)
}

/// The direction from which a figure may be attacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bearing {
    /// Front, side or rear (`F2.4`).
    pub position: Position,
    /// The side of the figure's axis.
    pub hand: Hand,
}

/// A side of a figure's axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// On the axis: straight ahead, or straight behind.
    Ahead,
    /// On the side of the first hand.
    Right,
    /// On the side of the second hand.
    Left,
}
