//! The drawable board: the strip, a token for each team, and the knot.

use std::sync::Arc;

use foeman_engine::display::{Board, Gauge, Mark, SideView, Token};
use foeman_schema::grid::Points;

use super::catalogs::Team;
use super::content::Content;
use super::state::{State, towards};

/// Returns the current board.
pub(super) fn board(content: &Content, state: &State) -> Board {
    let last = content.costs.len() as i32 - 1;
    let side = |team: &Team| SideView { name: team.title.clone(), color: team.color.clone(), human: false };
    let token = |side: usize| Token {
        id: side as u32,
        name: content.name(side).to_owned(),
        side,
        cells: vec![[(state.knot + towards(side)).clamp(0, last), content.row]],
        facing: None,
        points: Points::default(),
        health: (state.breath[side], content.teams[side].breath.into()),
        marks: Vec::new(),
        details: vec![("Breath".to_owned(), state.breath[side].to_string())],
        active: true,
        images: Vec::new(),
    };
    let name = "Knot".to_owned();
    let middle = Mark { name: "the middle".to_owned(), value: last / 2 };
    let knot = Gauge { name, side: 0, value: state.knot, range: (0, last), marks: vec![middle] };
    Board {
        ground: Some(Arc::clone(&content.ground)),
        sides: content.teams.iter().map(side).collect(),
        tokens: vec![token(0), token(1)],
        things: Vec::new(),
        gauges: vec![knot],
        goals: Vec::new(),
    }
}
