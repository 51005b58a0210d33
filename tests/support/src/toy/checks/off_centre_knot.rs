//! `off-centre-knot`: on a map of even width the knot cannot start in the middle.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Severity};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use crate::toy::catalogs::Bout;

pub(super) static CHECK: Check = Check {
    name: "off-centre-knot",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A bout's map has a middle column",
    doc: "The knot starts in the middle.\nMake the map one column wider or narrower.",
    bad: include_str!("bad.yaml"),
    fix: &[("size: [8, 1]", "size: [9, 1]"), ("gggmgmgg\n", "gggmgmggg\n")],
    run: |check, survey, findings| {
        for (key, bout) in survey.sound(Bout::CATALOG) {
            let Some(map) = bout["map"].as_str() else { continue };
            let Some(map) = survey.draft.merged(&RecordKey::new(Map::CATALOG, map)) else { continue };
            let width = map.pointer("/geometry/size/0").and_then(Value::as_u64).unwrap_or(1);
            let pointer = key.pointer().child("map");
            if let (0, Some(place)) = (width % 2, survey.draft.place(&pointer)) {
                let message = format!("expected a map of odd width, found {width} columns");
                let mut finding = check.finding(place, pointer, message);
                finding.help = Some("make the map one column wider or narrower".to_owned());
                findings.push(finding);
            }
        }
    },
};
