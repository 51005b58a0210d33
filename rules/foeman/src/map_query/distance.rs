//! Map overlay of distance: the MP from every hex to the nearest goal, as computer players estimate them. For figures
//! of several hexes, turns and backward steps count as extra MP, though they cost none.

use foeman_schema::grid::{Cell, Hex};

use super::{Watch, counted, mark};
use foeman_engine::map_query::{Ask, Key, Overlay, Shade};

/// The number of steps of the scale.
const STEPS: u32 = 5;

pub(super) fn overlay(watch: &Watch, ask: &Ask) -> Result<Overlay, String> {
    watch.check_size()?;
    let figure = watch.who(ask).ok_or("Choose a figure that is on the map")?;
    let (now, field) = (watch.now(), &watch.content.land.field);
    let goals: Vec<Hex> = ask.goals.iter().map(|cell| watch.hex(*cell)).collect();
    if goals.is_empty() {
        return Err("Choose a hex or a zone as the destination".to_owned());
    }
    let ways = watch.content.land.ways.to_nearest(field, now.kind(figure).gait, &goals);
    let open = field.geometry.cells().filter(|cell| field.cost(watch.hex(*cell)).is_some());
    let far: Vec<(Cell, Option<u32>)> = open.map(|cell| (cell, ways.cheapest(field, watch.hex(cell)))).collect();
    let most = far.iter().filter_map(|(_, mp)| *mp).max().unwrap_or_default();
    let full = now.full_ma(figure).max(0).unsigned_abs();
    let band = band(most, full.max(1));
    let mut overlay = Overlay { keys: (0..STEPS).map(|step| key(step, band, most)).collect(), ..Overlay::default() };
    overlay.keys.push(Key { text: "No way".to_owned(), shade: Shade::Veil });
    for (cell, mp) in far {
        overlay.marks.push(match mp {
            Some(mp) => counted(cell, (mp.saturating_sub(1) / band).min(STEPS - 1) as usize, mp),
            None => mark(cell, STEPS as usize),
        });
    }
    let name = now.name(figure);
    let to = match ask.goals.as_slice() {
        [[column, row]] => format!("{column},{row}"),
        cells => format!("the nearest of {} hexes", cells.len()),
    };
    let about = if now.kind(figure).shape.count() > 1 { "About the MP that" } else { "MP that" };
    let a_move = if full > 0 { format!("; a move is {full} MP") } else { String::new() };
    overlay.text = format!("{about} {name} needs to {to}, ignoring other figures{a_move}");
    Ok(overlay)
}

/// The MP in each step of the scale: a full move if the distances are long enough.
fn band(most: u32, ma: u32) -> u32 {
    if most > 2 * ma { ma } else { most.div_ceil(STEPS).max(1) }
}

fn key(step: u32, band: u32, most: u32) -> Key {
    let (least, last) = (step * band + 1, (step + 1) * band);
    let text = match step {
        0 => format!("Up to {last} MP"),
        _ if step + 1 == STEPS && most > last => format!("More than {} MP", least - 1),
        _ => format!("{least} to {last} MP"),
    };
    Key { text, shade: Shade::Scale(step as u8) }
}
