//! What can happen in a game: the thirty-two instructions of the original, and five of ours.
//!
//! The names of the thirty-two are the original's. Instructions of a kind that only shows something change nothing.

use serde::{Deserialize, Serialize};

use super::catalogs::{Measure, Reach};
use super::command::Command;
use super::ids::{ClassId, EntityId, FactionId, RuleId, SiteId, VariableId};
use super::told::Told;

/// One change of a game, or something that is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Instruction {
    /// The faction whose turn it is begins it. Ours: the original begins a turn with a command alone.
    TurnBegins {},
    /// The game is a draw, since all turns are played. Ours: games of the original may go on for ever.
    TurnsAreOver {},
    /// The faction whose turn it is sets about something. Ours: the original tells what was commanded beside what came of it.
    Ordered {
        /// What.
        command: Command,
    },
    /// A custom rule applies. Ours: the original has none that it could name.
    RuleApplies {
        /// Which.
        rule: RuleId,
        /// To which unit, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<EntityId>,
    },
    /// The next faction's turn comes.
    AdvanceFaction {},
    /// An entity comes to be, nobody's and nowhere.
    CreateEntity {
        /// What it is.
        class: ClassId,
    },
    /// A faction enters the history.
    CreateFaction {
        /// Which.
        faction: FactionId,
    },
    /// An entity is gone.
    DeleteEntity {
        /// Which.
        entity: EntityId,
    },
    /// A faction is out of the game.
    DeleteFaction {
        /// Which.
        faction: FactionId,
    },
    /// An entity comes to lie on top of its likes.
    MoveEntityToTop {
        /// Which.
        entity: EntityId,
    },
    /// A class is shown going along sites.
    MoveImage {
        /// Which.
        class: ClassId,
        /// Along which.
        sites: Vec<SiteId>,
        /// How long it stays in each, in thousandths of a second; 0 for as long as usual.
        delay: u32,
    },
    /// A class is shown in one site after another.
    ShowImage {
        /// Which.
        class: ClassId,
        /// In which.
        sites: Vec<SiteId>,
        /// How long in each, in thousandths of a second; 0 for as long as usual.
        delay: u32,
    },
    /// An entity is pointed out.
    SelectEntity {
        /// Which.
        entity: EntityId,
    },
    /// Something is shown of what is not there, in words of the original, which shows whatever it is told to. Ours: no
    /// battle of ours comes to it.
    ShowUnknown {
        /// The words.
        told: Told,
    },
    /// Something is told.
    ShowMessage(Message),
    /// Something is told that must be read.
    ShowMessageDialog(Message),
    /// An entity becomes one of another class.
    SetEntityClass {
        /// Which.
        entity: EntityId,
        /// What it becomes.
        class: ClassId,
    },
    /// An entity looks like one of another class.
    SetEntityDisplayClass {
        /// Which.
        entity: EntityId,
        /// As what; as what it is without one.
        class: Option<ClassId>,
    },
    /// An entity is shown with another frame of its image.
    SetEntityFrameOffset {
        /// Which.
        entity: EntityId,
        /// The frame, from 0.
        frame: i32,
    },
    /// An entity gets a name.
    SetEntityName {
        /// Which.
        entity: EntityId,
        /// Its name; that of its class where it is empty.
        name: String,
    },
    /// An entity gets another owner.
    SetEntityOwner {
        /// Which.
        entity: EntityId,
        /// Whose it becomes.
        owner: Option<FactionId>,
    },
    /// An entity is placed, or taken off the map.
    SetEntitySite {
        /// Which.
        entity: EntityId,
        /// Where; nowhere without one.
        site: Option<SiteId>,
        /// Which place off the map was meant, where a file of the original names another one than usual.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<[i32; 2]>,
    },
    /// An entity gets the name of its class with a number that a faction has not given before.
    SetEntityUniqueName {
        /// Which.
        entity: EntityId,
        /// Whose numbers.
        faction: FactionId,
    },
    /// An entity has so much of a variable.
    SetEntityVariable {
        /// Which.
        entity: EntityId,
        /// Of which.
        variable: VariableId,
        /// How much, before its range is minded.
        value: i32,
    },
    /// An entity begins with so much of a variable.
    SetEntityVariableInitial {
        /// Which.
        entity: EntityId,
        /// Of which.
        variable: VariableId,
        /// How much, before its range is minded.
        value: i32,
    },
    /// An entity adds so much to a variable of others.
    SetEntityVariableModifier {
        /// Which.
        entity: EntityId,
        /// To which.
        variable: VariableId,
        /// Whose.
        of: Reach,
        /// How much.
        value: i32,
    },
    /// A faction has given up, or has not.
    SetFactionResigned {
        /// Which.
        faction: FactionId,
        /// Whether it has.
        resigned: bool,
    },
    /// Units of a faction may attack again, or no more.
    SetFactionUnitsCanAttack {
        /// Whose.
        faction: FactionId,
        /// Of which class; all without one.
        class: Option<ClassId>,
        /// Whether they may.
        may: bool,
    },
    /// Units of a faction may move again, or no more.
    SetFactionUnitsCanMove {
        /// Whose.
        faction: FactionId,
        /// Of which class; all without one.
        class: Option<ClassId>,
        /// Whether they may.
        may: bool,
    },
    /// A faction has so much of a variable.
    SetFactionVariable {
        /// Which.
        faction: FactionId,
        /// Of which.
        variable: VariableId,
        /// How much, before its range is minded.
        value: i32,
    },
    /// A faction begins with so much of a variable.
    SetFactionVariableInitial {
        /// Which.
        faction: FactionId,
        /// Of which.
        variable: VariableId,
        /// How much, before its range is minded.
        value: i32,
    },
    /// A faction's resource gains so much each turn.
    SetFactionVariableModifier {
        /// Which.
        faction: FactionId,
        /// Of which.
        variable: VariableId,
        /// How much.
        value: i32,
    },
    /// A site gets another owner, with its terrains and effects.
    SetSiteOwner {
        /// Which.
        site: SiteId,
        /// Whose it becomes.
        owner: Option<FactionId>,
    },
    /// The units of a site get another owner.
    SetSiteUnitOwner {
        /// Which.
        site: SiteId,
        /// Whose they become.
        owner: Option<FactionId>,
    },
    /// A unit may attack again, or no more.
    SetUnitCanAttack {
        /// Which.
        unit: EntityId,
        /// Whether it may.
        may: bool,
    },
    /// A unit may move again, or no more.
    SetUnitCanMove {
        /// Which.
        unit: EntityId,
        /// Whether it may.
        may: bool,
    },
    /// The game is over.
    SetWinningFaction {
        /// Who has won; nobody without one.
        faction: Option<FactionId>,
    },
}

