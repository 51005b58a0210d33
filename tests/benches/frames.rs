//! Measures the CPU time of the window's thread per frame: `cargo bench -p foeman-tests --bench frames`.
//!
//! `-- records`: 600 scripted frames in a pack of 10,000 records, including tessellation. `-- maps`: maps of 200 by 200
//! and 10,000 by 10,000 cells. `-- world`: a scenario of the strategy rules with 1,000 by 1,000 cells and 10,000 units,
//! painted and played.

#![allow(clippy::print_stdout, reason = "a benchmark prints its measurements")]

use std::time::Duration;

use egui::{Event, Key, Modifiers, Pos2, pos2, vec2};
use foeman_engine::plots::PlotEdit;
use foeman_registry::SHIPPED;
use foeman_scene::grid::Grid;
use foeman_schema::draft::Draft;
use foeman_schema::grid::{Geometry, Shape, Stand};
use foeman_schema::text::RecordKey;
use foeman_test_support::{clock, world};
use foeman_tests::big;
use foeman_tests::offscreen::{Offscreen, SIZE, key, wheel};
use foeman_tests::plain;
use foeman_window::kit::camera::Camera;
use foeman_window::map::{Dab, Ink, MapAction};
use foeman_window::play::PlayAction;
use foeman_window::scenario::PlotAction;
use foeman_window::shell::action::{Action, Focus};
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;
use mimalloc::MiMalloc;

/// As in the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const RECORDS: usize = 10_000;
/// A position over the table.
const MIDDLE: Pos2 = pos2(560.0, 400.0);
/// Warm-up frames, in which glyphs are rasterised and the pack is checked.
const WARM: usize = 60;

/// The steps of the script, each for some frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The pointer moves over the rows.
    Point,
    /// The wheel scrolls down the table.
    Scroll,
    /// Arrow keys select the next row, so that a different form is drawn in each frame.
    Walk,
    /// Letters are typed into the title, one in every second frame.
    Type,
    /// The same while the table is sorted by another column.
    TypeSorted,
    /// Letters are typed into the filter.
    Filter,
    /// Undo and redo.
    Undo,
}

const SCRIPT: [(Part, usize); 7] = [
    (Part::Point, 60),
    (Part::Scroll, 100),
    (Part::Walk, 80),
    (Part::Type, 200),
    (Part::TypeSorted, 80),
    (Part::Filter, 40),
    (Part::Undo, 40),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, part) in [("records", records as fn()), ("maps", great), ("world", populous), ("battle", battle)] {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            part();
        }
    }
}

fn records() {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), big::pack(RECORDS))], &SHIPPED.dialects());
    let mut app = App::new(Workspace::with_draft(SHIPPED, draft));
    app.perform(Action::Show(Pane::Catalog("items".to_owned())));
    app.perform(Action::Select(Selection::record(RecordKey::new("items", big::id(4_000)))));
    let mut stage = Stage::warm(app);
    println!("{RECORDS} records, {} by {} points, CPU time of the window's thread for a frame", SIZE.x, SIZE.y);
    println!("{:<24} {:>7} {:>10} {:>10} {:>10}", "part", "frames", "p50", "p95", "most");
    let mut all = Vec::new();
    for (part, frames) in SCRIPT {
        let times: Vec<Duration> = (0..frames).map(|at| stage.play(part, at)).collect();
        all.extend(&times);
        tell(&format!("{part:?}").to_lowercase(), times);
    }
    tell("all", all);
}

