//! The language server: diagnostics, completion, hover, rename and more for any text editor that supports LSP.

pub mod frames;

pub mod position;

pub mod uri;

pub mod home;

pub mod pack;

pub mod workspace;

pub mod checker;

pub mod diagnostics;

pub mod snapshot;

pub mod cursor;

pub mod pool;

pub mod client;

pub mod target;

pub mod prose;

pub mod letters;

pub mod snippet;

pub mod completion;

pub mod hover;

pub mod navigation;

pub mod edits;

pub mod rename;

pub mod across;

pub mod actions;

pub mod symbols;

pub mod hints;

pub mod requests;

pub mod pull;

pub mod server;

pub use server::serve;
