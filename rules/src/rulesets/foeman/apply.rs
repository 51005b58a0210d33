//! The only code that changes a state.

use super::constants::FALL_AT;
use super::content::{Content, ItemId};
use super::damage;
use super::instruction::{Instruction, Next, Standing};
use super::records::{DiceRecord, HaltRecord, Heading, Posture, SideSequence};
use super::reload::Loading;
use super::state::{
    Action, Aim, Alteration, Asked, Carrying, Current, Duty, FigureState, Grip, ItemState, Mover, Phase, Progress,
    State, Whereabouts,
};

/// Changes the state as an instruction says.
pub(super) fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
    let round = state.round;
    match instruction {
        Instruction::RoundBegins { round } => begin_round(state, *round),
        Instruction::Initiative { side, value, .. } => state.sides[usize::from(side.0)].initiative = *value,
        Instruction::PostponedCleared => {
            for side in state.sides.iter_mut().filter(|side| side.sequence == SideSequence::Postponed) {
                side.sequence = SideSequence::MayMove;
            }
        }
        Instruction::SideMoves { side, duty } => state.mover = Some(Mover { side: *side, duty: *duty, current: None }),
        Instruction::Postponed { side } => {
            state.sides[usize::from(side.0)].sequence = SideSequence::Postponed;
            state.mover = None;
        }
        Instruction::Taken { figure, ma, engaged_by } => {
            state.figure_mut(*figure).ma = *ma;
            if let Some(mover) = &mut state.mover {
                mover.duty = Duty::MustMove;
                let engaged_by = engaged_by.clone();
                mover.current = Some(Current { figure: *figure, engaged_by, progress: Progress::Fresh });
            }
        }
        Instruction::Stepped { figure, to, facing, step, paid, progress } => {
            let own = state.figure_mut(*figure);
            own.hex = *to;
            own.facing = *facing;
            own.heading = own.heading.stepped(*step);
            own.steps = own.steps.saturating_add(1);
            spend(own, *paid);
            go_on(state, *progress);
        }
        Instruction::StoodUp { figure, paid } => {
            let own = state.figure_mut(*figure);
            own.posture = Posture::Standing;
            spend(own, *paid);
            go_on(state, Progress::OnTheWay);
        }
        Instruction::Pivoted { figure, facing, unsteady, .. } => {
            let own = state.figure_mut(*figure);
            own.facing = *facing;
            own.heading = own.heading.turned();
            own.pivoted = true;
            own.unsteady = *unsteady;
        }
        Instruction::Halted { figure } => {
            state.figure_mut(*figure).halt = HaltRecord::Halted;
            if let Some(mover) = &mut state.mover {
                mover.current = None;
            }
        }
        Instruction::SideMoved { side } => side_moved(state, usize::from(side.0)),
        Instruction::ActionBegins => begin_action(state),
        Instruction::Asked { figure, sequence } => {
            state.figure_mut(*figure).sequence = *sequence;
            state.declared = state.declared.max(*sequence);
            state.asked = Some(Asked { figure: *figure, over: None });
            allow_alterations(&mut state.items[content.figure(*figure).gear.clone()]);
        }
        Instruction::AskedAgain { figure, over } => {
            state.figure_mut(*figure).asked_again = true;
            state.asked = Some(Asked { figure: *figure, over: Some(*over) });
            allow_alterations(&mut state.items[content.figure(*figure).gear.clone()]);
        }
        Instruction::Declared { figure, action, standing } => {
            declare(state.figure_mut(*figure), *action, *standing);
            state.asked = None;
        }
        Instruction::Acts { figure, aims_at } => {
            state.acted = state.acted.saturating_add(1);
            let sequence = state.acted;
            let own = state.figure_mut(*figure);
            own.dice = own.dice.acted();
            own.sequence = sequence;
            own.aim = aims_at.map(|target| match own.aim {
                Some(aim) if aim.target == target => aim,
                _ => Aim { target, since: round },
            });
        }
        Instruction::Attacked { .. } => {}
        Instruction::Harmed { target, physical, exhaustion, .. } => {
            let own = state.figure_mut(*target);
            own.physical = own.physical.saturating_add(*physical);
            own.exhaustion = own.exhaustion.saturating_add(*exhaustion);
            let points = physical.saturating_add(*exhaustion);
            if damage::shocks(points) {
                own.shocks_to_come = own.shocks_to_come.saturating_add(1);
            }
            if points >= FALL_AT {
                own.posture = Posture::Prone;
            }
        }
        Instruction::Readied { places, .. } => {
            for (item, place) in places {
                state.item_mut(*item).at = Whereabouts::Carried { place: *place };
            }
        }
        Instruction::Spent { item, left, from } => {
            let spent = state.item_mut(*item);
            spent.count = *left;
            if *left == 0 {
                spent.at = Whereabouts::Gone;
            }
            if let Some(weapon) = from {
                state.item_mut(*weapon).loaded = None;
            }
        }
        Instruction::Left { item, hex } => {
            let left = state.item_mut(*item);
            left.at = Whereabouts::Lying { hex: *hex };
            left.grip = Grip::OneHand;
        }
        Instruction::Loading { weapon, ammo, loading, .. } => match *loading {
            Loading::Begun(sum) => state.item_mut(*ammo).loading = sum,
            Loading::Loaded => load(state, *weapon, *ammo),
        },
        Instruction::Loaded { weapon, ammo, .. } => load(state, *weapon, *ammo),
        Instruction::Altered { item, to, .. } => alter(state.item_mut(*item), *to),
        Instruction::SegmentEnds => {
            for figure in &mut state.figures {
                figure.dice = figure.dice.asked_anew();
                figure.asked_again = false;
            }
            for figure in content.ids() {
                if state.figure(figure).dice.has_acted() {
                    continue;
                }
                revert_grips(&mut state.items[content.figure(figure).gear.clone()]);
            }
        }
        Instruction::RoundEnds { next } => {
            revert_grips(&mut state.items);
            state.phase = match next {
                Next::Round => Phase::Between,
                Next::Limit => Phase::Ended,
            };
        }
    }
}

