//! Shadows: features that affect attacks through their hexes without blocking sight (`F2.7`).

use crate::body::line_of_sight;
use crate::catalogs::Kind;
use crate::catalogs::effects::Quantity;
use crate::content::Deed;
use crate::ids::{FigureId, KindId};
use crate::situation::{Situation, applying, changes, sight};

/// The features on the line of sight from a figure to another that change the hit roll, hex by hex, each with its
/// modifier. A feature's effect on the hits of its occupants applies to every attack through its hex, both ends of the
/// line included (`F2.7`).
pub fn between(now: Situation<'_>, figure: FigureId, target: FigureId) -> Vec<(KindId, i32)> {
    if !now.content.touched.ground || !now.content.touched.has(Quantity::ToHit) {
        return Vec::new();
    }
    let mut features = now.figures().filter(|&other| now.kind(other).kind == Kind::Feature).peekable();
    if features.peek().is_none() {
        return Vec::new();
    }
    let from = now.figure(figure).hex;
    let to = sight::aimed_hex(now, figure, target).unwrap_or(now.figure(target).hex);
    let line = line_of_sight::line(from, to);
    let mut found = Vec::new();
    for feature in features.filter(|&feature| line.iter().any(|pair| pair.contains(&now.figure(feature).hex))) {
        for &id in &now.kind(feature).effects {
            let effect = now.content.effect(id);
            if let Deed::Modify { ref by, .. } = effect.deed
                && applying::is_of_the_line(now, feature, effect)
            {
                found.push((now.figure(feature).kind, changes::steadily(now, by, feature, target)));
            }
        }
    }
    found
}
