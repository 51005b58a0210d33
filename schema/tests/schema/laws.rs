//! Property tests for every edit and every text.

use foeman_schema::analysis::{check, resolve};
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, paint, push_item, remove, set_value};
use foeman_schema::text::{FileId, Pointer, RecordKey};
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Value, json};

use crate::common::{pack, usages};

/// Returns the same content in typical layouts.
pub(crate) fn layouts() -> Vec<String> {
    let block = "\
# a pack
pack: test
title: 'Test'
ruleset: tiny

weapons:
  # the first
  sword:
    title: Sword # well known
    damage: -1H
    held: one-hand
    requires:
      st: 9 # strong

      # and able
      dx: 3
    found:
    - pit
    # there too
    - beach
    code: >-
      folded
      text

  axe:
    title: \"Axe\"
    damage: 2D
    held: two-hands
    requires: {st: 12}
    found: [ pit,
      beach ]
  # the last
maps:
  pit: &pit
    title: Pit
    geometry: {size: [3, 2]}
    legend: {s: sand, \"#\": wall}
    rows: |
      s#s
      sss
  beach:
    title: Beach
    rows: | # by the sea
        sss
        sss

    extends: pit
terrains: {sand: {title: Sand, color: '#d9c08c'}, wall: {title: Wall, color: '#6b6159'}}
";
    let flow = "{pack: test, ruleset: tiny, weapons: {sword: {title: Sword, damage: -1H, held: one-hand, \
                requires: {st: 9, dx: 3}, found: [pit, beach], code: x}, axe: {title: Axe, damage: 2D, \
                held: two-hands, requires: {st: 12}, found: [pit, beach]}}, maps: {pit: {title: Pit, \
                geometry: {size: [3, 2]}, legend: {s: sand}, rows: \"sss\\nsss\\n\"}, beach: {extends: pit, title: Beach}}, \
                terrains: {sand: {title: Sand, color: '#d9c08c'}}}";
    vec![
        block.to_owned(),
        block.replace('\n', "\r\n"),
        format!("\u{feff}---\n{block}"),
        block.trim_end().to_owned(),
        block
            .replace("  axe:\n    title: \"Axe\"", "  axe:\n    title: &name \"Axe\"")
            .replace("title: Pit", "title: *name"),
        flow.to_owned(),
    ]
}

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

fn file() -> FileId {
    FileId(0)
}

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}",
        "[ -~]{0,12}",
        "\\PC{0,6}",
        "[a-z:#\\-\\[\\]{},&*!|>'\"%@`? \t\n\r\\\\]{0,10}",
        Just("no".to_owned()),
        Just("0001".to_owned()),
        Just("1e3".to_owned()),
        Just("null".to_owned()),
        Just("two\nlines\n".to_owned()),
        Just("two\n  lines\n\nmore".to_owned()),
        Just("\n".to_owned()),
    ]
}

/// Generates a change to the sword or the axe: a pointer below the record, and the value to set.
fn change() -> impl Strategy<Value = (&'static str, Value)> {
    let number = (0..99i64).prop_map(Value::from);
    let words = prop::collection::vec(text().prop_map(Value::from), 0..4).prop_map(Value::from);
    prop_oneof![
        (prop::sample::select(vec!["title", "damage", "held", "code"]), text().prop_map(Value::from)),
        (prop::sample::select(vec!["weight", "requires/st", "requires/dx"]), number),
        (Just("found"), words),
        (prop::sample::select(vec!["found/0", "found/1", "found/2"]), text().prop_map(Value::from)),
        (Just("requires"), Just(json!({"st": 3, "dx": 4}))),
        (Just("requires"), Just(json!({}))),
        (prop::sample::select(vec!["weight", "requires", "found", "code"]), Just(Value::Null)),
    ]
}

