//! What can be asked of test-play.

use std::path::PathBuf;

use foeman_engine::told::About;

use super::super::play::Seat;
use super::super::play::amending::Deed;
use super::super::play::running::Until;
use super::super::view::{Below, Pace};

/// Something asked of test-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayAction {
    /// Chooses and starts a scenario.
    Scenario(String),
    /// Chooses a campaign and starts its first battle.
    Campaign(String),
    /// Goes on to the next battle of the campaign.
    NextBattle,
    /// Sets the seed of the next start.
    Seed(u64),
    /// Lets somebody else decide for a side.
    Seat(usize, Seat),
    /// Starts again with the content as it now stands.
    Restart,
    /// One more entry.
    Step,
    /// On to the next round.
    Round,
    /// On to the end.
    ToEnd,
    /// Stops running.
    Stop,
    /// Takes the last entry back.
    BackStep,
    /// Takes everything back but the set-up.
    BackToStart,
    /// Makes a choice for the person at the window.
    Choose(usize),
    /// Makes a choice with some of its members alone.
    ChooseSome(usize, Vec<u32>),
    /// Gives a token another name for the person at the window, or with an empty one takes its name away.
    Rename(u32, String),
    /// Goes a way for the person at the window.
    Go(usize),
    /// Points a token out.
    Highlight(Option<u32>),
    /// Puts the keyboard on a cell of the battle's map.
    Cursor([i32; 2]),
    /// Points a token out, with the cell it stands in.
    PointOut(u32),
    /// Tells in the inspector what is known of a cell or a side of the battle, or of none.
    About(Option<About>),
    /// Marks a cell of the battle's map until the next entry.
    Mark([i32; 2]),
    /// Chooses what is shown below the map.
    Below(Below),
    /// Lets the user choose where to write the journal.
    AskJournal,
    /// Writes the journal.
    WriteJournal(PathBuf),
    /// Lets the user choose a journal to open.
    AskOpenJournal,
    /// Shows the battle of a journal.
    OpenJournal(PathBuf),
    /// Makes an entry again that was taken back.
    Forward,
    /// Makes all entries again that were taken back.
    ForwardToEnd,
    /// Goes on with the pack's values as they are now.
    GoOnWith,
    /// Fights the battle once more with the pack's values as they are now.
    ReplayWith,
    /// Goes on with the values as they were.
    KeepOld,
    /// Opens or closes what a game master may do.
    ShowMaster(bool),
    /// Does something that a game master may do.
    Master(Deed),
    /// Goes back or forward to so many entries.
    GoTo(usize),
    /// Shows a branch of the battle.
    ShowBranch(usize),
    /// Chooses otherwise at the decision of an entry: by its number, and the position among the choices there.
    Rechoose(usize, usize),
    /// Closes what is said of the last amendment.
    Dismiss,
    /// Shows what enemies can do where whoever is asked may go, or no more.
    ShowDanger(bool),
    /// Goes on until something has come.
    Until(Until),
    /// Chooses how quickly a battle goes on by itself.
    Pace(Pace),
    /// Compares the branch that is shown with another, or no more.
    CompareWith(Option<usize>),
    /// Gives a branch another name.
    NameBranch(usize, String),
    /// Forgets a branch that is not shown.
    RemoveBranch(usize),
    /// Names a place of the battle to come back to, by how many entries there are, or forgets it.
    Bookmark(usize, Option<String>),
    /// Asks what else to choose in an entry or the last decision before it, or no more.
    Reconsider(Option<usize>),
    /// Puts the address of where the battle is on the clipboard.
    CopyAddress,
    /// Asks for an address, or no more.
    AskAddress(bool),
    /// Goes to an address.
    OpenAddress(String),
    /// Puts the log on the clipboard, as text or as action codes.
    CopyLog(LogForm),
}

/// How a log is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// As it is told.
    Text,
    /// One action on each line: round, actor, code and words, with tabs between them.
    Codes,
}
