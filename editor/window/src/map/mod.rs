//! Maps: drawing, resizing, and their pane.

mod action;
mod areas;
mod brush;
pub mod chart;
pub mod commands;
mod dialog_state;
pub mod dialogs;
mod generating;
mod layer;
mod pane;
mod patch;
mod perform;
mod replacing;
mod reshape;
pub mod reshape_dialog;
mod shapes;
mod symmetry;
mod tool_state;
mod tools;
mod zoning;

pub(crate) use pane::{PANE, marks, record_exists, title_of_record, words};

pub(crate) use areas::Stroke;
pub(crate) use perform::perform;
pub(crate) use reshape::resized;

pub use action::MapAction;
pub use dialog_state::{Chance, Replacing, Reshape};
pub use layer::{Dab, Ink, Layer};
pub use patch::{Patch, Relief, Stamp};
pub use symmetry::Balance;
pub use tool_state::Hand;
pub use tools::{StrokeStyle, Tool, Trace};

use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

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

/// Whether an area of that map is selected.
pub fn has_area(session: &Session) -> bool {
    on_top(session).is_some_and(|map| !session.view.hand.area(&map).is_empty())
}

/// Whether a layer is locked; if it is, a notification says so.
pub(crate) fn is_locked(session: &mut Session, layer: Layer) -> bool {
    let is_locked = session.view.locked.contains(&layer);
    if is_locked {
        let text = format!("{} is locked on maps; unlock it next to the choice of the layer", layer.name());
        session.tell(Tone::Bad, text);
    }
    is_locked
}
