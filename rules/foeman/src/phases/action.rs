//! The action phase: which figure chooses and which acts, segment by segment (`F6`).

use std::cmp::Reverse;

use crate::attack::Order;
use crate::attack::rolling::SegmentOf;
use crate::effects::{self, renewal::Casting};
use crate::ids::FigureId;
use crate::instruction::{AimKept, FigureEvent, Instruction, Next, RoundEvent, Standing};
use crate::phases::initiative::lot;
use crate::phases::{goals, options, ready, spell_casting};
use crate::situation::hits::order_dx;
use crate::situation::{Situation, counting, statuses};
use crate::state::records::DiceRecord;
use crate::state::{Action, ActionKind, State, Undeclared};
use crate::{Foeman, attack};
use foeman_engine::prospect::Timing;
use foeman_engine::ruleset::Emit;

/// Carries out the choice of a legal option.
pub(crate) fn plan(action: Action, out: &mut Emit<'_, Foeman>) {
    let asked =
        out.state().asked_for_option().expect("`check` accepts this command only when a figure must choose an option");
    let figure = asked.figure;
    let standing = match options::dice_of(&out.content().rules, action) {
        None => Standing::AtOnce,
        Some(_) if falls_behind(Situation::of(out), figure, action) => Standing::Requeued,
        Some(dice) => Standing::Dice(dice),
    };
    let own = Situation::of(out).figure(figure);
    let goes_on = counting::keeps_aim(Situation::of(out), figure, action);
    let kept = own.aim.is_none_or(|aim| goes_on || options::keeps_aim(aim, action, own.ma, own.mp));
    let aim = if kept { AimKept::Kept } else { AimKept::Ended };
    out.push(Instruction::Figure(figure, FigureEvent::Declared { action, standing, aim }));
    if standing == Standing::AtOnce {
        has_acted(figure, out);
    }
}

/// When an option of the deciding figure would be carried out, given the choices of the others so far (`F6.2`).
pub(crate) fn timing(now: Situation<'_>, figure: FigureId, action: Action) -> Timing {
    let Some(dice) = options::dice_of(&now.content.rules, action) else { return Timing::AtOnce };
    if falls_behind(now, figure, action) {
        return Timing::AskedAgain;
    }
    let sequence = now.figure(figure).sequence;
    let own = Priority { dice, dx: order_dx(now, figure, Some(action)), sequence };
    let (mut after, mut before, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for other in now.active().filter(|&other| other != figure) {
        let token = u32::from(other.0);
        let theirs = now.figure(other);
        match chosen(now.state, other) {
            // Watchers may still win the segment with more dice (`F6.4`).
            Some(_) if watches(now.state, other) => open.push(token),
            Some((_, dice)) => {
                let dx = order_dx(now, other, theirs.option);
                let other = Priority { dice, dx, sequence: theirs.sequence };
                if first(&[own, other]) == Some(0) { before.push(token) } else { after.push(token) }
            }
            None if theirs.dice == DiceRecord::NotAsked => open.push(token),
            None => {}
        }
    }
    Timing::InTurn { after, before, open }
}

/// Continues the phase: a figure chooses or acts, or the round ends.
pub(crate) fn go_on(out: &mut Emit<'_, Foeman>) {
    if let Some(figure) = next_to_declare(out) {
        let sequence = match out.state().figure(figure).sequence {
            0 => out.state().declared + 1,
            given => given,
        };
        out.push(Instruction::Figure(figure, FigureEvent::Asked { sequence }));
        return;
    }
    let now = Situation::of(out);
    if let Some((figure, over)) = next_watcher(now) {
        out.push(Instruction::Figure(figure, FigureEvent::AskedAgain { over }));
        return;
    }
    let chosen = now.figures().filter_map(|figure| chosen(now.state, figure));
    let chosen = chosen.filter(|&(figure, _)| now.is_active(figure));
    // Watchers are finalised last, regardless of their modDX (`F6.3`).
    let mut acting: Vec<(FigureId, u8)> = chosen.filter(|&(figure, _)| !watches(now.state, figure)).collect();
    // Only of the figures with the most dice, modDX matters.
    let most = acting.iter().map(|&(_, dice)| dice).max();
    acting.retain(|&(_, dice)| Some(dice) == most);
    let priority: Vec<Priority> = acting
        .iter()
        .map(|&(figure, dice)| Priority {
            dice,
            dx: order_dx(now, figure, now.figure(figure).option),
            sequence: now.figure(figure).sequence,
        })
        .collect();
    let Some(winner) = first(&priority) else { return end_round(out) };
    let figure = acting[winner].0;
    match now.figure(figure).option {
        Some(action) => carry_out(figure, action, out),
        None => finish(figure, out),
    }
}

fn watches(state: &State, figure: FigureId) -> bool {
    state.figure(figure).option.is_some_and(|action| action.kind() == ActionKind::Watch)
}

/// The values that decide which of the declared actions is carried out (`F6.2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Priority {
    /// Dice chosen: the highest number acts first.
    pub dice: u8,
    /// modDX: the highest acts first.
    pub dx: i32,
    /// The order of declaring: the lowest acts first.
    pub sequence: u16,
}

