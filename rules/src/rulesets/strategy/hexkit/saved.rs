//! Sessions of Hexkit: a scenario, who plays, and all that was commanded, played again as far as our rules go.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::Record;
use foeman_schema::resolve::Resolved;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

use super::history::{self, History, Recorded};
use super::include::{Expanded, expand, path_below};
use super::read::{Read, read};
use super::sheet::{Sheet, elements, named};
use super::words::Names;
use super::write::Element;
use crate::exchange::{Note, Open};
use crate::rulesets::strategy::catalogs::{Faction, Scenario};
use crate::rulesets::strategy::content::Content;
use crate::rulesets::strategy::fits::fits;
use crate::rulesets::strategy::ids::FactionId;
use crate::rulesets::strategy::instruction::Instruction;
use crate::rulesets::strategy::session::{Halt, Session, Survey};
use crate::rulesets::strategy::state::State;
use crate::rulesets::strategy::tell::tell;
use crate::rulesets::strategy::{Command, DIALECT};
use crate::told::LineKind;

/// What Hexkit knows its saved games by.
const NAMESPACE: &str = "http://www.kynosarges.de/Hexkit.Session";

/// The most sites of a game that is played again, those of each area counted.
const MOST_SITES: u64 = 1 << 21;

/// A saved game as it was read.
pub(super) struct Saved {
    /// Its scenario, with whoever plays.
    pub(super) read: Read,
    /// What became of it, for people.
    pub(super) chronicle: String,
    /// The session, written again.
    pub(super) session: String,
    /// How the game stood when all that could be played was, where any could.
    pub(super) end: Option<(Content, State)>,
}

