//! Converts instructions to and from the form of the rows.

use ruleset_strategy::Instruction;
use ruleset_strategy::hexkit::Names;
use ruleset_strategy::hexkit_notation::HexkitInstruction;
use ruleset_strategy::ids::EntityId;
use ruleset_strategy::instruction::{Message, Notice};
use ruleset_strategy::state::State;
use serde_json::{Map, Value, json};

/// The original's instructions with their arguments in the order of its methods. `sites` and `names` take all the rest.
pub(crate) const INSTRUCTIONS: [(&str, &[&str]); 32] = [
    ("AdvanceFaction", &[]),
    ("CreateEntity", &["id"]),
    ("CreateFaction", &["id"]),
    ("DeleteEntity", &["id"]),
    ("DeleteFaction", &["id"]),
    ("MoveEntityToTop", &["id"]),
    ("MoveImage", &["id", "delay", "sites"]),
    ("SelectEntity", &["id"]),
    ("SetEntityClass", &["id", "text"]),
    ("SetEntityDisplayClass", &["id", "text"]),
    ("SetEntityFrameOffset", &["id", "value"]),
    ("SetEntityName", &["id", "text"]),
    ("SetEntityOwner", &["id", "text"]),
    ("SetEntitySite", &["id", "x", "y"]),
    ("SetEntityUniqueName", &["id", "text"]),
    ("SetEntityVariable", &["id", "text", "value"]),
    ("SetEntityVariableInitial", &["id", "text", "value"]),
    ("SetEntityVariableModifier", &["id", "text", "target", "value"]),
    ("SetFactionResigned", &["id", "value"]),
    ("SetFactionUnitsCanAttack", &["id", "text", "value"]),
    ("SetFactionUnitsCanMove", &["id", "text", "value"]),
    ("SetFactionVariable", &["id", "text", "value"]),
    ("SetFactionVariableInitial", &["id", "text", "value"]),
    ("SetFactionVariableModifier", &["id", "text", "value"]),
    ("SetSiteOwner", &["id", "x", "y"]),
    ("SetSiteUnitOwner", &["id", "x", "y"]),
    ("SetUnitCanAttack", &["id", "value"]),
    ("SetUnitCanMove", &["id", "value"]),
    ("SetWinningFaction", &["id"]),
    ("ShowImage", &["id", "delay", "sites"]),
    ("ShowMessage", &["text", "details", "id", "names"]),
    ("ShowMessageDialog", &["text", "details", "id", "names"]),
];

/// Instructions that only show something; the original does not validate them.
const EVENTS: [&str; 5] = ["MoveImage", "SelectEntity", "ShowImage", "ShowMessage", "ShowMessageDialog"];

/// The attributes of an instruction in the original's output order.
const FIELDS: [&str; 7] = ["id", "text", "value", "x", "y", "target", "delay"];

/// The prefix of a placeholder message for an event that our instructions cannot represent; a number follows.
const KEPT: &str = "\u{0}event ";

/// The names of things in a game, and the events of it with unknown names.
pub(crate) struct Words<'a> {
    pub(crate) names: Names<'a>,
    kept: Vec<HexkitInstruction>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(names: Names<'a>) -> Self {
        Self { names, kept: Vec::new() }
    }

    /// Learns the names of new entities.
    pub(crate) fn learn(&mut self, state: &State) {
        self.names.learn(state);
    }

    /// Returns the entity with a name, even a removed one.
    pub(crate) fn entity(&self, name: &str) -> Option<EntityId> {
        self.names.entity(name)
    }

    /// Parses an instruction; `None` if it contains unknown names, unless it only shows something: then the text of the
    /// event is stored, and a placeholder message stands for it.
    pub(crate) fn read(&mut self, told: &HexkitInstruction) -> Option<Instruction> {
        let found = self.names.read(told);
        if !EVENTS.contains(&told.name.as_str()) {
            return found;
        }
        let written = written(told);
        if let Some(found) = found.filter(|found| self.names.told(found).as_ref() == Some(&written)) {
            return Some(found);
        }
        let text = format!("{KEPT}{}", self.kept.len());
        self.kept.push(written);
        let notice = Notice::Words { text, details: String::new() };
        Some(Instruction::ShowMessage(Message { faction: None, notice, names: Vec::new() }))
    }

    /// Converts an instruction to the original's words.
    pub(crate) fn told(&self, instruction: &Instruction) -> HexkitInstruction {
        if let Instruction::ShowMessage(Message { notice: Notice::Words { text, .. }, .. }) = instruction
            && let Some(number) = text.strip_prefix(KEPT)
        {
            return self.kept[number.parse::<usize>().expect("placeholder messages contain their number")].clone();
        }
        self.names.told(instruction).expect("the original has this instruction")
    }

    /// Converts a program to the original's words.
    pub(crate) fn program(&self, program: &[Instruction]) -> Vec<HexkitInstruction> {
        program.iter().map(|instruction| self.told(instruction)).collect()
    }
}

