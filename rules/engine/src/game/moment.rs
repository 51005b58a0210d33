//! The moments of a battle that a timeline shows.

use super::Told;
use crate::display::LineKind;

/// An event in an entry, as far as a viewer knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The entry's number.
    pub entry: usize,
    /// The round.
    pub round: u32,
    /// The kind of event.
    pub kind: MomentKind,
}

/// The kinds of events that a timeline distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MomentKind {
    /// A figure acted: a segment begins.
    Deed,
    /// A roll had a result with a chance of less than 1 in 20.
    Unlikely,
    /// The battle was amended.
    Amended,
    /// An event of the scenario happened.
    Scripted,
    /// A round began.
    Round,
    /// A token is out of the battle.
    Lost(u32),
}

impl Moment {
    /// Returns the moments of a log line; `begins_round` says that the previous line belongs to an earlier round.
    pub(super) fn of(told: &Told, begins_round: bool) -> impl Iterator<Item = Self> {
        let line = &told.line;
        let kinds = [
            begins_round.then_some(MomentKind::Round),
            (line.kind == LineKind::Event).then_some(MomentKind::Deed),
            line.roll.filter(|roll| roll.is_unlikely()).map(|_| MomentKind::Unlikely),
            line.is_scripted.then_some(MomentKind::Scripted),
            line.lost.map(MomentKind::Lost),
        ];
        let (entry, round) = (told.entry, told.round);
        kinds.into_iter().flatten().map(move |kind| Self { entry, round, kind })
    }
}
