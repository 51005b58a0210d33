//! The log and choices of a duel in words.

use std::cmp::Ordering;

use super::catalogs::DamageRule;
use super::constants::{DAMAGE_REACH, STRIKE_AT, STRIKE_DIE};
use super::content::{Content, Fighter, Part};
use super::formulas::{self, Current};
use super::instruction::{Death, Ending, Instruction, Why};
use super::milli::Milli;
use super::round::SIDES;
use super::state::{State, other};
use foeman_engine::display::{Line, LineKind, Roll, Term};
use foeman_engine::ruleset::SideId;
use foeman_schema::plural::plural;

/// Describes an instruction in a log line, given the state just before it; `None` for bookkeeping.
pub(super) fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
    let name = |side: SideId| content.fighter(side).name.as_str();
    let line = |kind, side: SideId, text| Line { actor: Some(u32::from(side.0)), ..Line::new(kind, text) };
    Some(match *instruction {
        Instruction::Enter { side } => line(LineKind::Event, side, enter(content.fighter(side))),
        Instruction::Round { number, order, tie } => {
            Line::new(LineKind::Heading, round(content, state, number, order, tie))
        }
        Instruction::Rest if at_rest(content, state) => return None,
        Instruction::Rest => Line::new(LineKind::Event, "All return towards their natural levels"),
        Instruction::Acted { .. } => return None,
        Instruction::Strike { side, needed, rolled } => Line {
            terms: strike_terms(content, state, side),
            roll: Some(Roll { odds: formulas::strike_odds(needed), success: i32::from(rolled) >= needed }),
            ..line(LineKind::Event, side, strike(content, side, needed, rolled))
        },
        Instruction::Flow { side, flow, efficiency, change } => {
            let name = name(side);
            let text = match (flow.cmp(&Milli::ZERO), flow.size(), change.size()) {
                (Ordering::Equal, ..) => format!("nothing flows for {name} (E8)"),
                (Ordering::Greater, flow, change) => {
                    format!("{name} takes in a flow of {flow} x efficiency {efficiency} = {change} (E8)")
                }
                (Ordering::Less, flow, change) => {
                    format!("{name} gives off a flow of {flow} x efficiency {efficiency} = {change} (E8)")
                }
            };
            Line { terms: flow_terms(content, state, side), ..line(LineKind::Detail, side, text) }
        }
        Instruction::Level { side, part, to, why } => level(content, state, (side, part), to, why),
        Instruction::Overflow { side, part, amount } => {
            line(LineKind::Detail, side, overflow(content, (side, part), amount))
        }
        Instruction::Shift { side, bands } => line(LineKind::Detail, side, shift(content, state, side, bands)),
        Instruction::Damage { side, distance, amount } => {
            line(LineKind::Detail, side, damage(content, state, side, distance, amount))
        }
        Instruction::Dies { side, of } => {
            let cause = match of {
                Death::Overflow => "is torn apart by a rapid change of band (E9)",
                Death::Blow => "falls to the blow (E10)",
                Death::Weakness => "is too weak now for the damage it has taken (E2)",
            };
            let told = line(LineKind::Event, side, format!("{} {cause} and dies", name(side)));
            Line { lost: told.actor, ..told }
        }
        Instruction::Over { outcome } => {
            let text = match outcome {
                Ending::Won { side } => format!("{} wins", name(side)),
                Ending::Draw => "Both sides are dead: a draw".to_owned(),
                Ending::RoundLimit => {
                    format!("Both sides are alive after {}: a draw", plural(content.rounds as usize, "round", "rounds"))
                }
            };
            Line::new(LineKind::Heading, text)
        }
    })
}

/// Returns the name of a part: `Vex`, or `the cold blade of Vex`.
fn part_name(fighter: &Fighter, part: Part) -> String {
    match (part, fighter.vessel(part)) {
        (Part::Weapon | Part::Armour, Some(vessel)) => format!("the {} of {}", vessel.name, fighter.name),
        _ => fighter.name.clone(),
    }
}