/// Something that is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Message {
    /// Whom it concerns.
    pub faction: Option<FactionId>,
    /// What it is.
    pub notice: Notice,
    /// What it is about, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// What can be told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// It has taken a site.
    Captured,
    /// All resources of something have been taken from it, and it is gone.
    Depleted,
    /// What an attack has cost those who attacked, in per cent of their strength.
    AttackersLost(i32),
    /// What an attack has cost those who were attacked, in per cent of their strength.
    DefendersLost(i32),
    /// It can no longer keep some of its units.
    Disbanded,
    /// A custom rule has changed how much somebody of its own has of a variable.
    Changed {
        /// Of which.
        variable: VariableId,
        /// How much there is now.
        value: i32,
        /// How much more that is than before.
        by: i32,
    },
    /// It has won.
    Won(Cause),
    /// It is out of the game.
    Lost(Cause),
    /// Something else.
    Words {
        /// In short.
        text: String,
        /// At length.
        details: String,
    },
}

/// Why a faction has won or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Nobody else is left.
    Survivor,
    /// It has given up.
    Resigned,
    /// A condition of its own has come true.
    Measured(Measure),
    /// It has so much, or so little, of a resource.
    Resource(VariableId),
    /// A custom rule says so.
    Rule(RuleId),
}

impl Instruction {
    /// Places an entity, or takes it off the map.
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
