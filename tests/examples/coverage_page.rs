//! Prints the coverage of the Foeman rules: `cargo run -p foeman-tests --example coverage_page > docs/foeman-rules.md`.

#![allow(clippy::print_stdout, reason = "the program prints the page")]

use foeman_test_support::coverage::rules::{Sources, rules};

fn main() {
    print!("{}", Sources::read().page(&rules()));
}
