//! The layers of a Tiled map: blocks of tile numbers, and objects.

use std::collections::BTreeMap;

use super::data::{self, Encoding, Numbers};
use super::node::Node;
use crate::finding::{Finding, Warnings};
use crate::limits::{Budget, MOST_ACROSS};
use crate::source::{Source, quoted};

/// The maximum number of chunks in a layer.
const MOST_CHUNKS: usize = 1 << 16;

/// The maximum number of layers.
const MOST_LAYERS: usize = 200;

/// A layer of tiles.
pub(super) struct TileLayer<'n, 'a> {
    pub(super) name: &'n str,
    pub(super) node: &'n Node<'a>,
    pub(super) blocks: Vec<Block<'n, 'a>>,
}

/// A rectangle of tile numbers: a whole layer, or a chunk of an infinite one.
pub(super) struct Block<'n, 'a> {
    pub(super) node: &'n Node<'a>,
    pub(super) encoding: Encoding,
    /// The first column and row.
    pub(super) from: [i32; 2],
    pub(super) size: [u32; 2],
    /// The numbers, with the bits that turn tiles.
    pub(super) numbers: Numbers,
}

/// A layer of objects.
pub(super) struct ObjectLayer<'n, 'a> {
    pub(super) name: &'n str,
    pub(super) node: &'n Node<'a>,
}

/// The layers of a map in groups and outside, from the bottom up.
#[derive(Default)]
pub(super) struct Layers<'n, 'a> {
    pub(super) tiles: Vec<TileLayer<'n, 'a>>,
    pub(super) objects: Vec<ObjectLayer<'n, 'a>>,
    count: usize,
}

/// What the reader of the layers needs to know about the map.
pub(super) struct Context<'s, 'a, 'w> {
    pub(super) source: &'s Source<'a>,
    pub(super) infinite: bool,
    /// The size of a finite map.
    pub(super) size: [u32; 2],
    pub(super) budget: &'w mut Budget,
    pub(super) warnings: &'w mut Warnings,
}

impl<'n, 'a> Layers<'n, 'a> {
    /// Adds the layers of a map or a group.
    pub(super) fn read(&mut self, of: &'n Node<'a>, context: &mut Context<'_, 'a, '_>) -> Result<(), Finding> {
        for node in &of.children {
            let is_layer = ["layer", "objectgroup", "imagelayer", "group"].contains(&&*node.kind);
            if !is_layer {
                continue;
            }
            self.count += 1;
            if self.count > MOST_LAYERS {
                let message = format!("expected at most {MOST_LAYERS} layers, found more");
                return Err(context.source.error(node.at, message));
            }
            let name = node.word("name");
            for (property, (_, at)) in node.properties() {
                let message = format!("property {} of layer {} is not imported", quoted(&property), quoted(name));
                context.warnings.push(context.source.warning(at, message));
            }
            for offset in ["offsetx", "offsety"] {
                if node.pixels(context.source, offset)? != 0.0 {
                    let message = format!("`{offset}` of layer {} is ignored", quoted(name));
                    context.warnings.push(context.source.warning(node.at, message));
                }
            }
            match &*node.kind {
                "layer" => self.tiles.push(tile_layer(node, context)?),
                "objectgroup" => self.objects.push(ObjectLayer { name, node }),
                "group" => self.read(node, context)?,
                _ => {
                    let message = format!("image layer {} is not imported", quoted(name));
                    context.warnings.push(context.source.warning(node.at, message));
                }
            }
        }
        Ok(())
    }
}

