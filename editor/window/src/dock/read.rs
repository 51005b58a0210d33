//! The layout that tiles show after the user has changed them.
//!
//! Tiles can be nested in more ways than a layout: a split below a tab, tabs in tabs. Here they become what the user
//! meant by dropping something there.

use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId};

use super::super::view::Pane;
use super::super::view::layout::{Group, GroupId, Layout, Node, Part, Split, Way};
use super::build::{Built, Leaf, leaves, nothing, tile_of};
use super::{LEAST, STRIP};

/// The layout after a change; nothing when it would have other panes than before.
pub(super) fn read(layout: &Layout, built: &Built, dragged: Option<TileId>) -> Option<Layout> {
    let mut reader = Reader { layout, built, dragged, next: layout.next().0 };
    let root = reader.node(built.tree.root()?)?;
    let moved = dragged.map(|tile| leaves(&built.tree.tiles, tile)).unwrap_or_default();
    let document = moved.into_iter().find(|pane| pane.is_document());
    let mut arranged = layout.clone();
    arranged.rearrange(root, GroupId(reader.next), document).then_some(arranged)
}

struct Reader<'a> {
    /// The layout that the tiles were made from.
    layout: &'a Layout,
    built: &'a Built,
    /// The tile that was dropped.
    dragged: Option<TileId>,
    next: u64,
}

impl Reader<'_> {
    fn node(&mut self, tile: TileId) -> Option<Node> {
        match self.built.tree.tiles.get(tile)? {
            Tile::Pane(Leaf::Nothing) => None,
            Tile::Pane(Leaf::Pane(pane)) => {
                let id = self.fresh();
                Some(Node::Group(Group { id, panes: vec![pane.clone()], active: Some(pane.clone()) }))
            }
            Tile::Container(Container::Tabs(tabs)) => self.group(tile, tabs),
            Tile::Container(Container::Linear(linear)) => self.split(tile, linear),
            // Never made, and so never met.
            Tile::Container(Container::Grid(_)) => None,
        }
    }

    fn group(&mut self, tile: TileId, tabs: &Tabs) -> Option<Node> {
        let tiles = &self.built.tree.tiles;
        let id = self.name(tile);
        let (mut panes, mut beside) = (Vec::new(), Vec::new());
        for &child in &tabs.children {
            match tiles.get(child)? {
                Tile::Container(Container::Linear(linear)) => {
                    // Something was dropped beside a tab: it goes beside the whole group.
                    let stays = linear.children.iter().position(|part| self.was_in(id, *part)).unwrap_or_default();
                    for (at, &part) in linear.children.iter().enumerate() {
                        if at == stays {
                            panes.extend(leaves(tiles, part).into_iter().cloned());
                        } else if let Some(node) = self.node(part) {
                            beside.push((way_of(linear), at < stays, part, node));
                        }
                    }
                }
                _ => panes.extend(leaves(tiles, child).into_iter().cloned()),
            }
        }
        let on_top = tabs.active.and_then(|active| leaves(tiles, active).into_iter().next()).cloned();
        let active = on_top.filter(|pane| panes.contains(pane)).or_else(|| panes.first().cloned());
        let mut node = Node::Group(Group { id, panes, active });
        for (way, before, part, other) in beside {
            let room = self.extent(tile, way);
            let size = self.wish(part, way, room);
            let whole = Part { size: room - size, node };
            let other = Part { size, node: other };
            let parts = if before { vec![other, whole] } else { vec![whole, other] };
            node = Node::Split(Split { id: self.fresh(), way, parts });
        }
        Some(node)
    }

    fn split(&mut self, tile: TileId, linear: &Linear) -> Option<Node> {
        let id = self.name(tile);
        let way = way_of(linear);
        let known = |child: &TileId| linear.shares.iter().find(|(id, _)| *id == child).map(|(_, size)| *size);
        let new = |child: &TileId| known(child).is_none();
        let whole: f32 = linear.children.iter().filter_map(known).sum();
        // In a split that the drop has made, what was there gives room to what was dropped.
        let there = linear.children.iter().copied().find(|child| Some(*child) != self.dragged);
        let there = there.filter(|_| linear.children.iter().all(new));
        let room = there.map_or(whole, |child| self.extent(child, way));
        let wished = |child: TileId| {
            if whole > 0.0 { self.share(linear, child, way, room) } else { self.wish(child, way, room) }
        };
        let size = |child: TileId| match known(&child) {
            Some(size) => size,
            None if Some(child) == there => {
                let others = linear.children.iter().filter(|other| **other != child);
                (room - others.map(|other| self.wish(*other, way, room)).sum::<f32>()).max(LEAST)
            }
            None => wished(child),
        };
        let sizes: Vec<f32> = linear.children.iter().map(|child| size(*child)).collect();
        let mut parts = Vec::new();
        for (&child, size) in linear.children.iter().zip(sizes) {
            parts.extend(self.node(child).map(|node| Part { size, node }));
        }
        Some(Node::Split(Split { id, way, parts }))
    }

    /// Our name for a tile: a group keeps its own, one that the drop has made gets another.
    fn name(&mut self, tile: TileId) -> GroupId {
        self.built.names.get(&tile).copied().unwrap_or_else(|| self.fresh())
    }

    fn fresh(&mut self) -> GroupId {
        self.next += 1;
        GroupId(self.next - 1)
    }

    /// Whether a tile below a group is what stood there before the drop.
    fn was_in(&self, group: GroupId, tile: TileId) -> bool {
        let was = |pane: &Pane| self.layout.root().group_of(pane).is_some_and(|before| before.id == group);
        let moved = |pane: &Pane| self.dragged == Some(tile_of(pane));
        let stood = |pane: &Pane| was(pane) && !moved(pane);
        tile == nothing() || leaves(&self.built.tree.tiles, tile).into_iter().any(stood)
    }

    /// How wide or high a tile was in this frame, in points.
    fn extent(&self, tile: TileId, way: Way) -> f32 {
        let of = |tile| self.built.tree.tiles.rect(tile);
        let inside = || leaves(&self.built.tree.tiles, tile).into_iter().find_map(|pane| of(tile_of(pane)));
        of(tile).or_else(inside).map_or(4.0 * LEAST, |rect| match way {
            Way::Row => rect.width(),
            Way::Column => rect.height() + STRIP,
        })
    }

    /// How much something takes that was dropped between others: documents as much as other documents there.
    fn share(&self, linear: &Linear, tile: TileId, way: Way, room: f32) -> f32 {
        let holds_documents = |tile| leaves(&self.built.tree.tiles, tile).into_iter().any(Pane::is_document);
        let alike = linear.shares.iter().filter(|(other, _)| holds_documents(**other));
        let alike: Vec<f32> = alike.map(|(_, size)| *size).collect();
        if holds_documents(tile) && !alike.is_empty() {
            return alike.iter().sum::<f32>() / alike.len() as f32;
        }
        self.wish(tile, way, room)
    }

    /// How much of the room something that was dropped takes: a side pane what it had, a document half.
    fn wish(&self, tile: TileId, way: Way, room: f32) -> f32 {
        let half = room / 2.0;
        let documents = leaves(&self.built.tree.tiles, tile).into_iter().any(Pane::is_document);
        if documents { half } else { self.extent(tile, way).clamp(LEAST.min(half), half) }
    }
}

fn way_of(linear: &Linear) -> Way {
    if linear.dir == LinearDir::Horizontal { Way::Row } else { Way::Column }
}
