//! Packs whose files are added and removed, and files outside packs.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::client::{Client, folder, started, usual};

const HEAD: &str = "pack: p\nruleset: foeman\nauthors: []\nlicense: CC0-1.0\nversion: 1.0.0\ntitle: P\nformat: 2\n";
const AXE: &str = "items:\n  axe: {title: Axe, class: gen}\n";
const HEIR: &str = "items:\n  heir: {extends: axe, title: Heir}\n";

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn touched(client: &mut Client, path: &Path, kind: u8) {
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(path), "type": kind }] }));
}

#[test]
fn what_an_unsaved_buffer_breaks_is_told_at_the_file_that_it_breaks() {
    let folder = folder(&[("pack.yaml", HEAD), ("a/axe.yaml", AXE), ("b/heir.yaml", HEIR)]);
    let heir = uri(&folder.path().join("b/heir.yaml"));
    let mut client = usual();
    let mut axe = client.open(&folder.path().join("a/axe.yaml"));
    assert!(client.codes(&axe).is_empty());
    client.replace(&mut axe, "  axe:", "  spear:");
    assert_eq!(client.next_codes(&heir), ["unknown-reference"]);
    client.replace(&mut axe, "  spear:", "  axe:");
    assert!(client.next_codes(&heir).is_empty());
    // Unsaved text is lost when its buffer is closed.
    client.replace(&mut axe, "  axe:", "  spear:");
    assert_eq!(client.next_codes(&heir), ["unknown-reference"]);
    let other = client.open(&folder.path().join("pack.yaml"));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": axe.uri } }));
    assert!(client.next_codes(&heir).is_empty());
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": other.uri } }));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn files_that_come_change_and_go_on_disk_are_noticed() {
    let folder = folder(&[("pack.yaml", HEAD), ("heir.yaml", HEIR)]);
    let (axe, heir) = (folder.path().join("axe.yaml"), folder.path().join("heir.yaml"));
    let mut client = usual();
    let document = client.open(&heir);
    assert_eq!(client.codes(&document), ["unknown-reference"]);
    fs::write(&axe, AXE).unwrap();
    touched(&mut client, &axe, 1);
    assert!(client.next_codes(&document.uri).is_empty());
    fs::write(&axe, AXE.replace("axe", "ox")).unwrap();
    touched(&mut client, &axe, 2);
    assert_eq!(client.next_codes(&document.uri), ["unknown-reference"]);
    fs::write(&axe, AXE).unwrap();
    touched(&mut client, &axe, 2);
    assert!(client.next_codes(&document.uri).is_empty());
    fs::remove_file(&axe).unwrap();
    touched(&mut client, &axe, 3);
    assert_eq!(client.next_codes(&document.uri), ["unknown-reference"]);
}

#[test]
fn translations_have_findings_too() {
    let german = "msgctxt \"items/axe/title\"\nmsgid \"Axe\"\nmsgstr \"Axt\n";
    let folder = folder(&[("pack.yaml", HEAD), ("axe.yaml", AXE), ("lang/de.po", german)]);
    let mut client = usual();
    let mut language = client.open(&folder.path().join("lang/de.po"));
    let found = client.findings(&language);
    assert_eq!(
        (found[0]["code"].as_str(), found[0]["range"]["start"]["line"].as_i64()),
        (Some("translation-file"), Some(2))
    );
    client.set(&mut language, german.replace("Axt", "Axt\""));
    assert_eq!(client.codes(&language), ["missing-translation"], "the title of the pack");
    let path = folder.path().join("lang/fr.po");
    fs::write(&path, "msgid \"\n").unwrap();
    touched(&mut client, &path, 1);
    assert_eq!(client.next_codes(&uri(&path)), ["translation-file"]);
}

