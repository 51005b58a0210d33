//! What a faction chooses from.

use super::command::Command;
use super::content::{Category, Content};
use super::ids::{EntityId, FactionId};
use super::situation::Situation;
use super::state::State;
use super::tell::cell;
use crate::choice::{Choice, Target};

/// What is listed to choose from: each unit by itself, each thing to build or place by itself, and the end of the turn.
///
/// There is more that is legal: units that attack or move together, things that are built, placed or torn down together,
/// names, and giving up.
pub(super) fn legal(content: &Content, state: &State, faction: FactionId, out: &mut Vec<Command>) {
    let now = Situation::new(content, state);
    let of = state.faction(faction);
    for &unit in of.units.iter().filter(|&&unit| state.listed(unit).site.is_some()) {
        let attacks = now.attack_targets(&[unit]).into_iter();
        out.extend(attacks.map(|target| Command::Attack { units: vec![unit], target }));
        let moves = now.move_targets(&[unit]).into_iter();
        out.extend(moves.map(|target| Command::Move { units: vec![unit], target }));
    }
    for category in [Category::Unit, Category::Terrain] {
        for &entity in of.possessions(category).iter().filter(|&&entity| state.listed(entity).site.is_none()) {
            let targets = now.place_targets(faction, state.listed(entity).class).into_iter();
            out.extend(targets.map(|target| Command::Place { entities: vec![entity], target }));
        }
    }
    for &class in &content.faction(faction).builds {
        if now.build_count(faction, class) > 0 {
            out.push(Command::Build { classes: vec![class] });
        }
    }
    out.push(Command::EndTurn {});
}

/// A command as something to choose.
pub(super) fn choice(content: &Content, state: &State, command: &Command) -> Choice {
    let names = |entities: &[EntityId]| {
        let names = entities.iter().filter_map(|&id| Some(state.entity(id)?.name(content)));
        names.collect::<Vec<_>>().join(", ")
    };
    let actor = command.entities().first().map(|id| id.0);
    let (verb, group, text, target) = match command {
        Command::BeginTurn {} => ("begin", "Turn", "Begin the turn".to_owned(), Target::None),
        Command::EndTurn {} => ("end", "Turn", "End the turn".to_owned(), Target::None),
        Command::Resign {} => ("resign", "Turn", "Give up".to_owned(), Target::None),
        Command::Attack { units, target } => {
            let text = format!("Attack {} with {}", cell(content, *target), names(units));
            ("attack", "Attack", text, Target::Cell(content.cell(*target)))
        }
        Command::Move { units, target } => {
            let text = format!("Move {} to {}", names(units), cell(content, *target));
            ("move", "Move", text, Target::Cell(content.cell(*target)))
        }
        Command::Place { entities, target } => {
            let text = format!("Place {} in {}", names(entities), cell(content, *target));
            ("place", "Place", text, Target::Cell(content.cell(*target)))
        }
        Command::Build { classes } => {
            let titles: Vec<&str> = classes.iter().map(|&class| content.class(class).title.as_str()).collect();
            ("build", "Build", format!("Build {}", titles.join(", ")), Target::None)
        }
        Command::Destroy { entities } => ("destroy", "Other", format!("Remove {}", names(entities)), Target::None),
        Command::Rename { entities, name } => {
            ("rename", "Other", format!("Call {} {name}", names(entities)), Target::None)
        }
        Command::Automate { text, .. } => ("automate", "Other", format!("Do {text}"), Target::None),
    };
    Choice { actor, group, target, ..Choice::new(verb, text) }
}
