//! Maps: drawing, resizing, and their pane.

mod action;
mod areas;
mod brush;
pub mod chart;
pub mod commands;
mod dialog_state;
pub mod dialogs;
mod generating;
mod inks;
mod layer;
mod layers;
mod pane;
mod patch;
mod perform;
mod replacing;
mod reshape;
pub mod reshape_dialog;
mod shapes;
mod shares;
mod showing;
mod strip;
mod symmetry;
mod tool_state;
mod tools;
mod zoning;

pub(crate) use layers::{LayerRow, PANE as LAYERS, Press, cell_heading, fact, findings_at, layer_row, layer_switches};
pub(crate) use pane::options::symmetry;
pub(crate) use pane::{PANE, marks, record_exists, title_of_record, unhidden, veiled, words};
pub(crate) use strip::tool_buttons;

pub(crate) use areas::Stroke;
pub(crate) use perform::perform;
pub(crate) use reshape::resized;

pub use action::MapAction;
pub use dialog_state::{Chance, Replacing, Reshape};
pub use layer::{Dab, Ink, Layer};
pub use layers::layers_ui;
pub use patch::{Patch, Relief, Stamp};
pub use symmetry::Balance;
pub use tool_state::Hand;
pub use tools::{StrokeStyle, Tool, Trace};

use egui::Ui;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use crate::scenario::{placing, plots};
use crate::shell::session::{Session, Tone};
use crate::shell::view::Pane;

/// Returns the map of the current document.
pub fn on_top(session: &Session) -> Option<RecordKey> {
    match session.view.document()? {
        Pane::Map(key) => Some(key.clone()),
        _ => None,
    }
}

/// Returns the selected cell of that map.
pub fn cursor(session: &Session) -> Option<Cell> {
    let map = on_top(session)?;
    session.view.selection().filter(|selection| selection.record == map)?.hex
}

/// Describes the selected cell of a map or scenario for the status bar: `hex 3,4   Sand`.
pub fn selected_words(ui: &Ui, session: &Session, key: &RecordKey, cell: Cell) -> Option<String> {
    let pack = session.pack()?;
    let ground = match chart::chart(ui, pack, key) {
        Ok(chart) => chart.terrain.ground,
        Err(_) => match plots::kept(ui, pack, session.registry(), key) {
            Some(plots) => plots.board.ground.clone()?,
            None => {
                let setup = placing::kept(ui, pack, session.registry(), key)?;
                chart::chart(ui, pack, &setup.map).ok()?.terrain.ground
            }
        },
    };
    let terrain = ground.terrain(cell).map(|terrain| format!("   {}", terrain.title)).unwrap_or_default();
    Some(format!("{} {},{}{terrain}", ground.geometry.shape().word(), cell[0], cell[1]))
}

/// Whether an area of that map is selected.
pub fn has_area(session: &Session) -> bool {
    on_top(session).is_some_and(|map| !session.view.hand.area(&map).is_empty())
}

/// Whether a layer is locked; if it is, a notification says so.
pub(crate) fn is_locked(session: &mut Session, layer: Layer) -> bool {
    let is_locked = session.view.locked.contains(&layer);
    if is_locked {
        let text = format!("The layer {} is locked; unlock it next to its name", layer.name());
        session.tell(Tone::Bad, text);
    }
    is_locked
}
