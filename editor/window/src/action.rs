//! Everything that can be asked of the workspace. Panels push actions; only the workspace carries them out.

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

/// A list that panels push to while they are drawn.
pub type Actions = Vec<Action>;

/// One thing asked of the workspace.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Lets the user choose a pack's folder.
    AskOpen,
    /// Opens a pack.
    Open(PathBuf),
    /// Asks something of new packs and of the window's own file browser.
    Begin(BeginAction),
    /// Asks something of what keeps work from being lost.
    Guard(GuardAction),
    /// Asks something of the palette.
    Palette(PaletteAction),
    /// Lets the user choose where to save everything anew.
    AskSaveAs,
    /// Saves everything in another place, and goes on there.
    SaveAs(PathBuf),
    /// Reads the open pack again from disk.
    Reload,
    /// Writes what has changed.
    Save,
    /// Closes the window.
    Quit,
    /// Answers the question on screen.
    Answer(Answer),
    /// Takes the notice away.
    Dismiss,

    /// Selects a record, and perhaps a value or a hex of it.
    Select(Selection),
    /// Selects whatever a pointer points to, and shows it.
    Jump(Pointer, Option<[i32; 2]>),
    /// Goes to the selection before this one.
    Back,
    /// Goes to the selection that was left by going back.
    Forward,
    /// Brings a pane on top, opening it if needed.
    Show(Pane),
    /// Closes a pane; one that stays is hidden.
    Close(Pane),
    /// Works on a document from now on.
    Enter(Pane),
    /// Shows a pane, or hides it.
    Toggle(Pane),
    /// Takes over how the user has arranged the panes.
    Arrange(Box<Layout>),
    /// Arranges the panes as they are to begin with.
    ResetLayout,
    /// Looks at a map from somewhere else.
    Look(String, Camera),
    /// Zooms the map that is shown.
    Zoom(f32),
    /// Shows the whole map that is shown.
    Fit,
    /// Filters records by typed text.
    Filter(String),
    /// Puts the cursor somewhere.
    Focus(Focus),
    /// Opens or closes something that can be folded.
    Fold(Fold),
    /// Chooses whose figures are shown on a map; nobody's for none.
    Figures(RecordKey, Option<String>),
    /// Sorts a table by a column, or the other way round.
    Sort(String, String),
    /// Asks something of the rows and columns of a table.
    Table(TableAction),
    /// Asks something of the text that content is written in.
    Source(SourceAction),
    /// Changes the theme.
    Theme(ThemeChoice),
    /// Shows the list of shortcuts, or hides it.
    Shortcuts,
    /// Asks something of the keys of commands.
    Keys(KeysAction),
    /// Asks something of the help.
    Help(HelpAction),
    /// Asks something of the tour.
    Tour(TourAction),

    /// Sets a value.
    Set(Pointer, Value),
    /// Sets several values below one, in a step of their own.
    SetTogether(Pointer, Vec<(Pointer, Value)>),
    /// Removes a value, so that the inherited or default one counts.
    Remove(Pointer),
    /// Takes back what is being typed about a value: it was no value after all.
    Retract(Pointer),
    /// Adds an item at the end of a list.
    Push(Pointer, Value),
    /// Adds an item at the end of a list, or another of its kind where this one would be a problem there.
    PushFitting(Pointer, Value),
    /// Exchanges an item of a list with the one after it.
    Swap(Pointer, usize),
    /// Asks for the name of a new record of a catalog, to add it.
    AddRecord(String),
    /// Adds a copy of a record.
    Duplicate(RecordKey),
    /// Adds a record that takes the place of one in a required pack, and extends it.
    Override(RecordKey),
    /// Removes a record.
    Delete(RecordKey),
    /// Mends a finding by its first fix.
    Fix(Box<Finding>),
    /// Asks something of a problem that is to be allowed.
    Allow(AllowAction),
    /// Ends a stroke or a spell of typing: what follows is another step.
    Settle,
    /// Takes the last step back.
    Undo,
    /// Does again what was taken back last.
    Redo,
    /// Takes steps back, or does them again, until so many are done.
    StepTo(usize),
    /// Looks for a text in all files.
    Search(String),

    /// Chooses what the pointer does on a map.
    Tool(Tool),
    /// Chooses what to paint with.
    Ink(Ink),
    /// Chooses terrains to strew by chance, each with its share; shares of 0 are left out.
    Strew(Vec<(String, u32)>),
    /// Chooses what of maps is drawn.
    Layer(Layer),
    /// Hides a part of what maps show, or shows it.
    Hide(Layer),
    /// Keeps a part of maps from being drawn, or no longer.
    Lock(Layer),
    /// Chooses how large and how full what is painted is.
    Stroke(StrokeStyle),
    /// Chooses which parts of maps are drawn alike.
    Balance(Balance),
    /// Chooses what the rules are asked over maps.
    Overlay(OverlayView),
    /// Draws maps without lines between their cells, or with them again.
    Gridless(bool),
    /// Lets images that move stand still, or move again.
    Still(bool),

    /// Asks something of maps.
    Map(MapAction),
    /// Asks something of names and those who use them.
    Names(NameAction),
    /// Asks something of the figures of a scenario.
    Place(PlaceAction),
    /// Asks something of the cells of a scenario.
    Plot(PlotAction),
    /// Asks something of test-play.
    Play(PlayAction),
    /// Asks something of the ruleset's tools.
    Bench(BenchAction),
    /// Asks something of the pack's own checks.
    Test(TestAction),
    /// Asks something of the balance lab.
    Lab(LabAction),
}

