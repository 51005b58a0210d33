//! A battle with its log, as each of its viewers sees it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use foeman_schema::catalogs::checks::AnyCheck;
use foeman_schema::resolve::{ContentError, Resolved};
use serde::Deserialize as _;
use serde_json::Value;

use super::seat::{Seen, Told, Viewer};
use super::{Decision, Game, Moment, MomentKind, Parting};
use crate::amend::{Amendment, Belonging};
use crate::battle::{Battle, Cause, EntryOf, Stage};
use crate::choice::{Barred, Choice};
use crate::dice::Seed;
use crate::display::{About, Account, Board, Explained, Line, LineKind};
use crate::exchange::{Exported, Note};
use crate::history::{self, Curve};
use crate::journal;
use crate::move_path::{Encounter, MovePath};
use crate::player::{PlayerId, Players, decide};
use crate::prospect::Prospect;
use crate::rerun::{Other, Rerun, rerun};
use crate::ruleset::{Refusal, Ruleset, SideId, Stretch, Turn};
use crate::testing;

/// The refusal if a position belongs to an outdated list of choices.
const NO_SUCH_CHOICE: Refusal = Refusal { rule: "", message: "this choice is no longer available" };

/// A battle with its log. The log is written here, not in [`Battle`], so that simulations do not pay for it.
pub(super) struct Table<R: Ruleset> {
    battle: Battle<R>,
    players: Players<R>,
    /// Undone entries that can be redone, the next one first.
    ahead: VecDeque<EntryOf<R>>,
    /// All possible viewers, [`Viewer::All`] first.
    audience: Vec<Listener>,
    /// The number of entries in the log, and the state after them, to which the next entry applies.
    heard: usize,
    scene: R::State,
    /// The number of entries with moments: undone entries keep theirs.
    charted: usize,
    /// The battle with undone entries that were replaced by others, until it is requested.
    departed: Option<Box<Self>>,
}

/// The log of one viewer.
#[derive(Clone)]
struct Listener {
    viewer: Viewer,
    told: Vec<Arc<Told>>,
    /// The snapshots after the set-up and at the end of each round since.
    laps: Vec<Lap>,
    moments: Vec<Moment>,
}

/// A snapshot at the end of a round.
#[derive(Clone)]
struct Lap {
    /// The entry that ended it.
    entry: usize,
    round: u32,
    curves: Vec<Curve>,
}

/// The part of a line that a viewer sees.
enum Hearing {
    Whole,
    Veiled(Line),
    Nothing,
}

impl<R: Ruleset> Table<R> {
    pub(super) fn new(battle: Battle<R>) -> Self {
        let scene = battle.first_state();
        let sides = R::sides(battle.stage().content(), &scene).len();
        let sides = (0..sides).filter_map(|side| Some(Viewer::Side(SideId(u8::try_from(side).ok()?))));
        let listener = |viewer| Listener { viewer, told: Vec::new(), laps: Vec::new(), moments: Vec::new() };
        let audience = std::iter::once(Viewer::All).chain(sides).map(listener).collect();
        let mut table = Self {
            battle,
            players: Players::default(),
            ahead: VecDeque::new(),
            audience,
            heard: 0,
            scene,
            charted: 0,
            departed: None,
        };
        table.listen();
        table
    }

