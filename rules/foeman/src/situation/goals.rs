//! How things stand with what sides are out for (a fill: scenarios are about more than the last one standing).

use std::collections::BTreeSet;

use foeman_schema::grid::Hex;

use crate::catalogs::victory::Share;
use crate::content::goals::{Goal, Stake, Test, Who};
use crate::ids::{FigureId, GoalId, HoldId};
use crate::situation::Situation;
use crate::state::Fate;
use foeman_engine::ruleset::SideId;

/// How far a side has come: so many of as many as it takes, in figures, rounds or conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What there is.
    pub done: u32,
    /// What it takes.
    pub of: u32,
}

impl Progress {
    /// Whether that is enough.
    pub fn is_complete(self) -> bool {
        self.done >= self.of
    }

    fn of_all(holds: impl IntoIterator<Item = bool>) -> Self {
        let (mut done, mut of) = (0, 0);
        for holds in holds {
            of += 1;
            done += u32::from(holds);
        }
        // What is asked of nobody has not come true.
        Self { done, of: of.max(1) }
    }

    fn of_any(holds: impl IntoIterator<Item = bool>) -> Self {
        Self { done: u32::from(holds.into_iter().any(|holds| holds)), of: 1 }
    }
}

/// The conditions of a scenario with their numbers.
pub fn all(now: Situation<'_>) -> impl Iterator<Item = (GoalId, &Goal)> {
    now.content.goals.all.iter().zip(0..).map(|(goal, number)| (GoalId(number), goal))
}

/// Those that decide one thing about a side.
pub fn of(now: Situation<'_>, side: SideId, stake: Stake) -> impl Iterator<Item = (GoalId, &Goal)> {
    all(now).filter(move |(_, goal)| goal.side == side && goal.stake == stake)
}

/// How far a condition has come true as things stand; zones count as held for as long as they were when the last round
/// ended.
pub fn progress(now: Situation<'_>, goal: &Goal) -> Progress {
    of_test(now, &goal.test, &now.state.held)
}

/// The same when the round ends now, `held` being for how long each zone is held then.
pub fn at_the_end(now: Situation<'_>, goal: &Goal, held: &[u32]) -> Progress {
    of_test(now, &goal.test, held)
}

/// For how many rounds each zone is held when the round ends now.
pub fn held_at_the_end(now: Situation<'_>) -> Vec<u32> {
    let mut held = now.state.held.clone();
    for (_, goal) in all(now) {
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
        Test::Reach { .. } | Test::Disable { .. } | Test::Survive { .. } => {}
    }
}

/// Whether a side alone has active figures in some hexes; a figure is where its head is (`F2.1`).
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
        Test::Disable { who } => among(now, who, true, |figure| !now.is_active(figure) && !now.figure(figure).unseen),
        Test::Survive { rounds, who } => {
            let standing = among(now, who, false, |figure| now.is_active(figure));
            let done = now.state.round.min(*rounds);
            // While they stand, time is what it takes; without them time does not help.
            if standing.is_complete() { Progress { done, of: *rounds } } else { Progress { done: 0, of: *rounds } }
        }
        Test::All(of) => Progress::of_all(of.iter().map(|part| of_test(now, part, held).is_complete())),
        Test::Any(of) => Progress::of_any(of.iter().map(|part| of_test(now, part, held).is_complete())),
    }
}

/// Of how many of those who are meant something holds; of those who are not in the battle it holds if `of_absent`.
fn among(now: Situation<'_>, who: &Who, of_absent: bool, holds: impl Fn(FigureId) -> bool) -> Progress {
    let meant = who.figures.iter().copied().filter(|&figure| !who.standing || now.is_active(figure));
    let meant = meant.map(holds).chain((0..who.absent).map(|_| of_absent));
    match who.share {
        Share::All => Progress::of_all(meant),
        Share::Any => Progress::of_any(meant),
    }
}

/// The sides whose fate is one of these, with the condition that decided it.
pub fn decided(now: Situation<'_>, stake: Stake) -> impl Iterator<Item = (SideId, &Goal)> {
    now.state.sides.iter().zip(0..).filter_map(move |(side, number)| {
        let goal = match (side.fate, stake) {
            (Fate::Won(goal), Stake::Victory) | (Fate::Out(goal), Stake::Defeat) => goal,
            _ => return None,
        };
        Some((SideId(number), now.content.goals.all.get(goal.index())?))
    })
}

/// What some conditions say together.
pub fn texts<'a>(goals: impl Iterator<Item = &'a Goal>) -> String {
    let mut texts: Vec<&str> = goals.map(|goal| goal.text.as_str()).collect();
    texts.dedup();
    texts.join(", and ")
}
