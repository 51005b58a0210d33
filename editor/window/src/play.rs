//! Test-play: a battle with the unsaved content.

pub mod amending;
pub mod asking;
pub mod bookmarks;
pub mod branches;
pub mod compare;
pub mod running;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use foeman_engine::amend::Revision;
use foeman_engine::choice::Choice;
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Game, Registry, Seen, Viewer};
use foeman_engine::journal::{self, JournalError};
use foeman_engine::lookout::Overlay;
use foeman_engine::player::{PlayerId, PlayerInfo};
use foeman_engine::prospect::Prospect;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_engine::told::{About, Account, Board, Explained};
use foeman_engine::way::Encounter;
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use super::saga::Saga;
use super::turn::{Offer, WithSome};
use super::view::{Pace, PlayView};
use amending::Notice;
use asking::Asking;
use bookmarks::Bookmarks;
use branches::Branches;
use running::Goal;

/// Who decides for a side in test-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The person at the window.
    Person,
    /// A computer player.
    Computer(PlayerId),
}

/// The battle in the test-play pane, or why there is none.
#[derive(Default)]
pub struct Play {
    /// The token that is pointed out on board and in the log.
    pub highlight: Option<u32>,
    /// The cell of the map that the keyboard is at.
    pub cursor: Option<[i32; 2]>,
    /// The cell or side of which the inspector tells what is known.
    pub about: Option<About>,
    /// A cell that a line of the log led to, and how many entries there were then.
    pub marked: Option<([i32; 2], usize)>,
    battle: Option<Battle>,
    saga: Option<Saga>,
    errors: Vec<ContentError>,
    asking: Option<Asking>,
}

/// Moments of all battles so far.
static MOMENTS: AtomicU64 = AtomicU64::new(0);

/// A battle that has been started.
pub struct Battle {
    /// The scenario's id.
    scenario: String,
    game: Box<dyn Game>,
    /// Who can be asked to play a side.
    players: Vec<PlayerInfo>,
    seats: Vec<Seat>,
    goal: Option<Goal>,
    /// How quickly it goes on by itself, and when it may go on.
    pace: Pace,
    rests_until: Option<Instant>,
    /// The battle as whoever sits at the window may know it.
    seen: Seen,
    moment: u64,
    /// What is known of what a person who is asked may choose.
    offer: Offer,
    origin: Option<Origin>,
    /// The content it was started with.
    content: Arc<Resolved>,
    /// Whether the pack's content is another by now.
    outdated: bool,
    /// Whether the content became another since it began.
    is_followed: bool,
    /// The content of the pack that the person does not want to go on with.
    declined: Option<Arc<Resolved>>,
    engine: &'static dyn Engine,
    branches: Branches,
    bookmarks: Bookmarks,
    /// What there is to say of the last amendment.
    notice: Option<Notice>,
}

/// Where a battle was opened from, and what became of it with the rules as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name of the journal's file.
    pub name: String,
    /// Why it was not opened to its end; nothing when it was.
    pub rest: Option<String>,
    /// What would go otherwise by the rules as they are: it is shown as it went.
    pub differs: Option<String>,
}

impl Play {
    /// Points a token out, with the cell it stands in.
    pub fn point_out(&mut self, token: u32) {
        let board = self.battle().map(Battle::board);
        let shown = board.and_then(|board| board.tokens.iter().find(|shown| shown.id == token));
        let cell = shown.and_then(|shown| shown.cells.first().copied());
        self.highlight = Some(token);
        self.cursor = cell.or(self.cursor);
        self.about = cell.map(About::Cell);
    }

