//! The client's capabilities, and the capabilities the server announces.

use lsp_server::Request;
use lsp_types::{InitializeParams, PositionEncodingKind};
use serde_json::{Value, json};

use super::diagnostics::SOURCE;
use super::position::Encoding;

/// The client's capabilities.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// The unit of columns.
    pub encoding: Encoding,
    /// Whether it can report changed files on disk, if asked to.
    pub watches: bool,
    /// Whether it accepts snippets with placeholders in completions.
    pub snippets: bool,
    /// Whether it accepts versioned edits of several files.
    pub document_changes: bool,
    /// Whether it can create, rename and delete files.
    pub file_changes: bool,
    /// Whether it requests the edit of a code action only when the user chooses it.
    pub resolves_actions: bool,
    /// Whether it accepts nested symbols.
    pub nested_symbols: bool,
    /// Whether it pulls diagnostics for the files it shows.
    pub pulls: bool,
    /// Whether it pulls diagnostics again when the server asks for a refresh.
    pub refreshes: bool,
}

impl Client {
    /// Reads the client's capabilities from the parsed parameters and from their raw JSON.
    pub fn of(params: &InitializeParams, raw: &Value) -> Self {
        let said = &params.capabilities;
        let general =
            said.general.as_ref().and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        let encoding = if general.contains(&PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 };
        let (document, workspace) = (said.text_document.as_ref(), said.workspace.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let action = document.and_then(|document| document.code_action.as_ref());
        let resolves = |properties: &[String]| properties.iter().any(|property| property == "edit");
        Self {
            encoding,
            watches: workspace
                .and_then(|workspace| workspace.did_change_watched_files.as_ref()?.dynamic_registration)
                .unwrap_or_default(),
            snippets: document
                .and_then(|document| document.completion.as_ref()?.completion_item.as_ref()?.snippet_support)
                .unwrap_or_default(),
            document_changes: edits.and_then(|edits| edits.document_changes).unwrap_or_default(),
            file_changes: edits.and_then(|edits| edits.resource_operations.as_ref()).is_some_and(|all| all.len() == 3),
            resolves_actions: action
                .and_then(|action| Some(resolves(&action.resolve_support.as_ref()?.properties)))
                .unwrap_or_default(),
            nested_symbols: document
                .and_then(|document| document.document_symbol.as_ref()?.hierarchical_document_symbol_support)
                .unwrap_or_default(),
            pulls: document.is_some_and(|document| document.diagnostic.is_some()),
            // `lsp_types` uses another name for this field than the protocol.
            refreshes: raw.pointer("/capabilities/workspace/diagnostics/refreshSupport") == Some(&Value::Bool(true)),
        }
    }

    /// Returns the server capabilities for this client.
    pub fn offered(&self) -> Value {
        let encoding = match self.encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        };
        let mut offered = json!({
            "positionEncoding": encoding,
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "completionProvider": { "triggerCharacters": [":", " ", "-", "{", "[", ","] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", format!("source.fixAll.{SOURCE}")],
                "resolveProvider": self.resolves_actions,
            },
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "inlayHintProvider": true,
            "documentFormattingProvider": true,
        });
        if self.pulls {
            // An edit in one file can cause findings in another.
            offered["diagnosticProvider"] =
                json!({ "identifier": SOURCE, "interFileDependencies": true, "workspaceDiagnostics": true });
        }
        offered
    }

    /// Returns the request that registers the file watchers.
    pub fn watch_request(&self) -> Option<Request> {
        let watchers = json!([{ "globPattern": "**/*.{yaml,yml,po,png,jpg,jpeg,gif,bmp,tif,tiff}" }]);
        let method = "workspace/didChangeWatchedFiles";
        let registration = json!({ "id": "packs", "method": method, "registerOptions": { "watchers": watchers } });
        let params = json!({ "registrations": [registration] });
        let id = "watch".to_owned().into();
        self.watches.then(|| Request { id, method: "client/registerCapability".to_owned(), params })
    }
}
