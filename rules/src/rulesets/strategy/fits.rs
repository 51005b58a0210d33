//! Whether an instruction of a journal that somebody may have edited can be applied.

use super::content::Content;
use super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use super::instruction::{Cause, Instruction, Message, Notice};
use super::state::State;

/// Whether an instruction names only what exists.
pub(super) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    let here = Here { content, state };
    match instruction {
        Instruction::TurnBegins {} | Instruction::TurnsAreOver {} => true,
        Instruction::AdvanceFaction {} => !state.order.is_empty() && state.turn < u32::MAX,
        Instruction::CreateEntity { class } => here.class(*class),
        Instruction::CreateFaction { faction }
        | Instruction::DeleteFaction { faction }
        | Instruction::SetFactionResigned { faction, .. } => here.plays(*faction),
        Instruction::DeleteEntity { entity }
        | Instruction::MoveEntityToTop { entity }
        | Instruction::SelectEntity { entity }
        | Instruction::SetEntityFrameOffset { entity, .. }
        | Instruction::SetEntityName { entity, .. }
        | Instruction::SetUnitCanAttack { unit: entity, .. }
        | Instruction::SetUnitCanMove { unit: entity, .. } => here.entity(*entity),
        Instruction::MoveImage { class, sites, .. } | Instruction::ShowImage { class, sites, .. } => {
            here.class(*class) && sites.iter().all(|&site| here.site(site))
        }
        Instruction::ShowMessage(message) | Instruction::ShowMessageDialog(message) => here.message(message),
        Instruction::SetEntityClass { entity, class } => {
            here.entity(*entity)
                && here.class(*class)
                && content.class(*class).category == state.listed(*entity).category(content)
        }
        Instruction::SetEntityDisplayClass { entity, class } => {
            here.entity(*entity) && class.is_none_or(|class| here.class(class))
        }
        Instruction::SetEntityOwner { entity, owner } => {
            here.entity(*entity) && owner.is_none_or(|owner| here.plays(owner))
        }
        Instruction::SetEntitySite { entity, site } => here.entity(*entity) && site.is_none_or(|site| here.site(site)),
        Instruction::SetEntityUniqueName { entity, faction } => here.entity(*entity) && here.plays(*faction),
        Instruction::SetEntityVariable { entity, variable, .. }
        | Instruction::SetEntityVariableInitial { entity, variable, .. }
        | Instruction::SetEntityVariableModifier { entity, variable, .. } => {
            here.entity(*entity) && here.variable(*variable)
        }
        Instruction::SetFactionUnitsCanAttack { faction, class, .. }
        | Instruction::SetFactionUnitsCanMove { faction, class, .. } => {
            here.plays(*faction) && class.is_none_or(|class| here.class(class))
        }
        Instruction::SetFactionVariable { faction, variable, .. }
        | Instruction::SetFactionVariableInitial { faction, variable, .. }
        | Instruction::SetFactionVariableModifier { faction, variable, .. } => {
            here.plays(*faction) && here.variable(*variable)
        }
        Instruction::SetSiteOwner { site, owner } | Instruction::SetSiteUnitOwner { site, owner } => {
            here.site(*site) && owner.is_none_or(|owner| here.plays(owner))
        }
        Instruction::SetWinningFaction { faction } => faction.is_none_or(|faction| here.plays(faction)),
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

    fn site(&self, site: SiteId) -> bool {
        site.index() < self.content.site_count()
    }

    fn entity(&self, entity: EntityId) -> bool {
        self.state.entity(entity).is_some()
    }

    fn plays(&self, faction: FactionId) -> bool {
        self.state.plays(faction)
    }

    fn message(&self, message: &Message) -> bool {
        let cause = match &message.notice {
            Notice::Won(cause) | Notice::Lost(cause) => Some(*cause),
            _ => None,
        };
        let is_known = |cause| if let Cause::Resource(variable) = cause { self.variable(variable) } else { true };
        message.faction.is_none_or(|faction| faction.index() < self.content.factions.len())
            && cause.is_none_or(is_known)
    }
}
