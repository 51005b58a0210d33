//! The values of names in amounts and conditions of events.

use crate::Foeman;
use crate::catalogs::Kind;
use crate::constants::DIE;
use crate::content::events::Bound;
use crate::ids::FigureId;
use crate::notation::event::Subject;
use crate::notation::expression::Attribute;
use crate::situation::Situation;
use crate::state::{Condition, Due};
use foeman_engine::arithmetic::{Comparison, Values};
use foeman_engine::ruleset::{Emit, SideId};

/// The values on an occasion. Dice are rolled for the event.
pub(super) struct Amounts<'o, 'a> {
    due: &'o Due,
    out: &'o mut Emit<'a, Foeman>,
}

impl<'o, 'a> Amounts<'o, 'a> {
    pub(super) fn of(due: &'o Due, out: &'o mut Emit<'a, Foeman>) -> Self {
        Self { due, out }
    }

    /// Whether all conditions hold; after the first that does not, none is evaluated.
    pub(super) fn all_hold(&mut self, tests: &[Comparison<Bound>]) -> bool {
        tests.iter().all(|test| test.holds(self))
    }
}

impl Values<Bound> for Amounts<'_, '_> {
    fn value(&mut self, name: &Bound) -> i32 {
        value(Situation::of(self.out), *name, [self.due.figure, self.due.other])
    }

    fn dice(&mut self, count: u8) -> i32 {
        let dice = self.out.roll("event", u32::from(self.due.event.0), usize::from(count), DIE);
        dice.into_iter().map(i32::from).sum()
    }
}

/// The values without an occasion and without dice.
pub(super) struct Plain<'a>(pub(super) Situation<'a>);

impl Values<Bound> for Plain<'_> {
    fn value(&mut self, name: &Bound) -> i32 {
        value(self.0, *name, [None, None])
    }

    fn dice(&mut self, _: u8) -> i32 {
        0
    }
}

fn value(now: Situation<'_>, name: Bound, [figure, other]: [Option<FigureId>; 2]) -> i32 {
    let of = |subject| match subject {
        Subject::Figure => figure,
        Subject::Other => other,
    };
    match name {
        Bound::Round => whole(now.state.round as usize),
        Bound::Attribute(subject, attribute) => of(subject).map_or(0, |figure| attribute_of(now, figure, attribute)),
        Bound::Harm(subject) => of(subject).map_or(0, |figure| {
            let own = now.figure(figure);
            own.physical.saturating_add(own.exhaustion)
        }),
        Bound::Ground(terrain) => {
            let hex = figure.map(|figure| now.figure(figure)).filter(|own| !own.gone).map(|own| own.hex);
            i32::from(hex.is_some_and(|hex| now.field().terrain(hex) == Some(terrain)))
        }
        Bound::Active(side) => whole(now.active_of(side).count()),
        Bound::Fallen(side) => whole(now.figures().filter(|&figure| is_fallen_of(now, figure, side)).count()),
        Bound::Counter(counter) => now.state.unfolding.counters.get(counter.index()).copied().unwrap_or_default(),
    }
}

fn attribute_of(now: Situation<'_>, figure: FigureId, attribute: Attribute) -> i32 {
    match attribute {
        Attribute::St => now.mod_st(figure),
        Attribute::Dx => now.mod_dx(figure),
        Attribute::Iq => now.mod_iq(figure),
        Attribute::Ma => now.full_ma(figure),
        Attribute::Size => i32::try_from(now.size(figure)).unwrap_or(i32::MAX),
    }
}

fn is_fallen_of(now: Situation<'_>, figure: FigureId, side: SideId) -> bool {
    now.figure(figure).side == side
        && now.kind(figure).kind != Kind::Feature
        && Condition::at(now.mod_st(figure)) != Condition::Active
}

fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
