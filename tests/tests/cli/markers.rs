//! Markers of figures of one to four hexes.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use egui::{Pos2, Vec2};
use foeman_engine::display::{Board, Ground, SideView, TerrainView, Thing, Token};
use foeman_scene::figure::{self, Emphasis};
use foeman_scene::grid::Grid;
use foeman_scene::marker::Marker;
use foeman_scene::outline::border;
use foeman_scene::picture::Pictures;
use foeman_scene::png::png;
use foeman_scene::shape::Shape;
use foeman_scene::svg::svg;
use foeman_scene::theme::{DARK, LIGHT};
use foeman_scene::{Scene, Viewport, thing};
use foeman_schema::catalogs::board::Pattern;
use foeman_schema::grid::{Cells, Geometry, Points};
use ruleset_foeman::notation::pattern::{layout, points};

use crate::repository;

/// A figure of `count` hexes with its head at `head`, with the layout of the source notes (`F2.2`).
fn token(geometry: Geometry, head: [i32; 2], facing: u8, count: usize) -> Token {
    let hex = geometry.hex(head);
    let own = layout(count as u8).into_iter().map(|own| geometry.cell(hex + own.turned(i32::from(facing))));
    Token {
        id: u32::from(facing) + 6 * count as u32,
        name: ["Maud Tollbar", "Dobbin", "Great Aunt", "Ember Ash"][count - 1].to_owned(),
        side: usize::from(facing) % 4,
        cells: own.collect(),
        facing: Some(facing),
        points: points(count as u8),
        health: (12 - 2 * i32::from(facing), 12),
        marks: Vec::new(),
        details: Vec::new(),
        active: facing != 5,
        images: Vec::new(),
    }
}

/// Figures of one to four hexes, each in all six facings, on plain ground.
fn parade() -> Board {
    let geometry = r#"{"shape": "hex", "stand": "edge", "shift": "column-down", "size": [26, 16]}"#;
    let geometry: Geometry = serde_json::from_str(geometry).expect("a geometry");
    let place = |count: usize, facing: u8| [2 + 4 * i32::from(facing), [1, 4, 8, 13][count - 1]];
    let all = (1..=4).flat_map(|count| (0..6).map(move |facing| (count, facing)));
    let side = |name: &str, color: &str| SideView { name: name.to_owned(), color: color.to_owned(), human: false };
    let sand = TerrainView {
        title: "Sand".to_owned(),
        color: "#e6d5a8".to_owned(),
        pattern: Pattern::Plain,
        closed: false,
        ..TerrainView::default()
    };
    Board {
        ground: Some(Arc::new(Ground::new(geometry, vec![sand], Cells::filled([26, 16], 0)))),
        sides: vec![
            side("Blue", "#1f5fa8"),
            side("Vermilion", "#c8451b"),
            side("Umber", "#4a3426"),
            side("Gold", "#e0b83c"),
        ],
        tokens: all.map(|(count, facing)| token(geometry, place(count, facing), facing, count)).collect(),
        things: Vec::new(),
        gauges: Vec::new(),
        goals: Vec::new(),
    }
}

fn view(board: &Board, scale: f32) -> (Viewport, Vec2) {
    let ground = board.ground.as_ref().expect("the parade has ground");
    Viewport::scaled(Grid::new(ground.geometry), scale)
}

/// The direction in which a figure of the parade faces, on screen.
fn forward(view: &Viewport, token: &Token) -> Vec2 {
    let facing = token.facing.expect("all figures have a facing");
    let (right, left) = (view.grid.direction(facing), view.grid.direction((facing + 5) % 6));
    if token.points == Points::Corner { (right + left).normalized() } else { right }
}

fn contains(outline: &[Pos2], point: Pos2) -> bool {
    let next = |n: usize| outline[(n + 1) % outline.len()];
    outline.iter().enumerate().all(|(n, &from)| {
        let (edge, to) = (next(n) - from, point - from);
        edge.x * to.y - edge.y * to.x >= 0.0
    })
}

#[test]
fn a_marker_covers_each_of_its_hexes_and_no_other_and_its_nose_is_at_the_head() {
    let board = parade();
    let (view, _) = view(&board, 30.0);
    for token in &board.tokens {
        let marker = Marker::new(&view, token, Some(forward(&view, token)));
        let name = format!("{} facing {:?}", token.name, token.facing);
        for cell in &token.cells {
            assert!(contains(&marker.body, view.center(*cell)), "{name} covers {cell:?}");
        }
        let [_, nose, _] = marker.nose.expect("the marker shows a facing");
        assert_eq!(view.grid.cell(view.unplace(nose)), token.cells[0], "{name}");
        let ahead = (nose - view.center(token.cells[0])).normalized();
        assert!((ahead - forward(&view, token)).length() < 0.01, "{name} looks {ahead}");
        assert!(contains(&marker.body, marker.middle), "{name}");
    }
}

#[test]
fn nine_sides_look_different_without_their_colours_whatever_the_size() {
    let board = parade();
    let (view, _) = view(&board, 30.0);
    for count in 1..=4 {
        let mut seen: Vec<(Vec<Pos2>, usize)> = Vec::new();
        for side in 0..9 {
            let token = Token { side, ..board.tokens[6 * (count - 1)].clone() };
            let marker = Marker::new(&view, &token, Some(forward(&view, &token)));
            assert_eq!(marker.bands.len(), side / 3, "{count} hexes, side {side}");
            let look = (marker.body, marker.bands.len());
            assert!(!seen.contains(&look), "{count} hexes, side {side}");
            seen.push(look);
        }
    }
}

