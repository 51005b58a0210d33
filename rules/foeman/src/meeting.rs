//! Duels and crowds: battles between figures of any rosters, made up on the ground of a scenario.

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Hex;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::{Map, Value, json};

use super::body::shape::Pose;
use super::catalogs::{OldHarm, Roster, Scenario, Side};
use super::content::{self, Content, Start, misplaced};
use super::grade::Grade;
use foeman_engine::meeting::{Contender, Crowd, CrowdDef, MeetingDef, names};
use foeman_engine::ruleset::SideId;

pub(super) static MEETINGS: MeetingDef = MeetingDef { contenders, meet, crowds: Some(CrowdDef { crowd, worth }) };

/// The ids of made-up records; written records cannot have ids of this form.
const MADE_UP: [&str; 2] = ["~1", "~2"];
/// The colours of the two sides, chosen to be easy to tell apart.
const COLORS: [&str; 2] = ["#2e6db0", "#d0782a"];
/// The keys that a meeting takes from its scenario.
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

/// Builds a duel: one figure on the first place of each of the first two sides of a scenario, with its map, house rules
/// and number of rounds. Goals are dropped, since they are about figures that do not take part.
fn meet(draft: &Draft, scenario: &RecordKey, who: [&Contender; 2]) -> Result<Resolved, String> {
    let value = draft.merged(scenario).ok_or_else(|| format!("there is no `{scenario}`"))?;
    let places = places(&value);
    let [Some(one), Some(other)] = places else {
        return Err(format!("expected two sides with a figure each in `{scenario}`, found fewer"));
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

/// The maximum distance of a crowd's figures from the first, in hexes.
const FARTHEST: i32 = 40;

/// Replaces a side of a scenario by copies of one figure, with its map, house rules and number of rounds. The copies
/// start on the free hexes nearest to the side's first figure, with the same facing. Goals are dropped, since they are
/// about figures that do not take part.
fn crowd(
    draft: &Draft,
    scenario: &RecordKey,
    Crowd { who, side, count }: Crowd<'_>,
) -> Result<Option<Resolved>, String> {
    let value = draft.merged(scenario).ok_or_else(|| format!("there is no `{scenario}`"))?;
    let part = &value["sides"][side];
    let first = part["place"].as_object().and_then(|place| place.values().next());
    let first = first.ok_or_else(|| format!("expected a side with a figure in `{scenario}`, found none"))?;
    let one = crowded(draft, scenario, (&value, side), who, std::slice::from_ref(first))?;
    let content = content::read(&one).map_err(|problems| {
        problems.first().map_or_else(String::new, |problem| format!("{}: {}", problem.pointer, problem.message))
    })?;
    let Some(places) = room(content, side, first, count) else { return Ok(None) };
    crowded(draft, scenario, (&value, side), who, &places).map(Some)
}

/// The nearest free hexes for the copies; `None` if there are too few.
fn room(mut content: Content, side: usize, first: &Value, count: u32) -> Option<Vec<Value>> {
    let at = content.start.iter().position(|start| usize::from(start.side.0) == side)?;
    let Start { kind, side, pose, .. } = content.start[at];
    let mut around: Vec<(u32, [i32; 2])> = Vec::new();
    for q in -FARTHEST..=FARTHEST {
        for r in (-FARTHEST).max(-q - FARTHEST)..=FARTHEST.min(-q + FARTHEST) {
            let hex = pose.head + Hex::new(q, r);
            if content.land.field.contains(hex) {
                around.push((pose.head.distance(hex), content.land.field.geometry.cell(hex)));
            }
        }
    }
    around.sort_unstable();
    let mut places = vec![first.clone()];
    for (_, cell) in around {
        if places.len() >= count as usize {
            break;
        }
        let head = content.land.field.geometry.hex(cell);
        let (pose, gear, harm) = (Pose { head, ..pose }, Vec::new(), OldHarm::default());
        let start = Start { kind, side, pose, gear, harm, arrival: None };
        if misplaced(&content, &start).is_none() {
            let mut place = first.clone();
            place["hex"] = json!(cell);
            places.push(place);
            content.start.push(start);
        }
    }
    (places.len() == count as usize).then_some(places)
}

/// The scenario with a copy of a figure on each of these places of a side.
fn crowded(
    draft: &Draft,
    scenario: &RecordKey,
    (value, side): (&Value, usize),
    who: &Contender,
    places: &[Value],
) -> Result<Resolved, String> {
    let mut crowded: Map<String, Value> =
        KEPT.into_iter().filter_map(|key| Some((key.to_owned(), value.get(key)?.clone()))).collect();
    crowded.insert("title".to_owned(), value["title"].clone());
    // Ids of equal length sort in the order of their numbers.
    let id = |number: usize| format!("n{number:04}");
    let place: Map<String, Value> = places.iter().enumerate().map(|(at, place)| (id(at), place.clone())).collect();
    let mut sides = value["sides"].as_array().cloned().unwrap_or_default();
    for part in &mut sides {
        for goal in ["victory", "defeat"] {
            part.as_object_mut().map(|part| part.remove(goal));
        }
    }
    let own = sides.get_mut(side).ok_or_else(|| format!("there is no side {} in `{scenario}`", side + 1))?;
    let known = own["side"].as_str().map(|side| RecordKey::new(Side::CATALOG, side));
    let mut known = known.and_then(|side| draft.merged(&side)).ok_or("the side does not exist")?;
    *own = json!({ "side": MADE_UP[0], "place": place });
    crowded.insert("sides".to_owned(), Value::Array(sides));
    known["roster"] = json!(MADE_UP[0]);
    let figure = figure(draft, who).ok_or_else(|| format!("there is no figure `{}`", who.id))?;
    let numbered = |at: usize| {
        let mut figure = figure.clone();
        if places.len() > 1 {
            figure["name"] = json!(format!("{} {}", who.name, at + 1));
        }
        (id(at), figure)
    };
    let figures: Map<String, Value> = (0..places.len()).map(numbered).collect();
    let roster = json!({ "title": who.name, "figures": figures });
    let key = RecordKey::new(Scenario::CATALOG, &scenario.id);
    let records = vec![
        (key.clone(), Value::Object(crowded)),
        (RecordKey::new(Roster::CATALOG, MADE_UP[0]), roster),
        (RecordKey::new(Side::CATALOG, MADE_UP[0]), known),
    ];
    Ok(Resolved::made_up(draft, key, records))
}

/// The total grades (`F11.3`) of the figures of each side at the start.
fn worth(resolved: &Resolved) -> Vec<Option<i64>> {
    let Ok(content) = content::read(resolved) else { return Vec::new() };
    let grade = |start: &Start| {
        let kind = content.kind(start.kind);
        i64::from(Grade::of([kind.st, kind.dx, kind.iq, i32::from(kind.ma)]).points())
    };
    let side = |side: SideId| Some(content.start.iter().filter(|start| start.side == side).map(grade).sum());
    (0..).map(SideId).take(content.sides.len()).map(side).collect()
}

/// The place of the first figure of each of the first two sides.
fn places(scenario: &Value) -> [Option<Value>; 2] {
    let side = |at: usize| {
        let mut place = scenario["sides"].get(at)?["place"].as_object()?.values().next().cloned()?;
        // Duellists are there from the start.
        place.as_object_mut()?.retain(|key, _| ["hex", "facing"].contains(&key.as_str()));
        Some(place)
    };
    [side(0), side(1)]
}

fn figure(draft: &Draft, who: &Contender) -> Option<Value> {
    let (key, rest) = who.pointer.record()?;
    let [figures, id] = rest else { return None };
    draft.merged(&key)?.get(figures)?.get(id).cloned()
}