fn set_in(value: &mut Value, steps: &[&str], to: Value) {
    let Some((step, below)) = steps.split_first() else {
        *value = to;
        return;
    };
    if value.is_null() {
        *value = json!({});
    }
    match value {
        Value::Array(items) => {
            let position: usize = step.parse().expect("a position");
            if position == items.len() {
                items.push(Value::Null);
            }
            set_in(&mut items[position], below, to);
        }
        other => set_in(&mut other[*step], below, to),
    }
}

fn assert_sorted_and_disjoint(edit: &Edit) {
    assert!(edit.splices.is_sorted_by(|a, b| (a.file, a.span.end) <= (b.file, b.span.start)), "{edit:?}");
}

/// Applies an edit; asserts that everything except for the record is unchanged, and that undo restores the bytes.
fn apply_and_undo(draft: &mut Draft, edit: &Edit, changed: &RecordKey, look: impl FnOnce(&Draft)) {
    assert_sorted_and_disjoint(edit);
    let before = draft.text(file()).to_owned();
    let others = |draft: &Draft| -> Vec<(RecordKey, Option<Value>)> {
        let keys = ["weapons", "maps", "terrains"]
            .into_iter()
            .flat_map(|catalog| draft.ids(catalog).map(move |id| RecordKey::new(catalog, id)).collect::<Vec<_>>());
        keys.filter(|key| key != changed).map(|key| (key.clone(), draft.raw(&key))).collect()
    };
    let others_before = others(draft);
    let back = draft.apply(edit);
    assert_sorted_and_disjoint(&back);
    assert_eq!(others(draft), others_before, "\n{}", draft.text(file()));
    assert_comments_stay(&before, draft.text(file()));
    look(draft);
    draft.apply(&back);
    assert_eq!(draft.text(file()), before);
}

/// Asserts that comments are kept, except on the lines of the value.
fn assert_comments_stay(before: &str, after: &str) {
    for comment in ["# a pack", "# the first", "# well known", "# the last"] {
        assert_eq!(before.contains(comment), after.contains(comment), "{comment}\n{after}");
    }
}

