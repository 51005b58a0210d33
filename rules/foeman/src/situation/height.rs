//! High ground (an assumption: no rule covers it).

use crate::constants::HIGHER_GROUND_BONUS;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::situation::{Situation, footprint};

/// Added to modDX of a strike or jab at an adjacent target on lower ground; the hex of the head counts.
pub fn bonus(now: Situation<'_>, figure: FigureId, target: FigureId, mode: Mode) -> i32 {
    if mode.flies() {
        return 0;
    }
    let [own, other] = [figure, target].map(|figure| now.field().level(now.figure(figure).hex));
    if own > other && footprint::adjacent(now, figure, target) { HIGHER_GROUND_BONUS } else { 0 }
}
