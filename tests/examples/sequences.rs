//! Prints the number of sequences of legal commands:
//! `cargo run -p foeman-tests --example sequences > tests/golden/sequences.txt`.

#![allow(clippy::print_stdout, reason = "the program prints the sequences")]

use foeman_test_support::sequences::{counts, page};

fn main() {
    print!("{}", page(&counts()));
}
