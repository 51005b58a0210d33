//! Values derived from a state, kept while they stay the same.

use std::cmp::Reverse;
use std::sync::OnceLock;

use foeman_schema::grid::Hex;
use smallvec::SmallVec;

use crate::ids::{FigureId, ItemId};

/// Values that are kept until something changes that they may depend on.
///
/// They do not affect equality of states, and copies of a state start without them.
#[derive(Debug, Default)]
pub struct Recall(OnceLock<Box<Kept>>);

/// The nearest opponent of a figure and how far it is, if there is one.
type Nearest = Option<(u32, FigureId)>;

/// Figures that have to declare; most battles have no more than these.
pub(crate) type UndeclaredList = SmallVec<[Undeclared; 8]>;

#[derive(Debug, Default)]
struct Kept {
    /// The figures that have to declare, in their order (`F6.2`).
    undeclared: OnceLock<UndeclaredList>,
    /// The greatest distance at which each figure could attack, by number.
    farthest: OnceLock<Box<[u32]>>,
    /// By number of the figure, its nearest opponent and how far it is.
    nearest: OnceLock<Box<[OnceLock<Nearest>]>>,
    /// The items on the ground, with their hexes.
    lying: OnceLock<Box<[(ItemId, Hex)]>>,
}

/// A figure that has neither declared nor acted. The first to declare has the highest modDX; of several, the one that has
/// declared before in this round is first, and then the one with the lowest number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Undeclared {
    /// Its modDX for the order of declaring.
    pub dx: Reverse<i32>,
    /// Whether it has no sequence number yet.
    pub is_new: bool,
    /// Its sequence number, or 0.
    pub sequence: u16,
    /// The figure.
    pub figure: FigureId,
}

impl Recall {
    /// Returns the figures that have to declare, in their order, if they are kept.
    pub fn kept_undeclared(&self) -> Option<&[Undeclared]> {
        self.0.get()?.undeclared.get().map(|figures| &figures[..])
    }

    /// Returns the figures that have to declare, in their order; lists them if they are not kept.
    pub(crate) fn undeclared(&self, list: impl FnOnce() -> UndeclaredList) -> &[Undeclared] {
        self.kept().undeclared.get_or_init(|| {
            let mut figures = list();
            figures.sort_unstable();
            figures
        })
    }

    /// Returns the greatest distance at which each figure could attack, by number; finds them if they are not kept.
    pub(crate) fn farthest(&self, find: impl FnOnce() -> Box<[u32]>) -> &[u32] {
        self.kept().farthest.get_or_init(find)
    }

    /// Returns a figure's nearest opponent and how far it is; finds it if it is not kept. `count` is the number of
    /// figures.
    pub(crate) fn nearest(&self, (figure, count): (FigureId, usize), find: impl FnOnce() -> Nearest) -> Nearest {
        let all = self.kept().nearest.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        match all.get(figure.index()) {
            Some(kept) => *kept.get_or_init(find),
            None => find(),
        }
    }

    /// Returns the items on the ground, with their hexes; finds them if they are not kept.
    pub(crate) fn lying(&self, find: impl FnOnce() -> Box<[(ItemId, Hex)]>) -> &[(ItemId, Hex)] {
        self.kept().lying.get_or_init(find)
    }

    /// Notes that a figure has declared.
    pub(crate) fn declared(&mut self, figure: FigureId) {
        if let Some(figures) = self.0.get_mut().and_then(|kept| kept.undeclared.get_mut()) {
            figures.retain(|other| other.figure != figure);
        }
    }

    /// Forgets all values, because the state changes.
    pub(crate) fn forget(&mut self) {
        self.0.take();
    }

    fn kept(&self) -> &Kept {
        self.0.get_or_init(Box::default)
    }
}

impl Clone for Recall {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Recall {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Recall {}
