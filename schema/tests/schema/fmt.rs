//! Formatting packs: what changes, what stays, and property tests.

use foeman_schema::analysis::check;
use foeman_schema::compare::compare;
use foeman_schema::draft::Draft;
use foeman_schema::fmt;
use granit_parser::{Event, Parser, options};
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::common::{HEADER, pack};
use crate::laws::layouts;

#[track_caller]
fn becomes(before: &str, after: &str) {
    assert_eq!(fmt::text(before).as_deref(), Ok(after), "{before}");
    assert_eq!(fmt::text(after).as_deref(), Ok(after), "again");
}

/// Returns the comments of a text as parsed.
fn comments(text: &str) -> Vec<String> {
    let parser = Parser::new_from_str_with_options(text, options! { emit_comments: true });
    let events = parser.map(|event| event.expect("it can be read").0);
    events
        .filter_map(|event| match event {
            Event::Comment(text, _) => Some(text.trim_end().to_owned()),
            _ => None,
        })
        .collect()
}

fn findings(draft: &Draft) -> Vec<(String, String, String)> {
    let mut all: Vec<_> = check(draft)
        .iter()
        .map(|finding| (finding.code.to_string(), finding.pointer.to_string(), finding.message.clone()))
        .collect();
    all.sort();
    all
}

/// Formats a text; asserts that meaning, comments and findings are preserved, and that formatting is idempotent.
#[track_caller]
fn lawful(text: &str) -> String {
    let new = fmt::text(text).unwrap_or_else(|refusal| panic!("{refusal} at {:?}:\n{text}", refusal.at));
    assert_eq!(fmt::text(&new).as_ref(), Ok(&new), "{text}\n--- once\n{new}");
    assert_eq!(comments(&new), comments(text), "{text}\n--- becomes\n{new}");
    let (old, laid) = (pack(text), pack(&new));
    assert_eq!(compare(&old, &laid), [], "{text}\n--- becomes\n{new}");
    assert_eq!(findings(&old), findings(&laid), "{text}\n--- becomes\n{new}");
    assert!(new.lines().all(|line| line.trim_end_matches(' ') == line || text.contains("  ")), "{new}");
    new
}

#[test]
fn levels_are_indented_by_two_and_lists_stand_below_their_key() {
    becomes(
        "weapons:\n    sword:\n          title:   Sword\n          found:\n          - pit\n          -   beach\n",
        "weapons:\n  sword:\n    title: Sword\n    found:\n      - pit\n      - beach\n",
    );
    becomes(
        "a:\n-   x: 1\n    y: 2\n-\n  x: 3\n- - b\n  -   c\n",
        "a:\n  - x: 1\n    y: 2\n  - x: 3\n  - - b\n    - c\n",
    );
    becomes("? a\n: b\nc :  d\n\"e\" : f\n", "a: b\nc: d\ne: f\n");
}

#[test]
fn records_with_explicit_keys_are_laid_out_as_the_parser_reads_them() {
    becomes(
        "terrains:\n  g: {title: G, color: \"#11223c\"}\n  ? h\n  : {title: H, color: \"#11223d\"}\n",
        "terrains:\n  g: {title: G, color: \"#11223c\"}\n  h: {title: H, color: \"#11223d\"}\n",
    );
    becomes("a:\n  ? b # why\n  : - 1\n    - 2\n  ? c\n  d: 3\n", "a:\n  b: # why\n    - 1\n    - 2\n  c:\n  d: 3\n");
    becomes("a:\n  b:\n  - 1\n  - 2\n  c: 3\n", "a:\n  b:\n    - 1\n    - 2\n  c: 3\n");
}

#[test]
fn a_pack_with_an_explicit_key_has_all_its_records() {
    let draft = pack(&format!(
        "{HEADER}terrains:\n  g: {{title: G, color: \"#11223c\"}}\n  ? h\n  : {{title: H, color: \"#11223d\"}}\n"
    ));
    assert_eq!(draft.ids("terrains").collect::<Vec<_>>(), ["g", "h"]);
    assert_eq!(findings(&draft), []);
}

