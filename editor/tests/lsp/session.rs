//! A typical session: an id is completed, then renamed in six files, and a finding is fixed.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::client::{copy, folder, started, usual};

#[test]
fn an_item_is_completed_looked_up_renamed_in_six_files_and_a_slip_is_mended() {
    let (_kept, pack) = copy("../content/arena");
    let mut client = usual();
    let mut melee = client.open(&pack.join("items/melee.yaml"));
    assert!(client.codes(&melee).is_empty());

    // A new item that extends another one.
    client.replace(&mut melee, "items:\n", "items:\n  heirloom:\n    title: Heirloom\n    extends: broa\n\n");
    assert_eq!(client.codes(&melee), ["unknown-reference"]);
    let offered = client.completions(&melee, "extends: broa");
    let sword = offered.iter().find(|item| item["label"] == "broadsword").expect("the sword is offered");
    assert_eq!(sword["detail"], "Broadsword");
    client.apply(&mut melee, &json!([sword["textEdit"]]));
    assert!(melee.text.contains("    extends: broadsword\n\n"), "{}", melee.text);
    assert!(client.codes(&melee).is_empty());

    let hover = client.ask("textDocument/hover", melee.after("extends: broadsw"));
    let said = hover["contents"]["value"].as_str().unwrap();
    assert!(said.contains("**Broadsword**") && said.contains("class: `wpn`"), "{said}");
    assert_eq!(melee.slice(&hover["range"]), "broadsword");
    let defined = client.ask("textDocument/definition", melee.after("extends: broadsw"));
    assert_eq!(defined["uri"], json!(melee.uri));
    assert_eq!(melee.slice(&defined["range"]), "broadsword");
    let hint = client.ask(
        "textDocument/inlayHint",
        json!({ "textDocument": { "uri": melee.uri }, "range": { "start": melee.position(0), "end": melee.position(melee.text.len()) } }),
    );
    let beside =
        hint.as_array().unwrap().iter().find(|hint| hint["position"] == melee.after("extends: broadsword")["position"]);
    assert!(beside.unwrap()["label"].as_str().unwrap().contains("class: wpn"), "{hint}");

    // Renamed in buffers and on disk.
    let at = melee.after("extends: broadsw");
    let name = client.ask("textDocument/prepareRename", at.clone());
    assert_eq!((melee.slice(&name["range"]), name["placeholder"].as_str()), ("broadsword", Some("broadsword")));
    let uses = client.ask("textDocument/references", merged(&at, json!({ "context": { "includeDeclaration": true } })));
    let edit = client.ask("textDocument/rename", merged(&at, json!({ "newName": "long-sword" })));
    let documents = edit["documentChanges"].as_array().unwrap();
    let edits: usize = documents.iter().map(|document| document["edits"].as_array().unwrap().len()).sum();
    // The translation of its title moves along.
    assert_eq!(edits, uses.as_array().unwrap().len() + 1);
    // The checks of the pack are included: a scripted command names it.
    assert_eq!(documents.len(), 7, "{edit}");
    let mut changed = BTreeMap::new();
    for document in documents {
        let uri = document["textDocument"]["uri"].as_str().unwrap().to_owned();
        if uri == melee.uri {
            assert_eq!(document["textDocument"]["version"], json!(3));
            client.apply(&mut melee, &document["edits"]);
            continue;
        }
        assert_eq!(document["textDocument"]["version"], Value::Null, "not open");
        let path = uri.strip_prefix("file://").unwrap().to_owned();
        let mut other = super::client::Document { uri: uri.clone(), text: fs::read_to_string(&path).unwrap() };
        other.apply(&document["edits"]);
        fs::write(&path, &other.text).unwrap();
        changed.insert(uri, other);
    }
    let events: Vec<Value> = changed.keys().map(|uri| json!({ "uri": uri, "type": 2 })).collect();
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": events }));
    let at = melee.after("  long-swor");
    let uses_now =
        client.ask("textDocument/references", merged(&at, json!({ "context": { "includeDeclaration": true } })));
    assert_eq!(uses_now.as_array().unwrap().len() + 1, edits, "all of them are found by the new name");
    client.replace(&mut melee, "title: Heirloom", "title: Heirloom of the house");
    assert!(client.codes(&melee).is_empty(), "nothing names the old one");
    let others = client.told.iter().filter(|(uri, _)| !uri.ends_with("/lang/de.po"));
    let is_clean = others.map(|(_, told)| &told["diagnostics"]).all(|told| *told == json!([]));
    assert!(is_clean, "only the translation of the title is out of date: {:?}", client.told);

    // A typo, and the fixes offered for it.
    client.replace(&mut melee, "title: Heirloom of the house", "title: Heirloom of the house\n    clas: wpn");
    let found = client.findings(&melee);
    assert_eq!(found[0]["code"], "unknown-key");
    assert_eq!(melee.slice(&found[0]["range"]), "clas");
    let context = json!({ "diagnostics": found });
    let actions = client.ask(
        "textDocument/codeAction",
        json!({ "textDocument": { "uri": melee.uri }, "range": found[0]["range"], "context": context }),
    );
    let action = actions.as_array().unwrap().iter().find(|action| action["kind"] == "quickfix").expect("a fix");
    assert_eq!((action["title"].as_str(), &action["diagnostics"][0]), (Some("Write `class`"), &found[0]));
    let action = client.ask("codeAction/resolve", action.clone());
    client.apply(&mut melee, &action["edit"]["documentChanges"][0]["edits"]);
    assert!(melee.text.contains("    class: wpn\n    extends: long-sword"), "{}", melee.text);
    assert!(!client.codes(&melee).contains(&"unknown-key".to_owned()));
    assert_eq!(client.leave(), Some(0));
}

