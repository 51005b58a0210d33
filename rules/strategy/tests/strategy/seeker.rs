//! The computer player's plans in rows.

use std::cell::Cell;
use std::rc::Rc;

use ruleset_strategy::Command;
use ruleset_strategy::hexkit::Recorded;
use ruleset_strategy::players::{Options, plan_on};
use ruleset_strategy::session::{Chance, Session, Survey};
use ruleset_strategy::situation::Situation;
use serde_json::{Value, json};

use crate::digest;
use crate::game::{Game, differs, drawn, row_form};
use crate::rows::Step;
use crate::stops::{self, Stop};

/// A generator of the numbers drawn in a row. `left` counts the remaining ones; it is negative if the plan has drawn
/// too many.
fn counted(numbers: Vec<u32>, left: &Rc<Cell<i64>>) -> Chance {
    let (mut numbers, left) = (numbers.into_iter(), Rc::clone(left));
    Box::new(move |among| {
        left.set(left.get() - 1);
        numbers.next().unwrap_or_default() as usize % among
    })
}

/// Parses the options of a question, and whether the plan is carried out.
fn options(ask: &str) -> Result<(Options, bool), String> {
    let (mut options, mut applies) = (Options::default(), false);
    for word in ask.split_whitespace().skip(1) {
        let is_set = |value: &str| value.eq_ignore_ascii_case("true") || value == "1";
        match word.split_once('=') {
            None if word == "apply" => applies = true,
            Some(("TargetLimit", limit)) => {
                let limit: i64 = limit.parse().map_err(|_| format!("`{limit}` is no limit"))?;
                options.target_limit = limit.clamp(1, 1000) as usize;
            }
            Some(("UseRandomBuild", value)) => options.builds_by_chance = is_set(value),
            Some(("UseRandomPlace", value)) => options.places_by_chance = is_set(value),
            // Only rule programs use it.
            Some(("UseScripting", _)) => {}
            _ => return Err(format!("the option `{word}` is not known")),
        }
    }
    Ok((options, applies))
}

impl Game<'_> {
    /// Lets the computer player plan a turn, and carries out the plan if requested.
    pub(crate) fn plan(&mut self, ask: &str, step: &Step, row: &str) -> Vec<String> {
        let (options, applies) = match options(ask) {
            Ok(options) => options,
            Err(why) => return vec![format!("{ask}: {why}")],
        };
        let Some(faction) = self.session.state.active_faction() else {
            return if step.error.is_some() { Vec::new() } else { vec![format!("{ask}: it is nobody's turn")] };
        };
        let left = Rc::new(Cell::new(step.u32_drawn.len() as i64));
        let copy = self.session.copied(counted(step.u32_drawn.clone(), &left));
        let planned = plan_on(copy, faction, options);
        let mut failures = Vec::new();
        if left.get() != 0 {
            failures.push(format!("{ask}: {} numbers are left", left.get()));
        }
        match (&planned.halt, &step.error) {
            (None, None) => {}
            (Some(halt), Some(error)) if stops::is_alike(&Stop::Halt(*halt), error) => {}
            (halt, error) => failures.push(format!("{ask}: expected {error:?}, found {halt:?}")),
        }
        let before = digest::world(self.session.now());
        let mut after = Session::on(self.content, self.session.state.clone(), drawn(row, Vec::new()));
        let mut found = Vec::new();
        for of in &planned.commands {
            let turn = after.state.turn;
            if let Err(fault) = after.repeat(&of.program, Survey::Never) {
                failures.push(format!("{ask}: the plan cannot be carried out: {fault}"));
                return failures;
            }
            self.words.learn(&after.state);
            let id = self.content.faction(faction).id.clone();
            let recorded = Recorded { turn: Some(turn), faction: id, ..self.recorded(&of.command) };
            found.push(Recorded { program: Some(self.words.program(&of.program)), ..recorded });
        }
        let expected = step.commands.iter().flatten();
        let expected: Vec<Value> = expected.map(|of| json!({ "head": of.head, "program": of.program })).collect();
        let written: Vec<Value> = found.iter().map(row_form).collect();
        if written != expected {
            failures.push(differs(ask, &written.into(), &expected.into()));
        }
        if applies {
            for (of, recorded) in planned.commands.into_iter().zip(found) {
                self.session.repeat(&of.program, Survey::Never).expect("it was repeated before");
                if of.command == (Command::BeginTurn {}) {
                    self.session.state.has_begun = true;
                }
                self.keep(recorded, of.program);
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

    /// Converts a command to the original's words, without turn, faction and program.
    fn recorded(&self, command: &Command) -> Recorded {
        let named = |name: &str| Recorded { name: name.to_owned(), ..Recorded::default() };
        let recorded = match command {
            Command::BeginTurn {} => named("BeginTurn"),
            Command::Attack { target, .. } | Command::Move { target, .. } | Command::Place { target, .. } => {
                let name = match command {
                    Command::Attack { .. } => "Attack",
                    Command::Move { .. } => "Move",
                    _ => "Place",
                };
                Recorded { target: Some(self.content.cell(*target)), ..named(name) }
            }
            Command::Build { classes } => {
                let classes = classes.iter().map(|&class| self.content.class(class).id.clone()).collect();
                Recorded { classes, ..named("Build") }
            }
            other => panic!("{other:?} is not planned"),
        };
        let entities = command.entities().iter().map(|&entity| self.name(entity)).collect();
        Recorded { entities, ..recorded }
    }
}

#[test]
fn options_are_read_as_the_original_sets_them() {
    let read =
        |ask| options(ask).map(|(of, applies)| (of.target_limit, of.builds_by_chance, of.places_by_chance, applies));
    assert_eq!(read("seeker"), Ok((8, false, false, false)));
    assert_eq!(read("seeker apply TargetLimit=0 UseRandomBuild=true UseScripting=false"), Ok((1, true, false, true)));
    assert_eq!(read("seeker TargetLimit=5000 UseRandomPlace=True UseScripting=true"), Ok((1000, false, true, false)));
    assert!(read("seeker Unheard=1").is_err());
}