/// A scenario with 10,000 units on its map: opened, viewed and painted; then its battle: started, viewed, and turns
/// ended.
fn populous() {
    println!("a world of 1,000 x 1,000 cells with 10,000 units");
    let text = world::GREAT.pack();
    let key = RecordKey::new("scenarios", world::SCENARIO);
    let draft = once("its text read", || Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects()));
    let mut stage = once("the first frame of its scenario", || {
        let mut app = App::new(Workspace::with_draft(SHIPPED, draft));
        app.perform(Action::Show(Pane::Scenario(key.clone())));
        app.perform(Action::Select(Selection::record(key.clone())));
        let mut stage = Stage(Offscreen::new(app));
        stage.run(Vec::new());
        stage
    });
    stage.0.settle(WARM);
    let looks = [("far", 0.35), ("from afar", 2.0), ("middle", 7.0), ("half way", 10.0), ("near", 20.0)];
    let grid = Grid::new(Geometry::new(Shape::Hex, Stand::Edge, None, [1000, 1000]).expect("it fits"));
    let look = |stage: &mut Stage, name: &str, of: &str| {
        for (word, scale) in looks {
            let times = (0..60).map(|at| {
                let camera = Camera { center: grid.center([480 + at, 500]), scale, fitted: false };
                stage.timed(vec![Action::Look(name.to_owned(), camera)])
            });
            tell(&format!("{of} {word}"), times.collect());
        }
    };
    println!("{:<24} {:>7} {:>10} {:>10} {:>10}", "part", "frames", "p50", "p95", "most");
    look(&mut stage, &key.to_string(), "scenario");
    let paint = |at: i32| {
        let (group, cells) = ("owners".to_owned(), vec![[480 + at, 500]]);
        let edit = PlotEdit::Paint { group, ink: Some("blue".to_owned()), owner: None, cells };
        Action::Plot(PlotAction::Do(key.clone(), edit))
    };
    let mut painted = Vec::new();
    for at in 0..20 {
        painted.push(stage.timed(vec![paint(at)]));
        // The picture is read again in the background.
        for _ in 0..20 {
            painted.push(stage.timed(Vec::new()));
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    let strokes = painted.iter().copied().step_by(21).collect();
    tell("a cell is painted", strokes);
    tell("frames until it is seen", painted);
    let play = |action| Action::Play(action);
    let mut begun = vec![stage.timed(vec![play(PlayAction::Scenario(world::SCENARIO.to_owned()))])];
    while stage.0.app.workspace().play().is_starting() {
        begun.push(stage.timed(Vec::new()));
        std::thread::sleep(Duration::from_millis(10));
    }
    tell("frames while its battle starts", begun);
    look(&mut stage, "play", "battle");
}

/// Rounds of a battle of 150 figures a side.
const ROUNDS: u32 = 4;

/// A battle of 150 figures a side with the computer on both: every frame until its rounds have been played.
fn battle() {
    println!("a battle of 150 figures a side on 200 x 200 hexes, {ROUNDS} rounds");
    let mut stage = Stage::warm(App::new(Workspace::with_draft(SHIPPED, plain::draft(&[150], ROUNDS))));
    println!("{:<24} {:>7} {:>10} {:>10} {:>10}", "part", "frames", "p50", "p95", "most");
    let started = stage.timed(vec![Action::Play(PlayAction::Scenario("plain-150".to_owned()))]);
    tell("its battle is shown", vec![started]);
    let mut times = vec![stage.timed(vec![Action::Play(PlayAction::ToEnd)])];
    while stage.0.app.workspace().play().battle().is_some_and(|battle| battle.is_running()) {
        times.push(stage.timed(Vec::new()));
    }
    tell("it is played", times);
}

fn once<T>(what: &str, deed: impl FnOnce() -> T) -> T {
    let begun = clock::thread();
    let done = deed();
    println!("{what}: {:.2?}", clock::thread() - begun);
    done
}

/// Navigating and painting maps: a small one, a large one, and the ratio of their times.
fn great() {
    println!("maps of {SMALL} and of {GREAT} columns and rows, with {LAKES} areas each");
    println!("{:<12} {:>10} {:>10} {:>6}", "part", "p95 small", "p95 great", "ratio");
    let mut stages = [SMALL, GREAT].map(on_map);
    for part in [Look::Pan, Look::Zoom, Look::Far, Look::Paint] {
        let [small, great] = [0, 1].map(|at| {
            let stage = &mut stages[at];
            let mut times: Vec<Duration> = (0..120).map(|frame| stage.look(part, frame)).collect();
            times.sort();
            times[times.len() * 95 / 100]
        });
        let ratio = great.as_secs_f64() / small.as_secs_f64();
        println!("{:<12} {small:>10.2?} {great:>10.2?} {ratio:>6.2}", format!("{part:?}").to_lowercase());
    }
}

const SMALL: u32 = 200;
const GREAT: u32 = 10_000;
const LAKES: u32 = 1000;

/// The actions on a map, each for some frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    /// Pans by a few cells.
    Pan,
    /// Zooms in step by step.
    Zoom,
    /// Shows the whole map, and pans it.
    Far,
    /// Paints one cell per frame, in strokes of forty.
    Paint,
}

fn on_map(size: u32) -> Stage {
    let lake = |lake: u32| {
        let [column, row] = [lake * 7919 % (size - 100), lake * 6361 % (size - 100)];
        let [right, bottom] = [column + size / 250, row + size / 300];
        format!("      - {{terrain: sea, from: [{column}, {row}], to: [{right}, {bottom}]}}\n")
    };
    let text = format!(
        "pack: great\ntitle: Great\nversion: 1.0.0\nruleset: foeman\nauthors: [A]\nlicense: CC0-1.0\nformat: 2\n\
         terrains:\n  grass: {{title: Grass, color: \"#7ba05b\"}}\n  sea: {{title: Sea, color: \"#31708f\"}}\n\
         maps:\n  plain:\n    title: Plain\n    geometry: {{size: [{size}, {size}]}}\n    fill: grass\n    areas:\n{}",
        (0..LAKES).map(lake).collect::<String>()
    );
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects());
    let mut app = App::new(Workspace::with_draft(SHIPPED, draft));
    app.perform(Action::Show(Pane::Map(plain())));
    app.perform(Action::Select(Selection::record(plain())));
    Stage::warm(app)
}