/// The position of the action that is carried out; `None` for an empty list.
pub fn first(declared: &[Priority]) -> Option<usize> {
    let rank = |priority: &Priority| (Reverse(priority.dice), Reverse(priority.dx), priority.sequence);
    (0..declared.len()).min_by_key(|&position| rank(&declared[position]))
}

/// Carries out the option that won a segment. An attack may have to ask its attacker first, and continues after that.
fn carry_out(figure: FigureId, action: Action, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    // Since the choice, a status or effect may have barred the option, or the target may have changed sides.
    let barred = statuses::bars_option(now, figure, action.kind()).is_some();
    let friendly = matches!(action, Action::Attack { target, .. } if !now.opposed(figure, target));
    if barred || friendly {
        spell_casting::thwarted(figure, out);
        return finish(figure, out);
    }
    if let Some(order) = Order::of(figure, action) {
        let over = attack::act(order, out);
        return after_attack(over, out);
    }
    match action {
        Action::Ready { item, dice } => ready::plan(figure, item, dice, out),
        Action::Cast { spell, target, dice } => spell_casting::plan_cast(figure, (spell, target), dice, out),
        Action::Recast { spell, began } => spell_casting::plan_recast(Casting { caster: figure, spell, began }, out),
        Action::Use { item, dice } => spell_casting::plan_use(figure, item, dice, out),
        Action::Exert { talent, dice } => spell_casting::plan_exert(figure, talent, dice, out),
        _ => {}
    }
    finish(figure, out);
}

/// Ends the segment that an attack was part of, if it is over.
pub(crate) fn after_attack(over: SegmentOf, out: &mut Emit<'_, Foeman>) {
    if let Some(figure) = over {
        finish(figure, out);
    }
}

/// Ends the segment after a figure has carried out the option that won it.
pub(crate) fn finish(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    has_acted(figure, out);
    out.push(Instruction::Round(RoundEvent::SegmentEnds));
}

/// Records that a figure has carried out its option.
fn has_acted(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let own = now.figure(figure);
    let aims_on = own.aim.filter(|_| own.option.is_some_and(|action| counting::keeps_aim(now, figure, action)));
    let aims_at = own
        .option
        .and_then(|action| options::aims_at(action, own.ma, own.mp, |target| options::sees(now, figure, target)))
        .or_else(|| aims_on.map(|aim| aim.target).filter(|&target| options::sees(now, figure, target)));
    out.push(Instruction::Figure(figure, FigureEvent::Acts { aims_at }));
}

