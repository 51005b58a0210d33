//! Plays a row.

use std::cell::Cell;
use std::rc::Rc;

use foeman_rules::exchange::Unopened;
use foeman_rules::rulesets::strategy::content::Content;
use foeman_rules::rulesets::strategy::fault::Fault;
use foeman_rules::rulesets::strategy::hexkit::{History, Names, Read, Recorded, expand, read};
use foeman_rules::rulesets::strategy::ids::{ClassId, EntityId, FactionId, SiteId};
use foeman_rules::rulesets::strategy::players::{Options, plan_on};
use foeman_rules::rulesets::strategy::session::{Chance, Deed, Halt, Session, Survey};
use foeman_rules::rulesets::strategy::situation::Situation;
use foeman_rules::rulesets::strategy::{Command, DIALECT, Instruction};
use foeman_schema::resolve::Resolved;
use serde_json::{Map, Value, json};

use crate::rows::{self, Counts, Error, Row, Step, Written};
use crate::{asks, digest, words};

/// A number that no entity, class or site has, for what a row names and is not there.
const NOBODY: u32 = u32::MAX;

/// Sites whose nearest corner is exactly as far away as one sees: by our whole numbers they are seen, and by the original's
/// fractions, which miss the limit by less than a billionth, they are not.
const AT_THE_LIMIT: &[(&str, &str, [i32; 2])] = &[("field-range-32", "visible 8 7 4", [5, 3])];

/// Reads a scenario; the error is what is found wrong with it.
pub(crate) fn load(scenario: &str) -> Result<(Read, Content), String> {
    load_text(scenario, &rows::read(scenario))
}

/// The content of a scenario that is given as text.
pub(crate) fn content_of(file: &str, text: &str) -> Result<Content, String> {
    load_text(file, text).map(|(_, content)| content)
}

fn load_text(scenario: &str, text: &str) -> Result<(Read, Content), String> {
    let expanded = expand(scenario, text, &mut |_, _| Err(Unopened::Missing)).map_err(|note| note.message)?;
    let told = read(&expanded).map_err(|note| note.message)?;
    let resolved = Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: told.scenario.clone(),
        records: told.records.clone(),
        fields: Default::default(),
        spare: Default::default(),
    };
    let notes: Vec<String> = told.notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect();
    let content = Content::read(&resolved).map_err(|errors| {
        let errors: Vec<String> =
            errors.into_iter().map(|error| format!("{}: {}", error.pointer, error.message)).collect();
        [notes, errors].concat().join("\n")
    })?;
    Ok((told, content))
}

/// Plays a row as the original does; what was not as it should be.
pub(crate) fn run(row: &Row, counts: &mut Counts) -> Vec<String> {
    run_as(row, counts, true)
}

/// Plays a row as the original does, or as we do.
pub(crate) fn run_as(row: &Row, counts: &mut Counts, original: bool) -> Vec<String> {
    counts.rows += 1;
    let loaded = load(&row.scenario);
    let mut failures = Vec::new();
    if row.steps.iter().any(|step| step.ask.as_deref() == Some("load")) {
        counts.steps += row.steps.len();
        failures.extend(asks::loading(row, loaded.as_ref().map(|(told, _)| told).map_err(String::as_str)));
        return failures;
    }
    let content = match loaded {
        Ok((_, content)) => Content { original, ..content },
        Err(error) => return vec![format!("{}: {error}", row.id)],
    };
    let mut game = Game {
        file: &row.scenario,
        content: &content,
        session: Session::new(&content, drawn(&row.id, Vec::new())),
        names: Names::new(&content),
        programs: Vec::new(),
        heads: Vec::new(),
    };
    game.learn();
    for (number, step) in row.steps.iter().enumerate() {
        counts.steps += 1;
        let programs = step.executed.iter().chain(&step.commands).flatten();
        counts.instructions += programs.map(|executed| executed.program.len()).sum::<usize>();
        let told = game.step(step, &row.id);
        failures.extend(told.into_iter().map(|told| format!("{} step {number}: {told}", row.id)));
        if failures.len() > 2 {
            break;
        }
    }
    failures
}

