//! Automatic play: its goals and its pace.

use std::time::{Duration, Instant};

use foeman_engine::display::LineKind;
use foeman_engine::ruleset::{Stretch, Turn};

use super::{Battle, Seat};

/// The time budget per frame; the rest waits for the next frame.
const SLICE: Duration = Duration::from_millis(12);

/// The goal of automatic play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    Entries(usize),
    RoundAfter(u32),
    Until(Until),
    End,
}

/// A condition that ends automatic play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// A line other than a heading is added to the log.
    Told,
    /// A segment ends.
    Segment,
    /// A phase ends.
    Phase,
    /// A side must choose, whether a person or the computer plays it.
    Asked,
    /// A figure drops out of the battle.
    Lost,
    /// A roll has an outcome with a probability below 5 %.
    Unlikely,
}

impl Until {
    /// All conditions in display order, with their labels.
    pub const ALL: [(Self, &str); 6] = [
        (Self::Told, "Something happens"),
        (Self::Segment, "The segment is over"),
        (Self::Phase, "The phase is over"),
        (Self::Asked, "A side must choose"),
        (Self::Lost, "A figure falls"),
        (Self::Unlikely, "A roll with a chance below 5 %"),
    ];
}

impl Battle {
    /// Plays one entry, unless a person must choose.
    pub fn step(&mut self) {
        self.start(Goal::Entries(self.game().entries() + 1));
    }

    /// Plays to the next round, unless a person must choose before.
    pub fn round(&mut self) {
        self.start(Goal::RoundAfter(self.game().round()));
    }

    /// Plays until a condition is met, unless a person must choose before.
    pub fn until(&mut self, until: Until) {
        self.start(Goal::Until(until));
    }

    /// Plays to the end, unless a person must choose before.
    pub fn to_end(&mut self) {
        self.start(Goal::End);
    }

    /// Stops automatic play.
    pub fn stop(&mut self) {
        self.goal = None;
    }

    pub(crate) fn start(&mut self, goal: Goal) {
        (self.goal, self.rests_until) = (Some(goal), None);
        self.run();
    }

    /// Plays towards the goal for one time slice, or until a line is logged if the pace requires a pause.
    pub(crate) fn run(&mut self) {
        let begin = Instant::now();
        if self.rests_until.is_some_and(|until| begin < until) {
            return;
        }
        while let Some(goal) = self.goal {
            if self.fix_decision() {
                self.goal = None;
                break;
            }
            // For automatic entries any player will do: the rules play them.
            let player = match self.game().turn() {
                Turn::Over(_) => None,
                Turn::Auto => self.players.first().map(|info| info.id),
                Turn::Ask { side, .. } => match self.seat_of(side) {
                    Seat::Person | Seat::Elsewhere => None,
                    Seat::Computer(player) => Some(player),
                },
            };
            let entry = self.game().entries();
            match player {
                _ if self.is_replaying() => self.game_mut().forward(),
                Some(player) => self.game_mut().step(player),
                None => {
                    self.goal = None;
                    break;
                }
            }
            if self.has_reached(goal, entry) || self.fix_decision() {
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

    /// Whether the last entry, with this number, reached the goal.
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
