//! Compares our findings with the verdicts of other validators that have only the schema. Their verdicts are stored as
//! data; `tests/data/verdicts/README.md` explains how they were made.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::edit::Edit;
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::splice::Splice;
use foeman_schema::text::Span;
use foeman_test_support::corpus::{cases, folder};
use foeman_test_support::packs;
use serde_json::Value;

/// Checks whose findings a schema can also make, because they concern the structure of a single file.
const SEEN: [&str; 13] = [
    "bare-value",
    "duplicate-id",
    "duplicate-key",
    "invalid-id",
    "invalid-notation",
    "invalid-value",
    "missing-field",
    "pack-header",
    "unknown-catalog",
    "unknown-key",
    "wrong-catalog",
    "wrong-type",
    "yaml-syntax",
];

/// Findings of these checks that a schema does not make, by prefix of the case, with the reason.
const BLIND: &[(&str, &str, &str)] = &[
    (
        "bare-value",
        "cases/alone-foeman/bare-value-bad/",
        "a number with a zero in front is one, and the same, in YAML 1.2",
    ),
    ("invalid-notation", "cases/arena/no-amount-25/", "brackets nest"),
    ("invalid-notation", "cases/arena/no-amount-26/", "brackets nest"),
    ("invalid-notation", "cases/arena/no-amount-27/", "brackets nest"),
    ("invalid-notation", "cases/arena/no-amount-28/", "the schema does not check divisors"),
    ("invalid-notation", "cases/arena/no-amount-29/", "the schema does not check divisors"),
    ("invalid-notation", "cases/arena/no-amount-30/", "signs and brackets are counted"),
    ("invalid-notation", "cases/arena/no-event-amount-10/", "the schema does not check divisors"),
    ("invalid-notation", "cases/arena/no-event-condition-09/", "brackets nest"),
    ("invalid-notation", "cases/arena/no-event-condition-10/", "the schema does not check the names of game values"),
    ("invalid-notation", "cases/arena/no-requirement-16/", "brackets nest"),
    ("invalid-notation", "cases/arena/no-requirement-17/", "the schema does not check divisors"),
    ("invalid-notation", "cases/arena/no-front-pattern-08/", "how many letters a digit takes hangs on those before"),
    ("invalid-notation", "cases/arena/no-front-pattern-09/", "how many letters a digit takes hangs on those before"),
    ("invalid-notation", "cases/arena/no-roll-20/", "brackets nest"),
    ("invalid-notation", "cases/arena/no-roll-21/", "parts are counted"),
    ("invalid-notation", "cases/strategy/no-condition-12/", "brackets nest"),
    ("invalid-notation", "cases/strategy/no-expression-19/", "brackets nest"),
    ("invalid-notation", "cases/strategy/no-expression-20/", "the schema does not check divisors"),
    ("invalid-notation", "cases/strategy/no-expression-21/", "the schema does not check the names of game values"),
    ("pack-header", "cases/alone-foeman/pack-header-bad/", "which formats there are is for each program to say"),
];

/// Cases that a schema rejects and we accept, with the reason.
const STRICTER: &[(&str, &str)] = &[
    ("cases/alone-foeman/merge-conflict-bad/", "the records around git's markers are read, and the markers reported"),
    ("cases/alone-foeman/limits-bad/", "a text beyond our limits is refused as a whole and not looked into"),
    ("cases/alone-foeman/declared-field-mended/", "the schema of the ruleset does not have the pack's fields"),
    ("cases/alone-foeman/undeclared-field-", "the schema of the ruleset does not have the pack's fields"),
];

fn stored(file: &str) -> Value {
    let text = fs::read_to_string(folder().join(file)).expect("verdicts are stored");
    serde_json::from_str(&text).expect("they are JSON")
}

/// The checksum of the scripts: FNV-1a of 64 bits.
fn sum(bytes: &[u8]) -> String {
    let fold = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold))
}

#[test]
fn the_verdicts_are_of_the_schemas_as_they_are() {
    let schemas = stored("schemas.json");
    for told in ["ajv.json", "check-jsonschema.json"] {
        let sums = &stored(told)["schemas"];
        for (ruleset, said) in schemas.as_object().expect("schemas by ruleset") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(said["schema"].as_str().expect("a path"));
            let fresh = sum(&fs::read(path).expect("the schema is committed"));
            assert_eq!(
                sums[ruleset], fresh,
                "{told} is stale: tests/data/verdicts/README.md describes how to update it"
            );
        }
    }
}

