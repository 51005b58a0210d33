//! Instructions as the rows write them, and back.

use foeman_rules::rulesets::strategy::Instruction;
use foeman_rules::rulesets::strategy::hexkit::{Names, Told};
use serde_json::{Map, Value, json};

/// An instruction as `{Name: {attributes}}`.
pub(crate) fn told(names: &Names<'_>, instruction: &Instruction) -> Value {
    let told = names.told(instruction).expect("it is one of the original's");
    let typed = |name: &str, text: &str| match name {
        "id" | "text" | "target" => json!(text),
        _ => serde_json::from_str(text).expect("a number, or true or false"),
    };
    let mut fields: Map<String, Value> =
        told.fields.iter().map(|(name, text)| (name.clone(), typed(name, text))).collect();
    for (name, value) in [("sites", json!(told.sites)), ("details", json!(told.details)), ("names", json!(told.names))]
    {
        if value != json!([]) && value != json!("") {
            fields.insert(name.to_owned(), value);
        }
    }
    json!({ told.name: fields })
}

/// Reads an instruction: its name, and its values in the order of the original's methods (`-` for none, `_` for a blank).
/// Nothing where it names what is not there.
pub(crate) fn read(names: &Names<'_>, call: &str) -> Option<Instruction> {
    let words: Vec<&str> = call.split_whitespace().collect();
    let (name, of) = words.split_first()?;
    let spaced = |word: &str| if word == "-" { String::new() } else { word.replace('_', " ") };
    let cells = |from: usize| -> Vec<[i32; 2]> {
        let numbers: Vec<i32> = of[from..].iter().map(|word| word.parse().expect("a number")).collect();
        numbers.chunks(2).map(|cell| [cell[0], cell[1]]).collect()
    };
    let order: &[&str] = match *name {
        "ShowMessage" | "ShowMessageDialog" => &["text", "details", "id"],
        "MoveImage" | "ShowImage" => &["id", "delay"],
        "SetEntitySite" | "SetSiteOwner" | "SetSiteUnitOwner" => &["id", "x", "y"],
        "SetEntityFrameOffset" | "SetUnitCanAttack" | "SetUnitCanMove" => &["id", "value"],
        "SetEntityVariableModifier" => &["id", "text", "target", "value"],
        _ => &["id", "text", "value"],
    };
    let mut told = Told::of(name);
    for (field, word) in order.iter().zip(of) {
        match *field {
            "details" => told.details = spaced(word),
            field => told = told.with(field, spaced(word)),
        }
    }
    match *name {
        "ShowMessage" | "ShowMessageDialog" => told.names = of.iter().skip(3).map(|word| spaced(word)).collect(),
        "MoveImage" | "ShowImage" => told.sites = cells(2),
        _ => {}
    }
    names.read(&told)
}
