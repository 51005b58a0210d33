//! Matches of any two teams on the ground of a bout.

use foeman_engine::meeting::{Contender, MeetingDef};
use foeman_schema::dialect::Record;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::json;

use super::catalogs::Team;

/// The matches of teams.
pub(super) static MEETINGS: MeetingDef = MeetingDef {
    contenders: |draft| {
        let contender = |id: &str| {
            let key = RecordKey::new(Team::CATALOG, id);
            let name = draft.title_of_record(&key).unwrap_or(id).to_owned();
            Contender { id: id.to_owned(), name, pointer: key.pointer() }
        };
        draft.ids(Team::CATALOG).map(contender).collect()
    },
    meet: |draft, bout, [one, other]| {
        let mut value = draft.merged(bout).ok_or("there is no such bout")?;
        value["teams"] = json!([one.id, other.id]);
        Ok(Resolved::made_up(draft, bout.clone(), vec![(bout.clone(), value)]))
    },
    crowds: None,
};
