//! Lists the references and numbers of an instruction, for validation.

use super::{Named, Names, events};
use crate::body::shape::Pose;
use crate::catalogs::Kind;
use crate::constants::{DIE, MOST_DICE, MOST_FIGURES};
use crate::content::{Content, OF_NOBODY};
use crate::ids::{FigureId, ItemId, Source};
use crate::instruction::{
    AttackEvent, EffectEvent, FigureEvent, GoalEvent, Instruction, ItemEvent, Made, MagicEvent, ManoeuvreEvent,
    Mastered, Passage, RoundEvent, SideEvent, Standing, Suffering,
};
use crate::rolls::{Check, Sum};
use crate::situation::protection;
use crate::state::{EffectState, Placing, State};
use smallvec::smallvec;

pub(super) fn names(content: &Content, state: &State, instruction: &Instruction) -> Names {
    match instruction {
        Instruction::Round(event) => match event {
            RoundEvent::Begins { .. }
            | RoundEvent::RetreatsEnd
            | RoundEvent::PostponedCleared
            | RoundEvent::ContinuationBegins
            | RoundEvent::ActionBegins
            | RoundEvent::SegmentEnds
            | RoundEvent::Ends { .. } => Names::new(),
        },
        Instruction::Side(_, event) => match event {
            SideEvent::Initiative { modifiers, value, .. } => {
                let mut names = sum(modifiers);
                names.push(Named::Points(*value));
                names
            }
            SideEvent::Goal(GoalEvent::Holds { hold, .. }) => smallvec![Named::Hold(*hold)],
            SideEvent::Goal(GoalEvent::Wins { goal } | GoalEvent::Leaves { goal }) => smallvec![Named::Goal(*goal)],
            SideEvent::Joined(comes) => {
                let room = state.figures.len() < usize::from(MOST_FIGURES);
                let place = Named::Kind(comes.kind, Pose { head: comes.hex, facing: comes.facing });
                smallvec![place, if room { Named::Hex(comes.hex) } else { Named::Nonsense }]
            }
            SideEvent::Moves { .. } | SideEvent::Postponed | SideEvent::Moved => Names::new(),
        },
        Instruction::Figure(figure, event) => of_figure(content, state, *figure, event),
        Instruction::Item(item, event) => match event {
            ItemEvent::Moved { .. } => smallvec![owned(state, *item)],
            ItemEvent::Taken { by, .. } => smallvec![Named::Figure(*by)],
            ItemEvent::Left { hex } => smallvec![Named::Hex(*hex)],
            ItemEvent::Shed { pieces, hex } => {
                let own = state.item(*item);
                let fits = (1..own.count).contains(pieces) && state.items.len() < usize::from(u16::MAX);
                smallvec![Named::Hex(*hex), if fits { Named::Item(*item) } else { Named::Nonsense }]
            }
            ItemEvent::Joined { into } if into == item => smallvec![Named::Nonsense],
            ItemEvent::Joined { into } => smallvec![Named::Item(*into)],
            ItemEvent::Loaded { ammo, .. } => smallvec![Named::Item(*ammo)],
            ItemEvent::Spent { .. } | ItemEvent::Removed | ItemEvent::Unloaded | ItemEvent::Altered { .. } => {
                Names::new()
            }
        },
        Instruction::Event(step) => events::of_step(content, state, step),
        Instruction::Effect(event) => match event {
            EffectEvent::Begins(force) => {
                let mut names = in_force(force);
                names.push(Named::Figure(force.target));
                names
            }
            EffectEvent::Makes(made) => of_made(content, state, made),
            EffectEvent::Renewed { at, .. } | EffectEvent::Ends { at } => smallvec![Named::InForce(*at)],
        },
    }
}

