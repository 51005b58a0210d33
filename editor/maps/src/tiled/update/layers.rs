//! Writes tile numbers into layers.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;

use super::Original;
use super::cells::Strokes;
use super::splices::{Splices, start_tag_end};
use crate::finding::Finding;
use crate::source::{Source, quoted};
use crate::tiled::data::{self, Encoding};
use crate::tiled::layers::{Block, TileLayer};

/// Writes new numbers, and the new size of a finite map.
pub(super) fn write(
    original: &Original<'_, '_>,
    map: &Map,
    strokes: Strokes,
    splices: &mut Splices,
) -> Result<(), Finding> {
    let source = original.source;
    let size = map.geometry.size();
    let resized = !original.infinite && size != original.size;
    if resized {
        set_size(source, original.root, size, splices);
    }
    for (number, layer) in original.layers.tiles.iter().enumerate() {
        let outside = strokes.outside.get(&number);
        for (at, block) in layer.blocks.iter().enumerate() {
            let inside = strokes.inside.get(&(number, at));
            if resized {
                set_size(source, layer.node, size, splices);
                let numbers = resize(block, size, inside, outside);
                fill(source, block, &data::content(&numbers, size[0] as usize, block.encoding), splices);
            } else if let Some(inside) = inside {
                change(source, block, inside, splices);
            }
        }
        if let Some(outside) = outside.filter(|_| original.infinite) {
            add_chunks(original, layer, outside, splices)?;
        }
    }
    Ok(())
}

fn set_size(source: &Source<'_>, node: &super::Node<'_>, size: [u32; 2], splices: &mut Splices) {
    for (name, length) in ["width", "height"].into_iter().zip(size) {
        splices.set(source, node, name, &length.to_string());
    }
}

/// Returns the numbers of a layer with another size. New cells are at the right and at the bottom.
fn resize(
    block: &Block<'_, '_>,
    size: [u32; 2],
    inside: Option<&BTreeMap<usize, u32>>,
    outside: Option<&BTreeMap<[i32; 2], u32>>,
) -> Vec<u32> {
    let mut old = block.numbers.all.clone();
    for (at, number) in inside.into_iter().flatten() {
        old[*at] = *number;
    }
    let [width, height] = size.map(|count| count as usize);
    let mut numbers = vec![0; width * height];
    let rows = old.chunks(block.size[0] as usize).zip(numbers.chunks_mut(width));
    rows.for_each(|(old, new)| {
        let shared = old.len().min(new.len());
        new[..shared].copy_from_slice(&old[..shared]);
    });
    for ([row, column], number) in outside.into_iter().flatten() {
        numbers[*row as usize * width + *column as usize] = *number;
    }
    numbers
}

/// Changes some numbers of a block. Other numbers keep their bytes, unless they are compressed together.
fn change(source: &Source<'_>, block: &Block<'_, '_>, inside: &BTreeMap<usize, u32>, splices: &mut Splices) {
    let node = block.node;
    // The text is in one piece if it has no comments and sections.
    let whole = node.text.as_ref().filter(|(text, at)| source.text.get(*at..*at + text.len()) == Some(&**text));
    match (block.encoding, whole) {
        (Encoding::Csv, Some((text, start))) => {
            for (at, field) in data::fields(text).enumerate() {
                if let Some(number) = inside.get(&at) {
                    let from = start + (field.as_ptr() as usize - text.as_ptr() as usize);
                    splices.replace(from..from + field.len(), number.to_string());
                }
            }
        }
        (Encoding::Elements, _) => {
            let tiles: Vec<_> = node.named("tile").collect();
            for (at, number) in inside {
                splices.set(source, tiles[*at], "gid", &number.to_string());
            }
        }
        (encoding, whole) => {
            let mut numbers = block.numbers.all.clone();
            for (at, number) in inside {
                numbers[*at] = *number;
            }
            match (encoding, whole) {
                (Encoding::Base64(compression), Some((text, start))) => {
                    let from = start + (text.len() - text.trim_start().len());
                    splices.replace(from..from + text.trim().len(), data::pack(&numbers, compression));
                }
                _ => fill(source, block, &data::content(&numbers, block.size[0] as usize, encoding), splices),
            }
        }
    }
}

/// Replaces the content of a block.
fn fill(source: &Source<'_>, block: &Block<'_, '_>, content: &str, splices: &mut Splices) {
    let node = block.node;
    let start = start_tag_end(source, node);
    let end = source.text[start..node.end].rfind("</").map_or(node.end, |end| start + end);
    splices.replace(start..end, content);
}

/// Adds chunks to a layer of an infinite map.
fn add_chunks(
    original: &Original<'_, '_>,
    layer: &TileLayer<'_, '_>,
    outside: &BTreeMap<[i32; 2], u32>,
    splices: &mut Splices,
) -> Result<(), Finding> {
    let source = original.source;
    let Some(data) = layer.node.first("data") else { return Ok(()) };
    let encoding = Encoding::of(source, data)?;
    let settings = original.root.first("editorsettings").and_then(|settings| settings.first("chunksize"));
    let number = |name: &str| settings.and_then(|size| size.word(name).parse::<u32>().ok());
    let size = match layer.blocks.first() {
        Some(block) => block.size,
        None => [number("width").unwrap_or(16), number("height").unwrap_or(16)].map(|length| length.clamp(4, 256)),
    };
    let [width, height] = size.map(|length| length as i32);
    let corner = |[row, column]: &[i32; 2]| [row.div_euclid(height) * height, column.div_euclid(width) * width];
    let mut chunks: BTreeMap<[i32; 2], Vec<([i32; 2], u32)>> = BTreeMap::new();
    for (cell, number) in outside {
        chunks.entry(corner(cell)).or_default().push((*cell, *number));
    }
    let mut text = String::new();
    for ([y, x], tiles) in chunks {
        let apart = |block: &Block<'_, '_>| {
            let [left, top] = block.from;
            let [columns, rows] = block.size.map(|length| length as i32);
            left + columns <= x || x + width <= left || top + rows <= y || y + height <= top
        };
        if !layer.blocks.iter().all(apart) {
            let message = format!(
                "layer {} has no place for a chunk at {x}, {y}, because its chunks have different sizes; save the map in \
                 Tiled",
                quoted(layer.name)
            );
            return Err(source.error(layer.node.at, message));
        }
        let mut numbers = vec![0; (width * height) as usize];
        for ([row, column], number) in tiles {
            numbers[((row - y) * width + column - x) as usize] = number;
        }
        let content = data::content(&numbers, width as usize, encoding);
        text.push_str(&format!(
            "\n   <chunk x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">{content}</chunk>"
        ));
    }
    splices.append(source, data, &text);
    Ok(())
}
