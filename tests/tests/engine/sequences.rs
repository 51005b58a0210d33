//! The golden counts of legal command sequences.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_test_support::packs;
use foeman_test_support::sequences::{RENEW, count, counts, differences, page};
use foeman_test_support::toy::Tug;
use ruleset_foeman::Foeman;

use super::played;

#[test]
fn as_many_sequences_are_legal_as_the_golden_file_says() {
    let golden = include_str!("../../golden/sequences.txt");
    let fresh = page(&counts());
    let found = differences(golden, &fresh);
    assert!(
        found.is_empty(),
        "other commands are legal than before:\n{}\nif that is meant, renew the file with `{RENEW}`",
        found.join("\n")
    );
    assert!(golden.lines().eq(fresh.lines()), "only words or order differ; renew the file with `{RENEW}`");
    for pack in ["arena", "entropy", "codes", "strategy"] {
        for resolved in packs::playable(pack) {
            let name = format!("{pack}/{} ", resolved.scenario.id);
            assert!(golden.lines().any(|line| line.starts_with(&name)), "{name} is not counted");
        }
    }
}

#[test]
fn a_line_that_differs_is_named_with_both_counts() {
    let golden = "# words\na/duel  steady  0  1  12\na/duel  steady  0  2  99\na/gone  random  5  1  3\n";
    let fresh = "a/duel   steady  0  1  12\na/duel  steady  0  2  98\na/new  random  5  1  7\n";
    let found = differences(golden, fresh);
    let expected = [
        "a/duel steady 0 2: expected 99 sequences, found 98",
        "a/gone random 5 1: expected 3 sequences, but the battle does not come there",
        "a/new random 5 1: expected no such line, found 7 sequences",
    ];
    assert_eq!(found, expected);
}

/// Counts by issuing every sequence in a separate battle.
fn by_hand<R: Ruleset>(battle: &Battle<R>, depth: u32) -> u64 {
    let mut battle = battle.clone();
    while battle.turn() == Turn::Auto {
        battle.advance();
    }
    if depth == 0 {
        return 1;
    }
    let after = |command| {
        let mut next = battle.clone();
        next.issue(command).expect("listed commands are legal");
        if depth == 1 { 1 } else { by_hand(&next, depth - 1) }
    };
    battle.legal().into_iter().map(after).sum()
}

#[test]
fn counting_is_issuing_every_sequence() {
    for choices in [&[0u16][..], &[1, 2], &[0, 2, 1, 3]] {
        let mut battle = played("bog", 3, choices);
        for entries in (1..battle.entries().len()).rev() {
            battle.back_to(entries);
            for depth in 1..=3 {
                assert_eq!(count::<Tug>(&battle, depth), by_hand(&battle, depth), "{choices:?}, {entries}, {depth}");
            }
        }
    }
    for scenario in packs::playable("arena") {
        let battle = Battle::<Foeman>::new(&scenario, Seed(1)).expect("it can be played");
        assert_eq!(count(&battle, 2), by_hand(&battle, 2), "{}", scenario.scenario.id);
    }
}