fn of_figure(content: &Content, state: &State, figure: FigureId, event: &FigureEvent) -> Names {
    match event {
        FigureEvent::Halted | FigureEvent::AskedAgain { .. } => Names::new(),
        FigureEvent::Asked { sequence } => {
            if *sequence < u16::MAX {
                Names::new()
            } else {
                smallvec![Named::Nonsense]
            }
        }
        FigureEvent::Taken { engaged_by, .. } => engaged_by.iter().map(|&other| Named::Figure(other)).collect(),
        FigureEvent::Stepped { to, facing, met, .. } => {
            let mut names: Names = met.among.iter().map(|&other| Named::Figure(other)).collect();
            names.push(Named::Pose(figure, Pose { head: *to, facing: *facing }));
            if met.front_die.is_some_and(|die| !(1..=DIE).contains(&die)) {
                names.push(Named::Nonsense);
            }
            names
        }
        FigureEvent::Manoeuvre(event) => of_manoeuvre(content, state, figure, event),
        FigureEvent::Passage(Passage::Departs) => Names::new(),
        FigureEvent::Passage(Passage::Arrives { hex, facing }) => {
            smallvec![Named::Pose(figure, Pose { head: *hex, facing: *facing })]
        }
        FigureEvent::Mastered(event) => match *event {
            Mastered::Put { hex, facing } => smallvec![Named::Pose(figure, Pose { head: hex, facing })],
            Mastered::Mended { physical, exhaustion } => smallvec![Named::Gain(physical), Named::Gain(exhaustion)],
            Mastered::Wounded { physical } => smallvec![Named::Gain(physical)],
            Mastered::Given { kind } => {
                let room = state.items.len() < usize::from(u16::MAX);
                smallvec![if room { Named::Source(Source::Item(kind)) } else { Named::Nonsense }]
            }
        },
        FigureEvent::Pivoted { facing, check, .. } => {
            let mut names = check.as_ref().map(|check| sum(&check.needed)).unwrap_or_default();
            names.push(Named::Pose(figure, Pose { head: state.figure(figure).hex, facing: *facing }));
            names
        }
        FigureEvent::Declared { action, standing, .. } => {
            let mut names = Names::new();
            if let Standing::Dice(dice) = standing {
                names.push(Named::Dice(*dice));
            }
            if !action.fits(content, state) {
                names.push(Named::Nonsense);
            }
            names
        }
        FigureEvent::Acts { aims_at } => aims_at.iter().map(|&target| Named::Figure(target)).collect(),
        FigureEvent::Attacked { target, arm, check, .. } => {
            let mut names = sum(&check.needed);
            names.push(Named::Figure(*target));
            names.extend(arm.item.map(Named::Item));
            names
        }
        FigureEvent::Harmed(harm) => {
            let sources = harm.guards.iter().map(|guard| &guard.source).chain(&harm.bypassed);
            let mut names: Names = sources.filter_map(guarded).collect();
            names.extend(sum(&harm.changes));
            names.extend([Named::Gain(harm.physical), Named::Gain(harm.exhaustion)]);
            if harm.physical < 0 || harm.exhaustion < 0 {
                names.push(Named::Nonsense);
            }
            names
        }
        FigureEvent::Readied { item, check, .. } => {
            let mut names = sum(&check.needed);
            names.push(Named::Item(*item));
            names
        }
        FigureEvent::Magic(event) => of_magic(state, figure, event),
        FigureEvent::Loading { weapon, ammo, .. } => smallvec![Named::Item(*weapon), Named::Item(*ammo)],
        FigureEvent::Attack(event) => match event {
            AttackEvent::Restrained { most } => smallvec![Named::Dice(*most)],
            AttackEvent::MayReroll(underway) => {
                let mut names = sum(&underway.check.needed);
                let order = underway.order;
                names.extend([Named::Figure(order.figure), Named::Figure(order.target), Named::Dice(order.dice)]);
                if order.figure != figure || underway.check.dice.len() > usize::from(MOST_DICE) + 1 {
                    names.push(Named::Nonsense);
                }
                names
            }
            AttackEvent::Rerolled { check, .. } | AttackEvent::Saved { check } => sum(&check.needed),
            AttackEvent::Exerted { .. }
            | AttackEvent::KeepsDice
            | AttackEvent::MayAttackAgain
            | AttackEvent::Desists => Names::new(),
        },
    }
}

fn in_force(EffectState { effect, source, owner, rolled, .. }: &EffectState) -> Names {
    smallvec![Named::Effect(*effect), Named::Source(*source), Named::Figure(*owner), Named::Points(*rolled)]
}

fn of_made(content: &Content, state: &State, made: &Made) -> Names {
    let mut names = in_force(&made.force);
    names.push(Named::Kind(made.kind, Pose { head: made.hex, facing: made.facing }));
    if made.side != OF_NOBODY || content.kinds.get(made.kind.index()).is_some_and(|kind| kind.kind != Kind::Feature) {
        names.push(Named::Side(made.side));
    }
    if made.force.target.index() != state.figures.len() || made.force.target.0 >= MOST_FIGURES {
        names.push(Named::Nonsense);
    }
    names
}

