//! Zones and levels in pictures of maps.

use std::sync::Arc;

use egui::{Pos2, Rect, vec2};
use foeman_engine::display::{Board, Ground, TerrainView, ZoneView};
use foeman_scene::grid::Grid;
use foeman_scene::label::place_labels;
use foeman_scene::shape::Shape;
use foeman_scene::svg::svg;
use foeman_scene::theme::{DARK, LIGHT};
use foeman_scene::{Scene, Viewport, height, zone};
use foeman_schema::catalogs::board::Pattern;
use foeman_schema::grid::{Cell, Cells, Geometry, Stand};
use foeman_test_support::geometries::geometries;

fn ground(geometry: Geometry) -> Ground {
    let terrain = TerrainView {
        title: String::new(),
        color: "#8899aa".into(),
        pattern: Pattern::Plain,
        closed: false,
        ..TerrainView::default()
    };
    Ground::new(geometry, vec![terrain], Cells::filled(geometry.size(), 0))
}

fn zone(title: &str, cells: &[[i32; 2]]) -> ZoneView {
    ZoneView {
        title: title.to_owned(),
        color: "#b8860b".to_owned(),
        cells: cells.iter().copied().collect(),
        home: None,
    }
}

fn hexes(size: [u32; 2]) -> Geometry {
    Geometry::new(foeman_schema::grid::Shape::Hex, Stand::Edge, None, size).expect("it fits")
}

/// Counts the lines in the colour of zones.
fn lines(shapes: &[Shape]) -> usize {
    let paint = egui::Color32::from_rgb(0xb8, 0x86, 0x0b);
    shapes.iter().filter(|shape| matches!(shape, Shape::Line { pen, .. } if pen.color == paint)).count()
}

#[test]
fn a_line_runs_round_a_zone_and_not_between_its_cells() {
    for geometry in geometries([5, 5]) {
        let edges = Grid::new(geometry.without_vertex_neighbours());
        let count = usize::from(edges.directions());
        let beside = edges.geometry().neighbour([2, 2], 0).expect("a cell in the middle of the map has neighbours");
        let (view, _) = Viewport::scaled(Grid::new(geometry), 30.0);
        let drawn = |cells: &[[i32; 2]]| {
            let ground = Ground { zones: vec![zone("Gate", cells)], ..ground(geometry) };
            lines(&zone::zones(&view, &ground, &LIGHT))
        };
        assert_eq!(drawn(&[[2, 2]]), count, "{geometry:?}");
        assert_eq!(drawn(&[[2, 2], beside]), 2 * count - 2, "{geometry:?}: the side they share is left out");
        assert_eq!(drawn(&[[0, 0], [4, 4]]), 2 * count, "{geometry:?}: a zone need not hang together");
        assert_eq!(drawn(&[]), 0);
    }
}

#[test]
fn zones_are_hatched_each_in_its_own_direction_and_written_in_both_themes() {
    let geometry = hexes([9, 7]);
    let both = vec![zone("The gate", &[[2, 3], [3, 3]]), zone("The yard", &[[3, 3], [4, 3]])];
    let ground = Ground { zones: both, ..ground(geometry) };
    let board = Board { ground: Some(Arc::new(ground.clone())), ..Board::default() };
    for colors in [&LIGHT, &DARK] {
        let (view, size) = Viewport::scaled(Grid::new(geometry), 30.0);
        let picture = svg(&Scene::new(&view, size, &ground, &board, colors));
        assert!(picture.contains("<g id=\"zones\">"));
        assert!(picture.contains(">The gate</text>") && picture.contains(">The yard</text>"), "{picture}");
    }
    // The hatching lines of two zones cross in the cell that belongs to both.
    let (view, _) = Viewport::scaled(Grid::new(geometry), 30.0);
    let slopes = |zones: &[ZoneView]| -> Vec<i32> {
        let ground = Ground { zones: zones.to_vec(), ..ground.clone() };
        let hatching = zone::zones(&view, &ground, &LIGHT).into_iter().filter_map(|shape| match shape {
            Shape::Line { points, pen } if pen.width < 1.2 => Some((points[1] - points[0]).angle()),
            _ => None,
        });
        let mut slopes: Vec<i32> = hatching.map(|angle| angle.to_degrees().rem_euclid(180.0).round() as i32).collect();
        slopes.sort_unstable();
        slopes.dedup();
        slopes
    };
    assert_eq!(slopes(&ground.zones[..1]).len(), 1);
    assert_eq!(slopes(&ground.zones).len(), 2);
}

