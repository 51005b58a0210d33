//! The vocabulary of scripted commands in contests.

use foeman_schema::draft::Draft;
use foeman_schema::script::{Member, Parameter, Part, Script, Takes};
use foeman_schema::text::RecordKey;
use serde_json::Value;

pub(super) static SCRIPT: Script =
    Script { verbs: &["attack", "respond"], parameters: &[Parameter { name: "code", takes: Takes::Any }], cast };

/// Returns the actors, who have names but no ids.
fn cast(draft: &Draft, contest: &RecordKey) -> Option<Vec<Member>> {
    let contest = draft.merged(contest)?;
    let actors = contest.get("actors")?.as_array()?;
    let member = |actor: &Value| {
        let name = actor.get("name")?.as_str()?.to_owned();
        Some(Member { id: String::new(), name, at: None, part: Part::Figure })
    };
    Some(actors.iter().filter_map(member).collect())
}