    /// Adds new entries to the logs.
    fn listen(&mut self) {
        for (number, entry) in self.battle.entries().iter().enumerate().skip(self.heard) {
            if let Some(carried) = self.battle.carried_into(number, &self.scene) {
                self.scene = carried;
                let lines = told_revision(&self.battle, number);
                let round = R::round(&self.scene);
                for text in lines {
                    let told = Arc::new(Told { entry: number, round, line: Line::new(LineKind::Event, text) });
                    self.audience.iter_mut().for_each(|listener| listener.told.push(Arc::clone(&told)));
                }
            }
            if matches!(entry.cause, Cause::Amended(_)) && number >= self.charted {
                let moment = Moment { entry: number, round: R::round(&self.scene), kind: MomentKind::Amended };
                self.audience.iter_mut().for_each(|listener| listener.moments.push(moment));
            }
            let content = self.battle.stage_at(number).content();
            for (position, instruction) in entry.did.iter().enumerate() {
                let line = R::tell(content, &self.scene, instruction);
                let hearing = |listener: &Listener| match &line {
                    Some(line) => listener.hearing::<R>(content, &self.scene, instruction, line),
                    None => Hearing::Nothing,
                };
                let heard: Vec<Hearing> = self.audience.iter().map(hearing).collect();
                let ending = R::round(&self.scene);
                R::apply(content, &mut self.scene, instruction);
                // A new round's heading belongs to the new round.
                let round = R::round(&self.scene);
                let whole = line.map(|line| Arc::new(Told { entry: number, round, line }));
                for (listener, hearing) in self.audience.iter_mut().zip(heard) {
                    let told = match hearing {
                        Hearing::Whole => whole.clone(),
                        Hearing::Veiled(line) => Some(Arc::new(Told { entry: number, round, line })),
                        Hearing::Nothing => None,
                    };
                    listener.hear(told, number >= self.charted);
                }
                if round != ending && number > 0 {
                    let mut end = self.battle.state_before(number);
                    entry.did[..position].iter().for_each(|earlier| R::apply(content, &mut end, earlier));
                    lap::<R>(&mut self.audience, content, &end, (number, ending));
                }
            }
            if number == 0 {
                lap::<R>(&mut self.audience, content, &self.scene, (0, 0));
            }
        }
        self.heard = self.battle.entries().len();
        self.charted = self.charted.max(self.heard);
    }

    fn copy(&self) -> Self {
        Self {
            battle: self.battle.clone(),
            players: Players::default(),
            ahead: self.ahead.clone(),
            audience: self.audience.clone(),
            heard: self.heard,
            scene: self.scene.clone(),
            charted: self.charted,
            departed: None,
        }
    }

    /// Updates the undone entries after a new one was made: they stay as long as the same entries are made again.
    /// Otherwise they are dropped, and kept in `departed` if dice were rolled in them.
    fn made(&mut self) {
        if self.ahead.front() == self.battle.entries().last() {
            self.ahead.pop_front();
        } else {
            if self.ahead.iter().any(|entry| !entry.draws.is_empty()) {
                let mut old = self.copy();
                old.back_to(self.battle.entries().len() - 1);
                old.ahead = std::mem::take(&mut self.ahead);
                while !old.ahead.is_empty() {
                    old.forward();
                }
                self.departed = Some(Box::new(old));
            }
            self.ahead.clear();
            let kept = self.battle.entries().len() - 1;
            self.charted = self.charted.min(kept);
            self.audience.iter_mut().for_each(|listener| listener.forget(kept));
        }
        self.listen();
    }

    /// Returns a rerun, with a description of the point at which it diverges from this battle.
    fn told(&self, rerun: Rerun<R>) -> super::Rerun {
        let table = Self::new(rerun.battle);
        let parting = rerun.parting.map(|parting| {
            // The first log line about the difference may be in a later entry.
            let (old, new) =
                (self.told_since(Viewer::All, parting.before), table.told_since(Viewer::All, parting.after));
            let differs = |line: &usize| old.get(*line).map(|told| &told.line) != new.get(*line).map(|told| &told.line);
            let place = (0..old.len().max(new.len())).find(differs).unwrap_or_default();
            let text = |lines: &[Arc<Told>]| lines.get(place).map(|told| told.line.text.clone()).unwrap_or_default();
            Parting {
                before: parting.before,
                after: parting.after,
                round: new.get(place).or(old.get(place)).map_or(table.round(), |told| told.round),
                was: text(&old),
                is: parting.refused.unwrap_or_else(|| text(&new)),
            }
        });
        super::Rerun { game: Box::new(table), parting }
    }

    fn choices(&self, viewer: Viewer, known: &R::State) -> Vec<Choice> {
        let Turn::Ask { side, .. } = self.battle.turn() else { return Vec::new() };
        if !viewer.may_see(side) {
            return Vec::new();
        }
        let content = self.battle.content();
        self.battle.legal().iter().map(|command| R::choice(content, known, command)).collect()
    }