/// Chance that gives the numbers a row has drawn, and no others.
pub(crate) fn drawn(row: &str, numbers: Vec<u32>) -> Chance {
    let (mut numbers, row) = (numbers.into_iter(), row.to_owned());
    Box::new(move |among| {
        let number = numbers.next().unwrap_or_else(|| panic!("{row} draws more than the original"));
        number as usize % among
    })
}

/// The same for a plan, with how many are left: fewer than none when the plan has drawn more.
fn counted(numbers: Vec<u32>, left: &Rc<Cell<i64>>) -> Chance {
    let (mut numbers, left) = (numbers.into_iter(), Rc::clone(left));
    Box::new(move |among| {
        left.set(left.get() - 1);
        numbers.next().unwrap_or_default() as usize % among
    })
}

/// A game as a row plays it.
pub(crate) struct Game<'a> {
    /// The file of its scenario.
    pub(crate) file: &'a str,
    pub(crate) content: &'a Content,
    pub(crate) session: Session<'a>,
    pub(crate) names: Names<'a>,
    /// Whatever was carried out, command by command.
    programs: Vec<Vec<Instruction>>,
    /// What is said of each of these commands besides.
    heads: Vec<Value>,
}

impl<'a> Game<'a> {
    fn learn(&mut self) {
        self.names.learn(&self.session.state);
    }

    pub(crate) fn entity(&mut self, name: &str) -> EntityId {
        self.names.entity(name).unwrap_or(EntityId(NOBODY))
    }

    /// What an entity goes by, gone or not.
    pub(crate) fn name(&self, entity: EntityId) -> String {
        self.names.name(entity).to_owned()
    }

    pub(crate) fn entities(&mut self, names: &[impl AsRef<str>]) -> Vec<EntityId> {
        names.iter().map(|name| self.entity(name.as_ref())).collect()
    }

    fn step(&mut self, step: &Step, row: &str) -> Vec<String> {
        match (&step.command, &step.ask) {
            (Some(written), None) => self.act(written, step, row),
            (None, Some(ask)) if ask == "replayall" => self.replay(step),
            (None, Some(ask)) if ask.starts_with("seeker") => self.plan(ask, step, row),
            (None, Some(ask)) => {
                let mut found = asks::answer(self, ask);
                if let Some((_, _, site)) = AT_THE_LIMIT.iter().find(|(of, at, _)| *of == row && at == ask) {
                    found["visible"].as_array_mut().expect("a view").retain(|seen| *seen != json!(site));
                }
                let mut expected = step.answer.clone().unwrap_or(Value::Null);
                if ask == "areas" && step.error.is_some() {
                    // The original breaks down over what was built and has changed; we write what differs.
                    let text = found["xml"].as_str().expect("a text");
                    let written = "<unit id=\"guard\" name=\"Guard #5\"><resource id=\"str\">2</resource></unit>";
                    return if text.contains(written) { Vec::new() } else { vec![format!("{ask}: {text}")] };
                }
                asks::check_lengths(ask, self.content, &mut expected);
                let keys = |of: &Value| of["entities"].as_object().map(|of| of.keys().cloned().collect::<Vec<_>>());
                if ask == "world" && keys(&found) != keys(&expected) {
                    return vec![format!("{ask}: entities are in another order")];
                }
                if asks::is_near(&found, &expected) { Vec::new() } else { vec![differs(ask, &found, &expected)] }
            }
            _ => vec!["expected a command or a question".to_owned()],
        }
    }