#[test]
fn every_case_of_the_yaml_test_suite_keeps_its_value_and_comments_or_is_left_as_it_is() {
    let cases = include_str!("../../../tests/vectors/yaml-test-suite/cases.jsonl").lines();
    let mut laid_out = 0;
    for case in cases.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let yaml = case["yaml"].as_str().unwrap();
        let Ok(new) = fmt::text(yaml) else { continue };
        assert_eq!(said(&new), said(yaml), "{}:\n{yaml}\n--- becomes\n{new}", case["id"]);
        laid_out += 1;
    }
    assert!(laid_out > 60, "{laid_out}");
}

/// Returns the values of a text as parsed, independent of their style.
fn said(text: &str) -> Vec<String> {
    let events = Parser::new_from_str_with_options(text, options! { emit_comments: false });
    let said = |event| match event {
        Event::Scalar(text, ..) => format!("={text}"),
        Event::MappingStart(_, anchor, _) => format!("{{{anchor}"),
        Event::SequenceStart(_, anchor, _) => format!("[{anchor}"),
        Event::DocumentStart(..) => "start".to_owned(),
        other => format!("{other:?}"),
    };
    let null = |text: String| if ["=~", "=null", "="].contains(&text.as_str()) { "=~".to_owned() } else { text };
    events.map(|event| null(said(event.expect("it can be read").0))).collect()
}

#[test]
fn brackets_hold_no_blanks_and_stay_while_their_line_fits() {
    becomes("a: { x: 1,y: [ 2 ,3 ] }\nb: {}\nc: [ ]\n", "a: {x: 1, y: [2, 3]}\nb: {}\nc: []\n");
    becomes("a: {\n  x: 1,\n  y: 2,\n}\n", "a: {x: 1, y: 2}\n");
    becomes("a: {x, y: , \"z\": [k: 1]}\n", "a: {x, y: null, z: [{k: 1}]}\n");
    let long: Vec<String> = (0..40).map(|n| format!("[{n}, {n}]")).collect();
    let lines: String = long.iter().map(|cell| format!("  - {cell}\n")).collect();
    becomes(&format!("a: [{}]\n", long.join(", ")), &format!("a:\n{lines}"));
}

#[test]
fn comments_stay_with_what_they_belong_to() {
    becomes(
        "# top\n\n\n\n# of a\na:   # beside a\n      # of x\n      x: 1   # aligned\n\n\n      # of y\n      y: 2\n      # at the end of a\n# of b\nb: 3\n# last",
        "# top\n\n# of a\na:   # beside a\n  # of x\n  x: 1   # aligned\n\n  # of y\n  y: 2\n  # at the end of a\n# of b\nb: 3\n# last\n",
    );
    becomes(
        "a: [ # one\n  1, # first\n  # two\n  2\n  # end\n]\nb: 1\n",
        "a: # one\n  - 1 # first\n  # two\n  - 2\n  # end\nb: 1\n",
    );
    becomes("a:\n- # why\n  x: 1\n- # nothing\n- 2\n", "a:\n  # why\n  - x: 1\n  - # nothing\n  - 2\n");
    becomes(
        "x:\n  y:\n    a: # why\n      1\n    b:\n      # how\n      word\n",
        "x:\n  y:\n    # why\n    a: 1\n    # how\n    b: word\n",
    );
    becomes("a: [ # none\n]\n", "# none\na: []\n");
}

#[test]
fn empty_lines_are_kept_one_by_one_but_not_at_the_ends_of_a_block() {
    becomes("\n\na: 1\n\n\n\nb:\n\n  c: 1\n\n\n", "a: 1\n\nb:\n  c: 1\n");
}

