//! Test-play: a battle with the pack's unsaved content.

pub mod account;
mod action;
mod actors;
mod amending;
mod asking;
mod begin;
mod bookmarks;
mod branches;
mod by_files;
pub mod commands;
mod compare;
mod curtain;
pub mod fighter;
pub mod lines;
mod naming;
mod pace;
mod pane;
mod perform;
mod recruits;
mod running;
mod seat;
pub(crate) mod spots;
mod starting;
mod turn;
mod view;

pub(crate) use pane::PANE;

pub(crate) use lines::Emphasis;
pub(crate) use perform::{mind_content, open_journal, open_turn, perform, show, speak, tick};

pub use by_files::{ByFiles, Stand};

pub use action::{LogForm, PlayAction, Watched};
pub use amending::Deed;
pub use begin::{Begun, begin};
pub use pace::Pace;
pub use running::Until;
pub use seat::Seat;
pub use view::{PlayView, SEED, Tab};

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use foeman_engine::amend::Revision;
use foeman_engine::choice::Choice;
use foeman_engine::display::{About, Account, Board, Explained};
use foeman_engine::game::{Engine, Game, Registry, Seen, Viewer};
use foeman_engine::journal::{self, JournalError};
use foeman_engine::map_query::Overlay;
use foeman_engine::move_path::Encounter;
use foeman_engine::player::PlayerInfo;
use foeman_engine::prospect::Prospect;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};

use crate::campaign::{Decision, Saga};
use amending::Notice;
use asking::Asking;
use bookmarks::Bookmarks;
use branches::Branches;
use curtain::Curtain;
use running::Goal;
use seat::all_known;
use starting::Starting;
use turn::{Offer, WithSome};

/// The battle in the test-play pane, or the errors that prevent it.
#[derive(Default)]
pub struct Play {
    /// The highlighted token, on the board and in the log.
    pub highlight: Option<u32>,
    /// The cell with the keyboard cursor.
    pub cursor: Option<[i32; 2]>,
    /// The cell or side shown in the inspector.
    pub about: Option<About>,
    /// A cell marked from a line of the log, and the number of entries at that time.
    pub marked: Option<([i32; 2], usize)>,
    /// A target whose attack the next click makes, and the [moment](Battle::moment) at that time.
    pub armed: Option<([i32; 2], u64)>,
    /// Whether the recruits of the active side are shown.
    pub is_recruiting: bool,
    battle: Option<Battle>,
    starting: Option<Starting>,
    saga: Option<Saga>,
    errors: Vec<ContentError>,
    asking: Option<Asking>,
}

/// Counts the states of all battles.
static MOMENTS: AtomicU64 = AtomicU64::new(0);

/// A battle in progress.
pub struct Battle {
    /// The scenario's id.
    scenario: String,
    game: Box<dyn Game>,
    /// The available computer players.
    players: Vec<PlayerInfo>,
    seats: Vec<Seat>,
    curtain: Curtain,
    goal: Option<Goal>,
    /// The speed of automatic play, and the time of the next entry.
    pace: Pace,
    rests_until: Option<Instant>,
    /// The battle as the viewer knows it.
    seen: Seen,
    moment: u64,
    /// Details of the choices of the person whose turn it is.
    offer: Offer,
    origin: Option<Origin>,
    /// The file of a battle by files.
    by_files: Option<Box<ByFiles>>,
    /// The content the battle is played with.
    content: Arc<Resolved>,
    /// Whether the pack's content has changed since.
    outdated: bool,
    /// Whether the content was updated during the battle.
    is_followed: bool,
    /// The changed content that the user has declined.
    declined: Option<Arc<Resolved>>,
    engine: &'static dyn Engine,
    branches: Branches,
    bookmarks: Bookmarks,
    /// The report on the last amendment.
    notice: Option<Notice>,
    /// The user's last choice, in words; `None` after going back or forward.
    chosen: Option<String>,
}

