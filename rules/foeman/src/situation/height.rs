//! High ground (an assumption: no rule covers it).

use crate::body::shape;
use crate::constants::HIGHER_GROUND_BONUS;
use crate::content::items::Mode;
use crate::ids::FigureId;
use crate::situation::Situation;

/// Added to modDX of a strike or jab at an adjacent target on lower ground; the hex of the head counts.
pub fn bonus(now: Situation<'_>, figure: FigureId, target: FigureId, mode: Mode) -> i32 {
    if mode.flies() {
        return 0;
    }
    let [own, other] = [figure, target].map(|figure| now.content.field.level(now.figure(figure).hex));
    if own > other && shape::adjacent(now, figure, target) { HIGHER_GROUND_BONUS } else { 0 }
}
