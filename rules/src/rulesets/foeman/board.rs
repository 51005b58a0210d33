//! What can be drawn.

use std::sync::Arc;

use foeman_schema::catalogs::control::Control;

use super::content::{Content, FigureId, ItemId};
use super::engagement::engaged_by;
use super::gear::Mode;
use super::records::Posture;
use super::state::{ActionKind, Condition, Grip, State, Whereabouts};
use super::weapons::{self, Arm};
use super::{shape, tell, values};
use crate::told::{Board, SideView, Thing, Token};

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
        things: things(content, state),
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
        ("defending", option == Some(ActionKind::Defend)),
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
    for (label, mode) in
        [("Weapon", Mode::Strike), ("Jabs with", Mode::Jab), ("Hurls", Mode::Hurl), ("Fires", Mode::Fire)]
    {
        let arms = weapons::of(content, state, figure, mode);
        if !arms.is_empty() {
            let arms: Vec<String> = arms.into_iter().map(|arm| armed(state, arm)).collect();
            rows.push((label, arms.join(", ")));
        }
    }
    let counted = |item: &ItemId| content.item(*item).counted && state.item(*item).place().is_some();
    let counted = content.gear(figure).filter(counted);
    let counted: Vec<String> =
        counted.map(|item| format!("{} {}", state.item(item).count, content.item(item).title)).collect();
    if !counted.is_empty() {
        rows.push(("Carries", counted.join(", ")));
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

/// A weapon, its damage, and whether it is loaded or gripped with both hands.
fn armed(state: &State, Arm { item, weapon }: Arm<'_>) -> String {
    let loaded = item.is_some_and(|item| state.item(item).loaded.is_some());
    let how = match (&weapon.missile, weapon.grip) {
        (Some(_), _) if loaded => ", loaded",
        (Some(_), _) => ", not loaded",
        (None, Some(Grip::BothHands)) => ", in both hands",
        (None, _) => "",
    };
    format!("{} {}{how}", weapon.title, weapon.damage)
}

/// What lies on the ground.
fn things(content: &Content, state: &State) -> Vec<Thing> {
    let lying = |figure: FigureId| {
        content.gear(figure).filter_map(move |item| match state.item(item).at {
            Whereabouts::Lying { hex } => Some(Thing {
                name: content.item(item).title.clone(),
                side: usize::from(content.figure(figure).side.0),
                cell: content.field.geometry.cell(hex),
            }),
            Whereabouts::Carried { .. } | Whereabouts::Gone => None,
        })
    };
    content.ids().flat_map(lying).collect()
}

fn changed(now: i32, basic: i32) -> String {
    if now == basic { now.to_string() } else { format!("{now} of {basic}") }
}
