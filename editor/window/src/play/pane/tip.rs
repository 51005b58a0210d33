//! Descriptions of the cell under the pointer or the keyboard cursor: its figures and ground, and the effect of a click.

use egui::{Id, Rect, RichText, Sense, Ui, Vec2, WidgetInfo};
use foeman_engine::display::{Board, Token};
use foeman_engine::move_path::{Blow, Encounter, MovePath};
use foeman_schema::grid::Cell;

use super::{details, prospects};
use crate::kit::canvas::Canvas;
use crate::kit::tokens;
use crate::map;
use crate::play::Battle;
use crate::play::spots::{Spot, Spots};
use foeman_scene::theme::palette;

/// Describes the choice that a click on a cell makes: its text, its outcome, and the number of other choices.
fn of_spot(battle: &Battle, spot: &Spot) -> Vec<String> {
    let choices = battle.choices();
    let best = battle.best(spot);
    let Some(at) = best.or(spot.all().next()) else { return Vec::new() };
    let mut lines: Vec<String> = choices.get(at).map(|choice| choice.text.clone()).into_iter().collect();
    let odds = choices.get(at).and_then(|choice| choice.odds);
    lines.extend(odds.map(|odds| format!("{} % chance of success", odds.percent())));
    lines.extend(battle.prospect(at).into_iter().flat_map(|prospect| prospects::lines(battle.board(), prospect)));
    let others = spot.all().count() - 1;
    match others {
        0 => {}
        1 => lines.push("1 other choice in the list".to_owned()),
        count => lines.push(format!("{count} other choices in the list")),
    }
    lines
}

/// Describes the costs and the end of a path.
pub(crate) fn told(board: &Board, way: &MovePath) -> String {
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
pub(crate) fn speak(ui: &Ui, canvas: &Canvas, battle: &Battle, (spots, cell): (&Spots, Cell)) {
    let Some(ground) = &battle.board().ground else { return };
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
    if let Some(spot) = spots.all.get(&cell) {
        for line in of_spot(battle, spot) {
            text = format!("{text}. {line}");
        }
    }
    let place = Rect::from_center_size(canvas.center(cell), Vec2::splat(canvas.scale())).intersect(canvas.rect);
    let place = if place.is_positive() { place } else { canvas.rect };
    let node = ui.interact(place, canvas.response.id.with("cursor"), Sense::hover());
    node.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &text));
    ui.ctx().accesskit_node_builder(node.id, |node| node.set_live(egui::accesskit::Live::Polite));
}

/// Draws the tooltip of the cell under the pointer.
pub(crate) fn hover(ui: &Ui, canvas: &Canvas, battle: &Battle, spots: &Spots, way: Option<(usize, &MovePath)>) {
    /// The maximum number of lines about encounters.
    const MET: usize = 6;
    let board = battle.board();
    let Some(cell) = canvas.hovered() else { return };
    let (token, lying): (Option<&Token>, String) = (tokens::on(board, cell), tokens::lying(board, cell));
    let spot = spots.all.get(&cell);
    if token.is_none() && lying.is_empty() && way.is_none() && spot.is_none() {
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
        if let Some(spot) = spot {
            for (nth, line) in of_spot(battle, spot).into_iter().enumerate() {
                let color = if nth == 0 { palette(ui).strong } else { palette(ui).text };
                ui.label(RichText::new(line).color(color));
            }
        }
        match token {
            // The outcome of a choice is more important than all values of its target.
            Some(token) if spot.is_some() => {
                let (left, full) = token.health;
                ui.label(RichText::new(format!("{}, {left} of {full}", token.name)).color(palette(ui).weak));
            }
            Some(token) => details(ui, token),
            None => {}
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
