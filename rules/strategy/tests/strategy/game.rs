//! Plays the rows.

use std::path::Path;

use foeman_engine::exchange::{Open, Unopened};
use foeman_schema::resolve::Resolved;
use ruleset_strategy::content::Content;
use ruleset_strategy::fault::Fault;
use ruleset_strategy::hexkit::{History, Names, Read, Recorded, expand, read};
use ruleset_strategy::hexkit_notation::HexkitInstruction;
use ruleset_strategy::ids::{ClassId, EntityId, FactionId, SiteId};
use ruleset_strategy::session::{Chance, Deed, Halt, Session, Survey};
use ruleset_strategy::state::State;
use ruleset_strategy::{Command, DIALECT, Instruction};
use serde_json::{Value, json};

use crate::rows::{self, Counts, Row, Step, Written};
use crate::stops::{self, Stop, guarded};
use crate::words::{self, Words};
use crate::{asks, digest, loading};

/// An invalid id of an entity, class or site, for unknown names in a row.
const NOBODY: u32 = u32::MAX;

/// A scenario that has been read.
pub(crate) struct Loaded {
    pub(crate) read: Read,
    pub(crate) content: Content,
    /// Its text, with all includes.
    pub(crate) text: String,
}

/// Reads the scenario of a row; the error lists the problems found.
pub(crate) fn load(folder: &Path, scenario: &str) -> Result<Loaded, String> {
    let text = rows::beside(folder, scenario)?;
    let open = &mut |path: &str, _| rows::beside(folder, path).map(String::into_bytes).map_err(|_| Unopened::Missing);
    load_text(scenario, &text, open)
}

/// Returns the content of a scenario in a text.
pub(crate) fn content_of(file: &str, text: &str) -> Result<Content, String> {
    load_text(file, text, &mut |_, _| Err(Unopened::Missing)).map(|loaded| loaded.content)
}

fn load_text(scenario: &str, text: &str, open: Open<'_>) -> Result<Loaded, String> {
    let expanded = expand(scenario, text, open).map_err(|note| note.message)?;
    let told = read(&expanded).map_err(|note| note.message)?;
    let resolved = Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: told.scenario.clone(),
        records: told.records.clone(),
        fields: Default::default(),
        spare: Default::default(),
        language: None,
    };
    let notes: Vec<String> = told.notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect();
    let content = Content::read(&resolved).map_err(|errors| {
        let errors: Vec<String> =
            errors.into_iter().map(|error| format!("{}: {}", error.pointer, error.message)).collect();
        [notes, errors].concat().join("\n")
    })?;
    Ok(Loaded { read: told, content, text: expanded.text })
}

/// Plays a row with the original's behaviour; returns the failures.
pub(crate) fn run(row: &Row, counts: &mut Counts) -> Vec<String> {
    run_as(row, counts, true)
}

/// Plays a row with the original's behaviour or ours.
pub(crate) fn run_as(row: &Row, counts: &mut Counts, original: bool) -> Vec<String> {
    counts.rows += 1;
    guarded(|| play(row, counts, original)).unwrap_or_else(|panic| vec![format!("{}: {panic}", row.id)])
}

fn play(row: &Row, counts: &mut Counts, original: bool) -> Vec<String> {
    let loaded = load(&row.folder, &row.scenario);
    let is_load = |step: &Step| step.ask.as_deref() == Some("load");
    let mut failures: Vec<String> =
        row.steps.iter().filter(|step| is_load(step)).flat_map(|step| loading::told(row, step, &loaded)).collect();
    if row.steps.iter().all(is_load) {
        counts.steps += row.steps.len();
        return failures;
    }
    let loaded = match loaded {
        Ok(loaded) => loaded,
        // Some scenarios that the original rejects only when it creates the world are already rejected here.
        Err(_) if failures.is_empty() && row.steps.iter().all(|step| is_load(step) || step.error.is_some()) => {
            counts.steps += row.steps.len();
            return Vec::new();
        }
        Err(error) => return vec![format!("{}: {error}", row.id)],
    };
    let content = Content { original, ..loaded.content };
    let mut game = Game::new(&loaded.text, &content, &row.id);
    for (number, step) in row.steps.iter().enumerate() {
        counts.steps += 1;
        let programs = step.executed.iter().chain(&step.commands).flatten();
        counts.instructions += programs.map(|executed| executed.program.len()).sum::<usize>();
        let told = if is_load(step) { Ok(Vec::new()) } else { guarded(|| game.step(step, &row.id)) };
        let is_broken = told.is_err();
        let told = told.unwrap_or_else(|panic| vec![panic]);
        failures.extend(told.into_iter().map(|told| format!("{} step {number}: {told}", row.id)));
        if is_broken || failures.len() > 2 {
            break;
        }
    }
    failures
}

