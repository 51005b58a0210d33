//! The expectations of a check: looked up on the board, and compared with the end of a battle.

use foeman_schema::catalogs::checks::{AnyCheck, BoardName, Expectation};

use super::Fault;
use super::names::{Names, Unknown};
use crate::battle::Battle;
use crate::display::{Board, Token};
use crate::journal;
use crate::ruleset::{Reason, Ruleset, SideId, Turn};

/// An expectation, with the numbers of its sides and figures.
pub(super) enum Expected {
    Won(SideId),
    Draw,
    RoundLimit,
    Rounds(Range),
    Fell(Vec<(u32, String)>),
    Stands(Vec<(u32, String)>),
    Survivors(Party, Range),
    Health((u32, String), Range),
    Harm(Party, Range),
    Hash(String),
}

/// The least and the greatest value allowed.
#[derive(Clone, Copy)]
pub(super) struct Range {
    from: Option<i32>,
    to: Option<i32>,
}

/// A side with its initial tokens and their health.
pub(super) struct Party {
    name: String,
    figures: Vec<(u32, i32)>,
}

/// Resolves the names in the expectations of a check. The errors list unknown names.
pub(super) fn read(check: &AnyCheck, names: Names<'_>) -> Result<Vec<Expected>, Vec<Fault>> {
    let (mut expected, mut faults) = (Vec::new(), Vec::new());
    for (position, one) in check.expect.iter().enumerate() {
        match read_one(one, names) {
            Ok(one) => expected.push(one),
            Err((steps, Unknown { message, help })) => {
                let at = ["expect".to_owned(), position.to_string()].into_iter().chain(steps).collect();
                faults.push(Fault { at, message, help: Some(help), word: None });
            }
        }
    }
    if faults.is_empty() { Ok(expected) } else { Err(faults) }
}

type Named = Expectation<BoardName, BoardName>;

fn read_one(one: &Named, names: Names<'_>) -> Result<Expected, (Vec<String>, Unknown)> {
    let at = |steps: &[&str]| steps.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>();
    let side = one.side().map(|side| names.side(&side.0)).transpose().map_err(|unknown| (at(&["side"]), unknown))?;
    let side = side.unwrap_or(SideId(0));
    let figures = |figures: &[BoardName]| {
        let read = figures.iter().enumerate().map(|(position, figure)| {
            let token = names.figure(side, &figure.0);
            token
                .map(|token| (token, figure.0.clone()))
                .map_err(|unknown| (at(&["figures", &position.to_string()]), unknown))
        });
        read.collect::<Result<Vec<_>, _>>()
    };
    let party = || Party {
        name: names.side_id(side),
        figures: own(names.board, side).map(|token| (token.id, token.health.0)).collect(),
    };
    Ok(match one {
        Expectation::Won { .. } => Expected::Won(side),
        Expectation::Draw {} => Expected::Draw,
        Expectation::RoundLimit {} => Expected::RoundLimit,
        Expectation::Rounds { from, to } => Expected::Rounds(Range { from: *from, to: *to }),
        Expectation::Fell { figures: named, .. } => Expected::Fell(figures(named)?),
        Expectation::Stands { figures: named, .. } => Expected::Stands(figures(named)?),
        Expectation::Survivors { from, to, .. } => Expected::Survivors(party(), Range { from: *from, to: *to }),
        Expectation::Health { figure, from, to, .. } => {
            let token = names.figure(side, &figure.0).map_err(|unknown| (at(&["figure"]), unknown))?;
            Expected::Health((token, figure.0.clone()), Range { from: *from, to: *to })
        }
        Expectation::Harm { from, to, .. } => Expected::Harm(party(), Range { from: *from, to: *to }),
        Expectation::Hash { is } => Expected::Hash(is.clone()),
    })
}

fn own(board: &Board, side: SideId) -> impl Iterator<Item = &Token> {
    board.tokens.iter().filter(move |token| token.side == usize::from(side.0))
}

