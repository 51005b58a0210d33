//! Values derived from a state, kept while they stay the same.

use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use foeman_schema::grid::Hex;
use smallvec::SmallVec;

use crate::ids::{FigureId, ItemId};
use foeman_engine::ruleset::SideId;

/// Values that are kept until something changes that they may depend on.
///
/// They do not affect equality of states, and copies of a state start without them.
#[derive(Debug, Default)]
pub struct Recall {
    kept: OnceLock<Box<Kept>>,
    /// For each figure by number, the nearest opponent that the last search found, or [`NONE`]. Another opponent can be
    /// nearer now.
    hints: OnceLock<Box<[AtomicU16]>>,
}

const NONE: u16 = u16::MAX;

/// The nearest opponent of a figure and how far it is, if there is one.
type Nearest = Option<(u32, FigureId)>;

/// Figures that have to declare; most battles have no more than these.
pub(crate) type UndeclaredList = SmallVec<[Undeclared; 8]>;

#[derive(Debug, Default)]
struct Kept {
    /// The figures that have to declare, in their order (`F6.2`).
    undeclared: OnceLock<UndeclaredList>,
    /// The greatest distance at which each figure could attack, by number, and the greatest of all.
    farthest: OnceLock<(Box<[u32]>, u32)>,
    nearest: OnceLock<NearestOfEach>,
    /// The targets of the moving figure.
    targets: OnceLock<Targets>,
    /// The items on the ground, with their hexes.
    lying: OnceLock<Box<[(ItemId, Hex)]>>,
}

/// The opponents nearest to where the round of a figure began, and how far they are.
#[derive(Debug)]
struct Targets {
    figure: FigureId,
    opponents: Box<[(u32, FigureId)]>,
}

/// By number of the figure, its nearest opponent and how far it is.
#[derive(Debug)]
struct NearestOfEach {
    /// The side whose figures have moved since; then only the values of this side are valid.
    moved: Option<SideId>,
    figures: Box<[OnceLock<Nearest>]>,
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
        self.kept.get()?.undeclared.get().map(|figures| &figures[..])
    }

    /// Returns the figures that have to declare, in their order; lists them if they are not kept.
    pub(crate) fn undeclared(&self, list: impl FnOnce() -> UndeclaredList) -> &[Undeclared] {
        self.kept().undeclared.get_or_init(|| {
            let mut figures = list();
            figures.sort_unstable();
            figures
        })
    }

    /// Returns the greatest distance at which each figure could attack, by number, and the greatest of all; finds them if
    /// they are not kept.
    pub(crate) fn farthest(&self, find: impl FnOnce() -> Box<[u32]>) -> (&[u32], u32) {
        let (each, most) = self.kept().farthest.get_or_init(|| {
            let each = find();
            let most = each.iter().copied().max().unwrap_or_default();
            (each, most)
        });
        (each, *most)
    }

    /// Returns the nearest opponent of a figure of a side, and how far it is; finds it if it is not kept. `count` is the
    /// number of figures.
    pub(crate) fn nearest(
        &self,
        (figure, side, count): (FigureId, SideId, usize),
        find: impl FnOnce() -> Nearest,
    ) -> Nearest {
        let all = self
            .kept()
            .nearest
            .get_or_init(|| NearestOfEach { moved: None, figures: (0..count).map(|_| OnceLock::new()).collect() });
        match all.figures.get(figure.index()) {
            Some(kept) if all.moved.is_none_or(|moved| moved == side) => *kept.get_or_init(find),
            _ => find(),
        }
    }

    /// Returns the opponents nearest to where the round of the moving figure began, and how far they are; finds them if
    /// they are not kept.
    pub(crate) fn targets(
        &self,
        figure: FigureId,
        find: impl FnOnce() -> Vec<(u32, FigureId)>,
    ) -> Option<&[(u32, FigureId)]> {
        let targets = self.kept().targets.get_or_init(|| Targets { figure, opponents: find().into() });
        (targets.figure == figure).then_some(&targets.opponents)
    }

    /// Returns an opponent that may be the nearest one of a figure.
    pub(crate) fn hint(&self, figure: FigureId) -> Option<FigureId> {
        let hint = self.hints.get()?.get(figure.index())?.load(Ordering::Relaxed);
        (hint != NONE).then_some(FigureId(hint))
    }

    /// Keeps the nearest opponent of a figure as a hint for later. `count` is the number of figures.
    pub(crate) fn keep_hint(&self, (figure, count): (FigureId, usize), nearest: FigureId) {
        let hints = self.hints.get_or_init(|| (0..count).map(|_| AtomicU16::new(NONE)).collect());
        if let Some(hint) = hints.get(figure.index()) {
            hint.store(nearest.0, Ordering::Relaxed);
        }
    }

    /// Returns the items on the ground, with their hexes; finds them if they are not kept.
    pub(crate) fn lying(&self, find: impl FnOnce() -> Box<[(ItemId, Hex)]>) -> &[(ItemId, Hex)] {
        self.kept().lying.get_or_init(find)
    }

    /// Notes that a figure has declared.
    pub(crate) fn declared(&mut self, figure: FigureId) {
        if let Some(figures) = self.kept.get_mut().and_then(|kept| kept.undeclared.get_mut()) {
            figures.retain(|other| other.figure != figure);
        }
    }

    /// Notes that a figure of a side has moved. Other figures of the side keep their nearest opponents.
    pub(crate) fn moved(&mut self, figure: FigureId, side: SideId) {
        self.ordered_anew();
        let Some(kept) = self.kept.get_mut() else { return };
        if kept.targets.get().is_some_and(|targets| targets.figure != figure) {
            kept.targets.take();
        }
        match kept.nearest.get_mut() {
            Some(NearestOfEach { moved, figures }) if moved.is_none_or(|moved| moved == side) => {
                *moved = Some(side);
                if let Some(own) = figures.get_mut(figure.index()) {
                    own.take();
                }
            }
            _ => {
                kept.nearest.take();
            }
        }
    }

    /// Notes that a figure begins or ends its move.
    pub(crate) fn next_moves(&mut self) {
        self.ordered_anew();
        if let Some(kept) = self.kept.get_mut() {
            kept.targets.take();
        }
    }

    /// Notes that the order of declaring may have changed, but nothing else.
    pub(crate) fn ordered_anew(&mut self) {
        if let Some(kept) = self.kept.get_mut() {
            kept.undeclared.take();
        }
    }

    /// Notes that figures have changed, but neither their places nor which of them are active.
    pub(crate) fn changed(&mut self) {
        if let Some(kept) = self.kept.get_mut() {
            let nearest = std::mem::take(&mut kept.nearest);
            **kept = Kept { nearest, ..Kept::default() };
        }
    }

    /// Forgets all values, because the state changes.
    pub(crate) fn forget(&mut self) {
        self.kept.take();
    }

    fn kept(&self) -> &Kept {
        self.kept.get_or_init(Box::default)
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