/// A generator that returns the numbers drawn in a row, and no others.
pub(crate) fn drawn(row: &str, numbers: Vec<u32>) -> Chance {
    let (mut numbers, row) = (numbers.into_iter(), row.to_owned());
    Box::new(move |among| {
        let number = numbers.next().unwrap_or_else(|| panic!("{row} draws more than the original"));
        number as usize % among
    })
}

/// A game played by a row.
pub(crate) struct Game<'a> {
    /// The text of its scenario.
    pub(crate) text: &'a str,
    pub(crate) content: &'a Content,
    pub(crate) session: Session<'a>,
    pub(crate) words: Words<'a>,
    /// The number of entities at its start.
    pub(crate) begun_with: u32,
    /// The instructions carried out, by command.
    programs: Vec<Vec<Instruction>>,
    /// The commands carried out, in the original's words.
    done: Vec<Recorded>,
}

impl<'a> Game<'a> {
    fn new(text: &'a str, content: &'a Content, row: &str) -> Self {
        let session = Session::new(content, drawn(row, Vec::new()));
        let mut words = Words::new(Names::new(content));
        words.learn(&session.state);
        let begun_with = session.state.made();
        Self { text, content, session, words, begun_with, programs: Vec::new(), done: Vec::new() }
    }

    pub(crate) fn learn(&mut self) {
        self.words.learn(&self.session.state);
    }

    pub(crate) fn entities(&self, names: &[impl AsRef<str>]) -> Vec<EntityId> {
        names.iter().map(|name| entity(&self.words, name.as_ref())).collect()
    }

    /// Returns the name of an entity, even a removed one.
    pub(crate) fn name(&self, entity: EntityId) -> String {
        self.words.names.name(entity).to_owned()
    }

    fn step(&mut self, step: &Step, row: &str) -> Vec<String> {
        match (&step.command, &step.ask) {
            (Some(written), None) => self.act(written, step, row),
            (None, Some(ask)) => match ask.split_whitespace().next() {
                Some("replayall") => self.replay(step),
                Some("seeker") => self.plan(ask, step, row),
                _ => asks::told(self, ask, step),
            },
            // After a seed, the drawn numbers are listed in each step.
            (None, None) if step.seed.is_some() => Vec::new(),
            _ => vec!["expected a command, a question or a seed".to_owned()],
        }
    }

    /// Returns all commands so far, in the original's words.
    pub(crate) fn history(&self) -> History {
        History { full_turns: self.session.history.full_turns, commands: self.done.clone() }
    }

    /// Records a command and its instructions.
    pub(crate) fn keep(&mut self, of: Recorded, program: Vec<Instruction>) {
        self.programs.push(program);
        self.done.push(of);
    }

    /// Replays all instructions from the start.
    fn replay(&mut self, step: &Step) -> Vec<String> {
        let mut again = Session::new(self.content, drawn("a replay", Vec::new()));
        // A fresh world has no outdated caches.
        let came = self.programs.iter().try_for_each(|program| again.repeat(program, Survey::Now));
        let is_equal = came.is_ok() && digest::world(again.now()) == digest::world(self.session.now());
        if let Some(error) = &step.error {
            return if is_equal { vec![format!("replayall: expected {error:?}")] } else { Vec::new() };
        }
        let (found, expected) = (json!({ "equal": is_equal }), step.answer.clone().unwrap_or(Value::Null));
        if found == expected { Vec::new() } else { vec![differs("replayall", &found, &expected)] }
    }

