//! The changes of state that commands and the rules' own steps are made of.

use foeman_schema::grid::{Direction, Hex};
use serde::{Deserialize, Serialize};

use super::catalogs::Loadout;
use super::content::{FigureId, ItemId};
use super::gear::Mode;
use super::hit::Success;
use super::protection::Guard;
use super::records::Step;
use super::reload::Loading;
use super::state::{Action, Alteration, Duty, Progress};
use crate::ruleset::SideId;

/// One change of state, or something that happened and is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Instruction {
    /// A round begins.
    RoundBegins {
        /// Its number.
        round: u32,
    },
    /// A side's modified initiative.
    Initiative {
        /// The side.
        side: SideId,
        /// The die.
        die: u8,
        /// The die and the side's modifier.
        value: i32,
    },
    /// Every unmoved side has postponed, so the marks are cleared.
    PostponedCleared,
    /// A side's turn to move.
    SideMoves {
        /// The side.
        side: SideId,
        /// Whether it may let others go first.
        duty: Duty,
    },
    /// A side lets another one move first.
    Postponed {
        /// The side.
        side: SideId,
    },
    /// A figure begins or goes on with its move.
    Taken {
        /// The figure.
        figure: FigureId,
        /// Its MA in this round.
        ma: u8,
        /// Opponents that engage it now.
        engaged_by: Vec<FigureId>,
    },
    /// A figure made a step.
    Stepped {
        /// The figure.
        figure: FigureId,
        /// The hex entered.
        to: Hex,
        /// Its facing afterwards.
        facing: Direction,
        /// How the step lay to its facing.
        step: Step,
        /// MP paid.
        paid: u8,
        /// Whether it may go on.
        progress: Progress,
    },
    /// A figure stood up.
    StoodUp {
        /// The figure.
        figure: FigureId,
        /// MP paid.
        paid: u8,
    },
    /// A figure pivoted.
    Pivoted {
        /// The figure.
        figure: FigureId,
        /// Its new facing.
        facing: Direction,
        /// The saving roll of a restricted pivot; empty for a free one.
        rolled: Vec<u8>,
        /// modDX lost for the rest of the round.
        unsteady: u8,
    },
    /// A figure's move is over.
    Halted {
        /// The figure.
        figure: FigureId,
    },
    /// A side has moved.
    SideMoved {
        /// The side.
        side: SideId,
    },
    /// Movement is over, and figures begin to act.
    ActionBegins,
    /// A figure is asked for its option.
    Asked {
        /// The figure.
        figure: FigureId,
        /// Its place in the order of declaring.
        sequence: u16,
    },
    /// A watcher is asked again.
    AskedAgain {
        /// The figure.
        figure: FigureId,
        /// It supersedes only with more dice than these.
        over: u8,
    },
    /// A figure chose an option.
    Declared {
        /// The figure.
        figure: FigureId,
        /// The option.
        action: Action,
        /// What the choice means for the segment.
        standing: Standing,
    },
    /// A figure's choice takes effect: it has acted.
    Acts {
        /// The figure.
        figure: FigureId,
        /// What it aims at from now on, if it has a target in sight.
        aims_at: Option<FigureId>,
    },
    /// A figure attacked another.
    Attacked {
        /// The attacker.
        figure: FigureId,
        /// How.
        mode: Mode,
        /// Whom.
        target: FigureId,
        /// With which of the weapons that were ready for that.
        attack: u8,
        /// The hit dice.
        rolled: Vec<u8>,
        /// What came of it.
        success: Success,
    },
    /// A figure was harmed by a hit, or protected from it.
    Harmed {
        /// Whom.
        target: FigureId,
        /// The damage dice that count, as they fell, the highest first.
        kept: Vec<u8>,
        /// The same dice with all bonuses, as they were applied.
        dice: Vec<u8>,
        /// What was in the way, in order, and what it stopped.
        guards: Vec<Guard>,
        /// Physical damage.
        physical: i32,
        /// Exhaustion.
        exhaustion: i32,
    },
    /// A figure tried to make an item ready.
    Readied {
        /// The figure.
        figure: FigureId,
        /// The item.
        item: ItemId,
        /// The saving roll.
        rolled: Vec<u8>,
        /// What came of it.
        success: Success,
        /// Where items went; empty when the roll failed.
        places: Vec<(ItemId, Loadout)>,
    },
    /// A piece of what is counted is used up.
    Spent {
        /// The ammunition, or what was hurled.
        item: ItemId,
        /// Pieces left.
        left: u16,
        /// The weapon it was fired from, which is unloaded now.
        from: Option<ItemId>,
    },
    /// An item left its owner and lies on the ground.
    Left {
        /// The item.
        item: ItemId,
        /// Where it lies.
        hex: Hex,
    },
    /// A figure worked at loading a weapon.
    Loading {
        /// The figure.
        figure: FigureId,
        /// The weapon.
        weapon: ItemId,
        /// The ammunition.
        ammo: ItemId,
        /// The saving roll.
        rolled: Vec<u8>,
        /// What came of it.
        success: Success,
        /// How far the loading has got.
        loading: Loading,
    },
    /// A figure laid ammunition into a weapon as a free alteration.
    Loaded {
        /// The figure.
        figure: FigureId,
        /// The weapon.
        weapon: ItemId,
        /// The ammunition.
        ammo: ItemId,
    },
    /// A figure altered how it holds an item.
    Altered {
        /// The figure.
        figure: FigureId,
        /// The item.
        item: ItemId,
        /// What it altered.
        to: Alteration,
    },
    /// A segment is over; who has not acted is asked anew.
    SegmentEnds,
    /// The round is over.
    RoundEnds {
        /// Whether another one follows.
        next: Next,
    },
}

/// What a choice means for the segment (`F6.2`, `F6.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It counts with this many dice.
    Dice(u8),
    /// It takes effect at once.
    AtOnce,
    /// It lowered modDX below that of a figure that has not declared, and is asked for again later.
    Requeued,
}

/// What follows a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Another round.
    Round,
    /// The round limit is reached.
    Limit,
}
