//! What is seen from a hex (`F2.6`, `F2.9`).

use foeman_schema::grid::Hex;

use super::{Watch, at, mark};
use crate::lookout::{Ask, Key, Overlay, Shade, SightLine};
use crate::rulesets::foeman::body::shape::{self, Pose, ViewAngle};
use crate::rulesets::foeman::body::sight;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::situation::{Situation, relation};
use crate::search::line::first_blocked;

// Positions of the keys.
const SEEN: usize = 0;
const BEHIND: usize = 1;
const HIDDEN: usize = 2;

pub(super) fn overlay(watch: &Watch, ask: &Ask) -> Result<Overlay, String> {
    let (figure, state) = watch.placed(ask)?;
    let pose = state.figure(figure).pose();
    let mut overlay = Overlay {
        keys: vec![
            Key { text: "Seen".to_owned(), shade: Shade::Scale(0) },
            Key { text: "Seen if it turned round".to_owned(), shade: Shade::Scale(3) },
            Key { text: "Not seen".to_owned(), shade: Shade::Veil },
        ],
        ..Overlay::default()
    };
    // The head stays where it is, so what is behind it is before it when it has turned.
    let mut turned = state.clone();
    turned.figure_mut(figure).facing = pose.facing.turned(3);
    let (now, turned) = (Situation::new(&watch.content, &state), Situation::new(&watch.content, &turned));
    let (own, shape) = (shape::hexes(now, figure), &now.kind(figure).shape);
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
    if let Some(to) = ask.to.filter(|to| watch.content.field.geometry.contains(*to)) {
        let blocked = blocked(now, figure, pose, watch.hex(to));
        let word = if blocked.is_some() { "blocked" } else { "clear" };
        overlay.text = format!("{}; the line to {},{} is {word}", overlay.text, to[0], to[1]);
        let ends = [watch.cell(pose.head), to];
        overlay.line = Some(SightLine { ends, blocked: blocked.map(|pair| pair.map(|hex| watch.cell(hex))) });
    }
    Ok(overlay)
}

/// Where the line from a figure's head to a hex is blocked first.
fn blocked(now: Situation<'_>, figure: FigureId, pose: Pose, to: Hex) -> Option<[Hex; 2]> {
    let walls: Vec<Hex> = relation::walls(now).flat_map(|wall| shape::hexes(now, wall).to_vec()).collect();
    let eyes = now.kind(figure).shape.eyes(pose);
    let blocks = |hex| (now.content.field.blocks_sight(hex) || walls.contains(&hex)) && !eyes.contains(&hex);
    first_blocked(pose.head, to, blocks)
}
