//! The catalogs of action codes: what the letters and numbers stand for, and contests fought with them.

mod books;
mod classifiers;
mod contests;
mod weapons;

pub use books::{CodeBook, Location, Position};
pub use classifiers::{Action, ActionType, Classifier, Harm};
pub use contests::{Actor, Contest};
pub use weapons::{Against, Weapon};

use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::dialect::CatalogDef;

/// A battle that must go as it is written, or a claim about many; sides and figures go by their names.
pub type Check = PackCheck<Contest, BoardName, BoardName>;

/// The catalogs in the order the window lists them.
pub static CATALOGS: &[CatalogDef] = &[
    CatalogDef::of::<Contest>(),
    CatalogDef::of::<CodeBook>(),
    CatalogDef::of::<Classifier>(),
    CatalogDef::of::<ActionType>(),
    CatalogDef::of::<Weapon>(),
    CatalogDef::of::<Check>(),
];
