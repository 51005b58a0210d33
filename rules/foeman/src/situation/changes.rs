//! Changes of a value by effects: collected in order, stacked, and reported with their sources.

use smallvec::SmallVec;

use crate::catalogs::effects::{Die, Quantity, Stack, When};
use crate::constants::{MEAN_OF_TWO_DICE, MOST_POINTS};
use crate::content::{Deed, DeedSet, Effect};
use crate::ids::{FigureId, Source};
use crate::notation::Roll;
use crate::notation::expression::{self, Attribute, Whose};
use crate::rolls::{Addition, Reason};
use crate::situation::Situation;
use crate::situation::applying::{self, Applied, Depth, Versus};

/// The changes of a value in the order of evaluation.
#[derive(Default)]
pub(super) struct Changes {
    found: SmallVec<[(Source, i32, Stack); 8]>,
}

impl Changes {
    /// Whether no effect in the scenario changes a value.
    #[inline]
    pub(super) fn none_of(now: Situation<'_>, what: Quantity) -> bool {
        !now.content.touched.has(what)
    }

    /// Whether surely no effect changes a figure's value, because no source has one that could. This takes a fraction of
    /// the time of looking for them.
    pub(super) fn none_for(now: Situation<'_>, what: Quantity, figure: FigureId, versus: Versus) -> bool {
        let set = DeedSet::of(what);
        !applying::may_apply(now, figure, set)
            && versus
                .other
                .is_none_or(|other| !now.content.touched.hit_by.meets(set) || !applying::may_apply(now, other, set))
    }

    /// The changes of a figure's value.
    pub(super) fn of(now: Situation<'_>, what: Quantity, figure: FigureId, at: (Versus, Depth)) -> Self {
        let mut changes = Self::default();
        changes.find(now, Change { what, die: None }, figure, at.0, at.1);
        changes
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Collects the changes of a figure's value: by its own effects, and by effects of the other figure on attacks
    /// against it.
    pub(super) fn find(&mut self, now: Situation<'_>, what: Change, figure: FigureId, versus: Versus, depth: Depth) {
        if Self::none_of(now, what.what) {
            return;
        }
        let set = DeedSet::of(what.what);
        let own = |effect: &Effect| effect.when != When::HitBy && what.is_made_by(effect);
        applying::each(now, figure, (versus, depth), (set, own), &mut |applied| self.take(now, &applied));
        if let Some(other) = versus.other.filter(|_| now.content.touched.hit_by.meets(set)) {
            let back = Versus { other: Some(figure), ..versus };
            let hit_by = |effect: &Effect| effect.when == When::HitBy && what.is_made_by(effect);
            applying::each(now, other, (back, depth), (set, hit_by), &mut |applied| self.take(now, &applied));
        }
    }

    fn take(&mut self, now: Situation<'_>, applied: &Applied<'_>) {
        if let Deed::Modify { ref by, .. } = applied.effect.deed {
            let by = applied.rolled.unwrap_or_else(|| steadily(now, by, applied.owner, applied.bearer));
            self.found.push((applied.source, by, applied.effect.stack));
        }
    }

    /// Adds the changes to a sum by the rules for stacking: all that add up, and for the others only the largest, the
    /// smallest or the first.
    pub(super) fn add_to(self, sum: &mut impl Addition) {
        let of = |stack: Stack| self.found.iter().filter(move |change| change.2 == stack);
        let chosen = [
            // Of equal changes, the first counts.
            (Stack::Max, of(Stack::Max).rev().max_by_key(|change| change.1)),
            (Stack::Min, of(Stack::Min).min_by_key(|change| change.1)),
            (Stack::Once, of(Stack::Once).next()),
        ];
        for change in &self.found {
            let counts = match chosen.iter().find(|(stack, _)| *stack == change.2) {
                None => true,
                Some((_, one)) => one.is_some_and(|one| std::ptr::eq(one, change)),
            };
            if counts {
                sum.add(Reason::Effect(change.0), change.1);
            }
        }
    }
}

/// A value to change; for damage, also the die.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub what: Quantity,
    /// `None` matches changes of all dice.
    pub die: Option<Die>,
}

impl Change {
    /// Whether an effect changes this value when it applies.
    fn is_made_by(self, effect: &Effect) -> bool {
        match effect.deed {
            Deed::Modify { what, die, .. } => {
                what == self.what && (self.die.is_none() || die.is_none() || die == self.die)
            }
            _ => false,
        }
    }
}

/// The value of an amount that is not rolled, because the effect always applies. Attributes are the basic ones, with
/// harm subtracted from ST, to avoid recursion. Dice count as their mean, rounded down. (Both are assumptions.)
pub(super) fn steadily(now: Situation<'_>, by: &Roll, owner: FigureId, target: FigureId) -> i32 {
    struct Steady<'a>(Situation<'a>, FigureId, FigureId);
    impl expression::Situation for Steady<'_> {
        fn attribute(&mut self, whose: Whose, attribute: Attribute) -> i32 {
            let figure = match whose {
                Whose::Own => self.1,
                Whose::Target => self.2,
            };
            let (kind, own) = (self.0.kind(figure), self.0.figure(figure));
            match attribute {
                Attribute::St => kind.st - own.physical - own.exhaustion,
                Attribute::Dx => kind.dx,
                Attribute::Iq => kind.iq,
                Attribute::Ma => i32::from(kind.ma),
                Attribute::Size => kind.size as i32,
            }
        }

        fn field(&mut self, whose: Whose, name: &str) -> i32 {
            let figure = match whose {
                Whose::Own => self.1,
                Whose::Target => self.2,
            };
            self.0.kind(figure).field(name)
        }

        fn dice(&mut self, count: u8) -> i32 {
            MEAN_OF_TWO_DICE * i32::from(count) / 2
        }
    }
    expression::evaluate(by.expression(), &mut Steady(now, owner, target)).clamp(-MOST_POINTS, MOST_POINTS)
}
