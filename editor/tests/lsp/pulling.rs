//! Clients that pull diagnostics, and unsaved text of required packs.

use serde_json::{Value, json};

use super::client::{Client, Document, folder, started, usual};

const HEAD: &str = "pack: p\nruleset: foeman\nauthors: []\nlicense: CC0-1.0\nversion: 1.0.0\ntitle: P\nformat: 2\n";
const AXE: &str = "items:\n  axe: {title: Axe, class: gen}\n";
const HEIR: &str = "items:\n  heir: {extends: axe, title: Heir}\n";

/// A client that pulls diagnostics.
fn asking() -> Client {
    started(json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "diagnostics": { "refreshSupport": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true }
        }
    }))
}

/// Pulls the diagnostics of a document, with the previous result id.
fn pulled(client: &mut Client, document: &Document, before: Option<&str>) -> Value {
    let params = json!({ "textDocument": { "uri": document.uri }, "previousResultId": before });
    client.ask("textDocument/diagnostic", params)
}

fn codes(report: &Value) -> Vec<&str> {
    assert_eq!(report["kind"], "full", "{report}");
    report["items"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

#[test]
fn who_asks_has_what_is_found_in_the_text_as_it_stands_and_is_told_nothing_of_it_unasked() {
    let folder = folder(&[("pack.yaml", HEAD), ("axe.yaml", AXE)]);
    let mut client = asking();
    let mut axe = client.open(&folder.path().join("axe.yaml"));
    let clean = pulled(&mut client, &axe, None);
    assert_eq!(codes(&clean), [] as [&str; 0]);
    client.replace(&mut axe, "class: gen", "clas: gen");
    let slip = pulled(&mut client, &axe, clean["resultId"].as_str());
    assert_eq!(codes(&slip), ["unknown-key"]);
    assert_eq!(axe.slice(&slip["items"][0]["range"]), "clas");
    let same = pulled(&mut client, &axe, slip["resultId"].as_str());
    assert_eq!(same, json!({ "kind": "unchanged", "resultId": slip["resultId"] }));
    client.replace(&mut axe, "clas: gen", "class: gen");
    let mended = pulled(&mut client, &axe, slip["resultId"].as_str());
    assert_eq!(codes(&mended), [] as [&str; 0]);
    assert!(!client.told.contains_key(&axe.uri), "{:?}", client.told);
    // A file outside all packs has no diagnostics.
    let nowhere = Document { uri: "file:///nowhere.yaml".to_owned(), text: String::new() };
    assert_eq!(codes(&pulled(&mut client, &nowhere, None)), [] as [&str; 0]);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn who_asks_is_told_to_ask_again_where_another_file_has_broken_something() {
    let folder = folder(&[("pack.yaml", HEAD), ("axe.yaml", AXE), ("heir.yaml", HEIR)]);
    let mut client = asking();
    let heir = client.open(&folder.path().join("heir.yaml"));
    let mut axe = client.open(&folder.path().join("axe.yaml"));
    assert_eq!(codes(&pulled(&mut client, &heir, None)), [] as [&str; 0]);
    client.replace(&mut axe, "  axe:", "  spear:");
    client.until(|message| message["method"] == "workspace/diagnostic/refresh");
    assert_eq!(codes(&pulled(&mut client, &heir, None)), ["unknown-reference"]);
}

#[test]
fn files_that_are_not_open_are_told_unasked_until_all_are_asked_for() {
    let folder = folder(&[("pack.yaml", HEAD), ("axe.yaml", AXE), ("heir.yaml", HEIR)]);
    let heir = format!("file://{}", folder.path().join("heir.yaml").display());
    let mut client = asking();
    let mut axe = client.open(&folder.path().join("axe.yaml"));
    client.replace(&mut axe, "  axe:", "  spear:");
    assert_eq!(client.next_codes(&heir), ["unknown-reference"]);
    let all = client.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let items = all["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{all}");
    assert_eq!((&items[0]["uri"], codes(&items[0])), (&json!(heir), vec!["unknown-reference"]));
    assert_eq!(client.told[&heir]["diagnostics"], json!([]), "taken back, so that it is not shown twice");
    let known = json!([{ "uri": heir, "value": items[0]["resultId"] }]);
    let again = client.ask("workspace/diagnostic", json!({ "previousResultIds": known }));
    assert_eq!(again["items"][0]["kind"], "unchanged");
    client.replace(&mut axe, "  spear:", "  axe:");
    let mended = client.ask("workspace/diagnostic", json!({ "previousResultIds": known }));
    assert_eq!((&mended["items"][0]["uri"], codes(&mended["items"][0])), (&json!(heir), vec![]));
}

#[test]
fn who_does_not_ask_is_offered_nothing_to_ask_for() {
    for (capabilities, offered) in [(json!({}), false), (json!({ "textDocument": { "diagnostic": {} } }), true)] {
        let mut client = super::client::start();
        let hello = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let answer = client.ask("initialize", hello);
        assert_eq!(answer["capabilities"]["diagnosticProvider"].is_object(), offered, "{answer}");
    }
}

#[test]
fn an_unsaved_text_of_a_required_pack_is_seen_by_the_pack_that_requires_it() {
    let upper = HEAD.replace("format: 2", "requires: {basics: \"*\"}\nformat: 2");
    let lower = HEAD.replace("pack: p", "pack: basics");
    let folder = folder(&[
        ("tavern/pack.yaml", &upper),
        ("tavern/heir.yaml", HEIR),
        ("basics/pack.yaml", &lower),
        ("basics/axe.yaml", AXE),
    ]);
    let mut client = usual();
    let heir = client.open(&folder.path().join("tavern/heir.yaml"));
    assert!(client.codes(&heir).is_empty());
    let mut axe = client.open(&folder.path().join("basics/axe.yaml"));
    assert!(client.codes(&axe).is_empty());
    client.replace(&mut axe, "items:\n  axe:", "items:\n  # Sharp.\n  ox:");
    assert_eq!(client.next_codes(&heir.uri), ["unknown-reference"]);
    client.replace(&mut axe, "  ox:", "  axe:");
    assert!(client.next_codes(&heir.uri).is_empty());
    // Its record is found at the position in the buffer, one line below the position on disk.
    let at = json!({ "textDocument": { "uri": heir.uri }, "position": heir.position(heir.text.find("axe").unwrap()) });
    let place = client.ask("textDocument/definition", at);
    assert_eq!((&place["uri"], &place["range"]["start"]["line"]), (&json!(axe.uri), &json!(2)));
    // A file that does not exist on disk.
    let more = client.show(&folder.path().join("basics/more.yaml"), "items:\n  heir: {title: Heir, class: gen}\n");
    assert_eq!(client.next_codes(&heir.uri), ["replaced-record"]);
    // Unsaved text is lost when its buffer is closed.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": more.uri } }));
    assert!(client.next_codes(&heir.uri).is_empty());
    client.replace(&mut axe, "  axe:", "  ox:");
    assert_eq!(client.next_codes(&heir.uri), ["unknown-reference"]);
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": axe.uri } }));
    assert!(client.next_codes(&heir.uri).is_empty());
    assert_eq!(client.leave(), Some(0));
}
