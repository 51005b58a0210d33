//! Input of the language server, well-formed or not: it must answer until the end and exit.

use std::io::Cursor;

use foeman_lsp::frames::Frames;
use foeman_lsp::server;
use foeman_registry::SHIPPED;
use serde_json::{Value, json};

use super::Target;

pub(super) const TARGET: Target = Target { name: "frames", run, seeds };

/// The URI of the open file, which does not exist on any machine.
const URI: &str = "file:///nowhere/of-any-machine/pack.yaml";

/// The maximum number of messages.
const MESSAGES: usize = 12;

fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    if first % 2 == 0 {
        let mut frames = Frames::new(Cursor::new(rest));
        while let Ok(Some(_)) = frames.read() {}
        return;
    }
    // Each line is the body of a message, or raw bytes that may not be a frame.
    let mut sent = conversation(&opening());
    for line in rest.split(|byte| *byte == b'\n').take(MESSAGES) {
        match line.split_first() {
            Some((b'!', raw)) => sent.extend(raw),
            _ => sent.extend(frame(line)),
        }
    }
    let mut answered = Vec::new();
    server::serve(SHIPPED, Cursor::new(sent), &mut answered).expect("memory can be written to");
    let mut left = answered.as_slice();
    while !left.is_empty() {
        left = answer(left).expect("nothing but frames is written");
    }
}

/// Returns the bytes after a response; `None` if it is not a frame with JSON.
fn answer(bytes: &[u8]) -> Option<&[u8]> {
    let head = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let length = str::from_utf8(&bytes[..head]).ok()?.strip_prefix("Content-Length: ")?.parse().ok()?;
    let (body, left) = bytes[head + 4..].split_at_checked(length)?;
    serde_json::from_slice::<Value>(body).ok()?;
    Some(left)
}

fn opening() -> Vec<Value> {
    let text =
        "pack: p\nruleset: foeman\nitems:\n  sword: {title: Sword, class: wpn}\nterrains:\n  sand: {title: Sand}\n";
    let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": text});
    vec![
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}),
    ]
}

fn conversation(messages: &[Value]) -> Vec<u8> {
    messages.iter().flat_map(|message| frame(message.to_string().as_bytes())).collect()
}

fn frame(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

fn seeds() -> Vec<Vec<u8>> {
    let document = json!({"uri": URI});
    let here = json!({"textDocument": document, "position": {"line": 3, "character": 10}});
    let asked =
        ["completion", "hover", "definition", "references", "documentSymbol", "inlayHint", "codeAction", "rename"];
    let mut seeds: Vec<Vec<u8>> = asked
        .iter()
        .map(|method| {
            let mut params = here.clone();
            params["newName"] = json!("sabre");
            params["range"] = json!({"start": {"line": 0, "character": 0}, "end": {"line": 4, "character": 0}});
            params["context"] = json!({"diagnostics": [], "includeDeclaration": true});
            let request =
                json!({"jsonrpc": "2.0", "id": 1, "method": format!("textDocument/{method}"), "params": params});
            format!("\u{1}{request}").into_bytes()
        })
        .collect();
    let range = json!({"start": {"line": 3, "character": 2}, "end": {"line": 3, "character": 7}});
    let change = json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": range, "text": "Ä😀"}]}});
    seeds.push(format!("\u{1}{change}\n{{}}\n!Content-Length: 3\n").into_bytes());
    seeds.push([&[0][..], &conversation(&opening())].concat());
    seeds
}
