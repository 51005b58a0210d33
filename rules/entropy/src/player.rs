//! A computer player that looks some commands ahead.

use super::Entropy;
use super::act::{needed, plan, strike_lands};
use super::command::Command;
use super::content::Content;
use super::formulas::strike_odds;
use super::instruction::Ending;
use super::round::advance;
use super::state::State;
use super::value::value;
use foeman_engine::dice::Seed;
use foeman_engine::player::{Observation, Player, PlayerDef, greedy, random};
use foeman_engine::ruleset::{Emit, Ruleset as _, SideId, Turn};

/// The players, the default one first.
pub(super) static PLAYERS: &[PlayerDef<Entropy>] = &[
    PlayerDef::new(
        "far-sighted",
        "far-sighted",
        "Looks four commands ahead, and weighs hits and misses by their chances",
        || Box::new(FarSighted),
    ),
    greedy(),
    random(),
];

/// The number of commands that it looks ahead.
const COMMANDS_AHEAD: u32 = 4;

/// The worth of a won duel, far above the worth of any open duel.
const WON: i64 = 1_000_000;

/// The worth of a duel in which both die or time runs out: both sides would rather fight on.
const DRAWN: i64 = -WON / 4;

/// The worth lost with each command that a result is away, so that a win is not put off.
const IMPATIENCE: i64 = 100;

/// Dice of the order of a round that are tried to find both results of a tie.
const TIES: u64 = 16;

/// Chooses the command with the best expected result, if both sides choose like that.
struct FarSighted;

impl Player<Entropy> for FarSighted {
    fn choose(&mut self, view: &Observation<'_, Entropy>) -> Option<Command> {
        let legal = view.legal();
        if legal.len() < 2 {
            return legal.first().copied();
        }
        let own = usize::from(view.side.0);
        let mut tried = 0;
        let mut best: Option<(i64, Command)> = None;
        for &command in legal {
            let worth = after(view.content(), view.state, command, COMMANDS_AHEAD, &mut tried)[own];
            if !view.is_wanted(std::mem::take(&mut tried)) {
                return legal.first().copied();
            }
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, command));
            }
        }
        best.map(|(_, command)| command)
    }
}

/// Returns the worth of a command for each side: the mean of its results.
fn after(content: &Content, state: &State, command: Command, ahead: u32, tried: &mut u32) -> [i64; 2] {
    let Some(&side) = state.waiting.first() else { return worth(content, state, ahead, tried) };
    *tried += 1;
    let result = |make: &dyn Fn(&mut Emit<'_, Entropy>)| {
        let mut next = state.clone();
        make(&mut Emit::new(content, &mut next, Seed(0), 0));
        next
    };
    if command != Command::Strike {
        return worth(content, &result(&|out| plan(command, out)), ahead - 1, tried);
    }
    let odds = strike_odds(needed(content, state, side));
    let [hit, miss] = [true, false].map(|hits| result(&|out| strike_lands(out, side, hits)));
    let [hit, miss] = [hit, miss].map(|next| worth(content, &next, ahead - 1, tried));
    let (wins, of) = (odds.wins as i64, odds.of as i64);
    [0, 1].map(|at| (hit[at] * wins + miss[at] * (of - wins)) / of)
}

/// Returns the worth of a state for each side, if each side makes its best choice.
fn worth(content: &Content, state: &State, ahead: u32, tried: &mut u32) -> [i64; 2] {
    match Entropy::turn(content, state) {
        Turn::Over(_) => {
            let hurry = IMPATIENCE * i64::from(ahead);
            match state.outcome {
                Some(Ending::Won { side }) => {
                    [SideId(0), SideId(1)].map(|own| if own == side { WON + hurry } else { -WON - hurry })
                }
                _ => [DRAWN; 2],
            }
        }
        Turn::Auto => begun(content, state, ahead, tried),
        Turn::Ask { .. } if ahead == 0 => [SideId(0), SideId(1)].map(|side| value(content, state, side)),
        Turn::Ask { side, .. } => {
            let own = usize::from(side.0);
            let mut legal = Vec::new();
            Entropy::legal(content, state, &mut legal);
            let results = legal.into_iter().map(|command| after(content, state, command, ahead, tried));
            results.max_by_key(|worth| worth[own]).unwrap_or([DRAWN; 2])
        }
    }
}

/// Returns the worth of a state after the rules have gone on without a decision; both orders of a tie count the same.
fn begun(content: &Content, state: &State, ahead: u32, tried: &mut u32) -> [i64; 2] {
    let advanced = |number: u64| {
        let mut next = state.clone();
        let mut out = Emit::new(content, &mut next, Seed(number), 0);
        advance(&mut out);
        let rolled = out.has_rolled();
        (next, rolled)
    };
    *tried += 1;
    let (one, rolled) = advanced(0);
    let first = worth(content, &one, ahead, tried);
    let other = (1..TIES).filter(|_| rolled).map(|number| advanced(number).0);
    match other.into_iter().find(|other| other.waiting != one.waiting) {
        Some(other) => {
            let second = worth(content, &other, ahead, tried);
            [0, 1].map(|at| (first[at] + second[at]) / 2)
        }
        None => first,
    }
}
