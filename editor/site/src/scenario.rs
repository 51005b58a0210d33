//! A scenario at its start, as its page shows it.

use std::sync::Arc;

use egui::Color32;
use foeman_engine::cast::Cast;
use foeman_engine::dice::Seed;
use foeman_engine::display::{Board, NOBODY, Token};
use foeman_engine::game::{Engine, Game, Viewer};
use foeman_scene::Viewport;
use foeman_scene::figure::{extent, initials, side_color};
use foeman_scene::theme::{LIGHT, color_text, readable_on};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;

/// A scenario that can be played.
pub(crate) struct Start {
    /// Its content.
    pub(crate) resolved: Arc<Resolved>,
    /// The battle before the first turn.
    pub(crate) game: Box<dyn Game>,
    /// Its board.
    pub(crate) board: Board,
    /// The ids of its figures.
    pub(crate) cast: Cast,
}

impl Start {
    /// Starts a scenario. The error says why it cannot be played.
    pub(crate) fn new(analysis: &Analysis, engine: &'static dyn Engine, id: &str, seed: u64) -> Result<Self, String> {
        let resolved = analysis
            .resolve(id)
            .map_err(|findings| findings.first().map(|finding| finding.message.clone()).unwrap_or_default())?;
        let game = engine
            .start(&resolved, Seed(seed))
            .map_err(|problems| problems.first().map(|problem| problem.message.clone()).unwrap_or_default())?;
        let board = game.seen(Viewer::All).board;
        let cast = engine.capabilities().cast_of(&resolved);
        Ok(Self { resolved, game, board, cast })
    }

    /// Returns the figures of a side: name, id in the content, and number.
    pub(crate) fn figures(&self, side: usize) -> Vec<(String, Option<String>, usize)> {
        let mut all: Vec<(String, Option<String>, usize)> = Vec::new();
        for token in self.board.tokens.iter().filter(|token| token.side == side) {
            let id = self.cast.id_of(token.id).map(str::to_owned);
            match all.iter_mut().find(|(name, known, _)| *name == token.name && *known == id) {
                Some((.., count)) => *count += 1,
                None => all.push((token.name.clone(), id, 1)),
            }
        }
        all
    }
}

/// A marker on a map.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Marker {
    /// The position of its centre, in points.
    pub(crate) x: i32,
    /// The position of its centre, in points.
    pub(crate) y: i32,
    /// Its radius, in points.
    pub(crate) r: i32,
    /// The size of its letters, in points.
    pub(crate) size: i32,
    /// Its facing in degrees clockwise from the top of the map, if it has one.
    pub(crate) angle: Option<i32>,
    /// Its colour.
    pub(crate) color: String,
    /// The colour of its letters.
    pub(crate) ink: String,
    /// Its letters.
    pub(crate) letters: String,
}

/// Returns the marker of a token on the map; `None` if it is off the map.
pub(crate) fn marker(view: &Viewport, board: &Board, token: &Token) -> Option<Marker> {
    if token.cells.is_empty() {
        return None;
    }
    let at = extent(view, token, 0.0).center();
    let color = side_color(board, token.side, &LIGHT);
    let r = (view.scale * 0.6 * (1.0 + 0.3 * (token.cells.len() - 1) as f32)).round().max(2.0) as i32;
    let angle = token.facing.map(|facing| {
        let ahead = view.grid.direction(facing);
        ahead.x.atan2(-ahead.y).to_degrees().round() as i32
    });
    let ink = if readable_on(color) == Color32::BLACK { "#000000" } else { "#ffffff" };
    Some(Marker {
        x: at.x.round() as i32,
        y: at.y.round() as i32,
        r,
        size: r.max(5),
        angle,
        color: color_text(color),
        ink: ink.to_owned(),
        letters: initials(&token.name),
    })
}

/// Returns the markers of all tokens that belong to a side.
pub(crate) fn markers(view: &Viewport, board: &Board) -> Vec<Marker> {
    let own = board.tokens.iter().filter(|token| token.side != NOBODY);
    own.filter_map(|token| marker(view, board, token)).collect()
}

/// Returns a short text of a record's title for headings.
pub(crate) fn title(draft: &Draft, key: &RecordKey) -> String {
    draft.title_of_record(key).filter(|title| !title.is_empty()).unwrap_or(&key.id).to_owned()
}
