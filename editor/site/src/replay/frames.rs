//! The state of a board after each entry.

use std::collections::{BTreeMap, BTreeSet};

use foeman_engine::display::{Board, Token};
use foeman_scene::{Viewport, figure};
use foeman_schema::grid::Cell;
use serde_json::{Value, json};

use super::KEYFRAME;

/// The state of a token.
#[derive(Clone, PartialEq, Debug)]
struct State {
    cells: Vec<Cell>,
    facing: Option<u8>,
    health: (i32, i32),
    marks: String,
    active: bool,
}

impl State {
    fn of(token: &Token) -> Self {
        Self {
            cells: token.cells.clone(),
            facing: token.facing,
            health: token.health,
            marks: token.marks.join(", "),
            active: token.active,
        }
    }
}

/// The tokens of a board after each entry, as changes.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Frames {
    /// For each entry, the tokens that are new, changed or, with `None`, no longer there.
    changes: Vec<Vec<(u32, Option<State>)>>,
    now: BTreeMap<u32, State>,
    /// Name, side and number of cells of each token that was ever there.
    names: BTreeMap<u32, (String, usize, usize)>,
}

impl Frames {
    /// Adds the board after the next entry.
    pub(crate) fn add(&mut self, board: &Board) {
        let mut now = BTreeMap::new();
        for token in &board.tokens {
            self.names.entry(token.id).or_insert_with(|| (token.name.clone(), token.side, token.cells.len()));
            now.insert(token.id, State::of(token));
        }
        let gone = self.now.keys().filter(|id| !now.contains_key(id)).map(|id| (*id, None));
        let mut changes: Vec<_> = gone.collect();
        let news = now.iter().filter(|(id, state)| self.now.get(id) != Some(state));
        changes.extend(news.map(|(id, state)| (*id, Some(state.clone()))));
        self.changes.push(changes);
        self.now = now;
    }
}

/// The tables that all views of a battle share.
pub(crate) struct Shared<'a> {
    view: Option<&'a Viewport>,
    /// The tokens; data refers to them by position.
    tokens: Vec<(u32, String, usize, usize)>,
    places: BTreeMap<u32, usize>,
    words: Vec<String>,
}

impl<'a> Shared<'a> {
    /// Collects the tokens and the words for their states.
    pub(crate) fn of<'f>(all: impl Iterator<Item = &'f Frames> + Clone, view: Option<&'a Viewport>) -> Self {
        let mut names = BTreeMap::new();
        let mut words = BTreeSet::new();
        for frames in all {
            frames.names.iter().for_each(|(id, name)| {
                names.entry(*id).or_insert_with(|| name.clone());
            });
            let states = frames.changes.iter().flatten().filter_map(|(_, state)| state.as_ref());
            words.extend(states.map(|state| state.marks.clone()));
        }
        let tokens: Vec<_> = names.into_iter().map(|(id, (name, side, cells))| (id, name, side, cells)).collect();
        let places = tokens.iter().enumerate().map(|(place, token)| (token.0, place)).collect();
        Self { view, tokens, places, words: words.into_iter().collect() }
    }

    /// Returns the number, name, side and number of cells of each token.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (u32, &str, usize, usize)> {
        self.tokens.iter().map(|(id, name, side, cells)| (*id, name.as_str(), *side, *cells))
    }

    /// Returns the words for states.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the keyframes and the changes of each entry.
    pub(crate) fn encoded(&self, frames: &Frames) -> (Vec<Value>, Vec<Value>) {
        let mut now: BTreeMap<u32, &State> = BTreeMap::new();
        let (mut keys, mut deltas) = (Vec::new(), Vec::new());
        for (entry, changes) in frames.changes.iter().enumerate() {
            for (id, state) in changes {
                match state {
                    Some(state) => now.insert(*id, state),
                    None => now.remove(id),
                };
            }
            if entry % KEYFRAME == 0 {
                keys.push(now.iter().map(|(id, state)| self.state(*id, Some(state))).collect());
                deltas.push(json!(0));
            } else if changes.is_empty() {
                deltas.push(json!(0));
            } else {
                deltas.push(changes.iter().map(|(id, state)| self.state(*id, state.as_ref())).collect());
            }
        }
        (keys, deltas)
    }

    /// A state as a list: token, x, y, angle, health, full health, words, whether it takes part. Off the map without
    /// position; the token alone if it is not there.
    fn state(&self, id: u32, state: Option<&State>) -> Value {
        let place = self.places.get(&id).copied().unwrap_or_default();
        let Some(state) = state else { return json!([place]) };
        let word = self.words.binary_search(&state.marks).unwrap_or_default();
        let at = self.view.filter(|_| !state.cells.is_empty()).map(|view| {
            let token = Token {
                id,
                name: String::new(),
                side: 0,
                cells: state.cells.clone(),
                facing: None,
                points: foeman_schema::grid::Points::default(),
                health: (0, 0),
                marks: Vec::new(),
                details: Vec::new(),
                active: true,
                images: Vec::new(),
            };
            figure::extent(view, &token, 0.0).center()
        });
        let angle = state.facing.zip(self.view).map_or(-1, |(facing, view)| {
            let ahead = view.grid.direction(facing);
            (ahead.x.atan2(-ahead.y).to_degrees().round() as i32).rem_euclid(360)
        });
        let [x, y] = at.map_or([-1, -1], |at| [at.x.round() as i32, at.y.round() as i32]);
        json!([place, x, y, angle, state.health.0, state.health.1, word, u8::from(state.active)])
    }
}
