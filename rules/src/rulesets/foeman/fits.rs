//! Whether an instruction of a journal that somebody may have edited can be applied.

use super::constants::{MOST_DICE, MOST_POINTS};
use super::content::{Content, FigureId, ItemId};
use super::instruction::{Instruction, Standing};
use super::protection::{Guard, Source};
use super::shape::Pose;
use super::state::State;
use crate::ruleset::SideId;

/// Whether everything it names exists and every number is one that the rules know.
///
/// What the rules plan always fits; a journal that somebody has changed may not.
pub(super) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    let figure = |figure: &FigureId| figure.index() < content.figures.len();
    let item = |item: &ItemId| item.index() < content.items.len();
    let on_map = |of: FigureId, head, facing| {
        let hexes = || content.figure(of).shape.hexes(Pose { head, facing });
        content.field.contains(head) && hexes().iter().all(|&hex| content.field.contains(hex))
    };
    let side = |side: &SideId| usize::from(side.0) < content.sides.len();
    match instruction {
        Instruction::RoundBegins { .. }
        | Instruction::PostponedCleared
        | Instruction::ActionBegins
        | Instruction::SegmentEnds
        | Instruction::RoundEnds { .. } => true,
        Instruction::Initiative { side: of, .. }
        | Instruction::SideMoves { side: of, .. }
        | Instruction::Postponed { side: of }
        | Instruction::SideMoved { side: of } => side(of),
        Instruction::StoodUp { figure: of, .. }
        | Instruction::Halted { figure: of }
        | Instruction::AskedAgain { figure: of, .. } => figure(of),
        Instruction::Asked { figure: of, sequence } => figure(of) && *sequence < u16::MAX,
        Instruction::Taken { figure: of, engaged_by, .. } => figure(of) && engaged_by.iter().all(figure),
        Instruction::Stepped { figure: of, to, facing, .. } => figure(of) && on_map(*of, *to, *facing),
        Instruction::Pivoted { figure: of, facing, .. } => figure(of) && on_map(*of, state.figure(*of).hex, *facing),
        Instruction::Declared { figure: of, action, standing } => {
            let dice = if let Standing::Dice(dice) = standing { *dice } else { 1 };
            figure(of) && (1..=MOST_DICE).contains(&dice) && action.fits(content)
        }
        Instruction::Acts { figure: of, aims_at } => figure(of) && aims_at.iter().all(figure),
        Instruction::Attacked { figure: of, target, .. } => figure(of) && figure(target),
        Instruction::Spent { item: of, from, .. } => item(of) && from.iter().all(item),
        Instruction::Left { item: of, hex } => item(of) && content.field.contains(*hex),
        Instruction::Loading { figure: of, weapon, ammo, .. } | Instruction::Loaded { figure: of, weapon, ammo } => {
            figure(of) && item(weapon) && item(ammo)
        }
        Instruction::Altered { figure: of, item: altered, .. } => figure(of) && item(altered),
        Instruction::Harmed { target, guards, physical, exhaustion, .. } => {
            let known = |guard: &Guard| match guard.source {
                Source::Item { item: of } => item(&of),
                Source::Hide => true,
            };
            let points = 0..=MOST_POINTS;
            figure(target) && guards.iter().all(known) && points.contains(physical) && points.contains(exhaustion)
        }
        Instruction::Readied { figure: of, item: made, places, .. } => {
            figure(of) && item(made) && places.iter().all(|(moved, _)| item(moved))
        }
    }
}
