//! Property tests: the fast parser returns the same tree as the full parser, and rejects what the full parser rejects.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::Config;

use super::read;
use crate::source::cut::cut;
use crate::source::limits;
use crate::source::parse::parse;

/// Compares both parsers; returns whether the fast one accepted the text.
fn agree(text: &str) -> bool {
    let quick = read(text);
    if let Some(tree) = &quick {
        assert_eq!(parse(text).ok().flatten().as_ref(), Some(tree), "\n{text}");
    }
    quick.is_some()
}

/// Returns the YAML files of the shipped packs.
fn shipped() -> Vec<String> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"), &mut files);
    files.sort();
    files.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Returns the parts in which a file is parsed.
fn parts(text: &str) -> Vec<&str> {
    let sections = cut(text).unwrap_or_default();
    let spans = sections.into_iter().flat_map(|section| match section.records {
        Some(records) if !records.is_empty() => records,
        _ => vec![section.span],
    });
    spans.map(|span| &text[span.range()]).collect()
}

#[test]
fn nearly_all_records_of_the_shipped_packs_are_ordinary() {
    let files = shipped();
    let parts: Vec<&str> = files.iter().flat_map(|text| parts(text)).collect();
    let ordinary = parts.iter().filter(|part| agree(part)).count();
    let odd: Vec<_> = parts.iter().filter(|part| read(part).is_none()).collect();
    assert!(ordinary * 20 > parts.len() * 19, "{ordinary} of {}: {odd:#?}", parts.len());
}

#[test]
fn what_is_not_certain_is_left_to_the_parser() {
    let odd = [
        "a: b\n  c\n",
        "a: *b\n",
        "a: &b c\n",
        "a: !t b\n",
        "a: \"b\\n\"\n",
        "a: 'b''c'\n",
        "a: >\n  b\n",
        "a: b: c\n",
        "a: b:\n",
        "a:\tb\n",
        "a: b\r\n",
        "a: {b}\n",
        "a: {b: c, }\n",
        "a: [b,\n c]\n",
        "a: [b: c]\n",
        "a: {b: c}: d\n",
        "? a\n",
        "a: b\n- c\n",
        "a:\n    b: c\n  d: e\n",
        "a: |\n\n  b\n",
        "a: |+\n  b\n",
        "a: |2\n   b\n",
        "a: [b#c, #d]\n",
        "a: {b: c#d}x\n",
        "--- a: b\n",
        "a: - b\n",
        "a: @b\n",
        "a: %b\n",
        "a: `b`\n",
        "a: \"b\"c\n",
        "a : b\n",
        "a: [\"b\":c]\n",
        "a: {\"b\":c}\n",
        "a: - \n",
        "a: -\n",
        "a:\n  - - b\n",
        "a:\n  -\n",
        "\u{feff}a: b\n",
        "a: \u{7}\n",
        "a: b\u{2028}c\n",
        "a\n",
        "",
        "# a\n",
        "...: a\n",
    ];
    for text in odd {
        agree(text);
        assert!(read(text).is_none(), "{text:?}");
    }
}

#[test]
fn every_ordinary_shape_is_read() {
    let ordinary = [
        "a:\n",
        "a: b",
        "a: b # c\n",
        "  a:\n    b: -1H T+1\n    c: \"d # e\"\n    # f\n\n  # g\n",
        "a: {}\n",
        "a: []\n",
        "a: [ b , 'c' ]\n",
        "a: { b: c, d: [1, 2], e: {f: -1} }\n",
        "a:\n- b\n- c\nd: e\n",
        "a:\n  - b: c\n    d: e\n  - {f: g}\n  - h\n",
        "a:\n  b:\n  c:\n\n",
        "a: |\n  b\n   c\n\n  # d\n\ne: f\n",
        "a: |-\n  b\n",
        "a: ~\nb: null\n",
        "\"#\": a\n'.': b\n",
        "a: 1D:st negates\n",
        "a: é\nü: {ß: ñ}\n",
        "a: b#c\n",
        "a: [b#c, d'e]\n",
        "a:   b   \n",
        "a: # c\n  b: c\n",
        "a: #c\n",
        "a b: c d\n",
        "a: {b c: d e}\n",
        "- : a\n",
        "a:b: c\n",
    ];
    let unread: Vec<_> = ordinary.iter().filter(|text| !agree(text)).collect();
    assert_eq!(unread, [&"- : a\n"]);
}

