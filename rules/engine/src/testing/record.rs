//! Records a battle as a check, so that changes in its course are noticed.

use foeman_schema::catalogs::checks::{AnyCheck, BoardName, Expectation};
use foeman_schema::dialect::Ref;
use foeman_schema::notation::command::ScriptedCommand;
use foeman_schema::resolve::Resolved;

use super::names::Names;
use super::script;
use crate::battle::{Battle, Cause};
use crate::cast::Cast;
use crate::display::Board;
use crate::ruleset::{Ruleset, SideId, Turn};

/// Returns a check that the battle goes as it has gone: its decisions as commands, with the health that each changed,
/// and how it ended.
///
/// Decisions that are legal but not listed cannot be written as commands: the check ends before the first of them,
/// notes that, and expects the situation at that point.
pub fn record<R: Ruleset>(battle: &Battle<R>) -> AnyCheck {
    let resolved: Option<Resolved> = serde_json::from_str(battle.stage().canonical()).ok();
    let cast = resolved.as_ref().map(|resolved| R::capabilities().pack.cast_of(resolved)).unwrap_or_default();
    let key = resolved.as_ref().map(|resolved| resolved.scenario.clone());
    let seed = battle.seed().0;
    let of = key.as_ref().and_then(|key| resolved.as_ref()?.records.get(&key.catalog)?.get(&key.id)?["title"].as_str());
    let (commands, reached) = commands(battle, &cast);
    let is_whole = reached.entries().len() >= battle.entries().len();
    let about = match is_whole {
        true => String::new(),
        false => {
            format!("Recorded up to round {}; the next command is not a listed choice.", R::round(reached.state()))
        }
    };
    let board = R::board(reached.content(), reached.state());
    let called = R::capabilities().called_of(reached.content(), reached.state());
    AnyCheck {
        title: format!("{} with seed {seed}", of.unwrap_or("The battle")),
        about,
        scenario: Ref::new(key.map(|key| key.id).unwrap_or_default()),
        seed: u32::try_from(seed).unwrap_or_default(),
        players: Vec::new(),
        commands,
        expect: ending(&reached, Names { cast: &cast, board: &board, called: &called }),
        share: None,
    }
}

/// Returns the decisions of a battle as commands, and the battle as far as these lead.
fn commands<R: Ruleset>(battle: &Battle<R>, cast: &Cast) -> (Vec<ScriptedCommand>, Battle<R>) {
    let mut again = Battle::on(battle.stage().clone(), battle.seed());
    let mut commands = Vec::new();
    for entry in battle.entries().iter().skip(1) {
        let Cause::Command(given) = &entry.cause else {
            again.advance();
            continue;
        };
        let board = R::board(again.content(), again.state());
        let legal = again.legal();
        let choices: Vec<_> = legal.iter().map(|one| R::choice(again.content(), again.state(), one)).collect();
        let called = R::capabilities().called_of(again.content(), again.state());
        let names = Names { cast, board: &board, called: &called };
        let place = |of: &R::Command| legal.iter().position(|one| one == of);
        let write = |chosen: usize| script::written(&choices, chosen, &again.turn(), names);
        let parts = R::capabilities().parts(given);
        let written = match place(given) {
            Some(chosen) => Some(write(chosen)),
            None => parts.iter().map(|part| place(part).map(write)).collect::<Option<Vec<_>>>().and_then(at_once),
        };
        let Some(mut command) = written else { break };
        if again.issue(given.clone()).is_err() {
            break;
        }
        let mut after = again.clone();
        super::go_on(&mut after);
        let called = R::capabilities().called_of(after.content(), after.state());
        let later = R::board(after.content(), after.state());
        command.leaves = changed(&board, Names { cast, board: &later, called: &called });
        commands.push(command);
    }
    (commands, again)
}

/// Combines the commands of several tokens that act together: the first, with the others as members; `None` if one of
/// them has different parameters.
fn at_once(parts: Vec<ScriptedCommand>) -> Option<ScriptedCommand> {
    let mut parts = parts.into_iter();
    let mut first = parts.next()?;
    for part in parts {
        if !part.with.is_empty() {
            return None;
        }
        first.with.push((script::WITH.to_owned(), part.who));
    }
    Some(first)
}

/// Returns the tokens whose health has changed, without new ones.
fn changed(before: &Board, names: Names<'_>) -> Vec<(String, i32)> {
    let changed = names
        .board
        .tokens
        .iter()
        .filter(|token| before.tokens.iter().any(|old| old.id == token.id && old.health.0 != token.health.0));
    changed.map(|token| (names.word_of(token.id), token.health.0)).collect()
}

/// Returns the situation of a battle as expectations.
fn ending<R: Ruleset>(battle: &Battle<R>, names: Names<'_>) -> Vec<Expectation<BoardName, BoardName>> {
    let mut expect = Vec::new();
    if let Turn::Over(outcome) = battle.turn() {
        expect.extend(outcome.winners.iter().map(|side| Expectation::Won { side: BoardName(names.side_id(*side)) }));
        expect.extend(outcome.is_draw().then_some(Expectation::Draw {}));
    }
    let round = i32::try_from(R::round(battle.state())).ok();
    expect.push(Expectation::Rounds { from: round, to: round });
    for side in (0_u8..).take(names.board.sides.len()).map(SideId) {
        let fallen = names.board.tokens.iter().filter(|token| token.side == usize::from(side.0) && !token.active);
        let side = BoardName(names.side_id(side));
        let figures: Vec<_> = fallen.map(|token| BoardName(names.id(token))).collect();
        expect.extend((!figures.is_empty()).then_some(Expectation::Fell { side, figures }));
    }
    expect
}
