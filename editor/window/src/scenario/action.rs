//! Actions on scenarios.

use foeman_engine::plots::PlotEdit;
use foeman_schema::text::Pointer;
use foeman_schema::text::RecordKey;

use super::view::PlotView;

/// An action on the figures of a scenario. A figure is identified by the pointer of its placement, which need not exist
/// yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceAction {
    /// Places a figure on a cell.
    Put {
        /// The figure.
        figure: Pointer,
        /// Column and row.
        cell: [i32; 2],
        /// The facing (0..=5) for a figure that was not on the map.
        facing: u8,
    },
    /// Turns a figure that is on the map.
    Turn {
        /// The figure.
        figure: Pointer,
        /// The new facing, 0..=5.
        facing: u8,
    },
    /// Removes a figure from the map.
    Take {
        /// The figure.
        figure: Pointer,
    },
}

/// An action on a scenario that is written cell by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlotAction {
    /// Selects what to paint with.
    View(Box<PlotView>),
    /// Replaces the current stroke by its longer version; the stroke is one undo step.
    Stroke(RecordKey, PlotEdit),
    /// Applies an edit as a separate undo step.
    Do(RecordKey, PlotEdit),
}