/// Formats statistics: `str 5, agl 6, end 4`.
pub(super) fn statistics(current: Current) -> String {
    format!("str {}, agl {}, end {}", current.str, current.agl, current.end)
}

fn enter(fighter: &Fighter) -> String {
    let body = format!("{} ({} at level {})", fighter.name, fighter.body_title, fighter.body.natural);
    let weapon = &fighter.weapon.vessel;
    let armed = format!("{body} enters with the {} at level {}", weapon.name, weapon.natural);
    match fighter.armour.as_ref().map(|armour| &armour.vessel) {
        Some(armour) => format!("{armed} and the {} at level {}", armour.name, armour.natural),
        None => format!("{armed} and no armour"),
    }
}

fn round(content: &Content, state: &State, number: u32, order: [SideId; 2], tie: Option<u8>) -> String {
    let [first, second] = order.map(|side| content.fighter(side));
    let [faster, slower] = order.map(|side| state.standing(side).physical(content.fighter(side)).agl);
    let why = match tie {
        Some(die) => format!("both have agility {faster}, the d2 shows {die}"),
        None => format!("agility {faster} against {slower}"),
    };
    format!("Round {number}: {} before {} ({why})", first.name, second.name)
}

fn strike(content: &Content, side: SideId, needed: i32, rolled: u8) -> String {
    let (fighter, enemy) = (content.fighter(side), content.fighter(other(side)));
    let result = if i32::from(rolled) >= needed { "hit" } else { "miss" };
    let (weapon, chance) = (&fighter.weapon.vessel.name, chance_words(needed));
    format!("{} strikes {} with the {weapon}: {chance}, rolled {rolled}: {result}", fighter.name, enemy.name)
}

pub(super) fn chance_words(needed: i32) -> String {
    match needed {
        ..=1 => format!("any d{STRIKE_DIE} hits"),
        _ if needed > i32::from(STRIKE_DIE) => format!("needs {needed} on d{STRIKE_DIE}, which is impossible"),
        _ => format!("needs {needed} or more on d{STRIKE_DIE}"),
    }
}

fn strike_terms(content: &Content, state: &State, side: SideId) -> Vec<Term> {
    let agility = |side: SideId| state.standing(side).physical(content.fighter(side)).agl;
    let owner = |side: SideId| format!("agility of {}", content.fighter(side).name);
    vec![
        term("to hit", STRIKE_AT, "E6"),
        term(&owner(side), -agility(side), "E6"),
        term(&owner(other(side)), agility(other(side)), "E6"),
    ]
}

/// Returns the terms of a flow. Its efficiency has none, because it is not a sum of whole numbers.
fn flow_terms(content: &Content, state: &State, side: SideId) -> Vec<Term> {
    // The active side is the striker. Both sides have the same flow, so its terms are shown once, for the striker.
    let Some(&striker) = state.waiting.first().filter(|&&striker| striker == side) else { return Vec::new() };
    let (fighter, enemy) = (content.fighter(striker), content.fighter(other(striker)));
    vec![
        term(&format!("flow of the {}", fighter.weapon.vessel.name), fighter.weapon.flow.rounded(), "E8"),
        term("mental strength", state.standing(striker).mental(fighter).str, "E8"),
        term(&format!("mental endurance of {}", enemy.name), -state.standing(other(striker)).mental(enemy).end, "E8"),
    ]
}

fn level(content: &Content, state: &State, (side, part): (SideId, Part), to: Milli, why: Why) -> Line {
    let from = state.standing(side).level(part);
    let name = part_name(content.fighter(side), part);
    let (kind, text) = match why {
        Why::Flow => (LineKind::Detail, format!("level of {name}: {from} -> {to} (E9)")),
        Why::Induced => {
            let verb = if to > from { "raises" } else { "lowers" };
            let agility = state.standing(side).mental(content.fighter(side)).agl;
            let step = formulas::body_regeneration(agility);
            let text = format!(
                "{name} {verb} its own level: {from} -> {to} (regeneration {step} x mental agility {agility}, E5)"
            );
            (LineKind::Event, text)
        }
        Why::Regeneration => (LineKind::Detail, format!("level of {name}: {from} -> {to} (E4)")),
    };
    Line { actor: Some(u32::from(side.0)), ..Line::new(kind, text) }
}

