//! Computer players in three strengths.
//!
//! They never try commands out: what a choice is worth is worked out in closed form, from exact chances and expected
//! harm, in hundredths of a point of ST. The cunning player also plays the most promising choices on for a few rounds, by
//! the steady player's rules on both sides, and takes the one that went best.

mod act;
mod again;
mod ahead;
mod gear;
mod go;
mod magic;
mod worth;

use crate::Foeman;
use crate::command::Command;
use crate::phases;
use crate::situation::Situation;
use crate::state::Question;
use foeman_engine::player::{Observation, Player, PlayerDef, random};

/// The players a side can be given to, the usual one first.
pub(super) static PLAYERS: &[PlayerDef<Foeman>] = &[
    PlayerDef::new("steady", "steady", "Weighs what it can do against what can be done to it", || {
        Box::new(Weighing { temper: STEADY })
    }),
    PlayerDef::new("reckless", "reckless", "Runs at the nearest enemy and strikes hard", || {
        Box::new(Weighing { temper: RECKLESS })
    }),
    PlayerDef::new(
        "cunning",
        "cunning",
        "Plays its best choices on for a round or more and takes the one that went best",
        || Box::new(ahead::Ahead),
    ),
    random(),
];

/// A player that weighs each choice in closed form.
#[derive(Clone, Copy, Debug)]
struct Weighing {
    temper: Temper,
}

impl Player<Foeman> for Weighing {
    fn choose(&mut self, view: &Observation<'_, Foeman>) -> Option<Command> {
        let now = Situation::new(view.content(), view.state);
        let choice = choose(now, &self.temper);
        // What is hidden can stand in the way.
        choice.filter(|command| view.is_legal(command)).or_else(|| view.legal().first().cloned())
    }
}

/// What the side that is asked does.
fn choose(now: Situation<'_>, temper: &Temper) -> Option<Command> {
    Some(match now.state.question()? {
        Question::Move { side, .. } => go::choose(now, side, temper),
        Question::Option(asked) => act::choose(now, asked, temper),
        Question::Renewal { caster, spell, .. } if magic::keeps_up(now, caster, spell) => Command::KeepUp,
        Question::Renewal { .. } => Command::LetGo,
        Question::Place(place) => Command::Place { hex: magic::hex(now, place)? },
        Question::Reroll { .. } => again::reroll(now),
        Question::SecondAttack { figure } => again::second(now, figure),
        // An enemy who gives way stands worse, and is not left alone.
        Question::Retreat { .. } | Question::FollowUp { .. } => {
            let mut legal = Vec::new();
            phases::legal(now, &mut legal);
            legal.into_iter().next()?
        }
    })
}

/// How a player weighs things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Temper {
    /// What the enemy can do to a figure counts this much, in per cent.
    pub caution: i64,
    /// What a figure can do to the enemy counts this much, in per cent.
    pub eagerness: i64,
    /// The dice it always attacks with; it picks the best number without.
    pub dice: Option<u8>,
    /// Whether it thinks of parrying and evading, of charges and shield rushes, and of keeping away.
    pub is_tactical: bool,
}

/// Runs at the nearest enemy and strikes hard.
pub(super) const RECKLESS: Temper = Temper { caution: 0, eagerness: 100, dice: Some(4), is_tactical: false };

/// Weighs what it can do against what can be done to it.
pub(super) const STEADY: Temper = Temper { caution: 30, eagerness: 100, dice: None, is_tactical: true };
