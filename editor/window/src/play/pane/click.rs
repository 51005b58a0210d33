//! Clicks on the battle map, and the same with the keyboard.

use egui::{EventFilter, Key, Modifiers, Ui};
use foeman_engine::choice::{Choice, Intent, Target};
use foeman_engine::display::{About, Ground, Token};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::grid::Cell;

use super::pointed;
use crate::kit::canvas::Canvas;
use crate::kit::tokens;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::spots::Spots;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;

/// Performs the action of clicking a cell. In order: follows a path; makes the choice of the selected figure about the
/// cell; selects a figure of the active side; marks the target of the acting figure, whose attack a second click makes;
/// makes the only harmless choice about the cell; or else shows the choices about it.
pub(crate) fn act(ui: &Ui, now: &Now<'_>, battle: &Battle, cell: Cell, actions: &mut Actions) {
    let board = battle.board();
    let there = next(&tokens::stack(board, cell), now.play.highlight).or(tokens::on(board, cell));
    let own = there.filter(|token| is_asked(battle, token)).map(|token| token.id);
    let spots = battle.spots(now.play.highlight);
    if let Some(choice) = direct(now, battle, &spots, cell, own.is_some()) {
        actions.push(Action::Play(PlayAction::Choose(choice)));
        return;
    }
    actions.push(Action::Play(PlayAction::Highlight(there.map(|token| token.id))));
    actions.push(Action::Play(PlayAction::About(Some(About::Cell(cell)))));
    if let Some((way, _)) = battle.offer().way_to(cell) {
        actions.push(Action::Play(PlayAction::Go(way)));
        return;
    }
    actions.push(Action::Play(PlayAction::Recruit(battle.home() == Some(cell))));
    if own.is_some() && (spots.actor.is_some() || battle.concerned(own).is_some()) {
        // A click on a figure of the active side selects it, instead of moving another figure onto it.
        return;
    }
    let Some(spot) = spots.all.get(&cell) else { return };
    let all: Vec<usize> = spot.all().collect();
    let shown = match (spot.intent, all.as_slice()) {
        (Intent::Attack, [first, ..]) => {
            actions.push(Action::Play(PlayAction::Arm(cell)));
            Some(battle.best(spot).unwrap_or(*first))
        }
        (_, [only]) if battle.choices().get(*only).is_some_and(|choice| is_harmless(battle, choice)) => {
            actions.push(Action::Play(PlayAction::Choose(*only)));
            None
        }
        (_, all) => all.first().copied(),
    };
    if let Some(shown) = shown {
        pointed::show(ui, shown);
        let is_hidden = now.session.view().play.is_column_hidden;
        actions.extend(is_hidden.then_some(Action::Play(PlayAction::ShowColumn(true))));
    }
}

/// Returns the choice that a click makes directly: of the selected figure, or, at the second click, of the acting one.
fn direct(now: &Now<'_>, battle: &Battle, spots: &Spots, cell: Cell, is_own: bool) -> Option<usize> {
    let spot = spots.all.get(&cell)?;
    let is_armed = now.play.armed == Some((cell, battle.moment()));
    let is_meant = match spot.intent {
        Intent::Place => spots.actor.is_some(),
        Intent::Move => spots.actor.is_some() && !is_own,
        Intent::Attack => is_armed || (spots.actor.is_some() && !is_own),
        _ => false,
    };
    if is_meant { battle.best(spot) } else { None }
}

/// Returns the figure of a stack to highlight on the next click: the topmost first, then the one below the last.
fn next<'t>(stack: &[&'t Token], before: Option<u32>) -> Option<&'t Token> {
    let last = stack.iter().position(|token| Some(token.id) == before);
    stack.get(last.map_or(0, |last| (last + 1) % stack.len().max(1))).copied()
}

/// Whether a token belongs to the active side.
fn is_asked(battle: &Battle, token: &Token) -> bool {
    matches!(battle.seen().turn, Turn::Ask { side: SideId(asked), .. } if token.side == usize::from(asked))
}

/// Whether a click can make a choice directly, because it does not target a figure of another side.
fn is_harmless(battle: &Battle, choice: &Choice) -> bool {
    let Turn::Ask { side: SideId(asked), .. } = battle.seen().turn else { return false };
    match choice.target {
        Target::None | Target::Cell(_) => true,
        Target::Token(id) => {
            let token = battle.board().tokens.iter().find(|token| token.id == id);
            token.is_some_and(|token| token.side == usize::from(asked))
        }
    }
}

/// Handles the keyboard while the map has the focus: arrow keys move the cursor, Enter acts like a click.
pub(crate) fn keyboard(
    ui: &Ui,
    now: &Now<'_>,
    battle: &Battle,
    canvas: &Canvas,
    ground: &Ground,
    actions: &mut Actions,
) {
    let response = &canvas.response;
    if !response.has_focus() {
        return;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let last = ground.geometry.size().map(|count| count as i32 - 1);
    let start = || {
        let asked = match battle.seen().turn {
            Turn::Ask { actor, .. } => battle.board().tokens.iter().find(|token| Some(token.id) == actor),
            _ => None,
        };
        asked.and_then(|token| token.cells.first().copied()).unwrap_or(last.map(|last| last / 2))
    };
    let arrows =
        [(Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1]), (Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0])];
    for (key, [right, down]) in arrows {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            // The first arrow key starts at the active figure.
            let from = now.play.cursor.unwrap_or_else(start);
            let cell = [(from[0] + right).clamp(0, last[0]), (from[1] + down).clamp(0, last[1])];
            actions.push(Action::Play(PlayAction::Cursor(cell)));
            actions.extend(canvas.showing(cell).map(|camera| Action::Look("play".to_owned(), camera)));
        }
    }
    if let Some(cell) = now.play.cursor
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
    {
        act(ui, now, battle, cell, actions);
    }
}