fn tile_layer<'n, 'a>(node: &'n Node<'a>, context: &mut Context<'_, 'a, '_>) -> Result<TileLayer<'n, 'a>, Finding> {
    let source = context.source;
    let name = node.word("name");
    let Some(data) = node.first("data") else {
        return Err(source.error(node.at, format!("layer {} has no `data`", quoted(name))));
    };
    let encoding = Encoding::of(source, data)?;
    if !context.infinite {
        let size: [u32; 2] = [
            node.required(source, "width", "a number of columns")?,
            node.required(source, "height", "a number of rows")?,
        ];
        if size != context.size {
            let [[width, height], [columns, rows]] = [size, context.size];
            let message = format!(
                "expected layer {} to have the size of the map, {columns} x {rows}, found {width} x {height}",
                quoted(name)
            );
            return Err(source.error(node.at, message));
        }
        if let Some(chunk) = data.first("chunk") {
            return Err(source.error(chunk.at, "expected chunks only in maps with `infinite=\"1\"`"));
        }
        let blocks = vec![block(data, encoding, [0, 0], size, context)?];
        return Ok(TileLayer { name, node, blocks });
    }
    let mut blocks: Vec<Block<'n, 'a>> = Vec::new();
    for chunk in data.named("chunk") {
        if blocks.len() == MOST_CHUNKS {
            return Err(source.error(chunk.at, format!("expected at most {MOST_CHUNKS} chunks in a layer, found more")));
        }
        let from = [chunk.required(source, "x", "a column")?, chunk.required(source, "y", "a row")?];
        let size = [
            chunk.required(source, "width", "a number of columns")?,
            chunk.required(source, "height", "a number of rows")?,
        ];
        blocks.push(block(chunk, encoding, from, size, context)?);
    }
    apart(source, &blocks)?;
    Ok(TileLayer { name, node, blocks })
}

fn block<'n, 'a>(
    node: &'n Node<'a>,
    encoding: Encoding,
    from: [i32; 2],
    size: [u32; 2],
    context: &mut Context<'_, 'a, '_>,
) -> Result<Block<'n, 'a>, Finding> {
    let source = context.source;
    if size.iter().any(|count| !(1..=MOST_ACROSS).contains(count)) {
        let [width, height] = size;
        let message = format!("expected 1 to {MOST_ACROSS} columns and rows, found {width} x {height}");
        return Err(source.error(node.at, message));
    }
    // Keeps the sums of columns and rows in range.
    if from.iter().any(|start| start.unsigned_abs() > 1 << 30) {
        return Err(source.error(node.at, format!("chunk at {}, {} is too far from 0, 0", from[0], from[1])));
    }
    let count = size[0] as usize * size[1] as usize;
    context.budget.take(count * 4).map_err(|message| source.error(node.at, message))?;
    let numbers = data::read(source, node, encoding, count)?;
    Ok(Block { node, encoding, from, size, numbers })
}

/// Fails if two chunks of a layer overlap.
fn apart(source: &Source<'_>, blocks: &[Block<'_, '_>]) -> Result<(), Finding> {
    // The first and last row of each chunk, in order; chunks end before others start in the same row.
    let mut events: Vec<(i32, bool, usize)> = Vec::with_capacity(blocks.len() * 2);
    for (number, block) in blocks.iter().enumerate() {
        events.push((block.from[1], true, number));
        events.push((block.from[1] + block.size[1] as i32, false, number));
    }
    events.sort_unstable();
    // The chunks in the current row by first column, none of which overlap.
    let mut open: BTreeMap<i32, usize> = BTreeMap::new();
    let end = |number: usize| blocks[number].from[0] + blocks[number].size[0] as i32;
    for (_, begins, number) in events {
        let column = blocks[number].from[0];
        if !begins {
            open.remove(&column);
            continue;
        }
        let before = open.range(..=column).next_back().filter(|(_, other)| end(**other) > column);
        let after = open.range(column..).next().filter(|(start, _)| **start < end(number));
        if let Some((_, other)) = before.or(after) {
            let (line, _) = source.position(blocks[*other].node.at);
            let message = format!("chunk overlaps the chunk in line {line}");
            return Err(source.error(blocks[number].node.at, message));
        }
        open.insert(column, number);
    }
    Ok(())
}