    /// The battle, once started.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
    }

    /// The campaign that the battle belongs to, where it does.
    pub fn saga(&self) -> Option<&Saga> {
        self.saga.as_ref()
    }

    /// Begins a campaign; returns the scenario of its first battle.
    pub fn begin_campaign(&mut self, analysis: &Analysis, registry: Registry, id: &str) -> Option<String> {
        self.clear();
        match Saga::begin(analysis, registry, id) {
            Ok(saga) => self.saga = Some(saga),
            Err(errors) => self.errors = errors,
        }
        Some(self.saga.as_ref()?.chapter()?.scenario)
    }

    /// Goes on with the campaign; returns the scenario of the next battle.
    pub fn next_battle(&mut self) -> Option<String> {
        let saga = self.saga.as_mut()?;
        saga.next()?;
        saga.go_on();
        Some(saga.chapter()?.scenario)
    }

    /// Leaves the campaign: scenarios stand for themselves again.
    pub fn leave_campaign(&mut self) {
        self.saga = None;
    }

    /// The battle, to be changed.
    pub(super) fn battle_to_change(&mut self) -> Option<&mut Battle> {
        self.battle.as_mut()
    }

    /// What keeps the chosen scenario from being played.
    pub fn errors(&self) -> &[ContentError] {
        &self.errors
    }

    /// Forgets the battle.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Starts the chosen scenario with the content as it now stands.
    pub fn restart(&mut self, analysis: &Analysis, registry: Registry, wanted: &PlayView) {
        let seats = self.battle.take().map(|battle| battle.seats);
        self.errors.clear();
        (self.highlight, self.cursor, self.about) = (None, None, None);
        let Some(scenario) = &wanted.scenario else { return };
        let chapter = self.saga.as_ref().and_then(Saga::chapter);
        let chapter = chapter.filter(|chapter| chapter.scenario == *scenario);
        if chapter.is_none() {
            self.saga = None;
        }
        // Every battle of a campaign has dice of its own.
        let seed = chapter.map_or(wanted.seed, |chapter| wanted.seed.wrapping_add(chapter.number as u64 - 1));
        let enter = |resolved: Arc<Resolved>| match &self.saga {
            Some(saga) => saga.enter(&resolved),
            None => Ok(resolved),
        };
        match begin_with(analysis, registry, scenario, seed, enter) {
            Ok(Begun { game, engine, content }) => {
                let mut battle = Battle::new(scenario.clone(), game, engine, content, seats);
                battle.look();
                self.battle = Some(battle);
                self.look();
            }
            Err(errors) => self.errors = errors,
        }
    }

    /// Shows the battle of a journal, as far as it can be replayed; returns the id of its scenario.
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

    /// Notes what the pack's content is now.
    pub fn content_changed(&mut self, analysis: &Analysis) {
        let Some(battle) = &mut self.battle else { return };
        // What an edit leaves alone stays the same value, so that mostly nothing is compared.
        let same = |now: Arc<Resolved>| {
            [Some(&battle.content), battle.declined.as_ref()]
                .into_iter()
                .flatten()
                .any(|known| Arc::ptr_eq(&now, known) || now == *known)
        };
        battle.outdated = !analysis.resolve(&battle.scenario).is_ok_and(same);
    }

    /// Goes on with a battle that runs by itself; whether it did.
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

    /// Lets the campaign know how the battle stands.
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
    /// A number that no other battle has which is kept at the same time; another once its content is changed.
    pub fn id(&self) -> u64 {
        Arc::as_ptr(&self.content).addr() as u64
    }

    /// A number that no other battle has, and this one only until anything in it changes: another seed, branch or choice
    /// may lead to as many entries.
    pub fn moment(&self) -> u64 {
        self.moment
    }

    /// A battle that nobody has looked at; the seats are those of the battle before, where they fit.
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
        let (declined, notice) = (None, None);
        Self {
            scenario,
            game,
            players,
            seats,
            goal,
            pace: Pace::default(),
            rests_until: None,
            seen,
            moment: 0,
            offer,
            origin,
            content,
            outdated,
            is_followed: false,
            declined,
            engine,
            branches: Branches::default(),
            bookmarks: Bookmarks::default(),
            notice,
        }
    }

    /// The scenario's id.
    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// What there is to say of the last amendment.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(super) fn tell(&mut self, notice: Option<Notice>) {
        self.notice = notice;
    }

    pub(super) fn engine(&self) -> &'static dyn Engine {
        self.engine
    }

    pub(super) fn game_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// Shows another battle in place of this one; returns that.
    pub(super) fn replace(&mut self, game: Box<dyn Game>) -> Box<dyn Game> {
        self.goal = None;
        std::mem::replace(&mut self.game, game)
    }

    /// Notes that it is played with this content of the pack.
    pub(super) fn follow(&mut self, content: Arc<Resolved>) {
        self.content = content;
        (self.outdated, self.is_followed) = (false, true);
    }

    /// Looks again whether it is played with the pack's content: it may have been taken back to before that was brought.
    pub(super) fn recheck(&mut self) {
        if self.is_followed {
            let revision = Revision::between(&self.game.content(), &self.content);
            self.outdated = !revision.records.is_empty();
        }
    }

    /// Notes that the pack's content as it is now is not wanted.
    pub(super) fn decline(&mut self, analysis: &Analysis) {
        self.declined = analysis.resolve(&self.scenario).ok();
        self.outdated = false;
    }

    /// The journal it was opened from, where it was.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// Makes so many entries again that were taken back, as far as there are any.
    pub fn forward(&mut self, entries: usize) {
        self.goal = None;
        for _ in 0..entries.min(self.game.ahead()) {
            self.game.forward();
        }
        self.recheck();
    }

    /// The game itself: its journal, and how long it is. What is shown of it comes from [`seen`](Self::seen).
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The battle as whoever sits at the window may know it: everything as long as nobody plays, else what the side
    /// knows that a person plays. Of several persons it is the one who is asked, or else the first.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// What can be drawn now.
    pub fn board(&self) -> &Board {
        &self.seen.board
    }

    /// Who can decide for a side: a person, and the computer players of the ruleset.
    pub fn offered(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players.iter().map(|info| Seat::Computer(info.id)).chain([Seat::Person])
    }

    /// What somebody who can decide for a side is called, and how they decide.
    pub fn words(&self, seat: Seat) -> (String, &'static str) {
        let info = self.players.iter().find(|info| Seat::Computer(info.id) == seat);
        info.map_or_else(
            || ("You".to_owned(), "Choose yourself"),
            |info| (format!("Computer, {}", info.title), info.about),
        )
    }

    /// Whether the round it is in is not over yet.
    pub fn is_within_round(&self) -> bool {
        !self.is_over() && self.game.entries() > 1
    }

    /// Who decides for each side.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// What the person at the window may choose from now; empty unless it is their turn.
    pub fn choices(&self) -> &[Choice] {
        if self.goal.is_none() && self.asks_person() { &self.seen.choices } else { &[] }
    }

    /// What is known of these choices, and the ways that whoever is asked could go; nothing unless a person is.
    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Whom whoever goes a way could attack from its end, and who could attack it there, as all others stand now.
    pub fn encounters(&self, way: usize) -> &[Encounter] {
        self.offer.encounters(&*self.game, self.seen.viewer, way)
    }

    /// What enemies can do where whoever is asked may go; nothing where nobody may go anywhere.
    pub fn danger(&self) -> Option<&Arc<Result<Overlay, String>>> {
        self.offer.danger(&*self.game, &self.seen)
    }

    /// What may come of a choice, counted over all ways the dice can fall.
    pub fn prospect(&self, choice: usize) -> Option<&Prospect> {
        self.offer.prospect(&*self.game, self.seen.viewer, choice)
    }

    /// A choice as made by some of its members, and what may come of it.
    pub fn with_some(&self, choice: usize, members: &[u32]) -> Arc<WithSome> {
        self.offer.with_some(&*self.game, self.seen.viewer, choice, members)
    }

    /// Whether whoever sits at the window may give a token another name now.
    pub fn may_rename(&self, token: u32) -> bool {
        self.game.may_rename(self.seen.viewer, token)
    }

    /// The values of a token as they are now, each with what it is made of, as far as whoever sits at the window knows.
    pub fn explained(&self, token: u32) -> Vec<Explained> {
        self.game.explained(self.seen.viewer, token)
    }

    /// Of whom alone choices are shown, where a side is asked that has several to choose for: the one that is pointed out.
    pub fn concerned(&self, highlight: Option<u32>) -> Option<u32> {
        let is_free = matches!(self.seen.turn, Turn::Ask { actor: None, .. });
        let has_choices = |token: &u32| self.choices().iter().any(|choice| choice.actor == Some(*token));
        highlight.filter(|token| is_free && has_choices(token))
    }

    /// The next of those for whom there is something to choose, where a side is asked that has several: in the order of
    /// their numbers, the first one after the last.
    pub fn next_actor(&self, after: Option<u32>) -> Option<u32> {
        if !matches!(self.seen.turn, Turn::Ask { actor: None, .. }) {
            return None;
        }
        let mut actors: BTreeSet<u32> = self.choices().iter().filter_map(|choice| choice.actor).collect();
        if !actors.is_empty() {
            let standing = self.board().tokens.iter().filter(|token| !token.cells.is_empty());
            let standing: BTreeSet<u32> = standing.map(|token| token.id).filter(|id| actors.contains(id)).collect();
            actors = standing;
        }
        let later = |actor: &&u32| after.is_none_or(|after| **actor > after);
        actors.iter().find(later).or(actors.first()).copied()
    }

    /// What is known of a cell or a side beside what the board shows, as far as whoever sits at the window knows.
    pub fn account(&self, about: About) -> Option<Account> {
        self.game.account(self.seen.viewer, about)
    }

    /// Whether a person decides for some side.
    pub fn has_person(&self) -> bool {
        self.seats.contains(&Seat::Person)
    }

    /// Whether it runs by itself at the moment.
    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(), Turn::Over(_))
    }

    /// Whether the pack's content is no longer what the battle was started with.
    pub fn is_outdated(&self) -> bool {
        self.outdated
    }

    /// Lets somebody else decide for a side.
    pub fn seat(&mut self, side: usize, seat: Seat) {
        if let Some(place) = self.seats.get_mut(side) {
            *place = seat;
        }
    }

    /// Takes the last entry back.
    pub fn back_step(&mut self) {
        self.goal = None;
        self.game.back_to(self.game.entries().saturating_sub(1).max(1));
        self.recheck();
    }

    /// Goes back or forward until there are so many entries, as far as there are.
    pub fn go_to(&mut self, entries: usize) {
        self.goal = None;
        self.game.back_to(entries.max(1));
        while self.game.entries() < entries && self.game.ahead() > 0 {
            self.game.forward();
        }
        self.recheck();
    }

    /// Takes everything back but the set-up.
    pub fn back_to_start(&mut self) {
        self.goal = None;
        self.game.back_to(1);
        self.recheck();
    }

    /// Makes a choice for the person at the window, and goes on until a person must choose again.
    pub fn choose(&mut self, choice: usize) {
        // The list is that of the state on screen, so a refusal can only mean a click that came too late.
        if self.game.choose(choice).is_ok() {
            self.start(Goal::End);
        }
    }

    /// Makes a choice with some of its members for the person at the window, and goes on until a person must choose again.
    pub fn choose_some(&mut self, choice: usize, members: &[u32]) {
        // As with whole choices.
        if self.game.choose_some(choice, members).is_ok() {
            self.start(Goal::End);
        }
    }

    /// Gives a token another name for the person at the window, who still has to choose.
    pub fn rename(&mut self, token: u32, name: &str) {
        // As with choices.
        if self.game.rename(token, name).is_ok() {
            self.start(Goal::End);
        }
    }

    /// Goes a way for the person at the window, and on until a person must choose again.
    pub fn go(&mut self, way: usize) {
        // As with choices.
        if self.game.go(self.viewer(), way).is_ok() {
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
                let person = self.seats.iter().position(|seat| *seat == Seat::Person);
                let side = person.and_then(|side| u8::try_from(side).ok());
                side.map_or(Viewer::All, |side| Viewer::Side(SideId(side)))
            }
        }
    }

    fn look(&mut self) {
        self.keep_departed();
        self.seen = self.game.seen(self.viewer());
        self.moment = MOMENTS.fetch_add(1, Ordering::Relaxed) + 1;
        let is_asked = !self.choices().is_empty();
        self.offer = if is_asked { Offer::of(&*self.game, &self.seen) } else { Offer::default() };
        if self.goal.is_none() {
            self.compare_again();
        }
    }
}

