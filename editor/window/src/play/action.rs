//! Actions of test-play.

use std::path::PathBuf;

use foeman_engine::display::About;
use foeman_engine::player::PlayerId;

use super::Seat;
use super::amending::Deed;
use super::pace::Pace;
use super::running::Until;
use super::view::Tab;
use crate::campaign::Decision;

/// An action of test-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayAction {
    /// Selects a scenario and starts it.
    Scenario(String),
    /// Selects a campaign and starts its first battle.
    Campaign(String),
    /// Starts the next battle of the campaign.
    NextBattle,
    /// Makes a decision before the next battle of the campaign.
    Decide(Decision),
    /// Sets the seed for the next start.
    Seed(u64),
    /// Sets the player of a side: a person or the computer.
    Seat(usize, Seat),
    /// Restarts with the current content.
    Restart,
    /// Plays one journal entry.
    Step,
    /// Plays to the next round.
    Round,
    /// Plays to the end.
    ToEnd,
    /// Stops running.
    Stop,
    /// Undoes the last entry.
    BackStep,
    /// Undoes all entries back to the setup.
    BackToStart,
    /// Makes a choice for the player at the window.
    Choose(usize),
    /// Marks the target of an attack, which the next click there makes.
    Arm([i32; 2]),
    /// Shows or hides the recruits of the active side.
    Recruit(bool),
    /// Selects the amount shown in the chart, by its name.
    Measure(String),
    /// Makes a choice for some of its members only.
    ChooseSome(usize, Vec<u32>),
    /// Renames a token for the player at the window; an empty name removes its name.
    Rename(u32, String),
    /// Follows a path for the player at the window.
    Go(usize),
    /// Highlights a token.
    Highlight(Option<u32>),
    /// Moves the keyboard cursor to a cell of the battle map.
    Cursor([i32; 2]),
    /// Highlights a token and its cell.
    PointOut(u32),
    /// Shows details of a cell or side of the battle in the inspector, or of none.
    About(Option<About>),
    /// Marks a cell of the battle map until the next entry.
    Mark([i32; 2]),
    /// Selects a tab of the side column, and shows the column.
    Tab(Tab),
    /// Shows or hides the side column.
    ShowColumn(bool),
    /// Shows a dialog to choose where to save the journal.
    AskJournal,
    /// Saves the journal.
    WriteJournal(PathBuf),
    /// Shows a dialog to choose a journal to open.
    AskOpenJournal,
    /// Opens a battle that the balance lab has simulated, at its start.
    Watch(Box<Watched>),
    /// Opens the battle of a journal.
    OpenJournal(PathBuf),
    /// Opens the battle of a file from another person.
    OpenTurn(PathBuf),
    /// Writes the files for the next person.
    HandOver,
    /// Rolls the dice of a fixed decision with the answer of another person.
    RollDice(String),
    /// Answers the code with which another person asks for dice.
    AnswerDice(String),
    /// Copies a code.
    CopyCode(String),
    /// Keeps an unfinished turn in the file that was opened.
    KeepTurn,
    /// Redoes one undone entry.
    Forward,
    /// Redoes all undone entries.
    ForwardToEnd,
    /// Continues the battle with the pack's current values.
    GoOnWith,
    /// Replays the battle with the pack's current values.
    ReplayWith,
    /// Continues the battle with the old values.
    KeepOld,
    /// Opens or closes the game master's tools.
    ShowMaster(bool),
    /// Performs a game master's deed.
    Master(Deed),
    /// Goes to the state after this number of entries.
    GoTo(usize),
    /// Switches to a branch of the battle.
    ShowBranch(usize),
    /// Changes a decision: by the number of the entry, and the index of the new choice.
    Rechoose(usize, usize),
    /// Closes the report on the last amendment.
    Dismiss,
    /// Shows or hides what enemies can do to the cells the active figure can move to.
    ShowDanger(bool),
    /// Sets whether the battle is hidden between two people who share the window.
    Curtain(bool),
    /// Shows the battle to the next person.
    Uncover,
    /// Plays until a condition is met.
    Until(Until),
    /// Sets the speed of automatic play.
    Pace(Pace),
    /// Compares the shown branch with another; `None` ends the comparison.
    CompareWith(Option<usize>),
    /// Renames a branch.
    NameBranch(usize, String),
    /// Deletes a branch that is not shown.
    RemoveBranch(usize),
    /// Adds a bookmark after this number of entries, or (`None`) removes it.
    Bookmark(usize, Option<String>),
    /// Lists the other choices at an entry, or at the last decision before it; `None` closes the list.
    Reconsider(Option<usize>),
    /// Copies the address of the battle's current state to the clipboard.
    CopyAddress,
    /// Opens or closes the field for an address.
    AskAddress(bool),
    /// Goes to the state of an address.
    OpenAddress(String),
    /// Copies the log to the clipboard, as text or as action codes.
    CopyLog(LogForm),
}

/// A simulated battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watched {
    /// Its journal.
    pub journal: String,
    /// Its name, for display.
    pub name: String,
    /// The ids of its computer players, by side.
    pub players: Vec<PlayerId>,
    /// Its seed.
    pub seed: u64,
}

/// The format of a copied log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// As shown in the log.
    Text,
    /// One action per line: round, actor, code and text, separated by tabs.
    Codes,
}
