//! The instructions of a game: Hexkit's thirty-two, and five others.
//!
//! The names of the thirty-two are Hexkit's. Instructions that only show something change nothing.

use serde::{Deserialize, Serialize};

use super::catalogs::{Measure, Reach};
use super::command::Command;
use super::hexkit_notation::HexkitInstruction;
use super::ids::{ClassId, EntityId, FactionId, RuleId, SiteId, VariableId};

/// A change of a game, or something shown to the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Instruction {
    /// The active faction begins its turn. Not in Hexkit, where only a command begins a turn.
    TurnBegins {},
    /// The game is a draw, since all turns are played. Not in Hexkit, where games can last forever.
    TurnsAreOver {},
    /// The active faction issues a command. Not in Hexkit, which records commands separately from their instructions.
    Ordered {
        /// The command.
        command: Command,
    },
    /// A custom rule applies. Not in Hexkit, which has no custom rules.
    RuleApplies {
        /// The rule.
        rule: RuleId,
        /// The unit it is about, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<EntityId>,
    },
    /// The turn passes to the next faction.
    AdvanceFaction {},
    /// Creates an entity without owner and site.
    CreateEntity {
        /// Its class.
        class: ClassId,
    },
    /// Adds a faction to the history.
    CreateFaction {
        /// The faction.
        faction: FactionId,
    },
    /// Deletes an entity.
    DeleteEntity {
        /// The entity.
        entity: EntityId,
    },
    /// Removes a faction from the game.
    DeleteFaction {
        /// The faction.
        faction: FactionId,
    },
    /// Moves an entity to the top of its stack.
    MoveEntityToTop {
        /// The entity.
        entity: EntityId,
    },
    /// Shows the image of a class moving along sites.
    MoveImage {
        /// The class.
        class: ClassId,
        /// The sites.
        sites: Vec<SiteId>,
        /// The time in each site, in milliseconds; 0 for the default.
        delay: u32,
    },
    /// Shows the image of a class in one site after another.
    ShowImage {
        /// The class.
        class: ClassId,
        /// The sites.
        sites: Vec<SiteId>,
        /// The time in each site, in milliseconds; 0 for the default.
        delay: u32,
    },
    /// Selects an entity.
    SelectEntity {
        /// The entity.
        entity: EntityId,
    },
    /// Shows a record that does not exist, in Hexkit's notation, because Hexkit does not check references. Never occurs in
    /// battles of this ruleset.
    ShowUnknown {
        /// The instruction in Hexkit's notation.
        told: HexkitInstruction,
    },
    /// Shows a message.
    ShowMessage(Message),
    /// Shows a message that must be read.
    ShowMessageDialog(Message),
    /// Changes the class of an entity.
    SetEntityClass {
        /// The entity.
        entity: EntityId,
        /// The new class.
        class: ClassId,
    },
    /// Draws an entity as another class.
    SetEntityDisplayClass {
        /// The entity.
        entity: EntityId,
        /// The class shown; `None` for its own.
        class: Option<ClassId>,
    },
    /// Changes the frame of an entity's image.
    SetEntityFrameOffset {
        /// The entity.
        entity: EntityId,
        /// The frame, from 0.
        frame: i32,
    },
    /// Renames an entity.
    SetEntityName {
        /// The entity.
        entity: EntityId,
        /// The new name; an empty one resets it to the class's name.
        name: String,
    },
    /// Changes the owner of an entity.
    SetEntityOwner {
        /// The entity.
        entity: EntityId,
        /// The new owner.
        owner: Option<FactionId>,
    },
    /// Places an entity, or takes it off the map.
    SetEntitySite {
        /// The entity.
        entity: EntityId,
        /// The site; `None` for off the map.
        site: Option<SiteId>,
        /// The coordinates off the map, if a file of Hexkit has unusual ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<[i32; 2]>,
    },
    /// Names an entity after its class, with a number that a faction has not used before.
    SetEntityUniqueName {
        /// The entity.
        entity: EntityId,
        /// The faction that counts.
        faction: FactionId,
    },
    /// Sets a variable of an entity.
    SetEntityVariable {
        /// The entity.
        entity: EntityId,
        /// The variable.
        variable: VariableId,
        /// The new value, before it is limited to the range.
        value: i32,
    },
    /// Sets the initial value of an entity's variable.
    SetEntityVariableInitial {
        /// The entity.
        entity: EntityId,
        /// The variable.
        variable: VariableId,
        /// The new value, before it is limited to the range.
        value: i32,
    },
    /// Sets a modifier of an entity.
    SetEntityVariableModifier {
        /// The entity.
        entity: EntityId,
        /// The variable.
        variable: VariableId,
        /// The target.
        of: Reach,
        /// The amount.
        value: i32,
    },
    /// Sets whether a faction has resigned.
    SetFactionResigned {
        /// The faction.
        faction: FactionId,
        /// Whether it has resigned.
        resigned: bool,
    },
    /// Sets whether units of a faction may attack this turn.
    SetFactionUnitsCanAttack {
        /// The faction.
        faction: FactionId,
        /// Their class; all units if `None`.
        class: Option<ClassId>,
        /// Whether they may attack.
        may: bool,
    },
    /// Sets whether units of a faction may move this turn.
    SetFactionUnitsCanMove {
        /// The faction.
        faction: FactionId,
        /// Their class; all units if `None`.
        class: Option<ClassId>,
        /// Whether they may move.
        may: bool,
    },
    /// Sets a variable of a faction.
    SetFactionVariable {
        /// The faction.
        faction: FactionId,
        /// The variable.
        variable: VariableId,
        /// The new value, before it is limited to the range.
        value: i32,
    },
    /// Sets the initial value of a faction's variable.
    SetFactionVariableInitial {
        /// The faction.
        faction: FactionId,
        /// The variable.
        variable: VariableId,
        /// The new value, before it is limited to the range.
        value: i32,
    },
    /// Sets the income of a faction's resource.
    SetFactionVariableModifier {
        /// The faction.
        faction: FactionId,
        /// The resource.
        variable: VariableId,
        /// The amount each turn.
        value: i32,
    },
    /// Changes the owner of a site, with its terrains and effects.
    SetSiteOwner {
        /// The site.
        site: SiteId,
        /// The new owner.
        owner: Option<FactionId>,
    },
    /// Changes the owner of the units in a site.
    SetSiteUnitOwner {
        /// The site.
        site: SiteId,
        /// The new owner.
        owner: Option<FactionId>,
    },
    /// Sets whether a unit may attack this turn.
    SetUnitCanAttack {
        /// The unit.
        unit: EntityId,
        /// Whether it may attack.
        may: bool,
    },
    /// Sets whether a unit may move this turn.
    SetUnitCanMove {
        /// The unit.
        unit: EntityId,
        /// Whether it may move.
        may: bool,
    },
    /// Ends the game.
    SetWinningFaction {
        /// The winner; `None` for a draw.
        faction: Option<FactionId>,
    },
}