proptest! {
    #![proptest_config(Config { cases: 256, failure_persistence: None, ..Config::default() })]

    #[test]
    fn setting_a_value_reads_back_as_set_and_is_undone_byte_for_byte(
        layout in 0..layouts().len(),
        changes in prop::collection::vec((prop::sample::select(vec!["sword", "axe"]), change()), 1..4),
    ) {
        let mut draft = pack(&layouts()[layout]);
        for (id, (path, value)) in changes {
            let key = RecordKey::new("weapons", id);
            let steps: Vec<&str> = path.split('/').collect();
            let mut expected = draft.raw(&key).unwrap();
            let inside = expected.get(steps[0]);
            // A position must exist or be the next one, and text has no children.
            if let (Some(position), Some(list)) = (steps.get(1).and_then(|step| step.parse::<usize>().ok()), inside)
                && list.as_array().is_none_or(|list| position > list.len())
            {
                continue;
            }
            if steps.len() > 1 && inside.is_none_or(Value::is_null) && steps[0] == "found" {
                continue;
            }
            set_in(&mut expected, &steps, value.clone());
            let edit = set_value(&draft, &at(&format!("/weapons/{id}/{path}")), &value);
            // Another record has an alias to this name, and would change with it.
            if layout == 4 && id == "axe" && path == "title" {
                prop_assert!(edit.is_err() || value == json!("Axe"));
                continue;
            }
            let edit = edit.unwrap_or_else(|error| panic!("{error}: {path} = {value}\n{}", draft.text(file())));
            apply_and_undo(&mut draft, &edit, &key, |draft| assert_eq!(draft.raw(&key), Some(expected)));
            draft.apply(&edit);
        }
    }

    #[test]
    fn removing_a_value_leaves_the_rest(
        layout in 0..layouts().len(),
        id in prop::sample::select(vec!["sword", "axe"]),
        removals in prop::collection::vec(
            prop::sample::select(vec!["title", "damage", "held", "requires", "requires/st", "requires/dx", "found", "found/0", "found/1"]),
            1..5,
        ),
    ) {
        let mut draft = pack(&layouts()[layout]);
        let key = RecordKey::new("weapons", id);
        for path in removals {
            let mut expected = draft.raw(&key).unwrap();
            let pointer = at(&format!("/{path}"));
            let (Some(last), Some(parent)) = (pointer.last(), pointer.parent()) else { continue };
            let removed = match expected.pointer_mut(&parent.to_string()) {
                Some(Value::Object(map)) => map.shift_remove(last),
                Some(Value::Array(items)) => {
                    let position: usize = last.parse().unwrap();
                    (position < items.len()).then(|| items.remove(position))
                }
                _ => None,
            };
            let edit = remove(&draft, &key.pointer().join(pointer.parts()));
            if removed.is_none() {
                prop_assert!(edit.is_err());
                continue;
            }
            // Another record has an alias to this name, so it cannot be removed.
            if layout == 4 && id == "axe" && path == "title" {
                prop_assert!(edit.is_err());
                continue;
            }
            let edit = edit.unwrap_or_else(|error| panic!("{error}: {path}\n{}", draft.text(file())));
            let before = draft.text(file()).to_owned();
            let back = draft.apply(&edit);
            prop_assert_eq!(draft.raw(&key), Some(expected), "\n{}", draft.text(file()));
            let after = draft.text(file()).to_owned();
            draft.apply(&back);
            prop_assert_eq!(draft.text(file()), before);
            draft.apply(&edit);
            prop_assert_eq!(draft.text(file()), after);
        }
    }

    #[test]
    fn items_are_pushed_at_the_end(layout in 0..layouts().len(), words in prop::collection::vec(text(), 1..4)) {
        let mut draft = pack(&layouts()[layout]);
        for id in ["sword", "axe"] {
            let key = RecordKey::new("weapons", id);
            for word in &words {
                let mut expected = draft.raw(&key).unwrap();
                expected["found"].as_array_mut().unwrap().push(Value::from(word.as_str()));
                let edit = push_item(&draft, &key.pointer().child("found"), &Value::from(word.as_str())).unwrap();
                apply_and_undo(&mut draft, &edit, &key, |draft| assert_eq!(draft.raw(&key), Some(expected)));
                draft.apply(&edit);
            }
        }
    }

    #[test]
    fn painting_changes_the_cells_and_nothing_else(
        layout in 0..layouts().len(),
        cells in prop::collection::vec((0..3u32, 0..2u32, prop::sample::select(vec!['s', '#', 'é', '🜨', '"'])), 1..6),
    ) {
        let mut draft = pack(&layouts()[layout]);
        let key = RecordKey::new("maps", "pit");
        let mut expected = draft.raw(&key).unwrap();
        let mut rows: Vec<Vec<char>> = expected["rows"].as_str().unwrap().lines().map(|line| line.chars().collect()).collect();
        for &(col, row, key) in &cells {
            rows[row as usize][col as usize] = key;
        }
        let lines: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let end = if expected["rows"].as_str().unwrap().ends_with('\n') { "\n" } else { "" };
        expected["rows"] = Value::from(lines.join("\n") + end);
        let edit = paint(&draft, &key.pointer().child("rows"), &cells).unwrap();
        if edit.splices.is_empty() {
            prop_assert_eq!(draft.raw(&key), Some(expected));
        } else {
            apply_and_undo(&mut draft, &edit, &key, |draft| assert_eq!(draft.raw(&key), Some(expected)));
        }
    }

    #[test]
    fn no_text_makes_anything_panic(
        layout in 0..layouts().len(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..6usize, "[\\PC\n\t :#{}\\[\\]&*'\"|>!-]{0,5}"), 1..6),
    ) {
        let mut text: Vec<char> = layouts()[layout].chars().collect();
        for (start, length, put) in cuts {
            let start = start.index(text.len() + 1);
            let end = (start + length).min(text.len());
            text.splice(start..end, put.chars());
        }
        use_everything(&text.into_iter().collect::<String>());
    }

    #[test]
    fn no_soup_makes_anything_panic(soup in "(pack: a\n|ruleset: tiny\n|weapons:\n|maps: |  [a-c]:|\n| {1,5}|- |title: |\\{|\\}|\\[|\\]|,|\\||>|&a |\\*a|\"|'|#|x|\t|\r|é|---\n|\\?|: ){0,40}") {
        use_everything(&format!("pack: a\nruleset: tiny\n{soup}"));
    }

    #[test]
    fn an_edited_draft_is_the_draft_of_its_text(
        layout in 0..layouts().len(),
        at in any::<prop::sample::Index>(),
        length in 0..9usize,
        put in "[a-z\n :#{}\\[\\]'\"|-]{0,9}",
    ) {
        let original = layouts()[layout].clone();
        let mut draft = pack(&original);
        let boundaries: Vec<usize> = original.char_indices().map(|(at, _)| at).chain([original.len()]).collect();
        let start = at.index(boundaries.len());
        let end = (start + length).min(boundaries.len() - 1);
        let span = foeman_schema::text::Span::new(boundaries[start], boundaries[end]);
        let splice = foeman_schema::edit::Splice { file: file(), span, text: put };
        let back = draft.apply(&Edit::from(vec![splice]));
        let fresh = pack(draft.text(file()));
        prop_assert_eq!(check(&draft), check(&fresh));
        draft.apply(&back);
        prop_assert_eq!(draft.text(file()), original.as_str());
        prop_assert_eq!(check(&draft), check(&pack(&original)));
    }
}

