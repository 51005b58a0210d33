//! The vocabulary of scripted commands.

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::script::{Member, Parameter, Part, Script, Takes};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::catalogs::{Effect, Faction, Terrain, Unit, Upgrade};
use super::content::Content;
use super::state::State;

pub(super) static SCRIPT: Script = Script {
    verbs: &["attack", "automate", "begin", "build", "destroy", "end", "move", "place", "rename", "resign"],
    parameters: &[
        Parameter { name: "class", takes: Takes::Class(&CLASSES) },
        Parameter { name: "count", takes: Takes::Number },
        Parameter { name: "units", takes: Takes::Number },
    ],
    cast,
};

/// The catalogs of classes that can be built.
static CLASSES: [&str; 4] = [Unit::CATALOG, Terrain::CATALOG, Effect::CATALOG, Upgrade::CATALOG];

/// Returns the factions of a scenario, the classes after which units are named, and the units with their own names.
fn cast(draft: &Draft, scenario: &RecordKey) -> Option<Vec<Member>> {
    let scenario = draft.merged(scenario)?;
    let mut members = Vec::new();
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let sides = list(&scenario, "sides");
    for side in &sides {
        let faction = RecordKey::new(Faction::CATALOG, text(side, "faction"));
        let name = draft.title_of_record(&faction).unwrap_or_default().to_owned();
        members.push(Member { id: faction.id.clone(), name, at: Some(faction.pointer()), part: Part::Side });
    }
    for catalog in CLASSES {
        members.extend(draft.titles(catalog).map(|(id, title)| {
            let at = Some(RecordKey::new(catalog, id).pointer());
            Member { id: id.to_owned(), name: title.unwrap_or_default().to_owned(), at, part: Part::Kind }
        }));
    }
    let holders = list(&scenario, "areas").into_iter().chain(sides);
    let things = holders.flat_map(|holder| [list(&holder, "units"), list(&holder, "terrains")].concat());
    members.extend(things.filter_map(|thing| {
        let name = thing.get("name")?.as_str()?.to_owned();
        Some(Member { id: String::new(), name, at: None, part: Part::Figure })
    }));
    Some(members)
}

/// Returns the names of units named after their class: the id of the class, with the unit's number if it has one.
pub(super) fn called(content: &Content, state: &State) -> Vec<(u32, String)> {
    let called = state.entities().filter_map(|(id, entity)| {
        let class = entity.class(content);
        let word = match &entity.name {
            None => class.id.clone(),
            Some(name) => format!("{}-{}", class.id, name.strip_prefix(&class.title)?.strip_prefix(" #")?),
        };
        Some((id.0, word))
    });
    called.collect()
}
