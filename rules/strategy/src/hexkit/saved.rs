//! Imports sessions (saved games) of Hexkit: a scenario, its players, and all commands, which are replayed as far as
//! possible with our rules.

use std::collections::BTreeMap;

use foeman_schema::plural::plural;
use foeman_schema::resolve::Resolved;
use roxmltree::{Document, Node};

use super::history::{self, History, Recorded};
use super::include::{Expanded, MOST_BYTES, expand, path_below};
use super::read::{Read, read};
use super::seats::seat;
use super::sheet::{Sheet, elements, named};
use super::words::Names;
use super::write::Element;
use crate::content::Content;
use crate::fits::fits;
use crate::ids::FactionId;
use crate::instruction::Instruction;
use crate::session::{Halt, Session, Survey};
use crate::state::State;
use crate::tell::tell;
use crate::{Command, DIALECT};
use foeman_engine::display::LineKind;
use foeman_engine::exchange::{Find, Note, Open};

/// The XML namespace of Hexkit's sessions.
const NAMESPACE: &str = "http://www.kynosarges.de/Hexkit.Session";

/// A limit for the work of replaying a game, in sites and entities visited, so that an import always finishes.
const MOST_WORK: u64 = 1 << 32;

/// The cost of working out a command, relative to executing an instruction.
const THOUGHT: u64 = 8;

/// The maximum number of notes on commands that are listed individually.
const MOST_NOTES: usize = 1000;

/// An imported saved game.
pub(super) struct Saved {
    /// Its scenario, with the players of the session.
    pub(super) read: Read,
    /// A report of the game, for users.
    pub(super) chronicle: String,
    /// The session, written again.
    pub(super) session: String,
    /// The state after the last command that could be replayed, if any.
    pub(super) end: Option<(Content, State)>,
}

/// Reads a session, and its scenario below the folder. The error says why it is invalid.
pub(super) fn saved(
    expanded: &Expanded,
    document: &Document<'_>,
    (open, find): (Open<'_>, Find<'_>),
) -> Result<Saved, Note> {
    let root = document.root_element();
    let mut sheet = Sheet::new(expanded);
    sheet.only(root, &[], &["application", "scenario", "players", "history", "gameOver"]);
    let scenario = named(root, "scenario").next();
    let href = scenario.and_then(|node| node.attribute("href")).unwrap_or_default();
    let (path, text) = opened(href, open, find).ok_or_else(|| Note {
        place: sheet.place(scenario.unwrap_or(root)),
        message: format!("expected the scenario `{href}`, but it is missing: give the folder of Hexkit with `--files`"),
    })?;
    let mut read = read(&expand(&path, text.strip_prefix('\u{feff}').unwrap_or(&text), open)?)?;
    let players = named(root, "players").next();
    if let Some(players) = players {
        seat(&mut sheet, players, &mut read);
    }
    let (history, places) = match named(root, "history").next() {
        Some(node) => history::read(&mut sheet, node),
        None => (History::default(), Vec::new()),
    };
    let session = written(&sheet, root, &history);
    let mut notes = sheet.into_notes();
    let (chronicle, end) = replayed(&read, &history, &places, &mut notes);
    notes.append(&mut read.notes);
    read.notes = notes;
    Ok(Saved { read, chronicle, session, end })
}

/// Finds the text of a scenario by its path, or by its name in the folder of scenarios and its subfolders.
fn opened(href: &str, open: Open<'_>, find: Find<'_>) -> Option<(String, String)> {
    let path = path_below(href)?;
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut text = |place: String| {
        let bytes = open(&place, MOST_BYTES).ok()?;
        Some((place, String::from_utf8(bytes).ok()?))
    };
    let mut found = [path.clone(), format!("Scenario/{name}"), name.to_owned()].into_iter().find_map(&mut text);
    if found.is_none() {
        found = text(find("Scenario", name)?);
    }
    found
}

/// Writes the session like Hexkit.
fn written(sheet: &Sheet<'_>, root: Node<'_, '_>, history: &History) -> String {
    let mut session = Element::new("session").with("xmlns", NAMESPACE);
    let application = Element::new("application").with("product", "Foeman");
    session.push(application.with("version", env!("CARGO_PKG_VERSION")));
    for node in elements(root) {
        match node.tag_name().name() {
            "history" => session.push(history.element()),
            "application" => {}
            _ => session.push_written(&sheet.written(node)),
        }
    }
    let mut text = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n".to_owned();
    session.write(0, &mut text);
    text
}

