//! Carries out chains of effects: one effect can trigger others before the next takes place.

use crate::Foeman;
use crate::catalogs::effects::When;
use crate::constants::LONGEST_CHAIN;
use crate::effects::cause::{self, Cause};
use crate::effects::steps::Step;
use crate::effects::triggers::{self, Trigger};
use crate::effects::{begin, deeds, ending, motion};
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::situation::applying::Versus;
use crate::state::Condition;
use foeman_engine::ruleset::Emit;

/// Carries out steps in order. The steps that a step adds come directly after it.
pub(super) fn run(steps: impl IntoIterator<Item = Step>, out: &mut Emit<'_, Foeman>) {
    let mut added: Vec<Step> = steps.into_iter().collect();
    let mut pending: Vec<Step> = Vec::new();
    loop {
        pending.extend(added.drain(..).rev());
        let Some(step) = pending.pop() else { return };
        carry_out(step, &mut added, out);
    }
}

fn carry_out(step: Step, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    match step {
        Step::Occasion { when, figure, versus, chain } => {
            if is_possible(chain, out) {
                let found = triggers::on(Situation::of(out), when, figure, versus);
                let due = |trigger| Step::Due { trigger, when, figure, other: versus.other, chain };
                added.extend(found.into_iter().map(due));
            }
        }
        Step::Leaves { figure, hex, chain } => {
            if is_possible(chain, out) {
                let found = triggers::on_leaving(Situation::of(out), figure, hex);
                let due = |trigger| Step::Due { trigger, when: When::Leave, figure, other: None, chain };
                added.extend(found.into_iter().map(due));
            }
        }
        Step::Enters { figure, hex, chain } => {
            if out.state().figure(figure).hex == hex {
                added.push(Step::Occasion { when: When::Enter, figure, versus: Versus::NOBODY, chain });
            }
        }
        Step::Due { trigger, when, figure, other, chain } => {
            if when == When::Leave || !is_out_of_play(Situation::of(out), figure) {
                pull(trigger, (figure, other), chain, added, out);
            }
        }
        Step::Begins { id, cause, figure } => begin::one(id, &cause, figure, added, out),
        Step::Happens { id, cause, figure, other } => deeds::occur(id, &cause, (figure, other), added, out),
        Step::HappensTo { id, cause, target } => deeds::befall(id, &cause, target, added, out),
        Step::GoesOn { id, cause, target, rolled } => deeds::go_on(id, &cause, target, rolled, out),
        Step::Ends(force) => ending::end(force, added, out),
        Step::Put { target, to, cause } => motion::put(target, to, &cause, added, out),
        Step::Drifts(drift) => motion::drift(drift, added, out),
    }
}

/// Whether an occasion can have effects at all. Ends cycles of effects that trigger each other.
fn is_possible(chain: u8, out: &Emit<'_, Foeman>) -> bool {
    !out.content().effects.is_empty() && chain <= LONGEST_CHAIN
}

fn is_out_of_play(now: Situation<'_>, figure: FigureId) -> bool {
    now.figure(figure).gone || Condition::at(now.mod_st(figure)) == Condition::Dead
}

/// Triggers an effect that is due.
fn pull(
    trigger: Trigger,
    (figure, other): (FigureId, Option<FigureId>),
    chain: u8,
    added: &mut Vec<Step>,
    out: &Emit<'_, Foeman>,
) {
    let Trigger { id, source, owner, item, begun } = trigger;
    let cause = Cause { item, chain, ..Cause::new(source, owner) };
    let effect = out.content().effect(id);
    if begun || effect.begins == When::Apply {
        added.push(Step::Happens { id, cause, figure, other });
    } else {
        // It begins now, and waits for its own occasion.
        let targets = cause::targets(Situation::of(out), effect, &cause, (figure, other));
        added.extend(targets.into_iter().map(|figure| Step::Begins { id, cause, figure }));
    }
}
