//! Names in custom rules: variables of the subjects, tallies, and options of the rule.

use std::fmt;
use std::ops::Range;

use foeman_schema::notation::Named;

use foeman_schema::arithmetic::{self, Reader};

/// The catalog of variables.
pub const VARIABLES: &str = "variables";

/// The catalog of terrains.
pub const TERRAINS: &str = "terrains";

/// A name in an amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// A variable of a subject, by its id.
    Variable(Subject, String),
    /// A tally of a subject.
    Counted(Subject, Tally),
    /// The number of terrains of a class in the cell, by the id of the class.
    Ground(String),
    /// The number of the turn, from 1.
    Turn,
    /// An option of the rule, by its name.
    Option(String),
}

/// The subject of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The unit of the occasion.
    Unit,
    /// The unit on the other side: the one that strikes.
    Other,
    /// The faction of the unit, or the active faction.
    Faction,
    /// The faction on the other side.
    Foe,
    /// The site, with all terrains and effects in it.
    Site,
}

/// A quantity that can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// The sites of a faction.
    Sites,
    /// The units of a faction, or in a site.
    Units,
    /// The strength of all units of a faction.
    Strength,
}

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 5] = [Self::Unit, Self::Other, Self::Faction, Self::Foe, Self::Site];

    /// Returns its keyword.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Other => "other",
            Self::Faction => "faction",
            Self::Foe => "foe",
            Self::Site => "site",
        }
    }

    /// Returns the tallies of this subject.
    pub fn tallies(self) -> &'static [Tally] {
        match self {
            Self::Unit | Self::Other => &[],
            Self::Faction | Self::Foe => &[Tally::Sites, Tally::Units, Tally::Strength],
            Self::Site => &[Tally::Units],
        }
    }
}

impl Tally {
    /// Returns its keyword.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sites => "site-count",
            Self::Units => "unit-count",
            Self::Strength => "total-strength",
        }
    }
}

impl arithmetic::Name for Name {
    const ONE: &'static str = "a name such as `unit.strength`";

    const SOME: &'static str = "a name such as `unit.strength`, `faction.site-count` or `game.turn`";

    fn holders() -> impl Iterator<Item = &'static str> {
        Subject::ALL.into_iter().map(Subject::name).chain(["ground", "game", "option"])
    }

    fn known(holder: &str, word: &str) -> Option<Self> {
        (holder == "game" && word == "turn").then_some(Self::Turn)
    }

    fn all() -> Vec<String> {
        let counted = Subject::ALL
            .into_iter()
            .flat_map(|subject| subject.tallies().iter().map(move |&tally| Self::Counted(subject, tally).to_string()));
        counted.chain([Self::Turn.to_string()]).collect()
    }

    fn declared(holder: &str, word: &str) -> Option<Self> {
        match holder {
            "game" => None,
            "ground" => Some(Self::Ground(word.to_owned())),
            "option" => Some(Self::Option(word.to_owned())),
            _ => {
                let subject = Subject::ALL.into_iter().find(|subject| subject.name() == holder)?;
                let tally = subject.tallies().iter().find(|tally| tally.name() == word);
                Some(match tally {
                    Some(&tally) => Self::Counted(subject, tally),
                    None => Self::Variable(subject, word.to_owned()),
                })
            }
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(subject, id) => write!(f, "{}.{id}", subject.name()),
            Self::Counted(subject, tally) => write!(f, "{}.{}", subject.name(), tally.name()),
            Self::Ground(id) => write!(f, "ground.{id}"),
            Self::Turn => f.write_str("game.turn"),
            Self::Option(name) => write!(f, "option.{name}"),
        }
    }
}

/// Returns the variables and terrains that a reader has read.
pub(super) fn references(reader: &Reader<'_>) -> Vec<Named> {
    let id = |(range, name): (Range<usize>, Name)| {
        let (id, catalog) = match name {
            Name::Variable(_, id) => (id, VARIABLES),
            Name::Ground(id) => (id, TERRAINS),
            Name::Counted(..) | Name::Turn | Name::Option(_) => return None,
        };
        Some(Named { range: range.end - id.len()..range.end, catalog })
    };
    reader.names::<Name>().into_iter().filter_map(id).collect()
}
