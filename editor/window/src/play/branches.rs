//! The ways in which a battle went, beside each other: one is shown, none is overwritten.

use foeman_engine::game::Game;

use super::compare::Comparison;
use super::{Battle, Play};

/// Several ways in which a battle went, of which one is shown.
#[derive(Default)]
pub struct Branches {
    list: Vec<Branch>,
    shown: usize,
    /// How many there have been, which names new ones.
    begun: usize,
    /// Which the shown one is compared with, and what differs.
    compared: Option<(usize, Comparison)>,
}

/// A way in which a battle went.
struct Branch {
    name: String,
    /// The entry in which it leaves the one that it came from.
    parts: Option<usize>,
    /// Nothing for the one that is shown.
    game: Option<Box<dyn Game>>,
}

impl Branches {
    /// The names of all, with the entry in which each parts from the one it came from; none where there is but one way.
    pub fn names(&self) -> impl Iterator<Item = (&str, Option<usize>)> {
        self.list.iter().map(|branch| (branch.name.as_str(), branch.parts))
    }

    /// Which is shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// Which the shown one is compared with, and what differs.
    pub fn compared(&self) -> Option<(usize, &Comparison)> {
        self.compared.as_ref().map(|(other, comparison)| (*other, comparison))
    }

    /// Keeps a way beside the one that is shown, which is a new branch of it from now on.
    pub(super) fn leave(&mut self, old: Box<dyn Game>, parts: usize) {
        if self.list.is_empty() {
            self.list.push(Branch { name: "Branch 1".to_owned(), parts: None, game: None });
            self.begun = 1;
        }
        self.begun += 1;
        self.list[self.shown].game = Some(old);
        self.list.push(Branch { name: format!("Branch {}", self.begun), parts: Some(parts), game: None });
        self.shown = self.list.len() - 1;
        self.compared = None;
    }
}

impl Play {
    /// Shows another branch.
    pub fn show_branch(&mut self, branch: usize) {
        self.with(|battle| battle.show(branch));
    }

    /// Compares the branch that is shown with another, or no more.
    pub fn compare_with(&mut self, branch: Option<usize>) {
        self.with(|battle| battle.compare(branch));
    }

    /// Gives a branch another name; one without letters leaves it as it is.
    pub fn name_branch(&mut self, branch: usize, name: &str) {
        self.with(|battle| {
            let named = battle.branches.list.get_mut(branch).filter(|_| !name.trim().is_empty());
            named.into_iter().for_each(|branch| branch.name = name.trim().to_owned());
        });
    }

    /// Forgets a branch that is not shown.
    pub fn remove_branch(&mut self, branch: usize) {
        self.with(|battle| battle.branches.remove(branch));
    }
}

impl Branches {
    fn remove(&mut self, branch: usize) {
        if branch >= self.list.len() || branch == self.shown {
            return;
        }
        self.list.remove(branch);
        self.shown -= usize::from(self.shown > branch);
        self.compared = None;
        if self.list.len() == 1 {
            self.list.clear();
            self.shown = 0;
        }
    }
}

impl Battle {
    /// The branches of the battle.
    pub fn branches(&self) -> &Branches {
        &self.branches
    }

    /// Shows a battle that was made of this one, which stays as a branch.
    pub(super) fn take(&mut self, game: Box<dyn Game>, parts: usize) {
        let old = self.replace(game);
        self.branches.leave(old, parts);
    }

    /// Keeps what was left behind by going another way.
    pub(super) fn keep_departed(&mut self) {
        if let Some(old) = self.game_mut().departed() {
            let parts = parting(&*old, self.game());
            self.branches.leave(old, parts);
        }
    }

    /// Compares again what is compared, as both are now.
    pub(super) fn compare_again(&mut self) {
        if let Some((other, _)) = self.branches.compared.take() {
            self.compare(Some(other));
        }
    }

    fn compare(&mut self, branch: Option<usize>) {
        let viewer = self.viewer();
        let other = branch.and_then(|at| Some((at, self.branches.list.get(at)?.game.as_ref()?.seen(viewer))));
        let seen = self.game().seen(viewer);
        self.branches.compared = other.map(|(at, other)| (at, Comparison::between(&other, &seen)));
    }

    fn show(&mut self, branch: usize) {
        let branches = &mut self.branches;
        let Some(game) = branches.list.get_mut(branch).and_then(|branch| branch.game.take()) else { return };
        let from = std::mem::replace(&mut branches.shown, branch);
        // What was compared with the one that is shown now is compared with the one that was.
        let compared = branches.compared.take().map(|(other, _)| if other == branch { from } else { other });
        let old = self.replace(game);
        self.branches.list[from].game = Some(old);
        self.compare(compared);
        self.recheck();
    }
}

/// The entry in which two battles part, as far as their journals tell.
fn parting(one: &dyn Game, other: &dyn Game) -> usize {
    /// Lines of a journal before its entries.
    const HEAD: usize = 2;
    let (one, other) = (one.journal(), other.journal());
    let alike = one.lines().zip(other.lines()).skip(HEAD).take_while(|(one, other)| one == other);
    alike.count()
}
