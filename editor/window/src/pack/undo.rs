//! Undo and redo: named steps, each with its inverse edits.

use foeman_schema::change::{Change, ChangeKind};
use foeman_schema::draft::Draft;
use foeman_schema::edit::Edit;
use foeman_schema::text::Pointer;

/// The undo and redo lists of a draft.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The number of applied steps at the last save; `None` if that state can no longer be reached.
    saved: Option<usize>,
    /// Whether the last step can still grow: a run of typing or a stroke is one step.
    open: bool,
}

/// An undo step.
#[derive(Debug)]
pub struct Step {
    /// Its name: `Set damage of Broadsword`.
    pub name: String,
    /// The value it changes.
    pub pointer: Pointer,
    /// The kinds of its changes, with their targets.
    kinds: Kinds,
    /// The edits that undo it, to be applied in reverse order.
    back: Vec<Edit>,
}

/// The content of a step; consecutive steps with equal content can be merged.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kinds {
    /// The kinds of the changes and their targets.
    Changes(Vec<(ChangeKind, Pointer)>),
    /// Text typed at this value.
    Typed(Pointer),
}

fn kinds(changes: &[Change]) -> Kinds {
    Kinds::Changes(changes.iter().map(|change| (change.kind(), change.target())).collect())
}

impl History {
    /// Creates a history in which the current state is saved.
    pub fn saved() -> Self {
        Self { saved: Some(0), ..Self::default() }
    }

    /// Adds a step for changes that were made, with the edit that undoes them.
    ///
    /// Repeated changes of the same kind and value extend the last step until [`settle`](Self::settle).
    pub fn push(&mut self, name: String, pointer: Pointer, changes: &[Change], back: Edit) {
        self.push_of(name, pointer, kinds(changes), back);
    }

    /// Adds a step for text typed at a value. More typing there extends the step until [`settle`](Self::settle).
    pub fn push_typed(&mut self, name: String, pointer: Pointer, back: Edit) {
        self.push_of(name, pointer.clone(), Kinds::Typed(pointer), back);
    }

    fn push_of(&mut self, name: String, pointer: Pointer, kinds: Kinds, back: Edit) {
        if self.saved.is_some_and(|saved| saved > self.done.len()) {
            self.saved = None;
        }
        self.undone.clear();
        if self.grows(&kinds)
            && let Some(last) = self.done.last_mut()
        {
            last.back.push(back);
            return;
        }
        self.done.push(Step { name, pointer, kinds, back: vec![back] });
        self.open = true;
    }

    /// Undoes the last step without redo if it is still growing and has these changes; returns its name.
    ///
    /// This way each keystroke replaces the earlier ones by one edit of the text from before typing.
    pub fn retract(&mut self, changes: &[Change], draft: &mut Draft) -> Option<String> {
        if !self.grows(&kinds(changes)) {
            return None;
        }
        self.open = false;
        let step = self.done.pop()?;
        Some(step.applied(draft).name)
    }

    /// Whether these changes would extend the last step.
    pub fn would_grow(&self, changes: &[Change]) -> bool {
        self.grows(&kinds(changes))
    }

    /// Whether the last step is still growing and has the same kinds of changes and targets.
    fn grows(&self, kinds: &Kinds) -> bool {
        let same = |step: &Step| step.kinds == *kinds;
        self.open && self.saved != Some(self.done.len()) && self.done.last().is_some_and(same)
    }

    /// Undoes the last step without redo if it is still growing and concerns this value, whatever its kinds.
    pub fn retract_about(&mut self, pointer: &Pointer, draft: &mut Draft) {
        if self.open
            && self.saved != Some(self.done.len())
            && let Some(step) = self.done.pop_if(|step| step.pointer == *pointer)
        {
            self.open = false;
            step.applied(draft);
        }
    }

    /// Ends the growing step.
    pub fn settle(&mut self) {
        self.open = false;
    }

    /// Returns the applied steps, oldest first.
    pub fn done(&self) -> &[Step] {
        &self.done
    }

    /// Returns the undone steps; the next to redo is last.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// Returns the number of applied steps at the last save; `None` if that state can no longer be reached.
    pub fn saved_at(&self) -> Option<usize> {
        self.saved
    }

    /// Returns the step that undo would revert.
    pub fn next_undo(&self) -> Option<&Step> {
        self.done.last()
    }

    /// Returns the step that redo would apply.
    pub fn next_redo(&self) -> Option<&Step> {
        self.undone.last()
    }

    /// Undoes the last step; returns its pointer.
    pub fn undo(&mut self, draft: &mut Draft) -> Option<Pointer> {
        self.open = false;
        let step = self.done.pop()?;
        let pointer = step.pointer.clone();
        self.undone.push(step.applied(draft));
        Some(pointer)
    }

    /// Redoes the last undone step; returns its pointer.
    pub fn redo(&mut self, draft: &mut Draft) -> Option<Pointer> {
        self.open = false;
        let step = self.undone.pop()?;
        let pointer = step.pointer.clone();
        self.done.push(step.applied(draft));
        Some(pointer)
    }

    /// Marks the current state as saved.
    pub fn mark_saved(&mut self) {
        self.open = false;
        self.saved = Some(self.done.len());
    }
}

impl Step {
    /// Applies the step's edits and returns the inverse step.
    fn applied(self, draft: &mut Draft) -> Self {
        let back = self.back.iter().rev().map(|edit| draft.apply(edit)).collect();
        Self { back, ..self }
    }
}
