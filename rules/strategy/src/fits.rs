//! Validates instructions of a journal, which may have been edited, before they are applied.
//!
//! Valid instructions refer only to existing things, respect the invariants, and leave a game that can continue: turns
//! begin and end in order, a faction is removed only when it has nothing left, and every site keeps a ground.

use super::catalogs::VariableKind;
use super::command::Command;
use super::content::{Category, Content};
use super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use super::instruction::{Cause, Instruction, Message, Notice};
use super::state::State;

/// The maximum number of entities created in a game, so that their numbers fit into token numbers.
const MOST_MADE: u32 = 100_000_000;

/// Whether an instruction can be applied to a state.
pub(super) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    let here = Here { content, state };
    let goes_on = state.over.is_none();
    match instruction {
        Instruction::TurnBegins {} => goes_on && !state.has_begun && state.active_faction().is_some(),
        Instruction::TurnsAreOver {} => goes_on && (state.turn >= content.turns || state.order.is_empty()),
        Instruction::Ordered { command } => here.command(command),
        Instruction::RuleApplies { rule, unit } => {
            rule.index() < content.rules.len() && unit.is_none_or(|unit| here.entity(unit))
        }
        Instruction::AdvanceFaction {} => goes_on && state.has_begun && !state.order.is_empty(),
        Instruction::CreateEntity { class } => here.class(*class) && state.made() < MOST_MADE,
        Instruction::CreateFaction { faction } | Instruction::SetFactionResigned { faction, .. } => {
            here.plays(*faction)
        }
        Instruction::DeleteFaction { faction } => here.plays(*faction) && here.has_nothing(*faction),
        Instruction::DeleteEntity { entity } => here.entity(*entity) && !here.is_ground(*entity),
        Instruction::MoveEntityToTop { entity }
        | Instruction::SelectEntity { entity }
        | Instruction::SetEntityName { entity, .. } => here.entity(*entity),
        Instruction::SetEntityFrameOffset { entity, frame } => here.entity(*entity) && *frame >= 0,
        Instruction::SetUnitCanAttack { unit, .. } | Instruction::SetUnitCanMove { unit, .. } => here.unit(*unit),
        Instruction::MoveImage { class, sites, .. } | Instruction::ShowImage { class, sites, .. } => {
            here.class(*class) && sites.iter().all(|&site| here.site(site))
        }
        Instruction::ShowMessage(message) | Instruction::ShowMessageDialog(message) => here.message(message),
        Instruction::SetEntityClass { entity, class } => {
            here.entity(*entity)
                && here.class(*class)
                && content.class(*class).category == state.listed(*entity).category(content)
                && (!here.is_ground(*entity) || content.class(*class).background)
        }
        Instruction::SetEntityDisplayClass { entity, class } => {
            here.entity(*entity) && class.is_none_or(|class| here.class(class))
        }
        Instruction::SetEntityOwner { entity, owner } => {
            let is_known = here.entity(*entity) && owner.is_none_or(|owner| here.plays(owner));
            is_known && state.may_own(content, *entity, *owner)
        }
        Instruction::ShowUnknown { .. } => false,
        Instruction::SetEntitySite { entity, site, off } => {
            let is_known = here.entity(*entity) && site.is_none_or(|site| here.site(site));
            is_known && off.is_none() && !here.is_ground(*entity) && state.may_lie(content, *entity, *site)
        }
        Instruction::SetEntityUniqueName { entity, faction } => here.entity(*entity) && here.plays(*faction),
        Instruction::SetEntityVariable { entity, variable, .. }
        | Instruction::SetEntityVariableInitial { entity, variable, .. } => {
            here.entity(*entity) && here.variable(*variable)
        }
        Instruction::SetEntityVariableModifier { entity, variable, .. } => {
            here.entity(*entity) && here.variable(*variable) && here.kind(*variable) != VariableKind::Counter
        }
        Instruction::SetFactionUnitsCanAttack { faction, class, .. }
        | Instruction::SetFactionUnitsCanMove { faction, class, .. } => {
            let is_of_units = |class| here.class(class) && content.class(class).category == Category::Unit;
            here.plays(*faction) && class.is_none_or(is_of_units)
        }
        Instruction::SetFactionVariable { faction, variable, .. }
        | Instruction::SetFactionVariableInitial { faction, variable, .. } => {
            here.plays(*faction) && here.variable(*variable) && here.kind(*variable) != VariableKind::Attribute
        }
        Instruction::SetFactionVariableModifier { faction, variable, .. } => {
            here.plays(*faction) && here.variable(*variable) && here.kind(*variable) == VariableKind::Resource
        }
        Instruction::SetSiteOwner { site, owner } => here.site(*site) && owner.is_none_or(|owner| here.plays(owner)),
        Instruction::SetSiteUnitOwner { site, owner } => {
            let owner = owner.map_or(content.original, |owner| here.plays(owner));
            owner && here.site(*site)
        }
        Instruction::SetWinningFaction { faction } => goes_on && faction.is_none_or(|faction| here.plays(faction)),
    }
}

struct Here<'a> {
    content: &'a Content,
    state: &'a State,
}

impl Here<'_> {
    fn class(&self, class: ClassId) -> bool {
        class.index() < self.content.classes.len()
    }

    fn variable(&self, variable: VariableId) -> bool {
        variable.index() < self.content.variables.len()
    }

    fn kind(&self, variable: VariableId) -> VariableKind {
        self.content.variable(variable).kind
    }

    fn site(&self, site: SiteId) -> bool {
        site.index() < self.content.site_count()
    }

    fn entity(&self, entity: EntityId) -> bool {
        self.state.entity(entity).is_some()
    }

    fn unit(&self, unit: EntityId) -> bool {
        self.state.entity(unit).is_some_and(|unit| unit.category(self.content) == Category::Unit)
    }

    /// Whether an entity is the lowest terrain of its site.
    fn is_ground(&self, entity: EntityId) -> bool {
        let site = self.state.entity(entity).and_then(|entity| entity.site);
        site.is_some_and(|site| self.state.site(site).terrains().first() == Some(&entity))
    }

    fn plays(&self, faction: FactionId) -> bool {
        self.state.plays(faction)
    }

    fn has_nothing(&self, faction: FactionId) -> bool {
        let of = self.state.faction(faction);
        of.units.is_empty() && of.terrains.is_empty() && of.upgrades.is_empty() && of.sites.is_empty()
    }

    fn command(&self, command: &Command) -> bool {
        let target = match command {
            Command::Attack { target, .. } | Command::Move { target, .. } | Command::Place { target, .. } => {
                Some(*target)
            }
            _ => None,
        };
        let classes: &[ClassId] = if let Command::Build { classes } = command { classes } else { &[] };
        command.entities().iter().all(|&entity| self.entity(entity))
            && classes.iter().all(|&class| self.class(class))
            && target.is_none_or(|target| self.site(target))
    }

    fn message(&self, message: &Message) -> bool {
        let cause = match &message.notice {
            Notice::Won(cause) | Notice::Lost(cause) => Some(*cause),
            _ => None,
        };
        let is_known = |cause| match cause {
            Cause::Resource(variable) => self.variable(variable),
            Cause::Rule(rule) => rule.index() < self.content.rules.len(),
            _ => true,
        };
        let variable =
            if let Notice::Changed { variable, .. } = message.notice { self.variable(variable) } else { true };
        variable
            && message.faction.is_none_or(|faction| faction.index() < self.content.factions.len())
            && cause.is_none_or(is_known)
    }
}
