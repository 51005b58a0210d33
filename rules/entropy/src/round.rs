//! The course of a round (`E11`): initiative, actions, then regeneration.

use super::Entropy;
use super::change::set_level;
use super::content::Part;
use super::formulas;
use super::instruction::{Ending, Instruction, Why};
use super::milli::Milli;
use super::state::State;
use foeman_engine::ruleset::{Emit, SideId, Turn};

/// Both sides, in the order of the duel.
pub(super) const SIDES: [SideId; 2] = [SideId(0), SideId(1)];

/// Lets both duellists enter.
pub(super) fn set_up(out: &mut Emit<'_, Entropy>) {
    for side in SIDES {
        out.push(Instruction::Enter { side });
    }
}

/// Returns who decides next.
pub(super) fn turn(state: &State) -> Turn {
    match (state.outcome, state.waiting.first()) {
        (Some(ending), _) => Turn::Over(ending.outcome()),
        (None, Some(&side)) => Turn::Ask { side, actor: Some(u32::from(side.0)) },
        (None, None) => Turn::Auto,
    }
}

/// Ends a round in which both have acted, or else begins the next one.
pub(super) fn advance(out: &mut Emit<'_, Entropy>) {
    if out.state().rested {
        begin(out);
        return;
    }
    out.push(Instruction::Rest);
    regenerate(out);
    end(out);
    if out.state().outcome.is_none() && out.state().round >= out.content().rounds {
        out.push(Instruction::Over { outcome: Ending::RoundLimit });
    }
}

/// Ends the duel if a duellist has died.
pub(super) fn end(out: &mut Emit<'_, Entropy>) {
    let outcome = match SIDES.map(|side| out.state().standing(side).dead) {
        [false, false] => return,
        [true, true] => Ending::Draw,
        [true, false] => Ending::Won { side: SIDES[1] },
        [false, true] => Ending::Won { side: SIDES[0] },
    };
    out.push(Instruction::Over { outcome });
}

fn begin(out: &mut Emit<'_, Entropy>) {
    let agility = SIDES.map(|side| out.state().standing(side).physical(out.content().fighter(side)).agl);
    // As in F3.3: the later of two equals goes first if a die with one side per contender shows 1.
    let tie = (agility[0] == agility[1]).then(|| out.die("order", u32::from(SIDES[1].0), 2));
    let mut order = SIDES;
    if agility[1] > agility[0] || tie == Some(1) {
        order.reverse();
    }
    let number = out.state().round + 1;
    out.push(Instruction::Round { number, order, tie });
}

/// Moves the level of every object towards its natural level (`E4`).
fn regenerate(out: &mut Emit<'_, Entropy>) {
    for side in SIDES {
        let fighter = out.content().fighter(side);
        for part in [Part::Weapon, Part::Armour, Part::Body] {
            let Some(vessel) = fighter.vessel(part) else { continue };
            let standing = out.state().standing(side);
            let regeneration = match part {
                Part::Weapon => fighter.weapon.regeneration,
                Part::Armour => fighter.armour.as_ref().map_or(Milli::ZERO, |armour| armour.regeneration),
                Part::Body => formulas::body_regeneration(standing.mental(fighter).agl),
            };
            let to = formulas::regenerated(standing.level(part), vessel.natural, regeneration);
            set_level(out, side, part, to, Why::Regeneration);
        }
    }
}