    /// Returns the state as the viewer knows it, if the viewer may decide for the active side.
    fn asked(&self, viewer: Viewer) -> Option<Cow<'_, R::State>> {
        let Turn::Ask { side, .. } = self.battle.turn() else { return None };
        viewer.may_see(side).then(|| known::<R>(self.battle.content(), self.battle.state(), viewer))
    }

    /// Returns the paths open to the active token with their commands, if the viewer may decide for its side.
    fn open_ways(&self, viewer: Viewer) -> Vec<(MovePath, Vec<R::Command>)> {
        let paths = R::capabilities().paths.as_ref();
        let Some((paths, known)) = paths.zip(self.asked(viewer)) else { return Vec::new() };
        (paths.ways)(self.battle.content(), &known)
    }

    /// Returns a listed command limited to some of its members.
    fn some_of(&self, known: &R::State, choice: usize, members: &[u32]) -> Result<R::Command, Refusal> {
        let content = self.battle.content();
        let legal = self.battle.legal();
        let whole = legal.get(choice).ok_or(NO_SUCH_CHOICE)?;
        let all = R::choice(content, known, whole).members;
        let groups = R::capabilities();
        let parts = groups.parts(whole).into_iter().zip(all).filter(|(_, member)| members.contains(member));
        let parts: Vec<R::Command> = parts.map(|(part, _)| part).collect();
        let command = groups.together(&parts).ok_or(Refusal { rule: "", message: "no figure is left to do it" })?;
        R::check(content, known, &command)?;
        Ok(command)
    }

    /// Returns the tokens that a viewer sees.
    fn in_sight(&self, viewer: Viewer) -> Vec<u32> {
        let content = self.battle.content();
        let board = R::board(content, &known::<R>(content, self.battle.state(), viewer));
        board.tokens.iter().map(|token| token.id).collect()
    }

    fn history(&self, listener: Option<&Listener>, board: &Board) -> Vec<Curve> {
        let mut curves = Vec::new();
        let mut last = 0;
        for lap in listener.into_iter().flat_map(|listener| &listener.laps) {
            // Rounds before the first are part of the start.
            if lap.entry == 0 || lap.round > last {
                history::join(&mut curves, lap.curves.clone());
                last = lap.round;
            }
        }
        if self.heard > 1 && self.round() > last {
            history::join(&mut curves, history::points(board, self.round()));
        }
        curves
    }
}

impl Listener {
    /// Removes the moments of an entry and of all later ones.
    fn forget(&mut self, entry: usize) {
        debug_assert!(self.moments.is_sorted_by_key(|moment| moment.entry), "moments are in the order of entries");
        self.moments.truncate(self.moments.partition_point(|moment| moment.entry < entry));
    }

    /// Adds a line to the log, and its moments unless they are known.
    fn hear(&mut self, told: Option<Arc<Told>>, is_new: bool) {
        let Some(told) = told else { return };
        if is_new {
            let before = self.told.last().map_or(0, |told| told.round);
            self.moments.extend(Moment::of(&told, told.round > before));
        }
        self.told.push(told);
    }

    fn hearing<R: Ruleset>(
        &self,
        content: &R::Content,
        before: &R::State,
        instruction: &R::Instruction,
        line: &Line,
    ) -> Hearing {
        let Viewer::Side(side) = self.viewer else { return Hearing::Whole };
        let heard = R::capabilities().fog.as_ref().and_then(|fog| fog.heard);
        let Some(heard) = heard else { return Hearing::Whole };
        match heard(content, before, instruction, line, side) {
            Some(Cow::Borrowed(_)) => Hearing::Whole,
            Some(Cow::Owned(line)) => Hearing::Veiled(line),
            None => Hearing::Nothing,
        }
    }
}

/// Adds a snapshot for each listener. All who see everything get the same one.
fn lap<R: Ruleset>(audience: &mut [Listener], content: &R::Content, state: &R::State, (entry, round): (usize, u32)) {
    let points = |state: &R::State| history::points(&R::board(content, state), round);
    let mut whole: Option<Vec<Curve>> = None;
    for listener in audience {
        let curves = match known::<R>(content, state, listener.viewer) {
            Cow::Borrowed(state) => whole.get_or_insert_with(|| points(state)).clone(),
            Cow::Owned(state) => points(&state),
        };
        listener.laps.push(Lap { entry, round, curves });
    }
}