/// The journal that a battle was opened from, and how it replays with the current rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The file name of the journal.
    pub name: String,
    /// Why it could not be replayed to the end, if so.
    pub rest: Option<String>,
    /// How a replay with the current rules would differ, if it does; the battle is shown as recorded.
    pub differs: Option<String>,
}

impl Play {
    /// Highlights a token and moves the cursor to its cell.
    pub fn point_out(&mut self, token: u32) {
        let board = self.battle().map(Battle::board);
        let shown = board.and_then(|board| board.tokens.iter().find(|shown| shown.id == token));
        let cell = shown.and_then(|shown| shown.cells.first().copied());
        self.highlight = Some(token);
        self.cursor = cell.or(self.cursor);
        self.about = cell.map(About::Cell);
    }

    /// Returns the battle, if one has been started.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
    }

    /// Returns the campaign that the battle is part of, if any.
    pub fn saga(&self) -> Option<&Saga> {
        self.saga.as_ref()
    }

    /// Starts a campaign; returns the scenario of its first battle.
    pub fn begin_campaign(&mut self, analysis: &Analysis, registry: Registry, id: &str) -> Option<String> {
        self.clear();
        match Saga::begin(analysis, registry, id) {
            Ok(saga) => self.saga = Some(saga),
            Err(errors) => self.errors = errors,
        }
        Some(self.saga.as_ref()?.chapter()?.scenario)
    }

    /// Advances the campaign; returns the scenario of the next battle.
    pub fn next_battle(&mut self) -> Option<String> {
        let saga = self.saga.as_mut()?;
        saga.next()?;
        saga.go_on();
        Some(saga.chapter()?.scenario)
    }

    /// Makes a decision before the next battle of the campaign; the error says why it is impossible.
    pub(crate) fn decide(&mut self, decision: &Decision) -> Result<(), String> {
        match &mut self.saga {
            Some(saga) => saga.decide(decision),
            None => Err("no campaign is played".to_owned()),
        }
    }

    /// Leaves the campaign, so that scenarios are played on their own.
    pub fn leave_campaign(&mut self) {
        self.saga = None;
    }

    /// Returns the battle mutably.
    pub(crate) fn battle_to_change(&mut self) -> Option<&mut Battle> {
        self.battle.as_mut()
    }

    /// Returns the errors that prevent the scenario from being played.
    pub fn errors(&self) -> &[ContentError] {
        &self.errors
    }

    /// Discards the battle.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Opens a journal and replays it as far as possible; returns the id of its scenario.
    pub fn open(&mut self, text: &str, name: String, registry: Registry) -> Result<String, String> {
        let told = |error: JournalError| error.to_string();
        let engine = registry.engine_of(text).map_err(told)?;
        let content = Arc::new(journal::content(text).map_err(told)?);
        let (game, rest) = engine.open(text).map_err(told)?;
        let differs = if rest.is_some() { None } else { engine.verify(text).err() };
        self.clear();
        let mut battle = Battle::new(content.scenario.id.clone(), game, engine, content, None);
        battle.origin = Some(Origin { name, rest: rest.map(told), differs: differs.map(told) });
        battle.look();
        let scenario = battle.scenario.clone();
        self.battle = Some(battle);
        Ok(scenario)
    }

    /// Checks whether the pack's content has changed since the battle started.
    pub fn content_changed(&mut self, analysis: &Analysis) {
        let Some(battle) = self.battle.as_mut().filter(|battle| battle.by_files.is_none()) else { return };
        // Unaffected content keeps its `Arc`, so a deep comparison is rarely needed.
        let same = |now: Arc<Resolved>| {
            [Some(&battle.content), battle.declined.as_ref()]
                .into_iter()
                .flatten()
                .any(|known| Arc::ptr_eq(&now, known) || now == *known)
        };
        battle.outdated = !analysis.resolve(&battle.scenario).is_ok_and(same);
    }

    /// Advances automatic play; returns whether the battle was running.
    pub fn tick(&mut self, pace: Pace) -> bool {
        let ran = self.battle.as_mut().is_some_and(|battle| {
            let runs = battle.goal.is_some();
            battle.pace = pace;
            if runs {
                battle.run();
            }
            runs
        });
        if ran {
            self.look();
        }
        ran
    }

    /// Reports the state of the battle to the campaign.
    fn look(&mut self) {
        if let (Some(saga), Some(battle)) = (&mut self.saga, &self.battle) {
            saga.look(battle.is_over(), || battle.game.journal());
        }
    }

    /// Changes the battle, if there is one.
    pub fn with(&mut self, change: impl FnOnce(&mut Battle)) {
        if let Some(battle) = &mut self.battle {
            change(battle);
            battle.look();
        }
        self.look();
    }
}

