//! The fight as a person can follow it.

mod attack;
mod items;
mod words;

pub(super) use items::describe_alteration;
use words::{and, count, dice, sum};

use foeman_schema::grid::{Direction, Hex, Points, Stand};
use foeman_schema::notation::code::ActionCode;

use super::attack::Order;
use super::code;
use super::command::Command;
use super::constants::AUTOMATIC_SCORE;
use super::content::{Content, FigureId};
use super::engagement::engaged_by;
use super::instruction::{Instruction, Next};
use super::movement;
use super::records::SideSequence;
use super::state::{Action, ActionKind, State};
use super::values::Sum;
use crate::ruleset::SideId;
use crate::told::{Line, LineKind, Term};

/// Says what an instruction means, given the state just before it; `None` for bookkeeping.
pub(super) fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
    match instruction {
        Instruction::RoundBegins { round } => Some(line(LineKind::Heading, format!("Round {round}"))),
        Instruction::Initiative { side, die, value } => tell_initiative(content, *side, *die, *value),
        Instruction::SideMoves { side, .. } => Some(tell_side(content, state, *side)),
        Instruction::Postponed { side } => {
            Some(line(LineKind::Event, format!("{} will move later", side_name(content, *side))))
        }
        Instruction::StoodUp { figure, paid } => {
            let ma = state.figure(*figure).ma;
            let text = format!("{} stands up ({paid} of {ma} MP)", name(content, *figure));
            Some(about(*figure, line(LineKind::Event, text)))
        }
        Instruction::Pivoted { figure, facing, rolled, unsteady } => {
            Some(tell_turn(content, state, (*figure, *facing), rolled, *unsteady))
        }
        // A pivot ends a move and has told it.
        Instruction::Halted { figure } if state.figure(*figure).pivoted => None,
        Instruction::Halted { figure } => tell_move(content, state, *figure),
        Instruction::Acts { figure, aims_at } => tell_choice(content, state, *figure, *aims_at),
        Instruction::Attacked { figure, mode, target, attack, rolled, success } => {
            let order = Order { figure: *figure, target: *target, mode: *mode, attack: *attack, dice: 0 };
            attack::tell(content, state, order, rolled, *success)
        }
        Instruction::Harmed { target, kept, dice, guards, physical, exhaustion } => {
            Some(attack::tell_harm(content, state, *target, (kept, dice), guards, (*physical, *exhaustion)))
        }
        Instruction::Spent { item, left, .. } => items::tell_spent(content, *item, *left),
        Instruction::Left { item, hex } => Some(items::tell_left(content, state, *item, *hex)),
        Instruction::Readied { figure, item, rolled, success, .. } => {
            Some(items::tell_ready(content, state, *figure, *item, (rolled, *success)))
        }
        Instruction::Loading { figure, weapon, ammo, rolled, success, loading } => {
            let (weapon, rolled) = ((*weapon, *ammo), (&rolled[..], *success));
            Some(items::tell_loading(content, state, *figure, weapon, rolled, *loading))
        }
        Instruction::Loaded { figure, weapon, ammo } => Some(items::tell_loaded(content, *figure, *weapon, *ammo)),
        Instruction::Altered { figure, item, to } => Some(items::tell_altered(content, *figure, *item, *to)),
        Instruction::RoundEnds { next: Next::Limit } => Some(line(
            LineKind::Event,
            format!("{} are over, and nobody has won", count(state.round, "round", "rounds")),
        )),
        _ => None,
    }
}

fn tell_initiative(content: &Content, side: SideId, die: u8, value: i32) -> Option<Line> {
    let modifier = content.sides[usize::from(side.0)].initiative;
    if modifier == 0 {
        return None;
    }
    let mut line = line(
        LineKind::Detail,
        format!("{} rolls {die} for initiative, {modifier:+}: {value}", side_name(content, side)),
    );
    line.terms = vec![term("die", i32::from(die), "F3.2"), term("modifier of the side", modifier, "F3.2")];
    Some(line)
}

