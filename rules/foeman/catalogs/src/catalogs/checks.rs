//! Tests in content packs, with the names of this ruleset's sides and figures.

use foeman_schema::catalogs::checks::PackCheck;
use foeman_schema::dialect::Ref;

use super::scenarios::Scenario;
use super::sides::Side;
use super::victory::FigureName;

/// A test of a pack: a battle that must go as written, or a claim about many battles.
pub type Check = PackCheck<Scenario, Ref<Side>, FigureName>;
