//! What a timeline shows of a battle.

use super::Told;
use crate::told::LineKind;

/// Something that happened in an entry, as far as a viewer knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The entry's number.
    pub entry: usize,
    /// The round.
    pub round: u32,
    /// What happened.
    pub kind: MomentKind,
}

/// What a timeline tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MomentKind {
    /// Somebody did something: a segment begins.
    Deed,
    /// What was rolled for came, or did not, against odds of nineteen of twenty.
    Unlikely,
    /// The battle was amended.
    Amended,
    /// A round began.
    Round,
    /// A token takes no part any more.
    Lost(u32),
}

impl Moment {
    /// What a line shows, which comes after others of an earlier round or of the same.
    pub(super) fn of(told: &Told, begins_round: bool) -> impl Iterator<Item = Self> {
        let line = &told.line;
        let kinds = [
            begins_round.then_some(MomentKind::Round),
            (line.kind == LineKind::Event).then_some(MomentKind::Deed),
            line.roll.filter(|roll| roll.is_unlikely()).map(|_| MomentKind::Unlikely),
            line.lost.map(MomentKind::Lost),
        ];
        let (entry, round) = (told.entry, told.round);
        kinds.into_iter().flatten().map(move |kind| Self { entry, round, kind })
    }
}
