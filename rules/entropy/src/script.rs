//! The vocabulary of scripted commands in duels.

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::script::{Member, Parameter, Part, Script, Takes};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::catalogs::Weapon;

pub(super) static SCRIPT: Script = Script {
    verbs: &["lower", "raise", "strike"],
    parameters: &[
        Parameter { name: "item", takes: Takes::Record(Weapon::CATALOG) },
        Parameter { name: "level", takes: Takes::Any },
    ],
    cast,
};

/// Returns the duellists, who have names but no ids.
fn cast(draft: &Draft, duel: &RecordKey) -> Option<Vec<Member>> {
    let duel = draft.merged(duel)?;
    let duellists = duel.get("duellists")?.as_array()?;
    let member = |duellist: &Value| {
        let name = duellist.get("name")?.as_str()?.to_owned();
        Some(Member { id: String::new(), name, at: None, part: Part::Figure })
    };
    Some(duellists.iter().filter_map(member).collect())
}
