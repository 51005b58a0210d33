//! What is accepted on the tree has no flaws by jsonschema; and nearly everything without flaws is accepted.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use serde_json::Value;

use super::{FlawKind, accepts_header, accepts_record, flaws, lacks_nothing};
use crate::catalogs::{action_codes, board, effects, entropy, foeman};
use crate::dialect::{CatalogDef, Dialect};
use crate::draft::merge_lineage;
use crate::field::Field;
use crate::json_schema::compiled;
use crate::read;
use crate::source::parse;
use crate::source::tree::{Entry, Layout, Node, NodeKind, Style};
use crate::text::Span;

/// The catalogs of a shipped ruleset, by the folder of its pack.
fn dialects() -> [(&'static str, &'static Dialect); 3] {
    const fn dialect(id: &'static str, catalogs: &'static [CatalogDef]) -> Dialect {
        Dialect { id, title: id, about: "", catalogs, checks: &[], playable: "scenarios" }
    }
    static FOEMAN: Dialect = dialect(
        "foeman",
        &[
            CatalogDef::of::<board::Map>(),
            CatalogDef::of::<board::Terrain>(),
            CatalogDef::of::<effects::NamedEffect>(),
            CatalogDef::of::<foeman::Side>(),
            CatalogDef::of::<foeman::Item>(),
            CatalogDef::of::<foeman::Spell>(),
            CatalogDef::of::<foeman::Talent>(),
            CatalogDef::of::<foeman::FigureType>(),
            CatalogDef::of::<foeman::Roster>(),
            CatalogDef::of::<foeman::Scenario>(),
        ],
    );
    static CODES: Dialect = dialect(
        "action-codes",
        &[
            CatalogDef::of::<action_codes::Classifier>(),
            CatalogDef::of::<action_codes::ActionType>(),
            CatalogDef::of::<action_codes::CodeBook>(),
            CatalogDef::of::<action_codes::Contest>(),
            CatalogDef::of::<action_codes::Weapon>(),
        ],
    );
    static ENTROPY: Dialect = dialect(
        "entropy",
        &[
            CatalogDef::of::<entropy::Weapon>(),
            CatalogDef::of::<entropy::Armour>(),
            CatalogDef::of::<entropy::Body>(),
            CatalogDef::of::<entropy::Duel>(),
        ],
    );
    [("arena", &FOEMAN), ("codes", &CODES), ("entropy", &ENTROPY)]
}

/// Everything shipped: the values at the top of the files of a pack, by their keys.
fn sections(pack: &str) -> Vec<Entry> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(pack)];
    let mut entries = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                let tree = parse(&fs::read_to_string(path).unwrap()).unwrap();
                entries.extend(tree.into_iter().flat_map(|tree| tree.entries().to_vec()));
            }
        }
    }
    entries
}

/// A record with the catalog it stands in.
type Shipped = (&'static Dialect, &'static CatalogDef, Node);

/// Every shipped record.
fn records() -> &'static [Shipped] {
    static RECORDS: LazyLock<Vec<Shipped>> = LazyLock::new(read_records);
    &RECORDS
}

fn read_records() -> Vec<Shipped> {
    let of_pack = |(pack, dialect): (&str, &'static Dialect)| {
        let of_section = |section: Entry| {
            let catalog = dialect.catalog(&section.key);
            let records = section.value.entries().to_vec().into_iter();
            catalog
                .into_iter()
                .flat_map(move |catalog| records.clone().map(move |record| (dialect, catalog, record.value)))
        };
        sections(pack).into_iter().flat_map(of_section).collect::<Vec<_>>()
    };
    dialects().into_iter().flat_map(of_pack).collect()
}

/// Whether jsonschema and the notations find nothing, and no key stands twice.
fn is_clean(dialect: &'static Dialect, catalog: &str, node: &Node) -> bool {
    let field = Field::record(dialect, catalog).unwrap();
    let value = read::value(node, Some(field));
    let compiled = compiled(dialect);
    let partial = value.get("extends").is_some();
    let validator = if partial { compiled.partial(catalog) } else { compiled.complete(catalog) };
    flaws(&value, field, validator.unwrap()).is_empty() && !is_any_key_twice(node)
}

