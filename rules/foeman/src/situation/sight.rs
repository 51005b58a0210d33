//! What figures see of hexes and of other figures (`F2.6`, `F2.9`).

use foeman_schema::grid::Hex;

use crate::body::shape::ViewAngle;
use crate::ids::FigureId;
use crate::situation::applying::engagement::engaged_by;
use crate::situation::{Situation, footprint, relation, statuses, values};
use crate::state::records::Posture;
use foeman_engine::search::line_of_sight::{self, is_clear};

/// The nearest hex of `target` that `figure` sees: in its half circle of view, with a clear line from its head or from
/// another hex it sees from (`F2.8`). Of several at the same distance, the first in the layout.
pub fn seen_hex(now: Situation<'_>, figure: FigureId, target: FigureId) -> Option<Hex> {
    seen_from(now, figure, target, Eyes::All)
}

/// The nearest hex of `target` that `figure` sees from its head, where missiles start (`F2.1`, `F2.8`).
pub fn aimed_hex(now: Situation<'_>, figure: FigureId, target: FigureId) -> Option<Hex> {
    seen_from(now, figure, target, Eyes::Head)
}

/// The hexes from which a figure looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eyes {
    All,
    Head,
}

fn seen_from(now: Situation<'_>, figure: FigureId, target: FigureId, from: Eyes) -> Option<Hex> {
    if statuses::hides(now, figure, target) {
        return None;
    }
    let limit = values::sight(now, figure);
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let hexes = footprint::hexes(now, target);
    let near = |hex: Hex| limit.is_none_or(|limit| place.head.distance(hex) <= limit.max(1));
    let view = if now.content.rules.observation { view(now, figure, target) } else { ViewAngle::Wide };
    let in_view = |&&hex: &&Hex| near(hex) && shape.views(place, view, hex);
    let nearest = |hex: &&Hex| place.head.distance(**hex);
    let figures = screens(now, figure, target);
    // A figure of one hex cannot block its own sight.
    if figures.is_empty() && shape.eye_count() == 1 {
        let (land, field) = (now.land(), now.field());
        let seen = hexes.iter().filter(in_view).filter(|&&hex| land.vistas.clear(field, place.head, hex));
        return seen.min_by_key(nearest).copied();
    }
    let own = shape.eyes(place);
    let eyes = if from == Eyes::All { &own[..] } else { &[place.head] };
    let blocks = |hex| (now.field().blocks_sight(hex) || figures.contains(&hex)) && !own.contains(&hex);
    let seen = hexes.iter().filter(in_view).filter(|&&hex| eyes.iter().any(|&eye| is_clear(eye, hex, blocks)));
    seen.min_by_key(nearest).copied()
}

/// Whether a figure sees a hex at all: within an angle of view, with a line of sight past terrain and walls.
pub fn sees(now: Situation<'_>, figure: FigureId, hex: Hex, view: ViewAngle) -> bool {
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let limit = values::sight(now, figure);
    let near = limit.is_none_or(|limit| place.head.distance(hex) <= limit.max(1));
    near && shape.views(place, view, hex) && past(now, figure, hex).1.is_none()
}

/// The hex from which a figure looks at another hex past terrain and walls, and the first place where that line is
/// blocked. The first of its eyes with a clear line is used, otherwise its head.
pub fn past(now: Situation<'_>, figure: FigureId, hex: Hex) -> (Hex, Option<[Hex; 2]>) {
    let (shape, place) = (&now.kind(figure).shape, now.figure(figure).pose());
    let walls: Vec<Hex> = relation::walls(now).flat_map(|wall| footprint::hexes(now, wall).to_vec()).collect();
    let eyes = shape.eyes(place);
    let blocks = |hex| (now.field().blocks_sight(hex) || walls.contains(&hex)) && !eyes.contains(&hex);
    match eyes.iter().find(|&&eye| is_clear(eye, hex, blocks)) {
        Some(eye) => (*eye, None),
        None => (place.head, line_of_sight::first_blocked(place.head, hex, blocks)),
    }
}

/// The distance from the figure's head to the nearest hex of the target that it sees from there, or to the nearest hex
/// if it sees none.
pub fn distance(now: Situation<'_>, figure: FigureId, target: FigureId) -> u32 {
    if now.kind(target).shape.count() == 1 {
        // Its only hex is as far away whether it is seen or not, which takes a line of sight.
        return footprint::distance(now, figure, target);
    }
    let seen = aimed_hex(now, figure, target);
    let hex = seen.unwrap_or_else(|| footprint::nearest(now, figure, target));
    now.figure(figure).hex.distance(hex)
}

/// The hexes of walls (`F2.7`). If the scenario lets figures block sight, also the hexes of standing figures too large
/// for these two to see past.
fn screens(now: Situation<'_>, figure: FigureId, target: FigureId) -> Vec<Hex> {
    let walls = relation::walls(now).flat_map(|wall| footprint::hexes(now, wall).to_vec());
    if !now.content.rules.figures_block_sight {
        return walls.collect();
    }
    let size = now.size(figure).max(now.size(target));
    let screens = now.active().filter(|&other| {
        other != figure && other != target && now.size(other) >= size && now.figure(other).posture == Posture::Standing
    });
    walls.chain(screens.flat_map(|other| footprint::hexes(now, other).to_vec())).collect()
}

/// The view angle of a figure towards another: narrow if it runs, is engaged by others or is prone, which is an
/// assumption (`F2.6`, `F9.1`).
pub fn view(now: Situation<'_>, figure: FigureId, other: FigureId) -> ViewAngle {
    let own = now.figure(figure);
    let runs = 2 * u32::from(own.mp) > u32::from(own.ma);
    let is_busy = || {
        let engaged_by = engaged_by(now, figure);
        !engaged_by.is_empty() && !engaged_by.contains(&other)
    };
    if runs || own.posture == Posture::Prone || is_busy() { ViewAngle::Narrow } else { ViewAngle::Wide }
}
