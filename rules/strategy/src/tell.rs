//! The log: instructions in words.
//!
//! A command of a faction is an event, with names as they were before it; its consequences are listed below it.

use super::catalogs::{Measure, VariableKind};
use super::command::Command;
use super::content::{Category, Content, Holder};
use super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use super::instruction::{Cause, Instruction, Message, Notice};
use super::situation::Situation;
use super::state::State;
use foeman_engine::display::{Line, LineKind};
use foeman_schema::plural::{agree, plural};

/// Describes an instruction in a log line, given the state just before it; `None` for bookkeeping.
pub(super) fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
    let now = Situation::new(content, state);
    let title = |faction: FactionId| content.faction(faction).title.as_str();
    let detail = |text: String| Line::new(LineKind::Detail, text);
    let about = |entity: EntityId, text: String| Line { actor: token(now, entity), ..detail(text) };
    Some(match instruction {
        Instruction::TurnBegins {} => {
            let text = format!("Turn {}: {}", state.turn + 1, title(state.active_faction()?));
            Line::new(LineKind::Heading, text)
        }
        Instruction::TurnsAreOver {} => {
            let turns = plural(content.turns as usize, "turn", "turns");
            Line::new(LineKind::Event, format!("The game is a draw after {turns}"))
        }
        Instruction::Ordered { command } => ordered(now, command)?,
        Instruction::RuleApplies { rule, unit } => {
            let title = &content.rule(*rule).title;
            let line = match unit {
                Some(unit) => about(*unit, format!("{title}: {}", owned(now, *unit))),
                None => detail(title.clone()),
            };
            Line { is_scripted: true, ..line }
        }
        Instruction::CreateEntity { class } if content.class(*class).category != Category::Unit => {
            detail(format!("{} appears", content.class(*class).title))
        }
        Instruction::SetEntityUniqueName { entity, faction } => {
            let class = state.entity(*entity)?.class;
            let name = State::numbered_name(content, class, state.number_to_come(*faction, class));
            about(*entity, format!("{name} joins {}", title(*faction)))
        }
        Instruction::DeleteEntity { entity } => {
            let lost = token(now, *entity);
            Line { lost, ..about(*entity, format!("{} is gone", owned(now, *entity))) }
        }
        Instruction::DeleteFaction { faction } => {
            let who = title(*faction);
            Line::new(LineKind::Event, format!("{who} {} out of the game", agree(who, "is", "are")))
        }
        Instruction::SetEntityName { entity, name } => {
            let before = now.name(*entity);
            let text = match name.is_empty() {
                true => format!("{before} loses its name"),
                false => format!("{before} is called {name} from now on"),
            };
            Line { kind: LineKind::Event, ..about(*entity, text) }
        }
        Instruction::SetEntityClass { entity, class } => {
            about(*entity, format!("{} becomes {}", owned(now, *entity), content.class(*class).title))
        }
        Instruction::SetEntityOwner { entity, owner: Some(owner) } => {
            // An entity without an owner has just been created.
            let before = state.entity(*entity)?.owner?;
            about(*entity, format!("{} passes from {} to {}", now.name(*entity), title(before), title(*owner)))
        }
        Instruction::SetEntityVariable { entity, variable, value } => spent(now, *entity, *variable, *value)?,
        Instruction::SetFactionVariable { faction, variable, value } => {
            let stock = state.factions.get(faction.index())?.values.get(*variable)?;
            let [least, greatest] = stock.range(content, Holder::Faction);
            let value = (*value).min(greatest).max(least);
            let change = i64::from(value) - i64::from(stock.now);
            let change = scaled(content, *variable, change.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
            let sign = if change.starts_with('-') { "" } else { "+" };
            let (who, amount) = (title(*faction), amount(content, *variable, value));
            detail(format!("{who} {} {amount} ({sign}{change})", agree(who, "has", "have")))
        }
        Instruction::SetSiteOwner { site, owner } => {
            let from = state.site(*site).owner.map(|before| format!(" from {}", title(before)));
            let place = place(now, *site);
            match owner {
                Some(owner) => {
                    let (who, from) = (title(*owner), from.unwrap_or_default());
                    detail(format!("{who} {} {place}{from}", agree(who, "takes", "take")))
                }
                None => detail(format!("{place} has no owner any more")),
            }
        }
        Instruction::SetSiteUnitOwner { site, owner: Some(owner) } => {
            let units = named(now, state.site(*site).units());
            detail(format!("{units} at {} obey {} from now on", place(now, *site), title(*owner)))
        }
        Instruction::ShowMessage(message) | Instruction::ShowMessageDialog(message) => said(content, message)?,
        _ => return None,
    })
}

