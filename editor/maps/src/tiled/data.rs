//! Reads the tile numbers of a layer or chunk.

use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzEncoder, MultiGzDecoder, ZlibDecoder, ZlibEncoder};
use ruzstd::decoding::StreamingDecoder;

use super::node::Node;
use crate::finding::Finding;
use crate::limits::MOST_UNPACKED;
use crate::source::{Source, quoted};

/// How tile numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    /// One element for each tile.
    Elements,
    Csv,
    Base64(Compression),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

impl Encoding {
    /// Returns the encoding of a `data` element.
    pub(super) fn of(source: &Source<'_>, data: &Node<'_>) -> Result<Self, Finding> {
        let at = |name: &str| data.attribute(name).map_or(data.at, |attribute| attribute.at);
        let compression = match data.word("compression") {
            "" => Compression::None,
            "zlib" => Compression::Zlib,
            "gzip" => Compression::Gzip,
            "zstd" => Compression::Zstd,
            other => {
                let message = format!("expected the compression `zlib`, `gzip` or `zstd`, found {}", quoted(other));
                return Err(source.error(at("compression"), message));
            }
        };
        match data.word("encoding") {
            "base64" => Ok(Self::Base64(compression)),
            "csv" => Ok(Self::Csv),
            "" => Ok(Self::Elements),
            other => {
                let message = format!("expected the encoding `csv` or `base64`, found {}", quoted(other));
                Err(source.error(at("encoding"), message))
            }
        }
    }
}

/// The number of fields between two marks.
const STRIDE: usize = 256;

/// Tile numbers, with the offsets of some of them in the file.
pub(super) struct Numbers {
    pub(super) all: Vec<u32>,
    /// The offset of every [`STRIDE`]th field in the text, if they are written as CSV.
    marks: Vec<usize>,
}

/// Reads the numbers of `count` tiles.
pub(super) fn read(source: &Source<'_>, node: &Node<'_>, encoding: Encoding, count: usize) -> Result<Numbers, Finding> {
    let mut marks = Vec::new();
    let (text, at) = node.text.as_ref().map_or(("", node.at), |(text, at)| (&**text, *at));
    let numbers = match encoding {
        Encoding::Elements => elements(source, node)?,
        Encoding::Csv => csv(source, text, (at, count), &mut marks)?,
        Encoding::Base64(compression) => {
            let at = at + (text.len() - text.trim_start().len());
            let bytes = unpack(text, compression, count * 4).map_err(|message| source.error(at, message))?;
            bytes.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
        }
    };
    if numbers.len() != count {
        return Err(source.error(node.at, format!("expected {count} tiles, found {}", numbers.len())));
    }
    Ok(Numbers { all: numbers, marks })
}

fn elements(source: &Source<'_>, node: &Node<'_>) -> Result<Vec<u32>, Finding> {
    let number = |tile: &Node<'_>| tile.number(source, "gid", "the number of a tile");
    node.named("tile").map(|tile| Ok(number(tile)?.unwrap_or(0))).collect()
}

fn csv(
    source: &Source<'_>,
    text: &str,
    (at, count): (usize, usize),
    marks: &mut Vec<usize>,
) -> Result<Vec<u32>, Finding> {
    let mut numbers = Vec::with_capacity(count.min(text.len()));
    for part in fields(text) {
        let offset = part.as_ptr() as usize - text.as_ptr() as usize;
        let number = part
            .parse::<u32>()
            .map_err(|_| source.error(at + offset, format!("expected the number of a tile, found {}", quoted(part))))?;
        if numbers.len() == count {
            return Err(source.error(at + offset, format!("expected {count} tiles, found more")));
        }
        if numbers.len().is_multiple_of(STRIDE) {
            marks.push(offset);
        }
        numbers.push(number);
    }
    Ok(numbers)
}

/// Returns the fields of a list of numbers. An empty field at the end does not count.
pub(super) fn fields(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let text = text.strip_suffix(',').unwrap_or(text);
    // An empty text has no fields.
    text.split(',').map(str::trim).filter(move |_| !text.is_empty())
}