impl Battle {
    /// Returns an id that is unique among the battles in memory; it changes when the battle's content changes.
    pub fn id(&self) -> u64 {
        Arc::as_ptr(&self.content).addr() as u64
    }

    /// Returns a number that identifies this state of this battle; use it as a cache key.
    ///
    /// The number of entries is not enough: another seed, branch or choice can lead to the same number.
    pub fn moment(&self) -> u64 {
        self.moment
    }

    /// Creates a battle that has not been viewed yet, with the seats of the previous battle if they fit.
    fn new(
        scenario: String,
        game: Box<dyn Game>,
        engine: &'static dyn Engine,
        content: Arc<Resolved>,
        seats: Option<Vec<Seat>>,
    ) -> Self {
        let seen = game.seen(Viewer::All);
        let players = engine.players();
        let sides = &seen.board.sides;
        let seats = seats.filter(|seats| seats.len() == sides.len() && all_known(seats, engine));
        let usual = players.first().map_or(Seat::Person, |info| Seat::Computer(info.id));
        let seats =
            seats.unwrap_or_else(|| sides.iter().map(|side| if side.human { Seat::Person } else { usual }).collect());
        let (goal, offer, origin, outdated) = (None, Offer::default(), None, false);
        let (declined, notice, chosen) = (None, None, None);
        Self {
            scenario,
            game,
            players,
            seats,
            curtain: Curtain::default(),
            goal,
            pace: Pace::default(),
            rests_until: None,
            seen,
            moment: 0,
            offer,
            origin,
            by_files: None,
            content,
            outdated,
            is_followed: false,
            declined,
            engine,
            branches: Branches::default(),
            bookmarks: Bookmarks::default(),
            notice,
            chosen,
        }
    }