/// Returns the changes of content made by an entry, one per line.
fn told_revision<R: Ruleset>(battle: &Battle<R>, entry: usize) -> Vec<String> {
    let Cause::Amended(amendment) = &battle.entries()[entry].cause else { return Vec::new() };
    let Amendment::Content(revision) = &**amendment else { return Vec::new() };
    let lines = revision.lines(&battle.stage_at(entry - 1).resolved());
    lines.into_iter().map(|line| format!("Amended: {line}")).collect()
}

/// Returns the state as a viewer knows it.
fn known<'s, R: Ruleset>(content: &R::Content, state: &'s R::State, viewer: Viewer) -> Cow<'s, R::State> {
    match viewer {
        Viewer::All => Cow::Borrowed(state),
        Viewer::Side(side) => R::capabilities().observed(content, state, side, None),
    }
}

/// Returns who decides next, without the active token if it is not on the board.
fn visible(turn: Turn, board: &Board) -> Turn {
    match turn {
        Turn::Ask { side, actor } => {
            Turn::Ask { side, actor: actor.filter(|actor| board.tokens.iter().any(|token| token.id == *actor)) }
        }
        other => other,
    }
}

impl<R: Ruleset> Game for Table<R> {
    fn seen(&self, viewer: Viewer) -> Seen {
        let content = self.battle.content();
        let known = known::<R>(content, self.battle.state(), viewer);
        let board = R::board(content, &known);
        let listener = self.audience.iter().find(|listener| listener.viewer == viewer);
        Seen {
            viewer,
            turn: visible(self.turn(), &board),
            round: self.round(),
            lines: listener.map(|listener| listener.told.clone()).unwrap_or_default(),
            choices: self.choices(viewer, &known),
            moments: listener.map(|listener| listener.moments.clone()).unwrap_or_default(),
            history: self.history(listener, &board),
            board,
        }
    }

    fn told_since(&self, viewer: Viewer, entry: usize) -> Vec<Arc<Told>> {
        let listener = self.audience.iter().find(|listener| listener.viewer == viewer);
        let told = listener.map(|listener| listener.told.as_slice()).unwrap_or_default();
        told[told.partition_point(|told| told.entry < entry)..].to_vec()
    }

    fn decision(&self, viewer: Viewer, entry: usize) -> Option<Decision> {
        let Cause::Command(command) = &self.battle.entries().get(entry)?.cause else { return None };
        let mut then = self.battle.clone();
        then.back_to(entry);
        let Turn::Ask { side, .. } = then.turn() else { return None };
        if !viewer.may_see(side) {
            return None;
        }
        let legal = then.legal();
        let chosen = legal.iter().position(|other| other == command)?;
        let content = then.content();
        let known = known::<R>(content, then.state(), viewer);
        let choices = legal.iter().map(|command| R::choice(content, &known, command)).collect();
        Some(Decision { side, choices, chosen })
    }

    fn chosen(&self) -> Option<Vec<usize>> {
        if self.battle.is_amended() || self.battle.is_reseeded() {
            return None;
        }
        let mut again = Battle::on(Arc::clone(self.battle.stage()), self.battle.seed());
        let mut chosen = Vec::new();
        for entry in &self.battle.entries()[1..] {
            if let Cause::Command(command) = &entry.cause {
                chosen.push(again.legal().iter().position(|other| other == command)?);
            }
            again.repeat(entry.clone()).ok()?;
        }
        Some(chosen)
    }

    fn turn(&self) -> Turn {
        self.battle.turn()
    }

    fn ended(&self, entry: usize) -> Option<Stretch> {
        let ends = R::capabilities().ends?;
        self.battle.entries().get(entry)?.did.iter().filter_map(ends).max()
    }

    fn seed(&self) -> Seed {
        self.battle.seed()
    }

    fn reseeded(&self, entry: usize) -> Option<Seed> {
        self.battle.entries().get(entry)?.seed
    }

    fn has_rolled(&self, entry: usize) -> bool {
        self.battle.entries().get(entry).is_some_and(|entry| !entry.draws.is_empty())
    }

    fn decided(&self, entry: usize) -> Option<SideId> {
        let Cause::Command(_) = self.battle.entries().get(entry)?.cause else { return None };
        let mut then = self.battle.clone();
        then.back_to(entry);
        match then.turn() {
            Turn::Ask { side, .. } => Some(side),
            Turn::Auto | Turn::Over(_) => None,
        }
    }

