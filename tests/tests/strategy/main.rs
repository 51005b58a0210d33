//! The rows drawn from Hexkit itself (`tests/vectors/hexkit`): our rules with `original-behaviour` do what it does.
//!
//! Every section that is read is read in full: rows, steps and instructions are counted, and a key, question or
//! instruction that is not known fails.

#![allow(clippy::unwrap_used, reason = "a test that panics fails, which is what it is for")]

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

mod players;

mod plots;
mod prospects;

mod rows;

mod rules;

mod saved;

mod valley;

mod words;

use std::collections::BTreeMap;

use rows::{Counts, Row};

/// The sections that are read: rows, steps, instructions.
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
fn every_section_of_the_rows_is_read() {
    let listed: BTreeMap<String, usize> = READ.iter().map(|(name, of)| ((*name).to_owned(), of.rows)).collect();
    let found: BTreeMap<String, usize> =
        files().into_iter().map(|(section, _)| (section.clone(), count(&section))).collect();
    assert_eq!(listed, found);
}

fn section_rows(section: &str) -> Vec<Row> {
    let of_file = |text: String| {
        let mut sections: BTreeMap<String, Vec<Row>> =
            serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{section}: {error}"));
        let rows = sections.remove(section).expect("a file is named after its section");
        assert!(sections.is_empty(), "{section} has one section");
        rows
    };
    texts(section).into_iter().flat_map(of_file).collect()
}

/// The rows of a section, counted by their ids.
fn count(section: &str) -> usize {
    texts(section).iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("- id: ")).count()
}

/// The texts of a section, in the order of its files.
fn texts(section: &str) -> Vec<String> {
    files().into_iter().filter(|(of, _)| of == section).map(|(_, file)| rows::read(&file)).collect()
}

/// The files of rows with their sections; a long section lies in several, with numbers behind its name.
fn files() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(rows::folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    files.sort();
    let section = |file: String| {
        let stem = file.strip_suffix(".yaml")?;
        Some((stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_owned(), file))
    };
    files.into_iter().filter_map(section).collect()
}
