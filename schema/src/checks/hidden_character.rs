//! `hidden-character`: a title or name with an invisible character or a line break.

use serde_json::Value;

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::source::tree::{Node, Pair};
use crate::survey::Survey;
use crate::text::{Pointer, hidden};

pub(crate) static CHECK: Check = Check {
    name: "hidden-character",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A title or name contains a line break or an invisible character",
    doc: "\
Lists, the map and the battle log show titles and names on one line.
Line breaks split them, control characters interfere with terminals, text direction marks reorder the text that follows, and zero-width characters make different names look the same.
Usually they were copied along with other text.
Zero-width joiners between letters are allowed in scripts that need them.",
    bad: r##"terrains:
  sand: {title: "Fine\nsand", color: "#d9c08c"}
"##,
    fix: &[(r#"Fine\nsand"#, "Fine sand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs {
        for key in survey.keys(catalog.name) {
            // Inherited names are reported where they are written.
            let Some(written) = survey.draft.record_node(key) else { continue };
            for entry in written.entries().iter().filter(|entry| dialect.declared(catalog.name, &entry.key).is_none()) {
                in_entry(entry, &mut key.pointer(), &mut |pointer, text| {
                    findings.extend(of_name(check, survey, pointer, text));
                });
            }
        }
    }
    for key in ["title", "authors"] {
        let said = survey.draft.header(key);
        let pointer = Pointer::root().child(key);
        match &said {
            Some(Value::String(text)) => findings.extend(of_name(check, survey, &pointer, text)),
            Some(Value::Array(names)) => {
                let names = names.iter().enumerate().filter_map(|(number, name)| Some((number, name.as_str()?)));
                findings.extend(
                    names.filter_map(|(number, name)| of_name(check, survey, &pointer.child(number.to_string()), name)),
                );
            }
            _ => {}
        }
    }
}

/// Visits the titles and names in an entry.
fn in_entry(entry: &Pair, pointer: &mut Pointer, found: &mut dyn FnMut(&Pointer, &str)) {
    let is_name = matches!(entry.key.as_str(), "title" | "name");
    match entry.value.text() {
        Some(_) if !is_name || entry.value.is_null() => {}
        text => {
            pointer.push(entry.key.as_str());
            match text {
                Some(text) => found(pointer, text),
                None => each_name(&entry.value, pointer, found),
            }
            pointer.pop();
        }
    }
}

/// Visits the titles and names in a map or a list.
fn each_name(node: &Node, pointer: &mut Pointer, found: &mut dyn FnMut(&Pointer, &str)) {
    for entry in node.entries() {
        in_entry(entry, pointer, found);
    }
    for (number, item) in node.items().iter().enumerate().filter(|(_, item)| item.text().is_none()) {
        pointer.push(number.to_string());
        each_name(item, pointer, found);
        pointer.pop();
    }
}

fn of_name(check: &Check, survey: &Survey<'_>, pointer: &Pointer, text: &str) -> Option<Finding> {
    let hidden = hidden::of(text);
    let clean = hidden::without(text);
    // `blank-title` reports titles of invisible characters only.
    if hidden.is_empty() || clean.is_empty() {
        return None;
    }
    let place = survey.draft.place(pointer)?;
    let what = match pointer.last() {
        Some("title") => "title",
        _ => "name",
    };
    let (list, rest) = (hidden.join(", "), if hidden.len() == 1 { "it" } else { "them" });
    let message = format!("expected a {what} of visible characters on one line, found {list}; remove {rest}");
    let change = Change::Set { at: pointer.clone(), value: Value::from(clean.as_str()) };
    let fixes = vec![Fix::guess(format!("write `{clean}`"), vec![change])];
    Some(Finding { fixes, ..check.finding(place, pointer.clone(), message) })
}