fn plain() -> RecordKey {
    RecordKey::new("maps", "plain")
}

fn tell(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let [half, most, all] = [times.len() / 2, times.len() * 95 / 100, times.len() - 1].map(|at| times[at]);
    println!("{name:<24} {:>7} {half:>10.2?} {most:>10.2?} {all:>10.2?}", times.len());
}

/// An offscreen window with timed frames.
struct Stage(Offscreen);

impl Stage {
    /// Opens a window and warms it up.
    fn warm(app: App) -> Self {
        let mut window = Offscreen::new(app);
        window.settle(WARM);
        Self(window)
    }

    /// Runs one frame of the script; its time includes actions outside the frame.
    fn play(&mut self, part: Part, at: usize) -> Duration {
        let start = clock::thread();
        let events = match part {
            Part::Point => vec![Event::PointerMoved(MIDDLE + vec2(at as f32, 3.0 * at as f32))],
            Part::Scroll => vec![Event::PointerMoved(MIDDLE), wheel(60.0)],
            Part::Walk => key(Key::ArrowDown, Modifiers::NONE),
            Part::Type => self.letter(at, Focus::Title),
            Part::TypeSorted => {
                if at == 0 {
                    self.0.app.perform(Action::Sort("items".to_owned(), "size".to_owned()));
                }
                self.letter(at, Focus::Title)
            }
            Part::Filter => self.letter(at, Focus::Filter),
            Part::Undo => {
                if at == 0 {
                    self.0.app.perform(Action::Filter(String::new()));
                }
                let key_of_step = if at % 8 < 4 { Key::Z } else { Key::Y };
                if at.is_multiple_of(2) { key(key_of_step, Modifiers::COMMAND) } else { Vec::new() }
            }
        };
        self.run(events);
        clock::thread() - start
    }

    /// Performs actions and draws the next frame; returns the time of both.
    fn timed(&mut self, actions: Vec<Action>) -> Duration {
        let start = clock::thread();
        actions.into_iter().for_each(|action| self.0.app.perform(action));
        self.run(Vec::new());
        clock::thread() - start
    }

    /// Draws one frame over a map.
    fn look(&mut self, part: Look, at: usize) -> Duration {
        let pack = self.0.app.workspace().pack().expect("a pack is open");
        let record = pack.draft().merged(&plain()).expect("there is a map");
        let geometry: Geometry = serde_json::from_value(record["geometry"].clone()).expect("it can be read");
        let [width, height] = geometry.size().map(|count| count as i32);
        let (grid, middle) = (Grid::new(geometry), [width / 2 + at as i32 % 40, height / 2]);
        let far = 600.0 / grid.bounds().height();
        let start = clock::thread();
        let scale = match part {
            Look::Pan | Look::Paint => 20.0,
            Look::Zoom => 8.0 + at as f32,
            Look::Far => far * (1.0 + at as f32 / 200.0),
        };
        if part == Look::Paint {
            let dabs = vec![Dab { ink: Ink::Terrain("sea".to_owned()), cells: vec![middle] }];
            self.0.app.perform(Action::Map(MapAction::Draw { map: plain(), verb: "Paint", dabs }));
            if at % 40 == 39 {
                self.0.app.perform(Action::Settle);
            }
        } else {
            let camera = Camera { center: grid.center(middle), scale, fitted: false };
            self.0.app.perform(Action::Look(plain().to_string(), camera));
        }
        self.run(Vec::new());
        clock::thread() - start
    }

    fn letter(&mut self, at: usize, focus: Focus) -> Vec<Event> {
        if at == 0 {
            self.0.app.perform(Action::Focus(focus));
        }
        let letter = char::from(b'a' + (at / 2 % 26) as u8);
        if at >= 2 && at.is_multiple_of(2) { vec![Event::Text(letter.to_string())] } else { Vec::new() }
    }

    fn run(&mut self, events: Vec<Event>) {
        let output = self.0.draw(events);
        let meshes = self.0.ctx.tessellate(output.shapes, output.pixels_per_point);
        assert!(meshes.len() > 3, "something is drawn");
    }
}
