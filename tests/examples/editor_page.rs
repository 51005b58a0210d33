//! Prints the status of the checklist of Hexkit's scenario editor:
//! `cargo run -p foeman-tests --example editor_page > docs/hexkit-editor.md`.

#![allow(clippy::print_stdout, reason = "the program prints the page")]

use foeman_test_support::coverage::editor::{page, rows};
use foeman_test_support::coverage::tests::Tests;

fn main() {
    print!("{}", page(&Tests::read(), &rows()));
}
