//! What brings effects about, to whom they happen and how long they last.

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::body::shape;
use crate::catalogs::effects::Who;
use crate::content::Effect;
use crate::effects::schedule::Schedule;
use crate::ids::{FigureId, ItemId};
use crate::notation::{Bypass, Rounds, Saves};
use crate::situation::Situation;
use crate::situation::applying;
use crate::state::Source;
use foeman_engine::ruleset::Emit;

/// What brings effects about.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    /// What they come from.
    pub source: Source,
    /// The caster of a spell, the owner of an item or talent, the fire that burns.
    pub owner: FigureId,
    /// The item they come with.
    pub item: Option<ItemId>,
    /// What does not help against harm they do, where they do not say it themselves.
    pub bypass: Bypass,
    /// Hit dice of the attack they come with; 0 without one.
    pub hit_dice: u8,
    /// How they reach whom they harm.
    pub reach: Reach,
    /// How much of them is left.
    pub share: Share,
    /// The hex they are about, where they are about one.
    pub at: Option<Hex>,
    /// How long a chain of effects that bring about others has become.
    pub chain: u8,
}

/// How an effect reaches whom it harms, which decides what is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// It flies there, so that a shield can be in the way.
    Flies,
    /// It is there: armour and hide are in the way.
    There,
}

/// How much of an effect is left by a saving roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// All of it.
    Whole,
    /// Half of it.
    Half,
}

impl Cause {
    /// What a source brings about of its own.
    pub fn new(source: Source, owner: FigureId) -> Self {
        Self {
            source,
            owner,
            item: None,
            bypass: Bypass::default(),
            hit_dice: 0,
            reach: Reach::There,
            share: Share::Whole,
            at: None,
            chain: 0,
        }
    }

    /// The same cause with half or all of its effects left.
    #[must_use]
    pub fn shared(self, saves: Saves) -> Self {
        match saves {
            Saves::Halves => Self { share: Share::Half, ..self },
            Saves::Negates => self,
        }
    }

    /// How much is left of an amount: halves are rounded down.
    pub fn left_of(&self, amount: i32) -> i32 {
        match self.share {
            Share::Whole => amount,
            Share::Half => amount / 2,
        }
    }
}

/// The round that an effect ends with which begins now; nothing when it lasts to the end of the battle.
///
/// A number of rounds are those that follow, as a spell that is cast in round r works through r + 1 (`F11.1`). What a
/// spell does without saying how long it does as long as the spell lasts, anything else to the end of the round (a fill).
pub(super) fn expiry(effect: &Effect, cause: &Cause, out: &Emit<'_, Foeman>) -> Option<u32> {
    lasts_through(effect, cause.source, out.state().round)
}

/// The round that an effect of some source ends with which begins in a round; see [`expiry`].
pub(crate) fn lasts_through(effect: &Effect, source: Source, round: u32) -> Option<u32> {
    match effect.rounds {
        Some(Rounds::Number(rounds)) => Some(round.saturating_add(u32::from(rounds))),
        Some(Rounds::Spell) => Some(Schedule::cast_in(round).expires),
        Some(Rounds::Encounter) => None,
        None if matches!(source, Source::Spell(_)) => Some(Schedule::cast_in(round).expires),
        None => Some(round),
    }
}

/// To whom an effect happens that is about a figure, with the other figure of a hit.
pub(super) fn targets(
    now: Situation<'_>,
    effect: &Effect,
    cause: &Cause,
    (subject, other): (FigureId, Option<FigureId>),
) -> Vec<FigureId> {
    match effect.who {
        Who::Target => vec![other.unwrap_or(subject)],
        Who::Own => vec![cause.owner],
        Who::Allies | Who::Foes => {
            now.active().filter(|&figure| applying::covers(now, effect, cause.owner, figure)).collect()
        }
        Who::Occupants => match cause.at {
            Some(hex) => now.active().filter(|&figure| occupies(now, figure, hex)).collect(),
            None => vec![other.unwrap_or(subject)],
        },
    }
}

fn occupies(now: Situation<'_>, figure: FigureId, hex: Hex) -> bool {
    shape::hexes(now, figure).contains(&hex)
}
