//! Builds tiles from a layout.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Id, Vec2};
use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree};

use crate::shell::view::Pane;
use crate::shell::view::layout::{Group, GroupId, Layout, Node, Part, Split, Way};

/// The maximum share of a row or column for the parts next to the documents.
const ASIDE: f32 = 0.58;

/// The content of a tile.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Leaf {
    /// A pane.
    Pane(Pane),
    /// The area for documents while none is open.
    Nothing,
}

/// Tiles, and the groups and splits they represent.
pub(crate) struct Built {
    /// The tiles.
    pub(crate) tree: Tree<Leaf>,
    /// The ids of groups and splits; panes are identified by their content.
    pub(crate) names: HashMap<TileId, GroupId>,
}

/// Builds the tiles of a layout for the available space.
pub(crate) fn build(layout: &Layout, room: Vec2, exists: impl Fn(&Pane) -> bool) -> Built {
    let mut builder = Builder { layout, exists: &exists, tiles: Tiles::default(), names: HashMap::new() };
    let root = builder.node(layout.root(), room);
    Built { tree: Tree::new(Id::unique("dock"), root, builder.tiles), names: builder.names }
}

/// Returns the tile of the document area while no document is open.
pub(crate) fn nothing() -> TileId {
    tile("nothing")
}

/// Returns the tile of a pane; stable across frames.
pub(crate) fn tile_of(pane: &Pane) -> TileId {
    tile(("pane", pane))
}

/// Returns the panes in a tile, from left to right and from top to bottom.
pub(crate) fn leaves(tiles: &Tiles<Leaf>, at: TileId) -> Vec<&Pane> {
    match tiles.get(at) {
        Some(Tile::Pane(Leaf::Pane(pane))) => vec![pane],
        Some(Tile::Container(container)) => container.children().flat_map(|child| leaves(tiles, *child)).collect(),
        _ => Vec::new(),
    }
}

fn tile(of: impl Hash) -> TileId {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    TileId::from_u64(hasher.finish())
}

struct Builder<'a> {
    layout: &'a Layout,
    exists: &'a dyn Fn(&Pane) -> bool,
    tiles: Tiles<Leaf>,
    names: HashMap<TileId, GroupId>,
}

impl Builder<'_> {
    fn shows(&self, pane: &Pane) -> bool {
        !self.layout.hides(pane) && (self.exists)(pane)
    }

    /// Whether a node takes up space.
    fn is_seen(&self, node: &Node) -> bool {
        node.groups()
            .into_iter()
            .any(|group| group.id == self.layout.current() || group.panes.iter().any(|pane| self.shows(pane)))
    }

    fn node(&mut self, node: &Node, room: Vec2) -> TileId {
        match node {
            Node::Group(group) => self.group(group),
            Node::Split(split) => self.split(split, room),
        }
    }

    fn group(&mut self, group: &Group) -> TileId {
        let mut children = Vec::new();
        for pane in &group.panes {
            let id = tile_of(pane);
            self.tiles.insert(id, Tile::Pane(Leaf::Pane(pane.clone())));
            self.tiles.set_visible(id, self.shows(pane));
            children.push(id);
        }
        let shown = |pane: &&Pane| self.shows(pane);
        let on_top = group.active.as_ref().filter(shown).or_else(|| group.panes.iter().find(shown)).map(tile_of);
        if on_top.is_none() && group.id == self.layout.current() {
            self.tiles.insert(nothing(), Tile::Pane(Leaf::Nothing));
            children.push(nothing());
        }
        let on_top = on_top.or_else(|| children.contains(&nothing()).then(nothing));
        self.container(group.id, Container::Tabs(Tabs { children, active: on_top }))
    }

    fn split(&mut self, split: &Split, room: Vec2) -> TileId {
        let seen: Vec<bool> = split.parts.iter().map(|part| self.is_seen(&part.node)).collect();
        let gaps = seen.iter().filter(|seen| **seen).count().saturating_sub(1) as f32;
        let along = if split.way == Way::Row { room.x } else { room.y };
        let sizes = fit(&split.parts, &seen, (along - gaps).max(1.0), self.layout.current());
        let mut linear =
            Linear::new(if split.way == Way::Row { LinearDir::Horizontal } else { LinearDir::Vertical }, Vec::new());
        for (part, size) in split.parts.iter().zip(sizes) {
            let room = if split.way == Way::Row { Vec2::new(size, room.y) } else { Vec2::new(room.x, size) };
            let child = self.node(&part.node, room);
            linear.add_child(child);
            linear.shares.set_share(child, size);
        }
        self.container(split.id, Container::Linear(linear))
    }

    fn container(&mut self, name: GroupId, container: Container) -> TileId {
        let id = tile(("group", name));
        self.tiles.insert(id, Tile::Container(container));
        self.names.insert(id, name);
        id
    }
}

/// Distributes the space to parts: those next to the documents keep their size as long as enough is left.
fn fit(parts: &[Part], seen: &[bool], room: f32, current: GroupId) -> Vec<f32> {
    let stretches: Vec<bool> = parts.iter().map(|part| part.node.stretches(current)).collect();
    let sum = |which: bool| -> f32 {
        let counted = (0..parts.len()).filter(|at| seen[*at] && stretches[*at] == which);
        counted.map(|at| parts[at].size).sum()
    };
    let (fixed, elastic) = (sum(false), sum(true));
    let aside = if elastic > 0.0 { fixed.min(room * ASIDE) } else { room };
    let factor = |at: usize| match (seen[at], stretches[at]) {
        (false, _) => 1.0,
        (true, false) => aside / fixed.max(1.0),
        (true, true) => (room - aside) / elastic.max(1.0),
    };
    (0..parts.len()).map(|at| parts[at].size * factor(at)).collect()
}
