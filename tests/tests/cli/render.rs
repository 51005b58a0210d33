//! `foeman render`: pictures of maps and scenarios.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use egui::{Pos2, Rect, Vec2};
use foeman_engine::display::{Board, Ground, TerrainView};
use foeman_engine::game::Viewer;
use foeman_registry::SHIPPED;
use foeman_scene::grid::Grid;
use foeman_scene::shape::Shape;
use foeman_scene::theme::{DARK, LIGHT};
use foeman_scene::{Scene, Viewport, chart};
use foeman_schema::analysis::Analysis;
use foeman_schema::catalogs::board::Pattern;
use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::Cells;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::geometries::geometries;
use foeman_window::play;
use foeman_window::scenario::placing;

use crate::{Copy, arena, foeman, repository};

/// A map of four hexes, one for each pattern of the Arena's terrains.
const PATCH: &str = "
  patch:
    title: Patch
    geometry: {shape: hex, stand: edge, shift: column-down, size: [2, 2]}
    legend: {s: sand, g: grass, r: rubble, w: wall}
    rows: |
      sg
      rw
";

/// Runs `render` into a temporary folder and returns the file.
#[track_caller]
fn picture(pack: &str, subject: &str, name: &str, options: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join(name);
    let path = path.to_str().expect("temporary folders have plain names");
    let run = foeman(&[&["render", pack, subject, "-o", path], options].concat()).ends(0);
    assert!(run.out.is_empty() && run.err.contains("wrote"), "{}", run.err);
    fs::read(path).expect("the picture was written")
}

/// The shipped scenarios of the Arena as scenes, zoomed in and out.
fn scenes() -> Vec<(String, Viewport, Scene, usize, usize)> {
    let draft = Draft::open(repository("content/arena").as_path(), &SHIPPED.dialects()).expect("the Arena can be read");
    let scenarios: Vec<String> = draft.ids("scenarios").map(str::to_owned).collect();
    let mut scenes = Vec::new();
    for scenario in scenarios {
        let Ok(begun) = play::begin(&analysis(&draft), SHIPPED, &scenario, 1) else {
            panic!("`{scenario}` does not start")
        };
        let board = begun.game.seen(Viewer::All).board;
        let ground = board.ground.clone().expect("the Arena is played on maps");
        for scale in [4.0, 22.0, 36.0, 90.0] {
            let (view, size) = Viewport::scaled(Grid::new(ground.geometry), scale);
            let scene = Scene::new(&view, size, &ground, &board, &LIGHT);
            let named = board.tokens.len() + ground.zones.len();
            scenes.push((format!("{scenario} at {scale}"), view, scene, ground.geometry.cell_count(), named));
        }
    }
    scenes
}

/// Returns the bounding box of a shape.
fn extent(shape: &Shape) -> Rect {
    match shape {
        Shape::Polygon { points, .. } | Shape::Line { points, .. } => Rect::from_points(points),
        Shape::Circle { center, radius, .. } => Rect::from_center_size(*center, Vec2::splat(2.0 * radius)),
        Shape::Picture { rect, .. } => *rect,
        Shape::Text { at, .. } => Rect::from_center_size(*at, Vec2::ZERO),
    }
}

#[test]
fn every_cell_is_drawn_once_and_everything_lies_in_the_picture() {
    for (name, view, scene, cells, _) in scenes() {
        let mut drawn: Vec<[i32; 2]> =
            scene.cells.iter().map(|cell| view.grid.cell(view.unplace(extent(cell).center()))).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!((drawn.len(), scene.cells.len()), (cells, cells), "{name}");
        let picture = Rect::from_min_size(Pos2::ZERO, scene.size);
        for shape in scene.shapes() {
            assert!(picture.contains_rect(extent(shape)), "{name}: {shape:?}");
        }
        assert!(!scene.figures.is_empty(), "{name}");
    }
}

