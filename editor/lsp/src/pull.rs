//! Pull diagnostics: requests wait until the files they ask for have been checked.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use lsp_server::{RequestId, Response};
use lsp_types::{Diagnostic, DocumentDiagnosticParams, WorkspaceDiagnosticParams};
use serde_json::{Value, json};

use super::pack::Pack;
use super::pool::{Refusal, response};
use super::requests;
use super::workspace::Workspace;

/// The method that requests the diagnostics of one file.
pub const OF_FILE: &str = "textDocument/diagnostic";
/// The method that requests the diagnostics of all open packs.
pub const OF_ALL: &str = "workspace/diagnostic";

/// Pull requests without a response yet.
#[derive(Debug, Default)]
pub struct Pulls {
    waiting: Vec<Pull>,
    /// Whether the client pulls the diagnostics of the whole workspace; the server then stops pushing them.
    pub all: bool,
}

#[derive(Debug)]
struct Pull {
    id: RequestId,
    of: Of,
}

#[derive(Debug)]
enum Of {
    /// One file by URI, with the previous result id.
    File(String, Option<String>),
    /// All files, with their previous result ids by URI.
    All(BTreeMap<String, String>),
}

impl Pulls {
    /// Adds a request.
    pub fn ask(&mut self, id: RequestId, method: &str, params: Value) -> Result<(), Refusal> {
        let of = if method == OF_ALL {
            let WorkspaceDiagnosticParams { previous_result_ids, .. } = requests::read(params)?;
            self.all = true;
            Of::All(previous_result_ids.into_iter().map(|it| (it.uri.as_str().to_owned(), it.value)).collect())
        } else {
            let DocumentDiagnosticParams { text_document, previous_result_id, .. } = requests::read(params)?;
            Of::File(text_document.uri.as_str().to_owned(), previous_result_id)
        };
        self.waiting.push(Pull { id, of });
        Ok(())
    }

    /// Cancels a request; returns whether it was waiting.
    pub fn cancel(&mut self, id: &RequestId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|pull| pull.id != *id);
        self.waiting.len() < before
    }

    /// Returns the responses to all requests whose files have been checked.
    pub fn answers(&mut self, workspace: &mut Workspace) -> Vec<Response> {
        let mut answers = Vec::new();
        self.waiting.retain(|Pull { id, of }| {
            let answer = match of {
                Of::File(uri, before) => file(workspace, uri, before.as_deref()),
                Of::All(before) => all(workspace, before),
            };
            let waits = answer.is_none();
            answers.extend(answer.map(|answer| response(id.clone(), Ok(answer))));
            waits
        });
        answers
    }
}

/// The report for one file; `None` until it has been checked.
fn file(workspace: &mut Workspace, uri: &str, before: Option<&str>) -> Option<Value> {
    let Some((pack, path)) = workspace.find(uri) else { return Some(report(&[], before)) };
    if !pack.is_checked() {
        return None;
    }
    let list = pack.found.get(&path).map_or(&[][..], Vec::as_slice);
    let (answer, name) = (report(list, before), name(list));
    let version = pack.buffers.get(&path).map(|buffer| buffer.version);
    pack.pulled.insert(path, (name, version));
    Some(answer)
}

/// The report for all files with news; `None` until all have been checked.
fn all(workspace: &Workspace, before: &BTreeMap<String, String>) -> Option<Value> {
    if !workspace.packs.values().all(Pack::is_checked) {
        return None;
    }
    let mut items = Vec::new();
    let mut left = before.clone();
    for pack in workspace.packs.values() {
        for (path, list) in pack.found.iter().filter(|(_, list)| !list.is_empty()) {
            let uri = pack.uri_of(path);
            let mut item = report(list, left.remove(&uri).as_deref());
            item["version"] = json!(pack.buffers.get(path).map(|buffer| buffer.version));
            item["uri"] = json!(uri);
            items.push(item);
        }
    }
    for (uri, before) in left {
        let mut item = report(&[], Some(&before));
        (item["uri"], item["version"]) = (json!(uri), Value::Null);
        items.push(item);
    }
    Some(json!({ "items": items }))
}

/// Returns the result id of a list of diagnostics.
pub fn name(list: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    json!(list).to_string().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn report(list: &[Diagnostic], before: Option<&str>) -> Value {
    let name = name(list);
    if before == Some(name.as_str()) {
        return json!({ "kind": "unchanged", "resultId": name });
    }
    json!({ "kind": "full", "resultId": name, "items": list })
}
