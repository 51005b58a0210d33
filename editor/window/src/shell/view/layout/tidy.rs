//! Normalises layouts: no empty groups, no redundant nesting, every pane exactly once.

use std::collections::BTreeSet;

use super::{Group, GroupId, Layout, Node, Part, Split, Way};
use crate::shell::view::pane::Pane;

/// The minimum width or height of a part, in points.
const LEAST: f32 = 48.0;

impl Layout {
    /// Cleans up after a change, and makes sure that there is a group for documents.
    pub(crate) fn tidy(&mut self) {
        let groups = self.root.groups();
        let holds_documents = |group: &&&Group| group.panes.iter().any(Pane::is_document);
        let stays = groups.iter().any(|group| group.id == self.current && !group.panes.is_empty());
        // The document group may only be empty if there are no documents at all.
        if !stays && let Some(other) = groups.iter().find(holds_documents) {
            self.current = other.id;
        }
        let current = self.current;
        let root = std::mem::replace(&mut self.root, empty(current));
        if let Some(root) = plain(root, current) {
            self.root = root;
        }
        if self.root.group(current).is_none() {
            let whole = std::mem::replace(&mut self.root, empty(current));
            let id = GroupId(self.next);
            self.next += 1;
            let parts = vec![Part { size: 300.0, node: whole }, Part { size: 700.0, node: empty(current) }];
            self.root = plain(Node::Split(Split { id, way: Way::Row, parts }), current).unwrap_or(empty(current));
        }
    }

    /// Repairs a layout from any input: every pane once, all side panes present, valid ids and sizes.
    pub(crate) fn repair(&mut self) {
        let (mut seen, mut names, mut next) = (BTreeSet::new(), BTreeSet::new(), self.next);
        next = next.max(self.root.greatest().saturating_add(1));
        sound(&mut self.root, &mut seen, &mut names, &mut next);
        self.next = next;
        self.tidy();
        for (pane, way) in Pane::SIDES.map(|pane| (pane, Way::Row)) {
            if self.root.group_of(&pane).is_none() {
                self.add_side(pane, way);
            }
        }
        self.hidden.retain(|pane| !pane.is_document());
    }

    /// Adds a missing side pane at the right or bottom edge.
    fn add_side(&mut self, pane: Pane, way: Way) {
        let (split, group) = (GroupId(self.next), GroupId(self.next + 1));
        self.next += 2;
        let whole = std::mem::replace(&mut self.root, empty(self.current));
        let node = Node::Group(Group { id: group, panes: vec![pane.clone()], active: Some(pane) });
        let parts = vec![Part { size: 800.0, node: whole }, Part { size: 200.0, node }];
        self.root = Node::Split(Split { id: split, way, parts });
        self.tidy();
    }
}

fn empty(id: GroupId) -> Node {
    Node::Group(Group { id, panes: Vec::new(), active: None })
}

/// Removes empty groups, splits with a single part and nested splits of the same direction; `None` if nothing is left.
fn plain(node: Node, current: GroupId) -> Option<Node> {
    match node {
        Node::Group(mut group) => {
            if group.active.as_ref().is_none_or(|active| !group.panes.contains(active)) {
                group.active = group.panes.first().cloned();
            }
            (group.id == current || !group.panes.is_empty()).then_some(Node::Group(group))
        }
        Node::Split(split) => {
            let mut parts = Vec::new();
            for part in split.parts {
                match plain(part.node, current) {
                    Some(Node::Split(inner)) if inner.way == split.way => {
                        let whole: f32 = inner.parts.iter().map(|part| part.size).sum();
                        let scaled = |inner: Part| Part { size: inner.size * part.size / whole.max(1.0), ..inner };
                        parts.extend(inner.parts.into_iter().map(scaled));
                    }
                    Some(node) => parts.push(Part { size: part.size, node }),
                    None => {}
                }
            }
            match parts.len() {
                0 => None,
                1 => parts.pop().map(|part| part.node),
                _ => Some(Node::Split(Split { parts, ..split })),
            }
        }
    }
}

fn sound(node: &mut Node, seen: &mut BTreeSet<Pane>, names: &mut BTreeSet<GroupId>, next: &mut u64) {
    let id = match node {
        Node::Group(group) => &mut group.id,
        Node::Split(split) => &mut split.id,
    };
    if !names.insert(*id) {
        *id = GroupId(*next);
        *next += 1;
        names.insert(*id);
    }
    match node {
        Node::Group(group) => group.panes.retain(|pane| seen.insert(pane.clone())),
        Node::Split(split) => {
            for part in &mut split.parts {
                part.size = if part.size.is_finite() { part.size.clamp(LEAST, 10_000.0) } else { LEAST };
                sound(&mut part.node, seen, names, next);
            }
        }
    }
}

impl Node {
    /// Returns the greatest id.
    pub(crate) fn greatest(&self) -> u64 {
        match self {
            Self::Group(group) => group.id.0,
            Self::Split(split) => {
                split.parts.iter().map(|part| part.node.greatest()).fold(split.id.0, std::cmp::Ord::max)
            }
        }
    }
}
