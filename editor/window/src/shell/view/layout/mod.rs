//! The pane layout.
//!
//! This is the saved state. The tiles on screen ([`dock`](crate::shell::dock)) are rebuilt from it every frame, and
//! read back after a drag.

#[cfg(test)]
mod tests;
pub mod tidy;

use std::collections::BTreeSet;

use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

use super::arrangement::Arrangement;
use super::pane::{Home, Pane};

/// The version of the saved format; layouts of other versions are ignored.
const VERSION: u32 = 2;

/// The initial width of the pack tree, in points.
const TREE: f32 = 220.0;
/// The initial width of the inspector, in points.
const INSPECTOR: f32 = 340.0;
/// The initial width of the layers, which share it with the inspector, in points.
const LAYERS: f32 = 250.0;
/// The initial height of the source pane, in points.
const SOURCE: f32 = 220.0;

/// The pane layout: a tree of splits with groups of tabs as leaves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Layout {
    version: u32,
    root: Node,
    /// The group in which documents open.
    current: GroupId,
    hidden: BTreeSet<Pane>,
    next: u64,
}

/// The id of a group or split; unique within a layout, and never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GroupId(pub u64);

/// A node of the layout tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Node {
    /// Panes as tabs.
    Group(Group),
    /// Parts side by side or one above the other.
    Split(Split),
}

/// A group of panes as tabs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// Its id.
    pub id: GroupId,
    /// The panes, from left to right.
    pub panes: Vec<Pane>,
    /// The active tab.
    pub active: Option<Pane>,
}

/// A split into parts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Split {
    /// Its id.
    pub id: GroupId,
    /// Its direction.
    pub way: Way,
    /// The parts, from left to right or from top to bottom.
    pub parts: Vec<Part>,
}

/// A part of a split.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Its width or height in points; the part with documents takes the remaining space.
    pub size: f32,
    /// Its content.
    pub node: Node,
}

/// The direction of a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Side by side.
    Row,
    /// One above the other.
    Column,
}

impl Default for Layout {
    fn default() -> Self {
        Self::of(Arrangement::Edit)
    }
}

impl Layout {
    /// Returns the default layout of an arrangement: Edit with the pack tree and the inspector, Map with the layers,
    /// Play and Balance without side panes.
    pub fn of(arrangement: Arrangement) -> Self {
        let group = |id, pane: Option<Pane>| {
            Node::Group(Group { id: GroupId(id), panes: pane.iter().cloned().collect(), active: pane })
        };
        let part = |size, node| Part { size, node };
        let right = match arrangement {
            Arrangement::Map => Node::Group(Group {
                id: GroupId(3),
                panes: vec![Pane::Layers, Pane::Inspector],
                active: Some(Pane::Layers),
            }),
            _ => group(3, Some(Pane::Inspector)),
        };
        let whole = Split {
            id: GroupId(0),
            way: Way::Row,
            parts: vec![
                part(TREE, group(1, Some(Pane::Tree))),
                part(720.0, group(2, None)),
                part(if arrangement == Arrangement::Map { LAYERS } else { INSPECTOR }, right),
            ],
        };
        let hidden: &[Pane] = match arrangement {
            Arrangement::Edit => &[],
            Arrangement::Map => &[Pane::Tree],
            Arrangement::Play | Arrangement::Balance => &Pane::SIDES,
        };
        let hidden = hidden.iter().cloned().collect();
        Self { version: VERSION, root: Node::Split(whole), current: GroupId(2), hidden, next: 4 }
    }

    /// Returns the root node.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the group in which documents open, and whose active document is the current one.
    pub fn current(&self) -> GroupId {
        self.current
    }

    /// Returns an unused group id.
    pub fn next(&self) -> GroupId {
        GroupId(self.next)
    }

    /// Returns all panes, including hidden ones.
    pub fn panes(&self) -> Vec<&Pane> {
        self.root.groups().into_iter().flat_map(|group| &group.panes).collect()
    }

    /// Returns the open documents in tab order.
    pub fn documents(&self) -> impl Iterator<Item = &Pane> {
        self.panes().into_iter().filter(|pane| pane.is_document())
    }

    /// Returns the current document.
    pub fn document(&self) -> Option<&Pane> {
        let group = self.root.group(self.current)?;
        let on_top = group.active.as_ref().filter(|pane| pane.is_document());
        on_top.or_else(|| group.panes.iter().find(|pane| pane.is_document()))
    }

    /// Whether a pane is in the layout and not hidden; it may be behind another tab.
    pub fn shows(&self, pane: &Pane) -> bool {
        !self.hidden.contains(pane) && self.root.group_of(pane).is_some()
    }

    /// Whether a pane is visible, and not behind another tab.
    pub fn is_on_top(&self, pane: &Pane) -> bool {
        self.shows(pane) && self.root.group_of(pane).is_some_and(|group| group.active.as_ref() == Some(pane))
    }

    /// Whether a pane is hidden.
    pub fn hides(&self, pane: &Pane) -> bool {
        self.hidden.contains(pane)
    }

    /// Brings a pane to the front, opening it if needed.
    pub fn show(&mut self, pane: Pane) {
        self.hidden.remove(&pane);
        match self.root.group_of(&pane).map(|group| group.id) {
            Some(id) => {
                if pane.is_document() {
                    self.current = id;
                }
                if let Some(group) = self.root.group_mut(id) {
                    group.active = Some(pane);
                }
            }
            None => {
                let id = match pane.home() {
                    Home::BelowDocuments => self.split_below(self.current),
                    Home::BesideInspector => self.root.group_of(&Pane::Inspector).map(|group| group.id),
                    _ => None,
                };
                if let Some(group) = self.root.group_mut(id.unwrap_or(self.current)) {
                    group.panes.push(pane.clone());
                    group.active = Some(pane);
                }
                self.tidy();
            }
        }
    }

