//! All actions that panes can request from the workspace. Panes push actions; only the workspace performs them.

mod play;

pub use play::{LogForm, PlayAction};

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::KeyboardShortcut;
use foeman_engine::plots::PlotEdit;
use foeman_schema::finding::Finding;
use foeman_schema::grid::{Bounds, Cell};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::asked::{Chance, Replacing, Reshape};
use super::keys::Waiting;
use super::source::Shown;
use super::table::paste::Target;
use super::view::{
    Balance, Camera, CellAt, Dab, Fold, Ink, LabView, Layer, Layout, OverlayView, Pane, PlotView, Selection,
    StrokeStyle, Tool, Topic, Trace,
};
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
    /// Shows or hides a pane.
    Toggle(Pane),
    /// Applies the user's new pane layout.
    Arrange(Box<Layout>),
    /// Resets the pane layout to the default.
    ResetLayout,
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
    /// Pauses animated images (`true`) or resumes them.
    Still(bool),

    /// An action on maps.
    Map(MapAction),
    /// An action on names and references: new, rename, find usages, delete.
    Names(NameAction),
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

/// An action on the pack's own checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestAction {
    /// Runs the named checks, or all checks if the list is empty.
    Run(Vec<String>),
    /// Cancels the run.
    Stop,
}

/// An action of the balance lab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabAction {
    /// Replaces the settings of the experiment.
    Set(Box<LabView>),
    /// Sets up a comparison that varies the selected value.
    VarySelected,
    /// Runs the battles.
    Run,
    /// Stops the run; finished battles are kept.
    Cancel,
    /// Opens a simulated battle in test-play, by the index of its content and its seed.
    Watch(usize, u64),
    /// Shows a dialog to choose where to export the results.
    AskExport(Written),
    /// Exports the results to a file.
    Export(PathBuf, Written),
    /// Adds the measured results to the pack as a check, and runs it.
    MakeCheck,
}

/// The file format of exported results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// A CSV table.
    Csv,
    /// A single JSON object.
    Json,
}

/// The palette prefix that limits results to commands.
pub const COMMANDS: &str = ">";

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

/// An action of the command palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaletteAction {
    /// Opens the palette with a query, or changes the query.
    Type(String),
    /// Selects the result at an index.
    Choose(usize),
    /// Closes the palette.
    Close,
}

/// An action of the Help pane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HelpAction {
    /// Opens a topic.
    Open(Topic),
    /// Goes back to the previous topic.
    Back,
    /// Searches all help texts.
    Seek(String),
    /// Closes Help if it is open over the window.
    Close,
}

/// An action of the tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TourAction {
    /// Shows a step.
    Go(usize),
    /// Ends the tour; it no longer starts automatically.
    End,
}

/// An action on keyboard shortcuts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeysAction {
    /// Waits for a key press to assign to a command.
    Ask(Waiting),
    /// Stops waiting.
    Stop,
    /// Assigns keys to commands.
    Give(Vec<Given>),
    /// Resets all commands to their default keys.
    ResetAll,
}

/// A command id and its new keys; `None` restores the default keys.
pub type Given = (&'static str, Option<Vec<KeyboardShortcut>>);

/// An action on the YAML source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceAction {
    /// Replaces the shown part of a file by this text.
    Type(Shown, String),
    /// Shows a whole file by its path, or (`None`) only the selected record.
    Whole(Option<String>),
    /// Shows a whole file and brings its pane to the front.
    Show(String),
    /// Scrolls to a byte offset of a file: in the form of the record there, or else in the file view.
    At(String, usize),
    /// Reverts a file to the text last read from or written to disk.
    Revert(String),
    /// Formats all files of the pack.
    Format,
}

