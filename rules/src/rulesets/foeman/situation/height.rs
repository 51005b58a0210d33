//! High ground (an assumption: no rule covers it).

use crate::rulesets::foeman::body::shape;
use crate::rulesets::foeman::constants::HIGHER_GROUND_BONUS;
use crate::rulesets::foeman::content::items::Mode;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::situation::Situation;

/// Added to modDX of a strike or jab at an adjacent target on lower ground; the hex of the head counts.
pub fn bonus(now: Situation<'_>, figure: FigureId, target: FigureId, mode: Mode) -> i32 {
    if mode.flies() {
        return 0;
    }
    let [own, other] = [figure, target].map(|figure| now.content.field.level(now.figure(figure).hex));
    if own > other && shape::adjacent(now, figure, target) { HIGHER_GROUND_BONUS } else { 0 }
}
