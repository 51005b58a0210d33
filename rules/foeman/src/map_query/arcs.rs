//! Map overlay of facing: front, side and rear hexes of a figure, and its field of view (`F2.4`, `F2.6`).

use foeman_schema::grid::{Direction, Hex};

use super::{Watch, at, mark};
use crate::body::shape::{Position, ViewAngle};
use crate::constants::{REAR_BONUS, SIDE_BONUS};
use crate::ids::FigureId;
use crate::situation::{Situation, footprint};
use foeman_engine::map_query::{Ask, Key, Overlay, Shade};

// Positions in the list of keys.
const NARROW: usize = 0;
const WIDE: usize = 1;
const FRONT: usize = 2;
const SIDE: usize = 3;
const REAR: usize = 4;

pub(super) fn overlay(watch: &Watch, ask: &Ask) -> Result<Overlay, String> {
    let mut overlay = Overlay {
        keys: vec![
            Key { text: "In its narrow view of 60 degrees".to_owned(), shade: Shade::Scale(0) },
            Key { text: "In its view of 180 degrees".to_owned(), shade: Shade::Scale(3) },
            Key { text: "Front".to_owned(), shade: Shade::Kind(0) },
            Key { text: format!("Side: attacks from there hit at {SIDE_BONUS:+}"), shade: Shade::Kind(1) },
            Key { text: format!("Rear: attacks from there hit at {REAR_BONUS:+}"), shade: Shade::Kind(2) },
        ],
        ..Overlay::default()
    };
    if watch.who(ask).is_none() {
        let now = watch.now();
        for figure in now.active() {
            fronts(watch, now, figure, &mut overlay);
        }
        overlay.keys.drain(..FRONT);
        overlay.marks.iter_mut().for_each(|mark| mark.key -= FRONT as u8);
        overlay.text = "Front, sides and rear of all figures".to_owned();
        return Ok(overlay);
    }
    let (figure, state) = watch.placed(ask)?;
    let now = Situation::new(&watch.content, &state);
    let (shape, pose) = (&now.kind(figure).shape, now.figure(figure).pose());
    let own = footprint::hexes(now, figure);
    for cell in watch.looked_at(ask)? {
        let hex = watch.hex(cell);
        if own.contains(&hex) || shape.position(pose, hex).is_some() {
            continue;
        }
        let views = |angle| shape.views(pose, angle, hex);
        let key = if views(ViewAngle::Narrow) { NARROW } else { WIDE };
        overlay.marks.extend(views(ViewAngle::Wide).then(|| mark(cell, key)));
    }
    fronts(watch, now, figure, &mut overlay);
    overlay.text = format!("Front, sides and rear of {} at {}", now.name(figure), at(watch, pose));
    Ok(overlay)
}

/// Marks the hexes around a figure as front, side and rear.
fn fronts(watch: &Watch, now: Situation<'_>, figure: FigureId, overlay: &mut Overlay) {
    let mut round: Vec<Hex> = footprint::hexes(now, figure)
        .iter()
        .flat_map(|hex| Direction::ALL.map(|direction| hex.step(direction)))
        .collect();
    round.sort_unstable();
    round.dedup();
    for hex in round.into_iter().filter(|&hex| watch.content.land.field.contains(hex)) {
        let key = match footprint::position(now, figure, hex) {
            Some(Position::Front) => FRONT,
            Some(Position::Side) => SIDE,
            Some(Position::Rear) => REAR,
            None => continue,
        };
        overlay.marks.push(mark(watch.cell(hex), key));
    }
}
