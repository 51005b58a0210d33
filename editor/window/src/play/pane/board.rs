//! The battle map: figures, reachable cells, and the path to the cell under the pointer.

use std::sync::Arc;

use egui::{EventFilter, Id, Key, Modifiers, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use foeman_engine::choice::{Choice, Target};
use foeman_engine::display::{About, Board, Ground, Token};
use foeman_engine::move_path::{Blow, Encounter, MovePath};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::grid::Cell;

use super::{details, legend, pointed};
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
use foeman_scene::theme::{palette, readable_on};

/// The maximum number of cells marked by rings; at a low zoom, more could not be distinguished.
const RINGS: usize = 3000;

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
    let danger = now.session.view().play.danger;
    let answer = if danger { battle.danger() } else { battle.offer().reach.as_ref() };
    let reach = answer.map(|answer| Shown { answer: Arc::clone(answer), line: None });
    if let Some(reach) = &reach {
        bar::below(ui, &canvas, "play", reach);
    }
    let only = battle.concerned(now.play.highlight);
    let about = battle.offer().cells(battle.seen(), only);
    let seen = about.iter().filter(|cell| canvas.is_seen(canvas.grid.center(**cell)));
    for &cell in seen.take(RINGS) {
        canvas.ring(cell, Stroke::new(1.5, colors.accent.gamma_multiply(0.7)));
    }
    let acting = match battle.seen().turn {
        Turn::Ask { actor, .. } => actor,
        _ => None,
    };
    let highlight = now.play.highlight;
    let focused = canvas.response.has_focus();
    let here = canvas.hovered().or(now.play.cursor.filter(|_| focused));
    let hovered = here.and_then(|cell| tokens::on(board, cell)).map(|token| token.id);
    let emphasis = Emphasis { highlight, acting, hovered };
    if now.session.view().still {
        tokens::ui(&canvas, board, colors, emphasis, &pictures);
    } else {
        tokens::gliding(ui, &canvas, (board, battle.id()), colors, emphasis, &pictures);
    }
    motion::go_on(ui, &pictures);
    tokens::spoken(ui, &canvas, board, highlight);
    if let Some(choice) = pointed::recall(ui, battle).and_then(|at| battle.choices().get(at)) {
        aim(ui, &canvas, board, choice);
    }
    let way = here.and_then(|cell| battle.offer().way_to(cell));
    if let Some((_, way)) = way {
        path(ui, &canvas, board, way);
    }
    let marked = now.play.marked.filter(|(_, entries)| *entries == battle.game().entries());
    if let Some((cell, _)) = marked {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.14).max(3.0), colors.info));
    }
    if let Some(cell) = now.play.cursor.filter(|_| focused) {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.08).max(2.0), colors.accent));
        speak(ui, &canvas, battle, ground, cell);
    }
    if let Some(reach) = &reach {
        let acting = acting.and_then(|acting| board.tokens.iter().find(|token| token.id == acting));
        legend::ui(ui, now.session, &canvas, (reach, acting), actions);
    }
    let clicked = canvas.response.interact_pointer_pos().filter(|_| canvas.response.clicked());
    if let Some(cell) = clicked.and_then(|at| canvas.cell_at(at)) {
        canvas.response.request_focus();
        actions.push(Action::Play(PlayAction::Cursor(cell)));
        act(ui, now, battle, cell, actions);
    }
    keyboard(ui, now, battle, &canvas, ground, actions);
    canvas.caption(ui, &map::words(ground, here));
    hover(ui, &canvas, battle, way);
}

