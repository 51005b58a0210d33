//! Edits and changes of a pack: incremental findings must equal a full check, and undo must restore the same bytes.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use foeman_registry::SHIPPED;
use foeman_schema::analysis::{Analysis, check};
use foeman_schema::change::{Cell, Change, Spot, plan};
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::fix::prove;
use foeman_schema::text::{FileId, Pointer, RecordKey, Span};
use serde_json::{Value, json};

use super::Target;
use super::bytes::{Bytes, END};
use foeman_test_support::toy::{PACK, TOY};

pub(super) const TARGET: Target = Target { name: "edits", run, seeds };

/// A pack with mixed writing styles.
const ODD: &str = include_str!("odd.yaml");
/// The maximum number of changes.
const CHANGES: usize = 4;

fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let mut analysis = Analysis::clone(&BASES[usize::from(bytes.byte()) % BASES.len()]);
    let before = texts(analysis.draft());
    let mut undo = Vec::new();
    for _ in 0..CHANGES {
        if bytes.is_empty() {
            break;
        }
        let mut draft = Draft::clone(analysis.draft());
        let Some(edit) = edit(&analysis, &mut bytes) else { continue };
        undo.push(draft.apply(&edit));
        analysis = Analysis::of(Arc::new(draft), Some(&analysis));
    }
    // Checked once at the end: an earlier difference is found at the end of a shorter input.
    assert_eq!(analysis.findings(), check(analysis.draft()), "an incremental analysis equals a full one");
    let mut draft = Draft::clone(analysis.draft());
    for back in undo.into_iter().rev() {
        draft.apply(&back);
    }
    assert_eq!(texts(&draft), before, "undo restores the texts");
}

/// The analysed packs, computed once for all runs.
static BASES: LazyLock<Vec<Analysis>> = LazyLock::new(|| {
    let one = |text: &str| vec![("pack.yaml".to_owned(), text.to_owned())];
    let (head, rest) = ODD.split_once("terrains:").expect("the pack has terrains");
    let two = vec![("a.yaml".to_owned(), format!("terrains:{rest}")), ("pack.yaml".to_owned(), head.to_owned())];
    let drafts = [
        Draft::from_texts(one(PACK), &TOY.dialects()),
        Draft::from_texts(one(ODD), &SHIPPED.dialects()),
        Draft::from_texts(two, &SHIPPED.dialects()),
        Draft::from_texts(one(&ODD.replace('\n', "\r\n")), &SHIPPED.dialects()),
    ];
    drafts.map(|draft| Analysis::of(Arc::new(draft), None)).into()
});

fn texts(draft: &Draft) -> BTreeMap<String, String> {
    draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect()
}

/// Derives an edit from bytes; `None` if it is rejected.
fn edit(analysis: &Analysis, bytes: &mut Bytes<'_>) -> Option<Edit> {
    let draft = analysis.draft();
    let kind = bytes.byte() % 16;
    match kind {
        0 | 1 => {
            let (file, at) = place(draft, bytes);
            let end = floor(draft.text(file), at + bytes.below(40));
            Some(Edit::from(vec![Splice { file, span: Span::new(at, end), text: bytes.text() }]))
        }
        2 => {
            let finding = analysis.findings().get(bytes.below(analysis.findings().len()))?;
            let fix = finding.fixes.get(bytes.below(finding.fixes.len()))?;
            Some(prove(analysis, finding, fix).ok()?.edit().clone())
        }
        _ => {
            let changes: Vec<Change> = (0..=bytes.byte() % 3).filter_map(|_| change(draft, kind, bytes)).collect();
            Some(plan(draft, &changes).ok()?.edit().clone())
        }
    }
}

fn change(draft: &Draft, kind: u8, bytes: &mut Bytes<'_>) -> Option<Change> {
    let path = |bytes: &mut Bytes<'_>| {
        let files: Vec<FileId> = draft.files().collect();
        draft.path(*bytes.pick(&files)).to_owned()
    };
    Some(match kind {
        3 | 4 => Change::Set { at: pointer(draft, bytes)?, value: value(bytes) },
        5 => Change::Remove { at: pointer(draft, bytes)? },
        6 => Change::Insert { at: pointer(draft, bytes)?.child(bytes.text()), value: value(bytes) },
        7 => Change::Append { list: pointer(draft, bytes)?, items: vec![value(bytes), value(bytes)] },
        8 => {
            let record = RecordKey::new(pointer(draft, bytes)?.record()?.0.catalog, bytes.text());
            Change::AddRecord { record, value: value(bytes), file: path(bytes) }
        }
        9 => Change::Swap { one: pointer(draft, bytes)?, other: pointer(draft, bytes)? },
        10 => Change::MoveItem { item: pointer(draft, bytes)?, to: bytes.below(5) },
        11 => {
            let to = if bytes.byte().is_multiple_of(2) { Spot::File(path(bytes)) } else { Spot::Before(bytes.text()) };
            Change::MoveRecord { record: pointer(draft, bytes)?.record()?.0, to }
        }
        12 | 13 => Change::Rename { at: pointer(draft, bytes)?, to: bytes.text() },
        14 => {
            let cell = |bytes: &mut Bytes<'_>| Cell {
                col: u32::from(bytes.byte() % 12),
                row: u32::from(bytes.byte() % 4),
                key: char::from(*bytes.pick(b"s#gmx\n\xe9")),
            };
            Change::Paint { rows: pointer(draft, bytes)?, cells: vec![cell(bytes), cell(bytes)] }
        }
        15 => Change::RemoveAllRepeated { at: pointer(draft, bytes)? },
        _ => Change::RemoveRepeated { at: pointer(draft, bytes)?, nth: bytes.below(3) },
    })
}

fn value(bytes: &mut Bytes<'_>) -> Value {
    match bytes.byte() % 8 {
        0 => Value::Null,
        1 => json!(bytes.byte().is_multiple_of(2)),
        2 => json!(i64::from(bytes.byte()) - 128),
        3 => json!(1e300),
        4 => json!([bytes.text(), {"title": bytes.text()}]),
        5 => json!({bytes.text(): {bytes.text(): []}}),
        _ => json!(bytes.text()),
    }
}

/// Picks the pointer at a byte of the text.
fn pointer(draft: &Draft, bytes: &mut Bytes<'_>) -> Option<Pointer> {
    let (file, at) = place(draft, bytes);
    draft.pointer_at(file, at)
}

fn place(draft: &Draft, bytes: &mut Bytes<'_>) -> (FileId, usize) {
    let files: Vec<FileId> = draft.files().collect();
    let file = *bytes.pick(&files);
    let text = draft.text(file);
    (file, floor(text, bytes.below(text.len() + 1)))
}

/// Rounds down to a character boundary.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

fn seeds() -> Vec<Vec<u8>> {
    let kinds = (0..16).flat_map(|kind| (0..4).map(move |base| (kind, base)));
    let seed = |(kind, base): (u8, u8)| {
        let at = (usize::from(kind) * 37 + usize::from(base) * 101) as u16;
        let [high, low] = at.to_be_bytes();
        [&[base, kind, 0, 0, high, low, 6][..], b"word", &[END, kind, 1, 0, low, high, 2], b"other", &[END]].concat()
    };
    kinds.map(seed).collect()
}
