//! Map overlays: asks the ruleset about reach, line of sight, distance, threat and more. Answers are cached until the
//! content or the question changes.

pub mod bar;
pub mod commands;
pub mod legend;
mod values;
mod view;

pub use view::{OverlayView, Stands, Who};

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_engine::display::{Board, Ground};
use foeman_engine::map_query::{Ask, Imagined, MapQuery, MapQueryDef, Overlay, SightLine, Topic};
use foeman_schema::grid::Cell;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;

use crate::kit::canvas::Canvas;
use crate::pack::Pack;
use crate::shell::session::Session;

/// The visible cells are rounded to blocks of this size, so that a little panning reuses the cached answer.
const BLOCK: i32 = 16;
/// On maps with more cells, overlays are only updated after a stroke ends.
const LARGE: usize = 10_000;

/// A map with the context for overlays.
pub struct Scene<'a> {
    /// The map.
    pub map: &'a RecordKey,
    /// Its terrain.
    pub ground: &'a Ground,
    /// The ids of its zones, in the order of the ground's zones.
    pub zones: &'a [String],
    /// The id of the scenario whose figures are shown, if it can be played.
    pub scenario: Option<&'a str>,
    /// The board with those figures.
    pub board: Option<&'a Board>,
    /// The selected token.
    pub chosen: Option<u32>,
    /// The selected hex.
    pub pinned: Option<Cell>,
    /// The hex under the pointer or the keyboard cursor.
    pub here: Option<Cell>,
    /// Whether the user is painting a stroke.
    pub stroking: bool,
}

impl Scene<'_> {
    /// Whether to wait for the end of the stroke before updating: answers are slow on large maps, and for threat.
    fn waits(&self, topic: Option<Topic>) -> bool {
        self.stroking && (topic == Some(Topic::Threat) || self.ground.geometry.cell_count() > LARGE)
    }
}

/// The overlay, or the reason why there is none.
pub type Answer = Arc<Result<Overlay, String>>;

/// An overlay shown on a map.
pub struct Shown {
    /// The overlay; the same `Arc` until the question changes.
    pub answer: Answer,
    /// The line of sight to the hex under the pointer, if the overlay is about sight.
    pub line: Option<SightLine>,
}

impl Shown {
    fn refused(reason: impl Into<String>) -> Self {
        Self { answer: Arc::new(Err(reason.into())), line: None }
    }
}

/// Returns the ruleset's support for map overlays, if it has any.
pub fn def(session: &Session) -> Option<&'static MapQueryDef> {
    session.registry().engine(session.pack()?.draft().dialect()?.id)?.capabilities().map_query
}

/// Returns the overlay of a map; `None` if no overlay is selected.
pub fn answer(ui: &Ui, session: &Session, canvas: &Canvas, scene: &Scene<'_>) -> Option<Shown> {
    let (pack, view) = (session.pack()?, &session.view().overlay);
    if let Some(value) = &view.value {
        let answer = values::answer(ui, pack, visible(canvas), (scene.map, scene.ground), value)?;
        return Some(Shown { answer, line: None });
    }
    let def = def(session)?;
    let topic = view.topic.filter(|topic| def.topics.contains(topic))?;
    let base = Id::unique(("overlay", scene.map.to_string(), scene.scenario.map(str::to_owned)));
    let hex = pointed(ui, base, scene);
    let subject = subject(pack, def, view, scene, hex);
    let watcher = match &subject {
        Subject::Nobody(reason) => return Some(Shown::refused(*reason)),
        Subject::Token(_) => in_scenario(ui, pack, def, base, (scene, topic)),
        Subject::Imagined(id) => imagined(ui, pack, def, base, scene, id),
    };
    let ask = match question(canvas, view, topic, scene, hex, &subject) {
        Ok(ask) => ask,
        Err(reason) => return Some(Shown::refused(reason)),
    };
    // The line of sight follows the pointer; the rest of the overlay stays cached.
    let line = || (*watcher).as_ref().ok()?.line(&ask, scene.here.filter(|here| Some(*here) != ask.at)?);
    let line = line();
    let kept: Option<Kept> = ui.data(|data| data.get_temp(base.with("answer")));
    if let Some(kept) = kept.filter(|kept| Arc::ptr_eq(&kept.watcher, &watcher) && kept.ask == ask) {
        return Some(Shown { answer: kept.answer, line });
    }
    let answer = Arc::new(match &*watcher {
        Ok(watcher) => watcher.answer(&ask),
        Err(reason) => Err(reason.clone()),
    });
    ui.data_mut(|data| data.insert_temp(base.with("answer"), Kept { watcher, ask, answer: Arc::clone(&answer) }));
    Some(Shown { answer, line })
}

