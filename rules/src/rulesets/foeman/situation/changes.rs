//! What effects add to a value: found in order, stacked, and told with what they come from.

use smallvec::SmallVec;

use crate::rulesets::foeman::catalogs::effects::{Die, Quantity, Stack, When};
use crate::rulesets::foeman::constants::{MEAN_OF_TWO_DICE, MOST_POINTS};
use crate::rulesets::foeman::content::Deed;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::notation::Roll;
use crate::rulesets::foeman::notation::expression::{self, Attribute, Whose};
use crate::rulesets::foeman::rolls::{Reason, Sum};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::applying::{self, Applied, Depth, Versus};
use crate::rulesets::foeman::state::Source;

/// Changes of one value in the order in which they are counted.
#[derive(Default)]
pub(super) struct Changes {
    found: SmallVec<[(Source, i32, Stack); 8]>,
}

impl Changes {
    /// Whether nothing in the scenario changes a value.
    pub(super) fn none_of(now: Situation<'_>, what: Quantity) -> bool {
        !now.content.touched.has(what)
    }

    /// Takes in what changes a value of a figure: its own effects, and where there is another figure what that does to
    /// attacks on it.
    pub(super) fn find(&mut self, now: Situation<'_>, what: Change, figure: FigureId, versus: Versus, depth: Depth) {
        if Self::none_of(now, what.what) {
            return;
        }
        applying::each(now, figure, versus, depth, &mut |applied| self.take(now, what, &applied, Role::Own));
        if let Some(other) = versus.other {
            let back = Versus { other: Some(figure), ..versus };
            applying::each(now, other, back, depth, &mut |applied| self.take(now, what, &applied, Role::HitBy));
        }
    }

    fn take(&mut self, now: Situation<'_>, what: Change, applied: &Applied<'_>, role: Role) {
        let Deed::Modify { what: changed, ref by, die } = applied.effect.deed else { return };
        let role_of_it = if applied.effect.when == When::HitBy { Role::HitBy } else { Role::Own };
        if changed == what.what && role_of_it == role && (what.die.is_none() || die.is_none() || die == what.die) {
            let by = applied.rolled.unwrap_or_else(|| steadily(now, by, applied.owner, applied.bearer));
            self.found.push((applied.source, by, applied.effect.stack));
        }
    }

    /// Adds them to a sum as they stack: all that add up, and of those that do not the largest, the smallest or the first.
    pub(super) fn add_to(self, sum: &mut Sum) {
        let of = |stack: Stack| self.found.iter().filter(move |change| change.2 == stack);
        let chosen = [
            // Of those as large as each other the first.
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

/// Which value is changed, and for damage on which die.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub what: Quantity,
    /// With none every change counts, whichever die it is bound to.
    pub die: Option<Die>,
}

/// Whose attack an effect is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// One's own.
    Own,
    /// That of somebody who attacks one.
    HitBy,
}

/// What an amount comes to that was not rolled when something began, because it always applies: attributes are the basic
/// ones, less harm for ST, so that nothing goes by itself, and dice count as their mean, rounded down (both fills).
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

        fn dice(&mut self, count: u8) -> i32 {
            MEAN_OF_TWO_DICE * i32::from(count) / 2
        }
    }
    by.expression().evaluate(&mut Steady(now, owner, target)).clamp(-MOST_POINTS, MOST_POINTS)
}