/// The gaps between cells have the same width everywhere; borders show through them.
#[test]
fn maps_of_every_geometry_are_drawn_cell_by_cell_without_gaps_or_overlaps() {
    for geometry in geometries([7, 5]) {
        let terrain = TerrainView {
            title: String::new(),
            color: "#8899aa".into(),
            pattern: Pattern::Plain,
            closed: false,
            ..TerrainView::default()
        };
        let ground = Ground::new(geometry, vec![terrain], Cells::filled(geometry.size(), 0));
        for scale in [3.0, 8.0, 40.0] {
            let (view, size) = Viewport::scaled(Grid::new(geometry), scale);
            let scene = Scene::new(&view, size, &ground, &Board::default(), &LIGHT);
            let picture = Rect::from_min_size(Pos2::ZERO, scene.size);
            let centers: Vec<Pos2> = geometry.cells().map(|cell| view.center(cell)).collect();
            assert_eq!(scene.cells.len(), centers.len(), "{geometry:?}");
            for (n, shape) in scene.cells.iter().enumerate() {
                let Shape::Polygon { points, .. } = shape else { panic!("a cell is a polygon") };
                assert_eq!(points.len() as u32, geometry.lattice().tile().sides());
                assert!(points.iter().all(|point| picture.contains(*point)), "{geometry:?}");
                let inside: Vec<usize> = (0..centers.len()).filter(|at| holds(points, centers[*at])).collect();
                assert_eq!(inside, [n], "{geometry:?}");
                for (at, from) in points.iter().enumerate() {
                    // Just beyond the middle of a side is the neighbour across it, or nothing.
                    let beyond = centers[n] + (from.lerp(points[(at + 1) % points.len()], 0.5) - centers[n]) * 1.2;
                    let holding = scene.cells.iter().filter(|cell| {
                        let Shape::Polygon { points, .. } = cell else { return false };
                        holds(points, beyond)
                    });
                    let expected = geometry.contains(view.grid.cell(view.unplace(beyond)));
                    assert_eq!(holding.count(), usize::from(expected), "{geometry:?} beside {n}");
                }
            }
            let numbers = if scale < 40.0 { 0 } else { 35 };
            assert_eq!(scene.coordinates.len(), numbers, "{geometry:?}");
            for (shape, cell) in scene.coordinates.iter().zip(geometry.cells()) {
                let Shape::Text { at, text, .. } = shape else { panic!("places are written") };
                assert_eq!((view.grid.cell(view.unplace(*at)), text), (cell, &format!("{},{}", cell[0], cell[1])));
            }
        }
    }
}

/// Whether a convex outline, clockwise on screen, contains a point.
fn holds(outline: &[Pos2], point: Pos2) -> bool {
    outline.iter().enumerate().all(|(n, &from)| {
        let (edge, to) = (outline[(n + 1) % outline.len()] - from, point - from);
        edge.x * to.y - edge.y * to.x >= 0.0
    })
}

/// Walls cast shadows across sides, never across corners.
#[test]
fn the_shadow_of_a_wall_falls_on_the_cells_that_share_an_edge_with_it() {
    for geometry in geometries([5, 5]) {
        let terrain = |pattern, closed| TerrainView {
            title: String::new(),
            color: "#8899aa".into(),
            pattern,
            closed,
            ..TerrainView::default()
        };
        let terrains = vec![terrain(Pattern::Plain, false), terrain(Pattern::Bricks, true)];
        let mut ground = Ground::new(geometry, terrains, Cells::filled([5, 5], 0));
        let (view, size) = Viewport::scaled(Grid::new(geometry), 30.0);
        ground.cells.set([2, 2], 1);
        let scene = Scene::new(&view, size, &ground, &Board::default(), &LIGHT);
        let shaded: BTreeSet<[i32; 2]> =
            scene.marks.iter().map(|shape| view.grid.cell(view.unplace(extent(shape).center()))).collect();
        let mut expected: BTreeSet<[i32; 2]> = geometry.without_vertex_neighbours().neighbours([2, 2]).collect();
        // The bricks themselves.
        expected.insert([2, 2]);
        assert_eq!(shaded, expected, "{geometry:?}");
    }
}

#[test]
fn every_figure_and_zone_has_its_name_and_no_name_covers_another() {
    for (name, view, scene, _, named) in scenes().into_iter().filter(|(_, view, ..)| view.scale >= 36.0) {
        let plates: Vec<Rect> =
            scene.names.iter().filter(|shape| matches!(shape, Shape::Polygon { .. })).map(extent).collect();
        assert_eq!(plates.len(), named, "{name} at {}", view.scale);
        for (n, plate) in plates.iter().enumerate() {
            for other in &plates[n + 1..] {
                assert!(!plate.intersects(*other), "{name}: {plate} covers {other}");
            }
        }
    }
}

#[test]
fn every_pattern_is_drawn_in_its_own_way_and_within_its_hex() {
    let dialect = SHIPPED.engine("foeman").expect("it is shipped").dialect();
    let pointer = Pointer::root().child("terrains").child("any").child("pattern");
    let pattern = Field::at(dialect, &pointer).expect("terrains have patterns");
    let FieldKind::Choice(words) = pattern.kind() else { panic!("a pattern is one of some words") };
    for geometry in geometries([1, 1]) {
        for scale in [11.0, 30.0, 90.0] {
            let mut seen: Vec<Vec<Shape>> = Vec::new();
            for word in &words {
                let pattern = serde_json::from_value(word.value.into()).expect("the word is a pattern");
                let terrain = TerrainView {
                    title: String::new(),
                    color: "#8899aa".into(),
                    pattern,
                    closed: false,
                    ..TerrainView::default()
                };
                let ground = Ground::new(geometry, vec![terrain], Cells::filled(geometry.size(), 0));
                let (view, size) = Viewport::scaled(Grid::new(geometry), scale);
                let scene = Scene::new(&view, size, &ground, &Board::default(), &LIGHT);
                let room = extent(&scene.cells[0]).expand(scale * 0.04);
                let what = format!("{} at {scale} on {geometry:?}", word.value);
                for shape in &scene.marks {
                    assert!(room.contains_rect(extent(shape)), "{what}: {shape:?} leaves {room}");
                }
                assert!(!seen.contains(&scene.marks), "{what} looks like another");
                seen.push(scene.marks);
            }
        }
    }
}

