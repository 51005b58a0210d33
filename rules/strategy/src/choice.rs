//! The choices of a faction.

use super::catalogs::{Occasion, VariableKind};
use super::command::Command;
use super::content::{Category, Content};
use super::ids::{ClassId, EntityId, SiteId, VariableId};
use super::situation::Situation;
use super::state::State;
use super::tell::{amounts, counted, named, place, scaled};
use foeman_engine::choice::{Choice, Intent, Product, Target};

/// Describes a command as a choice, with units, place and opponents.
pub(super) fn choice(content: &Content, state: &State, command: &Command) -> Choice {
    let now = Situation::new(content, state);
    let cell = |site: SiteId| Target::Cell(content.cell(site));
    let actor = command.entities().first().map(|id| id.0);
    let of = |verb: &str, group: &'static str, text: String, target: Target| Choice {
        group,
        target,
        ..Choice::new(verb, text)
    };
    let group = |choice: Choice, entities: &[EntityId]| match entities.len() {
        0 | 1 => choice,
        count => choice.with("units", count),
    };
    let members = match command {
        Command::Attack { units, .. } | Command::Move { units, .. } if units.len() > 1 => {
            units.iter().map(|id| id.0).collect()
        }
        _ => Vec::new(),
    };
    let chosen = match command {
        Command::BeginTurn {} => of("begin", "Turn", "Begin the turn".to_owned(), Target::None),
        Command::EndTurn {} => of("end", "Turn", "End the turn".to_owned(), Target::None),
        Command::Resign {} => of("resign", "Turn", "Give up the game".to_owned(), Target::None),
        Command::Attack { units, target } => {
            let foes = named(now, state.site(*target).units());
            let count = state.site(*target).units().len();
            let fall = units.len().min(count);
            // Remaining defenders strike back, but only within their own range.
            let lost = match (count - fall).min(units.len()) {
                0 => "no defender is left to strike back".to_owned(),
                most => format!("up to {most} may be lost"),
            };
            let text = format!("Attack {foes} at {} with {}", place(now, *target), named(now, units));
            // If a custom rule replaces deaths, the result is calculated only when the user points at the choice.
            let decides = content.rules_on(Occasion::Struck).find(|&rule| content.rule(rule).instead);
            let text = match decides {
                Some(_) => {
                    let [own, theirs] = [units, &state.site(*target).units().to_vec()].map(|of| now.strength_of(of));
                    format!("{text}: strength {own} against {theirs}")
                }
                None => format!("{text}: {fall} of {count} fall, {lost}"),
            };
            group(of("attack", "Attack", text, cell(*target)), units)
        }
        Command::Move { units, target } => {
            let takes = takes(now, units, *target);
            let text = format!("Move {} to {}{takes}", named(now, units), place(now, *target));
            group(of("move", "Move", text, cell(*target)), units)
        }
        Command::Place { entities, target } => {
            let text = format!("Place {} at {}", named(now, entities), place(now, *target));
            group(of("place", "Place", text, cell(*target)), entities)
        }
        Command::Build { classes } => {
            let cost = cost(content, classes);
            let cost = if cost.is_empty() { "nothing".to_owned() } else { amounts(content, &cost) };
            let text = format!("Build {} for {cost}", counted(content, classes));
            let build = of("build", "Build", text, Target::None);
            let named =
                classes.iter().take(1).fold(build, |build, &class| build.with("class", &content.class(class).id));
            named.with("count", classes.len())
        }
        Command::Destroy { entities } => {
            let is_unit = entities
                .first()
                .and_then(|&id| state.entity(id))
                .is_some_and(|entity| entity.category(content) == Category::Unit);
            let verb = if is_unit { "Disband" } else { "Tear down" };
            let back: Vec<_> = match entities.as_slice() {
                &[one] if state.entity(one).is_some() => now.salvage(one),
                _ => Vec::new(),
            };
            let back: Vec<_> = back.into_iter().filter(|(_, value)| *value != 0).collect();
            let back = if back.is_empty() { String::new() } else { format!(" for {}", amounts(content, &back)) };
            of("destroy", "Remove", format!("{verb} {}{back}", named(now, entities)), Target::None)
        }
        Command::Rename { entities, name } if name.is_empty() => {
            of("rename", "Other", format!("Take the name from {}", named(now, entities)), Target::None)
        }
        Command::Rename { entities, name } => {
            of("rename", "Other", format!("Call {} {name}", named(now, entities)), Target::None)
        }
        Command::Automate { entities, text } if entities.is_empty() => {
            of("automate", "Other", format!("Order: {text}"), Target::None)
        }
        Command::Automate { entities, text } => {
            of("automate", "Other", format!("Order {}: {text}", named(now, entities)), Target::None)
        }
    };
    Choice { actor, members, intent: intent(command), product: product(now, command), ..chosen }
}

fn intent(command: &Command) -> Intent {
    match command {
        Command::Attack { .. } => Intent::Attack,
        Command::Move { .. } => Intent::Move,
        Command::Place { .. } => Intent::Place,
        Command::Build { .. } => Intent::Recruit,
        Command::Destroy { .. } => Intent::Remove,
        Command::BeginTurn {} | Command::EndTurn {} => Intent::Turn,
        Command::Resign {} => Intent::Resign,
        Command::Rename { .. } | Command::Automate { .. } => Intent::Other,
    }
}

/// Returns the product of a build command: the first of its classes, which are all equal in listed commands.
fn product(now: Situation<'_>, command: &Command) -> Option<Product> {
    let Command::Build { classes } = command else { return None };
    let content = now.content;
    let class = content.class(*classes.first()?);
    let home = now.state.active_faction().and_then(|faction| content.faction(faction).home);
    let is_shown = |variable: VariableId| content.variable(variable).kind != VariableKind::Counter;
    let values = class.values.iter().filter(|stock| is_shown(stock.variable));
    let title = |variable: VariableId| content.variable(variable).title.clone();
    Some(Product {
        name: class.title.clone(),
        count: u32::try_from(classes.len()).unwrap_or(u32::MAX),
        images: class.images.clone(),
        cost: cost(content, classes).into_iter().map(|(variable, sum)| (title(variable), sum)).collect(),
        values: values.map(|of| (title(of.variable), scaled(content, of.variable, of.initial))).collect(),
        home: home.map(|home| content.cell(home)),
    })
}

/// Returns the price of some classes together.
fn cost(content: &Content, classes: &[ClassId]) -> Vec<(VariableId, i32)> {
    let mut cost: Vec<(VariableId, i32)> = Vec::new();
    for (variable, each) in classes.iter().flat_map(|&class| &content.class(class).cost) {
        match cost.iter_mut().find(|(of, _)| of == variable) {
            Some((_, sum)) => *sum = sum.saturating_add(*each),
            None => cost.push((*variable, *each)),
        }
    }
    cost
}

/// Describes the capture of a site by units that move there.
fn takes(now: Situation<'_>, units: &[EntityId], target: SiteId) -> String {
    let captures = |&unit: &EntityId| now.state.entity(unit).is_some_and(|unit| unit.class(now.content).captures);
    let owner = units.first().and_then(|&unit| now.state.entity(unit)?.owner);
    let before = now.state.site(target).owner;
    if before == owner || !now.can_be_captured(target) || !units.iter().any(captures) {
        return String::new();
    }
    let from = before.map(|faction| format!(" from {}", now.content.faction(faction).title));
    format!(", and take it{}", from.unwrap_or_default())
}
