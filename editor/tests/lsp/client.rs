//! A strict client of the language server: any output that is not a valid frame fails the test.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// Long enough for any answer; after that the server counts as hung.
const LONG: Duration = Duration::from_secs(60);

/// A running server and its client.
pub(crate) struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    next: i32,
    /// The last diagnostics of each file.
    pub(crate) told: BTreeMap<String, Value>,
    versions: BTreeMap<String, i64>,
}

/// Starts the program.
pub(crate) fn start() -> Client {
    let mut child = Command::new(env!("CARGO_BIN_EXE_foeman"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (to, mut from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let mut line = String::new();
            if from.read_line(&mut line).unwrap() == 0 {
                break;
            }
            let length = line.strip_prefix("Content-Length: ").unwrap_or_else(|| panic!("no frame: {line:?}"));
            let length: usize = length.trim_end().parse().unwrap();
            line.clear();
            from.read_line(&mut line).unwrap();
            assert_eq!(line, "\r\n");
            let mut body = vec![0; length];
            from.read_exact(&mut body).unwrap();
            let message: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(message["jsonrpc"], "2.0");
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    Client { child, to, from: receiver, next: 1, told: BTreeMap::new(), versions: BTreeMap::new() }
}

/// Starts the program and initializes it with these capabilities.
pub(crate) fn started(capabilities: Value) -> Client {
    let mut client = start();
    let answer = client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
    assert!(answer["capabilities"]["completionProvider"].is_object(), "{answer}");
    client.tell("initialized", json!({}));
    client
}

/// Starts a client with the usual capabilities.
pub(crate) fn usual() -> Client {
    started(json!({
        "textDocument": {
            "completion": { "completionItem": { "snippetSupport": true } },
            "codeAction": { "resolveSupport": { "properties": ["edit"] } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true }
        },
        "workspace": {
            "workspaceEdit": { "documentChanges": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true }
        }
    }))
}

impl Client {
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(bytes).unwrap();
        to.flush().unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; returns the response.
    pub(crate) fn asked(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.until(|message| message["id"] == json!(id) && message["method"].is_null())
    }

    /// Sends a request; returns the result.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.asked(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a request that fails; returns the error message.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> String {
        let answer = self.asked(method, params);
        answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{method} is not refused: {answer}")).to_owned()
    }

    /// Reads messages until one matches.
    pub(crate) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.from.recv_timeout(LONG).expect("the server answers");
            if message["method"] == "textDocument/publishDiagnostics" {
                let uri = message["params"]["uri"].as_str().unwrap().to_owned();
                self.told.insert(uri, message["params"].clone());
            }
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Opens a file with its text on disk.
    pub(crate) fn open(&mut self, path: &Path) -> Document {
        let text = fs::read_to_string(path).unwrap();
        self.show(path, &text)
    }

    /// Opens a file with another text.
    pub(crate) fn show(&mut self, path: &Path, text: &str) -> Document {
        let uri = format!("file://{}", path.display());
        self.versions.insert(uri.clone(), 1);
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        Document { uri, text: text.to_owned() }
    }

    /// Returns the diagnostics of the current version of a document.
    pub(crate) fn findings(&mut self, document: &Document) -> Vec<Value> {
        let (uri, version) = (document.uri.clone(), self.versions[&document.uri]);
        let is_it = |told: &Value| told["uri"] == json!(uri) && told["version"] == json!(version);
        if !self.told.get(&uri).is_some_and(is_it) {
            self.until(|message| is_it(&message["params"]));
        }
        self.told[&uri]["diagnostics"].as_array().unwrap().clone()
    }

    /// Returns the diagnostic codes of the current version of a document.
    pub(crate) fn codes(&mut self, document: &Document) -> Vec<String> {
        self.findings(document).iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the diagnostic codes of the next notification for a file, open or not.
    pub(crate) fn next_codes(&mut self, uri: &str) -> Vec<String> {
        let told =
            self.until(|message| message["params"]["uri"] == json!(uri) && message["params"]["diagnostics"].is_array());
        let list = told["params"]["diagnostics"].as_array().unwrap();
        list.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    }

    /// Replaces a text that occurs once in a document; sent as an incremental change.
    pub(crate) fn replace(&mut self, document: &mut Document, old: &str, new: &str) {
        let at = document.text.find(old).unwrap_or_else(|| panic!("{} does not contain {old:?}", document.uri));
        let range = json!({ "start": document.position(at), "end": document.position(at + old.len()) });
        document.text.replace_range(at..at + old.len(), new);
        self.changed(document, json!({ "range": range, "text": new }));
    }

    /// Applies text edits from a response.
    pub(crate) fn apply(&mut self, document: &mut Document, edits: &Value) {
        document.apply(edits);
        self.set(document, document.text.clone());
    }

    /// Replaces the whole text of a document; sent as a full change.
    pub(crate) fn set(&mut self, document: &mut Document, text: String) {
        document.text = text;
        self.changed(document, json!({ "text": document.text }));
    }

    fn changed(&mut self, document: &Document, change: Value) {
        let version = self.versions.get_mut(&document.uri).unwrap();
        *version += 1;
        let id = json!({ "uri": document.uri, "version": *version });
        self.tell("textDocument/didChange", json!({ "textDocument": id, "contentChanges": [change] }));
    }

    /// Returns the completions after a text in a document.
    pub(crate) fn completions(&mut self, document: &Document, after: &str) -> Vec<Value> {
        let answer = self.ask("textDocument/completion", document.after(after));
        answer["items"].as_array().unwrap().clone()
    }

    /// Shuts down as the protocol requires; returns the exit status.
    pub(crate) fn leave(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.end()
    }

    /// Closes the pipe and waits; returns the exit status.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.to = None;
        self.child.wait().unwrap().code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A failed test must not leave a server process behind.
        let _ = self.child.kill();
    }
}

/// The client's copy of a document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) uri: String,
    pub(crate) text: String,
}

impl Document {
    /// Returns line and column, in UTF-16 code units.
    pub(crate) fn position(&self, at: usize) -> Value {
        let before = &self.text[..at];
        let line = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        json!({ "line": line, "character": before[start..].encode_utf16().count() })
    }

    fn offset(&self, position: &Value) -> usize {
        let mut start = 0;
        for _ in 0..position["line"].as_u64().unwrap() {
            start += self.text[start..].find('\n').unwrap() + 1;
        }
        let mut left = position["character"].as_u64().unwrap() as usize;
        for (at, letter) in self.text[start..].char_indices() {
            if left == 0 {
                return start + at;
            }
            left -= letter.len_utf16();
        }
        self.text.len()
    }

    /// Returns the text in a range.
    pub(crate) fn slice(&self, range: &Value) -> &str {
        &self.text[self.offset(&range["start"])..self.offset(&range["end"])]
    }

    /// Returns request parameters for the position after a text that occurs once.
    pub(crate) fn after(&self, text: &str) -> Value {
        let at = self.text.find(text).unwrap_or_else(|| panic!("{} does not contain {text:?}", self.uri)) + text.len();
        json!({ "textDocument": { "uri": self.uri }, "position": self.position(at) })
    }

    /// Applies edits, last one first.
    pub(crate) fn apply(&mut self, edits: &Value) {
        let mut spans: Vec<(usize, usize, String)> = edits
            .as_array()
            .unwrap()
            .iter()
            .map(|edit| {
                let (start, end) = (self.offset(&edit["range"]["start"]), self.offset(&edit["range"]["end"]));
                (start, end, edit["newText"].as_str().unwrap().to_owned())
            })
            .collect();
        spans.sort();
        for (start, end, text) in spans.into_iter().rev() {
            self.text.replace_range(start..end, &text);
        }
    }
}

/// Copies a folder of the repository.
pub(crate) fn copy(folder: &str) -> (TempDir, PathBuf) {
    let kept = tempfile::tempdir().unwrap();
    let to = kept.path().join("pack");
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &to);
    (kept, to)
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Creates a folder with some files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}
