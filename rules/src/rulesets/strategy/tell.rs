//! The log: what instructions mean to people.

use super::catalogs::Measure;
use super::content::Content;
use super::ids::{EntityId, SiteId, VariableId};
use super::instruction::{Cause, Instruction, Message, Notice};
use super::state::State;
use crate::told::{Line, LineKind};

/// Says what an instruction means, given the state just before it; nothing of mere bookkeeping.
pub(super) fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
    let name = |entity: EntityId| state.entity(entity).map_or("something", |entity| entity.name(content));
    let (kind, text, actor) = match instruction {
        Instruction::TurnBegins {} => {
            let faction = state.active_faction()?;
            (LineKind::Heading, format!("Turn {}: {}", state.turn + 1, content.faction(faction).title), None)
        }
        Instruction::TurnsAreOver {} => (LineKind::Event, "All turns are played: nobody has won".to_owned(), None),
        Instruction::CreateEntity { class } => {
            (LineKind::Event, format!("{} is built", content.class(*class).title), None)
        }
        Instruction::DeleteEntity { entity } => {
            (LineKind::Detail, format!("{} is gone", name(*entity)), Some(entity.0))
        }
        Instruction::DeleteFaction { faction } => {
            (LineKind::Event, format!("{} is out of the game", content.faction(*faction).title), None)
        }
        Instruction::SetEntitySite { entity, site: Some(site) } => {
            (LineKind::Event, format!("{} comes to {}", name(*entity), cell(content, *site)), Some(entity.0))
        }
        Instruction::SetEntityName { entity, name: new } if !new.is_empty() => {
            (LineKind::Event, format!("{} is called {new} from now on", name(*entity)), Some(entity.0))
        }
        Instruction::SetEntityClass { entity, class } => {
            let text = format!("{} becomes {}", name(*entity), content.class(*class).title);
            (LineKind::Event, text, Some(entity.0))
        }
        Instruction::SetFactionVariable { faction, variable, value } => {
            let text = format!("{} has {}", content.faction(*faction).title, amount(content, *variable, *value));
            (LineKind::Detail, text, None)
        }
        Instruction::SetSiteOwner { site, owner: Some(owner) } => {
            (LineKind::Event, format!("{} takes {}", content.faction(*owner).title, cell(content, *site)), None)
        }
        Instruction::ShowMessage(message) | Instruction::ShowMessageDialog(message) => {
            (LineKind::Event, said(content, message)?, None)
        }
        _ => return None,
    };
    Some(Line { actor, ..Line::new(kind, text) })
}

/// What is told; nothing of what the instruction beside it tells already.
fn said(content: &Content, message: &Message) -> Option<String> {
    let who = message.faction.map_or("Nobody", |faction| content.faction(faction).title.as_str());
    let names = message.names.join(", ");
    Some(match &message.notice {
        Notice::Captured => return None,
        Notice::Depleted => format!("{names} has nothing left"),
        Notice::AttackersLost(percent) => format!("{who} loses {percent} % of its strength in the attack"),
        Notice::DefendersLost(percent) => format!("{who} loses {percent} % of its strength in defence"),
        Notice::Disbanded => format!("{who} cannot keep {names}"),
        Notice::Won(cause) => format!("{who} wins: {}", won(content, *cause)),
        Notice::Lost(cause) => format!("{who} has lost: {}", lost(content, *cause)),
        Notice::Words { text, details } if details.is_empty() => text.clone(),
        Notice::Words { text, details } => format!("{text}: {details}"),
    })
}

/// Why a faction has won.
pub(super) fn won(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Survivor | Cause::Resigned => "nobody else is left".to_owned(),
        Cause::Measured(Measure::Sites) => "it owns enough of the map".to_owned(),
        Cause::Measured(Measure::Units) => "it has enough units".to_owned(),
        Cause::Measured(Measure::UnitStrength) => "its units are strong enough".to_owned(),
        Cause::Measured(Measure::Turns) => "it has held out long enough".to_owned(),
        Cause::Resource(variable) => format!("it has enough {}", content.variable(variable).title),
    }
}

/// Why a faction has lost.
fn lost(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Survivor | Cause::Resigned => "it has given up".to_owned(),
        Cause::Measured(Measure::Sites) => "it owns too little of the map".to_owned(),
        Cause::Measured(Measure::Units) => "it has too few units".to_owned(),
        Cause::Measured(Measure::UnitStrength) => "its units are too weak".to_owned(),
        Cause::Measured(Measure::Turns) => "its time is up".to_owned(),
        Cause::Resource(variable) => format!("it has too little {}", content.variable(variable).title),
    }
}

/// A site as people name it, by column and row.
pub(super) fn cell(content: &Content, site: SiteId) -> String {
    let [column, row] = content.cell(site);
    format!("[{column}, {row}]")
}

/// So much of a variable, as it is shown.
pub(super) fn amount(content: &Content, variable: VariableId, value: i32) -> String {
    let variable = content.variable(variable);
    let scale = i32::from(variable.scale);
    let decimals = match variable.scale {
        1 => return format!("{value} {}", variable.title),
        2 | 5 | 10 => 1,
        _ => 2,
    };
    let parts = 10_i64.pow(decimals);
    let shown = i64::from(value) * parts / i64::from(scale);
    let sign = if shown < 0 { "-" } else { "" };
    let (whole, rest) = (shown.abs() / parts, shown.abs() % parts);
    format!("{sign}{whole}.{rest:0width$} {}", variable.title, width = decimals as usize)
}
