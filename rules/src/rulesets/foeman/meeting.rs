//! Two figures of any rosters on the ground of a scenario.

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::{Map, Value, json};

use super::catalogs::{Roster, Scenario, Side};
use crate::meeting::{Contender, MeetingDef, names};

/// How figures of rosters meet.
pub(super) static MEETINGS: MeetingDef = MeetingDef { contenders, meet };

/// The ids of what is made up: no record that somebody has written is called so.
const MADE_UP: [&str; 2] = ["~1", "~2"];
/// Colours of the two sides, as far apart as they can be for most eyes.
const COLORS: [&str; 2] = ["#2e6db0", "#d0782a"];
/// What a meeting has of its scenario.
const KEPT: [&str; 4] = ["map", "rounds", "options", "features"];

fn contenders(draft: &Draft) -> Vec<Contender> {
    let of = |roster: &str| {
        let key = RecordKey::new(Roster::CATALOG, roster);
        let figures = draft.merged(&key).and_then(|value| value.get("figures").and_then(Value::as_object).cloned());
        let contender = |(id, figure): (String, Value)| Contender {
            id: format!("{roster}/{id}"),
            name: figure["name"].as_str().unwrap_or(&id).to_owned(),
            pointer: key.pointer().child("figures").child(id),
        };
        figures.unwrap_or_default().into_iter().map(contender).collect::<Vec<_>>()
    };
    draft.ids(Roster::CATALOG).flat_map(of).collect()
}

/// The first two places of a scenario with a figure on each, on its map, by its house rules and for as many rounds; what
/// its sides are out for is about those who are not there, and stays away.
fn meet(draft: &Draft, scenario: &RecordKey, who: [&Contender; 2]) -> Result<Resolved, String> {
    let value = draft.merged(scenario).ok_or_else(|| format!("there is no `{scenario}`"))?;
    let places = places(&value);
    let [Some(one), Some(other)] = places else {
        return Err(format!("expected two sides with a figure each in `{scenario}`, but found fewer"));
    };
    let mut meeting: Map<String, Value> =
        KEPT.into_iter().filter_map(|key| Some((key.to_owned(), value.get(key)?.clone()))).collect();
    meeting.insert("title".to_owned(), json!(names(who).join(" and ")));
    let sides = MADE_UP.into_iter().zip([one, other]).map(|(id, place)| json!({ "side": id, "place": { id: place } }));
    meeting.insert("sides".to_owned(), sides.collect());
    let key = RecordKey::new(Scenario::CATALOG, &scenario.id);
    let mut records = vec![(key.clone(), Value::Object(meeting))];
    for (((id, color), who), name) in MADE_UP.into_iter().zip(COLORS).zip(who).zip(names(who)) {
        let figure = figure(draft, who).ok_or_else(|| format!("there is no figure `{}`", who.id))?;
        let roster = json!({ "title": name, "figures": { id: figure } });
        records.push((RecordKey::new(Roster::CATALOG, id), roster));
        let side = json!({ "title": name, "color": color, "roster": id });
        records.push((RecordKey::new(Side::CATALOG, id), side));
    }
    Ok(Resolved::made_up(draft, key, records))
}

/// Where the first figure of each of the first two sides stands.
fn places(scenario: &Value) -> [Option<Value>; 2] {
    let side = |at: usize| scenario["sides"].get(at)?["place"].as_object()?.values().next().cloned();
    [side(0), side(1)]
}

fn figure(draft: &Draft, who: &Contender) -> Option<Value> {
    let (key, rest) = who.pointer.record()?;
    let [figures, id] = rest else { return None };
    draft.merged(&key)?.get(figures)?.get(id).cloned()
}