/// Something asked of the pack's own checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestAction {
    /// Plays these, or all of them where none is named.
    Run(Vec<String>),
    /// Gives up what is being played.
    Stop,
}

/// Something asked of the balance lab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabAction {
    /// Wants the question to be as told here.
    Set(Box<LabView>),
    /// Asks what comes of other values in the place of the one that the window is about.
    VarySelected,
    /// Plays the battles.
    Run,
    /// Stops playing; what is through is kept.
    Cancel,
    /// Shows a battle of what was played in test-play: with which content, by its position, and which seed.
    Watch(usize, u64),
    /// Lets the user choose where to write what was played.
    AskExport(Written),
    /// Writes what was played.
    Export(PathBuf, Written),
    /// Adds what was counted to the pack's checks, and plays that.
    MakeCheck,
}

/// How results are written to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// As a table for other programs.
    Csv,
    /// Everything in one object.
    Json,
}

/// What is typed into the palette first to find commands only.
pub const COMMANDS: &str = ">";

impl Action {
    /// Whether another pack may be open afterwards, or this one as it is on disk.
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

/// Something asked of the palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaletteAction {
    /// Types what is to be found, and opens the palette.
    Type(String),
    /// Chooses what was found at this place.
    Choose(usize),
    /// Closes the palette.
    Close,
}

/// Something asked of the help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HelpAction {
    /// Reads about something.
    Open(Topic),
    /// Goes back to what was read before.
    Back,
    /// Looks for a text in all of it.
    Seek(String),
    /// Closes it, where it lies over the window.
    Close,
}

/// Something asked of the tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TourAction {
    /// Shows a step.
    Go(usize),
    /// Ends it; it is not shown by itself again.
    End,
}

/// Something asked of the keys of commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeysAction {
    /// Waits for the keys of a command.
    Ask(Waiting),
    /// Waits no more.
    Stop,
    /// Gives commands their keys.
    Give(Vec<Given>),
    /// Gives all commands the keys that they have to begin with.
    ResetAll,
}

/// The keys that a command gets, by its id; nothing for those that it has to begin with.
pub type Given = (&'static str, Option<Vec<KeyboardShortcut>>);

/// Something asked of the text that content is written in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceAction {
    /// Replaces the text of a part by another.
    Type(Shown, String),
    /// Shows a whole file by its path, or the selected record.
    Whole(Option<String>),
    /// Brings a whole file on top.
    Show(String),
    /// Brings the place at a byte of a file into view: the record there in its form, or the file as a whole.
    At(String, usize),
    /// Makes a file what it was when it was read or written last.
    Revert(String),
    /// Lays out all files of the pack in the usual way.
    Format,
}

