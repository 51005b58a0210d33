//! The scripted commands of a bout, and the names of teams in them.

use foeman_engine::cast::{Cast, CastFigure};
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::script::{Member, Parameter, Part, Script, Takes};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::catalogs::{Bout, Team};

/// The verbs and parameters of scripted commands.
pub(super) static SCRIPT: Script = Script {
    verbs: &["heave", "pull", "rest"],
    parameters: &[Parameter { name: "dice", takes: Takes::Number }],
    cast: members,
};

/// Returns the teams of a bout by id.
pub(super) fn cast(resolved: &Resolved) -> Cast {
    let bout: Option<Bout> = resolved.scenario().ok();
    let teams = bout.into_iter().flat_map(|bout| bout.teams).enumerate();
    let figures = teams.map(|(side, team)| CastFigure { token: side as u32, side, id: team.id().to_owned() });
    Cast { sides: Vec::new(), figures: figures.collect() }
}

fn members(draft: &Draft, bout: &RecordKey) -> Option<Vec<Member>> {
    let bout = draft.merged(bout)?;
    let teams = bout.get("teams")?.as_array()?.iter().filter_map(Value::as_str);
    let member = |id: &str| {
        let key = RecordKey::new(Team::CATALOG, id);
        let name = draft.title_of_record(&key).unwrap_or_default().to_owned();
        Member { id: id.to_owned(), name, at: Some(key.pointer()), part: Part::Figure }
    };
    Some(teams.map(member).collect())
}
