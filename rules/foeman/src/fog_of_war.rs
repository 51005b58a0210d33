//! Fog of war: what a side knows in a battle with observation (`F9.2`), of the state and of the log.

use std::borrow::Cow;

use foeman_schema::grid::{Direction, Hex};

use super::body::shape::{Pose, ViewAngle};
use super::content::Content;
use super::ids::FigureId;
use super::instruction::{EffectEvent, EventStep, FigureEvent, Instruction, Passage, figures};
use super::situation::Situation;
use super::situation::observation::{Eyes, knows};
use super::state::{FigureState, ItemState, State, Whereabouts};
use super::{phases, tell};
use crate::rolls::success::Success;
use crate::situation::sight;
use foeman_engine::display::{Line, LineKind};
use foeman_engine::ruleset::{SideId, Turn};

/// The state without unknown figures; the whole state once the battle is over.
///
/// Figures of other sides that are still to arrive are unknown. The numbers of the unknown figures stay valid: they are still in the list, but off the map, unharmed, and all in the
/// same place.
pub(super) fn observed<'s>(content: &Content, state: &'s State, eyes: Eyes) -> Cow<'s, State> {
    let now = Situation::new(content, state);
    if !content.rules.observation || now.outcome().is_some() {
        return Cow::Borrowed(state);
    }
    let (Eyes::Side(side) | Eyes::Figure(side, _)) = eyes;
    let awaited = state.unfolding.awaited.iter().map(|awaited| awaited.figure);
    let awaited = awaited.filter(|&figure| now.side(figure) != side);
    let unseen: Vec<FigureId> = now.figures().filter(|&figure| !knows(now, eyes, figure)).chain(awaited).collect();
    if unseen.is_empty() {
        return Cow::Borrowed(state);
    }
    let mut known = state.clone();
    if let Turn::Ask { actor: Some(actor), .. } = phases::turn(now)
        && unseen.iter().any(|figure| u32::from(figure.0) == actor)
    {
        known.asked = None;
        known.mover = known.mover.map(|mover| super::state::Mover { current: None, ..mover });
    }
    known.unfolding.awaited.retain(|awaited| now.side(awaited.figure) == side);
    known.unfolding.orders.retain(|figure, _| now.side(*figure) == side);
    for figure in unseen {
        hide(content, &mut known, figure);
    }
    Cow::Owned(known)
}

fn hide(content: &Content, state: &mut State, figure: FigureId) {
    let own = state.figure(figure);
    let pose = Pose { head: Hex::ZERO, facing: Direction::new(0) };
    let hidden = FigureState::new(own.kind, own.side, pose, content.kind(own.kind).ma);
    let hidden = FigureState { commander: own.commander, nth: own.nth, gone: true, unseen: true, ..hidden };
    for item in std::mem::replace(state.figure_mut(figure), hidden).gear.iter() {
        let own = state.item_mut(*item);
        *own = ItemState { at: Whereabouts::Gone, ..ItemState::of_nobody(own.kind) };
    }
    state.figures.lose_aim(figure);
    for effect in state.effects.iter_mut().filter(|effect| effect.target == figure) {
        (effect.began, effect.expires, effect.count, effect.rolled) = (0, None, 1, 0);
    }
}

/// The part of a log line that a side may see: the whole line if it knows all figures concerned. If it knows the acting
/// figure, the others are unnamed. If its own figure is attacked, the attacker is unnamed. Otherwise nothing.
pub(super) fn heard<'l>(
    content: &Content,
    state: &State,
    instruction: &Instruction,
    line: &'l Line,
    side: SideId,
) -> Option<Cow<'l, Line>> {
    let now = Situation::new(content, state);
    if !content.rules.observation || now.outcome().is_some() {
        return Some(Cow::Borrowed(line));
    }
    let is_known = |figure: FigureId| knows(now, Eyes::Side(side), figure);
    if let Instruction::Effect(EffectEvent::Makes(made)) = instruction
        && made.side != side
        && !now.active_of(side).any(|figure| sight::sees(now, figure, made.hex, ViewAngle::Wide))
    {
        return None;
    }
    if let Instruction::Figure(figure, FigureEvent::Passage(Passage::Arrives { hex, .. })) = instruction
        && now.side(*figure) != side
        && !now.active_of(side).any(|watcher| sight::sees(now, watcher, *hex, ViewAngle::Wide))
    {
        return None;
    }
    if let Instruction::Event(EventStep::Awaits { figure, .. } | EventStep::Orders { figure, .. }) = instruction
        && now.side(*figure) != side
    {
        return None;
    }
    let named = figures(content, state, instruction);
    if named.iter().all(|&figure| is_known(figure)) {
        return Some(Cow::Borrowed(line));
    }
    if named.first().copied().is_some_and(is_known) {
        let known = observed(content, state, Eyes::Side(side));
        let told = tell::tell(Situation::new(content, &known), instruction)?;
        return Some(Cow::Owned(Line { text: capital(&told.text), ..told }));
    }
    match instruction {
        Instruction::Figure(_, FigureEvent::Attacked { target, check, .. }) if now.side(*target) == side => {
            let outcome = if check.success == Success::Made { "hits" } else { "misses" };
            let text = format!("An unseen figure attacks {} and {outcome}", now.name(*target));
            Some(Cow::Owned(Line::new(LineKind::Event, text)))
        }
        _ => None,
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
