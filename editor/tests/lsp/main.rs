//! Sessions with the real `foeman lsp` over pipes.

#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod across;

mod client;

mod completing;

mod manners;

mod places;
mod pulling;

mod session;

mod workspace;
