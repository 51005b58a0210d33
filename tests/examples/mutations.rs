//! Plants mistakes of every kind in the shipped packs and prints what `foeman check` would tell of them: `mutations [TIMES [KIND]]`.
//!
//! `cargo run --release -p foeman-tests --example mutations -- 1000`

#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use foeman_tests::mutations::{Patient, measured};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let times = arguments.next().map_or(300, |times| times.parse().expect("a number of mistakes"));
    let only = arguments.next();
    println!("| kind | check | planted | found | in place | with others |\n|---|---|--:|--:|--:|--:|");
    for (kind, tally) in measured(&Patient::all(), times) {
        if only.as_ref().is_some_and(|name| name != kind.name) {
            continue;
        }
        let (name, check) = (kind.name, kind.check);
        println!("| {name} | `{check}` | {} | {} | {} | {} |", tally.planted, tally.found, tally.exact, tally.extra);
        if only.is_some() {
            tally.failures.iter().for_each(|story| println!("{story}"));
        }
    }
}
