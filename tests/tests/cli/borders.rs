//! Borders between terrains: which are drawn, on which cells, and at what cost.

use std::collections::BTreeSet;
use std::fs;

use egui::{Pos2, Rect, Vec2};
use foeman_engine::display::{Board, Ground, TerrainView};
use foeman_scene::border::borders;
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::shape::Shape;
use foeman_scene::theme::{DARK, LIGHT};
use foeman_scene::{Scene, Viewport};
use foeman_schema::catalogs::borders::{Border, BorderStyle};
use foeman_schema::grid::{Cell, Cells, Geometry};
use foeman_test_support::geometries::geometries;
use serde_json::{Value, json};

use crate::foeman;

/// Grass, and cells of a terrain with these borders.
fn ground(geometry: Geometry, borders: Value, there: &[Cell]) -> Ground {
    let terrain = |id: &str, color: &str, borders: Value| TerrainView {
        id: id.to_owned(),
        color: color.to_owned(),
        borders: serde_json::from_value(borders).expect("they are borders"),
        ..TerrainView::default()
    };
    let terrains = vec![terrain("grass", "#b9c98f", json!([])), terrain("other", "#4f86a0", borders)];
    let cells: Vec<u16> = geometry.cells().map(|cell| u16::from(there.contains(&cell))).collect();
    let cells = Cells::from_values(geometry.size(), &cells, 0);
    Ground::new(geometry, terrains, cells)
}

fn points(shape: &Shape) -> Vec<Pos2> {
    match shape {
        Shape::Polygon { points, .. } | Shape::Line { points, .. } => points.clone(),
        _ => panic!("borders are polygons and lines"),
    }
}

/// Returns the cells with borders, and checks that each shape is inside one cell.
fn drawn_on(view: &Viewport, shapes: &[Shape]) -> BTreeSet<Cell> {
    let cell_of = |shape: &Shape| {
        let middle = Rect::from_points(&points(shape)).center();
        let cell = view.grid.cell(view.unplace(middle));
        let outline = view.outline(cell, 1.03);
        for point in points(shape) {
            assert!(holds(&outline, point), "{shape:?} leaves its cell {cell:?}");
        }
        cell
    };
    shapes.iter().map(cell_of).collect()
}

/// Whether a convex outline, clockwise on screen, contains a point.
fn holds(outline: &[Pos2], point: Pos2) -> bool {
    outline.iter().enumerate().all(|(n, &from)| {
        let (edge, to) = (outline[(n + 1) % outline.len()] - from, point - from);
        edge.x * to.y - edge.y * to.x >= 0.0
    })
}

#[test]
fn a_border_lies_within_a_terrain_or_on_those_round_it_in_every_geometry() {
    use BorderStyle::{Cliff, Hem, Pit, Ragged, Shore, Soft};
    for geometry in geometries([5, 5]) {
        let (view, _) = Viewport::scaled(Grid::new(geometry), 34.0);
        let edges = geometry.without_vertex_neighbours();
        let round: BTreeSet<Cell> = edges.neighbours([2, 2]).collect();
        let with_corners = edges.with_vertex_neighbours().unwrap_or(edges);
        let round_corners: BTreeSet<Cell> = with_corners.neighbours([2, 2]).collect();
        for style in [Soft, Ragged, Shore, Hem, Cliff, Pit] {
            let ground = ground(geometry, json!([{ "style": style }]), &[[2, 2]]);
            let seen = drawn_on(&view, &borders(&view, &ground, &Pictures::default()));
            let within = matches!(style, Shore | Hem | Pit);
            // Outer borders also go round the corners, so that they have no gaps there.
            let expected = if within { BTreeSet::from([[2, 2]]) } else { round_corners.clone() };
            assert_eq!(seen, expected, "{style:?} on {geometry:?}");
            assert!(round.is_subset(&round_corners));
        }
        let none = ground(geometry, json!([{"style": "none", "with": ["grass"]}, {"style": "shore"}]), &[[2, 2]]);
        assert_eq!(borders(&view, &none, &Pictures::default()), [], "the first that fits counts");
        let elsewhere = ground(geometry, json!([{"style": "shore", "with": ["sand"]}]), &[[2, 2]]);
        assert_eq!(borders(&view, &elsewhere, &Pictures::default()), []);
        let all: Vec<Cell> = geometry.cells().collect();
        let alone = ground(geometry, json!([{"style": "shore"}]), &all);
        assert_eq!(
            borders(&view, &alone, &Pictures::default()),
            [],
            "there is none between alike, and none at the rim of the map"
        );
    }
}

/// A border that ends at the side between two cells continues in the other cell.
#[test]
fn a_border_goes_on_from_cell_to_cell() {
    for geometry in geometries([6, 6]) {
        let (view, _) = Viewport::scaled(Grid::new(geometry), 40.0);
        let edges = geometry.without_vertex_neighbours();
        let beside = edges.neighbours([2, 2]).next().expect("a cell in the middle of the map has neighbours");
        let ground = ground(geometry, json!([{"style": "hem", "reach": 20}]), &[[2, 2], beside]);
        let shapes = borders(&view, &ground, &Pictures::default());
        assert_eq!(shapes.len() as u32, 2 * edges.lattice().tile().sides() - 2, "{geometry:?}");
        let ends: Vec<Pos2> =
            shapes.iter().map(points).flat_map(|points| [points[0], points[points.len() - 1]]).collect();
        for (n, end) in ends.iter().enumerate() {
            let meets = ends.iter().enumerate().any(|(other, at)| other != n && at.distance(*end) < 0.1);
            assert!(meets, "{geometry:?}: the hem has an open end at {end}");
        }
    }
}

