//! A battle of people who play by files, at the window of one of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_base::desk::Desk;
use foeman_base::profile;
use foeman_base::turns::{OpenError, Opened, Sent, keep, open, send};
use foeman_engine::game::Registry;
use foeman_engine::journal;
use foeman_engine::ruleset::Turn;
use foeman_mail::file::MOST;
use foeman_mail::{Known, Player, Turns};
use serde_json::Value;

use super::{Battle, Play, Seat};

/// The lines of a journal before its entries.
const BEFORE: usize = 2;

/// The file of a battle by files, and its state.
pub struct ByFiles {
    turns: Turns,
    known: Known,
    desk: Desk,
    /// The file that was opened.
    file: PathBuf,
    /// The first entry from which decisions can be made again.
    free_from: usize,
    /// Whether the battle was over in the file.
    was_over: bool,
    sent: Option<Sent>,
}

/// What the person at the window can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand<'a> {
    /// Watch the replay since the last turn.
    Reading,
    /// Decide.
    Deciding,
    /// Hand over to another person, or to all after the end of the battle.
    Done,
    /// Send the files.
    Sent(&'a Sent),
    /// The battle was over before.
    Over,
}

impl ByFiles {
    /// Returns the name of the person at the window; none once the battle is over.
    pub fn person(&self) -> Option<String> {
        let own = self.turns.hand_overs.iter().rev().nth(usize::from(self.sent.is_some()))?;
        own.facts.player.as_ref().map(|person| person.called().to_owned())
    }
}

impl Play {
    /// Checks a file of another person, and opens its battle at the last turn of the person at the window; returns the
    /// id of its scenario.
    pub(crate) fn open_turn(&mut self, path: &Path, desk: Option<Desk>, registry: Registry) -> Result<String, String> {
        let desk = desk.ok_or("there is no folder of your own for keys")?;
        let text = profile::read(path, MOST as u64).map_err(|error| error.to_string())?.ok_or("file not found")?;
        let Opened { turns, mut known, game } = open(&text, registry, &desk).map_err(|error| match error {
            OpenError::Refused(error) => error.to_string(),
            OpenError::Failed(message) => message,
        })?;
        let told = |error: journal::JournalError| error.to_string();
        let engine = registry.engine_of(&turns.journal).map_err(told)?;
        let content = Arc::new(journal::content(&turns.journal).map_err(told)?);
        known.remember(&turns);
        desk.remember(&turns.header.id, &known)?;
        let own = turns.own_sides();
        let seat = |(side, player): (usize, &Player)| match player {
            Player::Computer(id) => engine.player(id).map(Seat::Computer).map_err(|error| error.to_string()),
            Player::Person(_) if own.contains(&side) => Ok(Seat::Person),
            Player::Person(_) => Ok(Seat::Elsewhere),
        };
        let seats = turns.header.players.iter().enumerate().map(seat).collect::<Result<Vec<Seat>, String>>()?;
        let (read, entries) = (turns.read_so_far(&own), game.entries());
        let handed_over = turns.hand_overs.last().map_or(entries, |last| last.entries);
        let was_over = matches!(game.turn(), Turn::Over(_));
        self.clear();
        let mut battle = Battle::new(content.scenario.id.clone(), game, engine, content, None);
        battle.seats = seats;
        battle.by_files = Some(Box::new(ByFiles {
            turns,
            known,
            desk,
            file: path.to_owned(),
            free_from: handed_over,
            was_over,
            sent: None,
        }));
        battle.go_to(read.max(1));
        battle.look();
        let scenario = battle.scenario.clone();
        self.battle = Some(battle);
        Ok(scenario)
    }

    /// Writes the files for the next person.
    pub(crate) fn hand_over(&mut self) -> Result<Option<Sent>, String> {
        let Some(battle) = self.battle.as_mut().filter(|battle| battle.stand() == Some(Stand::Done)) else {
            return Ok(None);
        };
        let Some(by_files) = &mut battle.by_files else {
            return Ok(None);
        };
        let ByFiles { turns, known, desk, file, .. } = &mut **by_files;
        let sender = turns.holder().map(|holder| holder.address().to_owned());
        let from = turns.own_sides().first().map_or(0, |side| side + 1);
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let sent = send((turns, known), &*battle.game, (from, sender.as_deref()), (desk, folder))?;
        by_files.sent = Some(sent.clone());
        battle.look();
        Ok(Some(sent))
    }

    /// Keeps the unfinished turn in the file that was opened; returns the file.
    pub(crate) fn keep_turn(&mut self) -> Result<Option<PathBuf>, String> {
        let Some(battle) = self.battle.as_mut().filter(|battle| battle.may_decide()) else { return Ok(None) };
        let Some(by_files) = battle.by_files.as_mut().filter(|by_files| by_files.sent.is_none()) else {
            return Ok(None);
        };
        let ByFiles { turns, known, desk, file, .. } = &mut **by_files;
        keep((turns, known), &*battle.game, desk, file)?;
        Ok(Some(by_files.file.clone()))
    }
}

impl Battle {
    /// Returns the file of a battle by files.
    pub fn by_files(&self) -> Option<&ByFiles> {
        self.by_files.as_deref()
    }

    /// Returns what the person at the window can do in a battle by files; `None` in other battles.
    pub fn stand(&self) -> Option<Stand<'_>> {
        let by_files = self.by_files()?;
        Some(match (&by_files.sent, self.game.turn()) {
            (Some(sent), _) => Stand::Sent(sent),
            _ if !self.may_decide() => Stand::Reading,
            (None, Turn::Over(_)) if by_files.was_over => Stand::Over,
            (None, Turn::Over(_)) => Stand::Done,
            (None, Turn::Ask { side, .. }) if self.seat_of(side) == Seat::Elsewhere => Stand::Done,
            (None, _) => Stand::Deciding,
        })
    }

    /// Returns the name of the person who decides next in a battle by files; none after its end.
    pub fn next_person(&self) -> Option<String> {
        let Turn::Ask { side, .. } = self.game.turn() else {
            return None;
        };
        match self.by_files()?.turns.header.players.get(usize::from(side.0))? {
            Player::Person(person) => Some(person.called().to_owned()),
            Player::Computer(_) => None,
        }
    }

    /// Whether decisions can be made at this point. In a battle by files, only decisions after which no dice were rolled
    /// can be taken back, and none that has been handed over.
    pub(super) fn may_decide(&self) -> bool {
        self.by_files.as_deref().is_none_or(|by_files| {
            by_files.sent.is_none() && (self.game.ahead() == 0 || self.game.entries() >= by_files.free_from)
        })
    }

    /// Whether recorded entries are shown instead of playing on.
    pub(super) fn is_replaying(&self) -> bool {
        self.by_files.is_some() && self.game.ahead() > 0
    }

    /// Notes the decisions that can be taken back, before the battle goes back.
    pub(super) fn before_back(&mut self) {
        if self.game.ahead() > 0 {
            return;
        }
        let Some(by_files) = &mut self.by_files else {
            return;
        };
        let handed_over = by_files.turns.hand_overs.last().map_or(0, |last| last.entries);
        let journal = self.game.journal();
        let rolls = |line: &str| {
            let entry: Value = serde_json::from_str(line).unwrap_or_default();
            entry["draws"].as_array().is_some_and(|draws| !draws.is_empty())
        };
        let rolled = journal.lines().skip(BEFORE).enumerate().filter(|(_, line)| rolls(line)).last();
        by_files.free_from = handed_over.max(rolled.map_or(0, |(entry, _)| entry + 1));
    }
}
