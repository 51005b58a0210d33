//! What every ruleset uses, for `use foeman_engine::prelude::*`.

pub use foeman_schema::dialect::Dialect;
pub use foeman_schema::resolve::{ContentError, Resolved};

pub use crate::battle::Battle;
pub use crate::choice::Choice;
pub use crate::dice::Seed;
pub use crate::display::{Board, Line, LineKind};
pub use crate::ruleset::{Capabilities, Emit, Outcome, PackCapabilities, Reason, Refusal, Ruleset, SideId, Turn};