fn is_any_key_twice(node: &Node) -> bool {
    let entries = node.entries();
    let twice = entries.iter().enumerate().any(|(at, entry)| entries[..at].iter().any(|other| other.key == entry.key));
    twice || entries.iter().map(|entry| &entry.value).chain(node.items()).any(is_any_key_twice)
}

#[test]
fn all_shipped_records_and_headers_are_accepted() {
    let mut records = records().to_vec();
    assert!(records.len() > 200);
    records.retain(|(dialect, catalog, node)| !accepts_record(node, Field::record(dialect, catalog.name).unwrap()));
    assert!(records.is_empty(), "{records:#?}");
    for (pack, dialect) in dialects() {
        for section in sections(pack).iter().filter(|section| dialect.catalog(&section.key).is_none()) {
            let field = Field::header(dialect).child(&section.key).unwrap();
            assert!(accepts_header(&section.value, field), "{section:?}");
        }
    }
}

fn scalar(text: String, style: Style) -> Node {
    Node { span: Span::at(0), kind: NodeKind::Scalar { text, style }, aliased: false }
}

/// A value of any kind that stands somewhere in a pack, or nearly.
fn value() -> impl Strategy<Value = Node> {
    let words = vec![
        "",
        "~",
        "null",
        "true",
        "false",
        "0",
        "-0",
        "+5",
        "01",
        "1.0",
        "-1.5",
        "99",
        "100",
        "9223372036854775807",
        "9223372036854775808",
        "1e3",
        "0x1",
        "-1H",
        "2D",
        "-2H L+1<3",
        "3D:st",
        "3D:st halves",
        "12345",
        "spell",
        "#aabbcc",
        "#AABBCG",
        "sand",
        "é",
        "a b",
        "worn",
        "wpn",
        "modify",
        "ma",
        "2",
        "2D-1",
        "st",
        "1of",
        "90909",
        "11111",
    ];
    let text = prop_oneof![3 => prop::sample::select(words).prop_map(str::to_owned), 1 => "[ -~]{0,6}"];
    let style = prop_oneof![3 => Just(Style::Plain), 1 => Just(Style::Double)];
    let leaf = (text, style).prop_map(|(text, style)| scalar(text, style));
    leaf.prop_recursive(2, 6, 3, |inner| {
        let entry = ("[a-z]{1,2}|kind|damage|extends", inner.clone()).prop_map(|(key, value)| Entry {
            key,
            key_span: Span::at(0),
            value,
        });
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(|items| NodeKind::Seq { layout: Layout::Flow, items }),
            prop::collection::vec(entry, 0..3).prop_map(|entries| NodeKind::Map { layout: Layout::Flow, entries }),
        ]
        .prop_map(|kind| Node { span: Span::at(0), kind, aliased: false })
    })
}

/// One change somewhere in a record.
#[derive(Clone, Debug)]
enum Damage {
    /// The value becomes another.
    Replace(Node),
    /// The value becomes one that stands elsewhere in the shipped packs.
    Borrow(Index, Index),
    /// An entry or item goes.
    Remove(Index),
    /// An entry or item stands twice.
    Double(Index),
    /// A key becomes one that may stand somewhere.
    Rename(Index, String),
    /// A key is added.
    Add(String, Node),
}

fn damage() -> impl Strategy<Value = Damage> {
    let key = || {
        prop::sample::select(vec![
            "extends", "title", "kind", "st", "damage", "effects", "of", "by", "xyz", "range", "stops", "rounds", "s",
        ])
        .prop_map(str::to_owned)
    };
    prop_oneof![
        4 => value().prop_map(Damage::Replace),
        2 => any::<(Index, Index)>().prop_map(|(record, place)| Damage::Borrow(record, place)),
        1 => any::<Index>().prop_map(Damage::Remove),
        1 => any::<Index>().prop_map(Damage::Double),
        1 => (any::<Index>(), key()).prop_map(|(at, key)| Damage::Rename(at, key)),
        2 => (key(), value()).prop_map(|(key, value)| Damage::Add(key, value)),
    ]
}