/// Performs the action of clicking a cell: moves there, makes the only harmless choice about it, or else highlights the
/// figure there and shows the choices about it.
fn act(ui: &Ui, now: &Now<'_>, battle: &Battle, cell: Cell, actions: &mut Actions) {
    let board = battle.board();
    let there = next(&tokens::stack(board, cell), now.play.highlight).or(tokens::on(board, cell));
    actions.push(Action::Play(PlayAction::Highlight(there.map(|token| token.id))));
    actions.push(Action::Play(PlayAction::About(Some(About::Cell(cell)))));
    if let Some((way, _)) = battle.offer().way_to(cell) {
        actions.push(Action::Play(PlayAction::Go(way)));
        return;
    }
    let only = battle.concerned(now.play.highlight);
    let own = there.filter(|token| is_asked(battle, token)).map(|token| token.id);
    if own.is_some() && (only.is_some() || battle.concerned(own).is_some()) {
        // A click on a figure of the active side selects it, instead of moving another figure onto it.
        return;
    }
    let is_meant = |choice: &Choice| (only.is_none() || choice.actor == only) && choice.cells(board).contains(&cell);
    let about: Vec<(usize, &Choice)> =
        battle.choices().iter().enumerate().filter(|(_, choice)| is_meant(choice)).collect();
    // The highlighted figure acts alone; joint choices must be made in the list.
    let alone = about.iter().copied().filter(|(_, choice)| only.is_some() && choice.parameters.is_empty());
    let alone: Vec<(usize, &Choice)> = alone.collect();
    let meant = if alone.len() == 1 && there.is_none() { &alone } else { &about };
    match meant.as_slice() {
        [(only, choice)] if is_harmless(battle, choice) => actions.push(Action::Play(PlayAction::Choose(*only))),
        [(first, _), ..] => {
            pointed::show(ui, *first);
            actions
                .extend(now.session.view().play.is_column_hidden.then_some(Action::Play(PlayAction::ShowColumn(true))));
        }
        [] => {}
    }
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
fn keyboard(ui: &Ui, now: &Now<'_>, battle: &Battle, canvas: &Canvas, ground: &Ground, actions: &mut Actions) {
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

/// Draws a path as an arrow, with rings around the enemies that engage the figure on it.
fn path(ui: &Ui, canvas: &Canvas, board: &Board, way: &MovePath) {
    let colors = palette(ui);
    let width = (canvas.scale() * 0.12).max(2.5);
    let line: Vec<Pos2> = way.cells.iter().map(|cell| canvas.center(*cell)).collect();
    for other in board.tokens.iter().filter(|token| way.engaged_by.contains(&token.id)) {
        for cell in &other.cells {
            canvas.ring(*cell, Stroke::new(width, colors.warning));
        }
    }
    let Some(&end) = line.last() else { return };
    let ahead = canvas.grid.direction(way.facing);
    let (tip, side) = (end + ahead * canvas.scale() * 0.62, ahead.rot90() * canvas.scale() * 0.24);
    let back = end + ahead * canvas.scale() * 0.22;
    let casing = readable_on(colors.accent);
    for (width, color) in [(width + 2.5, casing), (width, colors.accent)] {
        canvas.painter.add(Shape::line(line.clone(), Stroke::new(width, color)));
        canvas.painter.circle_filled(end, width * 1.2, color);
    }
    let arrow = vec![tip, back + side, back - side];
    canvas.painter.add(Shape::convex_polygon(arrow, colors.accent, Stroke::new(1.5, casing)));
}

/// Draws a line from the actor to the target of the choice under the pointer.
fn aim(ui: &Ui, canvas: &Canvas, board: &Board, choice: &Choice) {
    let head = |id: u32| board.tokens.iter().find(|token| token.id == id)?.cells.first().copied();
    let target = match choice.target {
        Target::None => None,
        Target::Cell(cell) => Some(cell),
        Target::Token(id) => head(id),
    };
    let (Some(from), Some(to)) = (choice.actor.and_then(head), target) else { return };
    if from == to {
        return;
    }
    let line = [canvas.center(from), canvas.center(to)];
    let color = palette(ui).warning;
    for (width, color) in [(4.5, readable_on(color)), (2.5, color)] {
        canvas.painter.extend(Shape::dashed_line(&line, Stroke::new(width, color), 7.0, 4.0));
    }
    canvas.ring(to, Stroke::new(3.0, color));
}

/// Describes the costs and the end of a path.
fn told(board: &Board, way: &MovePath) -> String {
    let (used, of) = way.used;
    let names: Vec<&str> = board
        .tokens
        .iter()
        .filter(|token| way.engaged_by.contains(&token.id))
        .map(|token| token.name.as_str())
        .collect();
    let held = match (names.is_empty(), way.halts) {
        (false, _) => {
            format!("; it {} held up by {}", if way.halts { "is" } else { "may be" }, names.join(", "))
        }
        (true, true) => "; it must stop there".to_owned(),
        (true, false) => String::new(),
    };
    let [col, row] = way.end().unwrap_or_default();
    format!("To {col},{row} for {} MP, then {used} of {of} used: {}{held}", way.cost, way.note)
}

/// Describes the encounters at the end of a path, one per line, the greatest danger first.
fn met(battle: &Battle, way: usize) -> Vec<String> {
    let name = |id: u32| battle.board().tokens.iter().find(|token| token.id == id).map_or("", |token| &token.name);
    let Some(mover) = battle.offer().ways.get(way).map(|way| name(way.actor)) else { return Vec::new() };
    let percent = |blow: Option<&Blow>| blow.map_or(0, |blow| blow.odds.percent());
    let mut all: Vec<&Encounter> = battle.encounters(way).iter().collect();
    all.sort_by_key(|met| std::cmp::Reverse((percent(met.theirs.as_ref()), percent(met.ours.as_ref()))));
    let blow = |who: &str, whom: &str, blow: &Blow| {
        format!("{who} would hit {whom} in {} % with the {} and {} dice", blow.odds.percent(), blow.with, blow.dice)
    };
    let line = |met: &Encounter| {
        let other = name(met.other);
        match (&met.ours, &met.theirs) {
            (Some(ours), Some(theirs)) => {
                let back = format!("{} % with the {}", theirs.odds.percent(), theirs.with);
                format!("{}; {other} would hit back in {back}", blow(mover, other, ours))
            }
            (Some(ours), None) => format!("{}; {other} cannot hit back there", blow(mover, other, ours)),
            (None, Some(theirs)) => format!("{}, who could not hit back", blow(other, mover, theirs)),
            (None, None) => String::new(),
        }
    };
    all.into_iter().map(line).collect()
}

/// Describes the cell at the keyboard cursor for screen readers.
fn speak(ui: &Ui, canvas: &Canvas, battle: &Battle, ground: &Ground, cell: Cell) {
    let mut text = map::words(ground, Some(cell)).replace("   ", ", ");
    if let Some(token) = tokens::on(battle.board(), cell) {
        text = format!("{text}, {}", token.name);
    }
    if let Some((at, way)) = battle.offer().way_to(cell) {
        text = format!("{text}. {}", told(battle.board(), way));
        for met in met(battle, at) {
            text = format!("{text}. {met}");
        }
    }
    let place = Rect::from_center_size(canvas.center(cell), Vec2::splat(canvas.scale())).intersect(canvas.rect);
    let place = if place.is_positive() { place } else { canvas.rect };
    let node = ui.interact(place, canvas.response.id.with("cursor"), Sense::hover());
    node.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &text));
    ui.ctx().accesskit_node_builder(node.id, |node| node.set_live(egui::accesskit::Live::Polite));
}

