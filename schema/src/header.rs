//! The header of a pack: the keys of `pack.yaml` that are not catalogs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declaration::Declaration;
use crate::did_you_mean::near;

/// The keys of the header, in the order in which they are written.
pub const KEYS: [&str; 11] = [
    "pack", "title", "version", "ruleset", "authors", "license", "requires", "exclude", "format", "fields", "findings",
];

/// Returns whether a key is `fields` or a misspelling of it. The declarations under a misspelt key are still used, so
/// that only the key is reported.
pub(crate) fn means_fields(key: &str) -> bool {
    // Most keys are dissimilar, and this is tested whenever a file changes.
    key == "fields" || (!near(key, ["fields"]).is_empty() && near(key, KEYS).first() == Some(&"fields"))
}

/// The version of the content format that this program reads and writes.
pub const FORMAT: u32 = 2;

/// The header of a pack. Only `pack` and `ruleset` are required, and only in `pack.yaml`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// The pack's id.
    #[schemars(regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$"), extend("examples" = ["arena"]))]
    pub pack: String,
    /// Display name.
    #[serde(default)]
    pub title: String,
    /// Version of the content.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+\.[0-9]+$"), extend("examples" = ["1.0.0"]))]
    pub version: String,
    /// The ruleset that the content is written for.
    pub ruleset: String,
    /// The authors.
    #[serde(default)]
    #[schemars(extend("x-merge" = "set"))]
    pub authors: Vec<String>,
    /// The licence of the content, as an SPDX expression.
    #[serde(default)]
    #[schemars(extend("examples" = ["CC0-1.0"]))]
    pub license: String,
    /// Required packs by id, each with the accepted versions in the notation of Cargo and npm: `^1.2`, or `*` for any.
    /// Their records are available here and can be replaced by records of this pack.
    #[serde(default)]
    #[schemars(extend("examples" = [{"arena": "^1"}]))]
    pub requires: BTreeMap<String, String>,
    /// Files and folders of other programs that are not read, as paths relative to the pack's folder, with `/`. `*`
    /// matches any characters of a name, `**` any folders. Names that begin with a dot are always excluded.
    #[serde(default)]
    #[schemars(extend("examples" = [["mkdocs.yml", "tools/**"]]))]
    pub exclude: Vec<String>,
    /// The version of the content format.
    #[serde(default = "current")]
    #[schemars(range(min = 1))]
    pub format: u32,
    /// Custom fields that the pack adds to records, by catalog and name.
    #[serde(default)]
    pub fields: BTreeMap<String, BTreeMap<String, Declaration>>,
    /// Which findings are reported, and with which severity.
    #[serde(default)]
    pub findings: Findings,
}

/// Settings for findings in this pack. A comment `# foeman: allow CODE -- reason` suppresses a single one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Findings {
    /// Report only findings of these checks; all if empty.
    #[serde(default)]
    #[schemars(extend("examples" = [["unknown-reference", "missing-field"]], "x-merge" = "set"))]
    pub select: Vec<String>,
    /// Do not report findings of these checks.
    #[serde(default)]
    #[schemars(extend("examples" = [["same-title"]], "x-merge" = "set"))]
    pub ignore: Vec<String>,
    /// The severity of findings in this pack, by check.
    #[serde(default)]
    #[schemars(extend("examples" = [{"same-title": "error"}]))]
    pub severity: BTreeMap<String, Level>,
    /// The lowest severity for which `foeman check` fails with exit status 1.
    #[serde(default)]
    pub deny: Level,
}

/// The severity of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// For information only.
    Info,
    /// Probably a mistake.
    Warning,
    /// The content cannot be used.
    #[default]
    Error,
}

fn current() -> u32 {
    FORMAT
}