/// Whether all computer players among these are of a ruleset.
fn all_known(seats: &[Seat], engine: &dyn Engine) -> bool {
    seats.iter().all(|seat| match seat {
        Seat::Person => true,
        Seat::Computer(id) => engine.players().iter().any(|info| info.id == *id),
    })
}

/// A battle at its start.
pub struct Begun {
    /// The battle.
    pub game: Box<dyn Game>,
    /// The rules it is played by.
    pub engine: &'static dyn Engine,
    /// The content it is played with.
    pub content: Arc<Resolved>,
}

/// Starts a scenario of a pack.
pub fn begin(analysis: &Analysis, registry: Registry, scenario: &str, seed: u64) -> Result<Begun, Vec<ContentError>> {
    begin_with(analysis, registry, scenario, seed, Ok)
}

/// The same with the content as `enter` makes it.
fn begin_with(
    analysis: &Analysis,
    registry: Registry,
    scenario: &str,
    seed: u64,
    enter: impl FnOnce(Arc<Resolved>) -> Result<Arc<Resolved>, Vec<ContentError>>,
) -> Result<Begun, Vec<ContentError>> {
    let resolved = analysis.resolve(scenario).map_err(|findings| {
        findings
            .into_iter()
            .map(|finding| ContentError { pointer: finding.pointer, message: finding.message })
            .collect::<Vec<_>>()
    })?;
    let engine = registry.engine(&resolved.ruleset).ok_or_else(|| {
        let message = format!("there is no ruleset called `{}`", resolved.ruleset);
        vec![ContentError { pointer: Pointer::root().child("ruleset"), message }]
    })?;
    let entered = enter(Arc::clone(&resolved))?;
    let game = engine.start(&entered, Seed(seed))?;
    Ok(Begun { game, engine, content: resolved })
}