/// Something asked of the rows and columns of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableAction {
    /// Selects rows together, and among them one that the window is about; a range goes on from the last.
    Mark(Vec<RecordKey>, RecordKey, RecordKey),
    /// Puts the cursor into a column of a catalog.
    Cursor(String, String),
    /// Begins to write in a cell, or ends it.
    Write(Option<CellAt>),
    /// Chooses the columns of a catalog; nothing for the usual ones.
    Columns(String, Option<Vec<String>>),
    /// Gives a value below some records to all of them; without one it is taken away.
    Fill(Vec<RecordKey>, Vec<String>, Option<Value>),
    /// Writes the cells of a text into the records of a catalog.
    Paste(String, Box<Target>, String),
    /// Adds a copy of each selected record.
    Duplicate,
    /// Removes the selected records.
    Delete,
    /// Moves the selected records before the one above them in their file.
    Up,
    /// Moves the selected records behind the one below them in their file.
    Down,
}

/// Something asked of what keeps work from being lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardAction {
    /// Looks for what other programs have written to the pack.
    LookAtDisk,
    /// Takes over what a window that died had done.
    Recover,
    /// Throws that away.
    Forget,
    /// Shows what would be recovered, or hides it.
    ShowDifference,
    /// Keeps what was changed here where somebody else changed it too.
    KeepMine,
    /// Takes what somebody else wrote there.
    TakeTheirs,
}