#[test]
fn quotes_that_nothing_needs_go_and_the_others_are_of_one_kind() {
    becomes(
        "a: 'Sword'\nb: '0014'\nc: 'say: \"hi\"'\nd: \"it's\"\ne: 'no'\nf: \"3D:st\"\ng: '#fff'\n'.': 'x, y'\nh: 12\n",
        "a: Sword\nb: \"0014\"\nc: 'say: \"hi\"'\nd: it's\ne: \"no\"\nf: \"3D:st\"\ng: \"#fff\"\n\".\": \"x, y\"\nh: 12\n",
    );
}

#[test]
fn texts_on_several_lines_keep_their_lines() {
    becomes(
        "rows: |    # by the sea\n      s#s\n       sss\n\n      x\nfold:   >-\n        a\n        b\n\n\nkeep: |+\n  c\n\n\nnext: 1\n",
        "rows: |    # by the sea\n  s#s\n   sss\n\n  x\nfold: >-\n  a\n  b\n\nkeep: |+\n  c\n\n\nnext: 1\n",
    );
    becomes("a:\n      b: |4\n            c\n          d\n", "a:\n  b: |2\n      c\n    d\n");
    becomes(
        "a: some\n     words\n\n     more\nb: \"one\n   two\"\n",
        "a: some\n  words\n\n  more\nb: \"one\n  two\"\n",
    );
    becomes("a:\n-  |\n     x\n-   y\n    z\n", "a:\n  - |\n    x\n  - y\n    z\n");
}

#[test]
fn anchors_keep_what_they_name() {
    becomes(
        "a:   &x\n      k: 1\nb:  *x\nc: [ &y 2,*y ]\nd:\n-  &z\n   e: 1\n",
        "a: &x\n  k: 1\nb: *x\nc: [&y 2, *y]\nd:\n  - &z\n    e: 1\n",
    );
}

#[test]
fn line_ends_and_the_mark_at_the_start_are_those_of_the_file() {
    becomes("a:   1\r\nb: 2\n", "a: 1\r\nb: 2\r\n");
    becomes("\u{feff}a:   1", "\u{feff}a: 1\n");
    becomes("", "");
    becomes("\n\n", "");
    becomes("---\na:  1\n", "a: 1\n");
}

#[test]
fn what_cannot_be_read_or_kept_is_left_alone_and_told() {
    let refused = |text: &str| fmt::text(text).expect_err("it cannot be laid out").to_string();
    assert_eq!(refused("weapons:\n  a: {x\n"), "expected a closing bracket for `{`, found none");
    assert_eq!(
        refused("%YAML 1.2\n---\na:   1\n"),
        "reformatting would change the meaning of this text; simplify its layout"
    );
}

#[test]
fn the_layouts_people_write_are_laid_out_lawfully() {
    for text in layouts() {
        lawful(&text);
    }
}

/// A value to be written in any layout.
#[derive(Clone, Debug)]
enum Piece {
    Word(String),
    Lines(Vec<String>),
    Map(Vec<(String, Piece)>),
    List(Vec<Piece>),
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,6}",
        2 => "[a-z]{1,4} [a-z]{1,4}",
        1 => prop::sample::select(vec!["no", "0014", "12", "-3", "null", "#fff", "a: b", "it's", "x #y", "", ".", "é", "a,b"])
            .prop_map(str::to_owned),
        1 => "[ -~]{0,9}",
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let leaf = prop_oneof![
        6 => word().prop_map(Piece::Word),
        1 => prop::collection::vec("[a-z#.]{1,6}", 1..4).prop_map(Piece::Lines),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(("[a-z]{1,5}", inner.clone()), 0..5).prop_map(Piece::Map),
            prop::collection::vec(inner, 0..5).prop_map(Piece::List),
        ]
    })
}

/// Chooses layouts from a sequence of numbers, and numbers the comments.
struct Hand<'a> {
    choices: std::iter::Cycle<std::slice::Iter<'a, u8>>,
    comments: usize,
    out: String,
}