    fn act(&mut self, written: &Written, step: &Step, row: &str) -> Vec<String> {
        let before = digest::world(self.session.now());
        self.session.draw_from(drawn(row, step.u32_drawn.clone()));
        let mut executed = Vec::new();
        let came = match &written.execute_xml {
            Some(xml) => match Recorded::read(xml) {
                Ok(recorded) => self.carry_out(recorded, &mut executed),
                Err(note) => Err(Stop::Unknown(note.message)),
            },
            None => self.carry_out(self.given(written), &mut executed),
        };
        self.learn();
        let mut failures = Vec::new();
        match (&came, &step.error) {
            (Ok(()), None) => {}
            (Err(stop), Some(error)) if stops::is_alike(stop, error) => {}
            (Err(stop), None) => failures.push(format!("{written:?}: {stop}")),
            (came, Some(error)) => failures.push(format!("{written:?}: expected {error:?}, but {came:?}")),
        }
        if step.setup {
            return failures;
        }
        let expected = step.executed.iter().flatten();
        let expected: Vec<Value> = expected.map(|of| json!({ "head": of.head, "program": of.program })).collect();
        let executed: Vec<Value> = executed.iter().map(row_form).collect();
        if executed != expected {
            failures.push(differs(&format!("{written:?}"), &executed.into(), &expected.into()));
        }
        let found = digest::changes(&before, &digest::world(self.session.now()));
        let changes = digest::in_order(step.changes.clone().unwrap_or(json!({})));
        if found != changes {
            failures.push(differs(&format!("changes of {written:?}"), &found, &changes));
        }
        failures
    }

    /// Converts the command of a row.
    fn given(&self, written: &Written) -> Recorded {
        let active = self.session.state.active_faction().map(|active| self.content.faction(active).id.clone());
        Recorded {
            name: written.command.clone().unwrap_or_default(),
            faction: written.as_faction.clone().or(active).unwrap_or_default(),
            entities: written.entities.clone(),
            classes: written.classes.clone(),
            title: written.name.clone(),
            target: written.target,
            text: written.text.clone(),
            ..Recorded::default()
        }
    }

    /// Carries out a command, by its program if it has one, and then the commands it has queued.
    fn carry_out(&mut self, of: Recorded, executed: &mut Vec<Recorded>) -> Result<(), Stop> {
        let faction = self.content.faction_by_id(&of.faction).unwrap_or(FactionId(u8::MAX));
        let turn = self.session.state.turn;
        if of.turn.is_some_and(|of| of != turn) {
            return Err(Stop::Unknown(format!("it is turn {turn}")));
        }
        let command = self.command(&of)?;
        let mut queued = Vec::new();
        let program = match (&of.program, &command) {
            (Some(program), _) => {
                self.session.check(faction, &command).map_err(Halt::Refused)?;
                self.repeat(program, &of.name)?
            }
            (None, Command::Automate { text, .. }) => {
                automate(&mut self.session, &mut self.words, (faction, &command), text, &mut queued)?
            }
            (None, _) => self.session.issue(faction, &command)?,
        };
        self.learn();
        let of = Recorded { turn: Some(turn), program: Some(self.words.program(&program)), ..of };
        self.keep(of.clone(), program);
        let faction = of.faction.clone();
        executed.push(of);
        queued.into_iter().try_for_each(|(entity, title)| {
            let (entities, title) = (vec![entity], Some(title).filter(|title| !title.is_empty()));
            let rename = Recorded { name: "Rename".to_owned(), faction: faction.clone(), ..Recorded::default() };
            self.carry_out(Recorded { entities, title, ..rename }, executed)
        })
    }

    /// Converts a command; unknown names become invalid ids.
    fn command(&self, of: &Recorded) -> Result<Command, Stop> {
        let entities = self.entities(&of.entities);
        let target = of.target.and_then(|cell| self.content.site(cell)).unwrap_or(SiteId(NOBODY));
        let class = |id: &String| self.content.class_by_id(id).unwrap_or(ClassId(u16::MAX));
        Ok(match of.name.as_str() {
            "BeginTurn" => Command::BeginTurn {},
            "EndTurn" => Command::EndTurn {},
            "Attack" => Command::Attack { units: entities, target },
            "Automate" => Command::Automate { entities, text: of.text.clone().unwrap_or_default() },
            "Build" => Command::Build { classes: of.classes.iter().map(class).collect() },
            "Destroy" => Command::Destroy { entities },
            "Move" => Command::Move { units: entities, target },
            "Place" => Command::Place { entities, target },
            "Rename" => Command::Rename { entities, name: of.title.clone().unwrap_or_default() },
            "Resign" => Command::Resign {},
            unknown => return Err(Stop::Unknown(format!("the command `{unknown}` is not known"))),
        })
    }