/// Returns our findings in the file of every case.
fn ours() -> BTreeMap<String, Vec<Finding>> {
    let dialects = SHIPPED.dialects();
    let mut told = BTreeMap::new();
    let mut sound: BTreeMap<String, Analysis> = BTreeMap::new();
    for base in fs::read_dir(folder().join("packs")).expect("there are packs") {
        let path = base.expect("it can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        let analysis = Analysis::of(Arc::new(Draft::open(&path, &dialects).expect("the pack can be opened")), None);
        for file in packs::files(&path).keys() {
            let found = analysis.findings().iter().filter(|it| analysis.draft().path(it.place.file) == file);
            told.insert(format!("packs/{name}/{file}"), found.cloned().collect());
        }
        sound.insert(name, analysis);
    }
    for (case, text) in cases() {
        let (base, rest) = case.split_once('/').expect("a case is in a pack");
        let (_, path) = rest.split_once('/').expect("a case has a name");
        let analysis = match sound.get(base) {
            Some(before) => {
                let mut draft = Draft::clone(before.draft());
                let file = draft.file_at(path).expect("the file is one of the pack's");
                let span = Span::new(0, draft.text(file).len());
                draft.apply(&Edit::from(vec![Splice { file, span, text }]));
                Analysis::of(Arc::new(draft), Some(before))
            }
            None => Analysis::of(Arc::new(Draft::from_texts([(path.to_owned(), text)], &dialects)), None),
        };
        let found = analysis.findings().iter().filter(|it| analysis.draft().path(it.place.file) == path);
        told.insert(format!("cases/{case}"), found.cloned().collect());
    }
    told
}

#[test]
fn our_verdicts_are_those_of_others() {
    let (ajv, other) = (stored("ajv.json"), stored("check-jsonschema.json"));
    let (ajv, other) = (&ajv["verdicts"], &other["verdicts"]);
    let ours = ours();
    let judged: BTreeSet<&String> = ajv.as_object().expect("verdicts by case").keys().collect();
    assert_eq!(judged, ours.keys().collect(), "the corpus was judged as a whole");
    let (mut blind, mut stricter, mut wrong) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for (case, findings) in &ours {
        let verdict = match &ajv[case] {
            Value::String(unreadable) => unreadable.as_str(),
            Value::Array(places) if places.is_empty() => "valid",
            _ => "invalid",
        };
        // If a quote is not closed, one parser gives up and the other finds a text of several lines.
        assert_eq!(other[case] == "valid", verdict == "valid", "{case}: check-jsonschema and ajv differ");
        let grave = |it: &&Finding| it.severity == Severity::Error || it.code == "bare-value";
        let seen: Vec<&Finding> = findings.iter().filter(grave).filter(|it| SEEN.contains(&it.code)).collect();
        if verdict != "valid" && seen.is_empty() {
            match STRICTER.iter().find(|(beginning, _)| case.starts_with(beginning)) {
                Some(entry) => drop(stricter.insert(entry.0)),
                None => wrong.push(format!("{case} is {verdict} for others: {}", ajv[case])),
            }
        }
        for finding in seen {
            let places = ajv[case].as_array();
            let pointer = finding.pointer.to_string();
            // A missing key is reported at its map or at the key.
            let here = |place: &&Value| place.as_str().is_some_and(|place| place.starts_with(&pointer));
            if places.is_none_or(|places| places.iter().any(|place| here(&place))) {
                continue;
            }
            match BLIND.iter().find(|(check, beginning, _)| *check == finding.code && case.starts_with(beginning)) {
                Some(entry) => drop(blind.insert((entry.0, entry.1))),
                None => wrong.push(format!("{case}: {} {pointer} {}: {}", finding.code, finding.message, ajv[case])),
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    let listed: BTreeSet<_> = BLIND.iter().map(|(check, beginning, _)| (*check, *beginning)).collect();
    assert_eq!(blind, listed, "an entry that is not needed");
    assert_eq!(stricter, STRICTER.iter().map(|(beginning, _)| *beginning).collect(), "an entry that is not needed");
}
