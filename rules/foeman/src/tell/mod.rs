//! The battle log: turns instructions into readable lines.

mod attack;
mod choices;
mod effects;
mod events;
mod goals;
mod items;
mod magic;
mod manoeuvres;
mod mastered;
mod places;
mod words;

use crate::situation::Situation;
pub(crate) use choices::describe;
pub(crate) use effects::{does, harder};
pub(crate) use items::describe_alteration;
pub(crate) use places::{cell, direction_name, facing_name};
use words::{and, count};
pub(crate) use words::{dice, explained, terms};

use foeman_schema::grid::Direction;
use foeman_schema::notation::code::ActionCode;

use crate::code::{self, Thing};
use crate::constants::AUTOMATIC_SCORE;
use crate::ids::FigureId;
use crate::instruction::{FigureEvent, Instruction, ItemEvent, Next, RoundEvent, SideEvent};
use crate::rolls::{self, Check, Sum, odds, success};
use crate::situation::applying::engagement::engaged_by;
use crate::state::records::SideSequence;
use crate::state::{Action, ActionKind, Condition};
use foeman_engine::display::{Line, LineKind, Roll, Term};
use foeman_engine::ruleset::SideId;

/// Reports an instruction, given the state just before it; `None` for bookkeeping.
pub(super) fn tell(now: Situation<'_>, instruction: &Instruction) -> Option<Line> {
    match instruction {
        Instruction::Round(event) => tell_round(now, event),
        Instruction::Side(side, event) => tell_of_side(now, *side, event),
        Instruction::Figure(figure, event) => tell_of_figure(now, *figure, event),
        Instruction::Item(item, event) => match event {
            ItemEvent::Spent { left } => items::tell_spent(now, *item, *left),
            ItemEvent::Left { hex } => Some(items::tell_left(now, *item, *hex)),
            ItemEvent::Shed { pieces, hex } => Some(items::tell_shed(now, *item, *pieces, *hex)),
            ItemEvent::Loaded { ammo, freely: true } => items::tell_loaded(now, *item, *ammo),
            ItemEvent::Removed => Some(mastered::tell_removed(now, *item)),
            ItemEvent::Altered { to } => items::tell_altered(now, *item, *to),
            ItemEvent::Moved { .. }
            | ItemEvent::Taken { .. }
            | ItemEvent::Joined { .. }
            | ItemEvent::Loaded { .. }
            | ItemEvent::Unloaded => None,
        },
        Instruction::Effect(event) => magic::tell_effect(now, event),
        Instruction::Event(step) => events::tell(now, step),
    }
}

fn tell_round(now: Situation<'_>, event: &RoundEvent) -> Option<Line> {
    match event {
        RoundEvent::Begins { round } => Some(line(LineKind::Heading, format!("Round {round}"))),
        RoundEvent::Ends { next: Next::Limit } => {
            let rounds = count(now.state.round, "round", "rounds");
            Some(line(LineKind::Event, format!("{rounds} are over, and no side has won")))
        }
        _ => None,
    }
}

fn tell_of_side(now: Situation<'_>, side: SideId, event: &SideEvent) -> Option<Line> {
    let name = side_name(now, side);
    match event {
        SideEvent::Initiative { die, modifiers, value } => {
            let why = explained_modifiers(now, modifiers)?;
            let mut told = line(LineKind::Detail, format!("Initiative of {name}: die {die}, {why}: {value}"));
            told.terms = vec![term("die", i32::from(*die), "F3.2")];
            told.terms.extend(terms(now.content, modifiers));
            Some(told)
        }
        SideEvent::Moves { .. } => Some(tell_side(now, side)),
        SideEvent::Postponed => Some(line(LineKind::Event, format!("{name} will move later"))),
        SideEvent::Moved => None,
        SideEvent::Joined(comes) => Some(mastered::tell_joined(now, side, comes)),
        SideEvent::Goal(event) => goals::tell(now, side, *event),
    }
}

