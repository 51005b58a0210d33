//! Phases of the round: the next decision, the legal commands, and their execution, delegated by phase.

pub mod action;
pub mod alter;
pub mod continuation;
pub mod goals;
pub mod initiative;
pub mod movement;
pub mod options;
pub mod ready;
pub mod restrain;
pub mod retreat;
pub mod spell_casting;

pub use crate::situation::limits;

use crate::Foeman;
use crate::attack::{self, double, rolling};
use crate::command::Command;
use crate::constants::MOST_DICE;
use crate::effects::{self, placing};
use crate::events;
use crate::ids::FigureId;
use crate::instruction::{AttackEvent, FigureEvent, Instruction, RoundEvent};
use crate::rolls::Total;
use crate::situation::Situation;
use crate::state::{Action, Asked, Phase, Place, Question};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal, Turn};

/// Returns the next decision of the battle.
pub(super) fn turn(now: Situation<'_>) -> Turn {
    if events::next(now).is_some() {
        return Turn::Auto;
    }
    if let Some(outcome) = now.outcome() {
        return Turn::Over(outcome);
    }
    let asked = |side, figure: FigureId| Turn::Ask { side, actor: Some(u32::from(figure.0)) };
    match now.state.question() {
        Some(Question::Move { side, figure: Some(figure) }) => asked(side, figure),
        Some(Question::Move { side, figure: None }) => Turn::Ask { side, actor: None },
        Some(
            Question::Option(Asked { figure, .. })
            | Question::Reroll { figure }
            | Question::SecondAttack { figure }
            | Question::Renewal { caster: figure, .. }
            | Question::Place(Place { chooser: figure, .. }),
        ) => asked(now.side(figure), figure),
        Some(Question::Retreat { figure, .. } | Question::FollowUp { figure, .. }) => asked(now.side(figure), figure),
        None => Turn::Auto,
    }
}

/// Lists every legal command of the deciding side.
pub(super) fn legal(now: Situation<'_>, out: &mut Vec<Command>) {
    match now.state.question() {
        Some(Question::Move { .. }) => movement::candidates(now, out),
        Some(Question::Option(asked)) => {
            let mut actions = Vec::new();
            options::candidates(now, asked.figure, &mut actions);
            out.extend(actions.into_iter().map(|action| Command::Act { action }));
            out.extend((1..MOST_DICE).map(|most| Command::Restrain { most }));
        }
        Some(Question::Reroll { .. }) => {
            let underway = now.state.attack.iter();
            let sets = underway.flat_map(|underway| rolling::choices(&underway.check));
            out.push(Command::Decline);
            out.extend(sets.map(|set| Command::Reroll { dice: rolling::bits(&set) }));
        }
        Some(Question::SecondAttack { figure }) => {
            let actions = double::candidates(now, figure).into_iter();
            out.extend(actions.map(|action| Command::Act { action }));
            out.push(Command::Decline);
        }
        Some(Question::Place(place)) => {
            out.extend(placing::candidates(now, place).into_iter().map(|hex| Command::Place { hex }));
        }
        Some(Question::Renewal { .. }) => out.extend([Command::KeepUp, Command::LetGo]),
        Some(Question::Retreat { .. } | Question::FollowUp { .. }) => retreat::candidates(out),
        None => {}
    }
    if let Some(figure) = alter::who(now.state) {
        let alterations = alter::candidates(now, figure);
        out.extend(alterations.map(|(item, to)| Command::Alter { item, to }));
    }
    out.retain(|command| check(now, command).is_ok());
}