fn merged(params: &Value, more: Value) -> Value {
    let mut all = params.clone();
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

#[test]
fn a_name_that_is_taken_or_that_the_format_gives_is_refused_with_the_reason() {
    let (_kept, pack) = copy("../content/arena");
    let mut client = usual();
    let melee = client.open(&pack.join("items/melee.yaml"));
    let rename = |at: &str, name: &str| merged(&melee.after(at), json!({ "newName": name }));
    let taken = client.refused("textDocument/rename", rename("  broadswor", "dagger"));
    assert!(taken.contains("`/items/dagger` already exists"), "{taken}");
    let odd = client.refused("textDocument/rename", rename("  broadswor", "Long Sword"));
    assert!(odd.contains("lower-case words joined by hyphens"), "{odd}");
    let fixed = client.refused("textDocument/prepareRename", melee.after("    titl"));
    assert!(fixed.contains("is a key of the format"), "{fixed}");
}

#[test]
fn everything_safe_is_mended_at_once() {
    let (_kept, pack) = copy("base/templates/skirmish");
    let mut client = usual();
    let mut items = client.open(&pack.join("items.yaml"));
    client.replace(&mut items, "title: Trowel", "title: \"Trowel \"");
    client.replace(&mut items, "requires: {st: 6}", "requires: {st: 6}\n    requires: {st: 6}");
    let before = client.codes(&items);
    assert!(before.contains(&"duplicate-key".to_owned()), "{before:?}");
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let range = json!({ "start": items.position(0), "end": items.position(0) });
    let params = json!({ "textDocument": { "uri": items.uri }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions.as_array().unwrap().len(), 1, "{actions}");
    let action = client.ask("codeAction/resolve", actions[0].clone());
    client.apply(&mut items, &action["edit"]["documentChanges"][0]["edits"]);
    assert!(!client.codes(&items).contains(&"duplicate-key".to_owned()), "{}", items.text);
    assert_eq!(items.text.matches("requires: {st: 6}").count(), 1);
}

#[test]
fn a_finding_that_is_meant_is_allowed_where_it_stands_and_its_reason_is_asked_for() {
    let capable = [usual(), started(json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } }))];
    for (mut client, resolves) in capable.into_iter().zip([true, false]) {
        let (_kept, pack) = copy("base/templates/skirmish");
        let mut items = client.open(&pack.join("items.yaml"));
        client.replace(&mut items, "title: Trowel", "title: Hoe");
        let found = client.findings(&items);
        let same =
            found.iter().find(|finding| finding["code"] == "same-title").expect("two records have the same title");
        let context = json!({ "diagnostics": [same] });
        let params = json!({ "textDocument": { "uri": items.uri }, "range": same["range"], "context": context });
        let actions = client.ask("textDocument/codeAction", params);
        let is_it = |action: &&Value| action["title"] == "Allow `same-title` here, with a reason";
        let action = actions.as_array().unwrap().iter().find(is_it).expect("it is offered").clone();
        assert_eq!((&action["kind"], &action["diagnostics"][0]), (&json!("quickfix"), same));
        let action = if resolves { client.ask("codeAction/resolve", action) } else { action };
        client.apply(&mut items, &action["edit"]["documentChanges"][0]["edits"]);
        assert!(items.text.contains("    # foeman: allow same-title --\n    title: Hoe\n"), "{}", items.text);
        assert_eq!(client.codes(&items), ["allow-form"], "the reason is missing");
        client.replace(&mut items, "same-title --", "same-title -- both dig");
        assert!(client.codes(&items).is_empty());
    }
}