impl Hand<'_> {
    fn pick(&mut self, of: u8) -> u8 {
        self.choices.next().copied().unwrap_or_default() % of
    }

    fn between(&mut self, indent: usize) {
        for _ in 0..self.pick(3).saturating_sub(1) {
            self.out.push('\n');
        }
        if self.pick(5) == 0 {
            let indent = indent + usize::from(self.pick(4));
            self.comments += 1;
            self.out += &format!("{}# c{}\n", " ".repeat(indent), self.comments);
        }
    }

    fn end(&mut self) {
        if self.pick(6) == 0 {
            self.comments += 1;
            let blanks = " ".repeat(1 + usize::from(self.pick(3)));
            self.out += &format!("{blanks}# c{}", self.comments);
        }
        let end = if self.pick(5) == 0 { "  \n" } else { "\n" };
        self.out += end;
    }

    fn word(&mut self, word: &str) -> String {
        let bare = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == ' ') && word.trim() == word;
        match self.pick(4) {
            0 => format!("'{}'", word.replace('\'', "''")),
            1 => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
            _ if bare => word.to_owned(),
            _ => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
        }
    }

    fn flow(&mut self, piece: &Piece) -> String {
        let gap = ["", " ", "\n                ", "  "][usize::from(self.pick(4))];
        match piece {
            Piece::Word(word) => self.word(word),
            Piece::Lines(lines) => self.word(&lines.join(" ")),
            Piece::Map(entries) => {
                let all: Vec<_> = entries.iter().map(|(key, value)| format!("{key}: {}", self.flow(value))).collect();
                format!("{{{gap}{}{gap}}}", all.join(&format!("{gap}, ")))
            }
            Piece::List(items) => {
                let all: Vec<_> = items.iter().map(|item| self.flow(item)).collect();
                format!("[{gap}{}{gap}]", all.join(&format!(",{gap}")))
            }
        }
    }

    fn value(&mut self, piece: &Piece, indent: usize) {
        let step = 1 + usize::from(self.pick(4));
        match piece {
            Piece::Map(entries) if !entries.is_empty() && self.pick(3) > 0 => {
                self.end();
                self.map(entries, indent + step);
            }
            Piece::List(items) if !items.is_empty() && self.pick(3) > 0 => {
                self.end();
                for item in items {
                    self.between(indent + step);
                    self.out += &format!("{}-", " ".repeat(indent + step));
                    self.value(item, indent + step);
                }
            }
            Piece::Lines(lines) => {
                let head = ["  |\n", " >-\n", " |-\n"][usize::from(self.pick(3))];
                self.out += head;
                for line in lines {
                    self.out += &format!("{}{line}\n", " ".repeat(indent + step));
                }
            }
            other => {
                let text = self.flow(other);
                self.out += &format!(" {text}");
                self.end();
            }
        }
    }

    fn map(&mut self, entries: &[(String, Piece)], indent: usize) {
        for (key, value) in entries {
            self.between(indent);
            self.out += &format!("{}{key}:", " ".repeat(indent));
            self.value(value, indent);
        }
    }
}

fn written(entries: &[(String, Piece)], choices: &[u8]) -> String {
    let mut hand = Hand { choices: choices.iter().cycle(), comments: 0, out: String::new() };
    let records: Vec<(String, Piece)> = entries.iter().map(|(id, piece)| (format!("x{id}"), piece.clone())).collect();
    hand.map(&[("weapons".to_owned(), Piece::Map(records))], 0);
    format!("{HEADER}{}", hand.out)
}

proptest! {
    #![proptest_config(Config { cases: 512, ..Config::default() })]

    #[test]
    fn any_layout_is_laid_out_once_and_keeps_meaning_comments_and_findings(
        entries in prop::collection::vec(("[a-z]{1,4}", piece()), 1..4),
        choices in prop::collection::vec(any::<u8>(), 8..64),
        crlf in any::<bool>(),
    ) {
        let text = written(&entries, &choices);
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        lawful(&text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[a-c:#\\-\\[\\]{},&*|>'\" \n]{0,40}") {
        let _ = fmt::text(&text);
    }
}
