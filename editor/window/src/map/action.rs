//! Actions on maps.

use std::collections::BTreeSet;
use std::path::PathBuf;

use foeman_schema::grid::Bounds;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::dialog_state::{Chance, Replacing, Reshape};
use super::layer::{Dab, Ink};
use super::tools::Trace;

/// An action on maps.
#[derive(Clone, PartialEq, Debug)]
pub enum MapAction {
    /// Shows the dialog to resize a map or change its geometry.
    AskReshape(RecordKey),
    /// Updates the settings of that dialog.
    Reshape(Box<Reshape>),
    /// Applies the new geometry.
    DoReshape,
    /// Shows the dialog to replace a terrain.
    AskReplace(RecordKey),
    /// Updates the settings of that dialog.
    Replacing(Replacing),
    /// Replaces the terrain.
    DoReplace,
    /// Shows the dialog to generate random terrain.
    AskChance(RecordKey),
    /// Updates the settings of that dialog.
    Chance(Chance),
    /// Generates the terrain.
    DoChance,
    /// Paints cells.
    Draw {
        /// The map.
        map: RecordKey,
        /// The verb for the undo history: `Paint`.
        verb: &'static str,
        /// The cells to paint, by ink.
        dabs: Vec<Dab>,
    },
    /// Fills rectangles of a map that is stored as areas over a fill.
    Cover {
        /// The map.
        map: RecordKey,
        /// The verb for the undo history: `Fill a part of`.
        verb: &'static str,
        /// The terrain or level to fill with.
        ink: Ink,
        /// The rectangles.
        parts: Vec<Bounds>,
    },
    /// Reports that a tool was applied to more cells than the limit.
    TooMany,
    /// Converts a map between rows of letters and areas over a fill.
    Rewrite(RecordKey),
    /// Starts a two-ended tool at a cell, or (`None`) cancels it.
    Start(RecordKey, Option<Cell>),
    /// Selects an area of a map.
    Area(RecordKey, BTreeSet<Cell>),
    /// Copies the selected area.
    Copy,
    /// Cuts the selected area: copies it and paints it with the current terrain.
    Cut,
    /// Attaches the copied area to the pointer, to be pasted.
    Hold,
    /// Pastes the attached area on a map.
    Put(RecordKey, Cell),
    /// Saves the selected area as a stamp with a name.
    Keep(String),
    /// Attaches the stamp at an index to the pointer.
    Stamp(usize),
    /// Deletes the stamp at an index.
    Forget(usize),
    /// Adds a terrain to the favourites, or removes it.
    Favour(String),
    /// Shows a dialog to choose a tracing image for the shown map.
    AskTrace,
    /// Loads a tracing image over the shown map.
    Trace(PathBuf),
    /// Changes the position and size of a tracing image; `None` removes it.
    LayTrace(RecordKey, Option<Trace>),
    /// Rotates the attached area clockwise by one side of its cells.
    Turn,
    /// Flips the attached area horizontally.
    Mirror,
    /// Cancels the first of these that is active: the attached area, a started line, the tool, the selection.
    Leave,
}
