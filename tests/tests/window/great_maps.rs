//! Maps of areas on a fill, up to 10,000 by 10,000 cells: opening, painting, undo and checks, with a cost that depends
//! on the visible part.

use egui::{Key, Modifiers, Shape};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_scene::chart;
use foeman_scene::far::FarTile;
use foeman_scene::grid::Grid;
use foeman_schema::catalogs::board::Map;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use foeman_window::kit::camera::Camera;
use foeman_window::map::chart::read;
use foeman_window::map::{Balance, Ink, Layer, MapAction, Replacing, StrokeStyle, Tool};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::menus;
use foeman_window::shell::session::Question;
use foeman_window::shell::workspace::Workspace;

use crate::geometry::number;
use crate::maps::stroke;
use crate::{Window, choose, click, errors, press, push, settle, window};

/// A pack with one map of this size and these areas, and without scenarios.
fn pack(size: [u32; 2], areas: &str) -> String {
    let list = if areas.is_empty() { String::new() } else { format!("    areas:\n{areas}") };
    format!(
        "pack: great\ntitle: Great\nversion: 1.0.0\nruleset: foeman\nauthors: [A]\nlicense: CC0-1.0\nformat: 2\n\
         terrains:\n  grass: {{title: Grass, color: \"#7ba05b\"}}\n  \
         mud: {{title: Mud, color: \"#5b4a2f\", cost: 2}}\n  \
         sea: {{title: Sea, color: \"#31708f\", blocks-move: true}}\n\
         maps:\n  plain:\n    title: Plain\n    geometry: {{size: [{}, {}]}}\n    fill: grass\n{list}    # the end\n",
        size[0], size[1]
    )
}

fn shown(text: &str) -> Window {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects());
    let mut window = window(App::new(Workspace::with_draft(SHIPPED, draft)));
    choose(&mut window, "Plain");
    window
}

fn key() -> RecordKey {
    RecordKey::new("maps", "plain")
}

/// Zooms in on a cell.
fn look_at(window: &mut Window, cell: [i32; 2]) {
    let map = map(window);
    let center = Grid::new(map.geometry).center(cell);
    window.state_mut().perform(Action::Look(key().to_string(), Camera { center, scale: 20.0, fitted: false }));
    settle(window);
}

fn paint_with(window: &mut Window, ink: Ink) {
    window.state_mut().perform(Action::Ink(ink));
    settle(window);
}

fn terrain(id: &str) -> Ink {
    Ink::Terrain(id.to_owned())
}

fn text(window: &Window) -> String {
    let draft = window.state().workspace().pack().unwrap().draft();
    draft.text(draft.header_file()).to_owned()
}

fn map(window: &Window) -> Map {
    let record = window.state().workspace().pack().unwrap().draft().merged(&key()).unwrap();
    serde_json::from_value(record).unwrap()
}

fn at(window: &Window, cell: [i32; 2]) -> String {
    map(window).terrain(cell).unwrap().id().to_owned()
}

/// Returns the lines that were added, and asserts that there are no other differences.
fn added(before: &str, after: &str) -> Vec<String> {
    let (mut left, mut added) = (before.lines().peekable(), Vec::new());
    for line in after.lines() {
        match left.next_if_eq(&line) {
            Some(_) => {}
            None => added.push(line.trim().to_owned()),
        }
    }
    assert_eq!(left.next(), None, "no line is gone or another");
    added
}

/// The number of vertices in the last frame.
fn corners(window: &Window) -> usize {
    fn count(shape: &Shape) -> usize {
        match shape {
            Shape::Mesh(mesh) => mesh.vertices.len(),
            Shape::Vec(shapes) => shapes.iter().map(count).sum(),
            _ => 1,
        }
    }
    window.output().shapes.iter().map(|clipped| count(&clipped.shape)).sum()
}

const GREAT: [u32; 2] = [10_000, 10_000];

#[test]
fn a_stroke_on_a_great_map_adds_a_line_or_two_and_undo_gives_every_byte_back() {
    let before = pack(GREAT, "      - {terrain: sea, from: [10, 10], to: [4000, 5000]}   # the sound\n");
    let mut window = shown(&before);
    assert_eq!(errors(&window), []);
    look_at(&mut window, [7000, 7000]);
    paint_with(&mut window, terrain("mud"));
    window.state_mut().perform(Action::Tool(Tool::Paint));
    settle(&mut window);
    stroke(&mut window, "plain", &[[7000, 7000], [7000, 7004], [7000, 7007]]);
    let after = text(&window);
    assert_eq!(added(&before, &after), ["- {terrain: mud, from: [7000, 7000], to: [7000, 7007]}"]);
    assert_eq!((at(&window, [7000, 7005]), at(&window, [7001, 7005])), ("mud".to_owned(), "grass".to_owned()));
    assert_eq!(errors(&window), []);
    // Painting the same terrain again is not a step.
    stroke(&mut window, "plain", &[[7000, 7001], [7000, 7002]]);
    assert_eq!(text(&window), after);
    stroke(&mut window, "plain", &[[7002, 7001], [7002, 7003]]);
    let history = window.state().workspace().pack().unwrap().history();
    assert_eq!(history.done().len(), 2, "each stroke is a step");
    assert_eq!(added(&after, &text(&window)), ["- {terrain: mud, from: [7002, 7001], to: [7002, 7003]}"]);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), after);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(text(&window), after);
}

