//! Three-way merges: the result must not depend on which side is ours, valid files must stay valid, and clashes must be
//! marked.

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;
use foeman_schema::merge::{Clash, merge};

use super::Target;
use super::bytes::{Bytes, END};
use foeman_test_support::toy::PACK;

pub(super) const TARGET: Target = Target { name: "merge", run, seeds };

/// A pack with mixed writing styles.
const ODD: &str = include_str!("odd.yaml");

fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let base = match bytes.byte() % 3 {
        0 => bytes.text(),
        1 => PACK.to_owned(),
        _ => ODD.to_owned(),
    };
    let (ours, theirs) = (edited(&base, &mut bytes), edited(&base, &mut bytes));
    let merged = merge(&base, &ours, &theirs, Clash::Mark);
    let back = merge(&base, &theirs, &ours, Clash::Mark);
    assert_eq!(merged.clashes == 0, back.clashes == 0, "it does not matter who is who");
    if merged.clashes > 0 {
        // A byte order mark stays at the start of the file.
        let text = merged.text.trim_start_matches('\u{feff}');
        let marks = text.lines().filter(|line| line.starts_with("<<<<<<<")).count();
        assert!(marks >= merged.clashes, "a clash is marked");
        return;
    }
    for clash in [Clash::Ours, Clash::Theirs] {
        assert_eq!(
            merge(&base, &ours, &theirs, clash).text,
            merged.text,
            "without conflicts, both ways to resolve them give the same text"
        );
    }
    if [&base, &ours, &theirs].iter().all(|text| is_readable(text)) {
        assert!(is_readable(&merged.text), "merging readable files gives a readable file:\n{}", merged.text);
    }
}

fn is_readable(text: &str) -> bool {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects());
    // A single record may be invalid, too.
    check(&draft).iter().all(|finding| finding.code != "yaml-syntax")
}

/// Replaces parts of the text; or returns a new text, depending on the bytes.
fn edited(base: &str, bytes: &mut Bytes<'_>) -> String {
    let mut text = base.to_owned();
    for _ in 0..bytes.byte() % 4 {
        let at = (0..=bytes.below(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        let end = (at + bytes.below(60)).min(text.len());
        let end = (at..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(at);
        text.replace_range(at..end, &bytes.text());
    }
    text
}

fn seeds() -> Vec<Vec<u8>> {
    let places = (0..24u16).flat_map(|number| (0..3u8).map(move |base| (number, base)));
    let seed = |(number, base): (u16, u8)| {
        let ([high, low], [up, down]) = ((number * 53).to_be_bytes(), (number * 31 + 7).to_be_bytes());
        let text: &[u8] = if base == 0 { b"pack: p\nitems:\n  a: {title: A}\n  b: {title: B}\n\xFF" } else { b"" };
        let ours = [&[1, high, low, 0, 5][..], b"title: Ours\n", &[END]].concat();
        [&[base], text, &ours, &[1, up, down, 0, 9], b"  # theirs\n", &[END]].concat()
    };
    places.map(seed).collect()
}