    /// Lets the computer player plan a turn, and carries the plan out where it is applied.
    fn plan(&mut self, ask: &str, step: &Step, row: &str) -> Vec<String> {
        let mut options = Options::default();
        for word in ask.split(' ').skip(1) {
            match word.split_once('=') {
                None if word == "apply" => {}
                Some(("TargetLimit", limit)) => options.target_limit = limit.parse().unwrap(),
                Some(("UseRandomBuild", value)) => options.builds_by_chance = value == "true",
                Some(("UseRandomPlace", value)) => options.places_by_chance = value == "true",
                _ => panic!("the option `{word}` is not known"),
            }
        }
        let faction = self.session.state.active_faction().expect("somebody's turn");
        let left = Rc::new(Cell::new(step.u32_drawn.len() as i64));
        let copy = self.session.copied(counted(step.u32_drawn.clone(), &left));
        let planned = plan_on(copy, faction, options);
        let mut failures = Vec::new();
        if left.get() != 0 {
            failures.push(format!("{ask}: {} numbers are left", left.get()));
        }
        match (&planned.halt, &step.error) {
            (None, None) => {}
            (Some(halt), Some(error)) if is_alike(halt, error) => {}
            (halt, error) => failures.push(format!("{ask}: expected {error:?}, but found {halt:?}")),
        }
        let before = digest::world(self.session.now());
        let mut after = Session::on(self.content, self.session.state.clone(), drawn(row, Vec::new()));
        let mut found = Vec::new();
        for of in &planned.commands {
            let turn = after.state.turn;
            after.repeat(&of.program, Survey::Never).unwrap();
            self.names.learn(&after.state);
            let head = self.head(&of.command, turn, faction);
            let program: Vec<Value> = of.program.iter().map(|of| words::told(&self.names, of)).collect();
            found.push(json!({ "head": head, "program": program }));
        }
        let expected = step.commands.iter().flatten();
        let expected: Vec<Value> = expected.map(|of| json!({ "head": of.head, "program": of.program })).collect();
        if found != expected {
            failures.push(differs(ask, &found.into(), &expected.into()));
        }
        if ask.contains("apply") {
            for of in planned.commands {
                self.session.repeat(&of.program, Survey::Never).unwrap();
                if of.command == (Command::BeginTurn {}) {
                    self.session.state.has_begun = true;
                }
                let head = self.head(&of.command, self.session.state.turn, faction);
                self.heads.push(head);
                self.programs.push(of.program);
            }
            self.learn();
            let world = digest::world(self.session.now());
            let found = digest::changes(&before, &world);
            let changes = digest::in_order(step.changes.clone().unwrap_or(json!({})));
            if found != changes {
                failures.push(differs(&format!("changes of {ask}"), &found, &changes));
            }
            let copy = digest::world(Situation::new(self.content, &planned.state));
            let found = digest::differences(&world, &copy);
            if found != step.replay_differs && planned.halt.is_none() {
                failures.push(format!("{ask}: the copy differs by {found:?}, and not by {:?}", step.replay_differs));
            }
        }
        failures
    }

    /// All that was commanded so far, in the words of the original.
    pub(crate) fn history(&self) -> History {
        let commands =
            self.heads.iter().zip(&self.programs).map(|(head, program)| recorded(&self.names, head, program));
        History { full_turns: self.session.state.turn, commands: commands.collect() }
    }

    /// What is said of a command besides its program.
    fn head(&mut self, command: &Command, turn: u32, faction: FactionId) -> Value {
        let mut head = json!({ "turn": turn, "faction": self.content.faction(faction).id });
        let entities: Vec<String> = command.entities().iter().map(|&entity| self.name(entity)).collect();
        if !entities.is_empty() {
            head["entities"] = entities.into();
        }
        let name = match command {
            Command::BeginTurn {} => "BeginTurn",
            Command::Attack { target, .. } | Command::Move { target, .. } | Command::Place { target, .. } => {
                head["target"] = json!(self.content.cell(*target));
                match command {
                    Command::Attack { .. } => "Attack",
                    Command::Move { .. } => "Move",
                    _ => "Place",
                }
            }
            Command::Build { classes } => {
                let ids: Vec<&str> = classes.iter().map(|&class| self.content.class(class).id.as_str()).collect();
                head["classes"] = json!(ids);
                "Build"
            }
            other => panic!("{other:?} is not planned"),
        };
        head["command"] = name.into();
        head
    }

    /// Plays all that was carried out anew, by its instructions alone.
    fn replay(&mut self, step: &Step) -> Vec<String> {
        let mut again = Session::new(self.content, drawn("a replay", Vec::new()));
        for program in &self.programs {
            // Nobody has looked at the fresh world, so that nothing of it is out of date.
            again.repeat(program, Survey::Now).unwrap();
        }
        let found = json!({ "equal": digest::world(again.now()) == digest::world(self.session.now()) });
        let expected = step.answer.clone().unwrap_or(Value::Null);
        if found == expected { Vec::new() } else { vec![differs("replayall", &found, &expected)] }
    }

