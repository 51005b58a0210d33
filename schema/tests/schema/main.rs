//! Integration tests of the schema crate through its public API.

mod allowing;

mod allows;

mod analysis;

mod areas;

mod changes;

mod common;

mod conflicts;

mod compare;
mod declared;

mod edits;

mod effects;

mod findings;

mod fixes;

mod fmt;

mod large;
mod laws;

mod merge;

mod packs;

mod required;
mod rows;

mod schemas;

mod signs;

mod tiny;

mod translations;
