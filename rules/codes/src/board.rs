//! The board of a contest: no map, only both actors with health, resolve and codes.

use foeman_schema::catalogs::control::Control;
use foeman_schema::grid::Points;

use super::content::Content;
use super::state::State;
use foeman_engine::display::{Board, Gauge, SideView, Token};

pub(super) fn board(content: &Content, state: &State) -> Board {
    let sides = content.actors.iter().map(|actor| SideView {
        name: actor.name.clone(),
        color: actor.color.clone(),
        human: actor.control == Control::Human,
    });
    let both = || content.actors.iter().zip(&state.actors).enumerate();
    let tokens = both().map(|(side, (actor, standing))| {
        let out = state.is_out(side);
        let codes = (0..standing.used.len()).filter_map(|code| {
            let code = state.response(content, side, u8::try_from(code).ok()?)?;
            Some((code.to_string(), content.book.meaning(&code).map(|it| it.words()).unwrap_or_default()))
        });
        Token {
            id: side as u32,
            name: actor.name.clone(),
            side,
            cells: Vec::new(),
            facing: None,
            points: Points::default(),
            health: (standing.health.into(), actor.health.into()),
            marks: if out { vec!["out".to_owned()] } else { Vec::new() },
            details: codes.collect(),
            active: !out,
            images: Vec::new(),
        }
    });
    let gauges = both().flat_map(|(side, (actor, standing))| {
        [("Health", standing.health, actor.health), ("Resolve", standing.resolve, actor.resolve)].map(
            |(name, value, whole)| Gauge {
                name: name.to_owned(),
                side,
                value: value.into(),
                range: (0, whole.into()),
                marks: Vec::new(),
            },
        )
    });
    Board {
        ground: None,
        sides: sides.collect(),
        tokens: tokens.collect(),
        things: Vec::new(),
        gauges: gauges.collect(),
        goals: Vec::new(),
    }
}
