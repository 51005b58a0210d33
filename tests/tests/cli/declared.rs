//! Fields declared by packs, on the command line.

use std::fs;

use foeman_test_support::packs;
use serde_json::Value;

use super::foeman;

/// A copy of the tavern with prices, next to the Arena.
fn tavern() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    packs::copy("arena", &folder.path().join("arena"));
    let pack = folder.path().join("tavern");
    packs::copy("bent-nail", &pack);
    let header = pack.join("pack.yaml");
    let fields = "fields:\n  items:\n    fare: {kind: integer, min: 0, unit: copper, about: What the host asks for it.}\n    spilt-by: {kind: reference, to: figures}\n";
    let text = fs::read_to_string(&header).expect("it is there").replacen("fields:\n  items:\n", fields, 1);
    fs::write(&header, text).expect("it can be written");
    let path = pack.to_str().expect("the path is text").to_owned();
    (folder, path)
}

fn add_item(pack: &str, fields: &str) {
    let text = format!("items:\n  thimble: {{extends: tankard, title: Thimble, code: \"0199\", {fields}}}\n");
    fs::write(format!("{pack}/more.yaml"), text).expect("it can be written");
}

#[test]
fn a_field_of_the_pack_is_checked_shown_and_explained_like_any_other() {
    let (_folder, pack) = tavern();
    foeman(&["check", &pack]).ends(0);
    add_item(&pack, "fare: 12");
    foeman(&["check", &pack]).ends(0);
    let shown = foeman(&["show", "items/thimble", "--pack", &pack]).ends(0).out;
    assert!(shown.contains("fare: 12"), "{shown}");
    add_item(&pack, "fare: -1, spilt-by: nobody, fair: 3");
    let told = foeman(&["check", &pack, "--format", "json"]).ends(1).out;
    let codes: Vec<String> = told
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("a line of JSON")["code"].as_str().unwrap_or_default().to_owned()
        })
        .collect();
    assert_eq!(codes, ["invalid-value", "unknown-reference", "unknown-key"], "{told}");
}

#[test]
fn the_schema_of_a_pack_has_its_fields_and_those_of_the_packs_it_requires() {
    let (folder, pack) = tavern();
    let own = |of: &str| -> Value { serde_json::from_str(&foeman(&["schema", of]).ends(0).out).expect("JSON") };
    let fare = |schema: &Value| schema["$defs"]["items"]["properties"]["fare"].clone();
    assert_eq!(fare(&own(&pack))["minimum"], 0);
    assert_eq!(fare(&own("foeman")), Value::Null);
    let guest = folder.path().join("guest.yaml");
    fs::write(&guest, "pack: guest\nruleset: foeman\nrequires: {bent-nail: '*'}\n").expect("it can be written");
    let guest = guest.to_str().expect("the path is text");
    assert_eq!(fare(&own(guest))["minimum"], 0, "a pack has the fields of those it requires");
    let nothing = foeman(&["schema", "foemam"]).ends(2);
    assert!(nothing.err.contains("did you mean `foeman`?"), "{}", nothing.err);
}

#[test]
fn a_rename_follows_a_field_of_the_pack() {
    let (_folder, pack) = tavern();
    add_item(&pack, "spilt-by: regular");
    fs::write(format!("{pack}/folk.yaml"), "figures:\n  regular: {extends: human, title: Regular}\n")
        .expect("it can be written");
    foeman(&["check", &pack]).ends(0);
    foeman(&["rename", "figures/regular", "old-hand", "--pack", &pack]).ends(0);
    let text = fs::read_to_string(format!("{pack}/more.yaml")).expect("it is there");
    assert!(text.contains("spilt-by: old-hand"), "{text}");
}
