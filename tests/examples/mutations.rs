//! Plants mistakes of each kind in the shipped packs, and prints how well `foeman check` reports them:
//! `mutations [TIMES [KIND]]`.
//!
//! `cargo run --release -p foeman-tests --example mutations -- 1000`

#![expect(clippy::print_stdout, reason = "the program is run in a terminal")]

use foeman_test_support::mutations::{KINDS, Kind, Patient, Tally, measured, tried};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let times = arguments.next().map_or(300, |times| times.parse().expect("a number of mistakes"));
    println!("| kind | check | planted | found | in place | with others |\n|---|---|--:|--:|--:|--:|");
    let patients = Patient::all();
    let Some(name) = arguments.next() else {
        measured(&patients, times).iter().for_each(|(kind, tally)| row(kind, tally));
        return;
    };
    let kind = KINDS.iter().copied().flatten().find(|kind| kind.name == name).expect("a kind of mistake");
    let tally = tried(&patients, kind, times);
    row(kind, &tally);
    tally.failures.iter().for_each(|story| println!("{story}"));
}

fn row(kind: &Kind, tally: &Tally) {
    let Kind { name, check, .. } = kind;
    println!("| {name} | `{check}` | {} | {} | {} | {} |", tally.planted, tally.found, tally.exact, tally.extra);
}
