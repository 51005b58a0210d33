//! A tiny dialect for tests, and common helper functions.

use foeman_schema::catalogs::board::Map;
use std::sync::Arc;

use foeman_schema::analysis::{Analysis, check};
use foeman_schema::dialect::{CatalogDef, Dialect, Record, RecordView, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::text::{Pointer, RecordKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tiny::{AMOUNT, DAMAGE, Damage, NamedEffect, Terrain};

/// A weapon, which may extend another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Weapon {
    /// Display name.
    pub(crate) title: String,
    /// Damage dice.
    pub(crate) damage: Damage,
    /// How it is held.
    pub(crate) held: Held,
    /// Weight.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "kg"))]
    pub(crate) weight: u8,
    /// Short code.
    #[serde(default)]
    pub(crate) code: String,
    /// Requirements on the bearer.
    #[serde(default)]
    pub(crate) requires: Option<Needs>,
    /// The maps where it is found.
    #[serde(default)]
    pub(crate) found: Vec<Ref<Map>>,
}

/// How a weapon is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Held {
    /// In one hand.
    OneHand,
    /// In both.
    TwoHands,
}

/// Requirements on a bearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Needs {
    /// Strength.
    pub(crate) st: u8,
    /// Skill.
    #[serde(default)]
    pub(crate) dx: Option<u8>,
}

impl Record for Weapon {
    const CATALOG: &'static str = "weapons";
    const TITLE: &'static str = "Weapon";
    const VIEW: RecordView = RecordView::Form;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Weapon>(),
    CatalogDef::of::<Map>(),
    CatalogDef::of::<Terrain>(),
    CatalogDef::of::<NamedEffect>(),
];

/// The dialect of the tests.
pub(crate) static TINY: Dialect = Dialect {
    id: "tiny",
    title: "Tiny",
    about: "A dialect for tests.",
    catalogs: CATALOGS,
    checks: &[],
    notations: &[&AMOUNT, &DAMAGE],
    playable: "weapons",
    script: None,
    declared: &[],
    base: None,
};

/// The header of every test pack.
pub(crate) const HEADER: &str = "pack: test\nruleset: tiny\n";

/// Creates a pack of one file.
pub(crate) fn pack(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &[&TINY])
}

/// Creates a pack of one file with this body below the usual header.
pub(crate) fn body(text: &str) -> Draft {
    pack(&format!("{HEADER}{text}"))
}

/// Renders all findings of a draft as text.
pub(crate) fn rendered(draft: &Draft) -> String {
    check(draft).iter().map(|finding| render(draft, finding)).collect()
}

/// Returns the values that refer to a record.
pub(crate) fn usages(draft: &Draft, key: &RecordKey) -> Vec<Pointer> {
    let usages = Analysis::of(Arc::new(draft.clone()), None).usages(&key.pointer());
    usages.into_iter().map(|usage| usage.at).collect()
}

/// Renders a finding: location, message, the line with the span marked below it, related locations and help.
pub(crate) fn render(draft: &Draft, finding: &Finding) -> String {
    let file = finding.place.file;
    let (line, col) = draft.line_col(file, finding.place.span.start);
    let mut out = format!("{}:{line}:{col} {}: {}\n", draft.path(file), finding.code, finding.message);
    let text = draft.text(file).trim_start_matches('\u{feff}').lines().nth(line as usize - 1).unwrap_or_default();
    let span = &draft.text(file)[finding.place.span.range()];
    let width = span.lines().next().map_or(1, |line| line.chars().count().max(1));
    out += &format!("  | {text}\n  | {}{}\n", " ".repeat(col as usize - 1), "^".repeat(width));
    if let Some([col, row]) = finding.hex {
        out += &format!("  = hex {col},{row}\n");
    }
    for (place, label) in &finding.related {
        let (line, col) = draft.line_col(place.file, place.span.start);
        out += &format!("  = {}:{line}:{col}: {label}\n", draft.path(place.file));
    }
    if let Some(help) = &finding.help {
        out += &format!("  = {help}\n");
    }
    out
}
