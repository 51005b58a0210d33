//! Changes of entropic levels, and their consequences.

use super::Entropy;
use super::content::Part;
use super::formulas;
use super::instruction::{Death, Instruction, Why};
use super::milli::Milli;
use foeman_engine::ruleset::{Emit, SideId};

/// Sets a level; the level of a body also shifts its statistics (`E2`), which may kill it.
pub(super) fn set_level(out: &mut Emit<'_, Entropy>, side: SideId, part: Part, to: Milli, why: Why) {
    if to == out.state().standing(side).level(part) {
        return;
    }
    out.push(Instruction::Level { side, part, to, why });
    if part != Part::Body {
        return;
    }
    let bands = formulas::bands(to, out.content().fighter(side).body.natural);
    if bands != out.state().standing(side).bands {
        out.push(Instruction::Shift { side, bands });
        die_when_spent(out, side, Death::Weakness);
    }
}

/// Passes a change of level down a chain of parts; overflow at the body kills it (`E9`).
pub(super) fn pour(out: &mut Emit<'_, Entropy>, side: SideId, chain: &[Part], change: Milli) {
    let fighter = out.content().fighter(side);
    let mut rest = change;
    for &part in chain {
        let Some(vessel) = fighter.vessel(part) else { continue };
        let level = out.state().standing(side).level(part);
        let (taken, over) = formulas::pour(rest, level, vessel.thresholds);
        set_level(out, side, part, level + taken, Why::Flow);
        rest = over;
        if rest == Milli::ZERO {
            return;
        }
        out.push(Instruction::Overflow { side, part, amount: rest });
    }
    die(out, side, Death::Overflow);
}

/// Kills a body without damage capacity (`E10`).
pub(super) fn die_when_spent(out: &mut Emit<'_, Entropy>, side: SideId, of: Death) {
    if out.state().standing(side).capacity(out.content().fighter(side)) <= Milli::ZERO {
        die(out, side, of);
    }
}

fn die(out: &mut Emit<'_, Entropy>, side: SideId, of: Death) {
    if !out.state().standing(side).dead {
        out.push(Instruction::Dies { side, of });
    }
}