#[test]
fn what_is_drawn_of_a_great_map_is_what_is_seen_of_it() {
    let lakes = |count: u32, size: u32, [right, down]: [u32; 2]| -> String {
        let lake = |lake: u32| {
            let [column, row] = [lake * 7919 % (size - 100), lake * 6361 % (size - 100)];
            format!("      - {{terrain: sea, from: [{column}, {row}], to: [{}, {}]}}\n", column + right, row + down)
        };
        (0..count).map(lake).collect()
    };
    let small = ([200, 200], [150, 150], lakes(60, 200, [2, 1]));
    let great = (GREAT, [5000, 5000], lakes(2000, 10_000, [40, 30]));
    let mut frames = Vec::new();
    for (size, middle, areas) in [small, great] {
        let mut window = shown(&pack(size, &areas));
        let (geometry, far) = (map(&window).geometry, corners(&window));
        look_at(&mut window, middle);
        let near = corners(&window);
        paint_with(&mut window, terrain("mud"));
        window.state_mut().perform(Action::Tool(Tool::Paint));
        settle(&mut window);
        let beside = [middle[0] + 2, middle[1]];
        stroke(&mut window, "plain", &[middle, beside]);
        let ground = read(window.state().workspace().pack().unwrap(), &key()).unwrap().terrain.ground;
        let whole = Grid::new(geometry).bounds();
        let texels = FarTile::seen(&Grid::new(geometry), whole).texels();
        frames.push((far, near, corners(&window), texels, ground.cells.bytes() + ground.levels.bytes()));
    }
    let [small, great]: [_; 2] = frames.try_into().unwrap();
    for (small, great) in [(small.0, great.0), (small.1, great.1), (small.2, great.2)] {
        assert!(2 * great <= 3 * small, "{great} corners of triangles, {small} on a map of 200 by 200");
    }
    assert!(great.3 <= 1 << 21, "{} texels of a map seen as a whole", great.3);
    assert!(great.4 < 40 << 20, "{} bytes for 100 million cells with 2000 lakes", great.4);
}

#[test]
fn a_fill_and_a_rectangle_of_millions_of_cells_are_a_few_lines() {
    let before = pack(GREAT, "      - {terrain: sea, from: [0, 5000], to: [9999, 5001]}\n");
    let mut window = shown(&before);
    look_at(&mut window, [7000, 7000]);
    paint_with(&mut window, terrain("mud"));
    window.state_mut().perform(Action::Tool(Tool::Fill));
    settle(&mut window);
    stroke(&mut window, "plain", &[[7000, 7000]]);
    let filled = text(&window);
    assert_eq!(added(&before, &filled), ["- {terrain: mud, from: [0, 5002], to: [9999, 9999]}"]);
    assert_eq!((at(&window, [3, 9998]), at(&window, [3, 4999])), ("mud".to_owned(), "grass".to_owned()));

    // From one end of the visible map to the other.
    let whole = Camera { center: Grid::new(map(&window).geometry).bounds().center(), scale: 0.05, fitted: false };
    window.state_mut().perform(Action::Look(key().to_string(), whole));
    window.state_mut().perform(Action::Tool(Tool::Rectangle));
    paint_with(&mut window, terrain("sea"));
    stroke(&mut window, "plain", &[[1000, 1000], [8000, 4000]]);
    let lines = added(&filled, &text(&window));
    assert!(lines.len() == 1 && lines[0].starts_with("- {terrain: sea, from: ["), "{lines:?}");
    assert_eq!((at(&window, [1100, 1100]), at(&window, [7900, 3900])), ("sea".to_owned(), "sea".to_owned()));
    assert_eq!((at(&window, [900, 1100]), at(&window, [7900, 4100])), ("grass".to_owned(), "grass".to_owned()));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
}

#[test]
fn what_would_have_to_go_through_every_cell_says_so_and_changes_nothing() {
    let before = pack(GREAT, "");
    let mut window = shown(&before);
    look_at(&mut window, [7000, 7000]);
    for (command, expected) in [("map.select-all", "1048576"), ("map.generate", "Select an area")] {
        let command = menus::command(command).unwrap();
        let action = (command.action)(&window.state().workspace().now()).unwrap();
        window.state_mut().perform(action);
        settle(&mut window);
        let told = window.state().workspace().session().notice().map(|notice| notice.text.clone()).unwrap_or_default();
        assert!(told.contains(expected), "{}: {told}", command.id);
    }
    // A symmetrical fill of everything.
    paint_with(&mut window, terrain("mud"));
    window.state_mut().perform(Action::Balance(Balance::LeftRight));
    window.state_mut().perform(Action::Tool(Tool::Fill));
    settle(&mut window);
    stroke(&mut window, "plain", &[[7000, 7000]]);
    let told = window.state().workspace().session().notice().map(|notice| notice.text.clone()).unwrap_or_default();
    assert!(told.contains("without symmetry"), "{told}");
    assert_eq!(text(&window), before);
}

