//! Map overlay of line of sight: the hexes visible from a hex (`F2.6`, `F2.9`).

use foeman_schema::grid::Cell;

use super::{Watch, at, mark};
use crate::body::shape::ViewAngle;
use crate::situation::{Situation, footprint, sight};
use foeman_engine::map_query::{Ask, Key, Overlay, Shade, SightLine};

// Positions in the list of keys.
const SEEN: usize = 0;
const BEHIND: usize = 1;
const HIDDEN: usize = 2;

pub(super) fn overlay(watch: &Watch, ask: &Ask) -> Result<Overlay, String> {
    let (figure, state) = watch.placed(ask)?;
    let pose = state.figure(figure).pose();
    let mut overlay = Overlay {
        keys: vec![
            Key { text: "Seen".to_owned(), shade: Shade::Scale(0) },
            Key { text: "Visible after turning round".to_owned(), shade: Shade::Scale(3) },
            Key { text: "Not seen".to_owned(), shade: Shade::Veil },
        ],
        ..Overlay::default()
    };
    // Turning round keeps the head in place, so the hexes behind are those in front after a turn.
    let mut turned = state.clone();
    turned.figure_mut(figure).facing = pose.facing.turned(3);
    let (now, turned) = (Situation::new(&watch.content, &state), Situation::new(&watch.content, &turned));
    let (own, shape) = (footprint::hexes(now, figure), &now.kind(figure).shape);
    for cell in watch.looked_at(ask)? {
        let hex = watch.hex(cell);
        if own.contains(&hex) {
            continue;
        }
        let ahead = shape.views(pose, ViewAngle::Wide, hex);
        let key = match sight::sees(if ahead { now } else { turned }, figure, hex, ViewAngle::Wide) {
            true if ahead => SEEN,
            true => BEHIND,
            false => HIDDEN,
        };
        overlay.marks.push(mark(cell, key));
    }
    let seen = overlay.marks.iter().filter(|mark| usize::from(mark.key) == SEEN).count();
    let name = now.name(figure);
    overlay.text = format!("{name} at {} sees {seen} of the hexes shown", at(watch, pose));
    if watch.content.rules.figures_block_sight {
        overlay.text += ", ignoring figures in the way";
    }
    Ok(overlay)
}

/// The line of sight from the figure in question to a cell.
pub(super) fn line(watch: &Watch, ask: &Ask, to: Cell) -> Option<SightLine> {
    let (figure, state) = watch.placed(ask).ok()?;
    let (from, blocked) = sight::past(Situation::new(&watch.content, &state), figure, watch.hex(to));
    Some(SightLine { ends: [watch.cell(from), to], blocked: blocked.map(|pair| pair.map(|hex| watch.cell(hex))) })
}
