//! The fight as a person can follow it.

mod attack;
mod goals;
mod items;
mod magic;
mod manoeuvres;
mod words;

use crate::rulesets::foeman::situation::Situation;
pub(in crate::rulesets::foeman) use items::describe_alteration;
use words::{and, count, dice, terms};

use foeman_schema::grid::{Direction, Hex, Points, Stand};
use foeman_schema::notation::code::ActionCode;

use crate::ruleset::SideId;
use crate::rulesets::foeman::attack::Order;
use crate::rulesets::foeman::code;
use crate::rulesets::foeman::command::Command;
use crate::rulesets::foeman::constants::AUTOMATIC_SCORE;
use crate::rulesets::foeman::content::items::Mode;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::instruction::{FigureEvent, Instruction, ItemEvent, Next, RoundEvent, SideEvent};
use crate::rulesets::foeman::phases::{continuation, movement};
use crate::rulesets::foeman::rolls::{self, Check, Sum};
use crate::rulesets::foeman::situation::engagement::engaged_by;
use crate::rulesets::foeman::situation::weapons;
use crate::rulesets::foeman::state::records::{Posture, SideSequence};
use crate::rulesets::foeman::state::{Action, ActionKind, Asked, Question};
use crate::told::{Line, LineKind, Term};

/// Says what an instruction means, given the state just before it; `None` for bookkeeping.
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
            ItemEvent::Altered { to } => items::tell_altered(now, *item, *to),
            ItemEvent::Moved { .. }
            | ItemEvent::Taken { .. }
            | ItemEvent::Joined { .. }
            | ItemEvent::Loaded { .. }
            | ItemEvent::Unloaded => None,
        },
        Instruction::Effect(event) => magic::tell_effect(now, event),
    }
}

fn tell_round(now: Situation<'_>, event: &RoundEvent) -> Option<Line> {
    match event {
        RoundEvent::Begins { round } => Some(line(LineKind::Heading, format!("Round {round}"))),
        RoundEvent::Ends { next: Next::Limit } => {
            let rounds = count(now.state.round, "round", "rounds");
            Some(line(LineKind::Event, format!("{rounds} are over, and nobody has won")))
        }
        _ => None,
    }
}

fn tell_of_side(now: Situation<'_>, side: SideId, event: &SideEvent) -> Option<Line> {
    let name = side_name(now, side);
    match event {
        SideEvent::Initiative { die, modifiers, value } => {
            let why = explained_modifiers(now, modifiers)?;
            let mut told = line(LineKind::Detail, format!("{name} rolls {die} for initiative, {why}: {value}"));
            told.terms = vec![term("die", i32::from(*die), "F3.2")];
            told.terms.extend(terms(now.content, modifiers));
            Some(told)
        }
        SideEvent::Moves { .. } => Some(tell_side(now, side)),
        SideEvent::Postponed => Some(line(LineKind::Event, format!("{name} will move later"))),
        SideEvent::Moved => None,
        SideEvent::Goal(event) => goals::tell(now, side, *event),
    }
}

