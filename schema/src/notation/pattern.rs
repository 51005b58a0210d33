//! Figures of one to four hexes: which hexes they occupy, and where the hexes around them lie.
//!
//! Everything here is relative: the head is the origin, and the figure faces direction 0.

use crate::hex::{Direction, Hex, Points};

/// The most hexes a figure occupies (`F2.1`).
pub const MOST_HEXES: u8 = 4;

/// Where an adjacent hex lies to a figure (`FigFro`, `F2.4`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Position {
    /// Ahead: what is there can be struck.
    Front,
    /// Neither ahead nor behind.
    Side,
    /// Behind.
    Rear,
}

/// What a figure of this many hexes points at (`F2.3`).
pub fn points(hexes: u8) -> Points {
    if hexes > 2 { Points::Corner } else { Points::Side }
}

/// The hexes of a figure of `hexes` hexes, its head first (`F2.2`).
pub fn layout(hexes: u8) -> Vec<Hex> {
    let [right, behind] = [2, 3].map(|turn| Direction::new(turn).vector());
    let mut all = vec![Hex::ZERO, behind, right, right + behind];
    all.truncate(usize::from(hexes.clamp(1, MOST_HEXES)));
    all
}

/// The adjacent hexes of a figure in the order in which a pattern is printed: the occupied hex that names it, as its
/// position in the layout, and the direction from there (`F2.4`).
///
/// Round each occupied hex they go counter-clockwise; one shared by two occupied hexes belongs to that in whose run it
/// stands last.
pub fn around(hexes: u8) -> Vec<(usize, Direction)> {
    let layout = layout(hexes);
    if layout.len() == 1 {
        return (0..6).map(|turn| (0, Direction::new(-turn))).collect();
    }
    let mut all = Vec::new();
    for (index, &own) in layout.iter().enumerate() {
        let free = |direction: Direction| !layout.contains(&own.step(direction));
        let before = Direction::ALL.into_iter().find(|&direction| !free(direction) && free(direction.turned(-1)));
        let Some(before) = before else { continue };
        // The first free hex after an occupied one is the last of that one's run.
        let run = (2..6).map(|turn| before.turned(-turn)).take_while(|&direction| free(direction));
        all.extend(run.map(|direction| (index, direction)));
    }
    all
}

/// Where every adjacent hex lies to a figure (`F2.4`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrontPattern {
    hexes: u8,
    /// In the order of [`around`].
    positions: Vec<Position>,
}

impl FrontPattern {
    /// The pattern of figures that have none of their own: by the angle at the head between the axis and the hex, up to
    /// 90 degrees front, up to 120 side, beyond rear.
    pub fn standard(hexes: u8) -> Self {
        let layout = layout(hexes);
        let axis = points(hexes).axis(Direction::default());
        let position = |(own, direction): (usize, Direction)| arc(axis, layout[own].step(direction));
        Self { hexes: layout.len() as u8, positions: around(hexes).into_iter().map(position).collect() }
    }

    /// How many hexes the figure occupies.
    pub fn hexes(&self) -> u8 {
        self.hexes
    }

    /// Every adjacent hex and where it lies.
    pub fn positions(&self) -> impl Iterator<Item = (Hex, Position)> + '_ {
        let layout = layout(self.hexes);
        let hexes = around(self.hexes).into_iter().map(move |(own, direction)| layout[own].step(direction));
        hexes.zip(self.positions.iter().copied())
    }
}

/// The arc in which a vector from the head lies, given the figure's axis (`F2.4`).
pub fn arc(axis: Hex, vector: Hex) -> Position {
    let [along, axis, length] = [axis.dot(vector), axis.dot(axis), vector.dot(vector)].map(i64::from);
    if along >= 0 {
        Position::Front
    } else if 4 * along * along <= axis * length {
        Position::Side
    } else {
        Position::Rear
    }
}
