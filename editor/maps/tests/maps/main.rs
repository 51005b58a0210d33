//! Tests of the readers and writers with whole files.
#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod data;
mod hostile;
mod round_trip;
mod updating;

use std::path::{Path, PathBuf};

use foeman_maps::{Finding, Folders, ForeignMap, format_of, read};
use foeman_schema::grid::Shift;

/// Returns the path of a file of the data set.
fn data_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Reads a map from bytes, with the tilesets of the data set.
fn read_bytes(name: &str, bytes: &[u8]) -> Result<ForeignMap, Finding> {
    let format = format_of(name).expect("the ending is known");
    read(format, name, bytes, &Folders::of(&data_file(name), None), Some(Shift::ColumnDown))
}
