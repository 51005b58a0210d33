//! Files of a folder, with any bytes, and with names that may not belong to a pack.

use std::fs;

use foeman_registry::SHIPPED;
use foeman_schema::draft::{Draft, Shelf};
use tempfile::TempDir;

use super::bytes::{Bytes, END};
use super::{Target, source};
use foeman_test_support::packs;

pub(super) const TARGET: Target = Target { name: "loader", run, seeds };

/// The paths of files; files outside the folder `pack` are separate packs.
const PATHS: [&str; 12] = [
    "pack/pack.yaml",
    "pack/items.yaml",
    "pack/deep/er/figures.yaml",
    "pack/.hidden.yaml",
    "pack/notes.txt",
    "pack/Loud.YAML",
    "pack/short.yml",
    "pack/sand.png",
    "basics/pack.yaml",
    "basics/items.yaml",
    "more/pack.yaml",
    "lone.yaml",
];

/// The maximum number of files.
const FILES: usize = 8;

fn run(data: &[u8]) {
    let folder = TempDir::new().expect("a folder for the test");
    let mut bytes = Bytes::new(data);
    for _ in 0..FILES {
        if bytes.is_empty() {
            break;
        }
        let path = folder.path().join(bytes.pick(&PATHS));
        fs::create_dir_all(path.parent().expect("the path has a parent folder")).expect("a folder can be made");
        fs::write(path, bytes.part()).expect("a file can be written");
    }
    for root in ["pack", "pack/pack.yaml", "lone.yaml"] {
        let shelf = Shelf::new(vec![folder.path().to_owned()], &[]);
        if let Ok(draft) = Draft::open_with(&folder.path().join(root), &SHIPPED.dialects(), shelf) {
            source::whole(&draft);
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let texts = packs::texts("bent-nail");
    let header = texts["pack.yaml"].as_bytes();
    let other = b"pack: basics\nversion: 1.0.0\nruleset: foeman\nitems: {nail: {title: Nail, class: gear}}\n";
    let building =
        b"pack: p\nruleset: foeman\nrequires: {basics: ^1}\nitems: {big-nail: {extends: nail, title: Big nail}}\n";
    let mut seeds = vec![
        [&[0], header, &[END, 1], texts["items.yaml"].as_bytes(), &[END, 2], texts["people.yaml"].as_bytes()].concat(),
        [&[0], &building[..], &[END, 8], &other[..]].concat(),
        [&[11], &other[..]].concat(),
        [&[0], &building[..], &[END, 8], &building[..]].concat(),
        [&[0], &b"\xFE\xFFp\0a\0c\0k"[..], &[END, 6], &b"items: {}"[..]].concat(),
    ];
    seeds.push([&[0], header, &[END, 7], &b"\x89PNG\r\n\x1a\n"[..]].concat());
    seeds
}
