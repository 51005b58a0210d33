//! Image animation: the frame of an image as a pure function of cell and time, so no state is kept.

use foeman_schema::catalogs::images::{Animation, Sequence};
use foeman_schema::grid::Cell;

/// How long a frame is shown, in seconds.
pub const STEP: f64 = 0.2;
/// The average pause between runs of a random animation, in steps.
const REST: u64 = 10;
/// The number of steps for which a random frame is shown.
const HELD: u64 = 3;

/// How an image is animated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Motion {
    /// When the animation runs.
    pub animation: Animation,
    /// The order of the frames.
    pub sequence: Sequence,
}

impl Motion {
    /// Whether the image is animated.
    pub fn moves(self) -> bool {
        self.animation != Animation::None
    }

    /// Returns which of `count` frames a cell shows after this number of steps; the first during pauses.
    pub fn frame(self, count: usize, cell: Cell, steps: u64) -> usize {
        let (count, seed) = (count as u64, mixed(cell, 0));
        let chance = |turn: u64| mixed(cell, turn + 1) % count;
        if count < 2 || !self.moves() {
            return 0;
        }
        let length = match self.sequence {
            Sequence::Random => 1,
            Sequence::Forward | Sequence::Backward => count,
            Sequence::Cycle => 2 * count - 2,
        };
        let at = |step: u64| match self.sequence {
            Sequence::Random | Sequence::Forward => step,
            Sequence::Backward => count - 1 - step,
            Sequence::Cycle => step.min(2 * count - 2 - step),
        };
        let shown = match (self.animation, self.sequence) {
            (Animation::None, _) => 0,
            (Animation::Continuous, Sequence::Random) => chance((steps + seed % HELD) / HELD),
            (Animation::Continuous, _) => at((steps + seed % length) % length),
            (Animation::Random, sequence) => {
                let period = length + REST;
                let (turn, now) = (steps / period, steps % period);
                let start = mixed(cell, !turn) % (REST + 1);
                match sequence {
                    // The same frame until the next turn.
                    Sequence::Random => chance(if now >= start { turn + 1 } else { turn }),
                    _ if (start..start + length).contains(&now) => at(now - start),
                    _ => 0,
                }
            }
        };
        shown as usize
    }
}

/// A pseudo-random number from a cell and a turn.
fn mixed(cell: Cell, turn: u64) -> u64 {
    let [col, row] = cell.map(|at| u64::from(at as u32));
    let mut mixed = col << 32 ^ row ^ turn.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(animation: Animation, sequence: Sequence, count: usize) -> Vec<usize> {
        (0..60).map(|step| Motion { animation, sequence }.frame(count, [3, 4], step)).collect()
    }

    /// Whether `part` occurs in `all` as a contiguous sequence.
    fn holds(all: &[usize], part: &[usize]) -> bool {
        all.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn frames_are_shown_in_the_order_that_is_asked_for() {
        use Animation::{Continuous, None, Random};
        assert!(shown(None, Sequence::Cycle, 3).iter().all(|frame| *frame == 0));
        assert!(holds(&shown(Continuous, Sequence::Forward, 3), &[0, 1, 2, 0, 1, 2, 0]));
        assert!(holds(&shown(Continuous, Sequence::Backward, 3), &[2, 1, 0, 2, 1, 0]));
        assert!(holds(&shown(Continuous, Sequence::Cycle, 3), &[0, 1, 2, 1, 0, 1, 2, 1]));
        // `Random` rests at the first frame, plays once, and rests again.
        let now_and_then = shown(Random, Sequence::Forward, 3);
        assert!(holds(&now_and_then, &[0, 1, 2, 0, 0]));
        assert!(now_and_then.iter().filter(|frame| **frame == 0).count() > 40);
        for animation in [Random, Continuous] {
            let by_chance = shown(animation, Sequence::Random, 3);
            assert!((0..3).all(|frame| by_chance.contains(&frame)), "{animation:?}");
        }
        assert!(shown(Continuous, Sequence::Cycle, 1).iter().all(|frame| *frame == 0));
    }

    #[test]
    fn cells_do_not_move_in_step() {
        let motion = Motion { animation: Animation::Continuous, sequence: Sequence::Forward };
        let frames: Vec<usize> = (0..40).map(|col| motion.frame(4, [col, 0], 9)).collect();
        assert!((0..4).all(|frame| frames.contains(&frame)), "{frames:?}");
    }
}