#[test]
fn what_keeps_a_pack_from_being_read_is_not_offered_to_be_allowed() {
    let (_kept, pack) = copy("base/templates/skirmish");
    let mut client = usual();
    let mut items = client.open(&pack.join("items.yaml"));
    client.replace(&mut items, "title: Trowel", "title: \"Trowel");
    let found = client.findings(&items);
    let broken = found.iter().find(|finding| finding["code"] == "yaml-syntax").expect("a quote is missing");
    let context = json!({ "diagnostics": [broken] });
    let params = json!({ "textDocument": { "uri": items.uri }, "range": broken["range"], "context": context });
    let actions = client.ask("textDocument/codeAction", params);
    assert!(!actions.to_string().contains("Allow"), "{actions}");
}

#[test]
fn symbols_lead_to_records() {
    let (_kept, pack) = copy("base/templates/skirmish");
    let mut client = usual();
    let items = client.open(&pack.join("items.yaml"));
    let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": items.uri } }));
    let hoe = symbols[0]["children"].as_array().unwrap().iter().find(|symbol| symbol["name"] == "hoe").unwrap();
    assert_eq!((symbols[0]["name"].as_str(), hoe["detail"].as_str()), (Some("items"), Some("Hoe")));
    assert_eq!(items.slice(&hoe["selectionRange"]), "hoe");
    assert!(
        items.slice(&hoe["range"]).starts_with("hoe:\n")
            && items.slice(&hoe["range"]).ends_with("jab: {damage: -1H T-1}")
    );
    let found = client.ask("workspace/symbol", json!({ "query": "allotm" }));
    assert_eq!(found[0]["name"], "allotments");
    assert!(found[0]["location"]["uri"].as_str().unwrap().ends_with("maps.yaml"));
}

#[test]
fn a_file_is_laid_out_by_edits_of_the_lines_that_change() {
    let mut client = usual();
    let pack =
        "pack: p\nruleset:  foeman\nitems:\n  wand:\n    title: 'Wänd'   # 𝔵\n    also: { wpn: {damage: -1H} }\n";
    let folder = folder(&[("pack.yaml", pack)]);
    let mut document = client.open(&folder.path().join("pack.yaml"));
    let asked = json!({ "textDocument": { "uri": document.uri }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", asked.clone());
    let lines: Vec<_> =
        edits.as_array().unwrap().iter().map(|edit| edit["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 4], "edits of adjacent lines are combined");
    client.apply(&mut document, &edits);
    let expected = "pack: p\nruleset: foeman\nitems:\n  wand:\n    title: Wänd   # 𝔵\n    also: {wpn: {damage: -1H}}\n";
    assert_eq!(document.text, expected);
    assert_eq!(client.ask("textDocument/formatting", asked.clone()), json!([]));
    client.set(&mut document, "items: {\n".to_owned());
    assert_eq!(client.ask("textDocument/formatting", asked), Value::Null, "what cannot be read is left alone");
}