/// Ends the phase and the round. Watchers remain on watch.
fn end_round(out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let mut watchers: Vec<FigureId> = now.active().filter(|&figure| chosen(now.state, figure).is_some()).collect();
    watchers.sort_by_key(|&figure| now.figure(figure).sequence);
    for figure in watchers {
        has_acted(figure, out);
    }
    effects::round_ends(out);
    goals::look(out);
    if Situation::of(out).outcome().is_some() {
        return;
    }
    let next = if out.state().round >= out.content().rounds { Next::Limit } else { Next::Round };
    out.push(Instruction::Round(RoundEvent::Ends { next }));
}

/// The next figure to choose: of those that have neither acted nor declared, the one with the highest modDX.
///
/// Ties are broken by dice (`F3.3`) and remembered in the sequence record, so that they are not rolled again.
fn next_to_declare(out: &mut Emit<'_, Foeman>) -> Option<FigureId> {
    let open = undeclared(Situation::of(out));
    let first = open.first()?;
    if !first.is_new {
        return Some(first.figure);
    }
    let tied = open.partition_point(|other| other.dx == first.dx);
    let winner = lot(tied, "order tie", out);
    undeclared(Situation::of(out)).get(winner).map(|winner| winner.figure)
}

/// The next watcher to choose again, in the order of declaring, and the highest number of dice that any figure has chosen
/// (`F6.4`).
fn next_watcher(now: Situation<'_>) -> Option<(FigureId, u8)> {
    let (mut next, mut over): (Option<FigureId>, Option<u8>) = (None, None);
    for (figure, dice) in now.figures().filter_map(|figure| chosen(now.state, figure)) {
        let own = now.figure(figure);
        let is_over = over.is_none_or(|over| dice > over);
        let is_next = !own.asked_again && next.is_none_or(|next| own.sequence < now.figure(next).sequence);
        // Whether a figure is active is the slowest question.
        if (is_over || (is_next && watches(now.state, figure))) && now.is_active(figure) {
            over = over.max(Some(dice));
            if is_next && watches(now.state, figure) {
                next = Some(figure);
            }
        }
    }
    next.zip(over)
}

/// Whether choosing an option lowers a figure's modDX below the modDX of a figure that has not declared (`F6.2`).
fn falls_behind(now: Situation<'_>, figure: FigureId, action: Action) -> bool {
    let before = order_dx(now, figure, now.figure(figure).option);
    let after = order_dx(now, figure, Some(action));
    after < before
        && undeclared(now).iter().find(|other| other.figure != figure).is_some_and(|other| other.dx.0 > after)
}

/// The figures that have neither declared nor acted, in the order in which they declare.
fn undeclared(now: Situation<'_>) -> &[Undeclared] {
    let list = || {
        let open = now.figures().filter(|&figure| now.figure(figure).dice == DiceRecord::NotAsked);
        let open = open.filter(|&figure| now.is_active(figure));
        open.map(|figure| {
            let own = now.figure(figure);
            let dx = Reverse(order_dx(now, figure, own.option));
            Undeclared { dx, is_new: own.sequence == 0, sequence: own.sequence, figure }
        })
        .collect()
    };
    let kept = now.state.recall.undeclared(list);
    #[cfg(debug_assertions)]
    {
        let mut anew = list();
        anew.sort_unstable();
        // The figure that is asked has got its number.
        let asked = now.state.asked_for_option().map(|asked| asked.figure);
        let others = |list: &[Undeclared]| list.iter().copied().filter(|other| Some(other.figure) != asked).collect();
        let [kept, anew]: [Vec<Undeclared>; 2] = [others(kept), others(&anew)];
        debug_assert_eq!(kept, anew, "the kept order of declaring is out of date");
    }
    kept
}

fn chosen(state: &State, figure: FigureId) -> Option<(FigureId, u8)> {
    match state.figure(figure).dice {
        DiceRecord::Chosen(dice) => Some((figure, dice)),
        _ => None,
    }
}