    fn act(&mut self, written: &Written, step: &Step, row: &str) -> Vec<String> {
        let before = digest::world(self.session.now());
        self.session.draw_from(drawn(row, step.u32_drawn.clone()));
        let mut executed = Vec::new();
        let came = match &written.execute_xml {
            Some(xml) => self.repeat(xml, &mut executed),
            None => self.issue(written, &mut executed),
        };
        self.learn();
        let mut failures = Vec::new();
        match (&came, &step.error) {
            (Ok(()), None) => {}
            (Err(halt), Some(error)) if is_alike(halt, error) => {}
            (Err(halt), None) => failures.push(format!("{written:?}: {halt:?}")),
            (came, Some(error)) => failures.push(format!("{written:?}: expected {error:?}, but {came:?}")),
        }
        if step.setup {
            return failures;
        }
        let expected: Vec<Value> =
            step.executed.iter().flatten().map(|of| json!({ "head": of.head, "program": of.program })).collect();
        let executed: Vec<Value> = executed
            .into_iter()
            .map(|(head, program)| {
                let program: Vec<Value> = program.iter().map(|of| words::told(&self.names, of)).collect();
                json!({ "head": head, "program": program })
            })
            .collect();
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

    fn faction(&self, written: &Written) -> FactionId {
        let named = written.as_faction.as_ref().map(|id| self.content.faction_by_id(id).expect("a faction"));
        named.or(self.session.state.active_faction()).unwrap_or(FactionId(u8::MAX))
    }

    fn issue(&mut self, written: &Written, executed: &mut Vec<(Value, Vec<Instruction>)>) -> Result<(), Halt> {
        let faction = self.faction(written);
        let entities = self.entities(&written.entities);
        let target = || written.target.and_then(|cell| self.content.site(cell)).unwrap_or(SiteId(NOBODY));
        let class = |id: &String| self.content.class_by_id(id).unwrap_or(ClassId(u16::MAX));
        let name = written.command.as_deref().expect("a command has a name");
        let command = match name {
            "BeginTurn" => Command::BeginTurn {},
            "EndTurn" => Command::EndTurn {},
            "Attack" => Command::Attack { units: entities, target: target() },
            "Automate" => Command::Automate { entities, text: written.text.clone().unwrap_or_default() },
            "Build" => Command::Build { classes: written.classes.iter().map(class).collect() },
            "Destroy" => Command::Destroy { entities },
            "Move" => Command::Move { units: entities, target: target() },
            "Place" => Command::Place { entities, target: target() },
            "Rename" => Command::Rename { entities, name: written.name.clone().unwrap_or_default() },
            "Resign" => Command::Resign {},
            unknown => panic!("the command `{unknown}` is not known"),
        };
        let mut head = json!({
            "command": name,
            "turn": self.session.state.turn,
            "faction": self.content.factions.get(faction.index()).map(|of| of.id.clone()),
        });
        for (key, value) in [
            ("entities", json!(written.entities)),
            ("target", json!(written.target)),
            ("classes", json!(written.classes)),
            ("name", json!(written.name)),
            ("text", json!(written.text)),
        ] {
            if !value.is_null() && value != json!([]) && value != json!("") {
                head[key] = value;
            }
        }
        let mut queued = Vec::new();
        let program = match &command {
            Command::Automate { text, .. } => {
                let deeds = self.deeds(text, &mut queued)?;
                self.session.issue_with(faction, &command, &deeds)?
            }
            _ => self.session.issue(faction, &command)?,
        };
        self.programs.push(program.clone());
        self.heads.push(head.clone());
        executed.push((head, program));
        for (entity, name) in queued {
            let written = Written {
                command: Some("Rename".to_owned()),
                entities: vec![entity],
                name: Some(name),
                as_faction: Some(self.content.faction(faction).id.clone()),
                target: None,
                classes: Vec::new(),
                text: None,
                execute_xml: None,
            };
            self.learn();
            self.issue(&written, executed)?;
        }
        Ok(())
    }

    /// What the rule script of the rows does with a text.
    pub(crate) fn deeds(&mut self, text: &str, queued: &mut Vec<(String, String)>) -> Result<Vec<Deed>, Halt> {
        let mut deeds = Vec::new();
        for call in text.split(';').map(str::trim).filter(|call| !call.is_empty() && *call != "x") {
            let words: Vec<&str> = call.split_whitespace().collect();
            match words[0] {
                "CheckDepletion" => deeds.push(Deed::Deplete(self.entity(words[1]))),
                "InlineDestroy" => deeds.push(Deed::Inline(Command::Destroy { entities: self.entities(&words[1..]) })),
                "InlineBeginTurn" => return Err(Halt::Fault(Fault::Invariant)),
                "QueueRename" => queued.push((words[1].to_owned(), words[2].to_owned())),
                _ => deeds.extend(words::read(&self.names, call).map(Deed::Perform)),
            }
        }
        Ok(deeds)
    }

    /// Carries out a command that has its instructions with it.
    fn repeat(&mut self, xml: &str, executed: &mut Vec<(Value, Vec<Instruction>)>) -> Result<(), Halt> {
        let (command, attributes) = xml.trim_start_matches('<').split_once(' ').expect("a command has attributes");
        let attributes = attributes.split_once('>').expect("a tag ends").0;
        let value = |tag: &str, name: &str| {
            let rest = tag.split_once(&format!("{name}=\""))?.1;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let turn = value(attributes, "turn").map(|turn| turn.parse::<u32>().unwrap());
        let faction = value(attributes, "faction").expect("a command has a faction");
        if self.content.faction_by_id(&faction).is_none() || turn.is_some_and(|turn| turn != self.session.state.turn) {
            return Err(Halt::Fault(Fault::Faction));
        }
        let program = xml.split_once("<program>").and_then(|(_, rest)| rest.split_once("</program>"));
        let mut instructions = Vec::new();
        for tag in program.map_or("", |(program, _)| program).split("/>").map(str::trim).filter(|tag| !tag.is_empty()) {
            let (name, fields) =
                tag.trim_start_matches('<').split_once(' ').unwrap_or((tag.trim_start_matches('<'), ""));
            let order: &[&str] = match name {
                "SetEntitySite" => &["id", "x", "y"],
                _ => &["id", "text", "value"],
            };
            let words: Vec<String> = order.iter().filter_map(|field| value(fields, field)).collect();
            let call = format!("{name} {}", words.join(" "));
            instructions.push(words::read(&self.names, &call).expect("it names what exists"));
        }
        self.session.repeat(&instructions, Survey::Never).map_err(Halt::Fault)?;
        let mut head = Map::new();
        head.insert("command".into(), command.into());
        head.insert("turn".into(), self.session.state.turn.into());
        head.insert("faction".into(), faction.into());
        if let Some(entities) = value(attributes, "entities") {
            head.insert("entities".into(), entities.split_whitespace().collect::<Vec<_>>().into());
        }
        if xml.contains("<text>x</text>") {
            head.insert("text".into(), "x".into());
        }
        self.programs.push(instructions.clone());
        self.heads.push(head.clone().into());
        executed.push((head.into(), instructions));
        Ok(())
    }
}

/// A command with its instructions, in the words of the original.
pub(crate) fn recorded(names: &Names<'_>, head: &Value, program: &[Instruction]) -> Recorded {
    let text = |key: &str| head[key].as_str().map(str::to_owned);
    let list = |key: &str| -> Vec<String> {
        let all = head[key].as_array().into_iter().flatten();
        all.map(|of| of.as_str().expect("a name").to_owned()).collect()
    };
    Recorded {
        name: text("command").expect("a command has a name"),
        turn: head["turn"].as_u64().map(|turn| turn as u32),
        faction: text("faction").unwrap_or_default(),
        entities: list("entities"),
        classes: list("classes"),
        title: text("name"),
        target: serde_json::from_value(head["target"].clone()).ok(),
        text: text("text"),
        program: Some(program.iter().filter_map(|instruction| names.told(instruction)).collect()),
    }
}

/// Whether we refuse or stop for what the original refuses or breaks down for.
fn is_alike(halt: &Halt, error: &Error) -> bool {
    match error.kind.as_str() {
        "InvalidCommandException" => {
            !matches!(halt, Halt::Fault(Fault::Over | Fault::Interrupted | Fault::Category | Fault::Ownerless))
        }
        "PropertyValueException" => *halt == Halt::Fault(Fault::Over),
        "NullReferenceException" => *halt == Halt::Fault(Fault::Ownerless),
        "InvalidOperationException" => *halt == Halt::Fault(Fault::Interrupted),
        "ArgumentException" => *halt == Halt::Fault(Fault::Category),
        unknown => panic!("the error `{unknown}` is not known"),
    }
}

/// The first place where two values differ.
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
