//! What a toy pack holds beside maps and terrains, and the toy's own check.

use foeman_schema::catalogs::board::Map;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Ref, View};
use foeman_schema::finding::{Confidence, Severity};
use foeman_schema::text::RecordKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A team that pulls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Team {
    /// Name shown to people.
    pub title: String,
    /// Colour, `#rrggbb`.
    #[schemars(regex(pattern = r"^#[0-9a-fA-F]{6}$"))]
    pub color: String,
    /// How much it can do before it must rest.
    #[schemars(range(min = 1, max = 99))]
    pub breath: u8,
}

impl Record for Team {
    const CATALOG: &'static str = "teams";
    const TITLE: &'static str = "Team";
}

/// Who meets where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bout {
    /// Name shown to people.
    pub title: String,
    /// The ground.
    pub map: Ref<Map>,
    /// The team that pulls to the left, and the one that pulls to the right.
    #[schemars(length(min = 2, max = 2))]
    pub teams: Vec<Ref<Team>>,
    /// Nobody wins after so many rounds.
    #[schemars(range(min = 1, max = 999))]
    pub rounds: u16,
}

impl Record for Bout {
    const CATALOG: &'static str = "bouts";
    const TITLE: &'static str = "Bout";
    const VIEW: View = View::Scenario;
}

/// The toy's own check: on a map of even width the knot cannot start in the middle.
pub static OFF_CENTRE_KNOT: Check = Check {
    name: "off-centre-knot",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A bout's map has a middle column",
    doc: "The knot starts in the middle.\nMake the map one column wider or narrower.",
    bad: include_str!("bad.yaml"),
    fixed: include_str!("fixed.yaml"),
    run: |check, survey, findings| {
        for (key, bout) in survey.sound(Bout::CATALOG) {
            let Some(map) = bout["map"].as_str() else { continue };
            let Some(map) = survey.draft.merged(&RecordKey::new(Map::CATALOG, map)) else { continue };
            let width = map.pointer("/geometry/size/0").and_then(Value::as_u64).unwrap_or(1);
            let pointer = key.pointer().child("map");
            if let (0, Some(place)) = (width % 2, survey.draft.place(&pointer)) {
                let message = format!("expected a map of odd width, but found {width} columns");
                let mut finding = check.finding(place, pointer, message);
                finding.help = Some("make the map one column wider or narrower".to_owned());
                findings.push(finding);
            }
        }
    },
};
