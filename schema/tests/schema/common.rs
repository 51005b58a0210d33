//! A tiny dialect and what most tests do with it.

use foeman_schema::catalogs::board::Map;
use std::sync::Arc;

use foeman_schema::analysis::{Analysis, check};
use foeman_schema::dialect::{CatalogDef, Dialect, Record, RecordView, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::text::{Pointer, RecordKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tiny::{AMOUNT, DAMAGE, Damage, NamedEffect, Terrain};

/// Something that is fought with and may refer to others of its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Weapon {
    /// Name shown to people.
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
    /// What the bearer needs.
    #[serde(default)]
    pub(crate) requires: Option<Needs>,
    /// Where it is found.
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

/// What a bearer needs.
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
}

static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Weapon>(),
    CatalogDef::of::<Map>(),
    CatalogDef::of::<Terrain>(),
    CatalogDef::of::<NamedEffect>(),
];

/// The dialect.
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

/// What every test pack begins with.
pub(crate) const HEADER: &str = "pack: test\nruleset: tiny\n";

/// A pack of one file.
pub(crate) fn pack(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &[&TINY])
}

/// A pack of one file with this body below the usual header.
pub(crate) fn body(text: &str) -> Draft {
    pack(&format!("{HEADER}{text}"))
}

/// The findings of a draft, each as its lines of text.
pub(crate) fn rendered(draft: &Draft) -> String {
    check(draft).iter().map(|finding| render(draft, finding)).collect()
}

/// The values that name a record.
pub(crate) fn usages(draft: &Draft, key: &RecordKey) -> Vec<Pointer> {
    let usages = Analysis::of(Arc::new(draft.clone()), None).usages(&key.pointer());
    usages.into_iter().map(|usage| usage.at).collect()
}

/// A finding: where, what, the line concerned with marks under it, related places and help.
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
