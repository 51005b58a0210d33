//! Dispatches requests: each is prepared on the event loop with a snapshot of its pack, and computed on the pool unless
//! it is quick.

use std::path::PathBuf;

use foeman_schema::text::FileId;
use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionParams, CompletionParams, InitializeParams, InlayHintParams, ReferenceParams, RenameParams,
    TextDocumentPositionParams, WorkspaceSymbolParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::Client;
use super::pool::{Answer, Refusal, refusal};
use super::snapshot::Snapshot;
use super::workspace::Workspace;
use super::{actions, completion, edits, hints, hover, navigation, rename, symbols, uri};

/// The computation of a response.
pub type Work = Box<dyn FnOnce() -> Answer + Send>;

/// The handler of a request about a file.
type OnFile = fn(&Snapshot, FileId, Value, &Client) -> Answer;

/// The requests about a file.
const ON_FILES: [(&str, OnFile); 11] = [
    ("textDocument/completion", |snapshot, file, params, client| {
        let at = read::<CompletionParams>(params)?.text_document_position.position;
        said(completion::complete(snapshot, file, at, client))
    }),
    ("textDocument/hover", |snapshot, file, params, _| said(hover::hover(snapshot, file, position(params)?))),
    ("textDocument/definition", |snapshot, file, params, _| {
        said(navigation::definition(snapshot, file, position(params)?))
    }),
    ("textDocument/references", |snapshot, file, params, _| {
        let ReferenceParams { text_document_position: at, context, .. } = read(params)?;
        said(navigation::references(snapshot, file, at.position, context.include_declaration))
    }),
    ("textDocument/documentHighlight", |snapshot, file, params, _| {
        said(navigation::highlights(snapshot, file, position(params)?))
    }),
    ("textDocument/prepareRename", |snapshot, file, params, _| rename::prepare(snapshot, file, position(params)?)),
    ("textDocument/rename", |snapshot, file, params, client| {
        let RenameParams { text_document_position: at, new_name, .. } = read(params)?;
        rename::rename(snapshot, file, at.position, &new_name, client)
    }),
    ("textDocument/codeAction", |snapshot, file, params, client| {
        actions::actions(snapshot, file, &read::<CodeActionParams>(params)?, client)
    }),
    ("textDocument/documentSymbol", |snapshot, file, _, client| Ok(symbols::of_file(snapshot, file, client))),
    ("textDocument/formatting", |snapshot, file, _, _| said(edits::formatting(snapshot, file))),
    ("textDocument/inlayHint", |snapshot, file, params, _| {
        said(hints::in_range(snapshot, file, read::<InlayHintParams>(params)?.range))
    }),
];

/// The requests about a file that also involve other packs.
const ACROSS: [&str; 3] = ["textDocument/references", "textDocument/prepareRename", "textDocument/rename"];

/// Prepares the computation of a response.
pub fn prepared(method: &str, params: Value, workspace: &mut Workspace, client: &Client) -> Result<Work, Refusal> {
    let client = client.clone();
    if let Some((_, work)) = ON_FILES.iter().find(|(name, _)| *name == method) {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
        let Some((mut snapshot, file)) = snapshot(workspace, uri, &client) else {
            return Ok(Box::new(|| Ok(Value::Null)));
        };
        if ACROSS.contains(&method) {
            workspace.catch_up();
            let others = workspace.packs.iter().filter(|(home, _)| **home != snapshot.home);
            snapshot.others = others.map(|(_, pack)| pack.snapshot(client.encoding)).collect();
        }
        return Ok(Box::new(move || work(&snapshot, file, params, &client)));
    }
    match method {
        "codeAction/resolve" => {
            let uri = params.pointer("/data/uri").and_then(Value::as_str).unwrap_or_default();
            let Some((snapshot, _)) = snapshot(workspace, uri, &client) else {
                return Err(refusal(ErrorCode::InvalidParams, "expected an action of an open file"));
            };
            Ok(Box::new(move || actions::resolve(&snapshot, params, &client)))
        }
        "workspace/symbol" => {
            let query = read::<WorkspaceSymbolParams>(params)?.query;
            let packs: Vec<Snapshot> = workspace.packs.values().map(|pack| pack.snapshot(client.encoding)).collect();
            Ok(Box::new(move || Ok(symbols::of_packs(&packs, &query))))
        }
        _ => {
            let message = format!("unsupported request `{method}`");
            Err(refusal(ErrorCode::MethodNotFound, message))
        }
    }
}

/// Whether answering directly is faster than handing the request to the pool, where it may wait for a check.
pub fn is_quick(method: &str) -> bool {
    matches!(method, "textDocument/completion" | "textDocument/hover")
}

/// Returns a snapshot of the pack of a buffer, and the buffer's file in it.
fn snapshot(workspace: &mut Workspace, uri: &str, client: &Client) -> Option<(Snapshot, FileId)> {
    let (pack, path) = workspace.find(uri)?;
    let file = pack.draft().file_at(&path)?;
    pack.lines_of(&path, file);
    Some((pack.snapshot(client.encoding), file))
}

fn position(params: Value) -> Result<lsp_types::Position, Refusal> {
    Ok(read::<TextDocumentPositionParams>(params)?.position)
}

fn said(answer: impl Serialize) -> Answer {
    Ok(json!(answer))
}

/// Parses parameters.
pub fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    let unexpected = |error| refusal(ErrorCode::InvalidParams, format!("unexpected parameters: {error}"));
    serde_json::from_value(params).map_err(unexpected)
}

/// Returns the client's workspace folders.
pub fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| folder.uri.as_str());
    #[allow(deprecated, reason = "clients without support for workspace folders send only this field")]
    let root = params.root_uri.iter().map(|uri| uri.as_str());
    folders.chain(root).filter_map(uri::path).collect()
}
