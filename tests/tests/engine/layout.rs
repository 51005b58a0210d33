//! Edits of formatted packs leave them formatted.

use std::sync::OnceLock;

use foeman_registry::SHIPPED;
use foeman_schema::change::{Change, Spot, plan};
use foeman_schema::draft::Draft;
use foeman_schema::fmt;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::packs;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use serde_json::{Value, json};

const PACKS: [&str; 4] = ["arena", "strategy", "entropy", "codes"];

/// A shipped pack and its records.
struct Shipped {
    draft: Draft,
    records: Vec<RecordKey>,
}

fn shipped() -> &'static [Shipped] {
    static ALL: OnceLock<Vec<Shipped>> = OnceLock::new();
    ALL.get_or_init(|| {
        let open = |name| {
            let draft = Draft::open(&packs::shipped(name), &SHIPPED.dialects()).unwrap();
            let records = draft.files().flat_map(|file| draft.records_in(file)).map(|(key, ..)| key.clone()).collect();
            Shipped { draft, records }
        };
        PACKS.into_iter().map(open).collect()
    })
}

/// Returns the pointers of all values of a record, and the values.
fn values(at: Pointer, value: &Value, found: &mut Vec<(Pointer, Value)>) {
    found.push((at.clone(), value.clone()));
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| values(at.child(key), value, found)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| values(at.child(n.to_string()), item, found));
        }
        _ => {}
    }
}

fn text() -> impl Strategy<Value = Value> {
    let words = prop_oneof![
        "[a-z]{1,8}",
        "[A-Z][a-z ,:#'\"]{5,60}[a-z]",
        "([a-z]{4,9} ){12,30}end",
        "([a-z]{4,9} ){3}[a-z]{4}\n([a-z]{4,9} ){2}[a-z]{4}\n",
        Just("no".to_owned()),
        Just("0001".to_owned()),
    ];
    words.prop_map(Value::from)
}

/// A value to write: words, numbers, and collections that do not fit on a line.
fn new_value() -> impl Strategy<Value = Value> {
    let leaf = || prop_oneof![text(), (0..200i64).prop_map(Value::from), Just(json!(true)), Just(Value::Null)];
    let list = prop::collection::vec(leaf(), 0..20).prop_map(Value::from);
    let map = prop::collection::btree_map("[a-z-]{3,12}", leaf(), 0..12).prop_map(|map| json!(map));
    let deep = prop::collection::btree_map("[a-z]{3,9}", prop::collection::vec(leaf(), 0..6), 0..6);
    let maps = prop::collection::vec(prop::collection::btree_map("[a-z]{3,9}", leaf(), 1..6), 1..6);
    prop_oneof![
        3 => leaf(),
        2 => list,
        2 => map,
        1 => deep.prop_map(|map| json!(map)),
        1 => maps.prop_map(|maps| json!(maps)),
    ]
}

/// The inputs from which a change is made: its kind, a record, another one, a value in it, a position, a new value.
type Seed = (u8, Index, Index, Index, Index, Value);

fn change(pack: &Shipped, draft: &Draft, (kind, record, other, place, to, new): &Seed) -> Option<Change> {
    let key = record.get(&pack.records);
    let other = other.get(&pack.records);
    let mut places = Vec::new();
    values(key.pointer(), &draft.raw(key)?, &mut places);
    let (at, old) = place.get(&places).clone();
    let lists: Vec<&(Pointer, Value)> = places.iter().filter(|(_, value)| value.is_array()).collect();
    let list = || (!lists.is_empty()).then(|| to.get(&lists));
    Some(match kind % 10 {
        0..=2 if at != key.pointer() => Change::Set { at, value: new.clone() },
        3 if old.is_object() => Change::Set { at: at.child("unknown-key"), value: new.clone() },
        3 => Change::Remove { at },
        4 => Change::Append { list: list()?.0.clone(), items: vec![new.clone(), new.clone()] },
        5 => {
            let (at, old) = list()?;
            let position = place.index(old.as_array()?.len() + 1);
            Change::Insert { at: at.child(position.to_string()), value: new.clone() }
        }
        6 => {
            let record = RecordKey::new(&key.catalog, "a-new-record");
            Change::Insert { at: record.pointer(), value: draft.raw(key)? }
        }
        7 => {
            Change::Rename { at: key.pointer(), to: "a-record-with-a-new-and-very-long-name-for-its-lines".to_owned() }
        }
        8 if key.catalog == other.catalog => {
            Change::MoveRecord { record: key.clone(), to: Spot::Before(other.id.clone()) }
        }
        8 => {
            let (at, old) = list()?;
            let count = old.as_array()?.len();
            (count > 1).then(|| Change::MoveItem { item: at.child("0"), to: count - 1 })?
        }
        _ => Change::Remove { at: key.pointer() },
    })
}

