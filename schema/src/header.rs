//! The header of a pack: the keys of `pack.yaml` that are no catalogs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declaration::Declaration;
use crate::near::near;

/// The keys of the header, in the order they are written.
pub const KEYS: [&str; 11] = [
    "pack", "title", "version", "ruleset", "authors", "license", "requires", "exclude", "format", "fields", "findings",
];

/// Whether a key is `fields`, or was meant to be: what it declares is known then, so that the key alone is told.
pub(crate) fn means_fields(key: &str) -> bool {
    // Most keys are far from it, and are asked for at each change of a file.
    key == "fields" || (!near(key, ["fields"]).is_empty() && near(key, KEYS).first() == Some(&"fields"))
}

/// The number of the content format this program reads and writes.
pub const FORMAT: u32 = 2;

/// What a pack says of itself. Only `pack` and `ruleset` are required, and only in `pack.yaml`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// The pack's id.
    #[schemars(regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$"), extend("examples" = ["arena"]))]
    pub pack: String,
    /// Name shown to people.
    #[serde(default)]
    pub title: String,
    /// Version of the content.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+\.[0-9]+$"), extend("examples" = ["1.0.0"]))]
    pub version: String,
    /// The game system the content is written for.
    pub ruleset: String,
    /// Who made it.
    #[serde(default)]
    #[schemars(extend("x-merge" = "set"))]
    pub authors: Vec<String>,
    /// The licence of the content, as an SPDX expression.
    #[serde(default)]
    #[schemars(extend("examples" = ["CC0-1.0"]))]
    pub license: String,
    /// Other packs it builds on, by their ids, and which versions of each will do, as Cargo and npm write it: `^1.2`, or
    /// `*` for any. Their records are there beside its own, which may take their place.
    #[serde(default)]
    #[schemars(extend("examples" = [{"arena": "^1"}]))]
    pub requires: BTreeMap<String, String>,
    /// Files and folders in the pack's folder that belong to other programs and are not read, by their paths from there
    /// with `/`: `*` stands for any letters of a name, `**` for any folders. Names that begin with a dot are left out anyway.
    #[serde(default)]
    #[schemars(extend("examples" = [["mkdocs.yml", "tools/**"]]))]
    pub exclude: Vec<String>,
    /// The number of the content format.
    #[serde(default = "current")]
    #[schemars(range(min = 1))]
    pub format: u32,
    /// Fields that the pack adds to the records of a catalog, by the catalog and the name of each.
    #[serde(default)]
    pub fields: BTreeMap<String, BTreeMap<String, Declaration>>,
    /// Which findings are told, and how bad they are.
    #[serde(default)]
    pub findings: Findings,
}

/// What a pack says of the findings in it; a comment `# foeman: allow CODE -- reason` says so of one place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Findings {
    /// Only findings of these checks are told; all without any.
    #[serde(default)]
    #[schemars(extend("examples" = [["unknown-reference", "missing-field"]], "x-merge" = "set"))]
    pub select: Vec<String>,
    /// Findings of these checks are not told.
    #[serde(default)]
    #[schemars(extend("examples" = [["same-title"]], "x-merge" = "set"))]
    pub ignore: Vec<String>,
    /// How bad the findings of a check are in this pack, by its code.
    #[serde(default)]
    #[schemars(extend("examples" = [{"same-title": "error"}]))]
    pub severity: BTreeMap<String, Level>,
    /// From which level on findings make `foeman check` end with exit status 1.
    #[serde(default)]
    pub deny: Level,
}

/// How bad findings are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Worth knowing.
    Info,
    /// Probably not what the author meant.
    Warning,
    /// The content cannot be used as it stands.
    #[default]
    Error,
}

fn current() -> u32 {
    FORMAT
}
