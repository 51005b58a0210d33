//! A made-up battle for the sheet of one figure: on level ground, with a dummy opponent in front of it.

use foeman_schema::catalogs::board::{Map, Terrains};
use foeman_schema::dialect::{Record, Target};
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use crate::catalogs::{FigureType, Roster, Scenario, Side};
use crate::content::{self, Content};
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::state::State;

/// The figure.
pub(super) const OWN: FigureId = FigureId(0);
/// The dummy opponent in front of it.
pub(super) const OTHER: FigureId = FigureId(1);

/// The id of the made-up records of the figure.
const MADE_UP: &str = "~";
/// The id of the made-up records of the opponent.
const BEFORE: &str = "~before";
/// The number of columns and rows of the ground.
const ACROSS: usize = 9;

/// The battle before it begins.
pub(super) struct Alone {
    content: Content,
    state: State,
}

impl Alone {
    /// Builds the battle of a figure as written, with the dummy in front of it.
    pub(super) fn new(draft: &Draft, figure: Value) -> Result<Self, String> {
        Self::against(draft, figure, json!({ "name": "", "type": BEFORE }))
    }

    /// Builds the battle of a figure as written, with an opponent as written in front of it.
    pub(super) fn against(draft: &Draft, figure: Value, opponent: Value) -> Result<Self, String> {
        let attributes = json!({ "st": 10, "dx": 10, "iq": 10, "ma": 10 });
        let rows = format!("{}\n", ".".repeat(ACROSS)).repeat(ACROSS);
        let side = |roster: &str| json!({ "title": "", "color": "#808080", "roster": roster });
        let roster = |figure: Value| json!({ "title": "", "figures": { MADE_UP: figure } });
        let part = |side: &str, row: u8, facing: u8| json!({ "side": side, "place": { MADE_UP: { "hex": [4, row], "facing": facing } } });
        let sides = json!([part(MADE_UP, 4, 0), part(BEFORE, 3, 3)]);
        let made_up = vec![
            (Terrains::TARGET, MADE_UP, json!({ "title": "", "color": "#808080" })),
            (
                Map::CATALOG,
                MADE_UP,
                json!({ "title": "", "geometry": { "size": [ACROSS, ACROSS] }, "legend": { ".": MADE_UP }, "rows": rows }),
            ),
            (FigureType::CATALOG, BEFORE, json!({ "title": "", "kind": "hero", "attributes": attributes })),
            (Roster::CATALOG, MADE_UP, roster(figure)),
            (Roster::CATALOG, BEFORE, roster(opponent)),
            (Side::CATALOG, MADE_UP, side(MADE_UP)),
            (Side::CATALOG, BEFORE, side(BEFORE)),
            (Scenario::CATALOG, MADE_UP, json!({ "title": "", "map": MADE_UP, "sides": sides })),
        ];
        let made_up = made_up.into_iter().map(|(catalog, id, value)| (RecordKey::new(catalog, id), value)).collect();
        let resolved = Resolved::made_up(draft, RecordKey::new(Scenario::CATALOG, MADE_UP), made_up);
        let told = |problems: Vec<foeman_schema::resolve::ContentError>| {
            problems.into_iter().map(|problem| problem.message).next().unwrap_or_default()
        };
        let content = content::read(&resolved).map_err(told)?;
        let state = State::new(&content);
        Ok(Self { content, state })
    }

    pub(super) fn now(&self) -> Situation<'_> {
        Situation::new(&self.content, &self.state)
    }
}
