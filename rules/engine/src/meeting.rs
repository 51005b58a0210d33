//! Meetings: battles between two figures of any packs, one against one.

use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::{Pointer, RecordKey};

/// How a ruleset arranges meetings between the figures of a pack.
#[derive(Clone, Copy)]
pub struct MeetingDef {
    /// Returns all figures that can meet, in a fixed order.
    pub contenders: fn(&Draft) -> Vec<Contender>,
    /// Returns a scenario in which two contenders replace all other figures. The error says why there is none.
    pub meet: fn(&Draft, &RecordKey, [&Contender; 2]) -> Result<Resolved, String>,
    /// How several copies of a figure can replace a side, if the ruleset allows that.
    pub crowds: Option<CrowdDef>,
}

/// How a ruleset replaces a side by several copies of a figure.
#[derive(Clone, Copy)]
pub struct CrowdDef {
    /// Returns a scenario with a crowd in place of a whole side; `None` if the crowd does not fit. The error says why
    /// not even one figure fits.
    pub crowd: fn(&Draft, &RecordKey, Crowd<'_>) -> Result<Option<Resolved>, String>,
    /// Returns the worth of each side's figures at the start of the battle, in points of the ruleset; `None` for a side
    /// that cannot be rated.
    pub worth: fn(&Resolved) -> Vec<Option<i64>>,
}

/// Several copies of one figure in place of a side.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// The figure.
    pub who: &'a Contender,
    /// The position of the side.
    pub side: usize,
    /// The number of copies, from 1.
    pub count: u32,
}

/// A figure that can meet another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Its id, with the record that contains it: `toll-keepers/maud`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The pointer to its definition.
    pub pointer: Pointer,
}

impl Contender {
    /// Returns the id without its record; several contenders may share it.
    pub fn short(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or(&self.id)
    }
}

/// Returns names for two contenders: their own, or their ids if the names are equal.
pub fn names([one, other]: [&Contender; 2]) -> [String; 2] {
    if one.name == other.name { [one.id.clone(), other.id.clone()] } else { [one.name.clone(), other.name.clone()] }
}
