//! References and renames across packs, and scripted commands.

use serde_json::{Value, json};

use super::client::{Client, Document, copy, folder, usual};

const BASE: &str = "\
pack: base
version: 1.0.0
ruleset: foeman
figures:
  duck: {title: Duck, kind: creature, attributes: {st: 4, dx: 13, iq: 5, ma: 10}, attacks: [{title: beak, damage: -2H}]}
";
const MOD: &str = "\
pack: mod
ruleset: foeman
requires: {base: ^1}
figures:
  swan: {extends: duck, title: Swan}
";
const POND: &str = "\
pack: pond
ruleset: foeman
requires: {base: ^1}
figures:
  teal: {extends: duck, title: Teal}
";

/// Merges more parameters into a request's parameters.
fn with(at: &Value, more: &Value) -> Value {
    let mut all = at.clone();
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    all
}

/// Returns the edited files of a response, with the new texts of each.
fn edited(edit: &Value) -> Vec<(String, Vec<String>)> {
    let changes = edit["documentChanges"].as_array().unwrap().iter().map(|change| {
        let uri = change["textDocument"]["uri"].as_str().unwrap();
        let texts = change["edits"].as_array().unwrap().iter();
        (uri.to_owned(), texts.map(|edit| edit["newText"].as_str().unwrap().to_owned()).collect())
    });
    let mut changes: Vec<_> = changes.collect();
    changes.sort();
    changes
}

fn references(client: &mut Client, at: &Value) -> Vec<String> {
    let context = json!({ "context": { "includeDeclaration": true } });
    let found = client.ask("textDocument/references", with(at, &context));
    let place = |found: &Value| {
        let start = &found["range"]["start"];
        format!("{}:{}:{}", found["uri"].as_str().unwrap(), start["line"], start["character"])
    };
    let mut places: Vec<String> = found.as_array().unwrap().iter().map(place).collect();
    places.sort();
    places
}

#[test]
fn references_and_renames_reach_packs_that_are_open_and_packs_on_the_disk() {
    let folder = folder(&[("base/pack.yaml", BASE), ("mod/pack.yaml", MOD), ("pond/pack.yaml", POND)]);
    let path = |name: &str| folder.path().join(name).join("pack.yaml");
    let uri = |name: &str| format!("file://{}", path(name).display());
    let mut client = usual();
    let base = client.open(&path("base"));
    let mut changed = client.open(&path("mod"));
    // Unsaved text counts: the reference moves down one line.
    client.replace(&mut changed, "figures:\n", "figures:\n\n");
    let at = base.after("  duc");
    let expected = [format!("{}:4:2", uri("base")), format!("{}:5:18", uri("mod")), format!("{}:4:18", uri("pond"))];
    assert_eq!(references(&mut client, &at), expected);
    // The same from a pack that requires it.
    assert_eq!(references(&mut client, &changed.after("extends: duc")), expected);
    for at in [at, changed.after("extends: duc")] {
        let edit = client.ask("textDocument/rename", with(&at, &json!({ "newName": "smew" })));
        let one = |name: &str| (uri(name), vec!["smew".to_owned()]);
        assert_eq!(edited(&edit), [one("base"), one("mod"), one("pond")]);
    }
}

#[test]
fn a_rename_that_a_pack_cannot_follow_is_refused_with_its_name() {
    let taken = MOD.replace("swan:", "smew:");
    let folder = folder(&[("base/pack.yaml", BASE), ("mod/pack.yaml", &taken)]);
    let mut client = usual();
    let base = client.open(&folder.path().join("base/pack.yaml"));
    let at = with(&base.after("  duc"), &json!({ "newName": "smew" }));
    let why = client.refused("textDocument/rename", at);
    assert!(why.contains("/mod` requires this one: ") && why.contains("`/figures/smew` already exists"), "{why}");
}

const DUEL: &str = "\
pack: duel
ruleset: foeman
requires: {arena: ^1}
checks:
  quick:
    title: Quick
    scenario: duel
    commands:
      - ushka strike maud item=great-axe dice=3
      - ushka str
      - ushka strike mau
      - ushka ready item=great
      - re
    expect: [{kind: rounds, from: 1}]
";

fn labels(client: &mut Client, document: &Document, after: &str) -> Vec<String> {
    let items = client.completions(document, after);
    items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn words_of_scripted_commands_are_completed_and_followed() {
    // Required packs are found in the folders next to the pack. Next to a temporary folder, other tests have theirs.
    let folder = folder(&[("duel/pack.yaml", DUEL)]);
    let mut client = usual();
    let mut document = client.open(&folder.path().join("duel/pack.yaml"));
    assert_eq!(labels(&mut client, &document, "- ushka str")[..2], ["strike", "strike2"]);
    assert_eq!(labels(&mut client, &document, "strike mau")[0], "maud");
    assert_eq!(labels(&mut client, &document, "ready item=great")[0], "great-axe");
    assert_eq!(labels(&mut client, &document, "- re")[0], "red");
    // Only the word is replaced.
    let items = client.completions(&document, "ready item=great");
    client.apply(&mut document, &json!([items[0]["textEdit"]]));
    assert!(document.text.contains("- ushka ready item=great-axe\n"), "{}", document.text);
}

#[test]
fn a_word_of_a_scripted_command_leads_to_what_it_names_and_is_renamed_there() {
    let (_kept, pack) = copy("../content/arena");
    let mut client = usual();
    let checks = client.open(&pack.join("checks.yaml"));
    let at = checks.after("- ushka strike maud item=great-ax");
    let there = client.ask("textDocument/definition", at.clone());
    assert!(there["uri"].as_str().unwrap().ends_with("items/melee.yaml"), "{there}");
    // The target of the same command is another word.
    let there = client.ask("textDocument/definition", checks.after("- ushka strike mau"));
    assert!(there["uri"].as_str().unwrap().ends_with("rosters/road.yaml"), "{there}");
    let edit = client.ask("textDocument/rename", with(&at, &json!({ "newName": "axe" })));
    let changed = edit["documentChanges"].as_array().unwrap();
    let of = |ending: &str| {
        changed.iter().find(|change| change["textDocument"]["uri"].as_str().unwrap().ends_with(ending)).unwrap()
    };
    let mut renamed = checks.clone();
    renamed.apply(&of("/checks.yaml")["edits"]);
    assert_eq!(renamed.text, checks.text.replace("item=great-axe", "item=axe"));
    assert!(of("/items/melee.yaml")["edits"].as_array().unwrap().iter().any(|edit| edit["newText"] == "axe"));
}
