//! What can be asked for: each request is prepared on the loop and worked out elsewhere, on a pack as it then stood.

use std::path::PathBuf;

use lsp_server::ErrorCode;
use lsp_types::InitializeParams;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::client::Client;
use super::pool::{Answer, Refusal, refusal};
use super::uri;
use super::workspace::Workspace;

/// Something to be worked out.
pub type Work = Box<dyn FnOnce() -> Answer + Send>;

/// What is to be worked out for a request.
pub fn prepared(method: &str, params: Value, workspace: &mut Workspace, client: &Client) -> Result<Work, Refusal> {
    let _ = (params, workspace, client);
    Err(refusal(ErrorCode::MethodNotFound, format!("expected a request that this server offers, but found `{method}`")))
}

/// Reads parameters.
pub fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| refusal(ErrorCode::InvalidParams, format!("unexpected parameters: {error}")))
}

/// The folders that a client works in.
pub fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| folder.uri.as_str());
    #[allow(deprecated, reason = "clients that know no workspace folders say it so")]
    let root = params.root_uri.iter().map(|uri| uri.as_str());
    folders.chain(root).filter_map(uri::path).collect()
}