fn unformatted(draft: &Draft) -> Vec<String> {
    let is_formatted = |text: &str| fmt::text(text).is_ok_and(|formatted| formatted == text);
    let files = draft.files().filter(|file| !draft.is_translation(*file) && !is_formatted(draft.text(*file)));
    files.map(|file| format!("{}\n{}", draft.path(file), fmt_difference(draft.text(file)))).collect()
}

fn fmt_difference(text: &str) -> String {
    let formatted = fmt::text(text).unwrap_or_else(|why| why.to_string());
    let pairs = text.lines().zip(formatted.lines()).enumerate();
    let differing = pairs.filter(|(_, (a, b))| a != b).take(4);
    differing.map(|(n, (a, b))| format!("{}: {a}\n  should be: {b}\n", n + 1)).collect()
}

#[test]
fn shipped_packs_are_formatted() {
    for pack in shipped() {
        assert_eq!(unformatted(&pack.draft), [""; 0]);
    }
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn after_an_edit_of_a_formatted_pack_fmt_changes_nothing(
        pack in 0..PACKS.len(),
        seeds in prop::collection::vec(
            (any::<u8>(), any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>(), new_value()), 1..4),
        together: bool,
    ) {
        let pack = &shipped()[pack];
        let mut draft = pack.draft.clone();
        let before: Vec<String> = draft.files().map(|file| draft.text(file).to_owned()).collect();
        let changes: Vec<Change> = seeds.iter().filter_map(|seed| change(pack, &draft, seed)).collect();
        let batches: Vec<&[Change]> = if together { vec![&changes] } else { changes.chunks(1).collect() };
        let mut undo = Vec::new();
        for batch in batches {
            // Some changes are refused, for example a rename to an existing id.
            let Ok(plan) = plan(&draft, batch) else { continue };
            undo.push(plan.apply(&mut draft).unwrap());
            prop_assert_eq!(unformatted(&draft), [""; 0], "{:?}", batch);
        }
        for edit in undo.iter().rev() {
            draft.apply(edit);
        }
        let after: Vec<String> = draft.files().map(|file| draft.text(file).to_owned()).collect();
        prop_assert_eq!(before, after);
    }
}

#[test]
fn a_list_that_becomes_too_long_for_its_line_is_written_as_a_block() {
    let text = "pack: test\nruleset: foeman\n\nfigures:\n  wolf:\n    title: Wolf # grey\n    items: [teeth, claws]\n";
    let mut draft = Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects());
    let at = Pointer::parse("/figures/wolf/items").unwrap();
    let item = |n: usize| Value::from(format!("a-rather-long-name-of-an-item-{n}"));
    for n in 1..=4 {
        let change = Change::Append { list: at.clone(), items: vec![item(n)] };
        plan(&draft, &[change]).unwrap().apply(&mut draft).unwrap();
    }
    let items: String = (1..=4).map(|n| format!("      - a-rather-long-name-of-an-item-{n}\n")).collect();
    let expected = text.replace(" [teeth, claws]\n", "\n      - teeth\n      - claws\n") + &items;
    assert_eq!(draft.text(draft.header_file()), expected);
}

#[test]
fn a_record_in_the_layout_of_its_author_keeps_it() {
    let text = "pack: test\nruleset: foeman\n\nfigures:\n    wolf:\n        title:   'Wolf'\n        st: 9\n";
    let mut draft = Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects());
    let st = Change::Set { at: Pointer::parse("/figures/wolf/st").unwrap(), value: 10.into() };
    plan(&draft, &[st]).unwrap().apply(&mut draft).unwrap();
    assert_eq!(draft.text(draft.header_file()), text.replace("st: 9", "st: 10"));
}
