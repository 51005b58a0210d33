//! Map overlay of choke points: hexes that separate parts of the ground.

use super::{Watch, counted};
use foeman_engine::map_query::{Key, Overlay, Shade};
use foeman_engine::search::chokepoints::chokepoints;

/// Choke points that separate at least this many cells are highlighted.
const MANY: usize = 10;

pub(super) fn overlay(watch: &Watch) -> Result<Overlay, String> {
    watch.check_size()?;
    let field = &watch.content.land.field;
    let open = |cell| field.cost(watch.hex(cell)).is_some();
    // Climbing in one direction is enough to connect two hexes.
    let joined = |one, other| {
        let (one, other) = (watch.hex(one), watch.hex(other));
        field.climb(one, other).is_some() || field.climb(other, one).is_some()
    };
    let found = chokepoints(&field.geometry, open, joined);
    let mark = |narrow: &foeman_engine::search::chokepoints::Chokepoint| {
        let key = usize::from(narrow.cuts_off < MANY);
        counted(narrow.cell, key, narrow.cuts_off as u32)
    };
    let marks: Vec<_> = found.iter().map(mark).collect();
    let keys = vec![
        Key { text: format!("Separates {MANY} hexes or more from the rest"), shade: Shade::Kind(2) },
        Key { text: "Separates fewer hexes".to_owned(), shade: Shade::Kind(1) },
    ];
    let text = match marks.len() {
        0 => "No single hex separates parts of the ground".to_owned(),
        1 => "1 hex separates parts of the ground".to_owned(),
        many => format!("{many} hexes each separate parts of the ground"),
    };
    Ok(Overlay { text, keys, marks })
}