fn begin_round(state: &mut State, round: u32) {
    state.round = round;
    state.phase = Phase::Movement;
    for side in &mut state.sides {
        side.sequence = SideSequence::MayMove;
    }
    allow_alterations(&mut state.items);
    for figure in &mut state.figures {
        figure.did = figure.option.take().map(Action::kind);
        figure.dice = figure.dice.at_round_start();
        figure.shocks = std::mem::take(&mut figure.shocks_to_come);
        figure.unsteady = 0;
        figure.mp = 0;
        figure.steps = 0;
        figure.pivoted = false;
        figure.halt = HaltRecord::Unmoved;
        figure.asked_again = false;
    }
}

fn begin_action(state: &mut State) {
    state.phase = Phase::Action;
    state.declared = 0;
    state.acted = 0;
    for figure in &mut state.figures {
        if figure.steps == 0 {
            figure.heading = Heading::unmoved(figure.pivoted);
        }
        figure.dice = figure.dice.asked_anew();
        figure.sequence = 0;
    }
}

fn load(state: &mut State, weapon: ItemId, ammo: ItemId) {
    state.item_mut(weapon).loaded = Some(ammo);
    state.item_mut(ammo).loading = 0;
}

fn alter(item: &mut ItemState, to: Alteration) {
    item.altered = true;
    match to {
        Alteration::OneHand => item.grip = Grip::OneHand,
        Alteration::BothHands => item.grip = Grip::BothHands,
        Alteration::Cover => item.carrying = Carrying::Cover,
        Alteration::Order => item.carrying = Carrying::Order,
        Alteration::Lower => item.carrying = Carrying::Lower,
        // Loading names the weapon too and has an instruction of its own.
        Alteration::Load => {}
    }
}

fn allow_alterations(items: &mut [ItemState]) {
    for item in items {
        item.altered = false;
    }
}

fn revert_grips(items: &mut [ItemState]) {
    for item in items {
        item.grip = Grip::OneHand;
    }
}

fn side_moved(state: &mut State, side: usize) {
    let before = state.sides.iter().filter(|side| matches!(side.sequence, SideSequence::Moved(_))).count();
    for other in state.sides.iter_mut().filter(|other| other.sequence == SideSequence::Postponed) {
        other.sequence = SideSequence::MayMove;
    }
    state.sides[side].sequence = SideSequence::Moved(before as u8 + 1);
    state.mover = None;
}

fn spend(figure: &mut FigureState, mp: u8) {
    figure.mp = figure.mp.saturating_add(mp);
    figure.halt = HaltRecord::Moving;
}

fn go_on(state: &mut State, progress: Progress) {
    if let Some(current) = state.mover.as_mut().and_then(|mover| mover.current.as_mut()) {
        current.progress = progress;
    }
}

fn declare(figure: &mut FigureState, action: Action, standing: Standing) {
    figure.option = Some(action);
    match standing {
        Standing::Dice(dice) => figure.dice = DiceRecord::Chosen(dice),
        Standing::AtOnce => figure.dice = DiceRecord::NotAsked,
        Standing::Requeued => {
            figure.dice = DiceRecord::NotAsked;
            figure.sequence = 0;
        }
    }
}