    fn withdraw(&mut self, entry: usize) -> Option<Value> {
        let Cause::Command(command) = &self.battle.entries().get(entry)?.cause else { return None };
        let command = serde_json::to_value(command).ok()?;
        self.back_to(entry);
        self.ahead.clear();
        self.charted = self.heard;
        self.audience.iter_mut().for_each(|listener| listener.forget(entry));
        Some(command)
    }

    fn issue(&mut self, command: &Value, seed: Seed) -> Result<(), String> {
        let command = R::Command::deserialize(command).map_err(|error| error.to_string())?;
        self.battle.issue_with(command, seed).map_err(|refusal| refusal.message.to_owned())?;
        self.made();
        Ok(())
    }

    fn round(&self) -> u32 {
        R::round(self.battle.state())
    }

    fn choose(&mut self, choice: usize) -> Result<(), Refusal> {
        let mut legal = self.battle.legal();
        if choice >= legal.len() {
            return Err(NO_SUCH_CHOICE);
        }
        self.battle.issue(legal.swap_remove(choice))?;
        self.made();
        Ok(())
    }

    fn with_some(&self, viewer: Viewer, choice: usize, members: &[u32]) -> Result<(Choice, Option<Prospect>), Refusal> {
        let known = self.asked(viewer).ok_or(NO_SUCH_CHOICE)?;
        let command = self.some_of(&known, choice, members)?;
        let content = self.battle.content();
        let prospect = R::capabilities().prospect.and_then(|prospect| prospect(content, &known, &command));
        Ok((R::choice(content, &known, &command), prospect))
    }

    fn choose_some(&mut self, choice: usize, members: &[u32]) -> Result<(), Refusal> {
        let command = self.some_of(self.battle.state(), choice, members)?;
        self.battle.issue(command)?;
        self.made();
        Ok(())
    }

    fn may_rename(&self, viewer: Viewer, token: u32) -> bool {
        let Some(renaming) = R::capabilities().renaming else { return false };
        let known = self.asked(viewer);
        known.is_some_and(|known| R::check(self.battle.content(), &known, &renaming(token, "")).is_ok())
    }

    fn rename(&mut self, token: u32, name: &str) -> Result<(), Refusal> {
        let none = Refusal { rule: "", message: "names stay as they are" };
        let renaming = R::capabilities().renaming.ok_or(none)?;
        self.battle.issue(renaming(token, name))?;
        self.made();
        Ok(())
    }

    fn prospect(&self, viewer: Viewer, choice: usize) -> Option<Prospect> {
        let prospect = R::capabilities().prospect?;
        let known = self.asked(viewer)?;
        prospect(self.battle.content(), &known, self.battle.legal().get(choice)?)
    }

    fn barred(&self, viewer: Viewer) -> Vec<Barred> {
        let Some((barred, known)) = R::capabilities().barred.zip(self.asked(viewer)) else { return Vec::new() };
        let content = self.battle.content();
        let barred = barred(content, &known).into_iter().map(|(command, refusal)| Barred {
            // An illegal choice has no chance of success.
            choice: Choice { odds: None, ..R::choice(content, &known, &command) },
            rule: refusal.rule,
            why: refusal.message,
        });
        barred.collect()
    }

    fn ways(&self, viewer: Viewer) -> Vec<MovePath> {
        self.open_ways(viewer).into_iter().map(|(way, _)| way).collect()
    }

    fn encounters(&self, viewer: Viewer, way: &MovePath) -> Vec<Encounter> {
        let paths = R::capabilities().paths.as_ref();
        let Some((paths, known)) = paths.zip(self.asked(viewer)) else { return Vec::new() };
        (paths.encounters)(self.battle.content(), &known, way)
    }

    fn explained(&self, viewer: Viewer, token: u32) -> Vec<Explained> {
        let Some(explained) = R::capabilities().explained else { return Vec::new() };
        let content = self.battle.content();
        let known = known::<R>(content, self.battle.state(), viewer);
        let is_there = R::board(content, &known).tokens.iter().any(|shown| shown.id == token);
        if is_there { explained(content, &known, token) } else { Vec::new() }
    }

    fn account(&self, viewer: Viewer, about: About) -> Option<Account> {
        let content = self.battle.content();
        R::capabilities().account?(content, &known::<R>(content, self.battle.state(), viewer), about)
    }

