//! Property tests: parsing a file by records gives the same result as parsing the whole file.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::SourceFile;
use super::parse::parse;
use super::tree::{Node, NodeKind};
use crate::fmt;

/// Returns the catalogs and records of a file as parsed by records, with their values; `None` if a part could not be
/// parsed.
fn read_by_records(text: &str) -> Option<Vec<(String, String, String)>> {
    let file = SourceFile::new("pack.yaml".to_owned(), text.to_owned());
    let mut all = Vec::new();
    for section in file.fault.is_none().then_some(&file.sections)? {
        for part in section.parts() {
            let entry = part.entry()?;
            match section.whole() {
                Some(_) => all.extend(of_section(&section.key, &entry.value)),
                None => all.push((section.key.clone(), entry.key.to_string(), value(&entry.value))),
            }
        }
    }
    Some(all)
}

/// Returns the same from the tree of the whole file.
fn read_whole(text: &str) -> Option<Vec<(String, String, String)>> {
    match parse(text).ok()? {
        None => Some(Vec::new()),
        Some(root) if matches!(root.kind, NodeKind::Map { .. }) => {
            Some(root.entries().iter().flat_map(|entry| of_section(&entry.key, &entry.value)).collect())
        }
        Some(_) => None,
    }
}

fn of_section(key: &str, node: &Node) -> Vec<(String, String, String)> {
    match node.entries() {
        [] => vec![(key.to_owned(), String::new(), value(node))],
        entries => entries.iter().map(|e| (key.to_owned(), e.key.to_string(), value(&e.value))).collect(),
    }
}

/// Formats a value without layout and locations.
fn value(node: &Node) -> String {
    match &node.kind {
        _ if node.is_null() => "null".to_owned(),
        NodeKind::Scalar { text, .. } => format!("{text:?}"),
        NodeKind::Map { entries, .. } => {
            let entries: Vec<String> = entries.iter().map(|e| format!("{:?}: {}", e.key, value(&e.value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        NodeKind::Seq { items, .. } => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", ")),
    }
}

/// Generates a file with a few catalogs from random lines: explicit keys and their values, quotes and brackets over
/// several lines, blocks, anchors, comments, other line endings.
fn file() -> impl Strategy<Value = String> {
    let indent = prop::sample::select(vec!["", " ", "  ", "  ", "  ", "   ", "    ", "    ", "      ", "\t"]);
    let start = prop::sample::select(vec![
        "", "", "? ", "? ", ": ", ": ", "?", ":", "- ", "&x ", "*x", "#", "? ? ", "? - ", "?\t", "!t ",
    ]);
    let key = prop::sample::select(vec!["a", "b", "c", "items", "units", "\"q\"", "'r'", "d e", ":f", "?g"]);
    let rest = prop::sample::select(vec![
        "",
        ":",
        ":",
        ": 1",
        ": 1",
        ": {x: 1}",
        ": {x: 1",
        "}",
        ": [y,",
        "]",
        ": |",
        ": >-",
        ": \"z",
        "\"",
        ": 'w",
        "'",
        " # note",
        ": # note",
        ": &x v",
        ": *x",
        ": \"#\"",
        "\r",
        ":\r",
        "\r  b: 1",
        ": {? k : v}",
        ": ? k",
    ]);
    let line = (indent, start, key, rest).prop_map(|parts| [parts.0, parts.1, parts.2, parts.3].concat());
    let lines = prop::collection::vec(line, 1..7).prop_map(|lines| lines.join("\n"));
    let whole = prop::collection::vec(
        ("(  [a-d]: 1\n|  \\? [a-d]\n|  : \\{x: [0-9]\\}\n|  [a-d]:\n    x: 1\n|  # c\n|    # d\n|  \\? \\|\n    k\n){1,5}")
            .prop_map(|records| format!("items:\n{records}")),
        1..3,
    );
    prop_oneof![
        2 => lines.prop_map(|lines| format!("pack: p\nitems:\n  k: {{x: 1}}\n{lines}\n")),
        1 => whole.prop_map(|sections| sections.concat().replacen("items", "units", 1)),
    ]
}

/// Tries many random files, and shows the shortest of those that fail.
fn all_files_pass(fails: impl Fn(&str) -> Option<String>) {
    let mut runner = TestRunner::new(Config { cases: 20_000, failure_persistence: None, ..Config::default() });
    let failed: RefCell<Vec<String>> = RefCell::default();
    let tried = runner.run(&file(), |text| {
        failed.borrow_mut().extend(fails(&text));
        Ok(())
    });
    tried.expect("the closure collects failures and never returns one");
    let mut failed = failed.into_inner();
    failed.sort_by_key(String::len);
    failed.truncate(8);
    assert!(failed.is_empty(), "{}", failed.join("\n=======\n"));
}

#[test]
fn a_file_is_read_by_records_as_it_is_read_whole() {
    all_files_pass(|text| {
        let (cut, whole) = (read_by_records(text), read_whole(text));
        // Plain text in place of a catalog is reported as a record that lacks its colon.
        let is_word = |(key, id, value): &(String, String, String)| id.is_empty() && key != "pack" && value != "null";
        let reported = cut.is_none() && whole.iter().flatten().any(is_word);
        (cut != whole && !reported).then(|| format!("{text}\n{cut:?}\n{whole:?}"))
    });
}

#[test]
fn a_file_that_is_laid_out_is_read_whole_as_before() {
    all_files_pass(|text| {
        let laid = fmt::text(text).ok()?;
        (read_whole(&laid) != read_whole(text)).then(|| format!("{text}\n--- becomes\n{laid}"))
    });
}