/// What is added to an initiative die, in words; nothing when nothing is.
fn explained_modifiers(now: Situation<'_>, modifiers: &Sum) -> Option<String> {
    let told = |term: &rolls::Term| format!("{} {:+}", words::reason(now.content, term.why), term.value);
    let parts: Vec<String> = modifiers.terms().iter().map(told).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn tell_of_figure(now: Situation<'_>, figure: FigureId, event: &FigureEvent) -> Option<Line> {
    match event {
        FigureEvent::Manoeuvre(event) => manoeuvres::tell(now, figure, event),
        FigureEvent::Stepped { met, .. } => manoeuvres::tell_met(now, figure, met),
        FigureEvent::Pivoted { facing, check, unsteady } => {
            Some(tell_turn(now, (figure, *facing), check.as_ref(), *unsteady))
        }
        // A pivot or special move ends a move and has told it.
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
        FigureEvent::Loading { weapon, ammo, dice, sum, required } => {
            Some(items::tell_loading(now, figure, (*weapon, *ammo), dice, (*sum, *required)))
        }
        FigureEvent::Taken { .. }
        | FigureEvent::Asked { .. }
        | FigureEvent::AskedAgain { .. }
        | FigureEvent::Declared { .. } => None,
    }
}

fn tell_side(now: Situation<'_>, side: SideId) -> Line {
    // Sides without figures are passed over (`F3.2`).
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
    Line { terms: terms(now.content, &check.needed), ..event(figure, text) }
}

fn tell_move(now: Situation<'_>, figure: FigureId) -> Option<Line> {
    let own = now.figure(figure);
    (own.steps > 0).then(|| event(figure, walked(now, figure, own.facing)))
}

/// What choosing a command does.
pub(in crate::rulesets::foeman) fn describe(now: Situation<'_>, command: &Command) -> String {
    match command {
        Command::Halt => "Halt".to_owned(),
        Command::Step { direction } => {
            let to = movement::step_target(now.state, *direction).map(|hex| cell(now, hex));
            format!("Step {} to {}", direction_name(now, *direction), to.unwrap_or_default())
        }
        Command::Pivot { facing } => {
            let mover = now.state.mover.as_ref().and_then(|mover| mover.current.as_ref());
            let name = mover.map(|current| facing_name(now, current.figure, *facing));
            format!("Turn to face {} and halt", name.unwrap_or_default())
        }
        Command::TakePosture { to: Posture::Prone } => "Lie down".to_owned(),
        Command::TakePosture { to: Posture::Kneeling } => "Kneel".to_owned(),
        Command::TakePosture { to: Posture::Standing } => "Stand up".to_owned(),
        Command::ForceRetreat { direction } => match (direction, now.state.question()) {
            (Some(way), Some(Question::Retreat { target, .. })) => {
                format!("Force {} back to the {}", now.name(target), direction_name(now, *way))
            }
            (None, Some(Question::Retreat { target, .. })) => {
                format!("Press {}, who has no hex to retreat to", now.name(target))
            }
            _ => "Force a retreat".to_owned(),
        },
        Command::FollowUp => "Follow up".to_owned(),
        Command::Refrain => "Stay as it is".to_owned(),
        Command::Hurry { talent } => format!("Use {}", now.content.talent(*talent).title),
        Command::Charge { target, attack, dice } => match now.state.current() {
            Some(current) => describe_charge(now, current.figure, *target, (*attack, *dice)),
            None => String::new(),
        },
        Command::ShieldRush { target } => format!("Run the shield against {}", now.name(*target)),
        Command::PushBack { target } => format!("Push {} back", now.name(*target)),
        Command::Grapple { target } => format!("Come to close quarters with {}", now.name(*target)),
        Command::Take { figure } => format!("Move {}", now.name(*figure)),
        Command::Alter { item, to } => describe_alteration(now, *item, *to),
        Command::Place { hex } => format!("Choose {}", cell(now, *hex)),
        Command::KeepUp => match continuation::asked(now.state) {
            Some(casting) => magic::describe_renewal(now, casting.spell),
            None => String::new(),
        },
        Command::LetGo => "Let it go".to_owned(),
        Command::Postpone => "Let others move first".to_owned(),
        Command::Restrain { most } => format!("Roll {} at most", count(u32::from(*most), "damage die", "damage dice")),
        Command::Reroll { dice } => attack::describe_reroll(now, *dice),
        Command::Decline => match now.state.question() {
            Some(Question::SecondAttack { .. }) => "Leave it at one attack".to_owned(),
            _ => "Keep the dice".to_owned(),
        },
        Command::Act { action } => match now.state.question() {
            Some(Question::Option(Asked { figure, .. }) | Question::SecondAttack { figure }) => {
                describe_action(now, figure, *action)
            }
            _ => String::new(),
        },
    }
}

fn describe_charge(now: Situation<'_>, figure: FigureId, target: FigureId, (attack, chosen): (u8, u8)) -> String {
    let title = weapons::nth(now, figure, Mode::Strike, attack).map_or("weapon", |arm| &arm.weapon.title);
    format!("Charge {} with the {title}, {}", now.name(target), dice(usize::from(chosen)))
}

/// The steps of a move that has come to its end, whom they left and whom they met.
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
    let mut text = match option {
        Action::Defend { item: Some(item), .. } => format!("{who} defends with the {}", now.item_kind(item).title),
        Action::Defend { item: None, .. } => format!("{who} defends"),
        Action::Dodge { .. } => format!("{who} dodges"),
        Action::Watch { target } => format!("{who} watches {}", now.name(target)),
        Action::Move if own.mp > 0 || own.pivoted => format!("{who} does nothing more"),
        Action::Move => format!("{who} does nothing"),
        // Told with their rolls.
        Action::Attack { .. }
        | Action::Ready { .. }
        | Action::Cast { .. }
        | Action::Recast { .. }
        | Action::Use { .. }
        | Action::Exert { .. } => return None,
    };
    if let Some(target) = aims_at.filter(|_| option.kind() != ActionKind::Watch) {
        text.push_str(&format!(" and keeps an eye on {}", now.name(target)));
    }
    let weapon = match option {
        Action::Defend { item: Some(item), .. } => now.item_kind(item).code,
        _ => code::NOTHING,
    };
    Some(coded(event(figure, text), code::of(own, option.kind(), AUTOMATIC_SCORE, weapon)))
}