    fn go(&mut self, viewer: Viewer, way: usize) -> Result<(), Refusal> {
        let gone = Refusal { rule: "", message: "this path is no longer available" };
        let commands = self.open_ways(viewer).into_iter().nth(way).map(|(_, commands)| commands);
        let (before, asked) = (self.in_sight(viewer), self.battle.turn());
        for (number, command) in commands.ok_or(gone)?.into_iter().enumerate() {
            let issued = self.battle.issue(command);
            if issued.is_err() && number == 0 {
                return issued;
            }
            if issued.is_ok() {
                self.made();
            }
            if issued.is_err() || self.battle.turn() != asked || self.in_sight(viewer) != before {
                break;
            }
        }
        Ok(())
    }

    fn step(&mut self, player: PlayerId) {
        let entries = self.battle.entries().len();
        match self.battle.turn() {
            Turn::Ask { side, .. } => {
                if let Some(command) = decide(&self.battle, self.players.of(side, player)) {
                    let issued = self.battle.issue(command);
                    debug_assert!(issued.is_ok(), "the rules refused a listed command: {issued:?}");
                }
            }
            Turn::Auto | Turn::Over(_) => self.battle.advance(),
        }
        if self.battle.entries().len() > entries {
            self.made();
        }
    }

    fn entries(&self) -> usize {
        self.battle.entries().len()
    }

    fn back_to(&mut self, entries: usize) {
        let kept = entries.max(1).min(self.battle.entries().len());
        self.battle.entries()[kept..].iter().rev().for_each(|entry| self.ahead.push_front(entry.clone()));
        self.battle.back_to(entries);
        // The players' cached results may depend on entries that no longer exist.
        self.players = Players::default();
        self.heard = self.battle.entries().len();
        self.scene = self.battle.state().clone();
        for listener in &mut self.audience {
            listener.told.retain(|told| told.entry < self.heard);
            listener.laps.retain(|lap| lap.entry < self.heard);
        }
    }

    fn ahead(&self) -> usize {
        self.ahead.len()
    }

    fn forward(&mut self) {
        let Some(entry) = self.ahead.pop_front() else { return };
        let repeated = self.battle.repeat(entry);
        debug_assert!(repeated.is_ok(), "redoing an entry failed: {repeated:?}");
        // The players' cached results may depend on other entries.
        self.players = Players::default();
        self.listen();
    }

    fn content(&self) -> Resolved {
        self.battle.stage_now().resolved()
    }

    fn amend(&mut self, amendment: Amendment) -> Result<(), String> {
        self.battle.amend(amendment)?;
        // The players' cached results may depend on the old values.
        self.players = Players::default();
        self.made();
        Ok(())
    }

    fn belongings(&self, token: u32) -> Vec<Belonging> {
        let Some(edits) = &R::capabilities().edits else { return Vec::new() };
        (edits.belongings)(self.battle.content(), self.battle.state(), token)
    }

    fn departed(&mut self) -> Option<Box<dyn Game>> {
        Some(self.departed.take()?)
    }

    fn branch(&self) -> Box<dyn Game> {
        Box::new(self.copy())
    }

    fn rerun(&self, resolved: &Resolved) -> Result<super::Rerun, Vec<ContentError>> {
        Ok(self.told(rerun(&self.battle, Other::Content(Stage::new(resolved)?))))
    }

    fn rechosen(&self, entry: usize, choice: usize) -> Option<super::Rerun> {
        let mut then = self.battle.clone();
        let Cause::Command(_) = &then.entries().get(entry)?.cause else { return None };
        then.back_to(entry);
        let command = then.legal().into_iter().nth(choice)?;
        Some(self.told(rerun(&self.battle, Other::Command(entry, command))))
    }

    fn recorded(&self) -> Option<Result<Exported, Note>> {
        let stage = self.battle.stage_now();
        R::capabilities().recorded.map(|recorded| recorded(&stage.resolved(), stage.content(), self.battle.state()))
    }

    fn journal(&self) -> String {
        journal::write(&self.battle)
    }

    fn check(&self) -> Option<AnyCheck> {
        (!self.battle.is_amended() && !self.battle.is_reseeded()).then(|| testing::record(&self.battle))
    }

    fn hash(&self) -> String {
        journal::hash(&self.battle)
    }
}