#[test]
fn of_two_borders_the_one_of_higher_rank_is_drawn() {
    let list = |value: Value| serde_json::from_value::<Vec<Border>>(value).expect("they are borders");
    let [low, high] = [0, 3].map(|rank| list(json!([{"style": "soft", "rank": rank}])));
    assert_eq!(Border::between(("a", &low), ("b", &high)), (None, Some(&high[0])));
    assert_eq!(Border::between(("a", &high), ("b", &low)), (Some(&high[0]), None));
    assert_eq!(
        Border::between(("a", &low), ("b", &low)),
        (Some(&low[0]), Some(&low[0])),
        "both borders, if their ranks are equal"
    );
    assert_eq!(Border::between(("a", &low), ("a", &low)), (None, None));
    let none = list(json!([{"style": "none", "rank": 9}]));
    assert_eq!(Border::between(("a", &none), ("b", &low)), (None, Some(&low[0])), "nothing outranks nothing");
}

#[test]
fn far_away_no_border_is_drawn_and_near_only_those_that_can_be_seen() {
    let geometry = geometries([200, 200])[0];
    // A border at every other cell.
    let there: BTreeSet<Cell> = geometry.cells().filter(|[col, row]| (col + row) % 2 == 0).collect();
    let mut ground = ground(geometry, json!([{"style": "shore"}]), &[]);
    let cells: Vec<u16> = geometry.cells().map(|cell| u16::from(there.contains(&cell))).collect();
    ground.cells = Cells::from_values(geometry.size(), &cells, 0);
    let grid = Grid::new(geometry);
    let shown = |scale: f32| {
        let clip = Rect::from_min_size(Pos2::ZERO, Vec2::new(400.0, 300.0));
        let origin = Pos2::ZERO - grid.center([90, 90]).to_vec2() * scale;
        borders(&Viewport { grid, origin, scale, clip, lines: true }, &ground, &Pictures::default()).len()
    };
    assert_eq!(shown(10.0), 0);
    // About 60 cells are visible, including the edge; half of them have six sides with at most five shapes each.
    assert!((100..=130 * 6 * 5 / 2).contains(&shown(30.0)), "{}", shown(30.0));
}

#[test]
fn both_themes_and_both_kinds_of_pictures_show_borders() {
    let geometry = geometries([3, 3])[0];
    let ground = ground(geometry, json!([{"style": "ragged"}]), &[[1, 1]]);
    let (view, size) = Viewport::scaled(Grid::new(geometry), 30.0);
    let [light, dark] = [&LIGHT, &DARK].map(|colors| Scene::new(&view, size, &ground, &Board::default(), colors));
    assert!(!light.borders.is_empty());
    assert_eq!(light.borders, dark.borders);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = |borders: &str| {
        let text = format!(
            "pack: meadow\nruleset: foeman\nterrains:\n  grass: {{title: Grass, color: '#b9c98f'}}\n  \
             pond: {{title: Pond, color: '#4f86a0'{borders}}}\nmaps:\n  meadow:\n    title: Meadow\n    \
             geometry: {{size: [3, 3]}}\n    legend: {{g: grass, p: pond}}\n    rows: |\n      ggg\n      gpg\n      ggg\n"
        );
        fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
        let path = folder.path().to_str().expect("temporary folders have plain names");
        ["map.svg", "map.png"].map(|name| {
            let file = folder.path().join(name);
            foeman(&["render", path, "maps/meadow", "-o", file.to_str().expect("it is text")]).ends(0);
            fs::read(file).expect("it was written")
        })
    };
    let with = pack(", borders: [{style: shore, color: '#ff0000'}]");
    let without = pack("");
    assert_ne!(with[1], without[1]);
    let [with, without] = [&with[0], &without[0]].map(|svg| String::from_utf8_lossy(svg).into_owned());
    assert!(with.contains("<g id=\"borders\">") && with.contains("#ff0000"), "{with}");
    assert!(!without.contains("borders"));
}

#[test]
fn a_border_with_a_terrain_that_is_not_there_is_told_with_a_near_name() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = "pack: meadow\nruleset: foeman\nterrains:\n  grass: {title: Grass, color: '#b9c98f'}\n  \
                pond:\n    title: Pond\n    color: '#4f86a0'\n    borders:\n      - {style: shore, with: [gras]}\n";
    fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
    let run = foeman(&["check", folder.path().to_str().expect("temporary folders have plain names")]).ends(1);
    assert!(run.out.contains("pack.yaml:9:31: error[unknown-reference]"), "{}", run.out);
    assert!(run.out.contains("`grass`"), "{}", run.out);
}

#[test]
fn without_lines_cells_leave_no_gap_between_them() {
    for geometry in geometries([5, 5]) {
        let ground = ground(geometry, json!([]), &[[2, 2]]);
        let (view, size) = Viewport::scaled(Grid::new(geometry), 24.0);
        let gaps = |lines: bool| {
            let view = Viewport { lines, ..view };
            let scene = Scene::new(&view, size, &ground, &Board::default(), &LIGHT);
            let outlines: Vec<Vec<Pos2>> = scene.cells.iter().map(points).collect();
            let middle = view.outline([2, 2], 1.0);
            let sides = (0..middle.len()).map(|n| middle[n].lerp(middle[(n + 1) % middle.len()], 0.5));
            sides.filter(|side| !outlines.iter().any(|outline| holds(outline, *side))).count()
        };
        let sides = geometry.lattice().tile().sides() as usize;
        assert_eq!((gaps(true), gaps(false)), (sides, 0), "{geometry:?}");
    }
}
