//! All actions that panes can request from the workspace. Panes push actions; only the workspace performs them.

use std::path::PathBuf;

use foeman_schema::finding::Finding;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::view::{Arrangement, Fold, Layout, Pane, Selection};
use crate::files::BeginAction;
use crate::files::Purpose;
use crate::help::{HelpAction, TourAction};
use crate::keys::KeysAction;
use crate::kit::camera::Camera;
use crate::lab::LabAction;
use crate::map::MapAction;
use crate::map::{Balance, Ink, Layer, StrokeStyle, Tool};
use crate::names::NameAction;
use crate::overlay::OverlayView;
use crate::palette::PaletteAction;
use crate::play::PlayAction;
use crate::print::PrintAction;
use crate::problems::AllowAction;
use crate::recovery::GuardAction;
use crate::roster::RosterAction;
use crate::scenario::{PlaceAction, PlotAction};
use crate::source::SourceAction;
use crate::tables::TableAction;
use crate::testing::TestAction;
use crate::tools::BenchAction;
use foeman_scene::theme::ThemeChoice;

/// The list that panes push actions to while they are drawn.
pub type Actions = Vec<Action>;

/// A request to the workspace.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Shows a dialog to choose a pack folder.
    AskOpen,
    /// Opens a pack.
    Open(PathBuf),
    /// An action of the new-pack dialog or the built-in file browser.
    Begin(BeginAction),
    /// An action on disk changes and crash recovery.
    Guard(GuardAction),
    /// An action of the command palette.
    Palette(PaletteAction),
    /// Shows a dialog to choose where to save a copy of the pack.
    AskSaveAs,
    /// Shows a dialog to choose a path.
    Choose(Purpose),
    /// Saves all files in another folder and continues there.
    SaveAs(PathBuf),
    /// Reloads the open pack from disk.
    Reload,
    /// Saves unsaved changes.
    Save,
    /// Closes the window.
    Quit,
    /// Answers the open dialog.
    Answer(Answer),
    /// Dismisses the notice.
    Dismiss,

    /// Selects a record, optionally with one of its values or a cell.
    Select(Selection),
    /// Selects the target of a pointer and shows it.
    Jump(Pointer, Option<[i32; 2]>),
    /// Goes back to the previous selection.
    Back,
    /// Goes forward to the selection before the last [`Back`](Self::Back).
    Forward,
    /// Brings a pane to the front, opening it if needed.
    Show(Pane),
    /// Closes a pane. Permanent panes are hidden instead.
    Close(Pane),
    /// Makes a document pane the current one.
    Enter(Pane),
    /// Moves the keyboard focus to a visible pane as a whole.
    FocusPane(Pane),
    /// Shows or hides a pane.
    Toggle(Pane),
    /// Applies the user's new pane layout.
    Arrange(Box<Layout>),
    /// Resets the pane layout of the current arrangement.
    ResetLayout,
    /// Switches to an arrangement of panes.
    Switch(Arrangement),
    /// Goes back to the arrangement before.
    Leave,
    /// Moves the camera of a map.
    Look(String, Camera),
    /// Zooms the map that is shown.
    Zoom(f32),
    /// Fits the shown map into the view.
    Fit,
    /// Filters the pack tree by text.
    Filter(String),
    /// Moves the keyboard focus.
    Focus(Focus),
    /// Expands or collapses a foldable section.
    Fold(Fold),
    /// Chooses the scenario whose figures are shown on a map; `None` shows no figures.
    Figures(RecordKey, Option<String>),
    /// Sorts a table by a column, or reverses the order.
    Sort(String, String),
    /// An action on the rows or columns of a table.
    Table(TableAction),
    /// An action on the figures of a roster.
    Roster(RosterAction),
    /// An action on the YAML source.
    Source(SourceAction),
    /// Changes the theme.
    Theme(ThemeChoice),
    /// Shows or hides the list of keyboard shortcuts.
    Shortcuts,
    /// An action on keyboard shortcuts.
    Keys(KeysAction),
    /// An action of the Help pane.
    Help(HelpAction),
    /// An action of the tour.
    Tour(TourAction),

    /// Sets a value.
    Set(Pointer, Value),
    /// Sets several values below a common pointer as one undo step.
    SetTogether(Pointer, Vec<(Pointer, Value)>),
    /// Removes a value, so that the inherited value or the default applies.
    Remove(Pointer),
    /// Undoes the typing in progress at a value, because the text is not a valid value.
    Retract(Pointer),
    /// Appends an item to a list.
    Push(Pointer, Value),
    /// Appends an item to a list, or another item of the same kind if this one would cause a problem.
    PushFitting(Pointer, Value),
    /// Swaps an item of a list with the next one.
    Swap(Pointer, usize),
    /// Shows the dialog for a new record in a catalog.
    AddRecord(String),
    /// Adds a copy of a record.
    Duplicate(RecordKey),
    /// Adds a record that overrides and extends one in a required pack.
    Override(RecordKey),
    /// Deletes a record.
    Delete(RecordKey),
    /// Applies the first fix of a finding.
    Fix(Box<Finding>),
    /// An action of the dialog that allows a finding.
    Allow(AllowAction),
    /// Ends the current stroke or run of typing; later edits start a new undo step.
    Settle,
    /// Undoes the last step.
    Undo,
    /// Redoes the step undone last.
    Redo,
    /// Undoes or redoes steps until this number of steps is applied.
    StepTo(usize),
    /// Searches all files for a text.
    Search(String),

    /// Selects the map tool.
    Tool(Tool),
    /// Selects what to paint with.
    Ink(Ink),
    /// Selects several terrains to scatter at random, each with its weight; terrains of weight 0 are dropped.
    Strew(Vec<(String, u32)>),
    /// Selects the map layer to edit.
    Layer(Layer),
    /// Shows or hides a map layer.
    Hide(Layer),
    /// Locks or unlocks a map layer.
    Lock(Layer),
    /// Sets the brush size and density.
    Stroke(StrokeStyle),
    /// Sets the symmetry for drawing on maps.
    Balance(Balance),
    /// Selects the rules overlay shown on maps.
    Overlay(OverlayView),
    /// Hides the grid lines on maps (`true`) or shows them.
    Gridless(bool),
    /// Shows the texts of battles in a language, or as written.
    Language(Option<String>),
    /// Stops all motion that no input causes (`true`), or allows it.
    Still(bool),

    /// An action on maps.
    Map(MapAction),
    /// An action on names and references: new, rename, find usages, delete.
    Names(NameAction),
    /// Prints the pack.
    Print(PrintAction),
    /// An action on figure placements of a scenario.
    Place(PlaceAction),
    /// An action on the cells of a scenario.
    Plot(PlotAction),
    /// An action of test-play.
    Play(PlayAction),
    /// An action on the ruleset's tools.
    Bench(BenchAction),
    /// An action on the pack's own checks.
    Test(TestAction),
    /// An action of the balance lab.
    Lab(LabAction),
}

impl Action {
    /// Whether the action can replace the open pack or reload it from disk.
    pub fn leaves_pack(&self) -> bool {
        matches!(
            self,
            Self::Open(_)
                | Self::Reload
                | Self::Quit
                | Self::Answer(_)
                | Self::Begin(
                    BeginAction::Sample(_) | BeginAction::Make | BeginAction::Create(..) | BeginAction::Take(_)
                )
        )
    }
}

/// A target for the keyboard focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// The filter field of the pack tree.
    Filter,
    /// The first field of the inspector.
    Title,
    /// The field for search in all files.
    Search,
    /// The first choice of the turn in test-play.
    Choices,
    /// The pane that the view names.
    Pane,
    /// The name of the figure that is built.
    Figure,
    /// The query field of the palette, which has just been opened.
    Palette,
    /// The reason field when allowing a finding.
    Reason,
}

/// An answer to a dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Saves first, then continues.
    Save,
    /// Continues without saving.
    Discard,
    /// Overwrites the changes of another program.
    Overwrite,
    /// Cancels.
    Cancel,
}