#[test]
fn themes_differ_in_the_table_only_not_in_the_ground() {
    let draft = Draft::open(repository("content/arena").as_path(), &SHIPPED.dialects()).expect("the Arena can be read");
    let begun =
        play::begin(&analysis(&draft), SHIPPED, "duel", 1).unwrap_or_else(|_| panic!("the duel does not start"));
    let board = begun.game.seen(Viewer::All).board;
    let ground = board.ground.clone().expect("the duel has a map");
    let (view, size) = Viewport::scaled(Grid::new(ground.geometry), 30.0);
    let [light, dark] = [&LIGHT, &DARK].map(|colors| Scene::new(&view, size, &ground, &board, colors));
    assert_eq!((&light.cells, &light.marks), (&dark.cells, &dark.marks));
    assert_ne!(light.table, dark.table);
}

/// The window draws the pack's draft, `render` the battle's start.
#[test]
fn a_picture_and_the_window_show_the_same_scene() {
    let draft = Draft::open(repository("content/arena").as_path(), &SHIPPED.dialects()).expect("the Arena can be read");
    for scenario in draft.ids("scenarios") {
        let Ok(begun) = play::begin(&analysis(&draft), SHIPPED, scenario, 1) else {
            panic!("`{scenario}` does not start")
        };
        let mut started = begun.game.seen(Viewer::All).board;
        // Only the battle knows which figures engage each other.
        started.tokens.iter_mut().for_each(|token| token.marks.clear());
        let ground = started.ground.clone().expect("the Arena is played on maps");
        let setup =
            placing::setup(&draft, SHIPPED, &RecordKey::new("scenarios", scenario)).expect("figures are placed");
        let drawn = Arc::new(chart::read(&draft, &setup.map).expect("the map can be drawn").ground);
        let mut written = Board { ground: Some(drawn.clone()), ..setup.board };
        // Figures that arrive later are only in the draft.
        written.tokens.retain(|token| started.tokens.iter().any(|other| other.name == token.name));
        for colors in [&LIGHT, &DARK] {
            for scale in [6.0, 24.0, 60.0] {
                let (view, size) = Viewport::scaled(Grid::new(ground.geometry), scale);
                let picture = Scene::new(&view, size, &ground, &started, colors);
                assert_eq!(picture, Scene::new(&view, size, &drawn, &written, colors), "{scenario} at {scale}");
            }
        }
    }
}

#[test]
fn a_png_has_the_size_that_was_asked_for_and_shows_something() {
    let bytes = picture(&arena(), "duel", "duel.png", &["--size", "320x200", "--theme", "dark"]);
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((number(16), number(20)), (320, 200));
    assert!(bytes.len() > 10_000, "an empty picture would be smaller than {}", bytes.len());
    assert_eq!(bytes, picture(&arena(), "duel", "duel.png", &["--size", "320x200", "--theme", "dark"]));
}

