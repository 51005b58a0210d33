//! Position encodings, with any characters in the text.

use serde_json::json;

use super::client::{folder, started, usual};

const HEAD: &str = "pack: p\nruleset: foeman\n";

/// A pack with two errors after characters outside the basic multilingual plane.
const TEXT: &str = "pack: p\r\nruleset: foeman\r\ntitle: 𝄞 Größe\r\n# 😀\r\neffects:\r\n  a: {title: 𝄞𝄞, what: 1}\r\n  b: {title: \
                    ö, what: 1}\r\n";

#[test]
fn columns_count_words_of_16_bits_unless_the_client_offers_bytes() {
    let at = |client: &mut super::client::Client| {
        let folder = folder(&[("pack.yaml", HEAD)]);
        let document = client.show(&folder.path().join("pack.yaml"), TEXT);
        let found = client.findings(&document);
        let keys = found.iter().filter(|finding| finding["code"] == "unknown-key");
        keys.map(|finding| (finding["range"]["start"].clone(), finding["range"]["end"].clone())).collect::<Vec<_>>()
    };
    let place = |line: u32, column: u32| json!({ "line": line, "character": column });
    // `  a: {title: ` has 13 columns, then come two clefs of two code units or four bytes each, and a comma and a
    // space.
    let words = [(place(5, 19), place(5, 23)), (place(6, 16), place(6, 20))];
    assert_eq!(at(&mut usual()), words);
    let bytes = [(place(5, 23), place(5, 27)), (place(6, 17), place(6, 21))];
    assert_eq!(at(&mut started(json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } }))), bytes);
}

#[test]
fn changes_land_where_the_client_means_them() {
    let folder = folder(&[("pack.yaml", HEAD)]);
    let mut client = usual();
    let mut document = client.show(&folder.path().join("pack.yaml"), TEXT);
    assert_eq!(client.findings(&document).iter().filter(|finding| finding["code"] == "unknown-key").count(), 2);
    // After astral characters, across CRLF line ends, and at both ends of the text.
    client.replace(&mut document, "𝄞𝄞, what: 1}\r\n  b: {", "😀, wrong: 2}\n  c: {");
    client.replace(&mut document, "# 😀\r\n", "\r\n");
    client.replace(&mut document, "pack: p", "pack: q # ü");
    client.replace(&mut document, "ö, what: 1}\r\n", "x}");
    let found = client.findings(&document);
    let wrong: Vec<&str> = found
        .iter()
        .filter(|finding| finding["code"] == "unknown-key")
        .map(|finding| document.slice(&finding["range"]))
        .collect();
    assert_eq!(wrong, ["wrong"]);
    let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": document.uri } }));
    let names: Vec<&str> =
        symbols[0]["children"].as_array().unwrap().iter().map(|it| document.slice(&it["selectionRange"])).collect();
    assert_eq!(names, ["a", "c"]);
}

#[test]
fn the_mark_of_a_file_on_disk_is_not_counted_and_edits_keep_it() {
    let marked = "\u{feff}items: {axe: {title: Axe, class: gen}}\n";
    let folder = folder(&[("pack.yaml", HEAD), ("items.yaml", marked)]);
    let mut client = usual();
    let document = client.open(&folder.path().join("pack.yaml"));
    client.findings(&document);
    let symbols = client.ask("workspace/symbol", json!({ "query": "axe" }));
    assert_eq!(symbols[0]["location"]["range"]["start"], json!({ "line": 0, "character": 8 }));
}

#[test]
fn a_long_line_with_many_findings_is_told_in_good_time() {
    let folder = folder(&[("pack.yaml", HEAD)]);
    let many: String = (0..20_000).map(|number| format!("𝄞{number}: {{wrong: 1}}, ")).collect();
    let text = format!("{HEAD}effects: {{{many}z: {{}}}}\n");
    let mut client = usual();
    let document = client.show(&folder.path().join("pack.yaml"), &text);
    let found = client.findings(&document);
    assert_eq!(found.len(), 1_001, "a thousand, and how many more there are");
    assert!(found[1_000]["message"].as_str().unwrap().contains("more findings in this file"));
}

#[test]
fn many_warnings_do_not_hide_an_error_at_the_end_of_a_file() {
    let folder = folder(&[("pack.yaml", HEAD)]);
    let many: String = (0..1_200).map(|number| format!("  s{number}: {{title: Sand, color: '#d9c08c'}}\n")).collect();
    let text = format!("{HEAD}terrains:\n{many}  mud: {{titel: Mud, title: Mud, color: '#d9c08c'}}\n");
    let mut client = usual();
    let document = client.show(&folder.path().join("pack.yaml"), &text);
    let found = client.findings(&document);
    assert_eq!(found.len(), 1_001);
    assert_eq!((found[0]["code"].as_str(), found[0]["severity"].as_i64()), (Some("unknown-key"), Some(1)));
    let lines: Vec<_> = found[1..1_000].iter().map(|it| it["range"]["start"]["line"].as_u64()).collect();
    assert!(lines.is_sorted() && lines[0] < lines[998], "the warnings are in the order of the text");
    let last = found[1_000]["message"].as_str().expect("a message");
    assert_eq!(last, "200 more findings in this file: 200 warnings; `foeman check` shows all of them");
}