fn count(node: &Node) -> usize {
    1 + node.entries().iter().map(|entry| &entry.value).chain(node.items()).map(count).sum::<usize>()
}

/// The value that comes `at`-th when all are counted from the root on.
fn nth<'a>(node: &'a mut Node, at: &mut usize) -> Option<&'a mut Node> {
    if *at == 0 {
        return Some(node);
    }
    *at -= 1;
    match &mut node.kind {
        NodeKind::Scalar { .. } => None,
        NodeKind::Map { entries, .. } => entries.iter_mut().find_map(|entry| nth(&mut entry.value, at)),
        NodeKind::Seq { items, .. } => items.iter_mut().find_map(|item| nth(item, at)),
    }
}

fn apply(record: &mut Node, at: Index, damage: Damage, all: &[Shipped]) {
    let mut at = at.index(count(record));
    let Some(node) = nth(record, &mut at) else { return };
    match (damage, &mut node.kind) {
        (Damage::Replace(value), _) => *node = value,
        (Damage::Borrow(record, place), _) => {
            let (_, _, mut other) = record.get(all).clone();
            let mut place = place.index(count(&other));
            node.clone_from(nth(&mut other, &mut place).expect("counted"));
        }
        (Damage::Remove(at), NodeKind::Map { entries, .. }) if !entries.is_empty() => {
            drop(entries.remove(at.index(entries.len())))
        }
        (Damage::Remove(at), NodeKind::Seq { items, .. }) if !items.is_empty() => {
            drop(items.remove(at.index(items.len())))
        }
        (Damage::Double(at), NodeKind::Map { entries, .. }) if !entries.is_empty() => {
            entries.push(at.get(entries).clone())
        }
        (Damage::Double(at), NodeKind::Seq { items, .. }) if !items.is_empty() => items.push(at.get(items).clone()),
        (Damage::Rename(at, key), NodeKind::Map { entries, .. }) if !entries.is_empty() => {
            let at = at.index(entries.len());
            entries[at].key = key;
        }
        (Damage::Add(key, value), NodeKind::Map { entries, .. }) => {
            entries.push(Entry { key, key_span: Span::at(0), value })
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(Config { cases: 3_000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_accepted_has_no_flaws(record in any::<Index>(), damages in prop::collection::vec((any::<Index>(), damage()), 0..3)) {
        let all = records();
        let (dialect, catalog, mut node) = record.get(all).clone();
        for (at, damage) in damages {
            apply(&mut node, at, damage, all);
        }
        if accepts_record(&node, Field::record(dialect, catalog.name).unwrap()) {
            prop_assert!(is_clean(dialect, catalog.name, &node), "{node:#?}");
        }
    }

    #[test]
    fn who_lacks_nothing_misses_no_field(record in any::<Index>(), damages in prop::collection::vec((any::<Index>(), damage()), 0..3)) {
        let all = records();
        let (dialect, catalog, mut node) = record.get(all).clone();
        for (at, damage) in damages {
            apply(&mut node, at, damage, all);
        }
        let field = Field::record(dialect, catalog.name).unwrap();
        let merged = merge_lineage(vec![read::value(&node, Some(field))]);
        if merged.is_object() && lacks_nothing(&merged, field) {
            let mut found = flaws(&merged, field, compiled(dialect).complete(catalog.name).unwrap());
            found.retain(|flaw| matches!(flaw.kind, FlawKind::MissingField { .. }));
            prop_assert!(found.is_empty(), "{found:#?}");
        }
    }
}

#[test]
fn the_shipped_records_lack_nothing() {
    let whole = records().iter().filter(|(_, _, node)| node.entry("extends").is_none());
    for (dialect, catalog, node) in whole {
        let field = Field::record(dialect, catalog.name).unwrap();
        let value: Value = read::value(node, Some(field));
        assert!(lacks_nothing(&value, field), "{value}");
    }
}