#[test]
fn a_client_that_tells_nothing_of_the_disk_is_not_needed_for_it() {
    let folder = folder(&[("pack.yaml", HEAD), ("heir.yaml", HEIR)]);
    let mut client = started(json!({}));
    let document = client.open(&folder.path().join("heir.yaml"));
    assert_eq!(client.codes(&document), ["unknown-reference"]);
    fs::write(folder.path().join("axe.yaml"), AXE).unwrap();
    assert!(client.next_codes(&document.uri).is_empty());
}

#[test]
fn a_file_without_a_pack_gets_a_hint_until_it_has_one() {
    let folder = folder(&[("loose.yaml", "services: {web: {image: x}}\n")]);
    let mut client = usual();
    let mut loose = client.open(&folder.path().join("loose.yaml"));
    let found = client.findings(&loose);
    assert_eq!((found[0]["code"].as_str(), found[0]["severity"].as_i64()), (Some("no-pack"), Some(4)));
    assert!(found[0]["message"].as_str().unwrap().contains("expected a `pack.yaml`"));
    assert_eq!(found.len(), 1, "files of other programs are not reported");
    // It may become a pack.
    client.set(&mut loose, format!("{HEAD}{AXE}"));
    assert!(client.codes(&loose).is_empty());
    client.set(&mut loose, HEIR.to_owned());
    assert_eq!(client.codes(&loose), ["no-pack"]);
    // Or a pack may be created around it.
    let head = folder.path().join("pack.yaml");
    fs::write(&head, HEAD).unwrap();
    touched(&mut client, &head, 1);
    assert_eq!(client.next_codes(&loose.uri), ["unknown-reference"]);
    fs::remove_file(&head).unwrap();
    touched(&mut client, &head, 3);
    assert_eq!(client.next_codes(&loose.uri), ["no-pack"]);
}

#[test]
fn packs_that_are_open_at_once_know_nothing_of_each_other() {
    let folder =
        folder(&[("one/pack.yaml", HEAD), ("one/axe.yaml", AXE), ("two/pack.yaml", HEAD), ("two/heir.yaml", HEIR)]);
    let mut client = usual();
    let axe = client.open(&folder.path().join("one/axe.yaml"));
    let heir = client.open(&folder.path().join("two/heir.yaml"));
    assert!(client.codes(&axe).is_empty());
    assert_eq!(client.codes(&heir), ["unknown-reference"]);
    let found = client.ask("workspace/symbol", json!({ "query": "e" }));
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    // The diagnostics of a pack are cleared when its last buffer is closed.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": heir.uri } }));
    assert!(client.next_codes(&heir.uri).is_empty());
}

#[test]
fn a_file_that_is_no_utf_8_is_told_and_mended_by_its_buffer() {
    let folder = folder(&[("pack.yaml", HEAD)]);
    let axe = folder.path().join("axe.yaml");
    fs::write(&axe, b"items:\n  axe: {title: Axe\xff, class: gen}\n").unwrap();
    let mut client = usual();
    let head = client.open(&folder.path().join("pack.yaml"));
    client.findings(&head);
    let told = client.told.get(&uri(&axe)).cloned();
    let told =
        told.unwrap_or_else(|| client.until(|message| message["params"]["uri"] == json!(uri(&axe)))["params"].clone());
    assert_eq!(told["diagnostics"][0]["code"], "yaml-syntax");
    let document = client.show(&axe, AXE);
    assert!(client.codes(&document).is_empty());
}