/// Something asked of new packs, samples, and the window's own file browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BeginAction {
    /// Asks for a new pack from a template, by its id; in this folder, where one is known.
    Ask(&'static str, Option<PathBuf>),
    /// Takes another template.
    Template(&'static str),
    /// Types the folder.
    Folder(String),
    /// Lets the user choose the folder.
    ChooseFolder,
    /// Makes the pack that is being asked for and opens it.
    Make,
    /// Makes a pack from a template, by its id, in a new folder and opens it.
    Create(&'static str, PathBuf),
    /// Opens a sample in memory, by its id.
    Sample(&'static str),
    /// Takes a pack off those opened last.
    Forget(PathBuf),
    /// Chooses in the window instead of waiting for the desktop.
    Here,
    /// Goes to a folder in the browser.
    Go(PathBuf),
    /// Types the name of a new folder or file in the browser.
    Name(String),
    /// Takes what was found in the browser.
    Take(PathBuf),
    /// Closes the browser.
    Close,
}

/// Something asked of the tools that the pack's ruleset brings along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchAction {
    /// Takes a tool, by its name.
    Take(&'static str),
    /// Tells a tool the value of its argument at a position.
    Tell(&'static str, usize, String),
    /// Forgets what a tool has been told.
    Clear(&'static str),
}

/// Something asked of maps.
#[derive(Clone, PartialEq, Debug)]
pub enum MapAction {
    /// Asks for another geometry of a map.
    AskReshape(RecordKey),
    /// Wants that geometry to be as told here.
    Reshape(Box<Reshape>),
    /// Gives the map the geometry that was asked for.
    DoReshape,
    /// Asks which terrain takes the place of which.
    AskReplace(RecordKey),
    /// Wants that to be as told here.
    Replacing(Replacing),
    /// Replaces the terrain.
    DoReplace,
    /// Asks what chance is to make of a map.
    AskChance(RecordKey),
    /// Wants that to be as told here.
    Chance(Chance),
    /// Lets chance do it.
    DoChance,
    /// Paints cells.
    Draw {
        /// The map.
        map: RecordKey,
        /// What is done, for the history: `Paint`.
        verb: &'static str,
        /// What is painted where.
        dabs: Vec<Dab>,
    },
    /// Covers whole rectangles of a map that is written as areas on a fill.
    Cover {
        /// The map.
        map: RecordKey,
        /// What is done, for the history: `Fill a part of`.
        verb: &'static str,
        /// What it is covered with: a terrain or a level.
        ink: Ink,
        /// The rectangles.
        parts: Vec<Bounds>,
    },
    /// Says that a tool was used on more cells than it can be.
    TooMany,
    /// Writes a map as rows of letters instead of areas on a fill, or the other way round.
    Rewrite(RecordKey),
    /// Begins something that has two ends at a cell, or begins nothing any more.
    Start(RecordKey, Option<Cell>),
    /// Selects an area of a map.
    Area(RecordKey, BTreeSet<Cell>),
    /// Keeps a copy of the area that is selected.
    Copy,
    /// The same, and paints the area with the terrain to paint with.
    Cut,
    /// Holds what was copied over the map, to be put down.
    Hold,
    /// Puts down what is held over a map.
    Put(RecordKey, Cell),
    /// Keeps the area that is selected as a stamp under a name.
    Keep(String),
    /// Holds the stamp with this number over the map.
    Stamp(usize),
    /// Forgets the stamp with this number.
    Forget(usize),
    /// Asks for a picture to trace on the map that is shown.
    AskTrace,
    /// Shows a picture over the map that is shown, to be traced.
    Trace(PathBuf),
    /// Lays the picture over a map otherwise; nothing takes it away.
    LayTrace(RecordKey, Option<Trace>),
    /// Turns what is held over the map clockwise by a side of its hexes.
    Turn,
    /// Exchanges left and right of what is held over the map.
    Mirror,
    /// Leaves what is being done: what is held, what has begun, the tool, the area, in this order.
    Leave,
}

/// Something asked of a problem that is to be allowed where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum AllowAction {
    /// Asks for the reason.
    Ask(Box<Finding>),
    /// Types the reason.
    Type(String),
    /// Writes the comment.
    Do,
}

/// Something asked of names and those who use them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameAction {
    /// Asks for another name of what is selected.
    AskRename,
    /// Lists who uses what is selected.
    AskUsages,
    /// Types the title of a new record, which offers an id.
    NewTitle(String),
    /// Types the id of a new record.
    NewId(String),
    /// Chooses the file of a new record, by its path.
    NewFile(String),
    /// Adds the new record.
    Add,
    /// Asks for another file for the selected record.
    AskMove,
    /// Asks for the path of a new file.
    AskNewFile,
    /// Asks for another path of a file.
    AskRenameFile(String),
    /// Takes a file away with all that stands in it.
    DeleteFile(String),
    /// Types or chooses the path of a file.
    Path(String),
    /// Does what was asked for with the path.
    DoFile,
    /// Types another name.
    Type(String),
    /// Gives the name that was typed, also in packs that require this one, and saves if there are any.
    Rename,
    /// Gives the name that was typed in this pack alone.
    RenameHere,
    /// Goes to someone who uses it.
    JumpTo(Pointer),
    /// Takes something away and leaves those who use it behind.
    DeleteAnyway,
    /// Takes something away with the references to it.
    DeleteAlong,
    /// Takes a record away, and lets those who use it use this one.
    ReplaceBy(String),
}

/// Something asked of the figures of a scenario; each is told by the pointer of its placement, there or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceAction {
    /// Puts a figure on a cell.
    Put {
        /// The figure.
        figure: Pointer,
        /// Column and row.
        cell: [i32; 2],
        /// Where it looks when it was not on the map before, 0..=5.
        facing: u8,
    },
    /// Turns a figure that is on the map.
    Turn {
        /// The figure.
        figure: Pointer,
        /// Where it looks from now on, 0..=5.
        facing: u8,
    },
    /// Takes a figure off the map.
    Take {
        /// The figure.
        figure: Pointer,
    },
}

/// Something asked of the cells of a scenario that says what there is cell by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlotAction {
    /// Chooses what to paint with.
    View(Box<PlotView>),
    /// Does something as a part of a stroke: all of it so far, in the place of what was done before.
    Stroke(RecordKey, PlotEdit),
    /// Does something in a step of its own.
    Do(RecordKey, PlotEdit),
}

/// Where the cursor can be put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// The filter of the pack tree.
    Filter,
    /// The first field of the inspector.
    Title,
    /// The field of the search in all files.
    Search,
    /// The first choice of a person's turn in test-play.
    Choices,
    /// The field of the palette, which has just been opened.
    Palette,
    /// The field of the reason for which a problem is allowed.
    Reason,
}

/// An answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Saves first.
    Save,
    /// Goes on without.
    Discard,
    /// Writes over what somebody else wrote.
    Overwrite,
    /// Does nothing.
    Cancel,
}