/// Replays a history. Reports the course of the game, and where our rules would have given a different result.
fn replayed(
    read: &Read,
    history: &History,
    places: &[String],
    notes: &mut Vec<Note>,
) -> (String, Option<(Content, State)>) {
    let place = places.first().cloned().unwrap_or_default();
    let resolved = Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: read.scenario.clone(),
        records: read.records.clone(),
        fields: BTreeMap::default(),
        spare: BTreeMap::default(),
        language: None,
    };
    let content = match Content::read(&resolved) {
        Ok(content) => content,
        Err(errors) => {
            let first = errors.first().map_or("", |error| &error.message);
            let message = format!("expected a scenario that can be played ({first}): the game is not played again");
            notes.push(Note { place, message });
            return (String::new(), None);
        }
    };
    let mut replay = Replay {
        content: &content,
        names: Names::with(&content, &|catalog, id| read.theirs(catalog, id)),
        session: Session::new(&content, Box::new(|_| 0)),
        lines: Vec::new(),
        told: 0,
        work: MOST_WORK,
    };
    replay.names.learn(&replay.session.state);
    let (before, mut more) = (notes.len(), 0);
    for (recorded, place) in history.commands.iter().zip(places) {
        let mut told = Vec::new();
        let done = replay.play(recorded, &mut told);
        for message in told {
            if notes.len() < before + MOST_NOTES {
                notes.push(Note { place: place.clone(), message });
            } else {
                more += 1;
            }
        }
        if let Err(message) = done {
            notes.push(Note { place: place.clone(), message: format!("{message}: the game is played up to here") });
            break;
        }
    }
    if more > 0 {
        let message = format!("{more} more findings on commands are not listed");
        notes.push(Note { place, message });
    }
    let (chronicle, state) = (replay.lines.join("\n"), replay.session.state);
    (chronicle, Some((content, state)))
}

struct Replay<'a> {
    content: &'a Content,
    names: Names<'a>,
    session: Session<'a>,
    lines: Vec<String>,
    /// The total length of the lines, in bytes.
    told: usize,
    /// The work left, in sites and entities visited.
    work: u64,
}