#[test]
fn a_legend_stands_below_the_map_and_says_who_and_what_is_on_it() {
    let svg = |options: &[&str]| String::from_utf8(picture(&arena(), "duel", "duel.svg", options)).expect("it is text");
    let (bare, told) = (svg(&[]), svg(&["--legend"]));
    let (before, legend) = told.split_once("<g id=\"legend\">").expect("there is a legend");
    let drawn = |svg: &str| svg.split_once("<g id=\"cells\">").expect("there are cells").1.to_owned();
    assert!(drawn(&bare).starts_with(drawn(before).trim_end()), "the map itself is the same");
    for words in ["A matter of one copper", "Toll-keepers", "Never-Paid", "Sand", "Rubble", "Wall"] {
        assert!(legend.contains(&format!(">{words}<")), "{words}: {legend}");
    }
    assert!(!legend.contains(">Grass<"), "there is no grass in the pit");
    let sized = picture(&arena(), "duel", "duel.png", &["--legend", "--size", "480x400"]);
    let number = |at: usize| u32::from_be_bytes(sized[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((number(16), number(20)), (480, 400), "the legend is part of the size that was asked for");
}

/// To update the file, inspect the one that the failing test writes next to it, then copy it.
#[test]
fn an_svg_is_what_it_was() {
    let copy = Copy::new();
    let maps = std::path::Path::new(copy.path()).join("maps.yaml");
    let text = fs::read_to_string(&maps).expect("the maps are there");
    fs::write(&maps, text + PATCH).expect("it can be written");
    let now = picture(copy.path(), "maps/patch", "patch.svg", &["--scale", "24"]);
    let golden = fs::read(repository("tests/golden/patch.svg")).unwrap_or_default();
    if now != golden {
        let beside = std::env::temp_dir().join("patch.svg");
        fs::write(&beside, now).expect("it can be written");
        panic!("the picture has changed; if that was meant, copy `{}` to tests/golden", beside.display());
    }
}

#[test]
fn a_name_in_svg_stays_text_whatever_it_says() {
    let copy = Copy::new().with("rosters/road.yaml", "      maud:", "Maud Tollbar", "\"<M> & Co\"");
    let svg = String::from_utf8(picture(copy.path(), "duel", "duel.svg", &[])).expect("it is text");
    assert!(svg.contains("&lt;M&gt; &amp; Co") && svg.contains("Ushka"), "{svg}");
}

#[test]
fn what_cannot_be_drawn_or_written_is_said() {
    let (arena, codes) = (arena(), repository("content/codes"));
    let codes = codes.to_str().expect("the repository's path is text");
    let cases: [(&[&str], &[&str], u8); 7] = [
        (&["render", &arena, "dule", "-o", "x.png"], &["`dule`", "did you mean `duel`?"], 2),
        (&["render", &arena, "duel", "-o", "x.gif"], &["`x.gif`", "`.png`", "`.svg`"], 2),
        (&["render", &arena, "duel", "-o", "x.png", "--scale", "1"], &["--scale"], 2),
        (&["render", &arena, "duel", "-o", "x.png", "--size", "9x9"], &["`9`", "width", "from 64 to 16384"], 2),
        (&["render", &arena, "duel", "-o", "x.png", "--size", "99x99", "--legend"], &["legend", "`--size`"], 2),
        (&["render", codes, "gate-duel", "-o", "x.png"], &["`gate-duel`", "without"], 2),
        (&["render", &arena, "duel", "-o", "no/such/folder/x.png"], &["could not write", "no/such/folder"], 3),
    ];
    for (args, words, status) in cases {
        let run = foeman(args).ends(status);
        for word in words {
            assert!(run.err.contains(word), "{args:?}: expected `{word}` in\n{}", run.err);
        }
    }
}

#[test]
fn a_map_of_squares_is_drawn_but_nobody_fights_on_it() {
    let hexes = "shape: hex, stand: edge, shift: column-down";
    let copy = Copy::new().with("maps.yaml", "  pit:", hexes, "shape: square");
    let checked = foeman(&["check", copy.path()]).ends(1);
    assert!(
        checked.out.contains("maps.yaml:13:23: error[square-map]: expected `hex`, found `square`"),
        "{}",
        checked.out
    );
    assert_eq!(checked.out.matches("error[").count(), 1, "{}", checked.out);
    let refused = foeman(&["play", copy.path(), "duel"]).ends(1);
    assert!(format!("{}{}", refused.out, refused.err).contains("square-map"), "{}{}", refused.out, refused.err);
    picture(copy.path(), "maps/pit", "pit.svg", &[]);
}

#[test]
fn a_map_without_a_sound_geometry_says_so_in_the_words_of_the_pack() {
    for (written, told) in [
        ("size: [9, 7]", "it has no `geometry`, such as `{size: [12, 10]}`"),
        ("geometry: 9", "its `geometry` has errors; fix them first"),
    ] {
        let geometry = "geometry: {shape: hex, stand: edge, shift: column-down, size: [9, 7]}";
        let copy = Copy::new().with("maps.yaml", "  pit:", geometry, written);
        foeman(&["check", copy.path()]).ends(1);
        let run = foeman(&["render", copy.path(), "maps/pit", "-o", "x.png"]).ends(2);
        assert!(run.err.ends_with(&format!(": {told}\n")), "{}", run.err);
    }
}

#[test]
fn a_name_of_a_map_and_of_a_scenario_must_be_told_apart() {
    let copy = Copy::new().with("scenarios.yaml", "scenarios:", "  duel:", "  pit:");
    let run = foeman(&["render", copy.path(), "pit", "-o", "x.png"]).ends(2);
    assert!(run.err.contains("`maps/pit`") && run.err.contains("`scenarios/pit`"), "{}", run.err);
    picture(copy.path(), "scenarios/pit", "pit.png", &["--scale", "8"]);
}

fn analysis(draft: &Draft) -> Analysis {
    Analysis::of(Arc::new(draft.clone()), None)
}
