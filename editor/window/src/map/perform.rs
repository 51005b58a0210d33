//! Performs the actions on maps.

use super::action::MapAction;
use super::areas::Stroke;
use super::reshape::{ask_reshape, cost, reshape};
use super::{brush, generating, replacing};
use crate::shell::session::{Question, Session};

/// Performs an action on maps. `stroke` collects what the current stroke has painted.
pub(crate) fn perform(session: &mut Session, stroke: &mut Stroke, action: MapAction) {
    match action {
        MapAction::AskReshape(map) => ask_reshape(session, map),
        MapAction::Reshape(changed) => {
            if let (Some(pack), Some(Question::Reshape(asked))) = (&session.pack, &mut session.question) {
                *asked = changed;
                asked.cost = cost(pack, asked);
            }
        }
        MapAction::DoReshape => reshape(session),
        MapAction::AskReplace(map) => replacing::ask_replace(session, map),
        MapAction::Replacing(asked) => replacing::replacing(session, asked),
        MapAction::DoReplace => replacing::replace(session),
        MapAction::AskChance(map) => generating::ask_chance(session, map),
        MapAction::Chance(asked) => session.question = Some(Question::Chance(asked)),
        MapAction::DoChance => generating::generate(session, stroke),
        action => brush::draw_on(session, stroke, action),
    }
}
