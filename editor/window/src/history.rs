//! Undo and redo: edits and their inverses, by name.

use foeman_schema::change::{Change, ChangeKind};
use foeman_schema::draft::Draft;
use foeman_schema::edit::Edit;
use foeman_schema::text::Pointer;

/// What has been done to a draft since it was read, and what has been taken back.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// How many steps were done when the files were last written; `None` when that state is out of reach.
    saved: Option<usize>,
    /// Whether the last step may still grow: typing and strokes are one step.
    open: bool,
}

/// One thing that can be taken back.
#[derive(Debug)]
pub struct Step {
    /// What it did: `Set damage of Broadsword`.
    pub name: String,
    /// The value it is about.
    pub pointer: Pointer,
    /// What sorts of change it is made of, and what of.
    kinds: Kinds,
    /// The edits that take it back, to be applied last first.
    back: Vec<Edit>,
}

/// What a step is made of: what is alike in this may be one step.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kinds {
    /// The sorts of some changes and what they are about.
    Changes(Vec<(ChangeKind, Pointer)>),
    /// Text that was typed where this stands.
    Typed(Pointer),
}

fn kinds(changes: &[Change]) -> Kinds {
    Kinds::Changes(changes.iter().map(|change| (change.kind(), change.target())).collect())
}

impl History {
    /// A history in which the present state is the one on disk.
    pub fn saved() -> Self {
        Self { saved: Some(0), ..Self::default() }
    }

    /// Records changes that were made, by the edit that takes them back.
    ///
    /// Repeated changes of one sort and value join the last step until [`settle`](Self::settle).
    pub fn push(&mut self, name: String, pointer: Pointer, changes: &[Change], back: Edit) {
        self.push_of(name, pointer, kinds(changes), back);
    }

    /// Records text that was typed about a value; what is typed next about it joins in until [`settle`](Self::settle).
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

    /// Takes the last step back for good if it is a growing one of this sort and value; returns its name.
    ///
    /// Each letter typed so replaces the letters before it in one edit of the text as it was before typing.
    pub fn retract(&mut self, changes: &[Change], draft: &mut Draft) -> Option<String> {
        if !self.grows(&kinds(changes)) {
            return None;
        }
        self.open = false;
        let step = self.done.pop()?;
        Some(step.applied(draft).name)
    }

    /// Whether changes of such sorts about such values would join the last step.
    pub fn would_grow(&self, changes: &[Change]) -> bool {
        self.grows(&kinds(changes))
    }

    /// Whether the last step is a growing one of changes of the same sorts about the same values.
    fn grows(&self, kinds: &Kinds) -> bool {
        let same = |step: &Step| step.kinds == *kinds;
        self.open && self.saved != Some(self.done.len()) && self.done.last().is_some_and(same)
    }

    /// Takes the last step back for good if it is a growing one about this value, whatever it is made of.
    pub fn retract_about(&mut self, pointer: &Pointer, draft: &mut Draft) {
        if self.open
            && self.saved != Some(self.done.len())
            && let Some(step) = self.done.pop_if(|step| step.pointer == *pointer)
        {
            self.open = false;
            step.applied(draft);
        }
    }

    /// Ends the step that is growing.
    pub fn settle(&mut self) {
        self.open = false;
    }

    /// What has been done, the first step first.
    pub fn done(&self) -> &[Step] {
        &self.done
    }

    /// What has been taken back, the step that would be done again next last.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// How many steps were done when the files were last written; nothing when that state is out of reach.
    pub fn saved_at(&self) -> Option<usize> {
        self.saved
    }

    /// What would be taken back next.
    pub fn next_undo(&self) -> Option<&Step> {
        self.done.last()
    }

    /// What would be done again next.
    pub fn next_redo(&self) -> Option<&Step> {
        self.undone.last()
    }

    /// Takes the last step back; returns the value it was about.
    pub fn undo(&mut self, draft: &mut Draft) -> Option<Pointer> {
        self.open = false;
        let step = self.done.pop()?;
        let pointer = step.pointer.clone();
        self.undone.push(step.applied(draft));
        Some(pointer)
    }

    /// Does the last step taken back again; returns the value it is about.
    pub fn redo(&mut self, draft: &mut Draft) -> Option<Pointer> {
        self.open = false;
        let step = self.undone.pop()?;
        let pointer = step.pointer.clone();
        self.done.push(step.applied(draft));
        Some(pointer)
    }

    /// Notes that the present state is the one on disk.
    pub fn mark_saved(&mut self) {
        self.open = false;
        self.saved = Some(self.done.len());
    }
}

impl Step {
    /// Applies the step's edits and returns the step that takes that back.
    fn applied(self, draft: &mut Draft) -> Self {
        let back = self.back.iter().rev().map(|edit| draft.apply(edit)).collect();
        Self { back, ..self }
    }
}
