//! `idle-border`: borders of terrains that are never drawn.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::catalogs::board::Terrains;
use crate::catalogs::borders::{Border, BorderStyle};
use crate::change::Change;
use crate::check::{Check, Scope};
use crate::dialect::Target;
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "idle-border",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A border of a terrain is never drawn",
    doc: "\
Towards each other terrain, the first matching border of the list is drawn.
A border is never drawn if an earlier one applies to all terrains, if earlier borders name all its terrains, or if it names only its own terrain.
List borders with specific terrains first, and the border for all others last.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
  pond:
    title: Pond
    color: "#4f86a0"
    borders:
      - {style: shore}
      - {style: soft, with: [sand]}
"##,
    fix: &[
        ("      - {style: shore}\n", ""),
        ("      - {style: soft, with: [sand]}\n", "      - {style: soft, with: [sand]}\n      - {style: shore}\n"),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, terrain) in survey.sound(Terrains::TARGET) {
        let Some(borders) = terrain.get("borders").and_then(|borders| Vec::<Border>::deserialize(borders).ok()) else {
            continue;
        };
        let mut named: BTreeSet<&str> = BTreeSet::from([key.id.as_str()]);
        let mut all_before: Option<usize> = None;
        for (number, border) in borders.iter().enumerate() {
            let with: Vec<&str> = border.with.iter().map(|with| with.id()).collect();
            let found = match all_before {
                Some(before) => Some(format!("it comes after border {before}, which applies to all terrains")),
                None if with.is_empty() && border.style == BorderStyle::None && number + 1 == borders.len() => {
                    Some("the terrains that it applies to have no border anyway".to_owned())
                }
                None if with.is_empty() => None,
                None if with.iter().all(|id| *id == key.id) => Some(format!("it names only `{}` itself", key.id)),
                None if with.iter().all(|id| named.contains(id)) => {
                    Some("earlier borders name all its terrains".to_owned())
                }
                None => None,
            };
            if with.is_empty() {
                all_before = all_before.or(Some(number + 1));
            }
            named.extend(with);
            let pointer = key.pointer().child("borders").child(number.to_string());
            let fix = match all_before {
                Some(before) if before <= number => {
                    let changes = vec![Change::MoveItem { item: pointer.clone(), to: before - 1 }];
                    Fix::guess(format!("move it before border {before}"), changes)
                }
                _ => Fix::single("remove the border", vec![Change::Remove { at: pointer.clone() }]),
            };
            let (Some(found), Some(place)) = (found, survey.draft.place(&pointer)) else { continue };
            let message = format!("this border is never drawn: {found}");
            let help = Some("move it to the front, name other terrains in `with`, or remove it".to_owned());
            findings.push(Finding { help, fixes: vec![fix], ..check.finding(place, pointer, message) });
        }
    }
}