/// Reads a session, and its scenario below the folder; the error says why it is none.
pub(super) fn saved(expanded: &Expanded, document: &Document<'_>, open: Open<'_>) -> Result<Saved, Note> {
    let root = document.root_element();
    let mut sheet = Sheet::new(expanded);
    sheet.only(root, &[], &["application", "scenario", "players", "history", "gameOver"]);
    let scenario = named(root, "scenario").next();
    let href = scenario.and_then(|node| node.attribute("href")).unwrap_or_default();
    let (path, text) = opened(href, open).ok_or_else(|| Note {
        place: sheet.place(scenario.unwrap_or(root)),
        message: format!("expected the scenario `{href}`, but it is not there: say with `--files` where Hexkit lies"),
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

/// The text of a scenario by its path, or in the folder of scenarios by its name.
fn opened(href: &str, open: Open<'_>) -> Option<(String, String)> {
    let path = path_below(href)?;
    let name = path.rsplit('/').next().unwrap_or_default();
    let places = [path.clone(), format!("Scenario/{name}"), name.to_owned()];
    places.into_iter().find_map(|place| {
        let bytes = open(&place, super::MOST_BYTES).ok()?;
        Some((place, String::from_utf8(bytes).ok()?))
    })
}

/// Lets those decide for factions who did so in the session.
fn seat(sheet: &mut Sheet<'_>, players: Node<'_, '_>, read: &mut Read) {
    let mut controls: BTreeMap<String, (Control, BTreeMap<String, String>)> = BTreeMap::new();
    for player in elements(players) {
        let control = match player.tag_name().name() {
            "human" => Control::Human,
            "computer" => Control::Machine,
            "algorithm" => continue,
            name => {
                let message = format!("expected an element of Hexkit, but found `{name}`: it is left out");
                sheet.note(player, message);
                continue;
            }
        };
        let mut options = BTreeMap::new();
        for option in elements(player).filter(|child| child.tag_name().name() == "options").flat_map(elements) {
            let name = option.tag_name().name();
            let mut letters = name.chars();
            let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
            options.insert(
                format!("option/{first}{}", letters.as_str()),
                option.attribute("value").unwrap_or_default().to_owned(),
            );
        }
        let lists = elements(player).filter(|child| child.tag_name().name() == "factions");
        for id in lists.filter_map(|list| list.attribute("ids")).flat_map(str::split_whitespace) {
            controls.insert(id.to_owned(), (control, options.clone()));
        }
    }
    let theirs = |read: &Read, id: &str| read.theirs(Faction::CATALOG, id);
    let known = read.clone();
    let scenarios = read.records.get_mut(Scenario::CATALOG).into_iter().flat_map(|all| all.values_mut());
    for side in scenarios.flat_map(|scenario| scenario["sides"].as_array_mut().into_iter().flatten()) {
        let id = theirs(&known, side["faction"].as_str().unwrap_or_default());
        let Some((control, options)) = controls.remove(&id) else { continue };
        side["control"] = json!(control);
        if !options.is_empty() {
            side["hexkit"] = json!(options);
        } else if let Some(side) = side.as_object_mut() {
            side.shift_remove("hexkit");
        }
    }
    for id in controls.into_keys() {
        sheet.note(players, format!("expected a faction of the scenario, but found `{id}`: nobody decides for it"));
    }
}

/// The session as Hexkit writes it.
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

/// Plays a history again; what became of it in sentences, and what our rules would not have done.
fn replayed(
    read: &Read,
    history: &History,
    places: &[String],
    notes: &mut Vec<Note>,
) -> (String, Option<(Content, State)>) {
    let place = places.first().cloned().unwrap_or_default();
    if !is_bounded(read) {
        let message =
            format!("expected at most {MOST_SITES} sites, areas counted each, but found more: no game is played");
        notes.push(Note { place, message });
        return (String::new(), None);
    }
    let resolved = Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: read.scenario.clone(),
        records: read.records.clone(),
        fields: BTreeMap::default(),
        spare: BTreeMap::default(),
    };
    let content = match Content::read(&resolved) {
        Ok(content) => content,
        Err(_) => {
            let message = "expected a scenario that can be played, but found errors: the game is not played again";
            notes.push(Note { place, message: message.to_owned() });
            return (String::new(), None);
        }
    };
    let mut replay = Replay {
        content: &content,
        names: Names::with(&content, &|catalog, id| read.theirs(catalog, id)),
        session: Session::new(&content, Box::new(|_| 0)),
        lines: Vec::new(),
    };
    replay.names.learn(&replay.session.state);
    for (recorded, place) in history.commands.iter().zip(places) {
        let mut told = Vec::new();
        let done = replay.play(recorded, &mut told);
        notes.extend(told.into_iter().map(|message| Note { place: place.clone(), message }));
        if let Err(message) = done {
            notes.push(Note { place: place.clone(), message: format!("{message}: the game is played up to here") });
            break;
        }
    }
    let (chronicle, state) = (replay.lines.join("\n"), replay.session.state);
    (chronicle, Some((content, state)))
}

/// Whether a game has so few sites that it can be played while somebody waits.
fn is_bounded(read: &Read) -> bool {
    let records = |catalog: &str| read.records.get(catalog).into_iter().flat_map(BTreeMap::values);
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let of_map = |map: &Value| number(&map["geometry"]["size"][0]).saturating_mul(number(&map["geometry"]["size"][1]));
    let side = |cells: &Value, axis: usize| number(&cells["to"][axis]).abs_diff(number(&cells["from"][axis])) + 1;
    let areas = records(Scenario::CATALOG).flat_map(|scenario| scenario["areas"].as_array().into_iter().flatten());
    let cells = areas.flat_map(|area| area["cells"].as_array().into_iter().flatten());
    let of_areas = cells.map(|cells| side(cells, 0).saturating_mul(side(cells, 1)));
    let sites = records(Map::CATALOG).map(of_map).chain(of_areas).fold(0, u64::saturating_add);
    sites <= MOST_SITES
}

struct Replay<'a> {
    content: &'a Content,
    names: Names<'a>,
    session: Session<'a>,
    lines: Vec<String>,
}

impl Replay<'_> {
    /// Plays a command as it is recorded; the error says why it cannot be.
    fn play(&mut self, recorded: &Recorded, told: &mut Vec<String>) -> Result<(), String> {
        let of = &recorded.faction;
        let faction = self.names.faction_of(of).ok_or_else(|| format!("expected a faction, but found `{of}`"))?;
        let now = self.session.state.turn;
        if let Some(turn) = recorded.turn.filter(|turn| *turn != now) {
            return Err(format!("expected a command of turn {now}, but found one of turn {turn}"));
        }
        let command = recorded.command(&self.names, self.content);
        self.head(recorded, command.as_ref());
        let Some(program) = &recorded.program else {
            let command = command.ok_or_else(|| format!("expected a command, but found `{}`", recorded.name))?;
            // Whoever is hit first is found out anew, since it is not recorded.
            self.session.issue(faction, &command).map_err(|halt| refused(&halt))?;
            self.names.learn(&self.session.state);
            return Ok(());
        };
        if let Some(command) = command.as_ref().filter(|command| is_certain(command)) {
            told.extend(self.differs(recorded, faction, command));
        }
        for step in program {
            let Some(instruction) = self.names.read(step) else {
                return Err(format!("expected an instruction about what there is, but found `{}`", step.name));
            };
            self.line(&instruction);
            let done = self.session.step(&instruction, Survey::Now);
            done.map_err(|_| format!("expected an instruction that can be carried out, but found `{}`", step.name))?;
            if matches!(instruction, Instruction::CreateEntity { .. }) {
                self.names.learn(&self.session.state);
            }
        }
        self.session.close();
        if recorded.name == "BeginTurn" {
            self.session.state.has_begun = true;
        }
        Ok(())
    }

    /// Whether our rules would do something else than is recorded.
    fn differs(&self, recorded: &Recorded, faction: FactionId, command: &Command) -> Option<String> {
        let mut own = Session::on(self.content, self.session.state.clone(), Box::new(|_| 0));
        let name = &recorded.name;
        let program = match own.issue(faction, command) {
            Ok(program) => program,
            Err(halt) => return Some(format!("{}, but found `{name}`: it is played as recorded", refused(&halt))),
        };
        // What is made now has no name yet by which it could be compared, so that numbers must do.
        let ours = program.iter().filter(|of| !of.is_event()).count();
        let theirs = recorded.program.iter().flatten().filter(|told| !told.only_shows()).count();
        (ours != theirs).then(|| {
            format!(
                "expected what the usual rules make of `{name}`, {ours} instructions, but found {theirs}: it is played as \
                 recorded"
            )
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
        self.lines.push(match line.kind {
            LineKind::Heading => format!("\n{text}\n"),
            LineKind::Event => text,
            LineKind::Detail => format!("  {text}"),
        });
    }
}

/// Whether chance has no part in it, nor a program of rules.
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
    /// What a record is called in the file.
    fn theirs(&self, catalog: &str, id: &str) -> String {
        let record = self.records.get(catalog).and_then(|all| all.get(id));
        let kept = record.and_then(|record| record["hexkit"]["id"].as_str());
        kept.unwrap_or(id).to_owned()
    }
}