/// Describes a command; `None` if its consequences already describe it.
fn ordered(now: Situation<'_>, command: &Command) -> Option<Line> {
    let who = &now.content.faction(now.state.active_faction()?).title;
    let at = |site: SiteId| place(now, site);
    let does = |one, many| agree(who, one, many);
    let text = match command {
        Command::BeginTurn {} | Command::EndTurn {} | Command::Rename { .. } => return None,
        Command::Attack { units, target } => {
            let foes = now.state.site(*target).units();
            let owner = foes.first().and_then(|&foe| now.state.listed(foe).owner);
            let owner = owner.map(|owner| format!(" of {}", now.content.faction(owner).title)).unwrap_or_default();
            let (foes, attack) = (named(now, foes), does("attacks", "attack"));
            format!("{who} {attack} {foes}{owner} at {} with {}", at(*target), named(now, units))
        }
        Command::Automate { text, .. } => format!("{who} {}: {text}", does("orders", "order")),
        Command::Build { classes } => format!("{who} {} {}", does("builds", "build"), counted(now.content, classes)),
        Command::Destroy { entities } => {
            let first = now.state.entity(*entities.first()?)?;
            let is_unit = first.category(now.content) == Category::Unit;
            let verb = if is_unit { does("disbands", "disband") } else { does("tears down", "tear down") };
            format!("{who} {verb} {}", named(now, entities))
        }
        Command::Move { units, target } => {
            let from = now.state.entity(*units.first()?)?.site?;
            format!("{who} {} {} from {} to {}", does("moves", "move"), named(now, units), at(from), at(*target))
        }
        Command::Place { entities, target } => {
            format!("{who} {} {} at {}", does("places", "place"), named(now, entities), at(*target))
        }
        Command::Resign {} => format!("{who} {} up", does("gives", "give")),
    };
    let actor = command.entities().first().and_then(|&entity| token(now, entity));
    Some(Line { actor, ..Line::new(LineKind::Event, text) })
}

/// Reports the resource of a unit that has just run out.
fn spent(now: Situation<'_>, entity: EntityId, variable: VariableId, value: i32) -> Option<Line> {
    let of = now.state.entity(entity)?;
    let known = now.content.variable(variable);
    let stock = of.values.get(variable).filter(|_| known.kind == VariableKind::Resource)?;
    let least = known.range[0].max(0);
    if token(now, entity).is_none() || stock.now <= least || value > least {
        return None;
    }
    let text = format!("{} has no {} left", owned(now, entity), known.title);
    Some(Line { actor: Some(entity.0), ..Line::new(LineKind::Detail, text) })
}

/// Returns the number of a unit on the board.
fn token(now: Situation<'_>, entity: EntityId) -> Option<u32> {
    let is_unit = now.state.entity(entity)?.category(now.content) == Category::Unit;
    is_unit.then_some(entity.0)
}

/// Describes a message; `None` if the accompanying instruction already describes it.
fn said(content: &Content, message: &Message) -> Option<Line> {
    let who = message.faction.map_or("Nobody", |faction| content.faction(faction).title.as_str());
    let names = listed(&message.names);
    let [loses, its] = [agree(who, "loses", "lose"), agree(who, "its", "their")];
    let lost = |percent: i32, how: &str| match (percent, names.as_str()) {
        (0, "") => format!("{who} {loses} no units {how}"),
        (_, "") => format!("{who} {loses} {percent} % of {its} strength {how}"),
        (_, names) => format!("{who} {loses} {names} {how}, {percent} % of {its} strength there"),
    };
    let (kind, text) = match &message.notice {
        Notice::Captured | Notice::Lost(Cause::Resigned) => return None,
        Notice::Depleted => (LineKind::Detail, format!("{names} is used up")),
        Notice::AttackersLost(percent) => (LineKind::Detail, lost(*percent, "in the attack")),
        Notice::DefendersLost(percent) => (LineKind::Detail, lost(*percent, "in defence")),
        Notice::Changed { variable, value, by } => {
            let change = scaled(content, *variable, *by);
            let sign = if *by < 0 { "" } else { "+" };
            (LineKind::Detail, format!("{names} has {} ({sign}{change})", amount(content, *variable, *value)))
        }
        Notice::Disbanded => (LineKind::Event, format!("{who} can no longer keep {names}")),
        Notice::Won(cause) => {
            (LineKind::Event, format!("{who} {}: {}", agree(who, "wins", "win"), won(content, *cause)))
        }
        Notice::Lost(cause) => {
            (LineKind::Event, format!("{who} {} lost: {}", agree(who, "has", "have"), lost_by(content, *cause)))
        }
        Notice::Words { text, details } if details.is_empty() => (LineKind::Event, text.clone()),
        Notice::Words { text, details } => (LineKind::Event, format!("{text}: {details}")),
    };
    Some(Line::new(kind, text))
}