/// A cached answer with its question.
#[derive(Clone)]
struct Kept {
    watcher: Watcher,
    ask: Ask,
    answer: Answer,
}

/// The source of answers, or the reason why there is none.
type Watcher = Arc<Result<Box<dyn MapQuery>, String>>;

/// The figure that the question is about.
enum Subject {
    /// A figure of the scenario; `None` if the question is about no particular figure.
    Token(Option<u32>),
    /// A hypothetical figure on the map, by the id of its record.
    Imagined(String),
    /// No figure, with the reason.
    Nobody(&'static str),
}

/// Returns the hex to ask about: the selected one, else the last one under the pointer.
fn pointed(ui: &Ui, base: Id, scene: &Scene<'_>) -> Option<Cell> {
    if let Some(here) = scene.here {
        ui.data_mut(|data| data.insert_temp(base.with("hex"), here));
    }
    let meant = scene.pinned.or(scene.here).or_else(|| ui.data(|data| data.get_temp(base.with("hex"))));
    meant.filter(|cell| scene.ground.geometry.contains(*cell))
}

fn subject(pack: &Pack, def: &MapQueryDef, view: &OverlayView, scene: &Scene<'_>, hex: Option<Cell>) -> Subject {
    let first = || {
        let entry = pack.index().catalog(def.catalog).and_then(|catalog| catalog.records.first());
        entry.map_or(Subject::Nobody("There is no record to show this for: add one first"), |entry| {
            Subject::Imagined(entry.key.id.clone())
        })
    };
    let playable = scene.scenario.is_some();
    match view.topic {
        Some(Topic::Threat) if playable => return Subject::Token(None),
        Some(Topic::Threat) => return Subject::Nobody("Threat needs a playable scenario on this map"),
        Some(Topic::Narrows) => return if playable { Subject::Token(None) } else { first() },
        _ => {}
    }
    let tokens = scene.board.map(|board| board.tokens.as_slice()).unwrap_or_default();
    let is_here = |token: u32| playable && tokens.iter().any(|known| known.id == token && !known.cells.is_empty());
    match &view.who {
        Who::Token(token) if is_here(*token) => Subject::Token(Some(*token)),
        Who::Imagined(id) if pack.draft().contains(&RecordKey::new(def.catalog, id)) => Subject::Imagined(id.clone()),
        _ => {
            let under = || tokens.iter().find(|token| hex.is_some_and(|hex| token.cells.contains(&hex)));
            let chosen = scene.chosen.or_else(|| Some(under()?.id)).filter(|token| is_here(*token));
            match chosen {
                Some(token) => Subject::Token(Some(token)),
                None if view.topic == Some(Topic::Fronts) && playable => Subject::Token(None),
                // Distances are about the same for all figures there.
                None if view.topic == Some(Topic::Distance) && playable => {
                    tokens.iter().find(|token| token.active).map_or_else(first, |token| Subject::Token(Some(token.id)))
                }
                None => first(),
            }
        }
    }
}

fn question(
    canvas: &Canvas,
    view: &OverlayView,
    topic: Topic,
    scene: &Scene<'_>,
    hex: Option<Cell>,
    subject: &Subject,
) -> Result<Ask, String> {
    let here = || hex.ok_or_else(|| "Point at a hex, or select one".to_owned());
    let tokens = scene.board.map(|board| board.tokens.as_slice()).unwrap_or_default();
    let mut ask = Ask {
        topic,
        who: None,
        at: None,
        facing: view.facing,
        side: view.side,
        goals: Vec::new(),
        within: [[0, 0], [0, 0]],
    };
    match *subject {
        Subject::Imagined(_) => ask.who = Some(0),
        Subject::Token(who) => ask.who = who,
        Subject::Nobody(_) => {}
    }
    // Threat and choke points do not depend on a hex.
    match topic {
        Topic::Reach | Topic::Sight | Topic::Fronts => {
            let token = tokens.iter().find(|token| Some(token.id) == ask.who);
            match (subject, token) {
                (Subject::Imagined(_), _) => ask.at = Some(here()?),
                (_, Some(token)) if view.stands == Stands::OnTheHex => {
                    ask.at = Some(here()?);
                    ask.facing = token.facing.unwrap_or_default();
                }
                _ => {}
            }
        }
        Topic::Distance => {
            let zone = scene.zones.iter().position(|zone| Some(zone) == view.zone.as_ref());
            match zone.and_then(|at| scene.ground.zones.get(at)) {
                Some(zone) => ask.goals = zone.cells.cells().collect(),
                None => ask.goals.push(here()?),
            }
        }
        Topic::Threat | Topic::Narrows => {}
    }
    if matches!(topic, Topic::Sight | Topic::Fronts) {
        ask.within = visible(canvas);
    }
    Ok(ask)
}

/// Returns the visible columns and rows, with a margin.
fn visible(canvas: &Canvas) -> [Cell; 2] {
    let corners = [canvas.rect.min, canvas.rect.max].map(|corner| canvas.grid.cell(canvas.to_grid(corner)));
    let first = corners[0].map(|at| (at - 1).div_euclid(BLOCK) * BLOCK);
    [first, corners[1].map(|at| ((at + 1).div_euclid(BLOCK) + 1) * BLOCK)]
}

/// Returns the scenario at its start, cached until any content it reaches changes.
fn in_scenario(ui: &Ui, pack: &Pack, def: &MapQueryDef, base: Id, (scene, topic): (&Scene<'_>, Topic)) -> Watcher {
    let id = base.with("scenario");
    let kept: Option<(Option<Arc<Resolved>>, Watcher)> = ui.data(|data| data.get_temp(id));
    let waits = pack.current().is_none() || scene.waits(Some(topic));
    if let Some((_, watcher)) = kept.as_ref().filter(|_| waits) {
        return Arc::clone(watcher);
    }
    let resolved = scene.scenario.and_then(|id| pack.analysis().resolve(id).ok());
    if let Some((before, watcher)) = kept
        && let (Some(before), Some(resolved)) = (before, &resolved)
        && Arc::ptr_eq(&before, resolved)
    {
        return watcher;
    }
    let watcher = Arc::new(match &resolved {
        Some(resolved) => (def.scenario)(resolved),
        None => Err("The scenario has problems; fix them first".to_owned()),
    });
    ui.data_mut(|data| data.insert_temp(id, (resolved, Arc::clone(&watcher))));
    watcher
}

/// Returns the map with a hypothetical figure, cached until the pack changes.
fn imagined(ui: &Ui, pack: &Pack, def: &MapQueryDef, base: Id, scene: &Scene<'_>, who: &str) -> Watcher {
    let id = base.with("imagined");
    let kept: Option<(String, u64, Watcher)> = ui.data(|data| data.get_temp(id));
    let waits = scene.waits(None);
    let is_same = |(name, revision, _): &(String, u64, Watcher)| name == who && (waits || *revision == pack.revision());
    if let Some((_, _, watcher)) = kept.filter(is_same) {
        return watcher;
    }
    let watcher = Arc::new((def.imagined)(pack.draft(), &Imagined { map: scene.map, id: who }));
    ui.data_mut(|data| data.insert_temp(id, (who.to_owned(), pack.revision(), Arc::clone(&watcher))));
    watcher
}
