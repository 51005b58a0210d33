//! Prints the coverage of the strategy rules: `cargo run -p foeman-tests --example strategy_page >
//! docs/strategy-rules.md`.

#![allow(clippy::print_stdout, reason = "the program prints the page")]

use foeman_test_support::coverage::strategy::{Sources, lines};

fn main() {
    print!("{}", Sources::read().page(&lines()));
}
