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
use foeman_mail::{Known, Player, Turns, own_sides};

use super::{Battle, Play, Seat};

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
    /// The number of entries that are known to need no code.
    checked: usize,
    /// Whether the person at the window has sent the file, and answers requests.
    is_answering: bool,
    /// The code with which the person at the window asks for the dice of a fixed decision.
    request: Option<String>,
    /// The last answer given.
    answer: Option<String>,
    /// Why the fixed decision could not be kept.
    problem: Option<String>,
}

/// What the person at the window can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand<'a> {
    /// Watch the replay since the last turn.
    Reading,
    /// Decide.
    Deciding,
    /// Give a code to another person, and enter the answer.
    Dice(&'a str),
    /// Answer requests of another person.
    Answering,
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
        if self.is_answering && self.sent.is_none() {
            return self.answering();
        }
        let own = self.turns.hand_overs.iter().rev().nth(usize::from(self.sent.is_some()))?;
        own.facts.player.as_ref().map(|person| person.called().to_owned())
    }

    /// Returns the name of the person who answers requests.
    pub fn answering(&self) -> Option<String> {
        self.turns.answering().map(|person| person.called().to_owned())
    }

    /// Returns why the last decision could not be kept.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Returns the last answer given by the person at the window; none if they do not answer requests.
    pub fn answer(&self) -> Option<Option<&str>> {
        (self.is_answering && self.turns.holder().is_some()).then_some(self.answer.as_deref())
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
        let is_answering = known.answers(&turns);
        known.remember(&turns);
        desk.remember(&turns.header.id, &known)?;
        let own = match turns.answering().filter(|_| is_answering) {
            Some(person) => own_sides(&turns.header, person.address()),
            None => turns.own_sides(),
        };
        let seat = |(side, player): (usize, &Player)| match player {
            Player::Computer(id) => engine.player(id).map(Seat::Computer).map_err(|error| error.to_string()),
            Player::Person(_) if own.contains(&side) => Ok(Seat::Person),
            Player::Person(_) => Ok(Seat::Elsewhere),
        };
        let seats = turns.header.players.iter().enumerate().map(seat).collect::<Result<Vec<Seat>, String>>()?;
        let entries = game.entries();
        let read = if is_answering { entries } else { turns.read_so_far(&own) };
        let request = known.request(&turns);
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
            checked: entries,
            is_answering,
            request,
            answer: None,
            problem: None,
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
        by_files.is_answering = by_files.known.answers(&by_files.turns);
        by_files.sent = Some(sent.clone());
        battle.look();
        Ok(Some(sent))
    }

    /// Rolls the dice of the fixed decision with the answer of another person, and plays on.
    pub(crate) fn roll_dice(&mut self, answer: &str) -> Result<(), String> {
        let battle = self.battle.as_mut().ok_or("no battle is open")?;
        let by_files = battle.by_files.as_mut().ok_or("only battles by files need codes")?;
        let ByFiles { turns, known, desk, file, .. } = &mut **by_files;
        turns.roll(known, &mut *battle.game, answer)?;
        let kept = keep((turns, known), &*battle.game, desk, file);
        by_files.request = None;
        battle.to_end();
        kept
    }

    /// Answers the code of another person with a code.
    pub(crate) fn answer_dice(&mut self, request: &str) -> Result<(), String> {
        let battle = self.battle.as_mut().ok_or("no battle is open")?;
        let by_files = battle.by_files.as_mut().ok_or("only battles by files need codes")?;
        let answer = by_files.known.answer(&by_files.turns, request)?;
        // An answer that is not noted could be given for another decision.
        by_files.desk.remember(&by_files.turns.header.id, &by_files.known)?;
        by_files.answer = Some(answer);
        Ok(())
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
            _ if by_files.is_answering && !by_files.was_over => Stand::Answering,
            _ if self.game.ahead() == 0 && by_files.request.is_some() => {
                Stand::Dice(by_files.request.as_deref().unwrap_or_default())
            }
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
            let is_free = self.game.ahead() == 0 || self.game.entries() >= by_files.free_from;
            by_files.sent.is_none() && by_files.request.is_none() && is_free
        })
    }

    /// Whether recorded entries are shown instead of playing on.
    pub(super) fn is_replaying(&self) -> bool {
        self.by_files.is_some() && self.game.ahead() > 0
    }

    /// Fixes the last decision if it needs a code for its dice, and keeps it in the file; returns whether it does.
    pub(super) fn fix_decision(&mut self) -> bool {
        let Some(by_files) = self.by_files.as_mut().filter(|_| self.game.ahead() == 0) else { return false };
        let from = by_files.checked.min(self.game.entries());
        by_files.checked = self.game.entries();
        let ByFiles { turns, known, desk, file, .. } = &mut **by_files;
        let Some(decision) = turns.needs_code(&*self.game, from) else { return false };
        let fixed = turns.fix(known, &mut *self.game, decision);
        let kept = fixed.and_then(|()| keep((turns, known), &*self.game, desk, file));
        by_files.checked = decision;
        // A decision that is not kept is not fixed, and has no code.
        by_files.request = by_files.known.request(&by_files.turns).filter(|_| kept.is_ok());
        by_files.problem = kept.err();
        true
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
        let rolled = (0..self.game.entries()).rev().find(|entry| self.game.has_rolled(*entry));
        by_files.free_from = handed_over.max(rolled.map_or(0, |entry| entry + 1));
    }
}
