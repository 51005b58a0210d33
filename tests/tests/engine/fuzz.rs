//! Runs the fuzz targets for a few seconds, on their seeds and on mutated seeds.
#![allow(clippy::print_stdout, reason = "a long run shows its progress")]

use std::time::{Duration, Instant};

use foeman_tests::fuzz::{TARGETS, Target};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The environment variable with the number of seconds per target for mutated seeds; the seeds take at most as long
/// again.
const SECONDS: &str = "FOEMAN_FUZZ_SECONDS";

/// The default is short, so that the tests stay fast on any machine.
fn each() -> Duration {
    let asked = std::env::var(SECONDS).ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(asked.unwrap_or(1))
}

#[test]
fn whatever_bytes_come_the_program_stands() {
    let each = each();
    for (number, target) in TARGETS.iter().enumerate() {
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "`{}` has inputs to begin with", target.name);
        let started = Instant::now();
        for (at, seed) in seeds.iter().enumerate() {
            stand(target, seed, &format!("seed {at}"));
            if started.elapsed() > each {
                break;
            }
        }
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[number as u8; 32]);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let spoilt = spoilt(seeds.clone());
        let mut runs = 0;
        while started.elapsed() < 2 * each {
            let input = spoilt.new_tree(&mut runner).expect("there are seeds").current();
            stand(target, &input, "a spoilt seed");
            runs += 1;
        }
        println!("{}: {} seeds, {runs} spoilt ones", target.name, seeds.len());
    }
}

/// Inputs with which fuzzers once found a bug, by target.
const FOUND: [(&str, &[u8]); 7] = [
    // A clash in the first line of a file with a byte order mark: the mark must stay before the conflict markers.
    (
        "merge",
        b"\0\xEF\xBB\xBFpack:< their# theirs\n\xFFi\r\ne:bheck\n\xFFi\r\ne:bhecks\xFFtiheir# theirs\n\xFF",
    ),
    // Text after a key that also has records below it: the text was skipped, and the result could not be parsed.
    (
        "merge",
        b"\0pack: p\xD9items:\n  a: {title: A}\n  b: {ti\xAFle: B}\n\xFF\x01\x005\0\x05title: Ours\x01\xFF\x01\0&\0\t  \x0B\
          \xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF# theirs\n\xFF",
    ),
    // A NUL was ignored in the first comment of a file and reported everywhere else, so only one merge order was valid.
    (
        "merge",
        b"\0pack: p\nitems:\n  atle: Ours\n\xFF\x01\x01\\\0\t#\0\0\0itle: B}\n\xFF\x01\x02G\0\x05title: Ours\n\xFF\x01\x01\\\0\t  \
          # checks\n\xFF",
    ),
    // With mixed line ends, a conflict marker was appended to an unterminated last line.
    (
        "merge",
        b"\0\r\nck:\xFF;p\ni: # a:\n a : {title Atitl:res-------es-------\n\xFF\x01\xFF{\xFF\xFF\\\0\t  #\xFF\xFF\xFF\xEFtl\n \xFF",
    ),
    // Top-level keys with different indentation were nested in each other, in one of the two merge orders.
    (
        "merge",
        b"\0pack: p\nitems:\n  a:${tWitle : A}\n  b: {title: (B}\n\xFF\xFF\xFF\xCD\xFF\xFF\xFF\xFF\xFF\xFF\xFF\
          \xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\
          \xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\
          \xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01\x03\x85\x02\0\0\0 Orsack:\x1D\0\t  # t\xF8\x9E\xC5\xDF\xADheiti\
          rst",
    ),
    // Like NUL, other characters that are invalid in YAML were ignored in comments outside records.
    (
        "merge",
        b"\0\xFF\xFF\xFF\x1Fcversionk: p\nitems:\n  ale: Our\xFF\xFF\xFF\xFF\xFF\xFFs\n\xFF\x01\xFF&\0\t  # \
          \x86erra: B}\n\xFF\x01\x005\0\x05title: Ours\n\xFF\x01\0&\0\t  # thei\n\xFF",
    ),
    // An unclosed bracket makes a key of several lines, and a message contained the whole key.
    (
        "source",
        b"\x01figures:\n  troll:\n    size: 5\n    attributes: {st: 24, dx: 10, ind people, and\n\nfigures:\n  t, damage: \
          -0H L-1}\n    hd:ei {protection: 2}\n",
    ),
];

#[test]
fn what_fuzzers_fell_over_stands() {
    for (name, input) in FOUND {
        let target = TARGETS.iter().find(|target| target.name == name).expect("it is a target");
        stand(target, input, "an earlier failure");
    }
}

/// Seeds with bytes replaced, removed, repeated and joined.
fn spoilt(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let harm = (any::<prop::sample::Index>(), 0..24usize, prop::collection::vec(any::<u8>(), 0..6));
    (prop::sample::select(seeds), prop::collection::vec(harm, 1..5)).prop_map(|(mut bytes, harms)| {
        for (at, length, new) in harms {
            let at = at.index(bytes.len() + 1);
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, new);
        }
        bytes
    })
}

fn stand(target: &Target, input: &[u8], what: &str) {
    let run = std::panic::AssertUnwindSafe(|| (target.run)(input));
    if std::panic::catch_unwind(run).is_err() {
        panic!("`{}` fell over {what}: {}", target.name, input.escape_ascii());
    }
}
