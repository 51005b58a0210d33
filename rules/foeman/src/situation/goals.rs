//! Progress towards goals (an assumption: in the sources, the last side standing wins).

use std::collections::BTreeSet;

use foeman_schema::grid::Hex;

use crate::catalogs::victory::Share;
use crate::content::goals::{Goal, Stake, Test, Who};
use crate::ids::{FigureId, GoalId, HoldId};
use crate::situation::Situation;
use crate::state::Fate;
use foeman_engine::ruleset::SideId;

/// The progress towards a goal: `done` of `of` figures, rounds or conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number achieved.
    pub done: u32,
    /// The number required.
    pub of: u32,
}

impl Progress {
    /// Whether the goal is achieved.
    pub fn is_complete(self) -> bool {
        self.done >= self.of
    }

    fn of_all(holds: impl IntoIterator<Item = bool>) -> Self {
        let (mut done, mut of) = (0, 0);
        for holds in holds {
            of += 1;
            done += u32::from(holds);
        }
        // A condition about no figures does not hold.
        Self { done, of: of.max(1) }
    }

    fn of_any(holds: impl IntoIterator<Item = bool>) -> Self {
        Self { done: u32::from(holds.into_iter().any(|holds| holds)), of: 1 }
    }
}

/// The conditions that the sides have at present, with their ids.
pub fn current<'a>(now: Situation<'a>) -> impl Iterator<Item = (GoalId, &'a Goal)> + Clone + use<'a> {
    let all = now.content.goals.all.iter().zip(0..).map(|(goal, number)| (GoalId(number), goal));
    let set = move |goal: &Goal| now.state.unfolding.goals.get(usize::from(goal.side.0)).copied().unwrap_or_default();
    all.filter(move |(_, goal)| goal.set == set(goal))
}

/// The conditions for the victory or defeat of a side.
pub fn of(now: Situation<'_>, side: SideId, stake: Stake) -> impl Iterator<Item = (GoalId, &Goal)> {
    current(now).filter(move |(_, goal)| goal.side == side && goal.stake == stake)
}

/// The current progress of a condition; zones count as held for as long as at the end of the last round.
pub fn progress(now: Situation<'_>, goal: &Goal) -> Progress {
    of_test(now, &goal.test, &now.state.held)
}

/// The progress if the round ended now; `held` is the resulting number of rounds for each zone.
pub fn at_the_end(now: Situation<'_>, goal: &Goal, held: &[u32]) -> Progress {
    of_test(now, &goal.test, held)
}

/// The number of rounds that each zone is held if the round ends now.
pub fn held_at_the_end(now: Situation<'_>) -> Vec<u32> {
    let mut held = now.state.held.clone();
    for (_, goal) in current(now) {
        count_holds(now, goal.side, &goal.test, &mut held);
    }
    held
}

fn count_holds(now: Situation<'_>, side: SideId, test: &Test, held: &mut [u32]) {
    match test {
        Test::Hold { hold, hexes, rounds } => {
            let held = &mut held[hold.index()];
            *held = if holds(now, side, hexes) { held.saturating_add(1).min(*rounds) } else { 0 };
        }
        Test::All(of) | Test::Any(of) => of.iter().for_each(|part| count_holds(now, side, part, held)),
        Test::Reach { .. } | Test::Disable { .. } | Test::Survive { .. } | Test::Event => {}
    }
}

/// Whether only one side has active figures in some hexes; the hex of a figure is the hex of its head (`F2.1`).
pub fn holds(now: Situation<'_>, side: SideId, hexes: &BTreeSet<Hex>) -> bool {
    let mut there = now.active().filter(|&figure| hexes.contains(&now.figure(figure).hex)).peekable();
    there.peek().is_some() && there.all(|figure| now.side(figure) == side)
}

fn of_test(now: Situation<'_>, test: &Test, held: &[u32]) -> Progress {
    match test {
        Test::Hold { hold: HoldId(hold), rounds, .. } => {
            Progress { done: held.get(usize::from(*hold)).copied().unwrap_or_default(), of: *rounds }
        }
        Test::Reach { hexes, who } => {
            among(now, who, false, |figure| now.is_active(figure) && hexes.contains(&now.figure(figure).hex))
        }
        Test::Disable { who } => among(now, who, true, |figure| {
            !now.is_active(figure) && !now.figure(figure).unseen && !now.state.unfolding.expects(figure)
        }),
        Test::Survive { rounds, who } => {
            let is_left = |figure: FigureId| now.is_active(figure) || now.state.unfolding.expects(figure);
            let standing = among(now, who, false, is_left);
            let done = now.state.round.min(*rounds);
            // Survival is measured in rounds while enough of the figures are active; otherwise there is no progress.
            if standing.is_complete() { Progress { done, of: *rounds } } else { Progress { done: 0, of: *rounds } }
        }
        Test::Event => Progress { done: 0, of: 1 },
        Test::All(of) => Progress::of_all(of.iter().map(|part| of_test(now, part, held).is_complete())),
        Test::Any(of) => Progress::of_any(of.iter().map(|part| of_test(now, part, held).is_complete())),
    }
}

/// For how many of the figures in question something holds; `of_absent` is the answer for figures not in the battle.
fn among(now: Situation<'_>, who: &Who, of_absent: bool, holds: impl Fn(FigureId) -> bool) -> Progress {
    let is_left = |figure: FigureId| now.is_active(figure) || now.state.unfolding.expects(figure);
    let meant = who.figures.iter().copied().filter(|&figure| !who.standing || is_left(figure));
    let meant = meant.map(holds).chain((0..who.absent).map(|_| of_absent));
    match who.share {
        Share::All => Progress::of_all(meant),
        Share::Any => Progress::of_any(meant),
    }
}

/// The sides that have won or been eliminated by a condition, with that condition.
pub fn decided(now: Situation<'_>, stake: Stake) -> impl Iterator<Item = (SideId, &Goal)> {
    now.state.sides.iter().zip(0..).filter_map(move |(side, number)| {
        let goal = match (side.fate, stake) {
            (Fate::Won(goal), Stake::Victory) | (Fate::Out(goal), Stake::Defeat) => goal,
            _ => return None,
        };
        Some((SideId(number), now.content.goals.all.get(goal.index())?))
    })
}

/// The texts of some conditions, joined.
pub fn texts<'a>(goals: impl Iterator<Item = &'a Goal>) -> String {
    let mut texts: Vec<&str> = goals.map(|goal| goal.text.as_str()).collect();
    texts.dedup();
    texts.join(", and ")
}
