//! Custom rules: what a pack adds to the rules of the game, as data. No code runs from a pack.
//!
//! The lists of occasions and deeds are closed, so that checks, forms, rules and log agree; growing them is a change of the
//! format.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classes::{Effect, Terrain, Unit};
use super::factions::Faction;
use super::variables::Variable;
use crate::notation::{Amount, Condition, Subject};

/// A custom rule: on an occasion, where conditions hold, things happen. A scenario names the rules it is played by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rule {
    /// Name shown to people.
    pub title: String,
    /// What it says, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// When it applies.
    pub when: Occasion,
    /// Only for units of these classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub units: Vec<Ref<Unit>>,
    /// Only for these factions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub factions: Vec<Ref<Faction>>,
    /// Only in cells with one of these terrains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub terrains: Vec<Ref<Terrain>>,
    /// Only where all of these hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub r#if: Vec<Condition>,
    /// Numbers that amounts name as `option.NAME`, each with its usual value; a scenario may give others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(
        extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$", "examples": ["price"] }),
        inner(range(min = -9999, max = 9999))
    )]
    pub options: BTreeMap<String, i32>,
    /// Whether this happens instead of what the rules would do: of a unit that is struck, instead of its death.
    #[serde(default)]
    pub instead: bool,
    /// What happens, in order.
    #[schemars(length(min = 1))]
    pub r#do: Vec<Deed>,
}

impl Record for Rule {
    const CATALOG: &'static str = "rules";
    const TITLE: &'static str = "Rule";
}

/// How many custom rules a scenario is played by at most.
pub const MOST_RULES: usize = 200;

/// A custom rule that a scenario is played by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RuleInPlay {
    /// The rule.
    pub rule: Ref<Rule>,
    /// Options that differ from what the rule says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(
        extend("propertyNames" = { "x-ref": { "keys-of": ["rule", "options"] } }),
        inner(range(min = -9999, max = 9999))
    )]
    pub options: BTreeMap<String, i32>,
}

/// When a rule applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// A faction's turn has begun, and its resources have grown.
    TurnBegins,
    /// A faction's turn is about to end.
    TurnEnds,
    /// The same as `turn-begins`, for each of its units on the map.
    UnitBegins,
    /// The same as `turn-ends`, for each of its units on the map.
    UnitEnds,
    /// A unit has come to a cell.
    Moves,
    /// A unit has been placed.
    Placed,
    /// Something has been built.
    Built,
    /// A unit is about to attack.
    Attacks,
    /// A unit is struck by another one.
    Struck,
    /// A unit is about to die, but not because its faction gives it up, cannot keep it or is out.
    Dies,
    /// A cell has been captured.
    Captured,
}

impl Occasion {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::TurnBegins,
        Self::TurnEnds,
        Self::UnitBegins,
        Self::UnitEnds,
        Self::Moves,
        Self::Placed,
        Self::Built,
        Self::Attacks,
        Self::Struck,
        Self::Dies,
        Self::Captured,
    ];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::TurnBegins => "turn-begins",
            Self::TurnEnds => "turn-ends",
            Self::UnitBegins => "unit-begins",
            Self::UnitEnds => "unit-ends",
            Self::Moves => "moves",
            Self::Placed => "placed",
            Self::Built => "built",
            Self::Attacks => "attacks",
            Self::Struck => "struck",
            Self::Dies => "dies",
            Self::Captured => "captured",
        }
    }

    /// Whom it may be about.
    pub fn subjects(self) -> &'static [Subject] {
        match self {
            Self::TurnBegins | Self::TurnEnds => &[Subject::Faction],
            Self::UnitBegins | Self::UnitEnds | Self::Moves | Self::Placed | Self::Attacks => {
                &[Subject::Unit, Subject::Faction, Subject::Site]
            }
            Self::Built => &[Subject::Unit, Subject::Faction],
            Self::Struck | Self::Dies => &Subject::ALL,
            Self::Captured => &[Subject::Faction, Subject::Foe, Subject::Site],
        }
    }
}

/// Something that a rule does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Deed")]
pub struct Deed {
    /// To whom, and when.
    #[serde(flatten)]
    pub scope: Scope,
    /// What happens.
    #[serde(flatten)]
    pub kind: DeedKind,
}

impl Deed {
    /// To whom it happens on an occasion: whom it names, or else whom such deeds usually happen to.
    pub fn whom(&self, when: Occasion) -> Who {
        match (self.scope.who, self.kind.patient()) {
            (Some(who), _) => who,
            (None, Patient::Factions) => Who::Faction,
            (None, Patient::Site) => Who::Site,
            (None, _) if when.subjects().contains(&Subject::Unit) => Who::Unit,
            (None, Patient::Possessions) => Who::Site,
            (None, _) => Who::Faction,
        }
    }
}

