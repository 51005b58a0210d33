//! A sheet for each scenario: its story, a small map, its sides and its goals.

use egui::{Align2, Rect, Vec2, pos2, vec2};
use foeman_engine::display::{Board, Ground};
use foeman_scene::figure::side_color;
use foeman_scene::grid::Grid;
use foeman_scene::legend::Legend;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::LIGHT;
use foeman_scene::{Scene, Viewport};
use serde_json::Value;

use crate::flow::{Flow, Strip, gap, heading, lines, strip};
use crate::options::Options;
use crate::page::{ACCENT, FAINT, INK, Link, Mark, Page, style};
use crate::paper::POINTS;
use crate::sheet::{chip, side};
use crate::subject::{Scenario, Subject};
use crate::text;
use crate::transform::Transform;

/// The greatest height of a small map.
const MAP: f32 = 120.0;
/// The height of a line in the list of a side.
const LINE: f32 = 4.4;

/// Returns the sheets of the scenarios; `targets` has the page of each figure or side.
pub(crate) fn pages(subject: &Subject, options: &Options, targets: &[(String, String)]) -> Vec<Page> {
    let mut flow = Flow::new(options.paper.size(), 1, "scenario", subject.title());
    for scenario in &subject.scenarios {
        flow.break_page();
        let width = flow.width();
        let mut strips = vec![title(width, scenario)];
        strips.extend(lines(width, style(3.4, FAINT), &scenario.about));
        strips.push(gap(3.0));
        if let Some(ground) = &scenario.board.ground {
            strips.extend(map(width, scenario, ground, &subject.pictures));
        }
        strips.extend(sides(width, scenario, targets));
        strips.extend(goals(width, scenario));
        strips.extend(house_rules(width, subject, scenario));
        flow.add(strips);
    }
    flow.finish().0
}

fn title(width: f32, scenario: &Scenario) -> Strip {
    let drawn = strip(vec2(width, 11.0), |page| {
        let line = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 9.0));
        page.words(line, Align2::LEFT_CENTER, style(7.0, ACCENT).strong(), &scenario.title);
    });
    Strip { bookmark: Some((1, text::printable(&scenario.title))), ..drawn }
}

/// Draws the map with the figures at their starting places, and its legend.
fn map(width: f32, scenario: &Scenario, ground: &Ground, pictures: &Pictures) -> Vec<Strip> {
    let grid = Grid::new(ground.geometry);
    let bounds = grid.bounds().size();
    let scale = (width * POINTS / bounds.x).min(MAP * POINTS / bounds.y).min(40.0);
    let (view, size) = Viewport::scaled(grid, scale);
    let scene = Scene::with_pictures(&view, size, ground, &scenario.board, &LIGHT, pictures);
    // Pictures have a margin, which paper has already.
    let margin = foeman_scene::MARGIN;
    let drawn = size - Vec2::splat(2.0 * margin);
    let shift = vec2((width - drawn.x / POINTS) / 2.0 - margin / POINTS, -margin / POINTS);
    let transform = Transform::scaled(1.0 / POINTS, shift);
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, drawn.y / POINTS));
    let shapes = scene.shapes().map(|shape| Mark::Shape(transform.shape(shape))).collect();
    let clipped = Mark::Clipped { outline: crate::page::corners(room), marks: shapes };
    let picture = Strip { height: room.height() + 2.0, marks: vec![clipped], ..Strip::default() };
    vec![picture, legend(width, scenario, ground, pictures, &view)]
}

fn legend(width: f32, scenario: &Scenario, ground: &Ground, pictures: &Pictures, view: &Viewport) -> Strip {
    // Entries for sides are in the lists of figures.
    let board = Board { sides: Vec::new(), ..scenario.board.clone() };
    let legend = Legend { title: &scenario.map, board: &board, ground, pictures };
    let ratio = 0.72 / POINTS;
    let wide = width / ratio;
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(wide, legend.height(wide)));
    let transform = Transform::scaled(ratio, Vec2::ZERO);
    let shapes = legend.shapes(view, room, &LIGHT);
    let marks = shapes.iter().map(|shape| Mark::Shape(transform.shape(shape))).collect();
    Strip { height: room.height() * ratio, marks, ..Strip::default() }
}

/// Lists the figures of each side in columns.
fn sides(width: f32, scenario: &Scenario, targets: &[(String, String)]) -> Vec<Strip> {
    let board = &scenario.board;
    let mut strips = vec![heading(width, "Sides")];
    let find = |name: &str| targets.iter().find(|(anchor, _)| anchor == name).map(|(_, page)| page.clone());
    for (number, view) in board.sides.iter().enumerate() {
        let names = names(board, number);
        let color = side_color(board, number, &LIGHT);
        let own = find(&side::anchor(scenario, number));
        let mut head = strip(vec2(width, 6.0), |page| {
            chip(page, Rect::from_min_size(pos2(0.0, 1.2), vec2(3.6, 3.6)), color);
            let room = Rect::from_min_size(pos2(5.5, 0.8), vec2(width - 5.5, 4.6));
            page.words(room, Align2::LEFT_CENTER, style(3.5, INK).strong(), &view.name);
        });
        let whole = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 6.0));
        head.links.extend(own.map(|to| Link { rect: whole, to }));
        strips.push(head);
        let column = width / 3.0;
        for row in names.chunks(3) {
            strips.push(strip(vec2(width, LINE), |page| {
                for (n, (name, count)) in row.iter().enumerate() {
                    let place = Rect::from_min_size(pos2(5.5 + n as f32 * column, 0.0), vec2(column - 7.0, LINE));
                    let shown = if *count > 1 { format!("{count} × {name}") } else { name.clone() };
                    page.words(place, Align2::LEFT_CENTER, style(3.0, INK), &shown);
                    if let Some(to) = find(name) {
                        page.link(place, to);
                    }
                }
            }));
        }
    }
    strips
}

/// Returns the names of the figures of a side, each with its number.
fn names(board: &Board, side: usize) -> Vec<(String, usize)> {
    let mut names: Vec<(String, usize)> = Vec::new();
    for token in board.tokens.iter().filter(|token| token.side == side) {
        match names.iter_mut().find(|(name, _)| *name == token.name) {
            Some((_, count)) => *count += 1,
            None => names.push((token.name.clone(), 1)),
        }
    }
    names
}

fn goals(width: f32, scenario: &Scenario) -> Vec<Strip> {
    let mut strips = vec![gap(2.0), heading(width, "Goals")];
    let body = style(3.0, INK);
    if scenario.board.goals.is_empty() {
        strips.extend(lines(width, body, "The last side left wins."));
    }
    for goal in &scenario.board.goals {
        strips.extend(lines(width, body, &format!("{goal}.")));
    }
    strips
}

/// Lists the options that the scenario sets, in the words of its text.
fn house_rules(width: f32, subject: &Subject, scenario: &Scenario) -> Vec<Strip> {
    let record = subject.draft.merged(&scenario.key).unwrap_or_default();
    let Some(options) = record.get("options").and_then(Value::as_object).filter(|options| !options.is_empty()) else {
        return Vec::new();
    };
    let mut strips = vec![gap(2.0), heading(width, "House rules")];
    for (name, value) in options {
        let value = match value {
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        strips.extend(lines(width, style(3.0, INK), &format!("{}: {value}", name.replace('-', " "))));
    }
    strips
}
