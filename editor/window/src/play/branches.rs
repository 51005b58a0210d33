//! The branches of a battle: one is shown, and none is ever overwritten.

use foeman_engine::game::Game;

use super::compare::Comparison;
use super::{Battle, Play};

/// The branches of a battle.
#[derive(Default)]
pub struct Branches {
    list: Vec<Branch>,
    shown: usize,
    /// The number of branches ever created; used to name new ones.
    begun: usize,
    /// The branch that the shown one is compared with, and the comparison.
    compared: Option<(usize, Comparison)>,
}

struct Branch {
    name: String,
    /// The entry at which it diverges from its parent.
    parts: Option<usize>,
    /// `None` for the shown branch.
    game: Option<Box<dyn Game>>,
}

impl Branches {
    /// Returns the names of all branches, each with the entry at which it diverges from its parent; empty if there is
    /// only one.
    pub fn names(&self) -> impl Iterator<Item = (&str, Option<usize>)> {
        self.list.iter().map(|branch| (branch.name.as_str(), branch.parts))
    }

    /// Returns the index of the shown branch.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// Returns the index of the branch compared with the shown one, and the comparison.
    pub fn compared(&self) -> Option<(usize, &Comparison)> {
        self.compared.as_ref().map(|(other, comparison)| (*other, comparison))
    }

    /// Keeps `old` as a branch; the shown game becomes a new branch of it.
    pub(crate) fn leave(&mut self, old: Box<dyn Game>, parts: usize) {
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

    /// Compares the shown branch with another; `None` ends the comparison.
    pub fn compare_with(&mut self, branch: Option<usize>) {
        self.with(|battle| battle.compare(branch));
    }

    /// Renames a branch; an empty name is ignored.
    pub fn name_branch(&mut self, branch: usize, name: &str) {
        self.with(|battle| {
            let named = battle.branches.list.get_mut(branch).filter(|_| !name.trim().is_empty());
            named.into_iter().for_each(|branch| branch.name = name.trim().to_owned());
        });
    }

    /// Deletes a branch that is not shown.
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
    /// Returns the branches of the battle.
    pub fn branches(&self) -> &Branches {
        &self.branches
    }

    /// Shows a game derived from this one, which is kept as a branch.
    pub(crate) fn take(&mut self, game: Box<dyn Game>, parts: usize) {
        let old = self.replace(game);
        self.branches.leave(old, parts);
    }

    /// Keeps the undone entries as a branch if another decision replaced them.
    pub(crate) fn keep_departed(&mut self) {
        if let Some(old) = self.game_mut().departed() {
            let parts = parting(&*old, self.game());
            self.branches.leave(old, parts);
        }
    }

    pub(crate) fn compare_again(&mut self) {
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
        // If the branch now shown was the compared one, compare with the previously shown branch instead.
        let compared = branches.compared.take().map(|(other, _)| if other == branch { from } else { other });
        let old = self.replace(game);
        self.branches.list[from].game = Some(old);
        self.compare(compared);
        self.recheck();
    }
}

/// Returns the entry at which two battles diverge, by their journals.
fn parting(one: &dyn Game, other: &dyn Game) -> usize {
    /// The number of journal lines before the entries.
    const HEAD: usize = 2;
    let (one, other) = (one.journal(), other.journal());
    let alike = one.lines().zip(other.lines()).skip(HEAD).take_while(|(one, other)| one == other);
    alike.count()
}