    /// Returns the id of the scenario.
    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// Returns the user's last choice in words, until they go back or forward.
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// Returns the report on the last amendment.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(crate) fn tell(&mut self, notice: Option<Notice>) {
        self.notice = notice;
    }

    pub(crate) fn engine(&self) -> &'static dyn Engine {
        self.engine
    }

    pub(crate) fn game_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// Replaces the game; returns the old one.
    pub(crate) fn replace(&mut self, game: Box<dyn Game>) -> Box<dyn Game> {
        self.goal = None;
        std::mem::replace(&mut self.game, game)
    }

    /// Notes that the battle is now played with this content of the pack.
    pub(crate) fn follow(&mut self, content: Arc<Resolved>) {
        self.content = content;
        (self.outdated, self.is_followed) = (false, true);
    }

    /// Checks again whether the battle is played with the pack's content: undo may have reverted an update.
    pub(crate) fn recheck(&mut self) {
        if self.is_followed {
            let revision = Revision::between(&self.game.content(), &self.content);
            self.outdated = !revision.records.is_empty();
        }
    }

    /// Notes that the user declined the pack's current content.
    pub(crate) fn decline(&mut self, analysis: &Analysis) {
        self.declined = analysis.resolve(&self.scenario).ok();
        self.outdated = false;
    }

    /// Returns the journal that the battle was opened from, if any.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// Redoes up to this number of undone entries.
    pub fn forward(&mut self, entries: usize) {
        (self.goal, self.chosen) = (None, None);
        for _ in 0..entries.min(self.game.ahead()) {
            self.game.forward();
        }
        self.recheck();
    }

    /// Returns the game. Anything shown to the user must come from [`seen`](Self::seen) instead.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Returns the battle as the viewer may know it: everything if no side is played by a person, otherwise only what
    /// that side knows. If several sides are played by persons, the viewer is the active one, or else the first.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Returns the board as the viewer knows it.
    pub fn board(&self) -> &Board {
        &self.seen.board
    }

    /// Returns the possible players of a side: a person, and the computer players of the ruleset.
    pub fn offered(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players.iter().map(|info| Seat::Computer(info.id)).chain([Seat::Person])
    }

    /// Returns the name and the description of a player.
    pub fn words(&self, seat: Seat) -> (String, &'static str) {
        if seat == Seat::Elsewhere {
            return ("Elsewhere".to_owned(), "A person who plays by files");
        }
        let info = self.players.iter().find(|info| Seat::Computer(info.id) == seat);
        info.map_or_else(
            || ("You".to_owned(), "Choose yourself"),
            |info| (format!("Computer, {}", info.title), info.about),
        )
    }

    /// Whether the battle is in the middle of a round.
    pub fn is_within_round(&self) -> bool {
        !self.is_over() && self.game.entries() > 1
    }

    /// Returns the player of each side.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the choices of the user; empty unless it is their turn.
    pub fn choices(&self) -> &[Choice] {
        if self.goal.is_none() && self.asks_person() && self.may_decide() { &self.seen.choices } else { &[] }
    }

    /// Returns details of the choices and the possible paths; empty unless it is a person's turn.
    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Returns the possible attacks, by and against the figure, at the end of a path, with all other figures as they
    /// are now.
    pub fn encounters(&self, way: usize) -> &[Encounter] {
        self.offer.encounters(&*self.game, self.seen.viewer, way)
    }

    /// Returns what enemies can do to the cells that the active figure can move to; `None` if it cannot move.
    pub fn danger(&self) -> Option<&Arc<Result<Overlay, String>>> {
        self.offer.danger(&*self.game, &self.seen)
    }

    /// Returns the outcome probabilities of a choice, computed over all dice rolls.
    pub fn prospect(&self, choice: usize) -> Option<&Prospect> {
        self.offer.prospect(&*self.game, self.seen.viewer, choice)
    }

    /// Returns a choice made by some of its members only, with its outcome probabilities.
    pub fn with_some(&self, choice: usize, members: &[u32]) -> Arc<WithSome> {
        self.offer.with_some(&*self.game, self.seen.viewer, choice, members)
    }

    /// Whether the viewer may rename a token now.
    pub fn may_rename(&self, token: u32) -> bool {
        self.game.may_rename(self.seen.viewer, token)
    }

    /// Returns the values of a token with their derivations, as far as the viewer knows them.
    pub fn explained(&self, token: u32) -> Vec<Explained> {
        if self.covered().is_some() { Vec::new() } else { self.game.explained(self.seen.viewer, token) }
    }

    /// Returns details of a cell or side that the board does not show, as far as the viewer knows them.
    pub fn account(&self, about: About) -> Option<Account> {
        if self.covered().is_some() { None } else { self.game.account(self.seen.viewer, about) }
    }

    /// Whether any side is played by a person.
    pub fn has_person(&self) -> bool {
        self.seats.contains(&Seat::Person)
    }

    /// Whether automatic play is running.
    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    /// Whether the battle is over.
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(), Turn::Over(_))
    }

    /// Whether the pack's content has changed since the battle started.
    pub fn is_outdated(&self) -> bool {
        self.outdated
    }

    /// Sets the player of a side.
    pub fn seat(&mut self, side: usize, seat: Seat) {
        if let Some(place) = self.seats.get_mut(side) {
            *place = seat;
        }
    }

    /// Undoes the last entry.
    pub fn back_step(&mut self) {
        (self.goal, self.chosen) = (None, None);
        self.before_back();
        self.game.back_to(self.game.entries().saturating_sub(1).max(1));
        self.recheck();
    }

    /// Undoes or redoes entries until this number is reached, as far as possible.
    pub fn go_to(&mut self, entries: usize) {
        (self.goal, self.chosen) = (None, None);
        self.before_back();
        self.game.back_to(entries.max(1));
        while self.game.entries() < entries && self.game.ahead() > 0 {
            self.game.forward();
        }
        self.recheck();
    }

    /// Undoes all entries back to the setup.
    pub fn back_to_start(&mut self) {
        (self.goal, self.chosen) = (None, None);
        self.before_back();
        self.game.back_to(1);
        self.recheck();
    }

    /// Makes a choice for the user, and plays until a person must choose again.
    pub fn choose(&mut self, choice: usize) {
        if !self.may_decide() {
            return;
        }
        // The choices belong to the state on screen, so an error can only mean that the click came too late.
        let words = self.choices().get(choice).map(|choice| choice.text.clone());
        if self.game.choose(choice).is_ok() {
            self.chosen = words;
            self.start(Goal::End);
        }
    }

    /// Makes a choice with some of its members for the user, and plays until a person must choose again.
    pub fn choose_some(&mut self, choice: usize, members: &[u32]) {
        if !self.may_decide() {
            return;
        }
        // Errors are ignored for the same reason as in `choose`.
        let words = self.with_some(choice, members).as_ref().as_ref().ok().map(|(choice, _)| choice.text.clone());
        if self.game.choose_some(choice, members).is_ok() {
            self.chosen = words;
            self.start(Goal::End);
        }
    }

    /// Renames a token for the user, who still has to choose.
    pub fn rename(&mut self, token: u32, name: &str) {
        // Errors are ignored for the same reason as in `choose`.
        if self.game.rename(token, name).is_ok() {
            self.start(Goal::End);
        }
    }

    /// Follows a path for the user, and plays until a person must choose again.
    pub fn go(&mut self, way: usize) {
        if !self.may_decide() {
            return;
        }
        // Errors are ignored for the same reason as in `choose`.
        let way_to = |[column, row]: [i32; 2]| format!("Move to {column},{row}");
        let words = self.offer.ways.get(way).and_then(|way| way.end()).map(way_to);
        if self.game.go(self.viewer(), way).is_ok() {
            self.chosen = words;
            self.start(Goal::End);
        }
    }

    fn seat_of(&self, side: SideId) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Person)
    }

    fn asks_person(&self) -> bool {
        matches!(self.game.turn(), Turn::Ask { side, .. } if self.seat_of(side) == Seat::Person)
    }

    fn viewer(&self) -> Viewer {
        match self.game.turn() {
            Turn::Ask { side, .. } if self.seat_of(side) == Seat::Person => Viewer::Side(side),
            _ => {
                let last = self.curtain.last().filter(|side| self.seat_of(*side) == Seat::Person);
                let person = self.seats.iter().position(|seat| *seat == Seat::Person);
                let first = person.and_then(|side| u8::try_from(side).ok()).map(SideId);
                last.or(first).map_or(Viewer::All, Viewer::Side)
            }
        }
    }

    fn look(&mut self) {
        self.keep_departed();
        let viewer = self.viewer();
        let is_covered = self.curtain.look(viewer);
        self.seen = if is_covered { self.veiled(viewer) } else { self.game.seen(viewer) };
        self.take_in(is_covered);
    }

    /// Updates the choice, the offer and the comparison after `seen` has changed.
    fn take_in(&mut self, is_covered: bool) {
        self.chosen = self.chosen.take().filter(|_| !is_covered);
        self.moment = MOMENTS.fetch_add(1, Ordering::Relaxed) + 1;
        let is_asked = !self.choices().is_empty();
        self.offer = if is_asked { Offer::of(&*self.game, &self.seen) } else { Offer::default() };
        if self.goal.is_none() {
            self.compare_again();
        }
    }
}
