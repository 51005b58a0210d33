//! Lists the legal commands, and commands that are barred by their price.
//!
//! Not all legal commands are listed: other groups of units can attack, move, be built, placed or disbanded together,
//! things can be renamed, and special rules take any text. The listed commands can reach the same states, except for
//! names, and for more than eight waiting entities of a class that costs nothing. Listed are: each unit alone, the
//! stack of a site, all units that can reach a target, each class to build alone or in certain numbers, and, to place,
//! one of several equal entities or all of them.

use std::collections::BTreeMap;

use super::command::Command;
use super::content::{Category, Content, Modifier, Stocks};
use super::ids::{ClassId, EntityId, FactionId, SiteId};
use super::situation::Situation;
use super::state::State;
use foeman_engine::ruleset::Refusal;

/// The numbers of a class that can be built at once.
const NUMBERS: [i32; 4] = [1, 2, 5, 10];

/// A class that costs nothing is listed only while fewer entities than this wait to be placed.
const FREE: usize = 8;

/// Lists the commands of a faction in its turn; ending the turn and resigning are last.
pub(super) fn legal(content: &Content, state: &State, faction: FactionId, out: &mut Vec<Command>) {
    let now = Situation::new(content, state);
    if !state.faction(faction).resigned && !now.is_spent(faction) {
        attacks(now, faction, out);
        moves(now, faction, out);
        places(now, faction, out);
        builds(now, faction, out);
        out.extend(now.removable(faction).map(|entity| Command::Destroy { entities: vec![entity] }));
    }
    out.push(Command::EndTurn {});
    if !state.faction(faction).resigned {
        out.push(Command::Resign {});
    }
}

/// Returns the placed units of a faction, by stack.
fn stacks(now: Situation<'_>, faction: FactionId) -> BTreeMap<SiteId, Vec<EntityId>> {
    let mut stacks: BTreeMap<SiteId, Vec<EntityId>> = BTreeMap::new();
    for &unit in &now.state.faction(faction).units {
        if let Some(site) = now.state.listed(unit).site {
            stacks.entry(site).or_default().push(unit);
        }
    }
    stacks
}

fn attacks(now: Situation<'_>, faction: FactionId, out: &mut Vec<Command>) {
    let mut able: BTreeMap<SiteId, Vec<Vec<EntityId>>> = BTreeMap::new();
    for stack in stacks(now, faction).into_values() {
        let mut within: BTreeMap<SiteId, Vec<EntityId>> = BTreeMap::new();
        for unit in stack {
            for target in now.attack_targets(&[unit]) {
                within.entry(target).or_default().push(unit);
            }
        }
        within.into_iter().for_each(|(target, units)| able.entry(target).or_default().push(units));
    }
    for (target, groups) in able {
        let all = groups.concat();
        out.extend(all.iter().map(|&unit| Command::Attack { units: vec![unit], target }));
        let are_apart = groups.len() > 1;
        let groups = groups.into_iter().filter(|units| units.len() > 1);
        out.extend(groups.map(|units| Command::Attack { units, target }));
        if are_apart {
            out.push(Command::Attack { units: all, target });
        }
    }
}

fn moves(now: Situation<'_>, faction: FactionId, out: &mut Vec<Command>) {
    for mut units in stacks(now, faction).into_values() {
        units.retain(|&unit| now.can_move(unit));
        for &unit in &units {
            let targets = now.move_targets(&[unit]).into_iter();
            out.extend(targets.map(|target| Command::Move { units: vec![unit], target }));
        }
        if units.len() > 1 {
            let targets = now.move_targets(&units).into_iter();
            out.extend(targets.map(|target| Command::Move { units: units.clone(), target }));
        }
    }
}

fn places(now: Situation<'_>, faction: FactionId, out: &mut Vec<Command>) {
    for category in [Category::Unit, Category::Terrain] {
        let mut waiting: BTreeMap<ClassId, Vec<EntityId>> = BTreeMap::new();
        for entity in now.state.faction(faction).possessions(category) {
            if now.state.listed(entity).site.is_none() {
                waiting.entry(now.state.listed(entity).class).or_default().push(entity);
            }
        }
        for (class, entities) in waiting {
            let alike = |entity: EntityId| -> (&Stocks, &[Modifier]) {
                let entity = now.state.listed(entity);
                (&entity.values, &entity.modifiers)
            };
            let mut kinds: Vec<EntityId> = Vec::new();
            for &entity in &entities {
                if kinds.iter().all(|&known| alike(known) != alike(entity)) {
                    kinds.push(entity);
                }
            }
            for target in now.place_targets(faction, class) {
                out.extend(kinds.iter().map(|&entity| Command::Place { entities: vec![entity], target }));
                if entities.len() > 1 {
                    out.push(Command::Place { entities: entities.clone(), target });
                }
            }
        }
    }
}

/// Lists the classes that a faction could build if it had more resources.
pub(super) fn barred(now: Situation<'_>) -> Vec<(Command, Refusal)> {
    let Some(faction) = now.state.active_faction() else { return Vec::new() };
    if now.state.faction(faction).resigned || now.is_spent(faction) {
        return Vec::new();
    }
    let too_dear = Refusal { rule: "S4.3", message: "the faction cannot pay for it" };
    let classes = now.content.faction(faction).builds.iter().copied();
    let unpaid = classes.filter(|&class| now.build_count(faction, class) == 0);
    unpaid.map(|class| (Command::Build { classes: vec![class] }, too_dear)).collect()
}

fn builds(now: Situation<'_>, faction: FactionId, out: &mut Vec<Command>) {
    for &class in &now.content.faction(faction).builds {
        let of = now.content.class(class);
        let owned = now.state.faction(faction).possessions(of.category);
        let waits = owned.filter(|&own| now.state.listed(own).class == class && now.state.listed(own).site.is_none());
        let is_free = of.cost.iter().all(|&(_, cost)| cost <= 0);
        let most = match is_free {
            true => i32::from(waits.count() < FREE),
            false => i32::MAX,
        };
        let count = now.build_count(faction, class).min(most);
        let numbers = NUMBERS.into_iter().filter(|&number| number <= count);
        out.extend(numbers.map(|number| Command::Build { classes: vec![class; number as usize] }));
    }
}