fn tell_side(content: &Content, state: &State, side: SideId) -> Line {
    let first = state.sides.iter().all(|side| side.sequence == SideSequence::MayMove);
    let name = side_name(content, side);
    let text = if first {
        let own = state.sides[usize::from(side.0)].initiative;
        let others = state.sides.iter().enumerate().filter(|(index, _)| *index != usize::from(side.0));
        let others: Vec<i32> = others.map(|(_, side)| side.initiative).collect();
        let by_lot = if others.contains(&own) { ", decided by another die" } else { "" };
        let others: Vec<String> = others.iter().map(i32::to_string).collect();
        format!("The initiative goes to {name} ({own} against {}{by_lot})", and(&others))
    } else {
        format!("Now {name} may move")
    };
    line(LineKind::Event, text)
}

fn tell_turn(
    content: &Content,
    state: &State,
    (figure, facing): (FigureId, Direction),
    rolled: &[u8],
    unsteady: u8,
) -> Line {
    let mut text = match state.figure(figure).steps {
        0 => format!("{} turns to face {}", name(content, figure), facing_name(content, figure, facing)),
        _ => walked(content, state, figure, facing),
    };
    if rolled.is_empty() {
        return event(figure, text);
    }
    let iq = content.figure(figure).iq;
    let outcome = match unsteady {
        0 => "steady".to_owned(),
        lost => format!("unsteady, -{lost} DX this round"),
    };
    let (dice, sum) = (dice(rolled.len()), sum(rolled));
    text.push_str(&format!("; a hasty turn: {dice}, needs {iq} or less (IQ {iq}), rolled {sum}: {outcome}"));
    Line { terms: vec![term("IQ", iq, "F4.6")], ..event(figure, text) }
}

fn tell_move(content: &Content, state: &State, figure: FigureId) -> Option<Line> {
    let own = state.figure(figure);
    (own.steps > 0).then(|| event(figure, walked(content, state, figure, own.facing)))
}

/// What choosing a command does.
pub(super) fn describe(content: &Content, state: &State, command: &Command) -> String {
    match command {
        Command::Halt => "Halt".to_owned(),
        Command::Step { direction } => {
            let to = movement::step_target(state, *direction).map(|hex| cell(content, hex));
            format!("Step {} to {}", direction_name(content, *direction), to.unwrap_or_default())
        }
        Command::Pivot { facing } => {
            let mover = state.mover.as_ref().and_then(|mover| mover.current.as_ref());
            let name = mover.map(|current| facing_name(content, current.figure, *facing));
            format!("Turn to face {} and halt", name.unwrap_or_default())
        }
        Command::StandUp => "Stand up".to_owned(),
        Command::Take { figure } => format!("Move {}", name(content, *figure)),
        Command::Alter { item, to } => describe_alteration(content, *item, *to),
        Command::Postpone => "Let others move first".to_owned(),
        Command::Act { action } => match state.asked {
            Some(asked) => describe_action(content, state, asked.figure, *action),
            None => String::new(),
        },
    }
}

/// The steps of a move that has come to its end, whom they left and whom they met.
fn walked(content: &Content, state: &State, figure: FigureId, facing: Direction) -> String {
    let own = state.figure(figure);
    let (who, hexes) = (name(content, figure), count(u32::from(own.steps), "hex", "hexes"));
    let (cell, facing) = (cell(content, own.hex), facing_name(content, figure, facing));
    let mut text = format!("{who} moves {hexes} to {cell}, facing {facing} ({} of {} MP)", own.mp, own.ma);
    let now = engaged_by(content, state, figure);
    let current = state.mover.as_ref().and_then(|mover| mover.current.as_ref());
    let before = current.map_or(&[][..], |current| &current.engaged_by);
    let names = |figures: Vec<FigureId>| {
        and(&figures.into_iter().map(|other| name(content, other).to_owned()).collect::<Vec<_>>())
    };
    let left: Vec<FigureId> = before.iter().copied().filter(|other| !now.contains(other)).collect();
    let met: Vec<FigureId> = now.iter().copied().filter(|other| !before.contains(other)).collect();
    if !left.is_empty() {
        text.push_str(&format!(", breaking away from {}", names(left)));
    }
    if !met.is_empty() {
        text.push_str(&format!(", engaged by {}", names(met)));
    }
    text
}