/// Whether the original has an instruction with this name.
pub(crate) fn is_instruction(name: &str) -> bool {
    INSTRUCTIONS.iter().any(|(known, _)| *known == name)
}

/// Formats an event like the original: attributes in order, and only a positive delay.
fn written(told: &HexkitInstruction) -> HexkitInstruction {
    let is_written = |name: &str, value: &str| name != "delay" || value.parse::<i64>().is_ok_and(|delay| delay > 0);
    let mut fields: Vec<_> = told.fields.iter().filter(|(name, value)| is_written(name, value)).cloned().collect();
    fields.sort_by_key(|(name, _)| FIELDS.iter().position(|field| field == name));
    HexkitInstruction { fields, ..told.clone() }
}

/// Converts an instruction to `{Name: {attributes}}`.
pub(crate) fn row_form(told: &HexkitInstruction) -> Value {
    let typed = |name: &str, text: &str| match name {
        "id" | "text" | "target" => json!(text),
        _ => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    };
    let mut fields: Map<String, Value> =
        told.fields.iter().map(|(name, text)| (name.clone(), typed(name, text))).collect();
    for (name, value) in [("sites", json!(told.sites)), ("details", json!(told.details)), ("names", json!(told.names))]
    {
        if value != json!([]) && value != json!("") {
            fields.insert(name.to_owned(), value);
        }
    }
    json!({ told.name.clone(): fields })
}

/// Decodes a word of a call: `-` for none, `_` for a space.
pub(crate) fn spaced(word: &str) -> String {
    if word == "-" { String::new() } else { word.replace('_', " ") }
}

/// Parses the call of an instruction: its name, and its arguments in the order of the original's methods.
pub(crate) fn call(text: &str) -> Result<HexkitInstruction, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let Some((_, order)) = INSTRUCTIONS.iter().find(|(known, _)| *known == name) else {
        return Err(format!("the instruction `{name}` is not known"));
    };
    let mut told = HexkitInstruction::of(name);
    for &field in *order {
        match field {
            "sites" => told.sites = cells(words.by_ref()).ok_or_else(|| format!("`{text}` has no sites"))?,
            "names" => told.names = words.by_ref().map(spaced).collect(),
            field => {
                let Some(word) = words.next() else { break };
                match field {
                    "details" => told.details = spaced(word),
                    field => told = told.with(field, spaced(word)),
                }
            }
        }
    }
    Ok(told)
}

fn cells<'w>(words: impl Iterator<Item = &'w str>) -> Option<Vec<[i32; 2]>> {
    let numbers: Vec<i32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    numbers.chunks(2).map(|cell| Some([*cell.first()?, *cell.get(1)?])).collect()
}

#[test]
fn every_instruction_has_its_values_in_the_order_of_the_original() {
    for (text, expected) in [
        ("SetFactionResigned red true", json!({"SetFactionResigned": {"id": "red", "value": true}})),
        (
            "SetEntityVariableModifier man-1 speed OwnerUnits -3",
            json!({"SetEntityVariableModifier": {"id": "man-1", "text": "speed", "target": "OwnerUnits", "value": -3}}),
        ),
        ("SetSiteOwner - 3 4", json!({"SetSiteOwner": {"x": 3, "y": 4}})),
        ("SetFactionUnitsCanMove red - false", json!({"SetFactionUnitsCanMove": {"id": "red", "value": false}})),
        ("MoveImage man 250 0 1 2 3", json!({"MoveImage": {"id": "man", "delay": 250, "sites": [[0, 1], [2, 3]]}})),
        (
            "ShowMessage In_short At_length red Bob A_b",
            json!({"ShowMessage": {"id": "red", "text": "In short", "details": "At length", "names": ["Bob", "A b"]}}),
        ),
        ("AdvanceFaction", json!({"AdvanceFaction": {}})),
    ] {
        assert_eq!(call(text).map(|told| row_form(&told)), Ok(expected), "{text}");
    }
    for text in ["Nothing man-1", "MoveImage man 0 1", "ShowImage man 0 x y"] {
        assert!(call(text).is_err(), "{text}");
    }
}