fn overflow(content: &Content, (side, part): (SideId, Part), amount: Milli) -> String {
    let fighter = content.fighter(side);
    let name = part_name(fighter, part);
    match (amount > Milli::ZERO, part) {
        (true, Part::Body) => format!("{amount} is more than {name} can hold (E9)"),
        (false, Part::Body) => format!("{} is more than {name} can give (E9)", amount.size()),
        (true, _) => format!("{amount} is more than {name} can hold, and flows to the next object (E9)"),
        (false, _) => format!("{} is more than {name} can give, and is drawn from the next object (E9)", amount.size()),
    }
}

/// Describes a shift by the changes it really makes: a statistic at its limit does not change.
fn shift(content: &Content, state: &State, side: SideId, bands: i32) -> String {
    let (fighter, before) = (content.fighter(side), state.standing(side));
    let mut after = *before;
    after.bands = bands;
    let mut changes = Vec::new();
    let kinds = [
        ("physical", before.physical(fighter), after.physical(fighter)),
        ("mental", before.mental(fighter), after.mental(fighter)),
    ];
    for (kind, from, to) in kinds {
        for (statistic, from, to) in [("str", from.str, to.str), ("agl", from.agl, to.agl), ("end", from.end, to.end)] {
            if from != to {
                changes.push(format!("{kind} {statistic} {from} -> {to}"));
            }
        }
    }
    let (from, to) = (before.capacity(fighter), after.capacity(fighter));
    if from != to {
        changes.push(format!("capacity {from} -> {to}"));
    }
    let place = match bands {
        0 => "is back in its natural band".to_owned(),
        1.. => format!("is {} above its natural level", plural(bands.unsigned_abs() as usize, "band", "bands")),
        _ => format!("is {} below its natural level", plural(bands.unsigned_abs() as usize, "band", "bands")),
    };
    match changes.as_slice() {
        [] => format!("{} {place}; nothing shifts (E2)", fighter.name),
        _ => format!("{} {place}: {} (E2)", fighter.name, changes.join(", ")),
    }
}

/// Whether everything is at its natural level, so that nothing will regenerate.
fn at_rest(content: &Content, state: &State) -> bool {
    let calm = |side: SideId, part: Part| {
        content.fighter(side).vessel(part).is_none_or(|vessel| state.standing(side).level(part) == vessel.natural)
    };
    SIDES.iter().all(|&side| [Part::Weapon, Part::Armour, Part::Body].iter().all(|&part| calm(side, part)))
}

fn damage(content: &Content, state: &State, side: SideId, distance: Milli, amount: Option<Milli>) -> String {
    let (fighter, enemy) = (content.fighter(side), content.fighter(other(side)));
    let Some(amount) = amount else {
        let (weapon, reach) = (&fighter.weapon.vessel.name, DAMAGE_REACH);
        return format!("the {weapon} and {} are {distance} apart, more than {reach}: no injury (E10)", enemy.name);
    };
    let force = format!("damage {} + str {}", fighter.weapon.damage, state.standing(side).physical(fighter).str);
    let opposing = state.standing(other(side));
    let guard = format!("absorb {} + end {}", enemy.absorb(), opposing.physical(enemy).end);
    let sum = match content.damage {
        DamageRule::Plain => format!("{force} - ({guard}) / ({distance} + 1)"),
        DamageRule::Banded => format!("({force} - ({guard})) / ({distance} + 1)"),
    };
    let before = opposing.capacity(enemy);
    match amount {
        Milli::ZERO => format!("the blow does not injure {}: {sum} (E10)", enemy.name),
        _ => {
            format!("the blow takes {amount}: {sum}; capacity of {} {before} -> {} (E10)", enemy.name, before - amount)
        }
    }
}

fn term(name: &str, value: i32, rule: &str) -> Term {
    Term { name: name.to_owned(), value, rule: rule.to_owned() }
}
