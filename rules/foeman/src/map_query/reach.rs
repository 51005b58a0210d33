//! Map overlay of reach: the hexes a figure can enter in one move, and the options it has left there (`F4`, `F5`).

use std::collections::BTreeMap;

use foeman_schema::grid::Cell;
use foeman_schema::plural::plural;

use super::{Watch, at, counted, mark};
use crate::phases::limits;
use crate::phases::movement::reach;
use crate::situation::Situation;
use crate::state::ActionKind;
use foeman_engine::map_query::{Ask, Key, Overlay, Shade};

/// The options by how much movement they allow, the least first. Options with the same limit are listed together.
const OPTIONS: [(ActionKind, &str); 4] = [
    (ActionKind::Fire, "shoot or use"),
    (ActionKind::Jab, "jab or watch"),
    (ActionKind::Hurl, "hurl or ready"),
    (ActionKind::Strike, "strike or defend"),
];

/// The options left after at most this many MP.
struct Band {
    most: u8,
    text: String,
}

pub(super) fn overlay(watch: &Watch, ask: &Ask) -> Result<Overlay, String> {
    let (figure, state) = watch.placed(ask)?;
    let now = Situation::new(&watch.content, &state);
    let ma = reach::ma(now, figure);
    let bands = bands(ma);
    // Of several facings in a hex, the cheapest counts.
    let mut best: BTreeMap<Cell, (u8, bool)> = BTreeMap::new();
    for place in reach::reached(now, figure) {
        best.entry(watch.cell(place.pose.head)).or_insert((place.mp, place.halts));
    }
    let mut overlay = Overlay::default();
    let mut halted = Vec::new();
    for (&[column, row], &(mp, halts)) in &best {
        let band = bands.iter().position(|band| mp <= band.most).unwrap_or(bands.len() - 1);
        overlay.marks.push(counted([column, row], band, u32::from(mp)));
        halted.extend(halts.then_some([column, row]));
    }
    let scale = |(step, band): (usize, &Band)| Key { text: band.text.clone(), shade: Shade::Scale(step as u8) };
    overlay.keys = bands.iter().enumerate().map(scale).collect();
    if !halted.is_empty() {
        let key = overlay.keys.len();
        overlay.keys.push(Key { text: "Halted there: an enemy engages it".to_owned(), shade: Shade::Kind(1) });
        overlay.marks.extend(halted.into_iter().map(|cell| mark(cell, key)));
    }
    let (name, place) = (now.name(figure), at(watch, now.figure(figure).pose()));
    let hexes = plural(best.len(), "hex", "hexes");
    overlay.text = format!("{name} at {place} reaches {hexes} with {ma} MP, without a roll");
    Ok(overlay)
}

/// The options left by MP used, the fewest MP first; the last band leaves none.
fn bands(ma: u8) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    for (option, name) in OPTIONS {
        let most = limits::limit(option, ma).unwrap_or(ma);
        match bands.last_mut().filter(|band| band.most == most) {
            Some(band) => band.text = format!("{}, {name}", band.text),
            None => bands.push(Band { most, text: format!("Up to {most} MP: {name}") }),
        }
    }
    bands.push(Band { most: u8::MAX, text: format!("Up to {ma} MP: no other option") });
    bands
}
