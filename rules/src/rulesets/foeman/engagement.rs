//! Who engages whom (`F4.4`).

use super::constants::{ENGAGED_SIZE_FACTOR, ENGAGING_TOGETHER};
use super::content::{Content, FigureId};
use super::shape::{self, Pose};
use super::state::State;
use super::weapons;

/// The opponents that engage a figure where it is.
pub fn engaged_by(content: &Content, state: &State, figure: FigureId) -> Vec<FigureId> {
    engaged_at(content, state, figure, state.figure(figure).place())
}

/// The opponents that would engage a figure in a place; empty when they are too small for it together.
pub fn engaged_at(content: &Content, state: &State, figure: FigureId, place: Pose) -> Vec<FigureId> {
    let hexes = content.figure(figure).shape.hexes(place);
    let engages_it =
        |&other: &FigureId| shape::fronts(content, state, other, &hexes) && weapons::is_armed(content, state, other);
    let facing_it: Vec<FigureId> = state.opponents(content, figure).filter(engages_it).collect();
    let mut sizes: Vec<u32> = facing_it.iter().map(|&other| content.figure(other).size).collect();
    if engages(content.figure(figure).size, &mut sizes) { facing_it } else { Vec::new() }
}

/// Whether opponents of these sizes together engage a figure of size `own`.
fn engages(own: u32, sizes: &mut [u32]) -> bool {
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let together: u32 = sizes.iter().take(ENGAGING_TOGETHER).sum();
    together * ENGAGED_SIZE_FACTOR >= own && together > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_opponent_of_half_the_size_or_two_of_a_quarter_engage() {
        assert!(engages(100, &mut [50]));
        assert!(!engages(100, &mut [49]));
        assert!(engages(100, &mut [10, 25, 25]));
        assert!(!engages(100, &mut [24, 24, 24]));
        assert!(!engages(100, &mut []));
    }
}