/// An action on the rows or columns of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableAction {
    /// Selects these rows; then the current row, and the anchor from which a range selection extends.
    Mark(Vec<RecordKey>, RecordKey, RecordKey),
    /// Moves the cell cursor to a column of a catalog.
    Cursor(String, String),
    /// Starts editing a cell, or (`None`) stops.
    Write(Option<CellAt>),
    /// Sets the visible columns of a catalog; `None` restores the default columns.
    Columns(String, Option<Vec<String>>),
    /// Writes the value at a path in each of these records; `None` removes it.
    Fill(Vec<RecordKey>, Vec<String>, Option<Value>),
    /// Pastes the cells of a text into the records of a catalog.
    Paste(String, Box<Target>, String),
    /// Duplicates the selected records.
    Duplicate,
    /// Deletes the selected records.
    Delete,
    /// Moves the selected records up by one in their file.
    Up,
    /// Moves the selected records down by one in their file.
    Down,
}

/// An action on disk changes and crash recovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardAction {
    /// Checks whether other programs have changed the pack's files.
    LookAtDisk,
    /// Recovers the unsaved changes of a window that crashed.
    Recover,
    /// Discards the recovered changes.
    Forget,
    /// Shows or hides the differences that recovery would restore.
    ShowDifference,
    /// Resolves a conflict by keeping the changes made here.
    KeepMine,
    /// Resolves a conflict by taking the version on disk.
    TakeTheirs,
}

/// An action of the new-pack dialog, the samples or the built-in file browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BeginAction {
    /// Shows the new-pack dialog for a template id, with the folder if it is known.
    Ask(&'static str, Option<PathBuf>),
    /// Selects another template.
    Template(&'static str),
    /// Sets the folder as typed.
    Folder(String),
    /// Shows a dialog to choose the folder.
    ChooseFolder,
    /// Creates the pack configured in the dialog, and opens it.
    Make,
    /// Creates a pack from a template id in a new folder, and opens it.
    Create(&'static str, PathBuf),
    /// Opens a sample pack in memory, by id.
    Sample(&'static str),
    /// Removes a pack from the list of recent packs.
    Forget(PathBuf),
    /// Uses the built-in file browser instead of waiting for the desktop dialog.
    Here,
    /// Opens a folder in the file browser.
    Go(PathBuf),
    /// Sets the name of a new folder or file in the file browser.
    Name(String),
    /// Accepts an entry of the file browser.
    Take(PathBuf),
    /// Closes the file browser.
    Close,
}

/// An action on the tools of the pack's ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchAction {
    /// Selects a tool by name.
    Take(&'static str),
    /// Sets the argument of a tool at an index.
    Tell(&'static str, usize, String),
    /// Clears the arguments of a tool.
    Clear(&'static str),
}

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

/// An action of the dialog that allows a finding.
#[derive(Clone, PartialEq, Debug)]
pub enum AllowAction {
    /// Shows the dialog.
    Ask(Box<Finding>),
    /// Sets the reason as typed.
    Type(String),
    /// Writes the comment that allows the finding.
    Do,
}

/// An action on names and references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameAction {
    /// Shows the rename dialog for the selection.
    AskRename,
    /// Lists the usages of the selection.
    AskUsages,
    /// Sets the title of a new record, from which an id is suggested.
    NewTitle(String),
    /// Sets the id of a new record.
    NewId(String),
    /// Sets the file path of a new record.
    NewFile(String),
    /// Adds the new record.
    Add,
    /// Shows the dialog to move the selected record to another file.
    AskMove,
    /// Shows the dialog for a new file.
    AskNewFile,
    /// Shows the dialog to rename a file.
    AskRenameFile(String),
    /// Deletes a file with everything in it.
    DeleteFile(String),
    /// Sets the file path as typed or chosen.
    Path(String),
    /// Performs the pending file operation with this path.
    DoFile,
    /// Sets the new name as typed.
    Type(String),
    /// Renames in this pack and in the packs that require it; if there are any, all are saved.
    Rename,
    /// Renames in this pack only.
    RenameHere,
    /// Goes to a usage.
    JumpTo(Pointer),
    /// Deletes the target and leaves its references dangling.
    DeleteAnyway,
    /// Deletes the target and the references to it.
    DeleteAlong,
    /// Deletes a record and redirects its references to this record.
    ReplaceBy(String),
}

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
