//! Property tests: records accepted by fast validation are valid according to jsonschema, and ordinary records are
//! accepted.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ViolationKind, accepts_header, accepts_record, flaws, lacks_nothing};
use crate::catalogs::board;
use crate::dialect::{CatalogDef, Dialect, Record, Ref};
use crate::draft::merge_lineage;
use crate::field::Field;
use crate::json_schema::compiled;
use crate::read;
use crate::source::parse;
use crate::source::tree::{Entries, Layout, Node, NodeKind, Pair, Style};
use crate::text::Span;
use serde_json::Value;

/// A type with a field of every kind.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Thing {
    title: String,
    #[schemars(range(min = -5, max = 99))]
    size: i16,
    #[serde(default)]
    weight: Option<f64>,
    #[serde(default)]
    heavy: bool,
    #[serde(default)]
    grip: Option<Grip>,
    #[serde(default)]
    #[schemars(regex(pattern = r"^[1-9]D(:(st|dx))?$"))]
    code: String,
    #[serde(default)]
    #[schemars(schema_with = "rounds")]
    rounds: serde_json::Value,
    #[serde(default)]
    #[schemars(extend("x-notation" = "color"))]
    color: String,
    #[serde(default)]
    pair: Option<[u8; 2]>,
    #[serde(default)]
    #[schemars(length(max = 3))]
    parts: Vec<Part>,
    #[serde(default)]
    #[schemars(extend("propertyNames" = { "pattern": r#"^[^\s"']$"# }))]
    legend: BTreeMap<String, Ref<Thing>>,
    #[serde(default)]
    deeds: Vec<Deed>,
    #[serde(default)]
    main: Option<Deed>,
    #[serde(default)]
    inner: Option<Box<Inner>>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Grip {
    /// In one hand.
    One,
    /// In both.
    Both,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Part {
    of: Ref<Thing>,
    #[serde(default)]
    count: u8,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Deed")]
struct Deed {
    #[serde(default)]
    within: Option<u8>,
    #[serde(flatten)]
    kind: DeedKind,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum DeedKind {
    /// Harms.
    Harm { dice: u8 },
    /// Heals.
    Heal {
        #[serde(default)]
        points: Option<u8>,
    },
    /// Nothing.
    Rest {},
}

/// A recursive type.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inner {
    name: String,
    #[serde(default)]
    inner: Option<Box<Inner>>,
}

impl Record for Thing {
    const CATALOG: &'static str = "things";
    const TITLE: &'static str = "Thing";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

fn rounds(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["string", "integer"], "pattern": "^(spell|[0-9]{1,3})$", "minimum": 1, "maximum": 999 })
}

static LAWS: Dialect = Dialect {
    id: "laws",
    title: "Laws",
    about: "",
    catalogs: &[CatalogDef::of::<Thing>(), CatalogDef::of::<board::Map>()],
    checks: &[],
    notations: &[],
    playable: "things",
    script: None,
    declared: &[],
    base: None,
};

/// Valid records.
const CLEAN: &str = r##"
things:
  full: &full
    title: Full
    size: -5
    weight: 1.5
    heavy: true
    grip: both
    code: 3D:st
    rounds: 12
    color: "#aabbcc"
    pair: [1, 2]
    parts: [{of: full, count: 3}, {of: bare}]
    legend: {s: full, "#": bare}
    deeds:
      - {kind: harm, dice: 2, within: 3}
      - {kind: heal}
      - {kind: rest, within: 1}
    main: {kind: heal, points: 3}
    inner: {name: a, inner: {name: b}}
  bare: {title: "1", size: 99}
  nulls: {title: None, size: 1, weight: ~, grip: null, rounds: spell, legend: {}, deeds: [], main: {kind: heal, points: ~}}
  part: {extends: full, title: ~, legend: {s: ~}, weight: 3, main: {kind: harm}}
maps:
  pit:
    title: Pit
    geometry: {shape: hex, stand: edge, shift: column-down, size: [3, 2]}
    legend: {s: sand}
    rows: |
      sss
      sss
"##;

/// A record with its catalog.
type Written = (&'static str, Node);

/// Returns the records of [`CLEAN`].
fn records() -> &'static [Written] {
    static RECORDS: LazyLock<Vec<Written>> = LazyLock::new(|| {
        let tree = parse(CLEAN).unwrap().unwrap();
        let of_section = |section: &Pair| {
            let name = LAWS.catalog(&section.key).unwrap().name;
            section.value.entries().iter().map(|record| (name, record.value.clone())).collect::<Vec<_>>()
        };
        tree.entries().iter().flat_map(of_section).collect()
    });
    &RECORDS
}

/// Returns whether jsonschema and the notations find no violation, and there are no duplicate keys.
fn is_clean(catalog: &str, node: &Node) -> bool {
    let field = Field::record(&LAWS, catalog).unwrap();
    let value = read::value(node, Some(field));
    let compiled = compiled(&LAWS);
    let partial = value.get("extends").is_some();
    let validator = if partial { compiled.partial(catalog) } else { compiled.complete(catalog) };
    flaws(&value, field, &validator.unwrap()).is_empty() && !is_any_key_twice(node)
}

fn is_any_key_twice(node: &Node) -> bool {
    let entries = node.entries();
    let twice = entries.iter().enumerate().any(|(at, entry)| entries[..at].iter().any(|other| other.key == entry.key));
    twice || entries.iter().map(|entry| &entry.value).chain(node.items()).any(is_any_key_twice)
}

#[test]
fn clean_records_and_headers_are_accepted() {
    for (catalog, node) in records() {
        assert!(is_clean(catalog, node), "{node:#?}");
        assert!(accepts_record(node, Field::record(&LAWS, catalog).unwrap()), "{catalog}: {node:#?}");
    }
    let header = parse(
        "pack: a-b\ntitle: A\nversion: 1.0.0\nruleset: laws\nauthors: [me]\nlicense: ~\nrequires:\n  b: ^1\nformat: 2\n",
    );
    for entry in header.unwrap().unwrap().entries() {
        let field = Field::header(&LAWS).child(&entry.key).unwrap();
        assert!(accepts_header(&entry.value, field), "{entry:?}");
    }
}

fn scalar(text: String, style: Style) -> Node {
    Node::new(Span::at(0), NodeKind::Scalar { text: text.into(), style })
}

/// Generates a value of any kind, with text found in packs or similar to it.
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
        let entry = ("[a-z]{1,2}|kind|damage|extends", inner.clone())
            .prop_map(|(key, value)| Pair::new(key.into(), Span::at(0), value));
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(|items| NodeKind::seq(Layout::Flow, items)),
            prop::collection::vec(entry, 0..3).prop_map(|entries| NodeKind::map(Layout::Flow, entries)),
        ]
        .prop_map(|kind| Node::new(Span::at(0), kind))
    })
}