#[test]
fn a_required_pack_that_comes_and_changes_is_noticed_and_its_records_are_not_renamed_from_here() {
    let head = HEAD.replace("format: 2", "requires: {basics: \"*\"}\nformat: 2");
    let basics = HEAD.replace("pack: p", "pack: basics");
    for told in [true, false] {
        let folder = folder(&[("tavern/pack.yaml", &head), ("tavern/heir.yaml", HEIR)]);
        let (lower, axe) = (folder.path().join("basics/pack.yaml"), folder.path().join("basics/axe.yaml"));
        let mut client = if told { usual() } else { started(json!({})) };
        let tell = |client: &mut Client, path: &Path, kind| {
            if told {
                touched(client, path, kind);
            }
        };
        let mut heir = client.open(&folder.path().join("tavern/heir.yaml"));
        let header = client.open(&folder.path().join("tavern/pack.yaml"));
        // While a required pack is missing, references to its records are not reported.
        assert_eq!(client.codes(&header), ["required-pack"]);
        assert!(client.codes(&heir).is_empty());
        fs::create_dir(folder.path().join("basics")).unwrap();
        fs::write(&axe, AXE).unwrap();
        fs::write(&lower, &basics).unwrap();
        tell(&mut client, &lower, 1);
        assert!(client.next_codes(&header.uri).is_empty());
        let at =
            json!({ "textDocument": { "uri": heir.uri }, "position": heir.position(heir.text.find("axe").unwrap()) });
        let place = client.ask("textDocument/definition", at.clone());
        assert!(place.to_string().contains("basics/axe.yaml"), "{place}");
        let mut rename = at;
        rename["newName"] = json!("hatchet");
        let refused = client.refused("textDocument/rename", rename);
        assert!(refused.contains("belongs to the pack `basics`"), "{refused}");
        fs::write(&axe, AXE.replace("axe", "ox")).unwrap();
        tell(&mut client, &axe, 2);
        assert_eq!(client.next_codes(&heir.uri), ["unknown-reference"]);
        client.replace(&mut heir, "extends: axe", "extends: ox");
        assert!(client.codes(&heir).is_empty());
    }
}

#[test]
fn files_that_the_pack_leaves_out_have_no_findings() {
    let head = format!("{HEAD}exclude: [mkdocs.yml]\n");
    let folder = folder(&[
        ("pack.yaml", &head),
        ("axe.yaml", AXE),
        ("mkdocs.yml", "site_name:   [\n"),
        (".gitlab-ci.yml", "stages: [\n"),
    ]);
    let mut client = usual();
    for path in ["mkdocs.yml", ".gitlab-ci.yml"] {
        let document = client.open(&folder.path().join(path));
        assert!(client.codes(&document).is_empty(), "{path}");
    }
    // A change of `exclude` in the header's buffer takes effect at once.
    let mut header = client.open(&folder.path().join("pack.yaml"));
    assert!(client.codes(&header).is_empty());
    let docs = uri(&folder.path().join("mkdocs.yml"));
    client.replace(&mut header, "exclude: [mkdocs.yml]\n", "");
    assert!(!client.next_codes(&docs).is_empty());
    client.replace(&mut header, "format: 2\n", "format: 2\nexclude: [mkdocs.yml]\n");
    assert!(client.next_codes(&docs).is_empty());
}

#[test]
fn editing_exclude_adds_and_drops_files_that_are_not_open() {
    let folder = folder(&[("pack.yaml", HEAD), ("axe.yaml", AXE), ("notes.yml", "site_name:   [\n")]);
    let notes = uri(&folder.path().join("notes.yml"));
    let mut client = usual();
    let mut header = client.open(&folder.path().join("pack.yaml"));
    assert!(!client.next_codes(&notes).is_empty());
    client.replace(&mut header, "format: 2\n", "format: 2\nexclude: [notes.yml]\n");
    assert!(client.next_codes(&notes).is_empty());
    client.replace(&mut header, "exclude: [notes.yml]\n", "");
    assert!(!client.next_codes(&notes).is_empty());
    // Closing the header without saving it reads it from disk again.
    client.replace(&mut header, "format: 2\n", "format: 2\nexclude: [notes.yml]\n");
    assert!(client.next_codes(&notes).is_empty());
    let axe = client.open(&folder.path().join("axe.yaml"));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": header.uri } }));
    assert!(!client.next_codes(&notes).is_empty());
    assert!(client.codes(&axe).is_empty());
}
