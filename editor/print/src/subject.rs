//! The printable parts of a pack: its scenarios at the start, and its maps.

use std::collections::BTreeMap;
use std::sync::Arc;

use foeman_engine::cast::Cast;
use foeman_engine::dice::Seed;
use foeman_engine::display::{About, Account, Board, Explained, NOBODY, Token};
use foeman_engine::game::{Engine, Viewer};
use foeman_scene::chart;
use foeman_scene::picture::Pictures;
use foeman_schema::analysis::Analysis;
use foeman_schema::dialect::{Dialect, RecordView};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::RecordKey;
use serde_json::Value;

/// A pack with everything that printing needs.
pub struct Subject {
    /// The pack.
    pub draft: Arc<Draft>,
    /// Its ruleset.
    pub engine: &'static dyn Engine,
    /// Its images.
    pub pictures: Pictures,
    /// The scenarios that are printed, in file order.
    pub scenarios: Vec<Scenario>,
    /// Whether the whole pack is printed.
    pub is_whole: bool,
}

/// A scenario as it begins.
pub struct Scenario {
    /// Its key.
    pub key: RecordKey,
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub about: String,
    /// The title of its map.
    pub map: String,
    /// The board before the first turn.
    pub board: Board,
    /// The ids of its figures.
    pub cast: Cast,
    /// Its content.
    pub resolved: Arc<Resolved>,
    /// Details of each side, by position.
    pub accounts: Vec<Option<Account>>,
    /// The values of each token, by number.
    pub values: BTreeMap<u32, Vec<Explained>>,
}

/// A map that is printed.
#[derive(Clone, PartialEq, Debug)]
pub struct MapSubject {
    /// Its title.
    pub title: String,
    /// Its ground, and the features on it.
    pub board: Board,
}

/// Why a pack cannot be printed.
#[derive(Debug)]
pub enum SubjectError {
    /// Records of the pack have errors.
    Findings(Vec<Finding>),
    /// The rules cannot play a scenario.
    Content(Vec<ContentError>),
}

impl Subject {
    /// Reads a scenario, or with `None` the whole pack.
    pub fn new(analysis: &Analysis, engine: &'static dyn Engine, scenario: Option<&str>) -> Result<Self, SubjectError> {
        let draft = Arc::clone(analysis.draft());
        let dialect = engine.dialect();
        let ids: Vec<String> = match scenario {
            Some(scenario) => vec![scenario.to_owned()],
            None => draft.own_ids(dialect.playable).map(str::to_owned).collect(),
        };
        let scenarios = ids.iter().map(|id| Scenario::new(analysis, &draft, engine, id)).collect::<Result<_, _>>()?;
        let pictures = Pictures::of(&draft);
        Ok(Self { draft, engine, pictures, scenarios, is_whole: scenario.is_none() })
    }

    /// Returns the title of the document: the title of the pack, or of the only scenario.
    pub fn title(&self) -> &str {
        match self.scenarios.as_slice() {
            [scenario] if !self.is_whole => &scenario.title,
            _ => self.draft.title(),
        }
    }

    /// Returns the maps of the scenarios, each once with the same features on it, and the other maps of a whole pack.
    pub fn maps(&self) -> Vec<MapSubject> {
        let mut maps: Vec<MapSubject> = Vec::new();
        for scenario in &self.scenarios {
            let Some(ground) = &scenario.board.ground else { continue };
            let mut board = scenario.board.clone();
            board.tokens.retain(|token| token.side == NOBODY);
            board.gauges.clear();
            board.goals.clear();
            board.things.clear();
            board.sides.clear();
            if !maps.iter().any(|map| map.board == board) {
                let again = maps.iter().any(|map| map.title == scenario.map);
                // Scenarios can place different features on the same map.
                let title = if again { format!("{}: {}", scenario.map, scenario.title) } else { scenario.map.clone() };
                board.ground = Some(Arc::clone(ground));
                maps.push(MapSubject { title, board });
            }
        }
        if self.is_whole {
            maps.extend(self.unused_maps(&maps));
        }
        maps
    }

    /// Returns the maps that no scenario uses.
    fn unused_maps(&self, used: &[MapSubject]) -> Vec<MapSubject> {
        let catalogs = self.engine.dialect().catalogs.iter().filter(|catalog| catalog.view == RecordView::Map);
        let keys =
            catalogs.flat_map(|catalog| self.draft.own_ids(catalog.name).map(|id| RecordKey::new(catalog.name, id)));
        let mut maps = Vec::new();
        for key in keys {
            let title = title(&self.draft, &key);
            let Ok(drawn) = chart::read(&self.draft, &key) else { continue };
            if !used.iter().any(|map| map.title == title) {
                maps.push(MapSubject {
                    title,
                    board: Board { ground: Some(Arc::new(drawn.ground)), ..Board::default() },
                });
            }
        }
        maps
    }
}

impl Scenario {
    fn new(analysis: &Analysis, draft: &Draft, engine: &'static dyn Engine, id: &str) -> Result<Self, SubjectError> {
        let resolved = analysis.resolve(id).map_err(SubjectError::Findings)?;
        let game = engine.start(&resolved, Seed(1)).map_err(SubjectError::Content)?;
        let key = RecordKey::new(engine.dialect().playable, id);
        let title = title(draft, &key);
        let map = map_title(draft, engine.dialect(), &key).unwrap_or_else(|| title.clone());
        let board = game.seen(Viewer::All).board;
        let account = |side| game.account(Viewer::All, About::Side(side));
        let values = |token: &Token| (token.id, game.explained(Viewer::All, token.id));
        Ok(Self {
            title,
            about: text_of(draft, &key, "about"),
            map,
            accounts: (0..board.sides.len()).map(account).collect(),
            values: board.tokens.iter().map(values).collect(),
            board,
            cast: engine.capabilities().cast_of(&resolved),
            resolved,
            key,
        })
    }
}

/// Returns the title of a record; its id if it has none.
pub fn title(draft: &Draft, key: &RecordKey) -> String {
    let title = text_of(draft, key, "title");
    if title.is_empty() { key.id.clone() } else { title }
}

/// Returns a text of a record; empty if it has none.
pub fn text_of(draft: &Draft, key: &RecordKey, field: &str) -> String {
    let record = draft.merged(key).unwrap_or_default();
    record.get(field).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}

/// Returns the title of the map that a scenario refers to.
fn map_title(draft: &Draft, dialect: &Dialect, scenario: &RecordKey) -> Option<String> {
    let record = draft.merged(scenario)?;
    let id = record.get("map")?.as_str()?;
    let catalog = dialect.catalogs.iter().find(|catalog| catalog.view == RecordView::Map)?;
    let key = RecordKey::new(catalog.name, id);
    draft.contains(&key).then(|| title(draft, &key))
}
