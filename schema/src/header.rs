//! The header of a pack: the keys of `pack.yaml` that are no catalogs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The keys of the header, in the order they are written.
pub const KEYS: [&str; 8] = ["pack", "title", "version", "ruleset", "authors", "license", "requires", "format"];

/// The number of the content format this program reads and writes.
pub const FORMAT: u32 = 1;

/// What a pack says of itself. Only `pack` and `ruleset` are required, and only in `pack.yaml`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
    pub authors: Vec<String>,
    /// The licence of the content, as an SPDX expression.
    #[serde(default)]
    #[schemars(extend("examples" = ["CC0-1.0"]))]
    pub license: String,
    /// Other packs it builds on.
    #[serde(default)]
    pub requires: Vec<Requirement>,
    /// The number of the content format.
    #[serde(default = "current")]
    #[schemars(range(min = 1))]
    pub format: u32,
}

/// Another pack that is needed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Requirement {
    /// Its id.
    pub pack: String,
    /// Which versions will do.
    #[serde(default)]
    pub version: String,
}

fn current() -> u32 {
    FORMAT
}