/// Returns why a faction has won.
pub(super) fn won(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Survivor | Cause::Resigned => "no other faction is left".to_owned(),
        Cause::Measured(Measure::Sites) => "enough of the map".to_owned(),
        Cause::Measured(Measure::Units) => "enough units".to_owned(),
        Cause::Measured(Measure::UnitStrength) => "enough strength".to_owned(),
        Cause::Measured(Measure::Turns) => "held out long enough".to_owned(),
        Cause::Resource(variable) => format!("enough {}", content.variable(variable).title),
        Cause::Rule(rule) => format!("decided by {}", content.rule(rule).title),
    }
}

/// Returns why a faction has lost.
fn lost_by(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Survivor | Cause::Resigned => "gave up".to_owned(),
        Cause::Measured(Measure::Sites) => "too little of the map".to_owned(),
        Cause::Measured(Measure::Units) => "too few units".to_owned(),
        Cause::Measured(Measure::UnitStrength) => "too little strength".to_owned(),
        Cause::Measured(Measure::Turns) => "out of time".to_owned(),
        Cause::Resource(variable) => format!("too little {}", content.variable(variable).title),
        Cause::Rule(rule) => format!("decided by {}", content.rule(rule).title),
    }
}

impl Situation<'_> {
    /// Returns the name of an entity.
    fn name(&self, entity: EntityId) -> &str {
        self.state.entity(entity).map_or("something", |entity| entity.name(self.content))
    }
}

/// Returns an entity with its owner: `Guard #2 of Red`.
fn owned(now: Situation<'_>, entity: EntityId) -> String {
    let owner = now.state.entity(entity).and_then(|entity| entity.owner);
    match owner {
        Some(owner) => format!("{} of {}", now.name(entity), now.content.faction(owner).title),
        None => now.name(entity).to_owned(),
    }
}

/// Joins words: `one, two and three`.
pub(super) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// The maximum number of names that are listed individually.
const NAMED: usize = 6;

/// Lists entities by name; of many only the first, and the number of the others.
pub(super) fn named(now: Situation<'_>, entities: &[EntityId]) -> String {
    let mut names: Vec<String> = entities.iter().take(NAMED).map(|&entity| now.name(entity).to_owned()).collect();
    if entities.len() > NAMED {
        names.push(format!("{} more", entities.len() - NAMED));
    }
    listed(&names)
}

/// Lists classes by name, each once, with the number if several: `2 x Guard and Bow`.
pub(super) fn counted(content: &Content, classes: &[ClassId]) -> String {
    let mut counts: Vec<(ClassId, usize)> = Vec::new();
    for &class in classes {
        match counts.iter_mut().find(|(known, _)| *known == class) {
            Some((_, count)) => *count += 1,
            None => counts.push((class, 1)),
        }
    }
    let words: Vec<String> = counts
        .into_iter()
        .map(|(class, count)| match (&content.class(class).title, count) {
            (title, 1) => title.clone(),
            (title, count) => format!("{count} x {title}"),
        })
        .collect();
    listed(&words)
}

/// Describes a site by its topmost terrain above the ground, and by its column and row.
pub(super) fn place(now: Situation<'_>, site: SiteId) -> String {
    let [column, row] = now.content.cell(site);
    let standing = now.state.site(site).terrains().iter().rev().find(|&&terrain| !now.class(terrain).background);
    match standing {
        Some(&terrain) => format!("{} {column},{row}", now.name(terrain)),
        None => format!("{column},{row}"),
    }
}

/// Lists amounts of several variables.
pub(super) fn amounts(content: &Content, amounts: &[(VariableId, i32)]) -> String {
    let words: Vec<String> = amounts.iter().map(|&(variable, value)| amount(content, variable, value)).collect();
    listed(&words)
}

/// Formats an amount of a variable.
pub(super) fn amount(content: &Content, variable: VariableId, value: i32) -> String {
    format!("{} {}", scaled(content, variable, value), content.variable(variable).title)
}

/// Formats a value of a variable.
pub(super) fn scaled(content: &Content, variable: VariableId, value: i32) -> String {
    let scale = i64::from(content.variable(variable).scale);
    let decimals = match scale {
        1 => return value.to_string(),
        2 | 5 | 10 => 1,
        _ => 2,
    };
    let parts = 10_i64.pow(decimals);
    let shown = i64::from(value) * parts / scale;
    let sign = if shown < 0 { "-" } else { "" };
    let (whole, rest) = (shown.abs() / parts, shown.abs() % parts);
    format!("{sign}{whole}.{rest:0width$}", width = decimals as usize)
}
