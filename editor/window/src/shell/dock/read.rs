//! Reads the layout back from the tiles after a change by the user.
//!
//! Tiles can be nested in more ways than a layout, such as splits in tabs or tabs in tabs. These are converted to what
//! the user intended with the drop.

use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId};

use super::build::{Built, Leaf, leaves, nothing, tile_of};
use super::{LEAST, STRIP};
use crate::shell::view::Pane;
use crate::shell::view::layout::{Group, GroupId, Layout, Node, Part, Split, Way};

/// Returns the layout after a change; `None` if it does not have the same panes as before.
pub(crate) fn read(layout: &Layout, built: &Built, dragged: Option<TileId>) -> Option<Layout> {
    let mut reader = Reader { layout, built, dragged, next: layout.next().0 };
    let root = reader.node(built.tree.root()?)?;
    let moved = dragged.map(|tile| leaves(&built.tree.tiles, tile)).unwrap_or_default();
    let document = moved.into_iter().find(|pane| pane.is_document());
    let mut arranged = layout.clone();
    arranged.rearrange(root, GroupId(reader.next), document).then_some(arranged)
}

struct Reader<'a> {
    /// The layout from which the tiles were built.
    layout: &'a Layout,
    built: &'a Built,
    /// The dropped tile.
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
            // Grids are never built.
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
                    // Something was dropped next to a tab: it becomes a split next to the whole group.
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
        // In a split created by the drop, the existing part gives space to the dropped one.
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

    /// Returns the id of a tile's group or split; those created by the drop get a new id.
    fn name(&mut self, tile: TileId) -> GroupId {
        self.built.names.get(&tile).copied().unwrap_or_else(|| self.fresh())
    }

    fn fresh(&mut self) -> GroupId {
        self.next += 1;
        GroupId(self.next - 1)
    }

    /// Whether a tile below a group was already there before the drop.
    fn was_in(&self, group: GroupId, tile: TileId) -> bool {
        let was = |pane: &Pane| self.layout.root().group_of(pane).is_some_and(|before| before.id == group);
        let moved = |pane: &Pane| self.dragged == Some(tile_of(pane));
        let stood = |pane: &Pane| was(pane) && !moved(pane);
        tile == nothing() || leaves(&self.built.tree.tiles, tile).into_iter().any(stood)
    }

    /// Returns the width or height of a tile in this frame, in points.
    fn extent(&self, tile: TileId, way: Way) -> f32 {
        let of = |tile| self.built.tree.tiles.rect(tile);
        let inside = || leaves(&self.built.tree.tiles, tile).into_iter().find_map(|pane| of(tile_of(pane)));
        of(tile).or_else(inside).map_or(4.0 * LEAST, |rect| match way {
            Way::Row => rect.width(),
            Way::Column => rect.height() + STRIP,
        })
    }

    /// Returns the size of something dropped between other parts; documents get the same size as other documents there.
    fn share(&self, linear: &Linear, tile: TileId, way: Way, room: f32) -> f32 {
        let holds_documents = |tile| leaves(&self.built.tree.tiles, tile).into_iter().any(Pane::is_document);
        let alike = linear.shares.iter().filter(|(other, _)| holds_documents(**other));
        let alike: Vec<f32> = alike.map(|(_, size)| *size).collect();
        if holds_documents(tile) && !alike.is_empty() {
            return alike.iter().sum::<f32>() / alike.len() as f32;
        }
        self.wish(tile, way, room)
    }

    /// Returns the size of something dropped: a side pane keeps its size, a document gets half.
    fn wish(&self, tile: TileId, way: Way, room: f32) -> f32 {
        let half = room / 2.0;
        let documents = leaves(&self.built.tree.tiles, tile).into_iter().any(Pane::is_document);
        if documents { half } else { self.extent(tile, way).clamp(LEAST.min(half), half) }
    }
}

fn way_of(linear: &Linear) -> Way {
    if linear.dir == LinearDir::Horizontal { Way::Row } else { Way::Column }
}
