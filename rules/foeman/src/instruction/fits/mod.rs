//! Validates the instructions of a journal before they are applied, since journals can be edited by hand.

mod events;
mod names;

use foeman_schema::grid::Hex;
use names::names;
use smallvec::SmallVec;

use crate::body::shape::Pose;
use crate::constants::{MOST_DICE, MOST_POINTS, MOST_VALUE};
use crate::content::Content;
use crate::ids::{EffectId, FigureId, GoalId, HoldId, ItemId, KindId, Source};
use crate::instruction::{EffectEvent, Instruction};
use crate::state::State;
use foeman_engine::ruleset::SideId;

/// A reference or a number in an instruction, to be validated.
enum Named {
    Side(SideId),
    Figure(FigureId),
    Item(ItemId),
    Effect(EffectId),
    /// The source of an effect.
    Source(Source),
    /// A position among the effects in force.
    InForce(u16),
    /// A hex of the map.
    Hex(Hex),
    /// A pose of a figure.
    Pose(FigureId, Pose),
    /// A number of dice.
    Dice(u8),
    /// Points of harm, or the value of a term.
    Points(i32),
    /// Points of harm or cost that must not be negative.
    Gain(i32),
    /// A pose of a figure of a kind.
    Kind(KindId, Pose),
    Goal(GoalId),
    Hold(HoldId),
    /// Something already known to be invalid.
    Nonsense,
}

/// All references and numbers of one instruction; few have more.
type Names = SmallVec<[Named; 8]>;

/// Whether everything in an instruction exists and its numbers are within the limits of the rules.
///
/// Instructions planned by the rules always fit; instructions in an edited journal may not.
pub(crate) fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
    // The figure must exist before its position can be checked.
    let subject = match instruction {
        Instruction::Round(_) | Instruction::Effect(_) | Instruction::Event(_) => true,
        Instruction::Side(side, _) => exists(content, state, &Named::Side(*side)),
        Instruction::Figure(figure, _) => exists(content, state, &Named::Figure(*figure)),
        Instruction::Item(item, _) => exists(content, state, &Named::Item(*item)),
    };
    subject && names(content, state, instruction).iter().all(|named| exists(content, state, named))
}

/// The figures that an instruction concerns, the acting or affected one first.
pub(crate) fn figures(content: &Content, state: &State, instruction: &Instruction) -> Vec<FigureId> {
    let in_force = |at: &u16| state.effects.get(usize::from(*at)).map(|effect| effect.target);
    let owner = |item: ItemId| state.items.get(item.index()).and_then(|item| item.owner);
    let subject = match instruction {
        Instruction::Figure(figure, _) => Some(*figure),
        Instruction::Item(item, _) => owner(*item),
        Instruction::Effect(EffectEvent::Begins(effect)) => Some(effect.target),
        Instruction::Effect(EffectEvent::Renewed { at, .. } | EffectEvent::Ends { at }) => in_force(at),
        Instruction::Round(_)
        | Instruction::Side(..)
        | Instruction::Event(_)
        | Instruction::Effect(EffectEvent::Makes(_)) => None,
    };
    let named = names(content, state, instruction).into_iter().filter_map(|named| match named {
        Named::Figure(figure) | Named::Pose(figure, _) => Some(figure),
        _ => None,
    });
    let mut figures: Vec<FigureId> = subject.into_iter().collect();
    for figure in named {
        if figure.index() < state.figures.len() && !figures.contains(&figure) {
            figures.push(figure);
        }
    }
    figures
}

fn exists(content: &Content, state: &State, named: &Named) -> bool {
    match *named {
        Named::Side(side) => usize::from(side.0) < content.sides.len(),
        Named::Figure(figure) => figure.index() < state.figures.len(),
        Named::Item(item) => item.index() < state.items.len(),
        Named::Effect(effect) => effect.index() < content.effects.len(),
        Named::Source(source) => match source {
            Source::Item(kind) => kind.index() < content.items.len(),
            Source::Spell(spell) => spell.index() < content.spells.len(),
            Source::Talent(talent) => talent.index() < content.talents.len(),
            Source::Kind(kind) => kind.index() < content.kinds.len(),
            Source::Terrain(terrain) => terrain.index() < content.terrains.len(),
            Source::Named(named) => named.index() < content.named.len(),
        },
        Named::InForce(at) => usize::from(at) < state.effects.len(),
        Named::Goal(goal) => goal.index() < content.goals.all.len(),
        Named::Hold(hold) => hold.index() < state.held.len(),
        Named::Hex(hex) => content.land.field.contains(hex),
        Named::Pose(figure, pose) => {
            let shape = &content.kind(state.figure(figure).kind).shape;
            content.land.field.contains(pose.head)
                && shape.hexes(pose).iter().all(|&hex| content.land.field.contains(hex))
        }
        Named::Dice(dice) => (1..=MOST_DICE).contains(&dice),
        Named::Points(points) => (-MOST_VALUE..=MOST_VALUE).contains(&points),
        Named::Gain(points) => (0..=MOST_POINTS).contains(&points),
        Named::Kind(kind, pose) => {
            kind.index() < content.kinds.len()
                && content.land.field.contains(pose.head)
                && content.kind(kind).shape.hexes(pose).iter().all(|&hex| content.land.field.contains(hex))
        }
        Named::Nonsense => false,
    }
}