/// Draws the tooltip of the cell under the pointer.
fn hover(ui: &Ui, canvas: &Canvas, battle: &Battle, way: Option<(usize, &MovePath)>) {
    /// The maximum number of lines about encounters.
    const MET: usize = 6;
    let board = battle.board();
    let Some(cell) = canvas.hovered() else { return };
    let (token, lying): (Option<&Token>, String) = (tokens::on(board, cell), tokens::lying(board, cell));
    if token.is_none() && lying.is_empty() && way.is_none() {
        return;
    }
    // Next to the figure or hex, so that it is never covered.
    let mut place = Rect::from_center_size(canvas.center(cell), Vec2::splat(2.0 * canvas.scale()));
    for cell in token.iter().flat_map(|token| &token.cells) {
        place = place.union(Rect::from_center_size(canvas.center(*cell), Vec2::splat(2.0 * canvas.scale())));
    }
    let tip = egui::Tooltip::always_open(
        ui.ctx().clone(),
        ui.layer_id(),
        Id::unique("token"),
        egui::PopupAnchor::ParentRect(place.intersect(canvas.rect)),
    );
    tip.gap(6.0).show(|ui| {
        if let Some(token) = token {
            details(ui, token);
        }
        let below = tokens::stack(board, cell);
        if below.len() > 1 {
            let one = |token: &&Token| format!("{} {} of {}", token.name, token.health.0, token.health.1);
            let names: Vec<String> = below.iter().skip(1).take(MET).map(one).collect();
            let more = below.len().saturating_sub(MET + 1);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            ui.label(RichText::new(format!("Below it: {}{more}", names.join(", "))).color(palette(ui).text));
        }
        if let Some((at, way)) = way {
            ui.label(RichText::new(told(board, way)).color(palette(ui).text));
            let met = met(battle, at);
            for line in met.iter().take(MET) {
                ui.label(RichText::new(line).color(palette(ui).text));
            }
            if met.len() > MET {
                ui.label(RichText::new(format!("and {} more", met.len() - MET)).color(palette(ui).weak));
            }
        }
        if !lying.is_empty() {
            ui.label(RichText::new(format!("On the ground: {lying}")).color(palette(ui).text));
        }
    });
}
