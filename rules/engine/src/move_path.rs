//! Paths: where the active token can move, as a series of steps, before it makes another decision.

use serde::Serialize;

use crate::display::Odds;

/// A path of several steps, each of which is a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MovePath {
    /// The token that moves.
    pub actor: u32,
    /// The cells of its head, in order, starting with its current cell.
    pub cells: Vec<[i32; 2]>,
    /// The direction it faces at the end, 0..=5.
    pub facing: u8,
    /// The movement points used at the end, and the full amount, in the ruleset's points: `(7, 10)` for 7 of 10.
    pub used: (u32, u32),
    /// The movement points that the path itself costs.
    pub cost: u32,
    /// The enemy tokens that engage it at the end.
    pub engaged_by: Vec<u32>,
    /// Whether it must stop at the end.
    pub halts: bool,
    /// Its situation at the end, to be read after its name: `faces north and may still strike, defend or dodge`.
    pub note: String,
    /// Its remaining options at the end, capital first; equal for all paths with the same options.
    pub then: String,
}

/// A token that could attack the moving token at the end of its path, or be attacked by it, if all others stay in
/// place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Encounter {
    /// The other token.
    pub other: u32,
    /// The best attack on the other token.
    pub ours: Option<Blow>,
    /// The best attack by the other token.
    pub theirs: Option<Blow>,
}

/// An attack that could be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Blow {
    /// The means of attack.
    pub with: String,
    /// The number of dice for which the chance is given.
    pub dice: u8,
    /// The chance to hit.
    pub odds: Odds,
}

impl MovePath {
    /// Returns the last cell.
    pub fn end(&self) -> Option<[i32; 2]> {
        self.cells.last().copied()
    }
}
