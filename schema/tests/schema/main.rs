//! What the schema crate promises, through its public face.

mod changes;
mod common;

mod edits;

mod effects;

mod examples;

mod expressions;

mod findings;

mod fixes;

mod laws;

mod names;

mod packs;

mod schemas;