    /// Splits the space of a group, and returns the id of the new group below it.
    fn split_below(&mut self, above: GroupId) -> Option<GroupId> {
        let (split, group) = (GroupId(self.next), GroupId(self.next + 1));
        let node = self.root.node_mut(above)?;
        let old = std::mem::replace(node, Node::Group(Group { id: group, panes: Vec::new(), active: None }));
        let below = std::mem::replace(node, Node::Split(Split { id: split, way: Way::Column, parts: Vec::new() }));
        if let Node::Split(split) = node {
            split.parts = vec![Part { size: 260.0, node: old }, Part { size: SOURCE, node: below }];
        }
        self.next += 2;
        Some(group)
    }

    /// Makes a document current without changing the active tabs.
    pub fn enter(&mut self, pane: &Pane) {
        if let Some(group) = self.root.group_of(pane).filter(|_| pane.is_document()) {
            self.current = group.id;
        }
    }

    /// Closes a document. Permanent panes are hidden instead.
    pub fn close(&mut self, pane: &Pane) {
        if !pane.is_document() {
            self.hidden.insert(pane.clone());
            return;
        }
        let Some(id) = self.root.group_of(pane).map(|group| group.id) else { return };
        if let Some(group) = self.root.group_mut(id) {
            group.remove(pane);
        }
        self.tidy();
    }

    /// Shows a pane if it is hidden or behind another tab; otherwise hides it.
    pub fn toggle(&mut self, pane: Pane) {
        if self.is_on_top(&pane) { self.close(&pane) } else { self.show(pane) }
    }

    /// Applies another layout of the same panes; returns false if the panes differ.
    pub fn rearrange(&mut self, root: Node, next: GroupId, at: Option<&Pane>) -> bool {
        let sorted = |root: &Node| -> Vec<Pane> {
            let mut panes: Vec<_> = root.groups().into_iter().flat_map(|group| group.panes.clone()).collect();
            panes.sort();
            panes
        };
        if sorted(&root) != sorted(&self.root) {
            return false;
        }
        (self.root, self.next) = (root, self.next.max(next.0));
        if let Some(at) = at {
            self.enter(at);
        }
        self.tidy();
        true
    }

    /// Returns the layout without documents.
    #[must_use]
    pub fn without_documents(&self) -> Self {
        let mut bare = self.clone();
        bare.retain(|pane| !pane.is_document());
        bare
    }

    /// Closes the panes for which `keeps` returns false.
    pub fn retain(&mut self, keeps: impl Fn(&Pane) -> bool) {
        let gone: Vec<Pane> = self.panes().into_iter().filter(|pane| !keeps(pane)).cloned().collect();
        if gone.is_empty() {
            return;
        }
        for pane in &gone {
            let id = self.root.group_of(pane).map(|group| group.id);
            if let Some(group) = id.and_then(|id| self.root.group_mut(id)) {
                group.remove(pane);
            }
        }
        self.tidy();
    }

    /// Updates panes of a renamed record.
    pub fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        self.root.rename(old, new);
    }

    /// Repairs a saved layout; `None` if it is from another version.
    pub fn restored(mut self) -> Option<Self> {
        // Larger ids cannot have been written by this program.
        let sane = |name: u64| name < u64::from(u32::MAX);
        if self.version != VERSION || !sane(self.next) || !sane(self.root.greatest()) || !sane(self.current.0) {
            return None;
        }
        self.repair();
        Some(self)
    }
}

impl Node {
    /// Returns all groups, from left to right and from top to bottom.
    pub fn groups(&self) -> Vec<&Group> {
        match self {
            Self::Group(group) => vec![group],
            Self::Split(split) => split.parts.iter().flat_map(|part| part.node.groups()).collect(),
        }
    }

    /// Returns the group with an id.
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups().into_iter().find(|group| group.id == id)
    }

    /// Returns the group that contains a pane.
    pub fn group_of(&self, pane: &Pane) -> Option<&Group> {
        self.groups().into_iter().find(|group| group.panes.contains(pane))
    }

    fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        match self {
            Self::Group(group) => {
                group.panes.iter_mut().chain(&mut group.active).for_each(|pane| pane.rename(old, new));
            }
            Self::Split(split) => split.parts.iter_mut().for_each(|part| part.node.rename(old, new)),
        }
    }

    /// Returns the node of the group with an id.
    fn node_mut(&mut self, id: GroupId) -> Option<&mut Self> {
        match self {
            Self::Group(group) if group.id == id => Some(self),
            Self::Group(_) => None,
            Self::Split(split) => split.parts.iter_mut().find_map(|part| part.node.node_mut(id)),
        }
    }

    fn group_mut(&mut self, id: GroupId) -> Option<&mut Group> {
        match self {
            Self::Group(group) => (group.id == id).then_some(group),
            Self::Split(split) => split.parts.iter_mut().find_map(|part| part.node.group_mut(id)),
        }
    }

    /// Whether it takes the remaining space because it contains documents, or will.
    pub fn stretches(&self, current: GroupId) -> bool {
        self.groups().into_iter().any(|group| group.id == current || group.panes.iter().any(Pane::is_document))
    }
}

impl Group {
    /// Removes a pane; its neighbour becomes active.
    fn remove(&mut self, pane: &Pane) {
        let Some(at) = self.panes.iter().position(|other| other == pane) else { return };
        self.panes.remove(at);
        if self.active.as_ref() == Some(pane) {
            self.active = self.panes.get(at).or(self.panes.last()).cloned();
        }
    }
}
