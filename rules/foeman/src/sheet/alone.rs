//! A made-up battle for the sheet of one figure: on level ground, with a dummy opponent in front of it.

use foeman_schema::catalogs::board::{self, Terrains};
use foeman_schema::dialect::{Record, Target};
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::{Map, Value, json};

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
        Self::against(draft, figure, vec![json!({ "name": "", "type": BEFORE })])
    }

    /// Builds the battle of a figure as written with several opponents, all in the hex in front of it: callers take
    /// them one at a time, see [`only`](Self::only).
    pub(super) fn against(draft: &Draft, figure: Value, opponents: Vec<Value>) -> Result<Self, String> {
        let attributes = json!({ "st": 10, "dx": 10, "iq": 10, "ma": 10 });
        let rows = format!("{}\n", ".".repeat(ACROSS)).repeat(ACROSS);
        let side = |roster: &str| json!({ "title": "", "color": "#808080", "roster": roster });
        // Ids are sorted, and numbered so that they keep this order.
        let numbered: Vec<String> = (0..opponents.len()).map(|number| format!("{MADE_UP}{number:05}")).collect();
        let place = |ids: &[String], row: u8, facing: u8| -> Map<String, Value> {
            ids.iter().map(|id| (id.clone(), json!({ "hex": [4, row], "facing": facing }))).collect()
        };
        let sides = json!([
            { "side": MADE_UP, "place": place(&[MADE_UP.to_owned()], 4, 0) },
            { "side": BEFORE, "place": place(&numbered, 3, 3) },
        ]);
        let opponents: Map<String, Value> = numbered.into_iter().zip(opponents).collect();
        let made_up = vec![
            (Terrains::TARGET, MADE_UP, json!({ "title": "", "color": "#808080" })),
            (
                board::Map::CATALOG,
                MADE_UP,
                json!({ "title": "", "geometry": { "size": [ACROSS, ACROSS] }, "legend": { ".": MADE_UP }, "rows": rows }),
            ),
            (FigureType::CATALOG, BEFORE, json!({ "title": "", "kind": "hero", "attributes": attributes })),
            (Roster::CATALOG, MADE_UP, json!({ "title": "", "figures": { MADE_UP: figure } })),
            (Roster::CATALOG, BEFORE, json!({ "title": "", "figures": opponents })),
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

    /// Takes all opponents but one off the map.
    pub(super) fn only(&mut self, opponent: FigureId) {
        for (number, figure) in (0..).zip(&mut self.state.figures) {
            figure.gone = ![OWN, opponent].contains(&FigureId(number));
        }
    }

    pub(super) fn now(&self) -> Situation<'_> {
        Situation::new(&self.content, &self.state)
    }
}
