//! Converts edits of the schema library to LSP workspace edits.

use foeman_schema::edit::{Edit, FileChange, Splice};
use foeman_schema::fmt;
use foeman_schema::text::FileId;
use lsp_server::ErrorCode;
use lsp_types::TextEdit;
use serde_json::{Map, Value, json};

use super::client::Client;
use super::pool::{Answer, refusal};
use super::position::Walk;
use super::snapshot::Snapshot;

/// Converts an edit of one pack; with buffer versions if the client supports them.
pub fn workspace_edit(snapshot: &Snapshot, edit: &Edit, client: &Client) -> Answer {
    workspace_edits(&[(snapshot.clone(), edit.clone())], client)
}

/// Combines the edits of several packs into one workspace edit.
pub fn workspace_edits(edits: &[(Snapshot, Edit)], client: &Client) -> Answer {
    let has_files = edits.iter().any(|(_, edit)| !edit.files.is_empty());
    if has_files && !(client.document_changes && client.file_changes) {
        let message = "expected a text editor that supports creating and renaming files, but this one does not; \
                       use `foeman check --fix` or `foeman rename`";
        return Err(refusal(ErrorCode::RequestFailed, message));
    }
    let (mut changes, mut documents) = (Map::new(), Vec::new());
    for (snapshot, edit) in edits {
        add(snapshot, edit, &mut changes, &mut documents);
    }
    Ok(if client.document_changes { json!({ "documentChanges": documents }) } else { json!({ "changes": changes }) })
}

fn add(snapshot: &Snapshot, edit: &Edit, changes: &mut Map<String, Value>, documents: &mut Vec<Value>) {
    let draft = &snapshot.draft;
    for splices in edit.splices.chunk_by(|a, b| a.file == b.file) {
        let file = splices[0].file;
        let path = draft.path(file);
        let edits = text_edits(snapshot, file, splices);
        let Some(uri) = snapshot.uri(file) else { continue };
        let version = snapshot.buffers.get(path).map(|buffer| buffer.version);
        documents.push(json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits }));
        changes.insert(uri.as_str().to_owned(), json!(edits));
    }
    for change in &edit.files {
        documents.extend(file_change(snapshot, change));
    }
}

/// Returns the edits that format a file, line by line, or nothing if it cannot be parsed; findings report the reason.
pub fn formatting(snapshot: &Snapshot, file: FileId) -> Option<Vec<TextEdit>> {
    let splices = fmt::file(&snapshot.draft, file).ok()?;
    Some(text_edits(snapshot, file, &splices))
}

fn text_edits(snapshot: &Snapshot, file: FileId, splices: &[Splice]) -> Vec<TextEdit> {
    let lines = snapshot.lines(file);
    let mut walk = Walk::new(&lines, snapshot.draft.text(file), snapshot.encoding);
    splices.iter().map(|splice| TextEdit { range: walk.range(splice.span), new_text: splice.text.clone() }).collect()
}

/// Creates, deletes or renames a file; the text of a new file is a separate edit after its creation.
fn file_change(snapshot: &Snapshot, change: &FileChange) -> Vec<Value> {
    let uri = |path: &str| snapshot.uri_at(path);
    match change {
        FileChange::Create { path, text } => {
            let edit = TextEdit { range: lsp_types::Range::default(), new_text: text.clone() };
            vec![
                json!({ "kind": "create", "uri": uri(path) }),
                json!({ "textDocument": { "uri": uri(path), "version": null }, "edits": [edit] }),
            ]
        }
        FileChange::Delete { path } => vec![json!({ "kind": "delete", "uri": uri(path) })],
        FileChange::Rename { from, to } => vec![json!({ "kind": "rename", "oldUri": uri(from), "newUri": uri(to) })],
    }
}
