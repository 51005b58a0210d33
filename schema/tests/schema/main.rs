//! What the schema crate promises, through its public face.

mod allows;

mod analysis;

mod areas;

mod changes;

mod common;

mod edits;

mod effects;

mod findings;

mod fixes;

mod laws;

mod packs;

mod schemas;

mod tiny;