#[test]
fn levels_symmetry_and_broad_brushes_work_on_areas() {
    let before = pack([400, 300], "");
    let mut window = shown(&before);
    look_at(&mut window, [100, 100]);
    paint_with(&mut window, terrain("sea"));
    window.state_mut().perform(Action::Tool(Tool::Paint));
    window.state_mut().perform(Action::Balance(Balance::LeftRight));
    settle(&mut window);
    stroke(&mut window, "plain", &[[100, 100]]);
    assert_eq!(
        added(&before, &text(&window)),
        [
            "areas:",
            "- {terrain: sea, from: [100, 100], to: [100, 100]}",
            "- {terrain: sea, from: [298, 100], to: [298, 100]}"
        ]
    );
    window.state_mut().perform(Action::Balance(Balance::None));
    window.state_mut().perform(Action::Stroke(StrokeStyle { radius: 1, ..StrokeStyle::default() }));
    window.state_mut().perform(Action::Layer(Layer::Levels));
    paint_with(&mut window, Ink::Level(3));
    stroke(&mut window, "plain", &[[102, 100]]);
    let levels = map(&window).levels().0;
    assert_eq!(levels.values().filter(|level| *level == 3).count(), 7);
    assert_eq!(levels.get([102, 100]), Some(3));
    assert_eq!(at(&window, [102, 100]), "grass", "a level leaves the terrain");
    assert_eq!(errors(&window), []);
}

#[test]
fn another_size_clips_the_areas_and_a_map_too_large_for_rows_becomes_one_of_areas() {
    let before = pack(
        GREAT,
        "      - {terrain: sea, from: [9000, 10], to: [9999, 20]}\n      - {terrain: mud, from: [0, 0], to: [5, 5]}\n",
    );
    let mut window = shown(&before);
    press(&mut window, Modifiers::COMMAND, Key::G);
    number(&mut window, "Columns", "9500");
    click(&mut window, "Keep the upper left in place");
    push(&mut window, "Resize map");
    assert!(text(&window).contains("- {terrain: sea, from: [9000, 10], to: [9499, 20]}"), "{}", text(&window));
    assert_eq!(errors(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);

    let rows = pack([4, 2], "")
        .replace("    fill: grass\n", "    legend: {g: grass, s: sea}\n    rows: |\n      gggs\n      ggss\n");
    let mut window = shown(&rows);
    press(&mut window, Modifiers::COMMAND, Key::G);
    number(&mut window, "Columns", "8000");
    number(&mut window, "Rows", "6000");
    click(&mut window, "Keep the upper left in place");
    push(&mut window, "Resize map");
    assert_eq!(errors(&window), []);
    let grown = map(&window);
    assert!(grown.has_fill() && grown.geometry.size() == [8000, 6000], "{}", text(&window));
    let told = [[0, 0], [3, 0], [2, 1], [2, 0], [7999, 5999]].map(|cell| grown.terrain(cell).unwrap().id().to_owned());
    assert_eq!(told, ["grass", "sea", "sea", "grass", "grass"]);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), rows);
}

#[test]
fn one_terrain_is_put_in_the_place_of_another_by_its_name() {
    let before = pack([500, 400], "      - {terrain: sea, from: [9, 10], to: [19, 20]}   # a pond\n");
    let mut window = shown(&before);
    window.state_mut().perform(Action::Map(MapAction::AskReplace(key())));
    let Some(Question::Replace(asked)) = window.state().workspace().session().question() else {
        panic!("it is asked");
    };
    let asked = Replacing { from: "sea".into(), to: "mud".into(), ..asked.clone() };
    window.state_mut().perform(Action::Map(MapAction::Replacing(asked)));
    window.state_mut().perform(Action::Map(MapAction::DoReplace));
    settle(&mut window);
    assert_eq!(text(&window), before.replace("terrain: sea", "terrain: mud"));
    let told = window.state().workspace().session().notice().map(|notice| notice.text.clone());
    assert_eq!(told.as_deref(), Some("Replaced 121 cells of 1 map"));
    let drawn = chart::read(window.state().workspace().pack().unwrap().draft(), &key()).unwrap();
    assert_eq!(drawn.ids, ["grass", "mud"]);
}

#[test]
fn a_long_list_in_a_form_is_laid_out_page_by_page() {
    let areas: String = (0..60).map(|n| format!("      - {{terrain: sea, from: [{n}, 0], to: [{n}, 9]}}\n")).collect();
    let mut window = shown(&pack([100, 100], &areas));
    click(&mut window, "Inspector tab");
    assert!(window.query_by_label("1 to 10 of 60").is_some());
    assert!(window.query_by_label("Remove item 10").is_some() && window.query_by_label("Remove item 11").is_none());
    for _ in 0..5 {
        click(&mut window, "Later areas");
    }
    assert!(window.query_by_label("51 to 60 of 60").is_some());
    assert!(window.query_by_label("Remove item 60").is_some() && window.query_by_label("Remove item 50").is_none());
    click(&mut window, "Earlier areas");
    assert!(window.query_by_label("Remove item 41").is_some());
}