/// A random change in a record.
#[derive(Clone, Debug)]
enum Damage {
    /// Replaces the value.
    Replace(Node),
    /// Replaces the value with another one from the shipped packs.
    Borrow(Index, Index),
    /// Removes an entry or item.
    Remove(Index),
    /// Duplicates an entry or item.
    Double(Index),
    /// Renames a key to one used elsewhere.
    Rename(Index, String),
    /// Adds a key.
    Add(String, Node),
}

fn damage() -> impl Strategy<Value = Damage> {
    let key = || {
        prop::sample::select(vec![
            "extends", "title", "kind", "dice", "points", "deeds", "of", "inner", "name", "xyz", "size", "code",
            "rounds", "s",
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

/// Returns the `at`-th value in preorder.
fn nth<'a>(node: &'a mut Node, at: &mut usize) -> Option<&'a mut Node> {
    if *at == 0 {
        return Some(node);
    }
    *at -= 1;
    match &mut node.kind {
        NodeKind::Scalar { .. } => None,
        NodeKind::Map { entries: Entries::Few(entries), .. } => {
            entries.iter_mut().find_map(|entry| nth(&mut entry.value, at))
        }
        NodeKind::Map { .. } => unreachable!("the records have fewer entries"),
        NodeKind::Seq { items, .. } => items.iter_mut().find_map(|item| nth(item, at)),
    }
}

fn change(items: &mut Box<[Node]>, change: impl FnOnce(&mut Vec<Node>)) {
    let mut all = std::mem::take(items).into_vec();
    change(&mut all);
    *items = all.into();
}

fn apply(record: &mut Node, at: Index, damage: Damage, all: &[Written]) {
    let mut at = at.index(count(record));
    let Some(node) = nth(record, &mut at) else { return };
    match (damage, &mut node.kind) {
        (Damage::Replace(value), _) => *node = value,
        (Damage::Borrow(record, place), _) => {
            let (_, mut other) = record.get(all).clone();
            let mut place = place.index(count(&other));
            node.clone_from(nth(&mut other, &mut place).expect("counted"));
        }
        (Damage::Remove(at), NodeKind::Map { entries, .. }) if !entries.is_empty() => {
            let at = at.index(entries.len());
            entries.change(|entries| drop(entries.remove(at)))
        }
        (Damage::Remove(at), NodeKind::Seq { items, .. }) if !items.is_empty() => {
            change(items, |items| drop(items.remove(at.index(items.len()))))
        }
        (Damage::Double(at), NodeKind::Map { entries, .. }) if !entries.is_empty() => {
            let twin = at.get(entries).clone();
            entries.change(|entries| entries.push(twin));
        }
        (Damage::Double(at), NodeKind::Seq { items, .. }) if !items.is_empty() => {
            let twin = at.get(items).clone();
            change(items, |items| items.push(twin));
        }
        (Damage::Rename(at, key), NodeKind::Map { entries, .. }) if !entries.is_empty() => {
            let at = at.index(entries.len());
            entries.change(|entries| entries[at].key = key.into());
        }
        (Damage::Add(key, value), NodeKind::Map { entries, .. }) => {
            entries.change(|entries| entries.push(Pair::new(key.into(), Span::at(0), value)));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(Config { cases: 3_000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_accepted_has_no_flaws(record in any::<Index>(), damages in prop::collection::vec((any::<Index>(), damage()), 0..3)) {
        let all = records();
        let (catalog, mut node) = record.get(all).clone();
        for (at, damage) in damages {
            apply(&mut node, at, damage, all);
        }
        if accepts_record(&node, Field::record(&LAWS, catalog).unwrap()) {
            prop_assert!(is_clean(catalog, &node), "{node:#?}");
        }
    }

    #[test]
    fn who_lacks_nothing_misses_no_field(record in any::<Index>(), damages in prop::collection::vec((any::<Index>(), damage()), 0..3)) {
        let all = records();
        let (catalog, mut node) = record.get(all).clone();
        for (at, damage) in damages {
            apply(&mut node, at, damage, all);
        }
        let field = Field::record(&LAWS, catalog).unwrap();
        let merged = merge_lineage(vec![read::value(&node, Some(field))]);
        if merged.is_object() && lacks_nothing(&merged, field) {
            let mut found = flaws(&merged, field, &compiled(&LAWS).complete(catalog).unwrap());
            found.retain(|flaw| matches!(flaw.kind, ViolationKind::MissingField { .. }));
            prop_assert!(found.is_empty(), "{found:#?}");
        }
    }
}

#[test]
fn the_clean_records_lack_nothing() {
    let whole = records().iter().filter(|(_, node)| node.entry("extends").is_none());
    for (catalog, node) in whole {
        let field = Field::record(&LAWS, catalog).unwrap();
        let value = read::value(node, Some(field));
        assert!(lacks_nothing(&value, field), "{value}");
    }
}
