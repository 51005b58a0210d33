//! Faulty rulesets: a simulation reports them instead of hanging or panicking.

use std::sync::atomic::AtomicBool;

use foeman_engine::choice::Choice;
use foeman_engine::dice::Seed;
use foeman_engine::display::{Board, Line};
use foeman_engine::player::find;
use foeman_engine::ruleset::{Emit, Refusal, Ruleset, SideId, Turn};
use foeman_engine::simulate::{Plan, simulate};
use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::RecordKey;

/// Never ends, and lists as many commands as the scenario's id has letters; only the command 0 is legal.
struct Broken;

static DIALECT: Dialect = Dialect {
    id: "broken",
    title: "Broken",
    about: "Never ends",
    catalogs: &[],
    checks: &[],
    notations: &[],
    playable: "faults",
    script: None,
    declared: &[],
    base: None,
};

impl Ruleset for Broken {
    type Content = u8;
    type State = ();
    type Command = u8;
    type Instruction = ();

    fn dialect() -> &'static Dialect {
        &DIALECT
    }
    fn content(resolved: &Resolved) -> Result<u8, Vec<ContentError>> {
        Ok(resolved.scenario.id.len() as u8)
    }
    fn empty(_: &u8) {}
    fn turn(_: &u8, (): &()) -> Turn {
        Turn::Ask { side: SideId(0), actor: None }
    }
    fn legal(count: &u8, (): &(), out: &mut Vec<u8>) {
        out.extend(0..*count);
    }
    fn check(_: &u8, (): &(), command: &u8) -> Result<(), Refusal> {
        if *command == 0 { Ok(()) } else { Err(Refusal { rule: "B1", message: "only 0 is legal" }) }
    }
    fn plan(_: &u8, _: &u8, _: &mut Emit<'_, Self>) {}
    fn apply(_: &u8, (): &mut (), (): &()) {}
    fn tell(_: &u8, (): &(), (): &()) -> Option<Line> {
        None
    }
    fn choice(_: &u8, (): &(), _: &u8) -> Choice {
        Choice::new("go", "Go")
    }
    fn board(_: &u8, (): &()) -> Board {
        Board::default()
    }
}

fn problem(fault: &str) -> String {
    let scenario = RecordKey::new("faults", fault);
    let resolved = Resolved {
        ruleset: "broken".to_owned(),
        scenario,
        records: Default::default(),
        fields: Default::default(),
        spare: Default::default(),
        language: None,
    };
    let plan = Plan { battles: 2, seed: Seed(7), threads: 1, players: vec![find::<Broken>("random").unwrap()] };
    let problems = simulate::<Broken>(&resolved, &plan, &|| (), &AtomicBool::new(false)).unwrap_err();
    problems[0].message.clone()
}

#[test]
fn a_battle_without_end_is_a_problem() {
    let message = "battle with seed `7`: the battle does not end within 1000000 entries; limit its rounds";
    assert_eq!(problem("a"), message);
}

#[test]
fn a_side_asked_without_a_choice_is_a_problem() {
    let message = "battle with seed `7`: the active side has no legal command";
    assert_eq!(problem(""), message);
}

#[test]
fn a_listed_command_that_is_not_legal_is_a_problem() {
    let message = "a listed command is not legal: only 0 is legal (B1)";
    assert_eq!(problem("abc"), format!("battle with seed `7`: {message}"));
}
