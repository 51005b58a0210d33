//! Instructions as the rows write them, and back.

use foeman_rules::rulesets::strategy::catalogs::Measure;
use foeman_rules::rulesets::strategy::content::Content;
use foeman_rules::rulesets::strategy::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use foeman_rules::rulesets::strategy::instruction::{Cause, Instruction, Message, Notice};
use foeman_rules::rulesets::strategy::state::State;
use serde_json::{Map, Value, json};

use crate::digest::REACHES;

/// The names that things go by in a game. Entities that are gone keep theirs.
pub(crate) struct Names<'a> {
    pub(crate) content: &'a Content,
    /// By number, the names of all entities that ever were.
    pub(crate) entities: &'a mut Vec<String>,
}

impl Names<'_> {
    /// Learns the names of entities that have come to be.
    pub(crate) fn learn(&mut self, state: &State) {
        self.entities.resize(state.made() as usize, String::new());
        for (id, entity) in state.entities() {
            let (class, number) = entity.origin;
            self.entities[id.index()] = format!("{}-{number}", self.content.class(class).id);
        }
    }

    pub(crate) fn entity(&self, name: &str) -> Option<EntityId> {
        self.entities.iter().position(|known| known == name).map(|at| EntityId(at as u32))
    }

    fn of(&self, entity: EntityId) -> Value {
        self.entities.get(entity.index()).cloned().unwrap_or_default().into()
    }

    fn class(&self, class: ClassId) -> Value {
        self.content.class(class).id.clone().into()
    }

    fn variable(&self, variable: VariableId) -> Value {
        self.content.variable(variable).id.clone().into()
    }

    fn faction(&self, faction: FactionId) -> Value {
        self.content.faction(faction).id.clone().into()
    }

    /// An instruction as `{Name: {attributes}}`. What a `CreateEntity` makes is nobody's name yet.
    pub(crate) fn told(&self, instruction: &Instruction) -> Value {
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| {
            if value != json!("") {
                fields.insert(name.to_owned(), value);
            }
        };
        let owner = |owner: &Option<FactionId>| owner.map_or(json!(""), |owner| self.faction(owner));
        let name = match instruction {
            Instruction::TurnBegins {} | Instruction::TurnsAreOver {} => panic!("these are ours"),
            Instruction::AdvanceFaction {} => "AdvanceFaction",
            Instruction::CreateEntity { class } => {
                put("id", self.class(*class));
                "CreateEntity"
            }
            Instruction::CreateFaction { faction } => {
                put("id", self.faction(*faction));
                "CreateFaction"
            }
            Instruction::DeleteEntity { entity } => {
                put("id", self.of(*entity));
                "DeleteEntity"
            }
            Instruction::DeleteFaction { faction } => {
                put("id", self.faction(*faction));
                "DeleteFaction"
            }
            Instruction::MoveEntityToTop { entity } => {
                put("id", self.of(*entity));
                "MoveEntityToTop"
            }
            Instruction::MoveImage { class, sites, delay } | Instruction::ShowImage { class, sites, delay } => {
                put("id", self.class(*class));
                if *delay > 0 {
                    put("delay", (*delay).into());
                }
                if !sites.is_empty() {
                    put("sites", sites.iter().map(|&site| json!(self.content.cell(site))).collect());
                }
                if matches!(instruction, Instruction::MoveImage { .. }) { "MoveImage" } else { "ShowImage" }
            }
            Instruction::SelectEntity { entity } => {
                put("id", self.of(*entity));
                "SelectEntity"
            }
            Instruction::ShowMessage(message) | Instruction::ShowMessageDialog(message) => {
                put("id", owner(&message.faction));
                let (text, details) = self.said(&message.notice, &message.names);
                put("text", text.into());
                put("details", details.into());
                if !message.names.is_empty() {
                    put("names", message.names.clone().into());
                }
                if matches!(instruction, Instruction::ShowMessage(_)) { "ShowMessage" } else { "ShowMessageDialog" }
            }
            Instruction::SetEntityClass { entity, class } => {
                put("id", self.of(*entity));
                put("text", self.class(*class));
                "SetEntityClass"
            }
            Instruction::SetEntityDisplayClass { entity, class } => {
                put("id", self.of(*entity));
                put("text", class.map_or(json!(""), |class| self.class(class)));
                "SetEntityDisplayClass"
            }
            Instruction::SetEntityFrameOffset { entity, frame } => {
                put("id", self.of(*entity));
                put("value", (*frame).into());
                "SetEntityFrameOffset"
            }
            Instruction::SetEntityName { entity, name } => {
                put("id", self.of(*entity));
                put("text", name.clone().into());
                "SetEntityName"
            }
            Instruction::SetEntityOwner { entity, owner: of } => {
                put("id", self.of(*entity));
                put("text", owner(of));
                "SetEntityOwner"
            }
            Instruction::SetEntitySite { entity, site } => {
                put("id", self.of(*entity));
                let [x, y] = site.map_or([-1, -1], |site| self.content.cell(site));
                put("x", x.into());
                put("y", y.into());
                "SetEntitySite"
            }
            Instruction::SetEntityUniqueName { entity, faction } => {
                put("id", self.of(*entity));
                put("text", self.faction(*faction));
                "SetEntityUniqueName"
            }
            Instruction::SetEntityVariable { entity, variable, value }
            | Instruction::SetEntityVariableInitial { entity, variable, value }
            | Instruction::SetEntityVariableModifier { entity, variable, value, .. } => {
                put("id", self.of(*entity));
                put("text", self.variable(*variable));
                put("value", (*value).into());
                match instruction {
                    Instruction::SetEntityVariable { .. } => "SetEntityVariable",
                    Instruction::SetEntityVariableModifier { of, .. } => {
                        let (_, reach) = REACHES.iter().find(|(reach, _)| reach == of).unwrap();
                        put("target", (*reach).into());
                        "SetEntityVariableModifier"
                    }
                    _ => "SetEntityVariableInitial",
                }
            }
            Instruction::SetFactionResigned { faction, resigned } => {
                put("id", self.faction(*faction));
                put("value", (*resigned).into());
                "SetFactionResigned"
            }
            Instruction::SetFactionUnitsCanAttack { faction, class, may }
            | Instruction::SetFactionUnitsCanMove { faction, class, may } => {
                put("id", self.faction(*faction));
                put("text", class.map_or(json!(""), |class| self.class(class)));
                put("value", (*may).into());
                let attacks = matches!(instruction, Instruction::SetFactionUnitsCanAttack { .. });
                if attacks { "SetFactionUnitsCanAttack" } else { "SetFactionUnitsCanMove" }
            }
            Instruction::SetFactionVariable { faction, variable, value }
            | Instruction::SetFactionVariableInitial { faction, variable, value }
            | Instruction::SetFactionVariableModifier { faction, variable, value } => {
                put("id", self.faction(*faction));
                put("text", self.variable(*variable));
                put("value", (*value).into());
                match instruction {
                    Instruction::SetFactionVariable { .. } => "SetFactionVariable",
                    Instruction::SetFactionVariableInitial { .. } => "SetFactionVariableInitial",
                    _ => "SetFactionVariableModifier",
                }
            }
            Instruction::SetSiteOwner { site, owner: of } | Instruction::SetSiteUnitOwner { site, owner: of } => {
                put("id", owner(of));
                let [x, y] = self.content.cell(*site);
                put("x", x.into());
                put("y", y.into());
                if matches!(instruction, Instruction::SetSiteOwner { .. }) {
                    "SetSiteOwner"
                } else {
                    "SetSiteUnitOwner"
                }
            }
            Instruction::SetUnitCanAttack { unit, may } | Instruction::SetUnitCanMove { unit, may } => {
                put("id", self.of(*unit));
                put("value", (*may).into());
                let attacks = matches!(instruction, Instruction::SetUnitCanAttack { .. });
                if attacks { "SetUnitCanAttack" } else { "SetUnitCanMove" }
            }
            Instruction::SetWinningFaction { faction } => {
                put("id", owner(faction));
                "SetWinningFaction"
            }
        };
        json!({ name: fields })
    }

    /// The words of the original for what is told.
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
            },
            Notice::Lost(cause) => match cause {
                Cause::Survivor | Cause::Resigned => defeat("has resigned in despair"),
                Cause::Measured(Measure::Sites) => defeat("retains too little territory"),
                Cause::Measured(Measure::Units) => defeat("retains too few units"),
                Cause::Measured(Measure::UnitStrength) => defeat("has insufficient unit strength"),
                Cause::Measured(Measure::Turns) => defeat("has exceeded its turn limit"),
                Cause::Resource(variable) => defeat(&format!("has insufficient {}", title(*variable))),
            },
            Notice::Words { text, details } => (text.clone(), details.clone()),
        }
    }

    /// Reads an instruction: its name, and its values in the order of the original's methods (`-` for none, `_` for a
    /// blank). Nothing where it names what is not there.
    pub(crate) fn read(&self, call: &str) -> Option<Instruction> {
        let words: Vec<&str> = call.split_whitespace().collect();
        let (name, of) = words.split_first()?;
        let word = |at: usize| of.get(at).copied().unwrap_or("-");
        let entity = |at: usize| self.entity(word(at));
        let faction = |at: usize| self.content.faction_by_id(word(at));
        let class = |at: usize| self.content.class_by_id(word(at));
        let variable = |at: usize| self.content.variable_by_id(word(at));
        let number = |at: usize| word(at).parse::<i32>().ok();
        let flag = |at: usize| word(at).parse::<bool>().ok();
        let site = |at: usize| self.content.site([number(at)?, number(at + 1)?]);
        let none = |at: usize| word(at) == "-";
        let spaced = |at: usize| if none(at) { String::new() } else { word(at).replace('_', " ") };
        let sites = |at: usize| -> Option<Vec<SiteId>> { (at..of.len()).step_by(2).map(site).collect() };
        let message = || {
            Some(Message {
                faction: if none(2) { None } else { Some(faction(2)?) },
                notice: Notice::Words { text: spaced(0), details: spaced(1) },
                names: (3..of.len()).map(spaced).collect(),
            })
        };
        Some(match *name {
            "AdvanceFaction" => Instruction::AdvanceFaction {},
            "DeleteEntity" => Instruction::DeleteEntity { entity: entity(0)? },
            "DeleteFaction" => Instruction::DeleteFaction { faction: faction(0)? },
            "MoveEntityToTop" => Instruction::MoveEntityToTop { entity: entity(0)? },
            "MoveImage" => {
                Instruction::MoveImage { class: class(0)?, delay: number(1)?.unsigned_abs(), sites: sites(2)? }
            }
            "ShowImage" => {
                Instruction::ShowImage { class: class(0)?, delay: number(1)?.unsigned_abs(), sites: sites(2)? }
            }
            "SelectEntity" => Instruction::SelectEntity { entity: entity(0)? },
            "ShowMessage" => Instruction::ShowMessage(message()?),
            "ShowMessageDialog" => Instruction::ShowMessageDialog(message()?),
            "SetEntityClass" => Instruction::SetEntityClass { entity: entity(0)?, class: class(1)? },
            "SetEntityDisplayClass" => {
                let class = if none(1) { None } else { Some(class(1)?) };
                Instruction::SetEntityDisplayClass { entity: entity(0)?, class }
            }
            "SetEntityFrameOffset" => Instruction::SetEntityFrameOffset { entity: entity(0)?, frame: number(1)? },
            "SetEntityName" => Instruction::SetEntityName { entity: entity(0)?, name: spaced(1) },
            "SetEntityOwner" => Instruction::SetEntityOwner { entity: entity(0)?, owner: Some(faction(1)?) },
            "SetEntitySite" => Instruction::SetEntitySite { entity: entity(0)?, site: site(1) },
            "SetEntityVariable" => {
                Instruction::SetEntityVariable { entity: entity(0)?, variable: variable(1)?, value: number(2)? }
            }
            "SetEntityVariableInitial" => {
                Instruction::SetEntityVariableInitial { entity: entity(0)?, variable: variable(1)?, value: number(2)? }
            }
            "SetEntityVariableModifier" => {
                let (of, _) = REACHES.iter().find(|(_, name)| *name == word(2))?;
                let (entity, variable, value) = (entity(0)?, variable(1)?, number(3)?);
                Instruction::SetEntityVariableModifier { entity, variable, of: *of, value }
            }
            "SetFactionUnitsCanAttack" => {
                let class = if none(1) { None } else { Some(class(1)?) };
                Instruction::SetFactionUnitsCanAttack { faction: faction(0)?, class, may: flag(2)? }
            }
            "SetFactionUnitsCanMove" => {
                let class = if none(1) { None } else { Some(class(1)?) };
                Instruction::SetFactionUnitsCanMove { faction: faction(0)?, class, may: flag(2)? }
            }
            "SetFactionVariable" => {
                Instruction::SetFactionVariable { faction: faction(0)?, variable: variable(1)?, value: number(2)? }
            }
            "SetFactionVariableInitial" => {
                let (faction, variable, value) = (faction(0)?, variable(1)?, number(2)?);
                Instruction::SetFactionVariableInitial { faction, variable, value }
            }
            "SetFactionVariableModifier" => {
                let (faction, variable, value) = (faction(0)?, variable(1)?, number(2)?);
                Instruction::SetFactionVariableModifier { faction, variable, value }
            }
            "SetSiteOwner" => Instruction::SetSiteOwner { site: site(1)?, owner: faction(0) },
            "SetSiteUnitOwner" => Instruction::SetSiteUnitOwner { site: site(1)?, owner: faction(0) },
            "SetUnitCanAttack" => Instruction::SetUnitCanAttack { unit: entity(0)?, may: flag(1)? },
            "SetUnitCanMove" => Instruction::SetUnitCanMove { unit: entity(0)?, may: flag(1)? },
            "SetWinningFaction" => Instruction::SetWinningFaction { faction: faction(0) },
            unknown => panic!("the instruction `{unknown}` is not known"),
        })
    }
}
