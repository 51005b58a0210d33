//! The rows recorded from Hexkit itself (`tests/vectors/hexkit`): our rules with `original-behaviour` must give the
//! same results.
//!
//! Every section is read completely: rows, steps and instructions are counted, and an unknown key, question or
//! instruction fails its row. More rows of the same form may be added to that folder, in the same files or others: they
//! are played as well. Rows of another folder are played with
//!
//! ```text
//! FOEMAN_ROWS=FOLDER cargo test -p foeman-tests --test strategy another_folder -- --nocapture
//! ```
//!
//! which prints the numbers of rows, steps and instructions in each section, and all differences from the original.
#![allow(clippy::disallowed_methods, reason = "only the rules must not read files or the environment; tests may")]
//! Scenarios that are not in that folder are taken from ours.
//! `tests/vectors/own-rows.yaml` contains our own rows, written from descriptions of the original, to test this
//! harness.

#![allow(clippy::unwrap_used, reason = "a panic in a test helper fails the test")]

mod answers;

mod asks;

mod battles;

mod chronicle;

mod coverage;

mod decisions;

mod digest;

mod exchange;

mod findings;
mod game;

mod includes;

mod laws;

mod loading;

mod originals;

mod own;

mod players;

mod plots;
mod proofs;
mod prospects;

mod rows;

mod rules;

mod saved;

mod seeker;

mod shortcuts;

mod stops;

mod supplies;

mod valley;

mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rows::{Counts, Found, Row};

/// The sections: rows, steps, instructions.
const READ: &[(&str, Counts)] = &[
    ("attack_ranges", Counts { rows: 67, steps: 766, instructions: 0 }),
    ("combat", Counts { rows: 30, steps: 186, instructions: 209 }),
    ("commands", Counts { rows: 50, steps: 363, instructions: 1198 }),
    ("conditions", Counts { rows: 21, steps: 253, instructions: 514 }),
    ("extras", Counts { rows: 27, steps: 53, instructions: 5 }),
    ("full_games", Counts { rows: 26, steps: 459, instructions: 8720 }),
    ("movement", Counts { rows: 68, steps: 555, instructions: 0 }),
    ("seeker_choices", Counts { rows: 85, steps: 258, instructions: 9143 }),
    ("valuation", Counts { rows: 15, steps: 91, instructions: 291 }),
    ("world_values", Counts { rows: 33, steps: 100, instructions: 75 }),
];

#[test]
fn every_row_of_the_sections_that_are_read_is_as_in_the_original() {
    let (failures, _) = played(&rows::folder());
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), shown(&failures, 12));
}

#[test]
fn every_section_of_the_rows_is_read() {
    let (_, found) = in_folder(&rows::folder());
    for (section, expected) in READ {
        let found = found.get(*section).map_or(Counts::default(), |rows| counted(rows));
        // Additional rows may have been put there.
        let is_more =
            found.rows > expected.rows && found.steps >= expected.steps && found.instructions >= expected.instructions;
        assert!(found == *expected || is_more, "{section}: counted {found:?}, but expected {expected:?}");
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "a run on a given folder prints its counts")]
fn every_row_of_another_folder_is_as_in_the_original() {
    let Some(folder) = std::env::var_os("FOEMAN_ROWS").map(PathBuf::from) else { return };
    let (failures, sections) = played(&folder);
    for (section, Counts { rows, steps, instructions }) in &sections {
        println!("{section}: {rows} rows, {steps} steps, {instructions} instructions");
    }
    println!("{} failures in {} rows", failures.len(), sections.values().map(|of| of.rows).sum::<usize>());
    failures.iter().for_each(|failure| println!("{failure}"));
    assert!(!sections.is_empty(), "there are no rows in {}", folder.display());
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), shown(&failures, failures.len()));
}

/// Plays the rows of a folder; returns the failures, and the counts of each section.
fn played(folder: &Path) -> (Vec<String>, BTreeMap<String, Counts>) {
    let (mut failures, sections) = in_folder(folder);
    let mut counts = BTreeMap::new();
    for (section, found) in sections {
        let (mut told, played) = play(&section, &found);
        failures.append(&mut told);
        counts.insert(section, played);
    }
    (failures, counts)
}

/// Plays rows; returns the failures and the counts.
fn play(section: &str, found: &[Found]) -> (Vec<String>, Counts) {
    let (mut failures, mut played) = (Vec::new(), Counts::default());
    for found in found {
        match &found.row {
            Ok(row) => failures.append(&mut game::run(row, &mut played)),
            Err(error) => failures.push(error.clone()),
        }
    }
    let expected = counted(found);
    if failures.is_empty() && played != expected {
        failures.push(format!("{section}: played {played:?}, but there are {expected:?}"));
    }
    (failures, played)
}

fn shown(failures: &[String], most: usize) -> String {
    failures.iter().take(most).map(String::as_str).collect::<Vec<_>>().join("\n")
}

fn counted(found: &[Found]) -> Counts {
    let mut counts = Counts::default();
    found.iter().for_each(|found| counts.add(found.counts));
    counts
}

/// Returns the errors in the files of a folder, and their rows by section.
fn in_folder(folder: &Path) -> (Vec<String>, BTreeMap<String, Vec<Found>>) {
    let (mut failures, mut sections) = (Vec::new(), BTreeMap::new());
    for file in rows::files(folder) {
        match rows::parsed(folder, &file) {
            Ok(parsed) => parsed.into_iter().for_each(|(section, mut rows)| {
                sections.entry(section).or_insert_with(Vec::new).append(&mut rows);
            }),
            Err(error) => failures.push(error),
        }
    }
    (failures, sections)
}

/// Returns the rows of one of our sections.
fn section_rows(section: &str) -> Vec<Row> {
    let files = rows::files(&rows::folder()).into_iter().filter(|file| rows::section_of(file) == section);
    let parsed = files.flat_map(|file| rows::parsed(&rows::folder(), &file).unwrap_or_else(|error| panic!("{error}")));
    let rows = parsed.filter(|(name, _)| name == section).flat_map(|(_, rows)| rows);
    rows.map(|found| found.row.unwrap_or_else(|error| panic!("{error}"))).collect()
}
