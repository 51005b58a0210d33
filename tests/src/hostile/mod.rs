//! Files of strangers: each hostile file must be refused with its place, without writing anything, and its sound twin
//! must be accepted.
//!
//! `cargo run -p foeman-tests --example hostile_files -- FOLDER` writes them, to measure time and memory.

mod others;
mod tiled;

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

/// The command that reads a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// `foeman import FILE --into PACK`.
    Import,
    /// `foeman check PACK`, with the file as `lang/de.po` of the pack.
    Check,
    /// `foeman unpack FILE`.
    Unpack,
    /// `foeman replay FILE`.
    Replay,
}

/// A hostile file with its sound twin.
#[derive(Clone, Debug)]
pub struct Hostile {
    /// Its name, with the ending of its format.
    pub name: String,
    /// The command that reads it.
    pub reader: Reader,
    /// The hostile file.
    pub hostile: Vec<u8>,
    /// The same file without the fault.
    pub sound: Vec<u8>,
    /// A part of the error.
    pub says: &'static str,
}

/// Collects cases.
#[derive(Default)]
struct Cases(Vec<Hostile>);

impl Cases {
    fn add(&mut self, name: &str, sound: impl Into<Vec<u8>>, hostile: impl Into<Vec<u8>>, says: &'static str) {
        let reader = match name.rsplit('.').next() {
            Some("po") => Reader::Check,
            Some("zip") => Reader::Unpack,
            Some("journal") => Reader::Replay,
            _ => Reader::Import,
        };
        self.0.push(Hostile { name: name.to_owned(), reader, hostile: hostile.into(), sound: sound.into(), says });
    }
}

/// Returns all cases. `journal` is a sound journal.
pub fn cases(journal: &str) -> Vec<Hostile> {
    let mut cases = Cases::default();
    tiled::numbers(&mut cases);
    tiled::markup(&mut cases);
    tiled::packed(&mut cases);
    tiled::chunks(&mut cases);
    tiled::shapes(&mut cases);
    tiled::paths(&mut cases);
    tiled::json(&mut cases);
    others::wesnoth(&mut cases);
    others::megamek(&mut cases);
    others::tables(&mut cases);
    others::translations(&mut cases);
    others::archives(&mut cases);
    others::journals(&mut cases, journal);
    cases.0
}

/// The mappings with which the sound maps are imported: path and text.
pub const MAPPINGS: (&str, &str) = (
    "mappings.yaml",
    "\
mappings:
  m: {title: M, format: megamek, rules: [{base: '*', terrain: grass}]}
  t: {title: T, format: tiled, rules: [{base: grass, terrain: grass}], empty: void}
  w: {title: W, format: wesnoth, rules: [{base: '*', terrain: grass}]}
",
);

/// Returns the files next to the maps: a tileset, one that is too large, and a map.
pub fn neighbours() -> Vec<(&'static str, Vec<u8>)> {
    let tileset =
        "<tileset name=\"g\" tilecount=\"2\"><tile id=\"0\" type=\"grass\"/><tile id=\"1\" type=\"mud\"/></tileset>";
    vec![
        ("ground.tsx", tileset.into()),
        ("large.tsx", vec![b' '; (16 << 20) + 1]),
        ("map.tsx", tiled::MAP.into()),
        ("entity.tsx", "<!DOCTYPE a [<!ENTITY b \"c\">]><tileset name=\"&b;\"/>".into()),
    ]
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