#[test]
fn large_records_are_read_up_to_the_limit_on_values() {
    // The list, the map, its key and the items.
    let list = |values: usize| format!("a: [{}]\n", vec!["1"; values - 3].join(", "));
    assert!(agree(&list(limits::NODES)));
    let more = list(limits::NODES + 1);
    assert!(read(&more).is_none() && parse(&more).is_err());
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,4}( [a-z:#'\"]{1,3})?",
        "-?[0-9]{1,3}",
        "\"[a-z#: ,é]{0,4}\"",
        "'[a-z#: \\[]{0,4}'",
        "[ -~]{0,5}",
        "[-a-z0-9:#,\\[\\]{}'\"&*!|>%@ ?~]{1,6}",
    ]
}

fn flow() -> impl Strategy<Value = String> {
    let leaf = scalar();
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            (prop::collection::vec((scalar(), inner.clone()), 0..3), "[ ]?", "(, |,| , )").prop_map(
                |(entries, blank, comma)| {
                    let entries: Vec<String> =
                        entries.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
                    format!("{{{blank}{}{blank}}}", entries.join(&comma))
                }
            ),
            (prop::collection::vec(inner, 0..3), "[ ]?")
                .prop_map(|(items, blank)| format!("[{blank}{}]", items.join(", "))),
        ]
    })
}

/// Generates a line of a block with its indentation.
fn line() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        3 => flow().prop_map(|value| format!(" {value}")),
        1 => Just(String::new()),
        1 => prop::sample::select(vec![" |", " |-", " >", " # x", " &a b", " *a"]).prop_map(str::to_owned),
    ];
    let key = prop_oneof![4 => "[a-z]{1,3}", 1 => "\"[#.]\"", 1 => "'[a-z]'", 1 => scalar()];
    let content = prop_oneof![
        6 => (key, value.clone()).prop_map(|(key, value)| format!("{key}:{value}")),
        2 => value.prop_map(|value| format!("-{value}")),
        1 => "[a-z]{1,3}: [a-z]{1,3}".prop_map(|entry| format!("- {entry}")),
        1 => Just("# comment".to_owned()),
        1 => Just(String::new()),
        1 => scalar(),
    ];
    (0..4usize, content, prop::sample::select(vec!["", "", "", " ", " # x"]))
        .prop_map(|(indent, content, end)| format!("{}{content}{end}\n", "  ".repeat(indent)))
}

proptest! {
    #![proptest_config(Config { cases: 4_000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn brackets_are_read_as_the_parser_reads_them(value in flow()) {
        agree(&format!("a: {value}\n"));
        agree(&format!("a:\n  - {value}\n"));
        agree(&format!("a:\n  - b: {value}\n    c: {value}\n"));
    }

    #[test]
    fn blocks_are_read_as_the_parser_reads_them(lines in prop::collection::vec(line(), 1..7)) {
        agree(&format!("a:\n{}", lines.concat()));
        agree(&lines.concat());
    }

    #[test]
    fn damaged_records_are_read_as_the_parser_reads_them(
        file in any::<prop::sample::Index>(),
        part in any::<prop::sample::Index>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, "[ -~\n\té]{0,2}|[-:#,\\[\\]{}'\"&*!|> \n]{0,3}"), 0..3),
    ) {
        let files = shipped();
        let text: &String = file.get(&files);
        let parts = parts(text);
        let mut text: Vec<char> = part.get(parts.as_slice()).chars().collect();
        for (at, length, put) in damages {
            let at = at.index(text.len() + 1);
            text.splice(at..(at + length).min(text.len()), put.chars());
        }
        agree(&text.into_iter().collect::<String>());
    }
}