#[test]
fn from_afar_a_figure_is_a_square_of_its_side_and_larger_where_it_stands_out() {
    let board = parade();
    let (view, _) = view(&board, 1.5);
    let chosen = board.tokens[7].id;
    let emphasis = Emphasis { highlight: Some(chosen), ..Emphasis::default() };
    let shapes = figure::figures(&view, &board, &LIGHT, emphasis, &Pictures::default());
    assert_eq!(shapes.len(), board.tokens.len(), "each is one shape");
    let width = |points: &[Pos2]| egui::Rect::from_points(points).width();
    let large: Vec<&Shape> =
        shapes.iter().filter(|shape| matches!(shape, Shape::Polygon { points, .. } if width(points) > 4.0)).collect();
    let [Shape::Polygon { points, fill, .. }] = large[..] else { panic!("{large:?}") };
    let middle = egui::Rect::from_points(points).center();
    assert!((middle - figure::extent(&view, &board.tokens[7], 0.0).center()).length() < 0.1);
    assert_eq!(*fill, LIGHT.accent);
    let fills: BTreeSet<[u8; 4]> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Polygon { fill, .. } => Some(fill.to_array()),
            _ => None,
        })
        .collect();
    assert!(fills.len() > 4, "four sides and who stands out");
}

#[test]
fn the_line_round_a_figure_goes_along_the_sides_it_shares_with_nobody() {
    let board = parade();
    let (view, _) = view(&board, 30.0);
    for token in &board.tokens {
        let line = border(&view, &token.cells, 0.1);
        let sides = [6, 10, 12, 14][token.cells.len() - 1];
        assert_eq!((line.len() - 1, line.first()), (sides, line.last()), "{}", token.name);
        for point in &line {
            assert!(token.cells.contains(&view.grid.cell(view.unplace(*point))), "{}", token.name);
        }
    }
}

#[test]
fn what_lies_in_one_hex_is_one_disc_that_says_how_much_it_is() {
    let thing = |name: &str, cell| Thing { name: name.to_owned(), side: 1, cell, images: Vec::new() };
    let things = vec![thing("hand axe", [3, 3]), thing("net", [5, 3]), thing("rock", [3, 3]), thing("dart", [3, 3])];
    let board = Board { tokens: Vec::new(), things, ..parade() };
    let (view, _) = view(&board, 30.0);
    let shapes = thing::things(&view, &board, &LIGHT, &Pictures::default());
    let places: BTreeSet<[i32; 2]> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Circle { center, .. } => Some(view.grid.cell(view.unplace(*center))),
            _ => None,
        })
        .collect();
    assert_eq!(places, BTreeSet::from([[3, 3], [5, 3]]));
    let counts: Vec<&str> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(counts, ["3"]);
}

/// To update the file, inspect the one that the failing test writes next to it, then copy it.
#[test]
fn markers_are_what_they_were() {
    let board = parade();
    let (view, size) = view(&board, 18.0);
    let emphasis =
        Emphasis { highlight: Some(board.tokens[13].id), acting: Some(board.tokens[8].id), ..Emphasis::default() };
    let mut scene = Scene::new(&view, size, board.ground.as_ref().expect("ground"), &board, &LIGHT);
    scene.cells.clear();
    scene.figures = figure::figures(&view, &board, &LIGHT, emphasis, &Pictures::default());
    let now = svg(&scene);
    let golden = fs::read_to_string(repository("tests/golden/markers.svg")).unwrap_or_default();
    if now != golden {
        let beside = std::env::temp_dir().join("markers.svg");
        fs::write(&beside, now).expect("it can be written");
        panic!("the markers have changed; if that was meant, copy `{}` to tests/golden", beside.display());
    }
}

/// How many of a hundred pixels may differ, because glyphs and edges are rounded differently on other machines.
const PATIENCE: usize = 1;

/// To update the file, inspect the one that the failing test writes next to it, then copy it.
#[test]
fn pixels_are_what_they_were() {
    let board = parade();
    let few = Board { tokens: board.tokens.iter().step_by(7).cloned().collect(), ..board };
    let (view, size) = view(&few, 14.0);
    let scene = Scene::new(&view, size, few.ground.as_ref().expect("ground"), &few, &DARK);
    let now = png(&scene).expect("it can be drawn");
    let golden = fs::read(repository("tests/golden/markers.png")).unwrap_or_default();
    let (seen, known) = (pixels(&now), pixels(&golden));
    let apart = seen.iter().zip(&known).filter(|(a, b)| a.abs_diff(**b) > 24).count();
    if seen.len() != known.len() || apart * 100 > seen.len() * PATIENCE {
        let beside = std::env::temp_dir().join("markers.png");
        fs::write(&beside, now).expect("it can be written");
        panic!("the picture has changed; if that was meant, copy `{}` to tests/golden", beside.display());
    }
}

/// Returns the colour channels of a picture; empty if it cannot be decoded.
fn pixels(bytes: &[u8]) -> Vec<u8> {
    let read = || {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
        let mut pixels = vec![0; reader.output_buffer_size()?];
        reader.next_frame(&mut pixels).ok()?;
        Some(pixels)
    };
    read().unwrap_or_default()
}
