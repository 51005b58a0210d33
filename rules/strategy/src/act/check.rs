//! Checks whether commands are legal.

use std::collections::BTreeMap;

use crate::command::Command;
use crate::content::Category;
use crate::ids::{ClassId, EntityId, FactionId, SiteId};
use crate::situation::Situation;
use foeman_engine::ruleset::Refusal;

fn refused(rule: &'static str, message: &'static str) -> Result<(), Refusal> {
    Err(Refusal { rule, message })
}

/// Checks whether a faction may issue a command now.
///
/// Hexkit lets factions act out of turn, move units from different sites together, place things without a possible
/// site, list things twice, build more than they can pay for, and act after they have resigned. Here that is allowed
/// only if a scenario asks for the original behaviour.
pub(in super::super) fn check(now: Situation<'_>, faction: FactionId, command: &Command) -> Result<(), Refusal> {
    let (state, content) = (now.state, now.content);
    if !state.plays(faction) {
        return refused("S2.1", "the faction is not in the game");
    }
    let is_turn = state.active_faction() == Some(faction);
    let opens = matches!(command, Command::BeginTurn {});
    if !is_turn && (!content.original || matches!(command, Command::BeginTurn {} | Command::EndTurn {})) {
        return refused("S2.1", "it is another faction's turn");
    }
    if !content.original && state.over.is_some() {
        return refused("S2.4", "the game is over");
    }
    if !content.original && state.has_begun == opens {
        return refused("S2.1", if opens { "the turn has begun already" } else { "the turn has not begun yet" });
    }
    if !content.original && state.faction(faction).resigned && !matches!(command, Command::EndTurn {}) && !opens {
        return refused("S2.5", "the faction has given up: its turn can only end");
    }
    if now.is_spent(faction) && !opens && !matches!(command, Command::EndTurn {} | Command::Resign {}) {
        return refused("S2.6", "custom rules have reached their limit in this turn: it can only end");
    }
    match command {
        Command::BeginTurn {} | Command::EndTurn {} | Command::Resign {} => Ok(()),
        Command::Build { classes } => can_build(now, faction, classes),
        Command::Automate { text, .. } if text.is_empty() => refused("S4.7", "there is nothing to do"),
        Command::Automate { .. } | Command::Rename { .. } => owned(now, faction, command),
        Command::Destroy { entities } => {
            owned(now, faction, command)?;
            let falls = |&entity: &EntityId| {
                let class = now.class(entity);
                class.category == Category::Unit || class.destroyable
            };
            if entities.iter().all(falls) { Ok(()) } else { refused("S4.4", "it cannot be torn down") }
        }
        Command::Attack { units, target } => {
            owned(now, faction, command)?;
            placed_units(now, units)?;
            on_map(now, *target)?;
            if now.attack_targets(units).contains(target) {
                Ok(())
            } else {
                refused("S4.2", "they cannot attack that site")
            }
        }
        Command::Move { units, target } => {
            owned(now, faction, command)?;
            placed_units(now, units)?;
            on_map(now, *target)?;
            let site = |unit: &EntityId| state.listed(*unit).site;
            if !content.original && units.iter().any(|unit| site(unit) != site(&units[0])) {
                return refused("S4.5", "they are not in the same site");
            }
            if now.move_targets(units).contains(target) {
                Ok(())
            } else {
                refused("S4.5", "they cannot move to that site")
            }
        }
        Command::Place { entities, target } => {
            owned(now, faction, command)?;
            on_map(now, *target)?;
            can_be_placed(now, faction, entities, *target)
        }
    }
}

/// Checks that everything a command lists belongs to the faction, is of one category, and is listed once.
///
/// Hexkit looks in the faction's lists, which do not contain effects.
fn owned(now: Situation<'_>, faction: FactionId, command: &Command) -> Result<(), Refusal> {
    let entities = command.entities();
    let Some(&first) = entities.first() else { return refused("S4.1", "nothing is named") };
    let is_listed = |category| !now.content.original || category != Category::Effect;
    let is_own = |&id: &EntityId| {
        let entity = now.state.entity(id).filter(|entity| entity.owner == Some(faction));
        entity.is_some_and(|entity| is_listed(entity.category(now.content)))
    };
    if !entities.iter().all(is_own) {
        return refused("S4.1", "it does not belong to the faction");
    }
    let category = now.class(first).category;
    if !entities.iter().all(|&id| now.class(id).category == category) {
        return refused("S4.1", "units, terrains, effects and upgrades cannot be named together");
    }
    let twice = |(at, id): (usize, &EntityId)| entities[..at].contains(id);
    if !now.content.original && entities.iter().enumerate().any(twice) {
        return refused("S4.1", "it is named twice");
    }
    Ok(())
}

fn placed_units(now: Situation<'_>, units: &[EntityId]) -> Result<(), Refusal> {
    if units.iter().any(|&unit| now.class(unit).category != Category::Unit) {
        return refused("S4.1", "only units do that");
    }
    if units.iter().any(|&unit| now.state.listed(unit).site.is_none()) {
        return refused("S1.2", "it is not placed yet");
    }
    Ok(())
}

fn on_map(now: Situation<'_>, target: SiteId) -> Result<(), Refusal> {
    if target.index() < now.content.site_count() { Ok(()) } else { refused("S4.1", "it is off the map") }
}

fn can_be_placed(now: Situation<'_>, faction: FactionId, entities: &[EntityId], target: SiteId) -> Result<(), Refusal> {
    let mut known = None;
    for &id in entities {
        let entity = now.state.listed(id);
        if entity.site.is_some() {
            return refused("S1.2", "it is placed already");
        }
        if matches!(entity.category(now.content), Category::Effect | Category::Upgrade) {
            return refused("S4.6", "only units and terrains are placed");
        }
        let class = entity.class;
        if known == Some(class) {
            continue;
        }
        let passes = now.content.original && !now.has_place_targets(faction, class);
        if !passes && !now.is_place_target(faction, class, target) {
            return refused("S4.6", "it cannot be placed there");
        }
        known = Some(class);
    }
    if entities.len() > 1 && !now.can_place(faction, target) {
        return refused("S4.6", "they cannot be placed there");
    }
    Ok(())
}

fn can_build(now: Situation<'_>, faction: FactionId, classes: &[ClassId]) -> Result<(), Refusal> {
    if classes.is_empty() {
        return refused("S4.1", "nothing is named");
    }
    let known = |class: &ClassId| class.index() < now.content.classes.len();
    if !classes.iter().all(|class| known(class) && now.build_count(faction, *class) > 0) {
        return refused("S4.3", "the faction cannot build that");
    }
    if now.content.original {
        return Ok(());
    }
    let mut costs: BTreeMap<_, i64> = BTreeMap::new();
    for &class in classes {
        for &(variable, cost) in &now.content.class(class).cost {
            *costs.entry(variable).or_default() += i64::from(cost);
        }
    }
    let values = &now.state.faction(faction).values;
    if costs.into_iter().any(|(variable, cost)| cost > i64::from(values.value(variable).max(0))) {
        return refused("S4.3", "the faction cannot pay for all of that");
    }
    Ok(())
}
