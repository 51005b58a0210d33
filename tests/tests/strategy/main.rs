//! The rows drawn from Hexkit itself (`tests/vectors/hexkit`): our rules with `original-behaviour` do what it does.
//!
//! Every section that is read is read in full: rows, steps and instructions are counted, and a key, question or
//! instruction that is not known fails. What is not read yet is listed here, so that no row is passed over in silence.

#![allow(clippy::unwrap_used, reason = "a test that panics fails, which is what it is for")]

mod asks;

mod digest;

mod game;

mod includes;

mod rows;

mod words;

use std::collections::BTreeMap;

use rows::{Counts, Row};

/// The sections that are read: rows, steps, instructions.
const READ: &[(&str, Counts)] = &[
    ("attack_ranges", Counts { rows: 67, steps: 766, instructions: 0 }),
    ("combat", Counts { rows: 30, steps: 186, instructions: 209 }),
    ("commands", Counts { rows: 50, steps: 363, instructions: 1198 }),
    ("conditions", Counts { rows: 21, steps: 253, instructions: 514 }),
    ("full_games", Counts { rows: 26, steps: 459, instructions: 8720 }),
    ("movement", Counts { rows: 68, steps: 555, instructions: 0 }),
    ("seeker_choices", Counts { rows: 85, steps: 258, instructions: 9143 }),
    ("valuation", Counts { rows: 15, steps: 91, instructions: 291 }),
    ("world_values", Counts { rows: 33, steps: 100, instructions: 75 }),
];

/// The sections that wait for the computer player or for what is written back; how many rows they have.
const WAITING: &[(&str, usize)] = &[("extras", 27)];

#[test]
fn every_row_of_the_sections_that_are_read_is_as_in_the_original() {
    let mut failures = Vec::new();
    for (section, expected) in READ {
        let mut counted = Counts::default();
        for row in section_rows(section) {
            let mut told = game::run(&row, &mut counted);
            failures.append(&mut told);
        }
        if counted != *expected {
            failures.push(format!("{section}: counted {counted:?}, but expected {expected:?}"));
        }
    }
    let shown: Vec<&str> = failures.iter().take(12).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), shown.join("\n"));
}

#[test]
fn every_section_of_the_rows_is_read_or_listed_as_waiting() {
    let mut listed: BTreeMap<String, usize> = READ.iter().map(|(name, of)| ((*name).to_owned(), of.rows)).collect();
    listed.extend(WAITING.iter().map(|&(name, rows)| (name.to_owned(), rows)));
    let files = std::fs::read_dir(rows::folder()).unwrap().map(|entry| entry.unwrap().path());
    let sections = files.filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    let names: Vec<String> = sections.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let found: BTreeMap<String, usize> = names.into_iter().map(|name| (name.clone(), count(&name))).collect();
    assert_eq!(listed, found);
}

fn section_rows(section: &str) -> Vec<Row> {
    let text = rows::read(&format!("{section}.yaml"));
    let mut sections: BTreeMap<String, Vec<Row>> =
        serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{section}: {error}"));
    let rows = sections.remove(section).expect("a file is named after its section");
    assert!(sections.is_empty(), "{section} has one section");
    rows
}

/// The rows of a section, counted by their ids.
fn count(section: &str) -> usize {
    rows::read(&format!("{section}.yaml")).lines().filter(|line| line.starts_with("- id: ")).count()
}
