//! Who engages whom (`F4.4`).

use crate::rulesets::foeman::body::shape::{self, Pose};
use crate::rulesets::foeman::constants::{ENGAGED_SIZE_FACTOR, ENGAGING_TOGETHER};
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::weapons;

/// The opponents that engage a figure where it is.
pub fn engaged_by(now: Situation<'_>, figure: FigureId) -> Vec<FigureId> {
    engaged_at(now, figure, now.figure(figure).pose())
}

/// The opponents that would engage a figure in a place; empty when they are too small for it together.
pub fn engaged_at(now: Situation<'_>, figure: FigureId, place: Pose) -> Vec<FigureId> {
    let hexes = now.kind(figure).shape.hexes(place);
    let engages_it = |&other: &FigureId| shape::fronts(now, other, &hexes) && weapons::is_armed(now, other);
    let facing_it: Vec<FigureId> = now.opponents(figure).filter(engages_it).collect();
    let mut sizes: Vec<u32> = facing_it.iter().map(|&other| now.kind(other).size).collect();
    if engages(now.kind(figure).size, &mut sizes) { facing_it } else { Vec::new() }
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
