//! Findings in packs of duels.

use foeman_engine::ruleset::Ruleset;
use foeman_schema::analysis::check;
use foeman_schema::json_schema::json_schema;
use ruleset_entropy::Entropy;

use super::{draft, folder, pack};

#[test]
fn every_finding_says_what_to_do() {
    let examples = Entropy::dialect().checks.iter().map(|check| check.bad);
    for finding in examples.flat_map(|bad| check(&draft(bad))) {
        assert!(finding.help.is_some(), "{finding:?}");
    }
}

#[test]
fn the_shipped_pack_has_no_findings() {
    assert_eq!(check(&pack()), []);
}

#[test]
fn the_schema_of_the_pack_is_up_to_date_and_every_file_names_it() {
    let committed = std::fs::read_to_string(folder().join(".foeman/schema.json")).unwrap_or_default();
    let committed: serde_json::Value = serde_json::from_str(&committed).unwrap_or_default();
    let fresh = "stale; renew it with `cargo run -- schema entropy --out content/entropy/.foeman`";
    assert_eq!(committed, json_schema(Entropy::dialect()), "{fresh}");
    let pack = pack();
    for file in pack.files() {
        let first = pack.text(file).lines().next().unwrap_or_default();
        assert_eq!(first, "# yaml-language-server: $schema=.foeman/schema.json", "{}", pack.path(file));
    }
}

#[test]
fn swapped_thresholds_are_told_with_the_swap() {
    let found = check(&draft("armours:\n  coat: {title: Coat, upper-threshold: 25, lower-threshold: 75}\n"));
    let [finding] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(finding.message, "expected at least the natural level, `50`, found `25`");
    assert_eq!(finding.help.as_deref(), Some("swap the two: `upper-threshold: 75` and `lower-threshold: 25`"));
}

#[test]
fn a_threshold_that_a_swap_does_not_mend_is_told_without_one() {
    let found = check(&draft("weapons:\n  rod: {title: Rod, e-level: 90}\n"));
    let [finding] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(finding.message, "expected at least the natural level, `90`, found `75`");
    assert!(finding.help.as_deref().is_some_and(|help| !help.contains("swap")), "{finding:?}");
}

#[test]
fn a_fourth_decimal_place_is_refused_with_its_value() {
    let found = check(&draft("weapons:\n  rod: {title: Rod, regeneration: 0.1234}\n"));
    let said: Vec<_> = found.iter().map(|finding| finding.message.as_str()).collect();
    assert!(said.iter().any(|said| said.contains("`0.1234`")), "{said:?}");
}
