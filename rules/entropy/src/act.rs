//! Legal commands and their results (`E5`-`E11`).

use super::Entropy;
use super::catalogs::Parity;
use super::change::{die_when_spent, pour, set_level};
use super::command::Command;
use super::constants::STRIKE_DIE;
use super::content::{Content, Part};
use super::formulas;
use super::instruction::{Death, Instruction, Why};
use super::milli::Milli;
use super::round::end;
use super::state::{State, other};
use foeman_engine::ruleset::{Emit, Refusal, SideId};

/// Checks whether the active side may issue a command.
pub(super) fn check(content: &Content, state: &State, command: Command) -> Result<(), Refusal> {
    let Some(&side) = state.waiting.first() else {
        return Err(Refusal { rule: "E11", message: "no fighter can act now" });
    };
    let (upward, refusal) = match command {
        Command::Strike => return Ok(()),
        Command::Raise => (true, "its parity does not let it raise its level"),
        Command::Lower => (false, "its parity does not let it lower its level"),
    };
    let fitting = if upward { Parity::Plus } else { Parity::Minus };
    let parity = content.fighter(side).parity;
    if parity != fitting && parity != Parity::Both {
        return Err(Refusal { rule: "E5", message: refusal });
    }
    if formulas::induced(state.standing(side).mental(content.fighter(side)).agl) == Milli::ZERO {
        return Err(Refusal { rule: "E5", message: "it has no mental agility to move its level with" });
    }
    if induced_level(content, state, side, command) == state.standing(side).body {
        return Err(Refusal { rule: "E5", message: "its level is at the threshold already" });
    }
    Ok(())
}

/// Plans a legal command.
pub(super) fn plan(command: Command, out: &mut Emit<'_, Entropy>) {
    let Some(&side) = out.state().waiting.first() else { return };
    if command == Command::Strike {
        let needed = needed(out.content(), out.state(), side);
        let rolled = out.die("strike", u32::from(side.0), STRIKE_DIE);
        out.push(Instruction::Strike { side, needed, rolled });
        return strike_lands(out, side, i32::from(rolled) >= needed);
    }
    let to = induced_level(out.content(), out.state(), side, command);
    set_level(out, side, Part::Body, to, Why::Induced);
    acted(out, side);
}

/// Carries out a strike whose result is known. Rolls no dice.
pub(super) fn strike_lands(out: &mut Emit<'_, Entropy>, side: SideId, hits: bool) {
    if hits {
        hit(out, side);
    }
    acted(out, side);
}

fn acted(out: &mut Emit<'_, Entropy>, side: SideId) {
    out.push(Instruction::Acted { side });
    end(out);
}

/// Returns the lowest roll with which a side hits the other (`E6`).
pub(super) fn needed(content: &Content, state: &State, side: SideId) -> i32 {
    let agility = |side: SideId| state.standing(side).physical(content.fighter(side)).agl;
    formulas::needed(agility(side), agility(other(side)))
}

/// Returns the level of a body after it raises or lowers it by choice (`E5`).
pub(super) fn induced_level(content: &Content, state: &State, side: SideId, command: Command) -> Milli {
    let (fighter, standing) = (content.fighter(side), state.standing(side));
    let change = formulas::induced(standing.mental(fighter).agl);
    let change = if command == Command::Lower { -change } else { change };
    formulas::moved(standing.body, change, fighter.body.thresholds)
}

/// Resolves a hit: flows (`E7`-`E9`), then the blow itself (`E10`). Rolls no dice.
pub(super) fn hit(out: &mut Emit<'_, Entropy>, side: SideId) {
    let enemy = other(side);
    let (attacker, defender) = (out.content().fighter(side), out.content().fighter(enemy));
    let (standing, opposing) = (out.state().standing(side), out.state().standing(enemy));
    let direction = formulas::direction(standing.weapon, opposing.body);
    if direction != 0 {
        let endurance = opposing.mental(defender).end;
        let size = formulas::flow(attacker.weapon.flow, standing.mental(attacker).str, endurance);
        let efficiencies = [
            formulas::efficiency(attacker.attack_efficiency(direction), standing.mental(attacker).agl),
            formulas::efficiency(defender.defence_efficiency(-direction), endurance),
        ];
        let flow = if direction > 0 { size } else { -size };
        // Both flows are computed before either changes a statistic.
        let flows = [(side, flow, efficiencies[0]), (enemy, -flow, efficiencies[1])];
        for (side, flow, efficiency) in flows {
            out.push(Instruction::Flow { side, flow, efficiency, change: flow.times(efficiency) });
        }
        pour(out, side, &attacker.attack_chain(), flow.times(efficiencies[0]));
        pour(out, enemy, &defender.defence_chain(), (-flow).times(efficiencies[1]));
    }
    blow(out, side);
}

/// Resolves the physical part of a hit, with the current levels and statistics (`E10`).
fn blow(out: &mut Emit<'_, Entropy>, side: SideId) {
    let enemy = other(side);
    let (attacker, defender) = (out.content().fighter(side), out.content().fighter(enemy));
    let (standing, opposing) = (out.state().standing(side), out.state().standing(enemy));
    // A dead defender has no capacity left to lose.
    if opposing.dead {
        return;
    }
    let distance = formulas::distance(standing.weapon, opposing.body);
    let force = attacker.weapon.damage + Milli::whole(standing.physical(attacker).str);
    let guard = defender.absorb() + Milli::whole(opposing.physical(defender).end);
    let amount = formulas::damage(out.content().damage, force, guard, distance);
    out.push(Instruction::Damage { side, distance, amount });
    die_when_spent(out, enemy, Death::Blow);
}
