//! The fight as a person can follow it.

use foeman_schema::hex::{Direction, Hex, Points, Stand};
use foeman_schema::notation::code::ActionCode;

use super::code;
use super::constants::{AUTOMATIC_MISS_PER_DIE, AUTOMATIC_SCORE, FALL_AT};
use super::content::{Content, FigureId, ItemId};
use super::engagement::engaged_by;
use super::hit::{self, Success};
use super::instruction::{Instruction, Next};
use super::protection::{self, Guard, Source};
use super::records::SideSequence;
use super::state::{Action, ActionKind, Condition, State};
use super::values::{self, Sum};
use super::weapons;
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
        Instruction::Struck { figure, target, attack, rolled, success } => {
            tell_strike(content, state, (*figure, *target), *attack, rolled, *success)
        }
        Instruction::Harmed { target, kept, dice, guards, physical, exhaustion } => {
            Some(tell_harm(content, state, *target, (kept, dice), guards, (*physical, *exhaustion)))
        }
        Instruction::Readied { figure, item, rolled, success, .. } => {
            Some(tell_ready(content, state, *figure, *item, rolled, *success))
        }
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
        Action::Strike { .. } | Action::Ready { .. } => return None,
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

fn tell_strike(
    content: &Content,
    state: &State,
    (figure, target): (FigureId, FigureId),
    attack: u8,
    rolled: &[u8],
    success: Success,
) -> Option<Line> {
    let weapon = weapons::of(content, state, figure).get(usize::from(attack))?;
    let needed = values::strike_dx(content, state, figure, target, weapon);
    let parried =
        if protection::parries(content, state, target, figure) { ", one more against the defence" } else { "" };
    let text = format!(
        "{} strikes {} with the {}: {}{parried}, {}",
        name(content, figure),
        name(content, target),
        weapon.title,
        dice(rolled.len()),
        roll(rolled, &needed, success, ["hit", "miss"]),
    );
    let score = code::score(needed.total(), rolled, success);
    let code = code::of(state.figure(figure), ActionKind::Strike, score, weapon.code);
    Some(coded(with_terms(event(figure, text), &needed), code))
}

fn tell_ready(
    content: &Content,
    state: &State,
    figure: FigureId,
    item: ItemId,
    rolled: &[u8],
    success: Success,
) -> Line {
    let needed = values::ready_dx(content, state, figure);
    let verb = if weapons::is_hand(state.items[item.index()]) { "shifts" } else { "reaches for" };
    let text = format!(
        "{} {verb} the {}: {}, {}",
        name(content, figure),
        content.item(item).title,
        dice(rolled.len()),
        roll(rolled, &needed, success, ["done", "fumbled"]),
    );
    let score = code::score(needed.total(), rolled, success);
    let code = code::of(state.figure(figure), ActionKind::Ready, score, content.item(item).code);
    coded(with_terms(event(figure, text), &needed), code)
}

fn tell_harm(
    content: &Content,
    state: &State,
    target: FigureId,
    (kept, applied): (&[u8], &[u8]),
    guards: &[Guard],
    (physical, exhaustion): (i32, i32),
) -> Line {
    let who = name(content, target);
    let faces: Vec<String> = kept.iter().zip(applied).map(|(&fell, &counts)| changed(fell, counts)).collect();
    let mut text = format!("damage {}: {}", dice(kept.len()), faces.join(", "));
    for guard in guards.iter().filter(|guard| guard.stopped > 0) {
        let what = match guard.source {
            Source::Item { item } => content.item(item).title.as_str(),
            Source::Hide => "hide",
        };
        let interposed = match guard.die.filter(|_| guard.interposed()) {
            Some(die) => format!(" (interposes, {die} of {})", guard.rating),
            None => String::new(),
        };
        text.push_str(&format!("; the {what} stops {}{interposed}", guard.stopped));
    }
    let before = state.mod_st(content, target);
    let after = before - physical - exhaustion;
    let taken: Vec<String> = [(physical, "damage"), (exhaustion, "exhaustion")]
        .into_iter()
        .filter(|&(points, _)| points > 0)
        .map(|(points, what)| format!("{points} {what}"))
        .collect();
    if taken.is_empty() {
        text.push_str(&format!("; {who} takes nothing"));
    } else {
        text.push_str(&format!("; {who} takes {}, ST {before} -> {after}", and(&taken)));
    }
    match Condition::at(after) {
        Condition::Dead => text.push_str(" and dies"),
        Condition::Unconscious => text.push_str(" and loses consciousness"),
        Condition::Active if physical + exhaustion >= FALL_AT => text.push_str(" and falls"),
        Condition::Active => {}
    }
    about(target, line(LineKind::Detail, text))
}

/// "needs 13 or less (DX 11, from the side +2), rolled 4+3+2 = 9: hit".
fn roll(rolled: &[u8], needed: &Sum, success: Success, [made, failed]: [&str; 2]) -> String {
    let outcome = match success {
        Success::Made => made.to_owned(),
        Success::Failed => failed.to_owned(),
        Success::AutomaticallyFailed => {
            format!("{failed}, as always from {}", AUTOMATIC_MISS_PER_DIE * rolled.len() as i32)
        }
    };
    format!("needs {} or less ({}), rolled {}: {outcome}", needed.total(), explained(needed), sum(rolled))
}

fn explained(needed: &Sum) -> String {
    let mut parts = Vec::new();
    for (index, (reason, value)) in needed.terms().iter().enumerate() {
        parts.push(if index == 0 {
            format!("{} {value}", reason.name())
        } else {
            format!("{} {value:+}", reason.name())
        });
    }
    parts.join(", ")
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
        Action::Ready { item, dice: chosen } => {
            format!("Make the {} ready with {}", content.item(item).title, dice(usize::from(chosen)))
        }
        Action::Defend { item: Some(item), target } => {
            format!("Defend with the {}{}", content.item(item).title, aiming(target))
        }
        Action::Defend { item: None, target } => format!("Defend{}", aiming(target)),
        Action::Dodge { target } => format!("Dodge{}", aiming(target)),
        Action::Strike { target, attack, dice: chosen } => {
            let weapon = weapons::of(content, state, figure).get(usize::from(attack));
            let title = weapon.map_or("weapon", |weapon| &weapon.title);
            format!("Strike {} with the {title}, {}", name(content, target), dice(usize::from(chosen)))
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
    let names = match content.field.geometry.stand {
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
    let names = match content.field.geometry.stand {
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

fn dice(number: usize) -> String {
    count(number as u32, "die", "dice")
}

fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A die as it fell and what was added to it: `4`, `4+2`.
fn changed(fell: u8, counts: u8) -> String {
    match i32::from(counts) - i32::from(fell) {
        0 => fell.to_string(),
        by => format!("{fell}{by:+}"),
    }
}

/// `4+3+2 = 9`.
fn sum(rolled: &[u8]) -> String {
    let faces: Vec<String> = rolled.iter().map(u8::to_string).collect();
    if rolled.len() == 1 { faces.join("") } else { format!("{} = {}", faces.join("+"), hit::total(rolled)) }
}

/// `a`, `a and b`, `a, b and c`.
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
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
