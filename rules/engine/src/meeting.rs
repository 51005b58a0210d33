//! Two figures made to meet, one against one, wherever they come from.

use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::{Pointer, RecordKey};

/// How a ruleset lets two figures of a pack meet.
#[derive(Clone, Copy)]
pub struct MeetingDef {
    /// Everybody who can, in a fixed order.
    pub contenders: fn(&Draft) -> Vec<Contender>,
    /// A scenario with two of them in the place of all who take part in it; the error says why there is none.
    pub meet: fn(&Draft, &RecordKey, [&Contender; 2]) -> Result<Resolved, String>,
    /// How many of one can stand in the place of a side, where they can.
    pub crowds: Option<CrowdDef>,
}

/// How a ruleset lets several of one figure stand in the place of a side.
#[derive(Clone, Copy)]
pub struct CrowdDef {
    /// A scenario with a crowd in the place of all of a side; nothing when so many find no room. The error says why not
    /// even one does.
    pub crowd: fn(&Draft, &RecordKey, Crowd<'_>) -> Result<Option<Resolved>, String>,
    /// What the figures of each side are worth together as the battle begins, in points of the ruleset; nothing for a side
    /// that cannot be counted.
    pub worth: fn(&Resolved) -> Vec<Option<i64>>,
}

/// Several of one figure in the place of a side.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Of whom.
    pub who: &'a Contender,
    /// The position of the side.
    pub side: usize,
    /// How many, from 1.
    pub count: u32,
}

/// A figure that can meet another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// What it goes by: its id, with the record it stands in: `toll-keepers/maud`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub pointer: Pointer,
}

impl Contender {
    /// The id without the record it stands in, which several may share.
    pub fn short(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or(&self.id)
    }
}

/// What two who meet are called: their names, and their ids where these are the same.
pub fn names([one, other]: [&Contender; 2]) -> [String; 2] {
    if one.name == other.name { [one.id.clone(), other.id.clone()] } else { [one.name.clone(), other.name.clone()] }
}
