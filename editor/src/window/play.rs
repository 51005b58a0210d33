//! Test-play: a battle with the unsaved content.

use std::sync::Arc;
use std::time::{Duration, Instant};

use foeman_rules::dice::Seed;
use foeman_rules::game::{Choice, Game, Registry};
use foeman_rules::history::Curve;
use foeman_rules::player::PlayerKind;
use foeman_rules::ruleset::{SideId, Turn};
use foeman_rules::told::Board;
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use super::view::PlayView;

/// Work on a battle within one frame; the rest waits for the next.
const SLICE: Duration = Duration::from_millis(12);

/// Who decides for a side in test-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The person at the window.
    Person,
    /// A computer player.
    Computer(PlayerKind),
}

impl Seat {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Computer(PlayerKind::Greedy), Self::Computer(PlayerKind::Random), Self::Person];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "You",
            Self::Computer(PlayerKind::Greedy) => "Computer, greedy",
            Self::Computer(PlayerKind::Random) => "Computer, random",
        }
    }
}

/// How far the battle runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    Entries(usize),
    RoundAfter(u32),
    End,
}

/// The battle in the test-play pane, or why there is none.
#[derive(Default)]
pub struct Play {
    /// The token that is pointed out on board and in the log.
    pub highlight: Option<u32>,
    battle: Option<Battle>,
    errors: Vec<ContentError>,
}

/// A battle that has been started.
pub struct Battle {
    /// The scenario's id.
    scenario: String,
    game: Box<dyn Game>,
    seats: Vec<Seat>,
    goal: Option<Goal>,
    board: Board,
    choices: Vec<Choice>,
    /// How amounts went over the rounds, and after how many entries that was so.
    history: (usize, Vec<Curve>),
    /// The content it was started with.
    content: Arc<Resolved>,
    /// Whether the pack's content is another by now.
    outdated: bool,
}

impl Play {
    /// The battle, once started.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
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
        self.highlight = None;
        let Some(scenario) = &wanted.scenario else { return };
        match begin(analysis, registry, scenario, wanted.seed) {
            Ok((game, content)) => {
                let board = game.board();
                let seats = seats.filter(|seats| seats.len() == board.sides.len()).unwrap_or_else(|| {
                    let seat = |human| if human { Seat::Person } else { Seat::Computer(PlayerKind::default()) };
                    board.sides.iter().map(|side| seat(side.human)).collect()
                });
                let mut battle = Battle {
                    scenario: scenario.clone(),
                    game,
                    seats,
                    goal: None,
                    board,
                    choices: Vec::new(),
                    history: (0, Vec::new()),
                    content,
                    outdated: false,
                };
                battle.look();
                self.battle = Some(battle);
            }
            Err(errors) => self.errors = errors,
        }
    }

    /// Notes what the pack's content is now.
    pub fn content_changed(&mut self, analysis: &Analysis) {
        let Some(battle) = &mut self.battle else { return };
        // What an edit leaves alone stays the same value, so that mostly nothing is compared.
        let same = |now: Arc<Resolved>| Arc::ptr_eq(&now, &battle.content) || now == battle.content;
        battle.outdated = !analysis.resolve(&battle.scenario).is_ok_and(same);
    }

    /// Goes on with a battle that runs by itself; whether it did.
    pub fn tick(&mut self) -> bool {
        self.battle.as_mut().is_some_and(|battle| {
            let runs = battle.goal.is_some();
            if runs {
                battle.run();
            }
            runs
        })
    }

    /// Changes the battle, if there is one.
    pub fn with(&mut self, change: impl FnOnce(&mut Battle)) {
        if let Some(battle) = &mut self.battle {
            change(battle);
            battle.look();
        }
    }
}

impl Battle {
    /// The game itself, to be read.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// What can be drawn now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How its amounts went over the rounds so far.
    pub fn history(&self) -> &[Curve] {
        &self.history.1
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
        &self.choices
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

    /// Makes one more entry, unless a person must choose.
    pub fn step(&mut self) {
        self.start(Goal::Entries(self.game.entries() + 1));
    }

    /// Goes on to the next round, unless a person must choose before.
    pub fn round(&mut self) {
        self.start(Goal::RoundAfter(self.game.round()));
    }

    /// Goes on to the end, unless a person must choose before.
    pub fn to_end(&mut self) {
        self.start(Goal::End);
    }

    /// Stops running by itself.
    pub fn stop(&mut self) {
        self.goal = None;
    }

    /// Takes the last entry back.
    pub fn back_step(&mut self) {
        self.goal = None;
        self.game.back_to(self.game.entries().saturating_sub(1).max(1));
    }

    /// Takes everything back but the set-up.
    pub fn back_to_start(&mut self) {
        self.goal = None;
        self.game.back_to(1);
    }

    /// Makes a choice for the person at the window, and goes on until a person must choose again.
    pub fn choose(&mut self, choice: usize) {
        // The list is that of the state on screen, so a refusal can only mean a click that came too late.
        if self.game.choose(choice).is_ok() {
            self.start(Goal::End);
        }
    }

    fn start(&mut self, goal: Goal) {
        self.goal = Some(goal);
        self.run();
    }

    /// Works towards the goal for one slice of time.
    fn run(&mut self) {
        let begin = Instant::now();
        while let Some(goal) = self.goal {
            let player = match self.game.turn() {
                Turn::Over(_) => None,
                Turn::Auto => Some(PlayerKind::default()),
                Turn::Ask { side, .. } => match self.seat_of(side) {
                    Seat::Person => None,
                    Seat::Computer(player) => Some(player),
                },
            };
            let Some(player) = player else {
                self.goal = None;
                break;
            };
            self.game.step(player);
            let reached = match goal {
                Goal::Entries(entries) => self.game.entries() >= entries,
                Goal::RoundAfter(round) => self.game.round() > round,
                Goal::End => false,
            };
            if reached {
                self.goal = None;
            }
            if begin.elapsed() >= SLICE {
                break;
            }
        }
        self.look();
    }

    fn seat_of(&self, side: SideId) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Computer(PlayerKind::default()))
    }

    fn game_asks_person(&self) -> bool {
        matches!(self.game.turn(), Turn::Ask { side, .. } if self.seat_of(side) == Seat::Person)
    }

    fn look(&mut self) {
        self.board = self.game.board();
        // Whatever changes the battle changes how many entries it has, and is followed by a look.
        if self.history.0 != self.game.entries() {
            self.history = (self.game.entries(), self.game.history());
        }
        self.choices = if self.game_asks_person() && self.goal.is_none() { self.game.choices() } else { Vec::new() };
    }
}

/// A battle at its start, and the content it is played with.
pub type Begun = (Box<dyn Game>, Arc<Resolved>);

/// Starts a scenario of a pack.
pub fn begin(analysis: &Analysis, registry: Registry, scenario: &str, seed: u64) -> Result<Begun, Vec<ContentError>> {
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
    let game = engine.start(&resolved, Seed(seed))?;
    Ok((game, resolved))
}