/// Calls everything on a pack with this text, to find panics.
fn use_everything(text: &str) {
    let mut draft = pack(text);
    for finding in check(&draft) {
        draft.line_col(finding.place.file, finding.place.span.start);
        assert!(draft.text(finding.place.file).get(finding.place.span.range()).is_some(), "{finding:?}");
        draft.place(&finding.pointer);
    }
    for offset in (0..text.len()).step_by(7) {
        draft.pointer_at(file(), offset);
    }
    let keys: Vec<RecordKey> = ["weapons", "maps"]
        .into_iter()
        .flat_map(|catalog| draft.ids(catalog).map(move |id| RecordKey::new(catalog, id)).collect::<Vec<_>>())
        .collect();
    for key in keys {
        draft.merged(&key);
        usages(&draft, &key);
        drop(resolve(&draft, &key.id));
        let pointers = ["title", "requires/st", "found/0", "rows"].map(|path| at(&format!("{}/{path}", key.pointer())));
        for pointer in pointers {
            for edit in [
                set_value(&draft, &pointer, &json!("x")),
                remove(&draft, &pointer),
                paint(&draft, &pointer, &[(0, 0, 'x')]),
            ] {
                let Ok(edit) = edit else { continue };
                assert_sorted_and_disjoint(&edit);
                let back = draft.apply(&edit);
                draft.apply(&back);
                assert_eq!(draft.text(file()), text);
            }
        }
    }
}

#[test]
fn the_layouts_are_good_packs() {
    for (number, layout) in layouts().iter().enumerate() {
        let draft = pack(layout);
        assert_eq!(crate::common::rendered(&draft), "", "layout {number}");
        assert!(resolve(&draft, "sword").is_ok());
    }
}

#[test]
fn many_records_are_checked_without_growing_slow() {
    let mut text = "pack: many\nruleset: tiny\nweapons:\n".to_owned();
    for number in 0..10_000 {
        text += &format!("  sword-{number}:\n    title: Sword {number}\n    damage: -1H\n    held: one-hand\n");
        if number > 0 {
            text += &format!("    extends: sword-{}\n", number - number % 10);
        }
    }
    let draft = pack(&text.replace("    extends: sword-0\n", ""));
    // Records whose number is a multiple of 10 extend themselves.
    let codes: Vec<_> = check(&draft).into_iter().map(|finding| finding.code).collect();
    assert_eq!(codes.len(), 999);
    assert!(codes.iter().all(|code| *code == "extends-cycle"));
}