/// Returns the offset of the tile at a position, as exactly as the encoding allows.
pub(super) fn offset_of(node: &Node<'_>, encoding: Encoding, numbers: &Numbers, position: usize) -> usize {
    match (encoding, &node.text) {
        (Encoding::Csv, Some((text, at))) => {
            let Some(mark) = numbers.marks.get(position / STRIDE) else { return *at };
            let field = fields(&text[*mark..]).nth(position % STRIDE);
            field.map_or(*at, |field| at + (field.as_ptr() as usize - text.as_ptr() as usize))
        }
        (Encoding::Elements, _) => {
            let tile = node.children.get(position).filter(|child| child.kind == "tile");
            tile.map_or(node.at, |tile| tile.at)
        }
        _ => node.at,
    }
}

/// Returns tile numbers in an encoding, `width` of them in a row: the content of a `data` or `chunk` element.
pub(super) fn content(numbers: &[u32], width: usize, encoding: Encoding) -> String {
    match encoding {
        Encoding::Elements => {
            let tile = |number: &u32| match number {
                0 => "   <tile/>\n".to_owned(),
                number => format!("   <tile gid=\"{number}\"/>\n"),
            };
            format!("\n{}  ", numbers.iter().map(tile).collect::<String>())
        }
        Encoding::Csv => {
            let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            format!("\n{}\n", numbers.chunks(width.max(1)).map(row).collect::<Vec<_>>().join(",\n"))
        }
        Encoding::Base64(compression) => format!("\n   {}\n  ", pack(numbers, compression)),
    }
}

/// Compresses tile numbers, and encodes them as base64.
pub(super) fn pack(numbers: &[u32], compression: Compression) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let level = flate2::Compression::default();
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let read = match compression {
        Compression::None => return STANDARD.encode(bytes),
        Compression::Zlib => ZlibEncoder::new(&*bytes, level).read_to_end(&mut packed),
        Compression::Gzip => GzEncoder::new(&*bytes, level).read_to_end(&mut packed),
        Compression::Zstd => {
            packed = ruzstd::encoding::compress_to_vec(&*bytes, ruzstd::encoding::CompressionLevel::Fastest);
            Ok(packed.len())
        }
    };
    drop(read);
    STANDARD.encode(packed)
}

/// Decodes base64 and decompresses it to exactly `size` bytes. Returns an error message if it has another size or is
/// damaged.
fn unpack(text: &str, compression: Compression, size: usize) -> Result<Vec<u8>, String> {
    let packed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = STANDARD.decode(packed).map_err(|error| format!("invalid base64: {error}"))?;
    // One byte more than expected, to notice longer data without unpacking it.
    let limit = size as u64 + 1;
    let mut bytes = Vec::new();
    let result = match compression {
        Compression::None => {
            bytes = packed;
            Ok(0)
        }
        Compression::Zlib => ZlibDecoder::new(&*packed).take(limit).read_to_end(&mut bytes),
        Compression::Gzip => MultiGzDecoder::new(&*packed).take(limit).read_to_end(&mut bytes),
        Compression::Zstd => match StreamingDecoder::new_with_max_window_size(&*packed, MOST_UNPACKED as u64) {
            Ok(decoder) => decoder.take(limit).read_to_end(&mut bytes),
            Err(error) => return Err(format!("invalid zstd data: {error}")),
        },
    };
    if bytes.len() > size {
        return Err(format!("expected {size} bytes for {} tiles, found more", size / 4));
    }
    if let Err(error) = result {
        return Err(format!("invalid {} data: {error}", compression.word()));
    }
    if bytes.len() < size {
        return Err(format!("expected {size} bytes for {} tiles, found {}", size / 4, bytes.len()));
    }
    Ok(bytes)
}

impl Compression {
    fn word(self) -> &'static str {
        match self {
            Self::None => "base64",
            Self::Zlib => "zlib",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}
