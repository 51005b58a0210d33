//! Where a hex lies to a figure of one hex: front, side or rear, in view or not.

use foeman_schema::hex::{Direction, Hex};

/// Where an adjacent hex lies to a figure (`FigFro`, `F2.4`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Position {
    /// Ahead, or one hexside left or right of ahead.
    Front,
    /// Two hexsides left or right of ahead.
    Side,
    /// Behind.
    Rear,
}

/// Where the hex in direction `to` lies to a figure that faces `facing`.
pub fn position(facing: Direction, to: Direction) -> Position {
    match facing.distance(to) {
        0 | 1 => Position::Front,
        2 => Position::Side,
        _ => Position::Rear,
    }
}

/// Where an adjacent `hex` lies to a figure at `head` that faces `facing`; `None` unless it is adjacent.
pub fn position_of(head: Hex, facing: Direction, hex: Hex) -> Option<Position> {
    head.direction_to(hex).map(|direction| position(facing, direction))
}

/// Whether `hex` lies in the half circle before a figure, its edge included (`F2.6`).
pub fn in_view(head: Hex, facing: Direction, hex: Hex) -> bool {
    facing.vector().dot(hex - head) >= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_three_front_two_side_and_one_rear_hex_and_sees_its_front() {
        for facing in Direction::ALL {
            let count = |wanted| Direction::ALL.iter().filter(|&&to| position(facing, to) == wanted).count();
            assert_eq!([count(Position::Front), count(Position::Side), count(Position::Rear)], [3, 2, 1]);
            for to in Direction::ALL {
                let seen = in_view(Hex::ZERO, facing, Hex::ZERO.step(to));
                assert_eq!(seen, position(facing, to) == Position::Front);
            }
        }
    }
}
