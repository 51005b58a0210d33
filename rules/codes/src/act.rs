//! Turn order, legal commands and their results (`A5`).

use super::ActionCodes;
use super::book::Meaning;
use super::command::Command;
use super::content::Content;
use super::contest::{contest, opposes};
use super::instruction::Instruction;
use super::state::{Pick, State};
use foeman_engine::ruleset::{Emit, Outcome, Reason, Refusal, SideId, Turn};

/// Returns who decides next.
pub(super) fn turn(content: &Content, state: &State) -> Turn {
    let attacker = state.attacker();
    let ask = |side: usize| Turn::Ask { side: SideId(side as u8), actor: Some(side as u32) };
    // An actor that is out no longer acts, so both are never out at once.
    if let Some(out) = [0, 1].into_iter().find(|&side| state.is_out(side)) {
        return Turn::Over(Outcome::won(SideId(1 - out as u8), Reason::LastStanding));
    }
    match (state.exchange, state.attack) {
        (2.., _) if state.round >= content.rounds => Turn::Over(Outcome::draw(Reason::RoundLimit)),
        (2.., _) => Turn::Auto,
        (_, Pick::Open) => ask(attacker),
        _ => ask(1 - attacker),
    }
}

/// Lists every legal command of the active actor.
pub(super) fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
    let attacker = state.attacker();
    if state.attack == Pick::Open {
        out.extend(content.attacks(attacker).into_iter().map(|code| Command::Attack { code }));
    } else {
        out.extend((0..content.count(1 - attacker)).map(|code| Command::Respond { code }));
    }
}

/// Checks whether a command is legal now.
pub(super) fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
    let refuse = |message| Err(Refusal { rule: "A5", message });
    let attacker = state.attacker();
    match (*command, state.attack) {
        (Command::Attack { code }, Pick::Open) if content.attack(attacker, code).is_none() => {
            refuse("the actor does not know this code")
        }
        (Command::Attack { code }, Pick::Open) if !content.can_attack(attacker, code) => {
            refuse("a harmless action is not an attack")
        }
        (Command::Attack { .. }, Pick::Open) => Ok(()),
        (Command::Attack { .. }, _) => refuse("the attack is already chosen"),
        (Command::Respond { .. }, Pick::Open) => refuse("there is no attack to respond to"),
        (Command::Respond { code }, _) if code >= content.count(1 - attacker) => {
            refuse("the actor does not know this code")
        }
        (Command::Respond { .. }, _) => Ok(()),
    }
}

/// Plans a legal command.
pub(super) fn plan(content: &Content, command: &Command, out: &mut Emit<'_, ActionCodes>) {
    out.push(Instruction::Chosen { choice: *command });
    let state = out.state();
    let (attacker, attack, response) = (state.attacker(), state.attack, state.response);
    if attack == Pick::Open || response == Pick::Open {
        return;
    }
    let attack = known(attack, &content.attacks(attacker), attacker, out);
    let all: Vec<u8> = (0..content.count(1 - attacker)).collect();
    let response = known(response, &all, 1 - attacker, out);
    exchange(content, attacker, attack, response, out);
    out.push(Instruction::Tired { side: SideId(1 - attacker as u8), code: response });
    out.push(Instruction::Parted);
}

/// Returns a known pick, or a random guess at a hidden one.
///
/// A choice is hidden only in the state that an actor knows, see [`State::observed`]: a computer player that tries out
/// its choices guesses the opponent's with separate dice. In the contest itself both choices are known, and nothing is
/// rolled.
fn known(pick: Pick, among: &[u8], side: usize, out: &mut Emit<'_, ActionCodes>) -> u8 {
    match pick {
        Pick::Made(code) => code,
        Pick::Open | Pick::Hidden => {
            let die = out.roll("imagined", side as u32, 1, among.len() as u8);
            die.first().and_then(|&face| among.get(usize::from(face) - 1)).copied().unwrap_or(0)
        }
    }
}

/// Reveals both codes and resolves them (`A5`).
fn exchange(content: &Content, attacker: usize, attack: u8, response: u8, out: &mut Emit<'_, ActionCodes>) {
    let defender = 1 - attacker;
    let (Some(attack), Some(response)) =
        (content.attack(attacker, attack), out.state().response(content, defender, response))
    else {
        return;
    };
    let [attacking, defending] = [attacker, defender].map(|side| SideId(side as u8));
    let (Ok(act), Ok(answer)) = (content.book.meaning(attack), content.book.meaning(&response)) else { return };
    out.push(Instruction::Shown { side: attacking, code: attack.clone() });
    out.push(Instruction::Shown { side: defending, code: response.clone() });
    match opposes(&act, &answer) {
        Ok(()) => meet(attacking, &act, Some(&answer), out),
        Err(why) => {
            let (attack, response) = (attack.clone(), response.clone());
            out.push(Instruction::Mismatched { side: attacking, why, attack, response });
            meet(attacking, &act, None, out);
            // The other action still takes place, also unopposed. The sources do not say whether that is so if the
            // attack has put its actor out; here it comes second, and is then cancelled.
            if answer.attacks() && !out.state().is_out(defender) {
                meet(defending, &answer, None, out);
            }
        }
    }
}

fn meet(side: SideId, attack: &Meaning<'_>, response: Option<&Meaning<'_>>, out: &mut Emit<'_, ActionCodes>) {
    let result = contest(attack, response);
    let response = response.map(|response| response.code.clone());
    out.push(Instruction::Met { side, attack: attack.code.clone(), response });
    if result.damage > 0 {
        let points = u16::try_from(result.damage).unwrap_or(u16::MAX);
        out.push(Instruction::Harmed { side: SideId(1 - side.0), harm: result.harms, points });
    }
}
