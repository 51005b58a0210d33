//! Custom rules (triggers): rules that a pack adds to the game, as data. Packs cannot run code.
//!
//! The lists of occasions and deeds are closed, so that checks, forms, rules and log agree; extending them changes the
//! format.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::classes::{Effect, Terrain, Unit};
use super::factions::Faction;
use super::variables::Variable;
use crate::notation::{Amount, Condition, Subject};

/// A custom rule: on an occasion, if conditions hold, deeds happen. A scenario lists the rules it uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rule {
    /// Name shown to people.
    pub title: String,
    /// The rule in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Its occasion.
    #[schemars(extend("x-group" = "Occasion"))]
    pub when: Occasion,
    /// Only for units of these classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub units: Vec<Ref<Unit>>,
    /// Only for these factions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub factions: Vec<Ref<Faction>>,
    /// Only in cells with one of these terrains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub terrains: Vec<Ref<Terrain>>,
    /// Only if all of these hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "Occasion"))]
    pub r#if: Vec<Condition>,
    /// Numbers that amounts use as `option.NAME`, each with its default value; a scenario can change them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(
        extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$", "examples": ["price"] }),
        inner(range(min = -9999, max = 9999))
    )]
    #[schemars(extend("x-group" = "Options"))]
    pub options: BTreeMap<String, i32>,
    /// Whether the deeds replace the normal result: for a unit that is struck, its death.
    #[serde(default)]
    #[schemars(extend("x-group" = "Effect"))]
    pub instead: bool,
    /// The deeds, in order.
    #[schemars(length(min = 1))]
    #[schemars(extend("x-group" = "Effect"))]
    pub r#do: Vec<Deed>,
}

impl Record for Rule {
    const CATALOG: &'static str = "rules";
    const TITLE: &'static str = "Rule";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The maximum number of custom rules in a scenario.
pub const MOST_RULES: usize = 200;

/// A custom rule used by a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RuleInPlay {
    /// The rule.
    pub rule: Ref<Rule>,
    /// Options that differ from the rule's defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(
        extend("propertyNames" = { "x-ref": { "keys-of": ["rule", "options"] } }),
        inner(range(min = -9999, max = 9999))
    )]
    pub options: BTreeMap<String, i32>,
}

/// An occasion for a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// A faction's turn has started, and its resources have grown.
    TurnBegins,
    /// A faction's turn is about to end.
    TurnEnds,
    /// Like `turn-begins`, for each of its units on the map.
    UnitBegins,
    /// Like `turn-ends`, for each of its units on the map.
    UnitEnds,
    /// A unit has entered a cell.
    Moves,
    /// A unit has been placed.
    Placed,
    /// Something has been built.
    Built,
    /// A unit is about to attack.
    Attacks,
    /// A unit is struck by another.
    Struck,
    /// A unit is about to die, other than by being disbanded or because its faction is out.
    Dies,
    /// A cell has been captured.
    Captured,
}

impl Occasion {
    /// All occasions.
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

    /// Returns its keyword.
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

    /// Returns the subjects it may have.
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

/// A deed of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Deed")]
pub struct Deed {
    /// Targets and conditions.
    #[serde(flatten)]
    pub scope: Scope,
    /// The kind of deed.
    #[serde(flatten)]
    pub kind: DeedKind,
}

impl Deed {
    /// Returns its targets on an occasion: the given ones, or else the defaults for its kind.
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

/// The targets and conditions of a deed; everything is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Scope {
    /// The targets. Defaults: the faction for `recruit`, `win` and `lose`, the cell for `raise`, `lay` and `clear`,
    /// otherwise the unit of the occasion; on occasions without a unit, the cell for `cede`, otherwise the faction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// The range of `own-near` and `others-near` in steps.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "steps"))]
    pub within: u8,
    /// Only if all of these hold at that point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub r#if: Vec<Condition>,
}

/// The targets of a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The unit of the occasion.
    Unit,
    /// The unit on the other side.
    Other,
    /// The faction of the occasion.
    Faction,
    /// The faction on the other side.
    Foe,
    /// Every faction still in the game.
    Factions,
    /// The cell: its terrains and effects.
    Site,
    /// All units in the cell.
    Here,
    /// Other units of the faction, in this cell and nearby.
    OwnNear,
    /// Units of other factions, in this cell and nearby.
    OthersNear,
    /// All units of the faction, including those not placed.
    Own,
}

impl Who {
    /// Returns its keyword.
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

/// The kind of deed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeedKind {
    /// Adds to a variable of the targets: a resource, a counter, or an attribute before modifiers.
    Change {
        /// The variable.
        variable: Ref<Variable>,
        /// The amount to add.
        #[schemars(title = "By")]
        by: Amount,
    },
    /// Sets a variable of the targets: a resource, a counter, or an attribute before modifiers.
    Set {
        /// The variable.
        variable: Ref<Variable>,
        /// The new value.
        amount: Amount,
    },
    /// Kills units.
    Kill {},
    /// Takes units off the map; they can be placed again.
    Withdraw {},
    /// Changes the class of units.
    Become {
        /// The new class.
        unit: Ref<Unit>,
    },
    /// Gives a faction a unit, which it can place.
    Recruit {
        /// The class.
        unit: Ref<Unit>,
    },
    /// Adds a terrain to the cell.
    Raise {
        /// The class, which must not be a ground.
        terrain: Ref<Terrain>,
    },
    /// Adds an effect to the cell.
    Lay {
        /// The class.
        effect: Ref<Effect>,
    },
    /// Removes terrains and effects from the cell, except its ground: all of them, or one class.
    Clear {
        /// Only terrains of this class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terrain: Option<Ref<Terrain>>,
        /// Only effects of this class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<Ref<Effect>>,
    },
    /// Gives the cell, or units, to another owner; units only if no units of others are in the cell.
    Cede {
        /// The new owner.
        #[schemars(title = "To")]
        to: Heir,
    },
    /// Allows units an action again this turn.
    Allow {
        /// The action.
        what: Doing,
    },
    /// Forbids units an action this turn.
    Forbid {
        /// The action.
        what: Doing,
    },
    /// Shows a message.
    Tell {
        /// The message, in a sentence.
        text: String,
    },
    /// The faction wins.
    Win {},
    /// The faction is out of the game at the end of the turn.
    Lose {},
}

/// The kind of target of a deed.
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
    /// Anything with variables.
    Anybody,
    /// No target.
    Nobody,
}

impl DeedKind {
    /// Returns its keyword.
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

    /// Returns the kind of target.
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

/// The recipient of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Heir {
    /// The faction of the occasion.
    Faction,
    /// The faction on the other side.
    Foe,
    /// No faction; not possible for units.
    Nobody,
}

/// An action of a unit, once per turn.
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
