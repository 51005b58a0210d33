//! Counts the sequences of legal commands from fixed positions of the shipped battles, like perft in chess programs.
//!
//! A rule that unintentionally allows more or less changes some count, even without a test for that rule.

use std::fmt;
use std::fmt::Write;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::player::{self, Players, decide};
use foeman_engine::ruleset::{Emit, Ruleset, Turn};
use ruleset_codes::ActionCodes;
use ruleset_entropy::Entropy;
use ruleset_foeman::Foeman;
use ruleset_strategy::Strategy;

use crate::packs;

/// The seed of all battles.
const SEED: Seed = Seed(1);

/// The maximum length of sequences.
const DEEPEST: u32 = 3;

/// A depth is skipped if it needs more lists of legal commands than this.
const MOST_LISTS: u64 = 5000;

/// How positions are reached: the player, by default the ruleset's first one, and the minimum number of entries. Random
/// play depends only on the rules, not on the quality of players.
const WAYS: [(Option<&str>, usize); 5] =
    [(None, 0), (None, 40), (None, 120), (Some("random"), 60), (Some("random"), 250)];

/// The command that regenerates the file.
pub const RENEW: &str = "cargo run -p foeman-tests --example sequences > tests/golden/sequences.txt";

/// A position in a battle, and the length of the sequences.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// `pack/scenario`.
    pub battle: String,
    /// The player of both sides so far.
    pub player: &'static str,
    /// The number of entries so far, including set-up and automatic entries.
    pub entries: usize,
    /// The number of commands in each sequence.
    pub depth: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { battle, player, entries, depth } = self;
        write!(f, "{battle:<31}  {player:<6}  {entries:>7}  {depth:>5}")
    }
}

/// Returns the counts of all shipped battles.
pub fn counts() -> Vec<(Place, u64)> {
    let mut counts = of_pack::<Foeman>("arena");
    counts.extend(of_pack::<Entropy>("entropy"));
    counts.extend(of_pack::<ActionCodes>("codes"));
    counts.extend(of_pack::<Strategy>("strategy"));
    counts
}

/// Formats the counts as text.
pub fn page(counts: &[(Place, u64)]) -> String {
    let mut page = format!(
        "# How many sequences of legal commands there are, battles with seed {}: for changes of the rules nobody meant.\n\
         # `player` has played both sides until `entries` entries were made; from there each sequence is issued command by\n\
         # command with the battle's own dice. Sequences that the end of the battle cuts short are not counted.\n\
         # Depths that need more than {MOST_LISTS} lists of legal commands are left out.\n\
         # Renew it, after looking at what has changed, with\n\
         # {RENEW}\n\n\
         # battle                         player  entries  depth  sequences\n",
        SEED.0
    );
    for (place, count) in counts {
        writeln!(page, "{place}  {count:>9}").expect("a text takes any text");
    }
    page
}

/// Returns the differences between two pages, one per line; empty if they are equal.
pub fn differences(committed: &str, fresh: &str) -> Vec<String> {
    let lines = |page: &str| -> Vec<(String, String)> {
        let rows = page.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let split = |row: &str| match row.rsplit_once(char::is_whitespace) {
            Some((place, count)) => (place.split_whitespace().collect::<Vec<_>>().join(" "), count.to_owned()),
            None => (row.to_owned(), String::new()),
        };
        rows.map(split).collect()
    };
    let (committed, fresh) = (lines(committed), lines(fresh));
    let mut found = Vec::new();
    for (place, count) in &committed {
        match fresh.iter().find(|(other, _)| other == place) {
            None => found.push(format!("{place}: expected {count} sequences, but the battle does not come there")),
            Some((_, now)) if now != count => {
                found.push(format!("{place}: expected {count} sequences, found {now}"));
            }
            Some(_) => {}
        }
    }
    let unknown = fresh.iter().filter(|(place, _)| committed.iter().all(|(other, _)| other != place));
    found.extend(unknown.map(|(place, count)| format!("{place}: expected no such line, found {count} sequences")));
    found
}

/// Counts the sequences of `depth` legal commands from here; automatic steps are played in between.
pub fn count<R: Ruleset>(battle: &Battle<R>, depth: u32) -> u64 {
    count_from::<R>(battle.content(), battle.state().clone(), battle.entries().len() as u64, (battle.seed(), depth))
}

fn count_from<R: Ruleset>(content: &R::Content, mut state: R::State, entry: u64, (seed, depth): (Seed, u32)) -> u64 {
    let Some(entry) = go_on::<R>(content, &mut state, entry, seed) else { return 0 };
    let mut legal = Vec::new();
    R::legal(content, &state, &mut legal);
    if depth <= 1 {
        return legal.len() as u64;
    }
    let after = |command: &R::Command| {
        let mut state = state.clone();
        R::plan(content, command, &mut Emit::new(content, &mut state, seed, entry));
        count_from::<R>(content, state, entry + 1, (seed, depth - 1))
    };
    legal.iter().map(after).sum()
}

/// Plays automatic steps until a side must decide; returns the number of the next entry, or `None` after the end of the
/// battle.
fn go_on<R: Ruleset>(content: &R::Content, state: &mut R::State, mut entry: u64, seed: Seed) -> Option<u64> {
    loop {
        match R::turn(content, state) {
            Turn::Ask { .. } => return Some(entry),
            Turn::Over(_) => return None,
            Turn::Auto => R::advance(content, &mut Emit::new(content, state, seed, entry)),
        }
        entry += 1;
    }
}

fn of_pack<R: Ruleset>(pack: &str) -> Vec<(Place, u64)> {
    let mut counts: Vec<(Place, u64)> = Vec::new();
    for resolved in packs::playable(pack) {
        for (player, entries) in WAYS {
            let usual = player::infos::<R>()[0].id.name();
            let player = player.unwrap_or(usual);
            let start = Battle::<R>::new(&resolved, SEED).unwrap_or_else(|problems| panic!("{problems:?}"));
            let Some(battle) = after(start, player, entries) else { continue };
            let mut lists = 1;
            for depth in 1..=DEEPEST {
                if lists > MOST_LISTS {
                    break;
                }
                let (name, entries) = (format!("{pack}/{}", resolved.scenario.id), battle.entries().len());
                let found = count(&battle, depth);
                counts.push((Place { battle: name, player, entries, depth }, found));
                lists += found;
            }
        }
    }
    counts
}

/// Plays until the first decision after this many entries; `None` if the battle ends before.
fn after<R: Ruleset>(mut battle: Battle<R>, player: &str, entries: usize) -> Option<Battle<R>> {
    let player = player::find::<R>(player).unwrap_or_else(|error| panic!("{error}"));
    let mut players = Players::default();
    loop {
        match battle.turn() {
            Turn::Over(_) => return None,
            Turn::Auto => battle.advance(),
            Turn::Ask { .. } if battle.entries().len() >= entries => return Some(battle),
            Turn::Ask { side, .. } => {
                let command = decide(&battle, players.of(side, player)).expect("who is asked has a choice");
                battle.issue(command).expect("players choose legal commands");
            }
        }
    }
}
