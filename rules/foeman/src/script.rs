//! The vocabulary of scripted commands in tests of packs.

use std::collections::BTreeSet;

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::script::{Member, Parameter, Part, Script, Takes};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use crate::catalogs::{FigureType, Item, Roster, Side, Spell, Talent};
use crate::constants::UNARMED_TITLE;
use crate::content::Content;
use crate::situation::Situation;
use crate::state::State;

/// The vocabulary of commands in this ruleset.
pub(super) static SCRIPT: Script = Script {
    verbs: &[
        "alter",
        "charge",
        "decline",
        "defend",
        "dodge",
        "fire",
        "fire2",
        "follow-up",
        "force-retreat",
        "grapple",
        "halt",
        "hurl",
        "hurry",
        "jab",
        "keep-up",
        "let-go",
        "move",
        "pivot",
        "place",
        "postpone",
        "posture",
        "push-back",
        "ready",
        "refrain",
        "reroll",
        "restrain",
        "shield-rush",
        "step",
        "strike",
        "strike2",
        "take",
        "use",
        "watch",
    ],
    parameters: &[
        Parameter { name: "item", takes: Takes::Record(Item::CATALOG) },
        Parameter { name: "spell", takes: Takes::Record(Spell::CATALOG) },
        Parameter { name: "talent", takes: Takes::Record(Talent::CATALOG) },
        Parameter { name: "dice", takes: Takes::Number },
        Parameter { name: "began", takes: Takes::Number },
        Parameter { name: "facing", takes: Takes::Number },
        Parameter { name: "posture", takes: Takes::Word(&["kneeling", "lying", "standing"]) },
        Parameter { name: "manner", takes: Takes::Word(&["proficient", "second", "twice"]) },
        Parameter { name: "to", takes: Takes::Word(&["both-hands", "cover", "load", "lower", "one-hand", "order"]) },
        Parameter {
            name: "direction",
            takes: Takes::Word(&[
                "north",
                "north-east",
                "east",
                "south-east",
                "south",
                "south-west",
                "west",
                "north-west",
            ]),
        },
    ],
    cast,
};

/// The names that scripts can use: the sides of a scenario, its figures, placed or not, the types that spells may
/// create, and weapons that are parts of bodies.
fn cast(draft: &Draft, scenario: &RecordKey) -> Option<Vec<Member>> {
    let scenario = draft.merged(scenario)?;
    let mut members = Vec::new();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    for part in scenario.get("sides").and_then(Value::as_array).into_iter().flatten() {
        let side = RecordKey::new(Side::CATALOG, text(part, "side"));
        // Without a valid side and roster, the figures are unknown.
        let read = draft.merged(&side)?;
        let roster = RecordKey::new(Roster::CATALOG, text(&read, "roster"));
        let name = text(&read, "title");
        members.push(Member { id: side.id.clone(), name, at: Some(side.pointer()), part: Part::Side });
        let read = draft.merged(&roster)?;
        let figures = read.get("figures")?.as_object()?;
        // Sides without figures or with unknown figures are reported by other checks.
        let place = part.get("place").and_then(Value::as_object);
        let is_unsound = place.is_none_or(|place| place.is_empty() || place.keys().any(|id| !figures.contains_key(id)));
        for (id, figure) in figures {
            let is_placed = is_unsound || place.is_some_and(|place| place.contains_key(id));
            let at = Some(roster.pointer().child("figures").child(id));
            let part = if is_placed { Part::Figure } else { Part::Away };
            members.push(Member { id: id.clone(), name: text(figure, "name"), at, part });
        }
    }
    let mut bodies = BTreeSet::from([UNARMED_TITLE.to_owned()]);
    for (id, title) in draft.titles(FigureType::CATALOG) {
        let key = RecordKey::new(FigureType::CATALOG, id);
        let name = title.unwrap_or_default().to_owned();
        members.push(Member { id: id.to_owned(), name, at: Some(key.pointer()), part: Part::Kind });
        let attacks = attacks(draft, &key.pointer());
        bodies.extend(attacks.iter().filter_map(|attack| Some(attack.get("title")?.as_str()?.to_owned())));
    }
    let weapon = |name| Member { id: String::new(), name, at: None, part: Part::Weapon };
    members.extend(bodies.into_iter().map(weapon));
    Some(members)
}

/// The natural attacks of a figure type, as written in its record.
fn attacks(draft: &Draft, figure: &Pointer) -> Vec<Value> {
    let written = figure.record().and_then(|(key, _)| draft.raw(&key));
    written.and_then(|value| value.get("attacks")?.as_array().cloned()).unwrap_or_default()
}

/// The names of figures that were created during the battle.
pub(super) fn called(content: &Content, state: &State) -> Vec<(u32, String)> {
    let now = Situation::new(content, state);
    let made = (0_u16..).map(crate::ids::FigureId).zip(&state.figures);
    let made = made.filter(|(_, figure)| figure.nth > 0 && !figure.unseen);
    made.map(|(id, figure)| (u32::from(id.0), format!("{}-{}", now.kind(id).record, figure.nth))).collect()
}