/// The modifiers of an initiative die in words; `None` if there are none.
fn explained_modifiers(now: Situation<'_>, modifiers: &Sum) -> Option<String> {
    let told = |term: &rolls::Term| format!("{} {:+}", words::reason(now.content, term.why), term.value);
    let parts: Vec<String> = modifiers.terms().iter().map(told).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn tell_of_figure(now: Situation<'_>, figure: FigureId, event: &FigureEvent) -> Option<Line> {
    match event {
        FigureEvent::Mastered(event) => Some(mastered::tell(now, figure, event)),
        FigureEvent::Passage(event) => events::tell_passage(now, figure, *event),
        FigureEvent::Manoeuvre(event) => manoeuvres::tell(now, figure, event),
        FigureEvent::Stepped { met, .. } => manoeuvres::tell_met(now, figure, met),
        FigureEvent::Pivoted { facing, check, unsteady } => {
            Some(tell_turn(now, (figure, *facing), check.as_deref(), *unsteady))
        }
        // If a pivot or special move ended the move, it has been reported already.
        FigureEvent::Halted if now.figure(figure).pivoted || now.figure(figure).dice.has_acted() => None,
        FigureEvent::Halted => tell_move(now, figure),
        FigureEvent::Acts { aims_at } => tell_choice(now, figure, *aims_at),
        FigureEvent::Attacked { target, mode, arm, manner, response, check } => {
            attack::tell(now, (figure, *target), (*mode, *arm, *manner), *response, check)
        }
        FigureEvent::Attack(event) => attack::tell_event(now, figure, event),
        FigureEvent::Harmed(harm) => Some(attack::tell_harm(now, figure, harm)),
        FigureEvent::Magic(event) => magic::tell(now, figure, event),
        FigureEvent::Readied { item, check } => Some(items::tell_ready(now, figure, *item, check)),
        FigureEvent::Loading { weapon, dice, sum, required, freely, .. } => {
            Some(items::tell_loading(now, figure, *weapon, dice, (*sum, *required), *freely))
        }
        FigureEvent::Taken { .. }
        | FigureEvent::Asked { .. }
        | FigureEvent::AskedAgain { .. }
        | FigureEvent::Declared { .. } => None,
    }
}

fn tell_side(now: Situation<'_>, side: SideId) -> Line {
    // Sides without active figures are skipped (`F3.2`).
    let playing = now.state.sides.iter().zip(0..).filter(|(_, index)| now.active_of(SideId(*index)).next().is_some());
    let first = playing.clone().all(|(side, _)| side.sequence == SideSequence::MayMove);
    let name = side_name(now, side);
    let text = if first {
        let own = now.state.sides[usize::from(side.0)].initiative;
        let others = playing.filter(|(_, index)| SideId(*index) != side);
        let others: Vec<i32> = others.map(|(side, _)| side.initiative).collect();
        let by_lot = if others.contains(&own) { ", decided by another die" } else { "" };
        let others: Vec<String> = others.iter().map(i32::to_string).collect();
        format!("The initiative goes to {name} ({own} against {}{by_lot})", and(&others))
    } else {
        format!("Now {name} may move")
    };
    line(LineKind::Event, text)
}

fn tell_turn(now: Situation<'_>, (figure, facing): (FigureId, Direction), check: Option<&Check>, unsteady: u8) -> Line {
    let mut text = match now.figure(figure).steps {
        0 => format!("{} turns to face {}", now.name(figure), facing_name(now, figure, facing)),
        _ => walked(now, figure, facing),
    };
    let Some(check) = check else { return event(figure, text) };
    let lost = format!("unsteady, -{unsteady} DX this round");
    let how = words::roll(now.content, check, ["steady", &lost]);
    text.push_str(&format!("; a hasty turn: {}, {how}", dice(check.dice.len())));
    judged(now, check, event(figure, text))
}

fn tell_move(now: Situation<'_>, figure: FigureId) -> Option<Line> {
    let own = now.figure(figure);
    (own.steps > 0).then(|| event(figure, walked(now, figure, own.facing)))
}

/// The steps of a completed move, with the opponents it left and met.
fn walked(now: Situation<'_>, figure: FigureId, facing: Direction) -> String {
    let own = now.figure(figure);
    let (who, hexes) = (now.name(figure), count(u32::from(own.steps), "hex", "hexes"));
    let (cell, facing) = (cell(now, own.hex), facing_name(now, figure, facing));
    let mut text = format!("{who} moves {hexes} to {cell}, facing {facing} ({} of {} MP)", own.mp, own.ma);
    let engaging = engaged_by(now, figure);
    let current = now.state.mover.as_ref().and_then(|mover| mover.current.as_ref());
    let before = current.map_or(&[][..], |current| &current.engaged_by);
    let names = |figures: Vec<FigureId>| {
        and(&figures.into_iter().map(|other| now.name(other).into_owned()).collect::<Vec<_>>())
    };
    let left: Vec<FigureId> = before.iter().copied().filter(|other| !engaging.contains(other)).collect();
    let met: Vec<FigureId> = engaging.iter().copied().filter(|other| !before.contains(other)).collect();
    if !left.is_empty() {
        text.push_str(&format!(", breaking away from {}", names(left)));
    }
    if !met.is_empty() {
        text.push_str(&format!(", engaged by {}", names(met)));
    }
    text
}

fn tell_choice(now: Situation<'_>, figure: FigureId, aims_at: Option<FigureId>) -> Option<Line> {
    let who = now.name(figure);
    let own = now.figure(figure);
    let option = own.option?;
    // Options with a roll are reported with the roll.
    let verb = code::choice(option, own.mp > 0 || own.pivoted)?;
    let mut text = match option {
        Action::Defend { item: Some(item), .. } => {
            format!("{who} {}", verb.words.replacen("{}", &now.item_kind(item).title, 1))
        }
        Action::Watch { target } => format!("{who} {} {}", verb.words, now.name(target)),
        _ => format!("{who} {}", verb.bare),
    };
    if let Some(target) = aims_at.filter(|_| option.kind() != ActionKind::Watch) {
        text.push_str(&format!(" and keeps an eye on {}", now.name(target)));
    }
    let thing = match option {
        Action::Defend { item: Some(item), .. } => Thing::item(now.item_kind(item)),
        _ => Thing::nothing(),
    };
    Some(coded(event(figure, text), code::of(own, &verb, AUTOMATIC_SCORE, thing)))
}

fn coded(line: Line, code: ActionCode) -> Line {
    Line { code: Some(code.to_string()), ..line }
}

/// A line about a success roll, with the limit and the chance.
fn judged(now: Situation<'_>, check: &Check, line: Line) -> Line {
    // The roll in an edited journal may have too many dice for the table of chances.
    let dice = Some(check.dice.len()).filter(|&dice| dice <= odds::MOST).and_then(|dice| u8::try_from(dice).ok());
    let odds = dice.map(|dice| success::chance(dice, check.needed.total(), check.miss));
    let roll = odds.map(|odds| Roll { odds, success: check.success.is_success() });
    Line { terms: terms(now.content, &check.needed), roll, ..line }
}

/// A line about harm that leaves a figure with this much ST, which may put it out of action.
fn harmed(figure: FigureId, after: i32, told: Line) -> Line {
    let lost = (Condition::at(after) != Condition::Active).then_some(u32::from(figure.0));
    Line { lost, ..about(figure, told) }
}

fn side_name<'a>(now: Situation<'a>, side: SideId) -> &'a str {
    &now.content.sides[usize::from(side.0)].name
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
