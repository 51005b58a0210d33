//! Showing a map by its id.

use foeman_schema::dialect::RecordView;
use foeman_schema::text::RecordKey;

use crate::shell::action::Action;
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};

/// Returns the actions that show a map.
pub(super) fn steps(session: &Session, id: &str) -> Result<Vec<Action>, String> {
    let key = find(session, id).ok_or_else(|| format!("there is no map `{id}`"))?;
    Ok(vec![Action::Show(Pane::Map(key.clone())), Action::Select(Selection::record(key))])
}

fn find(session: &Session, id: &str) -> Option<RecordKey> {
    let catalogs = &session.pack()?.index().catalogs;
    let maps = catalogs.iter().filter(|catalog| catalog.def.view == RecordView::Map);
    maps.flat_map(|catalog| &catalog.records).find(|entry| entry.key.id == id).map(|entry| entry.key.clone())
}
