//! The fast paths of parsing and validation give correct results for shipped packs, intact or damaged.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::oracle::disagreements;
use foeman_test_support::packs;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;

/// The texts of the shipped packs.
static PACKS: LazyLock<Vec<BTreeMap<String, String>>> =
    LazyLock::new(|| ["arena", "codes", "entropy", "strategy"].map(packs::texts).into());

fn draft(texts: BTreeMap<String, String>) -> Draft {
    Draft::from_texts(texts, &SHIPPED.dialects())
}

#[test]
fn all_shipped_records_are_taken() {
    for pack in PACKS.iter() {
        let draft = draft(pack.clone());
        let dialect = draft.dialect().unwrap();
        let records: usize = dialect.catalogs.iter().map(|catalog| draft.ids(catalog.name).count()).sum();
        assert_eq!(disagreements(&draft), (Vec::new(), records));
    }
}

/// A value from some shipped pack, possibly damaged.
fn value() -> impl Strategy<Value = String> {
    let borrowed = any::<(Index, Index, Index)>().prop_map(|(pack, file, line)| {
        let pack = pack.get(PACKS.as_slice());
        let lines: Vec<&str> =
            pack.values().nth(file.index(pack.len())).map(|text| text.lines().collect()).unwrap_or_default();
        let line = line.get(&lines);
        line.split_once(": ").map_or("", |(_, value)| value).to_owned()
    });
    let words = vec![
        "",
        "~",
        "null",
        "0",
        "-1",
        "1",
        "99",
        "100",
        "-2147483649",
        "1.0",
        "true",
        "[]",
        "{}",
        "[1, 2]",
        "{a: b}",
        "x",
        "\"\"",
        "é",
        "0001",
        "10",
    ];
    prop_oneof![3 => borrowed, 2 => prop::sample::select(words).prop_map(str::to_owned), 1 => "[ -~]{0,8}"]
}

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_taken_of_damaged_packs_is_right(pack in any::<Index>(), slips in prop::collection::vec((any::<Index>(), any::<Index>(), value(), 0..4u8), 1..40)) {
        let mut texts = pack.get(PACKS.as_slice()).clone();
        for (file, line, value, kind) in slips {
            let count = texts.len();
            let Some((path, text)) = texts.iter_mut().nth(file.index(count)) else { continue };
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            if path == "pack.yaml" || lines.is_empty() {
                continue;
            }
            let at = line.index(lines.len());
            match (kind, lines[at].split_once(": ")) {
                (0, _) => drop(lines.remove(at)),
                (1, _) => lines.insert(at, lines[at].clone()),
                (_, Some((key, _))) => lines[at] = format!("{key}: {value}"),
                _ => {}
            }
            *text = lines.join("\n") + "\n";
        }
        prop_assert_eq!(disagreements(&draft(texts)).0, Vec::<String>::new());
    }
}