fn tell_choice(content: &Content, state: &State, figure: FigureId, aims_at: Option<FigureId>) -> Option<Line> {
    let who = name(content, figure);
    let own = state.figure(figure);
    let option = own.option?;
    let mut text = match option {
        Action::Defend { item: Some(item), .. } => format!("{who} defends with the {}", content.item(item).title),
        Action::Defend { item: None, .. } => format!("{who} defends"),
        Action::Dodge { .. } => format!("{who} dodges"),
        Action::Watch { target } => format!("{who} watches {}", name(content, target)),
        Action::Move if own.mp > 0 || own.pivoted => format!("{who} does nothing more"),
        Action::Move => format!("{who} does nothing"),
        // Told with their rolls.
        Action::Attack { .. } | Action::Ready { .. } => return None,
    };
    if let Some(target) = aims_at.filter(|_| option.kind() != ActionKind::Watch) {
        text.push_str(&format!(" and keeps an eye on {}", name(content, target)));
    }
    let weapon = match option {
        Action::Defend { item: Some(item), .. } => content.item(item).code,
        _ => code::NOTHING,
    };
    Some(coded(event(figure, text), code::of(own, option.kind(), AUTOMATIC_SCORE, weapon)))
}

fn coded(line: Line, code: ActionCode) -> Line {
    Line { code: Some(code.to_string()), ..line }
}

fn with_terms(mut line: Line, needed: &Sum) -> Line {
    line.terms = needed.terms().iter().map(|&(reason, value)| term(reason.name(), value, reason.rule())).collect();
    line
}

/// Names a command: what choosing it does.
pub(super) fn describe_action(content: &Content, state: &State, figure: FigureId, action: Action) -> String {
    let aiming =
        |target: Option<FigureId>| target.map_or(String::new(), |target| format!(", eye on {}", name(content, target)));
    match action {
        Action::Move => "Do nothing more".to_owned(),
        Action::Watch { target } => format!("Watch {}", name(content, target)),
        Action::Ready { item, dice } => items::describe_ready(content, state, figure, item, dice),
        Action::Defend { item: Some(item), target } => {
            format!("Defend with the {}{}", content.item(item).title, aiming(target))
        }
        Action::Defend { item: None, target } => format!("Defend{}", aiming(target)),
        Action::Dodge { target } => format!("Dodge{}", aiming(target)),
        Action::Attack { mode, target, attack, dice: chosen } => {
            let order = Order { figure, target, mode, attack, dice: chosen };
            attack::describe(content, state, order)
        }
    }
}

/// Column and row of a hex.
pub(super) fn cell(content: &Content, hex: Hex) -> String {
    let [col, row] = content.field.geometry.cell(hex);
    format!("{col},{row}")
}

/// A direction in words, which depend on how the hexes stand.
pub(super) fn direction_name(content: &Content, direction: Direction) -> &'static str {
    let names = match content.field.geometry.stand() {
        Stand::Edge => ["north", "north-east", "south-east", "south", "south-west", "north-west"],
        Stand::Vertex => ["north-east", "east", "south-east", "south-west", "west", "north-west"],
    };
    names[usize::from(direction.index())]
}

/// The way a figure faces in words, a corner by the compass point between those of its two sides.
pub(super) fn facing_name(content: &Content, figure: FigureId, facing: Direction) -> &'static str {
    if content.figure(figure).shape.points == Points::Side {
        return direction_name(content, facing);
    }
    let names = match content.field.geometry.stand() {
        Stand::Edge => ["north-north-west", "north-north-east", "east", "south-south-east", "south-south-west", "west"],
        Stand::Vertex => ["north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west"],
    };
    names[usize::from(facing.index())]
}

/// A figure's name.
pub(super) fn name(content: &Content, figure: FigureId) -> &str {
    &content.figure(figure).name
}

fn side_name(content: &Content, side: SideId) -> &str {
    &content.sides[usize::from(side.0)].name
}

fn line(kind: LineKind, text: String) -> Line {
    Line::new(kind, text)
}

fn event(figure: FigureId, text: String) -> Line {
    about(figure, line(LineKind::Event, text))
}

fn about(figure: FigureId, line: Line) -> Line {
    Line { actor: Some(u32::from(figure.0)), ..line }
}

fn term(name: &str, value: i32, rule: &str) -> Term {
    Term { name: name.to_owned(), value, rule: rule.to_owned() }
}
