//! Events of a figure: its actions, and effects on it.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use super::AttackEvent;
use super::event::Passage;
use super::item::allow_alterations;
use super::magic::MagicEvent;
use super::manoeuvre::{ManoeuvreEvent, spend};
use super::mastered::Mastered;
use crate::content::items::ArmId;
use crate::ids::{FigureId, ItemId};
use crate::option::{Manner, Mode};
use crate::rolls::{Check, Sum};
use crate::situation::protection::{Guard, Response, Source};
use crate::state::records::{DiceRecord, HaltRecord, Match, Posture, Step};
use crate::state::{Action, Aim, Asked, Current, Duty, FigureState, Origin, Progress, Question, State};

/// An event of a figure: something it does, or something that happens to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureEvent {
    /// It begins or continues its move.
    Taken {
        /// Its MA in this round.
        ma: u8,
        /// Opponents that engage it at this point (`F4.4`).
        engaged_by: Vec<FigureId>,
        /// How it matches up with them.
        matching: Match,
    },
    /// It took a step.
    Stepped {
        /// The hex entered.
        to: Hex,
        /// Its facing afterwards.
        facing: Direction,
        /// The direction of the step relative to its facing.
        step: Step,
        /// MP paid.
        paid: u8,
        /// Whether it may continue.
        progress: Progress,
        /// The figures it met there.
        met: Met,
    },
    /// It pivoted.
    Pivoted {
        /// The new facing.
        facing: Direction,
        /// The saving roll of a restricted pivot; `None` for a free one.
        check: Option<Box<Check>>,
        /// modDX lost for the rest of the round.
        unsteady: u8,
    },
    /// Its move is over.
    Halted,
    /// It must choose an option.
    Asked {
        /// Its position in the order of declaring.
        sequence: u16,
    },
    /// It is on watch and may choose again (`F6.4`).
    AskedAgain {
        /// A new choice needs more dice than this.
        over: u8,
    },
    /// It chose an option.
    Declared {
        /// The option.
        action: Action,
        /// The effect of the choice on the segment.
        standing: Standing,
        /// What happens to its aim.
        aim: AimKept,
    },
    /// Its choice takes effect; it has acted.
    Acts {
        /// Its target from now on, if it aims at one in sight.
        aims_at: Option<FigureId>,
    },
    /// It attacked another.
    Attacked {
        /// The target.
        target: FigureId,
        /// The attack mode.
        mode: Mode,
        /// The weapon.
        arm: ArmId,
        /// The manner: plain, proficient, or one of two attacks.
        #[serde(default, skip_serializing_if = "Manner::is_plain")]
        manner: Manner,
        /// The target's response.
        response: Option<Response>,
        /// The hit roll.
        check: Box<Check>,
    },
    /// Another event in the course of an attack.
    Attack(AttackEvent),
    /// A hit harmed it, or its protection stopped the harm.
    Harmed(Box<Harm>),
    /// It tried to make an item ready.
    Readied {
        /// The item.
        item: ItemId,
        /// The saving roll.
        check: Box<Check>,
    },
    /// It made an attempt to load a weapon (`F10.5`).
    Loading {
        /// The weapon.
        weapon: ItemId,
        /// The ammunition.
        ammo: ItemId,
        /// The dice of this attempt.
        dice: Vec<u8>,
        /// The sum of its attempts so far.
        sum: u16,
        /// The sum required.
        required: u16,
        /// Whether it was a free alteration instead of the Ready option (`F10.6`).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        freely: bool,
    },
    /// An event of a spell, item, talent or effect.
    Magic(MagicEvent),
    /// A manoeuvre other than a plain step, its own or another figure's.
    Manoeuvre(ManoeuvreEvent),
    /// An edit by a game master.
    Mastered(Mastered),
    /// It arrives, or leaves the battle.
    Passage(Passage),
}

/// The figures that a figure met with a step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Met {
    /// How it matches up with the opponents that engage it there (`F4.4`).
    pub matching: Match,
    /// The figures whose hexes it has entered or is still in (`F4.7`).
    pub among: Vec<FigureId>,
    /// The die for the extra cost of entering through an opponent's front; the cost is 1 less than it shows (`F4.7`).
    pub front_die: Option<u8>,
}

/// The result of a hit (`F8`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Harm {
    /// The damage dice that count, as rolled, the highest first.
    pub kept: Vec<u8>,
    /// The same dice with all bonuses, as applied.
    pub dice: Vec<u8>,
    /// The number of dice rolled in addition to the weapon's, for a pole weapon in a charge (`F4.9`).
    #[serde(default, skip_serializing_if = "is_none")]
    pub more_dice: u8,
    /// The changes to the dice with their reasons: bonuses of the attacker, the weapon, and effects, each on the dice
    /// it applies to.
    #[serde(default, skip_serializing_if = "Sum::is_empty")]
    pub changes: Sum,
    /// The protection that applied, in order, and the points each stopped.
    pub guards: Vec<Guard>,
    /// The protection that the attack ignored (`F8.5`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bypassed: Vec<Source>,
    /// Physical damage.
    pub physical: i32,
    /// Exhaustion.
    pub exhaustion: i32,
    /// Whether it causes shock in the next round (`F8.6`).
    pub shocks: bool,
    /// Whether it throws the figure to the ground (`F8.6`).
    pub falls: bool,
}

