//! The action phase: who is asked, who acts, segment by segment (`F6`).

use super::attack::Order;
use super::content::{Content, FigureId};
use super::initiative::highest;
use super::instruction::{Instruction, Next, Standing};
use super::records::DiceRecord;
use super::state::{Action, ActionKind, State};
use super::values::order_dx;
use super::{Foeman, attack, options, ready};
use crate::ruleset::Emit;

/// Takes a legal option.
pub(super) fn plan(action: Action, out: &mut Emit<'_, Foeman>) {
    let asked = out.state().asked.expect("check has seen that a figure is asked");
    let figure = asked.figure;
    let standing = match options::dice_of(&out.content().rules, action) {
        None => Standing::AtOnce,
        Some(_) if falls_behind(out.content(), out.state(), figure, action) => Standing::Requeued,
        Some(dice) => Standing::Dice(dice),
    };
    out.push(Instruction::Declared { figure, action, standing });
    if standing == Standing::AtOnce {
        carry_out(figure, action, out);
    }
}

/// What happens next in the phase: somebody is asked, or acts, or the round ends.
pub(super) fn go_on(out: &mut Emit<'_, Foeman>) {
    if let Some(figure) = next_to_declare(out) {
        let sequence = match out.state().figure(figure).sequence {
            0 => out.state().declared + 1,
            given => given,
        };
        out.push(Instruction::Asked { figure, sequence });
        return;
    }
    let (content, state) = (out.content(), out.state());
    let chosen: Vec<(FigureId, u8)> = state.active(content).filter_map(|figure| chosen(state, figure)).collect();
    let Some(over) = chosen.iter().map(|&(_, dice)| dice).max() else { return end_round(out) };
    if let Some(figure) = next_watcher(state, &chosen) {
        out.push(Instruction::AskedAgain { figure, over });
        return;
    }
    let priority: Vec<Priority> = chosen
        .iter()
        .map(|&(figure, dice)| Priority {
            dice,
            dx: order_dx(content, state, figure, state.figure(figure).option),
            sequence: state.figure(figure).sequence,
        })
        .collect();
    let Some(winner) = first(&priority) else { return end_round(out) };
    let figure = chosen[winner].0;
    match state.figure(figure).option {
        Some(action) if action.kind() != ActionKind::Watch => {
            carry_out(figure, action, out);
            out.push(Instruction::SegmentEnds);
        }
        _ => end_round(out),
    }
}

/// What decides which of the declared actions is carried out (`F6.2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Priority {
    /// Dice chosen: the most act first.
    pub dice: u8,
    /// modDX: the highest acts first.
    pub dx: i32,
    /// The order of declaring: the lowest acts first.
    pub sequence: u16,
}

/// The position of the action that is carried out; `None` only for none.
pub fn first(declared: &[Priority]) -> Option<usize> {
    let rank =
        |priority: &Priority| (std::cmp::Reverse(priority.dice), std::cmp::Reverse(priority.dx), priority.sequence);
    (0..declared.len()).min_by_key(|&position| rank(&declared[position]))
}

/// Carries out an option: the figure has acted.
fn carry_out(figure: FigureId, action: Action, out: &mut Emit<'_, Foeman>) {
    match action {
        Action::Attack { mode, target, attack, dice } => {
            attack::plan(Order { figure, target, mode, attack, dice }, out);
        }
        Action::Ready { item, dice } => ready::plan(figure, item, dice, out),
        Action::Move | Action::Watch { .. } | Action::Defend { .. } | Action::Dodge { .. } => {}
    }
    let (content, state) = (out.content(), out.state());
    let own = state.figure(figure);
    let aims_at = options::aims_at(action, own.ma, own.mp, |target| options::sees(content, state, figure, target));
    out.push(Instruction::Acts { figure, aims_at });
}

/// Ends the phase and with it the round: whoever is on watch stays so.
fn end_round(out: &mut Emit<'_, Foeman>) {
    let mut watchers: Vec<FigureId> =
        out.state().active(out.content()).filter(|&figure| chosen(out.state(), figure).is_some()).collect();
    watchers.sort_by_key(|&figure| out.state().figure(figure).sequence);
    for figure in watchers {
        if let Some(action) = out.state().figure(figure).option {
            carry_out(figure, action, out);
        }
    }
    let next = if out.state().round >= out.content().rounds { Next::Limit } else { Next::Round };
    out.push(Instruction::RoundEnds { next });
}

/// The figure asked next: of those that have neither acted nor declared, the one with the highest modDX.
///
/// Ties are broken by dice (`F3.3`) and remembered in the sequence record, so that they are not rolled again.
fn next_to_declare(out: &mut Emit<'_, Foeman>) -> Option<FigureId> {
    let (content, state) = (out.content(), out.state());
    let open: Vec<(FigureId, i32)> = undeclared(content, state)
        .map(|figure| (figure, order_dx(content, state, figure, state.figure(figure).option)))
        .collect();
    let best = open.iter().map(|&(_, dx)| dx).max()?;
    let tied: Vec<FigureId> = open.iter().filter(|&&(_, dx)| dx == best).map(|&(figure, _)| figure).collect();
    let sequenced = tied.iter().copied().filter(|&figure| state.figure(figure).sequence > 0);
    if let Some(figure) = sequenced.min_by_key(|&figure| state.figure(figure).sequence) {
        return Some(figure);
    }
    let position = highest(tied.iter().map(|_| best), |sides| out.roll("order tie", 0, 1, sides)[0])?;
    Some(tied[position])
}

/// The watcher asked again next, in the order of declaring (`F6.4`).
fn next_watcher(state: &State, chosen: &[(FigureId, u8)]) -> Option<FigureId> {
    chosen
        .iter()
        .map(|&(figure, _)| figure)
        .filter(|&figure| !state.figure(figure).asked_again)
        .filter(|&figure| state.figure(figure).option.is_some_and(|action| action.kind() == ActionKind::Watch))
        .min_by_key(|&figure| state.figure(figure).sequence)
}

/// Whether choosing an option lowers a figure's modDX below that of one that has not declared (`F6.2`).
fn falls_behind(content: &Content, state: &State, figure: FigureId, action: Action) -> bool {
    let before = order_dx(content, state, figure, state.figure(figure).option);
    let after = order_dx(content, state, figure, Some(action));
    after < before
        && undeclared(content, state)
            .filter(|&other| other != figure)
            .any(|other| order_dx(content, state, other, state.figure(other).option) > after)
}

fn undeclared<'a>(content: &'a Content, state: &'a State) -> impl Iterator<Item = FigureId> + 'a {
    state.active(content).filter(|&figure| state.figure(figure).dice == DiceRecord::NotAsked)
}

fn chosen(state: &State, figure: FigureId) -> Option<(FigureId, u8)> {
    match state.figure(figure).dice {
        DiceRecord::Chosen(dice) => Some((figure, dice)),
        _ => None,
    }
}