fn of_magic(state: &State, figure: FigureId, event: &MagicEvent) -> Names {
    match event {
        MagicEvent::Casts { spell, target, check, cost, paid, .. } => {
            let mut names = sum(&check.needed);
            names.extend(sum(cost));
            names.extend([Named::Source(Source::Spell(*spell)), Named::Gain(*paid)]);
            names.extend(target.map(Named::Figure));
            names
        }
        MagicEvent::Uses { item, check } => {
            let mut names = sum(&check.needed);
            names.push(Named::Item(*item));
            names
        }
        MagicEvent::Exerts { talent, check, paid } => {
            let mut names = sum(&check.needed);
            names.extend([Named::Source(Source::Talent(*talent)), Named::Gain(*paid)]);
            names
        }
        MagicEvent::Resists { source, check, .. } => {
            let mut names = sum(&check.needed);
            names.push(Named::Source(*source));
            names
        }
        MagicEvent::Suffers(suffering) => {
            let mut names: Names = suffering.guards.iter().filter_map(|guard| guarded(&guard.source)).collect();
            let Suffering { source, points, physical, exhaustion, .. } = &**suffering;
            names.extend([Named::Source(*source), Named::Gain(*points)]);
            names.extend([Named::Gain(*physical), Named::Gain(*exhaustion)]);
            names
        }
        MagicEvent::Heals { source, physical, exhaustion } => {
            let own = state.figure(figure);
            let mut names: Names = smallvec![Named::Source(*source), Named::Gain(*physical), Named::Gain(*exhaustion)];
            // More harm is healed than the figure has.
            if *physical > own.physical || *exhaustion > own.exhaustion {
                names.push(Named::Nonsense);
            }
            names
        }
        MagicEvent::Brought { source, .. } | MagicEvent::Vanishes { source } => smallvec![Named::Source(*source)],
        MagicEvent::Moved { source, to, from } => {
            let facing = state.figure(figure).facing;
            smallvec![Named::Source(*source), Named::Hex(*from), Named::Pose(figure, Pose { head: *to, facing })]
        }
        MagicEvent::Obeys { side, source } => {
            let mut names: Names = smallvec![Named::Side(*side)];
            names.extend(source.map(Named::Source));
            names
        }
        MagicEvent::Thwarted => Names::new(),
        MagicEvent::Asks(place) => {
            let mut names: Names = smallvec![Named::Figure(place.chooser), Named::Source(place.source)];
            names.push(match place.what {
                Placing::Figure { figure, .. } => Named::Figure(figure),
                Placing::Spell { spell } => Named::Source(Source::Spell(spell)),
            });
            names
        }
        MagicEvent::Answers { hex } => {
            let mut names: Names = smallvec![Named::Hex(*hex)];
            if state.places.is_empty() {
                names.push(Named::Nonsense);
            }
            names
        }
        MagicEvent::MayKeepUp { spell, .. } | MagicEvent::LetsGo { spell } => {
            smallvec![Named::Source(Source::Spell(*spell))]
        }
        MagicEvent::KeepsUp { spell, target, paid, .. } => {
            let mut names = sum(paid);
            names.extend([Named::Source(Source::Spell(*spell)), Named::Figure(*target), Named::Gain(paid.total())]);
            names
        }
    }
}

fn of_manoeuvre(content: &Content, state: &State, figure: FigureId, event: &ManoeuvreEvent) -> Names {
    let with = |check: &Check, named: &[FigureId]| -> Names {
        let mut names = sum(&check.needed);
        names.extend(named.iter().map(|&other| Named::Figure(other)));
        names
    };
    match event {
        ManoeuvreEvent::DidDamage { target }
        | ManoeuvreEvent::MayForceRetreat { target }
        | ManoeuvreEvent::ForcesRetreat { target }
        | ManoeuvreEvent::Charges { target } => smallvec![Named::Figure(*target)],
        ManoeuvreEvent::MayFollowUp { to } => {
            let facing = state.figure(figure).facing;
            smallvec![Named::Pose(figure, Pose { head: *to, facing })]
        }
        ManoeuvreEvent::Displaced { to, facing, .. } => {
            smallvec![Named::Pose(figure, Pose { head: *to, facing: *facing })]
        }
        ManoeuvreEvent::Pressed { by, check, .. } => with(check, &[*by]),
        ManoeuvreEvent::LeavesHex { of, check, .. } => with(check, of),
        ManoeuvreEvent::BreaksLoose { from, check } => with(check, from),
        ManoeuvreEvent::RushesShield { target, shield, check } => {
            let mut names = with(check, &[*target]);
            names.push(Named::Item(*shield));
            names
        }
        ManoeuvreEvent::PushesBack { target, check } | ManoeuvreEvent::Grapples { target, check } => {
            with(check, &[*target])
        }
        ManoeuvreEvent::HasActed { action, dice } => {
            let known = if action.fits(content, state) { None } else { Some(Named::Nonsense) };
            known.into_iter().chain([Named::Dice((*dice).max(1))]).collect()
        }
        ManoeuvreEvent::Hurries { talent, check, exhaustion, .. } => {
            let mut names = with(check, &[]);
            names.extend([Named::Source(Source::Talent(*talent)), Named::Gain(*exhaustion)]);
            if *exhaustion < 0 {
                names.push(Named::Nonsense);
            }
            names
        }
        ManoeuvreEvent::Refrains | ManoeuvreEvent::TakesPosture { .. } => Names::new(),
    }
}

fn sum(sum: &Sum) -> Names {
    let source = |term: &crate::rolls::Term| match term.why {
        crate::rolls::Reason::Effect(source) => Some(Named::Source(source)),
        _ => None,
    };
    sum.terms().iter().flat_map(|term| [Some(Named::Points(term.value)), source(term)]).flatten().collect()
}

fn guarded(source: &protection::Source) -> Option<Named> {
    match source {
        protection::Source::Item { item } => Some(Named::Item(*item)),
        protection::Source::Hide | protection::Source::Ward => None,
    }
}

/// Validates an item that must have an owner.
fn owned(state: &State, item: ItemId) -> Named {
    if state.item(item).owner.is_some() { Named::Item(item) } else { Named::Nonsense }
}
