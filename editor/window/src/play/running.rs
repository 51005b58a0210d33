//! A battle that goes on by itself: how far, and how quickly.

use std::time::{Duration, Instant};

use foeman_engine::ruleset::{Stretch, Turn};
use foeman_engine::told::LineKind;

use super::{Battle, Seat};

/// Work on a battle within one frame; the rest waits for the next.
const SLICE: Duration = Duration::from_millis(12);

/// How far the battle runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    Entries(usize),
    RoundAfter(u32),
    Until(Until),
    End,
}

/// What a battle can be let go on until.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Something is told.
    Told,
    /// A segment is over.
    Segment,
    /// A phase is over.
    Phase,
    /// A side is asked, whoever decides for it.
    Asked,
    /// Somebody takes no part any more.
    Lost,
    /// What was rolled for came, or did not, against odds of nineteen of twenty.
    Unlikely,
}

impl Until {
    /// All, in the order in which they are offered, with their names.
    pub const ALL: [(Self, &str); 6] = [
        (Self::Told, "Something happens"),
        (Self::Segment, "The segment is over"),
        (Self::Phase, "The phase is over"),
        (Self::Asked, "A side is asked"),
        (Self::Lost, "Somebody falls"),
        (Self::Unlikely, "A roll comes that comes in less than 5 %"),
    ];
}

impl Battle {
    /// Makes one more entry, unless a person must choose.
    pub fn step(&mut self) {
        self.start(Goal::Entries(self.game().entries() + 1));
    }

    /// Goes on to the next round, unless a person must choose before.
    pub fn round(&mut self) {
        self.start(Goal::RoundAfter(self.game().round()));
    }

    /// Goes on until something has come, unless a person must choose before.
    pub fn until(&mut self, until: Until) {
        self.start(Goal::Until(until));
    }

    /// Goes on to the end, unless a person must choose before.
    pub fn to_end(&mut self) {
        self.start(Goal::End);
    }

    /// Stops running by itself.
    pub fn stop(&mut self) {
        self.goal = None;
    }

    pub(super) fn start(&mut self, goal: Goal) {
        (self.goal, self.rests_until) = (Some(goal), None);
        self.run();
    }

    /// Works towards the goal for one slice of time, or until something is told where the pace has it so.
    pub(super) fn run(&mut self) {
        let begin = Instant::now();
        if self.rests_until.is_some_and(|until| begin < until) {
            return;
        }
        while let Some(goal) = self.goal {
            // Whoever is named, the rules go on.
            let player = match self.game().turn() {
                Turn::Over(_) => None,
                Turn::Auto => self.players.first().map(|info| info.id),
                Turn::Ask { side, .. } => match self.seat_of(side) {
                    Seat::Person => None,
                    Seat::Computer(player) => Some(player),
                },
            };
            let Some(player) = player else {
                self.goal = None;
                break;
            };
            let entry = self.game().entries();
            self.game_mut().step(player);
            if self.has_reached(goal, entry) {
                self.goal = None;
            }
            if let Some(wait) = self.pace.wait().filter(|_| self.goal.is_some())
                && !self.game().told_since(self.viewer(), entry).is_empty()
            {
                self.rests_until = Some(begin + wait);
                break;
            }
            if begin.elapsed() >= SLICE {
                break;
            }
        }
        self.look();
    }

    /// Whether the goal is reached by the entry that was made last, which has this number.
    fn has_reached(&self, goal: Goal, entry: usize) -> bool {
        let game = self.game();
        match goal {
            Goal::Entries(entries) => game.entries() >= entries,
            Goal::RoundAfter(round) => game.round() > round,
            Goal::End => false,
            Goal::Until(Until::Segment) => game.ended(entry).is_some(),
            Goal::Until(Until::Phase) => game.ended(entry) == Some(Stretch::Phase),
            Goal::Until(Until::Asked) => matches!(game.turn(), Turn::Ask { .. }),
            Goal::Until(until) => game.told_since(self.viewer(), entry).iter().any(|told| match until {
                Until::Lost => told.line.lost.is_some(),
                Until::Unlikely => told.line.roll.is_some_and(|roll| roll.is_unlikely()),
                _ => told.line.kind != LineKind::Heading,
            }),
        }
    }
}
