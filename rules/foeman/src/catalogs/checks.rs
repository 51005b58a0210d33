//! Checks of the content, with the names that its sides and figures have.

use foeman_schema::catalogs::checks::PackCheck;
use foeman_schema::dialect::Ref;

use super::scenarios::Scenario;
use super::sides::Side;
use super::victory::FigureName;

/// A battle that must go as it is written, or a claim about many.
pub type Check = PackCheck<Scenario, Ref<Side>, FigureName>;