impl Expected {
    /// Checks a battle that is over or stopped against the expectation. The error gives the expected and the actual
    /// value.
    pub(super) fn holds<R: Ruleset>(&self, battle: &Battle<R>, board: &Board, names: Names<'_>) -> Result<(), String> {
        let token = |id: u32| board.tokens.iter().find(|token| token.id == id);
        let takes_part = |id: u32| token(id).is_some_and(|token| token.active);
        let health = |id: u32| token(id).map_or(0, |token| token.health.0);
        match self {
            Self::Won(side) => match battle.turn() {
                Turn::Over(outcome) if outcome.is_won_by(*side) => Ok(()),
                turn => Err(format!("expected `{}` to win, but {}", names.side_id(*side), ending(&turn, names))),
            },
            Self::Draw => match battle.turn() {
                Turn::Over(outcome) if outcome.is_draw() => Ok(()),
                turn => Err(format!("expected a draw, but {}", ending(&turn, names))),
            },
            Self::RoundLimit => match battle.turn() {
                Turn::Over(outcome) if outcome.reason == Reason::RoundLimit => Ok(()),
                turn => Err(format!("expected the round limit to end the battle, but {}", ending(&turn, names))),
            },
            Self::Rounds(range) => {
                let round = i32::try_from(R::round(battle.state())).unwrap_or(i32::MAX);
                range.holds(round, ["round", "rounds"], &format!("found {round}: {}", ending(&battle.turn(), names)))
            }
            Self::Fell(figures) => every(figures, |id| !takes_part(id), "to have fallen", "is still in the battle"),
            Self::Stands(figures) => every(figures, takes_part, "to still be in the battle", "has fallen"),
            Self::Survivors(party, range) => {
                let left = party.figures.iter().filter(|(id, _)| takes_part(*id)).count();
                let left = i32::try_from(left).unwrap_or(i32::MAX);
                let of = ["figure", "figures"].map(|what| format!("{what} of `{}` left", party.name));
                range.holds(left, [&of[0], &of[1]], &format!("found {left}"))
            }
            Self::Health((figure, name), range) => {
                let left = health(*figure);
                range.holds(left, [&format!("health left to `{name}`"); 2], &format!("found {left}"))
            }
            Self::Harm(party, range) => {
                let lost: i32 = party.figures.iter().map(|(id, had)| had - health(*id)).sum();
                range.holds(lost, [&format!("harm to `{}`", party.name); 2], &format!("found {lost}"))
            }
            Self::Hash(expected) => {
                let hash = journal::hash(battle);
                if hash == *expected { Ok(()) } else { Err(format!("expected the hash `{expected}`, found `{hash}`")) }
            }
        }
    }
}

fn every(figures: &[(u32, String)], holds: impl Fn(u32) -> bool, expected: &str, found: &str) -> Result<(), String> {
    match figures.iter().find(|(id, _)| !holds(*id)) {
        Some((_, name)) => Err(format!("expected `{name}` {expected}, but it {found}")),
        None => Ok(()),
    }
}

impl Range {
    /// `one` and `many` name what is counted, in the singular and in the plural.
    fn holds(self, value: i32, [one, many]: [&str; 2], found: &str) -> Result<(), String> {
        let is_in = self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to);
        if is_in {
            return Ok(());
        }
        let of = if self.to.or(self.from) == Some(1) { one } else { many };
        let expected = match (self.from, self.to) {
            (Some(from), Some(to)) if from == to => format!("{from} {of}"),
            (Some(from), Some(to)) => format!("{from} to {to} {of}"),
            (Some(from), None) => format!("at least {from} {of}"),
            (None, Some(to)) => format!("at most {to} {of}"),
            (None, None) => of.to_owned(),
        };
        Err(format!("expected {expected}, {found}"))
    }
}

/// Returns how a battle ended, as a clause.
fn ending(turn: &Turn, names: Names<'_>) -> String {
    let Turn::Over(outcome) = turn else { return "it is not over".to_owned() };
    let winners: Vec<String> = outcome.winners.iter().map(|side| format!("`{}`", names.side_id(*side))).collect();
    let who = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
    let has = if winners.len() > 1 { "have" } else { "has" };
    format!("{who} {has} won: {}", outcome.reason)
}
