//! Which hexes a figure occupies and how other hexes and figures lie to it (`F2`): the one place that knows.

use crate::notation::pattern::{self, FrontPattern};
use crate::situation::Situation;
use foeman_schema::grid::{Direction, Hex, Points};
use serde::{Deserialize, Serialize};

use crate::ids::FigureId;
use crate::state::records::Posture;

pub use crate::notation::pattern::Position;

/// Where a figure is: the hex of its head and the way it faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pose {
    /// The hex of its head (`F2.1`).
    pub head: Hex,
    /// The way it faces (`F2.3`).
    pub facing: Direction,
}

/// The one to four hexes a figure occupies, its head first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexes {
    all: [Hex; pattern::MOST_HEXES as usize],
    count: u8,
}

impl Hexes {
    /// The same hexes elsewhere.
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

/// How far from the head an adjacent hex can be, in each of the three directions of the grid.
const REACH: i32 = 3;

/// How far from the head another hex of the figure can be.
const EXTENT: u32 = 2;

/// Hexes in a row of [`Around`].
const ROW: usize = 2 * REACH as usize + 1;

/// Where the hexes near a head lie to the figure.
type Around = [Option<Position>; ROW * ROW];

/// The shape of a type of figure, worked out for each facing.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it points at.
    pub points: Points,
    facings: [(Hexes, Around); 6],
    /// The occupied hexes it sees from, by their number in the layout: its head, and those it has been given.
    eyes: Vec<u8>,
}

impl Shape {
    /// The shape of figures with this pattern that see from these of their hexes too, by number, 1 for the head
    /// (`F2.8`); a number of none is passed over.
    pub fn new(pattern: &FrontPattern, see_over: &[u8]) -> Self {
        let layout = pattern::layout(pattern.hexes());
        let facings = [0, 1, 2, 3, 4, 5].map(|facing| {
            let mut all = [Hex::ZERO; pattern::MOST_HEXES as usize];
            for (own, hex) in all.iter_mut().zip(&layout) {
                *own = hex.turned(facing);
            }
            let mut around = [None; ROW * ROW];
            for (hex, position) in pattern.positions() {
                let cell = cell(hex.turned(facing)).expect("no adjacent hex is farther from the head than that");
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

    /// Where an adjacent hex lies to a figure in a place; `None` unless it is adjacent (`F2.4`).
    pub fn position(&self, place: Pose, hex: Hex) -> Option<Position> {
        self.facings[usize::from(place.facing.index())].1[cell(hex - place.head)?]
    }

    /// Whether a hex lies in the view of a figure in a place (`F2.6`).
    pub fn views(&self, place: Pose, view: ViewAngle, hex: Hex) -> bool {
        let (axis, vector) = (self.axis(place), hex - place.head);
        let [along, square] = [axis.dot(vector), axis.dot(axis)].map(i64::from);
        match view {
            ViewAngle::Wide => along >= 0,
            ViewAngle::Narrow => along > 0 && 4 * along * along >= 3 * square * i64::from(vector.dot(vector)),
        }
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

    /// The arc of a figure in a place in which a hex at any distance lies (`F2.4`).
    fn arc(&self, place: Pose, hex: Hex) -> Position {
        pattern::arc(self.axis(place), hex - place.head)
    }

    /// On which side of the axis of a figure in a place a hex lies.
    fn hand(&self, place: Pose, hex: Hex) -> Hand {
        match self.axis(place).cross(hex - place.head) {
            0 => Hand::Ahead,
            1.. => Hand::Right,
            _ => Hand::Left,
        }
    }

    /// The facing that points nearest to a hex, seen from `head`.
    pub fn toward(&self, head: Hex, hex: Hex) -> Direction {
        let along = |facing: &Direction| self.points.axis(*facing).dot(hex - head);
        Direction::ALL.into_iter().max_by_key(along).unwrap_or_default()
    }

    fn axis(&self, place: Pose) -> Hex {
        self.points.axis(place.facing)
    }
}

/// How wide a figure's view is (`F2.6`).
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

/// How somebody lies to a figure that he may attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bearing {
    /// Before, beside or behind it (`F2.4`).
    pub position: Position,
    /// On which side of its axis.
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

/// The hexes a figure occupies, its head first (`F2.2`).
pub fn hexes(now: Situation<'_>, figure: FigureId) -> Hexes {
    now.kind(figure).shape.hexes(now.figure(figure).pose())
}

/// Where an adjacent hex lies to a figure; `None` unless it is adjacent (`F2.4`).
pub fn position(now: Situation<'_>, figure: FigureId, hex: Hex) -> Option<Position> {
    now.kind(figure).shape.position(now.figure(figure).pose(), hex)
}

/// How `from` lies to `target`, adjacent or not: where its head is in the pattern of the target, or when that is not
/// adjacent the first of its hexes that is; at range, in which arc its head is (`F2.4`).
pub fn bearing(now: Situation<'_>, target: FigureId, from: FigureId) -> Bearing {
    let (shape, place) = (&now.kind(target).shape, now.figure(target).pose());
    let others = hexes(now, from);
    let adjacent = others.iter().find_map(|&hex| Some((hex, shape.position(place, hex)?)));
    let (hex, position) = adjacent.unwrap_or_else(|| (others[0], shape.arc(place, others[0])));
    Bearing { position, hand: shape.hand(place, hex) }
}

/// Steps from the head of `a` to the nearest hex of `b`.
pub fn distance(now: Situation<'_>, a: FigureId, b: FigureId) -> u32 {
    now.figure(a).hex.distance(nearest(now, a, b))
}

/// The hex of `b` that is nearest to the head of `a`, the first in the layout where there are several.
pub fn nearest(now: Situation<'_>, a: FigureId, b: FigureId) -> Hex {
    let (head, other) = (now.figure(a).hex, now.figure(b).hex);
    if now.kind(b).shape.count() == 1 {
        return other;
    }
    hexes(now, b).iter().copied().min_by_key(|&hex| head.distance(hex)).unwrap_or(other)
}

/// Whether some hex of one figure touches some hex of the other.
pub fn adjacent(now: Situation<'_>, a: FigureId, b: FigureId) -> bool {
    !are_far(now, a, b) && hexes(now, b).iter().any(|&hex| position(now, a, hex).is_some())
}

/// Whether some hex is occupied by both figures.
pub fn overlap(now: Situation<'_>, a: FigureId, b: FigureId) -> bool {
    if are_far(now, a, b) {
        return false;
    }
    let others = hexes(now, b);
    hexes(now, a).iter().any(|hex| others.contains(hex))
}

/// Whether the heads of two figures are so far apart that no hexes of theirs can touch.
fn are_far(now: Situation<'_>, a: FigureId, b: FigureId) -> bool {
    now.figure(a).hex.distance(now.figure(b).hex) > REACH as u32 + EXTENT
}

/// Whether a figure could strike another: it does not lie, and some hex of the other is a front hex of its own.
pub fn can_reach(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    !are_far(now, figure, other) && fronts(now, figure, &hexes(now, other))
}

/// Whether a figure does not lie and has one of these hexes in its front.
pub fn fronts(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> bool {
    now.figure(figure).posture != Posture::Prone
        && hexes.iter().any(|&hex| position(now, figure, hex) == Some(Position::Front))
}
