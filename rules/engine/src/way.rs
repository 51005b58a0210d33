//! Ways on a map that whoever is asked could go before it decides anything else.

use serde::Serialize;

use crate::told::Odds;

/// A way of several steps, which are so many commands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way {
    /// The token that goes.
    pub actor: u32,
    /// The cells of its head, one after the other: the first is where it stands.
    pub cells: Vec<[i32; 2]>,
    /// The direction it faces at the end, 0..=5.
    pub facing: u8,
    /// What it has used for moving at the end, in the ruleset's points: `(7, 10)` for 7 of 10.
    pub used: (u32, u32),
    /// What of these points the way itself takes.
    pub cost: u32,
    /// The tokens that hold it up at the end.
    pub engaged_by: Vec<u32>,
    /// Whether it must stop at the end.
    pub halts: bool,
    /// How it is at the end, after its name: `faces north and may still strike, defend or dodge`.
    pub note: String,
    /// What it may still do there, capital first; the same for all ways after which it may do the same.
    pub then: String,
}

/// Somebody whom whoever goes a way could attack from its end, or who could attack it there, as all others stand now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Encounter {
    /// The other token.
    pub other: u32,
    /// The best that whoever goes there could do to it.
    pub ours: Option<Blow>,
    /// The best that it could do.
    pub theirs: Option<Blow>,
}

/// An attack that could be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Blow {
    /// What with.
    pub with: String,
    /// How many dice the chance is told for.
    pub dice: u8,
    /// The chance to hit.
    pub odds: Odds,
}

impl Way {
    /// Where it ends.
    pub fn end(&self) -> Option<[i32; 2]> {
        self.cells.last().copied()
    }
}
