//! Renames a record or a key everywhere.

use foeman_schema::change::{Change, ChangeError, plan};
use foeman_schema::text::FileId;
use lsp_server::ErrorCode;
use lsp_types::Position;
use serde_json::json;

use super::across::{self, Defined};
use super::client::Client;
use super::edits::workspace_edits;
use super::pool::{Answer, Refusal, refusal};
use super::snapshot::Snapshot;
use super::target::{self, Target};
use foeman_base::across::{Follower, followers};

/// Returns the range and current name of the symbol at a position, or an error if it cannot be renamed.
pub fn prepare(snapshot: &Snapshot, file: FileId, position: Position) -> Answer {
    let target = target(snapshot, file, position)?;
    let name = target.at.last().unwrap_or_default();
    Ok(json!({ "range": snapshot.range(file, target.span), "placeholder": name }))
}

/// Returns the edit that renames the symbol at a position.
pub fn rename(snapshot: &Snapshot, file: FileId, position: Position, to: &str, client: &Client) -> Answer {
    let target = target(snapshot, file, position)?;
    // If it belongs to a pack that is not open, `plan` refuses.
    let Defined { pack, at } =
        across::defined(snapshot, &target.at).unwrap_or_else(|| Defined { pack: snapshot.clone(), at: target.at });
    let change = Change::Rename { at: at.clone(), to: to.to_owned() };
    let plan = plan(&pack.draft, &[change]).map_err(|error| refused(&error))?;
    let mut after = (*pack.draft).clone();
    plan.apply(&mut after).map_err(|error| refused(&error))?;
    let (others, unreadable) = across::dependents(&pack);
    if let Some(other) = unreadable.first() {
        let (path, why) = (other.path.display(), &other.why);
        let message = format!("`{path}` may require this pack and cannot be read: {why}");
        return Err(refusal(ErrorCode::RequestFailed, message));
    }
    let drafts = others.iter().map(|other| (*other.draft).clone()).collect();
    let followers = followers([&pack.draft, &after], (&at, to), drafts).map_err(|refused| {
        let message = format!("the pack `{}` requires this one: {}", refused.root.display(), refused.why);
        refusal(ErrorCode::RequestFailed, message)
    })?;
    let follower = |follower: &Follower| {
        let other = others.iter().find(|other| other.draft.root() == follower.before.root())?;
        Some((other.clone(), follower.plan.edit().clone()))
    };
    let mut edits = vec![(pack, plan.edit().clone())];
    edits.extend(followers.iter().filter_map(follower));
    workspace_edits(&edits, client)
}

fn target(snapshot: &Snapshot, file: FileId, position: Position) -> Result<Target, Refusal> {
    let offset = snapshot.offset(file, position);
    target::at(snapshot, file, offset).ok_or_else(|| match snapshot.word_at(file, offset) {
        Some(word) => refused(&ChangeError::Nameless(word.at)),
        None => refusal(ErrorCode::RequestFailed, "expected the name of a record or a key, but there is none here"),
    })
}

fn refused(error: &ChangeError) -> Refusal {
    refusal(ErrorCode::RequestFailed, error.to_string())
}