    /// Carries out the program of a command; entries that are not instructions of the original are skipped.
    fn repeat(&mut self, program: &[HexkitInstruction], command: &str) -> Result<Vec<Instruction>, Stop> {
        let mut done = Vec::new();
        for told in program.iter().filter(|told| words::is_instruction(&told.name)) {
            self.learn();
            let instruction = self.words.read(told).ok_or_else(|| unknown(told))?;
            self.session.step(&instruction, Survey::Never)?;
            done.push(instruction);
        }
        self.session.close();
        if command == "BeginTurn" {
            self.session.state.has_begun = true;
        }
        Ok(done)
    }
}

fn entity(words: &Words<'_>, name: &str) -> EntityId {
    words.entity(name).unwrap_or(EntityId(NOBODY))
}

fn unknown(told: &HexkitInstruction) -> Stop {
    Stop::Unknown(format!("{} names what there is not", words::row_form(told)))
}

/// Runs the rule script of the rows on a text: one call after another, each parsed just before it is executed.
pub(crate) fn automate(
    session: &mut Session<'_>,
    words: &mut Words<'_>,
    (faction, command): (FactionId, &Command),
    text: &str,
    queued: &mut Vec<(String, String)>,
) -> Result<Vec<Instruction>, Stop> {
    let mut calls = text.split(';').map(str::trim).filter(|call| !call.is_empty() && *call != "x");
    let mut wrong = None;
    let mut next = |state: &State| {
        words.learn(state);
        for call in calls.by_ref() {
            match deed(words, call, queued) {
                Ok(Some(deed)) => return Ok(Some(deed)),
                Ok(None) => {}
                Err(stop) => {
                    wrong = Some(stop);
                    return Err(Fault::Entity);
                }
            }
        }
        Ok(None)
    };
    let done = session.issue_by(faction, command, &mut next);
    wrong.map_or(done.map_err(Stop::Halt), Err)
}

/// Parses a call; `None` if it only queues a command.
fn deed(words: &mut Words<'_>, call: &str, queued: &mut Vec<(String, String)>) -> Result<Option<Deed>, Stop> {
    let of: Vec<&str> = call.split_whitespace().collect();
    let first = || of.get(1).copied().ok_or_else(|| Stop::Unknown(format!("`{call}` has no entity")));
    Ok(Some(match of[0] {
        "CheckDepletion" => Deed::Deplete(entity(words, first()?)),
        "InlineDestroy" => {
            let entities = of[1..].iter().map(|name| entity(words, name)).collect();
            Deed::Inline(Command::Destroy { entities })
        }
        "InlineBeginTurn" => return Err(Stop::Unknown("a turn cannot begin within another command".to_owned())),
        "QueueRename" => {
            queued.push((first()?.to_owned(), words::spaced(of.get(2).copied().unwrap_or("-"))));
            return Ok(None);
        }
        _ => {
            let told = words::call(call).map_err(Stop::Unknown)?;
            Deed::Perform(words.read(&told).ok_or_else(|| unknown(&told))?)
        }
    }))
}

/// Converts a command that was carried out to the form of the rows.
pub(crate) fn row_form(of: &Recorded) -> Value {
    let mut head = json!({ "command": of.name, "turn": of.turn, "faction": of.faction });
    for (key, value) in [
        ("entities", json!(of.entities)),
        ("target", json!(of.target)),
        ("classes", json!(of.classes)),
        ("name", json!(of.title)),
        ("text", json!(of.text)),
    ] {
        if !value.is_null() && value != json!([]) && value != json!("") {
            head[key] = value;
        }
    }
    let program: Vec<Value> = of.program.iter().flatten().map(words::row_form).collect();
    json!({ "head": head, "program": program })
}

/// Returns the first difference of two values.
pub(crate) fn differs(what: &str, found: &Value, expected: &Value) -> String {
    fn first(path: String, found: &Value, expected: &Value) -> Option<String> {
        match (found, expected) {
            (Value::Object(a), Value::Object(b)) => {
                let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
                keys.into_iter().find_map(|key| {
                    let (a, b) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                    first(format!("{path}/{key}"), a, b)
                })
            }
            (Value::Array(a), Value::Array(b)) => {
                let null = Value::Null;
                (0..a.len().max(b.len())).find_map(|at| {
                    first(format!("{path}/{at}"), a.get(at).unwrap_or(&null), b.get(at).unwrap_or(&null))
                })
            }
            _ if found == expected => None,
            _ => Some(format!("{path}: found {found}, but expected {expected}")),
        }
    }
    let place = first(String::new(), found, expected).unwrap_or_else(|| "one is null, the other missing".to_owned());
    format!("{what}\n    {place}")
}