/// To whom something happens, and when; all of it may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Scope {
    /// To whom it happens. Without it `recruit`, `win` and `lose` happen to the faction, `raise`, `lay` and `clear` to the
    /// cell, all else to the unit that the occasion is about; where there is none, `cede` to the cell, else to the faction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// How many steps away `own-near` and `others-near` may be.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "steps"))]
    pub within: u8,
    /// Only where all of these hold by then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub r#if: Vec<Condition>,
}

/// To whom something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The unit that the occasion is about.
    Unit,
    /// The unit on the other side.
    Other,
    /// The faction that the occasion is about.
    Faction,
    /// The faction on the other side.
    Foe,
    /// Every faction that plays.
    Factions,
    /// The cell: its terrains and effects.
    Site,
    /// All units in the cell.
    Here,
    /// Other units of the faction, in this cell and those near by.
    OwnNear,
    /// Units of other factions, in this cell and those near by.
    OthersNear,
    /// All units of the faction, those that are not placed too.
    Own,
}

impl Who {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Other => "other",
            Self::Faction => "faction",
            Self::Foe => "foe",
            Self::Factions => "factions",
            Self::Site => "site",
            Self::Here => "here",
            Self::OwnNear => "own-near",
            Self::OthersNear => "others-near",
            Self::Own => "own",
        }
    }
}

/// What happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeedKind {
    /// They have more of a variable, or less: of a resource or a counter, or of an attribute before modifiers.
    Change {
        /// The variable.
        variable: Ref<Variable>,
        /// How much more.
        #[schemars(title = "By")]
        by: Amount,
    },
    /// They have so much of a variable: of a resource or a counter, or of an attribute before modifiers.
    Set {
        /// The variable.
        variable: Ref<Variable>,
        /// How much.
        amount: Amount,
    },
    /// Units die.
    Kill {},
    /// Units are taken off the map, and can be placed again.
    Withdraw {},
    /// Units become units of another class.
    Become {
        /// The class.
        unit: Ref<Unit>,
    },
    /// A faction gets a unit, which it can place.
    Recruit {
        /// The class.
        unit: Ref<Unit>,
    },
    /// Something stands in the cell from now on.
    Raise {
        /// The class, which must not be a ground.
        terrain: Ref<Terrain>,
    },
    /// An effect lies on the cell from now on.
    Lay {
        /// The class.
        effect: Ref<Effect>,
    },
    /// What stands in the cell and on it is gone, but for its ground: all of it, or what is of one class.
    Clear {
        /// Only terrains of this class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terrain: Option<Ref<Terrain>>,
        /// Only effects of this class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<Ref<Effect>>,
    },
    /// The cell, or units, belong to somebody else from now on; units only where nobody else's stand.
    Cede {
        /// Who owns them.
        #[schemars(title = "To")]
        to: Heir,
    },
    /// Units may do something again this turn.
    Allow {
        /// What.
        what: Doing,
    },
    /// Units may not do something any more this turn.
    Forbid {
        /// What.
        what: Doing,
    },
    /// Something is told.
    Tell {
        /// What, in a sentence.
        text: String,
    },
    /// A faction wins.
    Win {},
    /// A faction is out of the game at the end of the turn.
    Lose {},
}

/// What a deed is done to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patient {
    /// Units.
    Units,
    /// Factions.
    Factions,
    /// The cell.
    Site,
    /// Units, or the cell.
    Possessions,
    /// Whatever has variables.
    Anybody,
    /// Nobody.
    Nobody,
}

impl DeedKind {
    /// How it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Change { .. } => "change",
            Self::Set { .. } => "set",
            Self::Kill {} => "kill",
            Self::Withdraw {} => "withdraw",
            Self::Become { .. } => "become",
            Self::Recruit { .. } => "recruit",
            Self::Raise { .. } => "raise",
            Self::Lay { .. } => "lay",
            Self::Clear { .. } => "clear",
            Self::Cede { .. } => "cede",
            Self::Allow { .. } => "allow",
            Self::Forbid { .. } => "forbid",
            Self::Tell { .. } => "tell",
            Self::Win {} => "win",
            Self::Lose {} => "lose",
        }
    }

    /// What it is done to.
    pub fn patient(&self) -> Patient {
        match self {
            Self::Change { .. } | Self::Set { .. } => Patient::Anybody,
            Self::Kill {} | Self::Withdraw {} | Self::Become { .. } | Self::Allow { .. } | Self::Forbid { .. } => {
                Patient::Units
            }
            Self::Recruit { .. } | Self::Win {} | Self::Lose {} => Patient::Factions,
            Self::Raise { .. } | Self::Lay { .. } | Self::Clear { .. } => Patient::Site,
            Self::Cede { .. } => Patient::Possessions,
            Self::Tell { .. } => Patient::Nobody,
        }
    }
}

/// Who is given something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Heir {
    /// The faction that the occasion is about.
    Faction,
    /// The faction on the other side.
    Foe,
    /// Nobody; units are not given to nobody.
    Nobody,
}

/// What a unit may do once a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// Attack.
    Attack,
    /// Move.
    Move,
}

fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(steps: &u8) -> bool {
    *steps == 1
}
