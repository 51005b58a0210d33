//! Converts instructions to and from Hexkit's notation.

use std::collections::BTreeMap;

use foeman_schema::dialect::Record;

use super::read::REACHES;
use crate::catalogs::{Effect, Faction, Measure, Terrain, Unit, Upgrade, Variable};
use crate::content::{Category, Content};
use crate::hexkit_notation::HexkitInstruction;
use crate::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use crate::instruction::{Cause, Instruction, Message, Notice};
use crate::state::State;

/// The coordinates of entities that are not on the map.
const NOWHERE: [i32; 2] = [-1, -1];

/// The names of things in a game of Hexkit. Deleted entities keep their names.
pub struct Names<'a> {
    content: &'a Content,
    classes: Ids,
    variables: Ids,
    factions: Ids,
    /// The names of all entities ever created, by number.
    entities: Vec<String>,
    known: BTreeMap<String, EntityId>,
}

impl<'a> Names<'a> {
    /// Creates names for classes, variables and factions, which are their ids; entities are added later.
    pub fn new(content: &'a Content) -> Self {
        Self::with(content, &|_, id| id.to_owned())
    }

    /// Creates names like [`Names::new`], with another mapping of ids by catalog.
    pub(super) fn with(content: &'a Content, theirs: &dyn Fn(&str, &str) -> String) -> Self {
        let catalog = |category: Category| match category {
            Category::Unit => Unit::CATALOG,
            Category::Terrain => Terrain::CATALOG,
            Category::Effect => Effect::CATALOG,
            Category::Upgrade => Upgrade::CATALOG,
        };
        Self {
            content,
            classes: Ids::of(content.classes.iter().map(|of| theirs(catalog(of.category), &of.id))),
            variables: Ids::of(content.variables.iter().map(|of| theirs(Variable::CATALOG, &of.id))),
            factions: Ids::of(content.factions.iter().map(|of| theirs(Faction::CATALOG, &of.id))),
            entities: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    /// Adds the names of new entities.
    pub fn learn(&mut self, state: &State) {
        self.entities.resize(state.made() as usize, String::new());
        for (id, entity) in state.entities() {
            let (class, number) = entity.origin();
            let name = format!("{}-{number}", self.class(class));
            if self.entities[id.index()] != name {
                self.known.insert(name.clone(), id);
                self.entities[id.index()] = name;
            }
        }
    }

    /// Adds the name of the entity created last.
    pub(super) fn learn_last(&mut self, state: &State) {
        self.entities.resize(state.made() as usize, String::new());
        let last = state.made().checked_sub(1).map(EntityId);
        let Some((id, entity)) = last.and_then(|id| Some((id, state.entity(id)?))) else { return };
        let (class, number) = entity.origin();
        let name = format!("{}-{number}", self.class(class));
        self.known.insert(name.clone(), id);
        self.entities[id.index()] = name;
    }

    /// Returns the entity with a name, even if it has been deleted.
    pub fn entity(&self, name: &str) -> Option<EntityId> {
        self.known.get(name).copied()
    }

    /// Returns the name of an entity.
    pub fn name(&self, entity: EntityId) -> &str {
        self.entities.get(entity.index()).map_or("", String::as_str)
    }

    /// Returns the class with an id.
    pub(super) fn class_of(&self, id: &str) -> Option<ClassId> {
        self.classes.at(id).map(|at| ClassId(at as u16))
    }

    /// Returns the faction with an id.
    pub(super) fn faction_of(&self, id: &str) -> Option<FactionId> {
        self.factions.at(id).map(|at| FactionId(at as u8))
    }

    fn class(&self, class: ClassId) -> &str {
        &self.classes.names[class.index()]
    }

    fn variable(&self, variable: VariableId) -> &str {
        &self.variables.names[variable.index()]
    }

    fn faction(&self, faction: FactionId) -> &str {
        &self.factions.names[faction.index()]
    }

    fn owner(&self, faction: Option<FactionId>) -> &str {
        faction.map_or("", |faction| self.faction(faction))
    }

    /// Converts an instruction to Hexkit's notation; `None` for instructions that Hexkit lacks.
    pub fn told(&self, instruction: &Instruction) -> Option<HexkitInstruction> {
        let class_or_all = |class: &Option<ClassId>| class.map_or("", |class| self.class(class));
        Some(match instruction {
            Instruction::TurnBegins {}
            | Instruction::TurnsAreOver {}
            | Instruction::Ordered { .. }
            | Instruction::RuleApplies { .. } => return None,
            Instruction::AdvanceFaction {} => HexkitInstruction::of("AdvanceFaction"),
            Instruction::CreateEntity { class } => HexkitInstruction::of("CreateEntity").id(self.class(*class)),
            Instruction::CreateFaction { faction } => HexkitInstruction::of("CreateFaction").id(self.faction(*faction)),
            Instruction::DeleteEntity { entity } => HexkitInstruction::of("DeleteEntity").id(self.name(*entity)),
            Instruction::DeleteFaction { faction } => HexkitInstruction::of("DeleteFaction").id(self.faction(*faction)),
            Instruction::MoveEntityToTop { entity } => HexkitInstruction::of("MoveEntityToTop").id(self.name(*entity)),
            Instruction::MoveImage { class, sites, delay } => HexkitInstruction {
                sites: self.cells(sites),
                ..HexkitInstruction::of("MoveImage").id(self.class(*class)).delay(*delay)
            },
            Instruction::ShowImage { class, sites, delay } => HexkitInstruction {
                sites: self.cells(sites),
                ..HexkitInstruction::of("ShowImage").id(self.class(*class)).delay(*delay)
            },
            Instruction::SelectEntity { entity } => HexkitInstruction::of("SelectEntity").id(self.name(*entity)),
            Instruction::ShowMessage(message) => self.message("ShowMessage", message),
            Instruction::ShowMessageDialog(message) => self.message("ShowMessageDialog", message),
            Instruction::SetEntityClass { entity, class } => {
                HexkitInstruction::of("SetEntityClass").id(self.name(*entity)).text(self.class(*class))
            }
            Instruction::SetEntityDisplayClass { entity, class } => {
                HexkitInstruction::of("SetEntityDisplayClass").id(self.name(*entity)).text(class_or_all(class))
            }
            Instruction::SetEntityFrameOffset { entity, frame } => {
                HexkitInstruction::of("SetEntityFrameOffset").id(self.name(*entity)).value(frame)
            }
            Instruction::SetEntityName { entity, name } => {
                HexkitInstruction::of("SetEntityName").id(self.name(*entity)).text(name)
            }
            Instruction::SetEntityOwner { entity, owner } => {
                HexkitInstruction::of("SetEntityOwner").id(self.name(*entity)).text(self.owner(*owner))
            }
            Instruction::ShowUnknown { told } => told.clone(),
            Instruction::SetEntitySite { entity, site, off } => {
                let cell = site.map_or(off.unwrap_or(NOWHERE), |site| self.content.cell(site));
                HexkitInstruction::of("SetEntitySite").id(self.name(*entity)).cell(cell)
            }
            Instruction::SetEntityUniqueName { entity, faction } => {
                HexkitInstruction::of("SetEntityUniqueName").id(self.name(*entity)).text(self.faction(*faction))
            }
            Instruction::SetEntityVariable { entity, variable, value } => HexkitInstruction::of("SetEntityVariable")
                .id(self.name(*entity))
                .text(self.variable(*variable))
                .value(value),
            Instruction::SetEntityVariableInitial { entity, variable, value } => {
                HexkitInstruction::of("SetEntityVariableInitial")
                    .id(self.name(*entity))
                    .text(self.variable(*variable))
                    .value(value)
            }
            Instruction::SetEntityVariableModifier { entity, variable, of, value } => {
                let told = HexkitInstruction::of("SetEntityVariableModifier").id(self.name(*entity));
                let target = REACHES.iter().find(|(_, reach)| reach == of).map_or("", |(word, _)| word);
                told.text(self.variable(*variable)).value(value).with("target", target)
            }
            Instruction::SetFactionResigned { faction, resigned } => {
                HexkitInstruction::of("SetFactionResigned").id(self.faction(*faction)).value(resigned)
            }
            Instruction::SetFactionUnitsCanAttack { faction, class, may } => {
                HexkitInstruction::of("SetFactionUnitsCanAttack")
                    .id(self.faction(*faction))
                    .text(class_or_all(class))
                    .value(may)
            }
            Instruction::SetFactionUnitsCanMove { faction, class, may } => {
                HexkitInstruction::of("SetFactionUnitsCanMove")
                    .id(self.faction(*faction))
                    .text(class_or_all(class))
                    .value(may)
            }
            Instruction::SetFactionVariable { faction, variable, value } => HexkitInstruction::of("SetFactionVariable")
                .id(self.faction(*faction))
                .text(self.variable(*variable))
                .value(value),
            Instruction::SetFactionVariableInitial { faction, variable, value } => {
                let told = HexkitInstruction::of("SetFactionVariableInitial").id(self.faction(*faction));
                told.text(self.variable(*variable)).value(value)
            }
            Instruction::SetFactionVariableModifier { faction, variable, value } => {
                let told = HexkitInstruction::of("SetFactionVariableModifier").id(self.faction(*faction));
                told.text(self.variable(*variable)).value(value)
            }
            Instruction::SetSiteOwner { site, owner } => {
                HexkitInstruction::of("SetSiteOwner").id(self.owner(*owner)).cell(self.content.cell(*site))
            }
            Instruction::SetSiteUnitOwner { site, owner } => {
                HexkitInstruction::of("SetSiteUnitOwner").id(self.owner(*owner)).cell(self.content.cell(*site))
            }
            Instruction::SetUnitCanAttack { unit, may } => {
                HexkitInstruction::of("SetUnitCanAttack").id(self.name(*unit)).value(may)
            }
            Instruction::SetUnitCanMove { unit, may } => {
                HexkitInstruction::of("SetUnitCanMove").id(self.name(*unit)).value(may)
            }
            Instruction::SetWinningFaction { faction } => {
                HexkitInstruction::of("SetWinningFaction").id(self.owner(*faction))
            }
        })
    }

    fn cells(&self, sites: &[SiteId]) -> Vec<[i32; 2]> {
        sites.iter().map(|&site| self.content.cell(site)).collect()
    }

    fn message(&self, name: &str, message: &Message) -> HexkitInstruction {
        let (text, details) = self.said(&message.notice, &message.names);
        let told = HexkitInstruction::of(name).id(self.owner(message.faction)).text(&text);
        HexkitInstruction { details, names: message.names.clone(), ..told }
    }

    /// Returns Hexkit's short and long text for a notice.
    fn said(&self, notice: &Notice, names: &[String]) -> (String, String) {
        let title = |variable: VariableId| self.content.variable(variable).title.clone();
        let victory = |what: &str| ("Victory!".to_owned(), format!("This faction {what}!"));
        let defeat =
            |what: &str| ("Defeat!".to_owned(), format!("This faction {what} and will be removed from the game."));
        match notice {
            Notice::Captured => ("Captured Site".to_owned(), String::new()),
            Notice::Depleted => ("Depleted Entity".to_owned(), String::new()),
            Notice::AttackersLost(percent) | Notice::DefendersLost(percent) => {
                let who = if matches!(notice, Notice::AttackersLost(_)) { "Attacker" } else { "Defender" };
                let details = if names.is_empty() { "" } else { "The following units were destroyed in battle:" };
                (format!("{percent}% {who} Losses"), details.to_owned())
            }
            Notice::Disbanded => {
                let details = "This faction can no longer maintain its entire army.\nThe following units were \
                               automatically disbanded:";
                ("Out of Resources!".to_owned(), details.to_owned())
            }
            Notice::Won(cause) => match cause {
                Cause::Survivor | Cause::Resigned => victory("is the sole survivor as all its enemies have fallen"),
                Cause::Measured(Measure::Sites) => victory("has captured enough territory to win the game"),
                Cause::Measured(Measure::Units) => victory("has amassed enough units to win the game"),
                Cause::Measured(Measure::UnitStrength) => victory("has amassed enough unit strength to win the game"),
                Cause::Measured(Measure::Turns) => victory("has survived long enough to win the game"),
                Cause::Resource(variable) => {
                    victory(&format!("has amassed enough {} to win the game", title(*variable)))
                }
                Cause::Rule(rule) => victory(&format!("has won by the rule {}", self.content.rule(*rule).title)),
            },
            Notice::Lost(cause) => match cause {
                Cause::Survivor | Cause::Resigned => defeat("has resigned in despair"),
                Cause::Measured(Measure::Sites) => defeat("retains too little territory"),
                Cause::Measured(Measure::Units) => defeat("retains too few units"),
                Cause::Measured(Measure::UnitStrength) => defeat("has insufficient unit strength"),
                Cause::Measured(Measure::Turns) => defeat("has exceeded its turn limit"),
                Cause::Resource(variable) => defeat(&format!("has insufficient {}", title(*variable))),
                Cause::Rule(rule) => defeat(&format!("has lost by the rule {}", self.content.rule(*rule).title)),
            },
            Notice::Changed { variable, by, .. } => (format!("{by:+} {}", title(*variable)), String::new()),
            Notice::Words { text, details } => (text.clone(), details.clone()),
        }
    }

    /// Converts an instruction from Hexkit's notation; `None` if it is unknown or refers to missing things.
    /// Instructions that only show something may refer to anything.
    pub fn read(&self, told: &HexkitInstruction) -> Option<Instruction> {
        let unknown = || {
            let mut told = told.clone();
            told.fields.retain(|(name, value)| !(value.is_empty() || name == "delay" && value == "0"));
            Instruction::ShowUnknown { told }
        };
        self.read_known(told).or_else(|| told.only_shows().then(unknown))
    }

    fn read_known(&self, told: &HexkitInstruction) -> Option<Instruction> {
        let field = |name: &str| told.get(name);
        let entity = || self.entity(field("id"));
        let faction = || self.faction_of(field("id"));
        let owner = |name: &str| match field(name) {
            "" => Some(None),
            id => self.faction_of(id).map(Some),
        };
        let class_of = |name: &str| self.class_of(field(name));
        let class_or_all = || if field("text").is_empty() { Some(None) } else { class_of("text").map(Some) };
        let variable = || self.variables.at(field("text")).map(|at| VariableId(at as u16));
        let value = || field("value").parse::<i32>().ok();
        let flag = || match field("value") {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        };
        let number = |name: &str| field(name).parse::<i32>().ok();
        let site = || self.content.site([number("x")?, number("y")?]);
        let sites = || -> Option<Vec<SiteId>> { told.sites.iter().map(|&cell| self.content.site(cell)).collect() };
        let delay = || if field("delay").is_empty() { Some(0) } else { field("delay").parse::<u32>().ok() };
        let message = || {
            let notice = Notice::Words { text: field("text").to_owned(), details: told.details.clone() };
            Some(Message { faction: owner("id")?, notice, names: told.names.clone() })
        };
        Some(match told.name.as_str() {
            "AdvanceFaction" => Instruction::AdvanceFaction {},
            "CreateEntity" => Instruction::CreateEntity { class: class_of("id")? },
            "CreateFaction" => Instruction::CreateFaction { faction: faction()? },
            "DeleteEntity" => Instruction::DeleteEntity { entity: entity()? },
            "DeleteFaction" => Instruction::DeleteFaction { faction: faction()? },
            "MoveEntityToTop" => Instruction::MoveEntityToTop { entity: entity()? },
            "MoveImage" => Instruction::MoveImage { class: class_of("id")?, delay: delay()?, sites: sites()? },
            "ShowImage" => Instruction::ShowImage { class: class_of("id")?, delay: delay()?, sites: sites()? },
            "SelectEntity" => Instruction::SelectEntity { entity: entity()? },
            "ShowMessage" => Instruction::ShowMessage(message()?),
            "ShowMessageDialog" => Instruction::ShowMessageDialog(message()?),
            "SetEntityClass" => Instruction::SetEntityClass { entity: entity()?, class: class_of("text")? },
            "SetEntityDisplayClass" => Instruction::SetEntityDisplayClass { entity: entity()?, class: class_or_all()? },
            "SetEntityFrameOffset" => Instruction::SetEntityFrameOffset { entity: entity()?, frame: value()? },
            "SetEntityName" => Instruction::SetEntityName { entity: entity()?, name: field("text").to_owned() },
            "SetEntityOwner" => Instruction::SetEntityOwner { entity: entity()?, owner: owner("text")? },
            "SetEntitySite" => {
                let off = number("x").zip(number("y")).map(|(x, y)| [x, y]).filter(|off| *off != NOWHERE);
                let site = site();
                Instruction::SetEntitySite { entity: entity()?, site, off: off.filter(|_| site.is_none()) }
            }
            "SetEntityUniqueName" => {
                let faction = self.faction_of(field("text"))?;
                Instruction::SetEntityUniqueName { entity: entity()?, faction }
            }
            "SetEntityVariable" => {
                Instruction::SetEntityVariable { entity: entity()?, variable: variable()?, value: value()? }
            }
            "SetEntityVariableInitial" => {
                Instruction::SetEntityVariableInitial { entity: entity()?, variable: variable()?, value: value()? }
            }
            "SetEntityVariableModifier" => {
                let (_, of) = REACHES.into_iter().find(|(word, _)| *word == field("target"))?;
                let (entity, variable, value) = (entity()?, variable()?, value()?);
                Instruction::SetEntityVariableModifier { entity, variable, of, value }
            }
            "SetFactionResigned" => Instruction::SetFactionResigned { faction: faction()?, resigned: flag()? },
            "SetFactionUnitsCanAttack" => {
                Instruction::SetFactionUnitsCanAttack { faction: faction()?, class: class_or_all()?, may: flag()? }
            }
            "SetFactionUnitsCanMove" => {
                Instruction::SetFactionUnitsCanMove { faction: faction()?, class: class_or_all()?, may: flag()? }
            }
            "SetFactionVariable" => {
                Instruction::SetFactionVariable { faction: faction()?, variable: variable()?, value: value()? }
            }
            "SetFactionVariableInitial" => {
                Instruction::SetFactionVariableInitial { faction: faction()?, variable: variable()?, value: value()? }
            }
            "SetFactionVariableModifier" => {
                Instruction::SetFactionVariableModifier { faction: faction()?, variable: variable()?, value: value()? }
            }
            "SetSiteOwner" => Instruction::SetSiteOwner { site: site()?, owner: owner("id")? },
            "SetSiteUnitOwner" => Instruction::SetSiteUnitOwner { site: site()?, owner: owner("id")? },
            "SetUnitCanAttack" => Instruction::SetUnitCanAttack { unit: entity()?, may: flag()? },
            "SetUnitCanMove" => Instruction::SetUnitCanMove { unit: entity()?, may: flag()? },
            "SetWinningFaction" => Instruction::SetWinningFaction { faction: owner("id")? },
            _ => return None,
        })
    }
}

/// Ids by number, and numbers by id.
struct Ids {
    names: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Ids {
    fn of(names: impl Iterator<Item = String>) -> Self {
        let names: Vec<String> = names.collect();
        // If an id occurs twice, the first one counts.
        let known = names.iter().cloned().enumerate().map(|(at, name)| (name, at)).rev().collect();
        Self { names, known }
    }

    fn at(&self, id: &str) -> Option<usize> {
        self.known.get(id).copied()
    }
}
