//! People play sides in the terminal: a loop over the decisions, with what each side may know.

mod board;
pub(super) mod draw;
mod list;
mod menu;
mod offer;
mod panel;
mod typed;
mod wrap;

use std::collections::BTreeMap;
use std::io::{self, Write};

use foeman_engine::game::{Game, Viewer};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::{Refusal, SideId, Turn};
use foeman_mail::Turns;

use super::log;
use super::players::player_of;
use foeman_base::console::{Console, Paint, printable};

use draw::Screen;
use menu::Answer;
use offer::Item;

/// Who plays a battle.
pub(super) struct Seats<'a> {
    /// The sides played by people at this terminal.
    pub(super) here: &'a [SideId],
    /// The sides played by people elsewhere.
    pub(super) elsewhere: &'a [SideId],
    /// The computer player of each side; used for those that no person plays.
    pub(super) players: &'a [PlayerId],
    /// The file of a battle by files, in which decisions with dice cannot be taken back.
    pub(super) turns: Option<&'a Turns>,
}

/// Why people stopped playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The battle is over.
    Over,
    /// A person entered `quit`, or the input ended.
    Quit,
    /// A person elsewhere has to decide for this side.
    Elsewhere(SideId),
    /// The decision of this entry needs a code of a person elsewhere for its dice.
    Dice(usize),
}

/// A battle at a terminal.
pub(super) struct Sitting<'a> {
    seats: Seats<'a>,
    screen: Screen,
    /// The side whose view is on the screen.
    seat: Option<SideId>,
    /// The number of entries that each side has read about.
    read: BTreeMap<SideId, usize>,
    /// The decisions of people: the side, and the number of entries before.
    decisions: Vec<(SideId, usize)>,
    /// Whether a screen hides each side's view from the others.
    has_curtain: bool,
}

impl<'a> Sitting<'a> {
    /// Begins a sitting. `read` is the number of entries that the people here know already.
    pub(super) fn new(seats: Seats<'a>, read: usize) -> Self {
        let has_curtain = seats.here.len() > 1;
        let read = seats.here.iter().map(|&side| (side, read)).collect();
        Self { seats, screen: Screen::default(), seat: None, read, decisions: Vec::new(), has_curtain }
    }

    /// Plays until the battle ends, a person stops it, or a person elsewhere has to decide.
    pub(super) fn play_out(&mut self, game: &mut dyn Game, console: &mut Console<'_>) -> io::Result<Stop> {
        let mut checked = game.entries();
        loop {
            if let Some(decision) = self.seats.turns.and_then(|turns| turns.needs_code(game, checked)) {
                return Ok(Stop::Dice(decision));
            }
            checked = game.entries();
            let turn = game.turn();
            match turn {
                Turn::Ask { side, .. } if self.seats.here.contains(&side) => {
                    if self.seat != Some(side) && !self.take_seat(game, side, console)? {
                        return Ok(Stop::Quit);
                    }
                    self.tell(game, side, console)?;
                    if !self.decide(game, side, console)? {
                        return Ok(Stop::Quit);
                    }
                }
                Turn::Ask { side, .. } if self.seats.elsewhere.contains(&side) => return Ok(Stop::Elsewhere(side)),
                _ => {
                    let Some(player) = player_of(&turn, self.seats.players) else { return Ok(Stop::Over) };
                    game.step(player);
                    let needs_code = self.seats.turns.is_some_and(|turns| turns.needs_code(game, checked).is_some());
                    if let [only] = *self.seats.here
                        && !needs_code
                    {
                        self.tell(game, only, console)?;
                        console.out.flush()?;
                    }
                }
            }
        }
    }