/// A message to the user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Message {
    /// The faction it is about.
    pub faction: Option<FactionId>,
    /// The content of the message.
    pub notice: Notice,
    /// The names of the entities it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// The content of a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The faction has captured a site.
    Captured,
    /// An entity was depleted and removed.
    Depleted,
    /// The losses of the attackers, in per cent of their strength.
    AttackersLost(i32),
    /// The losses of the defenders, in per cent of their strength.
    DefendersLost(i32),
    /// The faction had to disband units.
    Disbanded,
    /// A custom rule has changed a variable of one of its entities.
    Changed {
        /// The variable.
        variable: VariableId,
        /// The new value.
        value: i32,
        /// The difference from the old value.
        by: i32,
    },
    /// The faction has won.
    Won(Cause),
    /// The faction is out of the game.
    Lost(Cause),
    /// Any other text.
    Words {
        /// The short text.
        text: String,
        /// The details.
        details: String,
    },
}

/// Why a faction has won or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It is the last faction left.
    Survivor,
    /// It has resigned.
    Resigned,
    /// One of its conditions is met.
    Measured(Measure),
    /// Its resource has reached a threshold.
    Resource(VariableId),
    /// A custom rule decides so.
    Rule(RuleId),
}

impl Instruction {
    /// Creates the instruction that places an entity, or takes it off the map.
    pub fn placed(entity: EntityId, site: Option<SiteId>) -> Self {
        Self::SetEntitySite { entity, site, off: None }
    }

    /// Whether it only shows something.
    pub fn is_event(&self) -> bool {
        matches!(
            self,
            Self::RuleApplies { .. }
                | Self::MoveImage { .. }
                | Self::ShowImage { .. }
                | Self::SelectEntity { .. }
                | Self::ShowUnknown { .. }
                | Self::ShowMessage(_)
                | Self::ShowMessageDialog(_)
        )
    }
}