#[test]
fn six_zones_with_long_names_can_all_be_read() {
    let geometry = hexes([21, 13]);
    let rectangle = |from: [i32; 2], to: [i32; 2]| -> Vec<[i32; 2]> {
        (from[1]..=to[1]).flat_map(|row| (from[0]..=to[0]).map(move |column| [column, row])).collect()
    };
    let zones = [
        zone("The broken gate and the bridge that leads up to it", &rectangle([8, 5], [11, 7])),
        zone("The inner yard of the garrison of Gant", &rectangle([15, 2], [19, 9])),
        zone("The camp of the creditors and their dogs", &rectangle([0, 2], [5, 9])),
        zone("The northern battlements with their stairs", &rectangle([10, 1], [12, 3])),
        zone("The southern battlements with their stairs", &rectangle([10, 9], [12, 11])),
        zone("The field of mud and of unpaid bills", &rectangle([4, 3], [8, 8])),
    ];
    let ground = Ground { zones: zones.to_vec(), ..ground(geometry) };
    for scale in [14.0, 24.0, 40.0] {
        let (view, _) = Viewport::scaled(Grid::new(geometry), scale);
        let labels = zone::labels(&view, &ground, &LIGHT);
        let placed = place_labels(&labels, &[], view.clip);
        assert_eq!(placed.len(), 6, "at {scale}");
        let rects: Vec<Rect> = placed.iter().map(|(_, rect)| *rect).collect();
        for (n, rect) in rects.iter().enumerate() {
            assert!(rects[..n].iter().all(|other| !other.intersects(*rect)), "at {scale}: {}", placed[n].0.text);
        }
    }
}

#[test]
fn a_zone_is_drawn_where_it_is_seen_however_great_the_map() {
    let geometry = hexes([10_000, 10_000]);
    let cells: Vec<Cell> = (4000..4300).flat_map(|row| (4000..4300).map(move |column| [column, row])).collect();
    let ground = Ground { zones: vec![zone("Plain", &cells)], ..ground(geometry) };
    let (grid, clip) = (Grid::new(geometry), Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0)));
    let at = |cell: Cell| Viewport {
        grid,
        origin: Pos2::ZERO - grid.center(cell).to_vec2() * 20.0,
        scale: 20.0,
        clip,
        lines: true,
    };
    let far = zone::zones(&at([9000, 9000]), &ground, &LIGHT);
    let inside = zone::zones(&at([4100, 4100]), &ground, &LIGHT);
    let rim = zone::zones(&at([4290, 4100]), &ground, &LIGHT);
    assert!(far.is_empty(), "nothing of it is seen there");
    assert!((100..2000).contains(&inside.len()), "{}", inside.len());
    let lines = |shapes: &[Shape], least: f32| {
        let wide = |shape: &&Shape| matches!(shape, Shape::Line { pen, .. } if pen.width > least);
        shapes.iter().filter(wide).count()
    };
    assert_eq!(lines(&inside, 1.2), 0, "no rim inside");
    assert!(lines(&rim, 1.2) > 10, "a line along the rim");
}

#[test]
fn where_the_ground_falls_there_is_a_ledge_and_near_enough_a_number() {
    let geometry = hexes([3, 3]);
    let mut ground = ground(geometry);
    let (view, _) = Viewport::scaled(Grid::new(geometry), 40.0);
    assert_eq!((height::ledges(&view, &ground), height::numbers(&view, &ground)), (Vec::new(), Vec::new()), "level");
    ground.levels = Cells::filled([3, 3], 2);
    let ledges = |ground: &Ground| {
        height::ledges(&view, ground).iter().filter(|shape| matches!(shape, Shape::Line { .. })).count()
    };
    assert_eq!(ledges(&ground), 0, "a plateau has none inside");
    ground.levels.set([1, 1], 3);
    assert_eq!(ledges(&ground), 6, "a hill has one all round");
    let written = height::numbers(&view, &ground).into_iter().filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(text),
        _ => None,
    });
    assert_eq!(written.collect::<Vec<_>>(), ["+2", "+2", "+2", "+2", "+3", "+2", "+2", "+2", "+2"]);
}

#[test]
fn from_afar_a_country_is_few_shapes_that_lie_where_its_cells_do() {
    let geometry = hexes([1000, 1000]);
    let cells = (0..1000).flat_map(|row| (200..700).map(move |column| [column, row]));
    let country = ZoneView { cells: cells.collect(), home: Some([300, 500]), ..zone("Country", &[]) };
    let ground = Ground { zones: vec![country], ..ground(geometry) };
    for scale in [0.5, 4.0] {
        let (view, _) = Viewport::scaled(Grid::new(geometry), scale);
        let shapes = zone::zones(&view, &ground, &LIGHT);
        assert!(shapes.len() < 10, "a fill, four sides and a house, but {} at {scale}", shapes.len());
        let Some(Shape::Polygon { points, .. }) = shapes.first() else { panic!("{shapes:?}") };
        let filled = Rect::from_points(points);
        let mut meant = Rect::NOTHING;
        [[200, 0], [699, 999], [200, 999], [699, 0]].iter().for_each(|cell| meant.extend_with(view.center(*cell)));
        let apart = (filled.min - meant.min).abs().max((filled.max - meant.max).abs()).max_elem();
        assert!(apart < 1.5 * scale, "{filled} and {meant} at {scale}");
    }
}
