//! Sessions with the real `foeman lsp` over pipes.

#![allow(clippy::unwrap_used, reason = "tests")]

mod across;

mod client;

mod completing;

mod manners;

mod places;
mod pulling;

mod session;

mod workspace;