impl Replay<'_> {
    /// Replays a recorded command. The error says why that is impossible.
    fn play(&mut self, recorded: &Recorded, told: &mut Vec<String>) -> Result<(), String> {
        let of = &recorded.faction;
        let faction = self.names.faction_of(of).ok_or_else(|| format!("expected a faction, found `{of}`"))?;
        let now = self.session.state.turn;
        if let Some(turn) = recorded.turn.filter(|turn| *turn != now) {
            return Err(format!("expected a command of turn {now}, found one of turn {turn}"));
        }
        let things = 1 + recorded.entities.len() + recorded.classes.len();
        self.spend(THOUGHT * things as u64 * self.whole())?;
        let command = recorded.command(&self.names, self.content);
        self.head(recorded, command.as_ref());
        let Some(program) = &recorded.program else {
            let command = command.ok_or_else(|| format!("expected a command, found `{}`", recorded.name))?;
            // The unit struck first is drawn again, since it is not recorded.
            self.session.issue(faction, &command).map_err(|halt| refused(&halt))?;
            self.names.learn(&self.session.state);
            return Ok(());
        };
        if let Some(command) = command.as_ref().filter(|command| is_certain(command)) {
            told.extend(self.differs(recorded, faction, command));
        }
        for step in program {
            let Some(instruction) = self.names.read(step) else {
                return Err(format!("expected an instruction for an existing thing, found `{}`", step.name));
            };
            self.spend(if self.is_long(&instruction) { self.whole() } else { 1 })?;
            self.line(&instruction);
            let done = self.session.step(&instruction, Survey::Now);
            done.map_err(|_| format!("expected an instruction that can be carried out, found `{}`", step.name))?;
            if matches!(instruction, Instruction::CreateEntity { .. }) {
                self.names.learn_last(&self.session.state);
            }
        }
        self.session.close();
        if recorded.name == "BeginTurn" {
            self.session.state.has_begun = true;
        }
        Ok(())
    }

    /// Returns the work of visiting all sites and entities.
    fn whole(&self) -> u64 {
        self.content.site_count() as u64 + u64::from(self.session.state.made())
    }

    /// Whether an instruction visits long lists, or changes modifiers with a wide range.
    fn is_long(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::SetEntitySite { entity, .. } => {
                let entity = self.session.state.entity(*entity);
                entity.is_some_and(|entity| entity.class(self.content).radiates())
            }
            Instruction::AdvanceFaction {}
            | Instruction::CreateFaction { .. }
            | Instruction::DeleteEntity { .. }
            | Instruction::DeleteFaction { .. }
            | Instruction::SetEntityClass { .. }
            | Instruction::SetEntityOwner { .. }
            | Instruction::SetEntityVariableModifier { .. }
            | Instruction::SetFactionUnitsCanAttack { .. }
            | Instruction::SetFactionUnitsCanMove { .. }
            | Instruction::SetSiteOwner { .. }
            | Instruction::SetSiteUnitOwner { .. } => true,
            _ => false,
        }
    }

    /// Subtracts work from the limit. Returns an error once the limit is exceeded.
    fn spend(&mut self, work: u64) -> Result<(), String> {
        self.work = self.work.saturating_sub(work);
        if self.work == 0 || self.told > MOST_BYTES {
            return Err("expected a shorter game: replaying this one takes too long".to_owned());
        }
        Ok(())
    }

    /// Describes how the result of a command by our rules differs from the recorded one, if it does.
    fn differs(&self, recorded: &Recorded, faction: FactionId, command: &Command) -> Option<String> {
        let mut own = Session::on(self.content, self.session.state.clone(), Box::new(|_| 0));
        let name = &recorded.name;
        let program = match own.issue(faction, command) {
            Ok(program) => program,
            Err(halt) => return Some(format!("{}, found `{name}`: it is played as recorded", refused(&halt))),
        };
        // New entities have no names yet by which they could be compared, so only the number of instructions is
        // compared.
        let ours = program.iter().filter(|of| !of.is_event()).count();
        let theirs = recorded.program.iter().flatten().filter(|told| !told.only_shows()).count();
        (ours != theirs).then(|| {
            let ours = plural(ours, "instruction", "instructions");
            format!("expected {ours} for `{name}` by the default rules, found {theirs}: it is played as recorded")
        })
    }

    fn head(&mut self, recorded: &Recorded, command: Option<&Command>) {
        let instruction = match (recorded.name.as_str(), command) {
            ("BeginTurn", _) => Instruction::TurnBegins {},
            (_, Some(command)) => Instruction::Ordered { command: command.clone() },
            _ => return,
        };
        self.line(&instruction);
    }

    fn line(&mut self, instruction: &Instruction) {
        let state = &self.session.state;
        let is_there = match instruction {
            Instruction::Ordered { command } => command.entities().iter().all(|&id| state.entity(id).is_some()),
            other => fits(self.content, state, other),
        };
        if !is_there {
            return;
        }
        let Some(line) = tell(self.content, state, instruction) else { return };
        let text = line.text;
        self.told += text.len();
        self.lines.push(match line.kind {
            LineKind::Heading => format!("\n{text}\n"),
            LineKind::Event => text,
            LineKind::Detail => format!("  {text}"),
        });
    }
}

/// Whether a command involves neither chance nor special rules.
fn is_certain(command: &Command) -> bool {
    !matches!(command, Command::Attack { .. } | Command::Automate { .. })
}

fn refused(halt: &Halt) -> String {
    match halt {
        Halt::Refused(refusal) => format!("expected a command that is allowed ({})", refusal.message),
        Halt::Fault(_) => "expected a command that can be carried out".to_owned(),
    }
}

impl Read {
    /// Returns the id of a record in the file.
    pub(super) fn theirs(&self, catalog: &str, id: &str) -> String {
        let record = self.records.get(catalog).and_then(|all| all.get(id));
        let kept = record.and_then(|record| record["hexkit"]["id"].as_str());
        kept.unwrap_or(id).to_owned()
    }
}
