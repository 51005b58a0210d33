//! The battle map: figures, marks on the cells they can move to or attack, and the path to the cell under the pointer.

use std::sync::Arc;

use egui::{Stroke, Ui};
use foeman_engine::ruleset::Turn;

use super::{click, legend, pointed, target, tip};
use crate::images::motion;
use crate::kit::canvas::{Canvas, Drag, Terrain};
use crate::kit::tokens;
use crate::map;
use crate::overlay::{Shown, bar};
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::figure::Emphasis;
use foeman_scene::theme::palette;

/// Draws the map and handles pointer and keyboard.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let colors = palette(ui);
    let board = battle.board();
    let Some(ground) = &board.ground else { return };
    let terrain = Terrain { ground: Arc::clone(ground) };
    let canvas = Canvas::new(ui, "play", now.session.view().camera("play"), ground, Drag::Pans, actions)
        .with_lines(!now.session.view().gridless);
    let pictures = now.session.pack().map(|pack| motion::pictures(ui, now.session, pack)).unwrap_or_default();
    canvas.ground(ui, "play", &terrain, &pictures);
    let spots = battle.spots(now.play.highlight);
    let danger = now.session.view().play.danger;
    let reach = battle.offer().reach.as_ref().or(spots.reach.as_ref());
    let answer = if danger { battle.danger() } else { reach };
    let reach = answer.map(|answer| Shown { answer: Arc::clone(answer), line: None });
    if let Some(reach) = &reach {
        bar::below(ui, &canvas, "play", reach);
    }
    let armed = now.play.armed.filter(|(_, moment)| *moment == battle.moment()).map(|(cell, _)| cell);
    target::below(ui, &canvas, battle, &spots, armed);
    let acting = match battle.seen().turn {
        Turn::Ask { actor, .. } => actor,
        _ => None,
    };
    let highlight = now.play.highlight;
    let focused = canvas.response.has_focus();
    let here = canvas.hovered().or(now.play.cursor.filter(|_| focused));
    let hovered = here.and_then(|cell| tokens::on(board, cell)).map(|token| token.id);
    let emphasis = Emphasis { highlight, acting, hovered };
    let notes = target::notes(ui, &canvas, battle, &spots);
    if now.session.is_still() {
        tokens::noted(&canvas, board, colors, (emphasis, &notes), &pictures);
    } else {
        tokens::gliding(ui, &canvas, (board, battle.id()), colors, (emphasis, &notes), &pictures);
    }
    motion::go_on(ui, &pictures);
    tokens::spoken(ui, &canvas, board, highlight);
    target::spoken(ui, now, &canvas, (battle, &spots), actions);
    if let Some(choice) = pointed::recall(ui, battle).and_then(|at| battle.choices().get(at)) {
        target::aim(ui, &canvas, board, choice);
    }
    let way = here.and_then(|cell| battle.offer().way_to(cell));
    match (way, here) {
        (Some((_, way)), _) => target::path(ui, &canvas, board, way),
        (None, Some(cell)) => target::way(ui, &canvas, battle, &spots, cell),
        (None, None) => {}
    }
    let marked = now.play.marked.filter(|(_, entries)| *entries == battle.game().entries());
    if let Some((cell, _)) = marked {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.14).max(3.0), colors.info));
    }
    if let Some(cell) = now.play.cursor.filter(|_| focused) {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.08).max(2.0), colors.accent));
        tip::speak(ui, &canvas, battle, (&spots, cell));
    }
    if let Some(reach) = &reach {
        let actor = acting.or(spots.actor);
        let actor = actor.and_then(|actor| board.tokens.iter().find(|token| token.id == actor));
        legend::ui(ui, now.session, &canvas, (reach, actor), actions);
    }
    let clicked = canvas.response.interact_pointer_pos().filter(|_| canvas.response.clicked());
    if let Some(cell) = clicked.and_then(|at| canvas.cell_at(at)) {
        canvas.response.request_focus();
        actions.push(Action::Play(PlayAction::Cursor(cell)));
        click::act(ui, now, battle, cell, actions);
    }
    click::keyboard(ui, now, battle, &canvas, ground, actions);
    canvas.caption(ui, &map::words(ground, here));
    tip::hover(ui, &canvas, battle, &spots, way);
}