    /// Prints the lines that the people here have not read yet, the figures, and the result. Everybody sees everything
    /// once a battle is over, except for a person who plays alone.
    pub(super) fn close(&mut self, game: &dyn Game, console: &mut Console<'_>) -> io::Result<()> {
        let is_over = matches!(game.turn(), Turn::Over(_));
        let viewer = match (self.seats.here, self.seat) {
            (&[only], _) => Viewer::Side(only),
            (_, Some(seat)) if !is_over => Viewer::Side(seat),
            (_, None) if !is_over => return Ok(()),
            _ => Viewer::All,
        };
        let read = match viewer {
            Viewer::Side(side) => self.read.get(&side),
            Viewer::All => self.read.values().min(),
        };
        draw::tell(game, viewer, read.copied().unwrap_or_default(), console)?;
        log::result(&game.seen(viewer), &mut console.out)?;
        // On two lines, which fit into 80 columns.
        writeln!(console.out, "{} entries, hash\n{}", game.entries(), game.hash())
    }

    /// Prints the lines that the person at the screen has not read yet.
    pub(super) fn catch_up(&mut self, game: &dyn Game, console: &mut Console<'_>) -> io::Result<()> {
        self.seat.map_or(Ok(()), |side| self.tell(game, side, console))
    }

    /// Returns the number of entries that the people here have read about.
    pub(super) fn read(&self) -> usize {
        self.read.values().min().copied().unwrap_or_default()
    }

    /// Returns the side that has decided last.
    pub(super) fn last_side(&self) -> Option<SideId> {
        self.decisions.last().map(|(side, _)| *side)
    }

    /// Prints the new lines that a side can see.
    fn tell(&mut self, game: &dyn Game, side: SideId, console: &mut Console<'_>) -> io::Result<()> {
        let read = self.read.entry(side).or_default();
        draw::tell(game, Viewer::Side(side), *read, console)?;
        *read = game.entries();
        Ok(())
    }

    /// Hides the view of the side before until the person of the next one is there. Returns whether there is one.
    fn take_seat(&mut self, game: &dyn Game, side: SideId, console: &mut Console<'_>) -> io::Result<bool> {
        self.seat = Some(side);
        self.screen = Screen::default();
        if !self.has_curtain {
            return Ok(true);
        }
        console.out.clear()?;
        let name = printable(&game.seen(Viewer::Side(side)).side_name(side));
        let title = console.out.painted(Paint::Strong, format!("Hand over to {name}")).to_string();
        writeln!(console.out, "\n{title}: Enter shows the board; `open` leaves this screen out from now on")?;
        let Some(typed) = draw::ask(console)? else { return Ok(false) };
        if typed.trim() == "open" {
            self.has_curtain = false;
        }
        console.out.clear()?;
        Ok(true)
    }

    /// Lets a person decide; returns whether the battle goes on.
    fn decide(&mut self, game: &mut dyn Game, side: SideId, console: &mut Console<'_>) -> io::Result<bool> {
        let viewer = Viewer::Side(side);
        let before = game.entries();
        let done = match menu::ask(game, viewer, &mut self.screen, console)? {
            Answer::Quit => return Ok(false),
            Answer::Undo => {
                let told = self.undo(game, side);
                writeln!(console.out, "{told}")?;
                return Ok(true);
            }
            Answer::Take(Item::Choice(at)) => game.choose(at),
            Answer::Take(Item::Way(at)) => game.go(viewer, at),
        };
        match done {
            Ok(()) => self.decisions.push((side, before)),
            Err(Refusal { rule, message }) => {
                let rule = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
                writeln!(console.out, "{}{rule}", printable(message))?;
            }
        }
        Ok(true)
    }

    /// Takes back the last decision of a side, and all entries since; returns what to tell.
    fn undo(&mut self, game: &mut dyn Game, side: SideId) -> String {
        let Some(&(decided, entries)) = self.decisions.last() else { return "Nothing to take back".to_owned() };
        if decided != side {
            return "The last decision was not yours, so it cannot be taken back".to_owned();
        }
        if self.seats.turns.is_some() && (entries..game.entries()).any(|entry| game.has_rolled(entry)) {
            return "Dice have been rolled since your last decision, so it cannot be taken back".to_owned();
        }
        self.decisions.pop();
        game.back_to(entries);
        self.read.values_mut().for_each(|read| *read = (*read).min(entries));
        self.screen = Screen::default();
        "Your last decision is taken back".to_owned()
    }
}
