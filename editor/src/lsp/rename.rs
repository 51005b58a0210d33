//! Another name for a record or a key, wherever it is used.

use foeman_schema::change::{Change, ChangeError, plan};
use foeman_schema::text::FileId;
use lsp_server::ErrorCode;
use lsp_types::Position;
use serde_json::json;

use super::client::Client;
use super::edits::workspace_edit;
use super::pool::{Answer, Refusal, refusal};
use super::snapshot::Snapshot;
use super::target::{self, Target};

/// Whether what stands at a position has a name that can be changed, and which bytes that is.
pub fn prepare(snapshot: &Snapshot, file: FileId, position: Position) -> Answer {
    let target = target(snapshot, file, position)?;
    let name = target.at.last().unwrap_or_default();
    Ok(json!({ "range": snapshot.range(file, target.span), "placeholder": name }))
}

/// The edit that gives it another name.
pub fn rename(snapshot: &Snapshot, file: FileId, position: Position, to: &str, client: &Client) -> Answer {
    let target = target(snapshot, file, position)?;
    let change = Change::Rename { at: target.at, to: to.to_owned() };
    let plan = plan(&snapshot.draft, &[change]).map_err(|error| refused(&error))?;
    workspace_edit(snapshot, plan.edit(), client)
}

fn target(snapshot: &Snapshot, file: FileId, position: Position) -> Result<Target, Refusal> {
    let offset = snapshot.offset(file, position);
    target::at(snapshot, file, offset).ok_or_else(|| match snapshot.word_at(file, offset) {
        Some(word) => refused(&ChangeError::Nameless(word.at)),
        None => {
            refusal(ErrorCode::RequestFailed, "expected the name of a record or a key, but nothing has a name here")
        }
    })
}

fn refused(error: &ChangeError) -> Refusal {
    refusal(ErrorCode::RequestFailed, error.to_string())
}