fn coded(line: Line, code: ActionCode) -> Line {
    Line { code: Some(code.to_string()), ..line }
}

/// Names a command: what choosing it does.
pub(in crate::rulesets::foeman) fn describe_action(now: Situation<'_>, figure: FigureId, action: Action) -> String {
    let aiming =
        |target: Option<FigureId>| target.map_or(String::new(), |target| format!(", eye on {}", now.name(target)));
    match action {
        Action::Move => "Do nothing more".to_owned(),
        Action::Watch { target } => format!("Watch {}", now.name(target)),
        Action::Ready { item, dice } => items::describe_ready(now, figure, item, dice),
        Action::Defend { item: Some(item), target } => {
            format!("Defend with the {}{}", now.item_kind(item).title, aiming(target))
        }
        Action::Defend { item: None, target } => format!("Defend{}", aiming(target)),
        Action::Dodge { target } => format!("Dodge{}", aiming(target)),
        Action::Cast { .. } | Action::Recast { .. } | Action::Use { .. } | Action::Exert { .. } => {
            magic::describe(now, figure, action)
        }
        Action::Attack { .. } => match Order::of(figure, action) {
            Some(order) => attack::describe(now, order),
            None => String::new(),
        },
    }
}

/// Column and row of a hex.
pub(in crate::rulesets::foeman) fn cell(now: Situation<'_>, hex: Hex) -> String {
    let [col, row] = now.content.field.geometry.cell(hex);
    format!("{col},{row}")
}

/// A direction in words, which depend on how the hexes stand.
pub(in crate::rulesets::foeman) fn direction_name(now: Situation<'_>, direction: Direction) -> &'static str {
    let names = match now.content.field.geometry.stand() {
        Stand::Edge => ["north", "north-east", "south-east", "south", "south-west", "north-west"],
        Stand::Vertex => ["north-east", "east", "south-east", "south-west", "west", "north-west"],
    };
    names[usize::from(direction.index())]
}

/// The way a figure faces in words, a corner by the compass point between those of its two sides.
pub(in crate::rulesets::foeman) fn facing_name(
    now: Situation<'_>,
    figure: FigureId,
    facing: Direction,
) -> &'static str {
    if now.kind(figure).shape.points == Points::Side {
        return direction_name(now, facing);
    }
    let names = match now.content.field.geometry.stand() {
        Stand::Edge => ["north-north-west", "north-north-east", "east", "south-south-east", "south-south-west", "west"],
        Stand::Vertex => ["north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west"],
    };
    names[usize::from(facing.index())]
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