/// Checks whether a command is legal now.
pub(super) fn check(now: Situation<'_>, command: &Command) -> Result<(), Refusal> {
    if !command.fits(now.content, now.state) {
        return Err(Refusal { rule: "F1.4", message: "it names a figure or item that does not exist" });
    }
    if let Command::Alter { item, to } = *command {
        return match alter::who(now.state) {
            Some(figure) => alter::check(now, figure, (item, to)),
            None => Err(Refusal { rule: "F10.6", message: "no figure is moving or choosing an option" }),
        };
    }
    match (now.state.question(), command) {
        (Some(Question::Option(asked)), Command::Act { action }) => options::check(now, asked, *action),
        (Some(Question::Place(place)), Command::Place { hex }) => placing::check(now, place, *hex),
        (Some(Question::Place(_)), _) => Err(Refusal { rule: "", message: "a hex must be chosen first" }),
        (Some(Question::Renewal { .. }), command) => continuation::check(command),
        (Some(Question::Option(asked)), Command::Restrain { most }) => restrain::check(now, asked.figure, *most),
        (Some(Question::Reroll { .. } | Question::SecondAttack { .. }), Command::Decline) => Ok(()),
        (Some(Question::Reroll { .. }), Command::Reroll { dice }) => rolling::check_reroll(now, *dice),
        (Some(Question::SecondAttack { figure }), Command::Act { action }) => {
            double::check_second(now, figure, *action)
        }
        (Some(Question::Reroll { .. } | Question::SecondAttack { .. }), _) => {
            Err(Refusal { rule: "F6.2", message: "an attack is underway" })
        }
        (Some(Question::Option(_)), _) => Err(Refusal { rule: "F3.1", message: "figures move in the movement phase" }),
        (Some(question @ (Question::Retreat { .. } | Question::FollowUp { .. })), command) => {
            retreat::check(now, question, command)
        }
        (Some(Question::Move { .. }) | None, command) => movement::check(now, command),
    }
}

/// Carries out a legal command.
pub(super) fn plan(command: &Command, out: &mut Emit<'_, Foeman>) {
    match command {
        Command::Act { action } => match out.state().question() {
            Some(Question::SecondAttack { figure }) => {
                let order =
                    attack::Order::of(figure, *action).expect("`check` accepts only an attack as a second attack");
                let over = attack::act(order, out);
                action::after_attack(over, out);
            }
            _ => action::plan(*action, out),
        },
        Command::Restrain { most } => restrain::plan(*most, out),
        Command::Reroll { dice } => {
            let over = rolling::go_on(Some(*dice), out);
            action::after_attack(over, out);
        }
        Command::Decline => match out.state().question() {
            Some(Question::SecondAttack { figure }) => {
                out.push(Instruction::Figure(figure, FigureEvent::Attack(AttackEvent::Desists)));
                action::finish(figure, out);
            }
            _ => {
                let over = rolling::go_on(None, out);
                action::after_attack(over, out);
            }
        },
        Command::Alter { item, to } => alter::plan(*item, *to, out),
        Command::KeepUp | Command::LetGo => continuation::plan(command, out),
        Command::Place { hex } => {
            let Some(Question::Place(place)) = out.state().question() else { return };
            placing::plan(place, *hex, out);
            if out.state().phase == Phase::Movement {
                movement::go_on(out);
            }
        }
        Command::ForceRetreat { .. } | Command::FollowUp | Command::Refrain => retreat::plan(command, out),
        command => movement::plan(command, out),
    }
}

/// Carries out everything that happens between decisions.
pub(super) fn advance(out: &mut Emit<'_, Foeman>) {
    if let Some(at) = events::next(Situation::of(out)) {
        return events::occur(at, out);
    }
    match out.state().phase {
        Phase::Between => {
            let round = out.state().round.saturating_add(1);
            out.push(Instruction::Round(RoundEvent::Begins { round }));
            events::arrivals::on_time(out);
            effects::round_starts(out);
            if pauses(out) {
                return;
            }
            retreat::go_on(out);
        }
        Phase::Retreats => retreat::go_on(out),
        Phase::Movement if initiative::all_moved(out.state()) => continuation::go_on(out),
        Phase::Continuation => continuation::go_on(out),
        Phase::Movement => initiative::next_side(out),
        Phase::Action => action::go_on(out),
        Phase::Ended => {}
    }
}

/// Whether the rules pause at the beginning of a round or phase, so that events about it happen before anything else.
pub(crate) fn pauses(out: &Emit<'_, Foeman>) -> bool {
    !out.content().events.is_empty()
}

/// The exact chance that a command succeeds.
pub(super) fn chance(now: Situation<'_>, command: &Command) -> Option<Odds> {
    match *command {
        Command::Act { action } => {
            let figure = match now.state.question()? {
                Question::Option(Asked { figure, .. }) | Question::SecondAttack { figure } => figure,
                _ => return None,
            };
            match action {
                Action::Cast { .. } | Action::Use { .. } | Action::Exert { .. } => {
                    spell_casting::chance(now, figure, action)
                }
                Action::Ready { item, dice } => Some(ready::chance(now, figure, item, dice)),
                action => Some(attack::Attack::<Total>::ordered(now, attack::Order::of(figure, action)?)?.chance()),
            }
        }
        Command::Reroll { dice } => rolling::chance(now, dice),
        Command::Alter { item, to } => alter::chance(now, item, to),
        _ => movement::chance(now, command),
    }
}
