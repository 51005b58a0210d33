//! The cause of an effect, its targets and its duration.

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::catalogs::effects::Who;
use crate::content::Effect;
use crate::effects::schedule::Schedule;
use crate::ids::{FigureId, ItemId, Source};
use crate::notation::{Bypass, Rounds, Saves};
use crate::situation::applying;
use crate::situation::{Situation, footprint};
use foeman_engine::ruleset::Emit;

/// The cause of effects.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    /// The source of the effects.
    pub source: Source,
    /// The caster of a spell, the owner of an item or talent, the fire that burns.
    pub owner: FigureId,
    /// The item that is the source, if any.
    pub item: Option<ItemId>,
    /// Which protection their harm ignores, unless they specify it.
    pub bypass: Bypass,
    /// Hit dice of the attack that caused them; 0 without an attack.
    pub hit_dice: u8,
    /// How they reach their targets.
    pub reach: Reach,
    /// The share left after a saving roll.
    pub share: Share,
    /// The hex they affect, if any.
    pub at: Option<Hex>,
    /// The length of the chain of effects that triggered each other.
    pub chain: u8,
}

/// How an effect reaches its target, which decides what protection applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// As a missile: shields can interpose.
    Flies,
    /// Directly: only armour and hide protect.
    There,
}

/// The share of an effect left after a saving roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// All of it.
    Whole,
    /// Half of it.
    Half,
}

impl Cause {
    /// A cause without an attack or another effect.
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

    /// The same cause after a successful saving roll that halves or negates.
    #[must_use]
    pub fn shared(self, saves: Saves) -> Self {
        match saves {
            Saves::Halves => Self { share: Share::Half, ..self },
            Saves::Negates => self,
        }
    }

    /// The share of an amount, rounded down.
    pub fn left_of(&self, amount: i32) -> i32 {
        match self.share {
            Share::Whole => amount,
            Share::Half => amount / 2,
        }
    }
}

/// The last round of an effect that begins now; `None` if it lasts to the end of the battle.
///
/// A number of rounds counts those that follow, just as a spell cast in round r lasts through r + 1 (`F11.1`). Effects
/// of a spell without a duration last as long as the spell; all others, to the end of the round (an assumption).
pub(super) fn expiry(effect: &Effect, cause: &Cause, out: &Emit<'_, Foeman>) -> Option<u32> {
    lasts_through(effect, cause.source, out.state().round)
}

/// The last round of an effect of a source if it begins in the given round; see [`expiry`].
pub(crate) fn lasts_through(effect: &Effect, source: Source, round: u32) -> Option<u32> {
    match effect.rounds {
        Some(Rounds::Number(rounds)) => Some(round.saturating_add(u32::from(rounds))),
        Some(Rounds::Spell) => Some(Schedule::cast_in(round).expires),
        Some(Rounds::Encounter) => None,
        None if matches!(source, Source::Spell(_)) => Some(Schedule::cast_in(round).expires),
        // Effects that events begin last until events end them.
        None if matches!(source, Source::Named(_)) => None,
        None => Some(round),
    }
}

/// The targets of an effect on a figure, given the other figure of a hit.
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
    footprint::hexes(now, figure).contains(&hex)
}