fn is_none(dice: &u8) -> bool {
    *dice == 0
}

/// The effect of a choice on the segment (`F6.2`, `F6.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It competes with this many dice.
    Dice(u8),
    /// It takes effect at once.
    AtOnce,
    /// It lowered modDX below the modDX of a figure that has not declared, and must be made again later.
    Requeued,
}

/// What happens to an aim when an option is chosen (`F6.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AimKept {
    /// It continues, if there is one.
    Kept,
    /// It ends.
    Ended,
}

impl FigureEvent {
    pub(super) fn apply(&self, state: &mut State, figure: FigureId) {
        let round = state.round;
        match self {
            Self::Taken { ma, engaged_by, matching } => {
                let own = state.figure_mut(figure);
                own.ma = *ma;
                own.manoeuvres.matching = *matching;
                if let Some(mover) = &mut state.mover {
                    mover.duty = Duty::MustMove;
                    let engaged_by = engaged_by.clone();
                    mover.current = Some(Current { figure, engaged_by, progress: Progress::Fresh, origin: None });
                }
            }
            Self::Stepped { to, facing, step, paid, progress, met } => {
                let own = state.figure_mut(figure);
                let before = Origin { pose: own.pose(), grappled: own.manoeuvres.grapples };
                own.hex = *to;
                own.facing = *facing;
                own.heading = own.heading.stepped(*step);
                own.steps = own.steps.saturating_add(1);
                own.manoeuvres.matching = met.matching;
                own.manoeuvres.grapples = false;
                spend(state, figure, *paid);
                if let Some(current) = state.mover.as_mut().and_then(|mover| mover.current.as_mut()) {
                    current.progress = *progress;
                    current.origin = current.origin.or(Some(before)).filter(|_| !met.among.is_empty());
                }
            }
            Self::Manoeuvre(event) => event.apply(state, figure),
            Self::Mastered(event) => event.apply(state, figure),
            Self::Passage(event) => event.apply(state, figure),
            Self::Pivoted { facing, unsteady, .. } => {
                let own = state.figure_mut(figure);
                own.facing = *facing;
                own.heading = own.heading.turned();
                own.pivoted = true;
                own.unsteady = *unsteady;
            }
            Self::Halted => {
                state.figure_mut(figure).halt = HaltRecord::Halted;
                if let Some(mover) = &mut state.mover {
                    mover.current = None;
                }
            }
            Self::Asked { sequence } => {
                state.figure_mut(figure).sequence = *sequence;
                state.figure_mut(figure).restrained = None;
                state.declared = state.declared.max(*sequence);
                state.asked = Some(Question::Option(Asked { figure, over: None }));
                allow_alterations(state, figure);
            }
            Self::AskedAgain { over } => {
                state.figure_mut(figure).asked_again = true;
                state.asked = Some(Question::Option(Asked { figure, over: Some(*over) }));
                allow_alterations(state, figure);
            }
            Self::Declared { action, standing, aim } => {
                let own = state.figure_mut(figure);
                declare(own, *action, *standing);
                if *aim == AimKept::Ended {
                    own.aim = None;
                }
                state.asked = None;
            }
            Self::Acts { aims_at } => {
                state.acted = state.acted.saturating_add(1);
                let sequence = state.acted;
                let own = state.figure_mut(figure);
                own.dice = own.dice.acted();
                own.sequence = sequence;
                own.aim = aims_at.map(|target| match own.aim {
                    Some(aim) if aim.target == target => aim,
                    _ => Aim { target, since: round },
                });
            }
            Self::Attacked { .. } => state.asked = None,
            Self::Attack(event) => event.apply(state, figure),
            Self::Readied { .. } => {}
            Self::Harmed(harm) => {
                let own = state.figure_mut(figure);
                own.physical = own.physical.saturating_add(harm.physical);
                own.exhaustion = own.exhaustion.saturating_add(harm.exhaustion);
                own.manoeuvres.damage =
                    own.manoeuvres.damage.saturating_add(harm.physical).saturating_add(harm.exhaustion);
                own.shocks_to_come = own.shocks_to_come.saturating_add(u8::from(harm.shocks));
                if harm.falls {
                    own.posture = Posture::Prone;
                }
            }
            Self::Magic(event) => event.apply(state, figure),
            Self::Loading { weapon, ammo, dice, sum, .. } => {
                state.item_mut(*ammo).loading = *sum;
                let rolled = dice.iter().fold(0u16, |total, die| total.saturating_add(u16::from(*die)));
                state.item_mut(*weapon).attempt = rolled;
            }
        }
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
