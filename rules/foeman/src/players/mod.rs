//! Computer players in three strengths.
//!
//! The steady and the reckless player do not simulate: they compute the worth of a choice in closed form, from exact
//! chances and expected harm, in hundredths of a point of ST. The steady player also gives each figure a duty, which
//! follows from the goals of the scenario. The cunning player moves after the enemy for longer, runs up for charges, spends
//! more strength on magic, lets the enemy come if it has the better missiles, and fights where its goals leave time for it.
//! It has several plans: if they disagree, it plays each for a round or two and follows the one with the best result.

mod act;
mod again;
mod ahead;
mod duties;
mod gear;
mod go;
mod magic;
mod missiles;
mod tempo;
mod worth;

use crate::Foeman;
use crate::command::Command;
use crate::phases;
use crate::situation::Situation;
use crate::state::Question;
use foeman_engine::player::{Observation, Player, PlayerDef, random};
use foeman_engine::ruleset::SideId;

/// The computer players that a side can be given to, the default first.
pub(super) static PLAYERS: &[PlayerDef<Foeman>] = &[
    PlayerDef::new("steady", "steady", "Weighs the harm it can do against the harm it risks", || {
        Box::new(Weighing { temper: STEADY })
    }),
    PlayerDef::new("reckless", "reckless", "Runs at the nearest enemy and strikes hard", || {
        Box::new(Weighing { temper: RECKLESS })
    }),
    PlayerDef::new(
        "cunning",
        "cunning",
        "Simulates several plans for a round or two and follows the one with the best result",
        || Box::new(ahead::Ahead { effort: 100 }),
    ),
    random(),
];

/// Returns the cunning player with another search effort: the number of journal entries that a decision may try out, in
/// per cent of the usual number; with 0, it follows its usual plan.
pub fn cunning(effort: u32) -> Box<dyn Player<Foeman>> {
    Box::new(ahead::Ahead { effort })
}

/// A player that computes the worth of each choice in closed form.
#[derive(Clone, Copy, Debug)]
struct Weighing {
    temper: Temper,
}

impl Player<Foeman> for Weighing {
    fn choose(&mut self, view: &Observation<'_, Foeman>) -> Option<Command> {
        let now = Situation::new(view.content(), view.state);
        let choice = choose(now, &self.temper);
        // Hidden figures can make the choice illegal.
        choice.filter(|command| view.is_legal(command)).or_else(|| view.legal().first().cloned())
    }
}

/// Returns the choice of the deciding side.
fn choose(now: Situation<'_>, temper: &Temper) -> Option<Command> {
    let temper = &temper.with_figures_of(now);
    Some(match now.state.question()? {
        Question::Move { side, .. } => {
            go::choose(now, side, &temper.with_goals_of(now, side).with_missiles_of(now, side))
        }
        Question::Option(asked) => act::choose(now, asked, &temper.with_goals_of(now, now.side(asked.figure))),
        Question::Renewal { caster, spell, began } => {
            let keeps = match temper.is_tactical {
                true => magic::still_serves(now, caster, spell, began, temper),
                false => magic::can_keep_up(now, caster, spell, temper),
            };
            if keeps { Command::KeepUp } else { Command::LetGo }
        }
        Question::Place(place) => Command::Place { hex: magic::hex(now, place)? },
        Question::Reroll { .. } => again::reroll(now),
        Question::SecondAttack { figure } => again::second(now, figure),
        Question::FollowUp { figure, to } if temper.is_tactical && !duties::of(now, figure).allows(now, figure, to) => {
            Command::Refrain
        }
        // Otherwise pressing a retreating enemy is always an advantage.
        Question::Retreat { .. } | Question::FollowUp { .. } => {
            let mut legal = Vec::new();
            phases::legal(now, &mut legal);
            legal.into_iter().next()?
        }
    })
}

/// The parameters of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Temper {
    /// The weight of harm that the enemy can do to a figure, in per cent.
    pub caution: i64,
    /// The weight of harm that a figure can do to the enemy, in per cent.
    pub eagerness: i64,
    /// The number of dice it always attacks with; `None`: it picks the best number.
    pub dice: Option<u8>,
    /// Whether it considers parrying and dodging, charges and shield rushes, and keeping at a distance.
    pub is_tactical: bool,
    /// Whether its attacks ignore the coming actions of others, which takes less time.
    pub is_hasty: bool,
    /// When its side moves after the enemy.
    pub waits: Waits,
    /// Whether its figures stay out of the enemy's reach until the enemy comes.
    pub holds: bool,
    /// Whether it runs up for charges, spends all its strength on magic, holds if it has the better missiles, fights on the
    /// way to its goals, and ignores danger if it is short of time.
    pub is_cunning: bool,
}

impl Temper {
    /// The parameters for the figures that are left. One against one, it matters most who acts first, and a figure that
    /// lets the enemy move first can be attacked from behind.
    fn with_figures_of(self, now: Situation<'_>) -> Self {
        match now.active().take(3).count() {
            2 => Self { waits: Waits::Never, is_hasty: false, ..self },
            _ => self,
        }
    }

    /// The parameters for a side that may have goals: a cunning player short of time ignores danger.
    fn with_goals_of(self, now: Situation<'_>, side: SideId) -> Self {
        if !self.is_cunning || now.content.goals.all.is_empty() {
            return self;
        }
        let waits = self.waits.min(Waits::AtHand);
        let caution = if duties::is_pressed(now, side) { 0 } else { self.caution };
        Self { waits, caution, ..self }
    }

    /// The parameters for the movement of a side: a cunning player with the better missiles lets the enemy come. It does
    /// not hold any longer once a figure is in contact, or if it is short of time.
    fn with_missiles_of(self, now: Situation<'_>, side: SideId) -> Self {
        let holds = self.is_cunning
            && !duties::is_pressed(now, side)
            && !is_in_contact(now, side)
            && (self.holds || missiles::are_better(now, side));
        Self { holds, ..self }
    }
}

/// Whether a figure of a side is adjacent to an enemy.
fn is_in_contact(now: Situation<'_>, side: SideId) -> bool {
    now.active_of(side).any(|figure| now.adjacent_opponents(figure).next().is_some())
}

/// When a side moves after the enemy, if the rules let it choose (`F3.4`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Waits {
    /// Never.
    Never,
    /// If an enemy is at hand or the side is outnumbered.
    AtHand,
    /// Until all its figures are in contact with the enemy.
    UntilContact,
}

/// Runs at the nearest enemy and strikes hard.
pub(super) const RECKLESS: Temper = Temper {
    caution: 0,
    eagerness: 100,
    dice: Some(4),
    is_tactical: false,
    is_hasty: true,
    waits: Waits::Never,
    holds: false,
    is_cunning: false,
};

/// Weighs the harm it can do against the harm it can suffer.
pub(super) const STEADY: Temper = Temper {
    caution: 15,
    eagerness: 100,
    dice: None,
    is_tactical: true,
    is_hasty: true,
    waits: Waits::AtHand,
    holds: false,
    is_cunning: false,
};

/// Moves after the enemy for longer, runs up for charges, and spends all its strength on magic.
static CUNNING: Temper = Temper { waits: Waits::UntilContact, is_cunning: true, ..STEADY };

/// The same, but counts on who acts first.
static TIMELY: Temper = Temper { is_hasty: false, ..CUNNING };

/// Further plans between which the cunning player chooses.
static PLANS: [Temper; 3] =
    [Temper { caution: 60, ..TIMELY }, Temper { waits: Waits::Never, ..TIMELY }, Temper { holds: true, ..CUNNING }];
