//! What can be drawn.

use std::sync::Arc;

use foeman_schema::catalogs::control::Control;

use super::content::{Content, FigureId};
use super::engagement::engaged_by;
use super::records::Posture;
use super::state::{ActionKind, Condition, State};
use super::{protection, shape, tell, values, weapons};
use crate::told::{Board, SideView, Token};

/// The board as it stands.
pub(super) fn board(content: &Content, state: &State) -> Board {
    let sides = content.sides.iter().map(|party| SideView {
        name: party.name.clone(),
        color: party.color.clone(),
        human: party.control == Control::Human,
    });
    Board {
        ground: Some(Arc::clone(&content.ground)),
        sides: sides.collect(),
        tokens: content.ids().map(|figure| token(content, state, figure)).collect(),
        things: Vec::new(),
        gauges: Vec::new(),
    }
}

fn token(content: &Content, state: &State, figure: FigureId) -> Token {
    let (known, own) = (content.figure(figure), state.figure(figure));
    let mod_st = state.mod_st(content, figure);
    Token {
        id: u32::from(figure.0),
        name: known.name.clone(),
        side: usize::from(known.side.0),
        cells: shape::hexes(content, state, figure).iter().map(|&hex| content.field.geometry.cell(hex)).collect(),
        facing: Some(own.facing.index()),
        points: known.shape.points,
        health: (mod_st.max(0), known.st),
        marks: marks(content, state, figure).into_iter().map(str::to_owned).collect(),
        details: details(content, state, figure),
        active: Condition::at(mod_st) == Condition::Active,
    }
}

fn marks(content: &Content, state: &State, figure: FigureId) -> Vec<&'static str> {
    let own = state.figure(figure);
    match Condition::at(state.mod_st(content, figure)) {
        Condition::Dead => return vec!["dead"],
        Condition::Unconscious => return vec!["unconscious"],
        Condition::Active => {}
    }
    let option = own.option.filter(|_| own.dice.has_acted()).map(|action| action.kind());
    [
        ("prone", own.posture == Posture::Prone),
        ("engaged", !engaged_by(content, state, figure).is_empty()),
        ("defending", protection::defence(state, figure).is_some()),
        ("dodging", option == Some(ActionKind::Dodge)),
        ("watching", option == Some(ActionKind::Watch)),
        ("aiming", own.aim.is_some()),
        ("shocked", own.shocks > 0),
        ("unsteady", own.unsteady > 0),
    ]
    .into_iter()
    .filter(|&(_, applies)| applies)
    .map(|(mark, _)| mark)
    .collect()
}

fn details(content: &Content, state: &State, figure: FigureId) -> Vec<(String, String)> {
    let (known, own) = (content.figure(figure), state.figure(figure));
    let mut rows = vec![
        ("Type", known.kind_title.clone()),
        ("ST", changed(state.mod_st(content, figure), known.st)),
        ("DX", changed(values::mod_dx(content, state, figure).total(), known.dx)),
        ("IQ", known.iq.to_string()),
        ("MP used", format!("{} of {}", own.mp, own.ma)),
        ("Facing", tell::facing_name(content, figure, own.facing).to_owned()),
    ];
    let weapons = weapons::of(content, state, figure);
    if !weapons.is_empty() {
        let weapons: Vec<String> = weapons.iter().map(|weapon| format!("{} {}", weapon.title, weapon.damage)).collect();
        rows.push(("Weapon", weapons.join(", ")));
    }
    let shields = content
        .gear(figure)
        .filter(|&item| weapons::wards(content, item) && weapons::is_ready(content, state, figure, item));
    let shields: Vec<&str> = shields.map(|item| content.item(item).title.as_str()).collect();
    if !shields.is_empty() {
        rows.push(("Protected by", shields.join(", ")));
    }
    if let Some(action) = own.option {
        rows.push(("Option", action.kind().name().to_owned()));
    }
    rows.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()
}

fn changed(now: i32, basic: i32) -> String {
    if now == basic { now.to_string() } else { format!("{now} of {basic}") }
}
