//! Property tests: incremental parsing gives the same file as parsing the new text, and untouched records are not
//! parsed again.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;

use super::Touched;
use crate::source::{Section, SourceFile};
use crate::splice::Splice;
use crate::text::{FileId, Span};

const ITEMS: &str = "\
# a pack
pack: a
items:
  # the first
  axe:
    title: Axe
    sizes: [1, 2]

  bow: {title: Bow}
  # the last
  club:
    about: |
      Heavy.

      Old.
authors:
- me
spells:
  zap: {title: Zap, uses: {ma: 2}}
  zip:
    extends: zap
title: b
";

fn file(text: &str) -> SourceFile {
    SourceFile::new("pack.yaml".to_owned(), text.to_owned())
}

fn splice(start: usize, end: usize, text: &str) -> Splice {
    Splice { file: FileId(0), span: Span::new(start, end), text: text.to_owned() }
}

/// Returns the splice that replaces the only occurrence of a text.
fn replacing(text: &str, old: &str, new: &str) -> Splice {
    let start = text.find(old).expect("the text contains the old value");
    splice(start, start + old.len(), new)
}

/// Makes an edit, and asserts that the file equals one parsed from the new text and that untouched records are shared.
fn edit(file: &mut SourceFile, splices: &[Splice]) -> Touched {
    let before = file.clone();
    let (back, touched) = file.splice(splices);
    let fresh = self::file(&file.text);
    assert_eq!(file.sections, fresh.sections, "{touched:?}\n{}", file.text);
    assert_eq!(file.fault, fresh.fault);
    assert_eq!((&file.conflicts, &file.theirs), (&fresh.conflicts, &fresh.theirs), "{touched:?}\n{}", file.text);
    assert_eq!(file.apart, fresh.apart);
    if let Touched::Records { section, before: old, after } = &touched {
        for (number, (was, is)) in before.sections.iter().zip(&file.sections).enumerate() {
            let (was, mut is) = (was.parts(), is.parts().to_vec());
            let mut kept: Vec<_> = was.iter().map(Some).collect();
            if number == *section {
                kept.splice(old.clone(), after.clone().map(|_| None));
            }
            assert_eq!(kept.len(), is.len());
            let same = kept
                .into_iter()
                .zip(is.drain(..))
                .all(|(was, is)| was.is_none_or(|was| Arc::ptr_eq(&was.chunk, &is.chunk)));
            assert!(same, "{}", file.text);
        }
    }
    let mut undone = file.clone();
    undone.splice(&back);
    assert_eq!(undone.text, before.text);
    assert_eq!(undone.sections, before.sections);
    touched
}

#[test]
fn an_edit_inside_a_record_reads_that_record_again() {
    for (old, new) in [
        ("Axe", "Hatchet"),
        ("2]", "2, 3]"),
        ("title: Bow", "size: 1"),
        ("Old.", "New.\n      Newer."),
        ("extends: zap", "extends: zip"),
    ] {
        let mut file = file(ITEMS);
        let touched = edit(&mut file, &[replacing(ITEMS, old, new)]);
        let Touched::Records { before, after, .. } = touched else { panic!("{old}: {touched:?}") };
        assert_eq!((before.len(), after.len()), (1, 1), "{old}");
    }
}

#[test]
fn records_are_added_and_removed_without_reading_others() {
    for (old, new, counts) in [
        ("  bow: {title: Bow}\n", "", (2, 1)),
        ("  bow: {title: Bow}\n  # the last\n", "", (1, 0)),
        ("  # the last\n", "  dart:\n    title: Dart\n  # the last\n", (1, 2)),
        ("  zip:\n    extends: zap\n", "", (1, 0)),
        ("      Old.\n", "      Old.\n  dart: {}\n", (1, 2)),
        ("bow: {title: Bow}\n  # the last\n  club", "club", (2, 1)),
    ] {
        let mut file = file(ITEMS);
        let touched = edit(&mut file, &[replacing(ITEMS, old, new)]);
        let Touched::Records { before, after, .. } = touched else { panic!("{old}: {touched:?}") };
        assert_eq!((before.len(), after.len()), counts, "{old}");
    }
}

#[test]
fn what_may_concern_others_is_read_with_them() {
    for (old, new) in [
        ("  axe:\n", "   axe:\n"),
        ("  bow", " bow"),
        ("    extends: zap", "extends: zap"),
        ("  zip", "- zip"),
        ("[1, 2]", "[1, 2"),
        ("title: Bow", "title: *x"),
        ("items:", "things:"),
        ("- me", "- me\n- you"),
        ("title: b", "title: c"),
        ("authors:\n", ""),
        ("pack: a\n", ""),
        ("  bow: {title: Bow}\n  # the last\n", "---\n"),
        ("  # the first\n", "  # the first\n  dart: {}\n"),
    ] {
        let mut file = file(ITEMS);
        assert_eq!(edit(&mut file, &[replacing(ITEMS, old, new)]), Touched::Everything, "{old}");
        edit(&mut file, &[splice(0, 0, "# x\n")]);
    }
}

fn change() -> impl Strategy<Value = (Index, usize, String)> {
    let line = "(  |    |      )?(axe|bow|title|- a|#)?(: |:|: \\{a: b|: \\[|\\]|\\}|: \\||: \\*a|: &a b)?\n";
    let put = prop_oneof![
        2 => "[a-z0-9]{0,3}",
        1 => "[a-z :#\\[\\]{}\n'\"-]{0,4}",
        2 => prop::collection::vec(line, 0..3).prop_map(|lines| lines.concat()),
        1 => prop::sample::select(vec!["\u{feff}", "---\n", "\t", "é", "\r\n"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "<", "="]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["  ? a\n  : 1\n", "  - a\n", "\r", "："]).prop_map(str::to_owned),
    ];
    (any::<Index>(), prop_oneof![2 => 0..4usize, 1 => 0..60usize], put)
}

/// Returns an offset in a text, usually at the start of a line.
fn place(text: &str, at: Index) -> usize {
    let at = at.index(2 * text.len() + 2);
    let newline = |at: usize| text.as_bytes()[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let at = if at > text.len() { newline((at / 2).min(text.len())) } else { at };
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

proptest! {
    #![proptest_config(Config { cases: 2_000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn an_edited_file_is_the_file_of_its_text(edits in prop::collection::vec(prop::collection::vec(change(), 1..3), 1..5)) {
        let mut file = file(ITEMS);
        for changes in edits {
            let mut splices: Vec<Splice> = Vec::new();
            let mut places: Vec<_> = changes.into_iter().map(|(at, length, put)| (place(&file.text, at), length, put)).collect();
            places.sort();
            for (start, length, put) in places {
                if splices.last().is_some_and(|last| last.span.end > start) {
                    continue;
                }
                let end = (start + length).min(file.text.len());
                let end = (end..).find(|at| file.text.is_char_boundary(*at)).unwrap_or(start);
                splices.push(splice(start, end, &put));
            }
            edit(&mut file, &splices);
        }
    }
}

#[test]
fn sections_are_equal_only_with_equal_trees() {
    let sections = |text: &str| -> Vec<Section> { file(text).sections };
    assert_eq!(sections(ITEMS), sections(ITEMS));
    assert_ne!(sections(ITEMS), sections(&ITEMS.replace("Old", "New")));
}
