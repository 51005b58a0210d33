//! High ground (a fill: no rule tells of it).

use crate::body::shape;
use crate::constants::HIGHER_GROUND_BONUS;
use crate::content::items::Mode;
use crate::ids::FigureId;
use crate::situation::Situation;

/// Added to modDX of a blow or a jab at a target that is beside the attacker and lower; a figure is as high as its head.
pub fn bonus(now: Situation<'_>, figure: FigureId, target: FigureId, mode: Mode) -> i32 {
    if mode.flies() {
        return 0;
    }
    let [own, other] = [figure, target].map(|figure| now.content.field.level(now.figure(figure).hex));
    if own > other && shape::adjacent(now, figure, target) { HIGHER_GROUND_BONUS } else { 0 }
}
