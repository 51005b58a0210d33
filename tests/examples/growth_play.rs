//! How battles, worlds and pictures grow: CPU time and memory at four sizes, in total and for each unit of size.
//!
//! `cargo run --release -p foeman-tests --example growth_play`; an argument chooses a part: `render`, `open`, `world`,
//! `sites`, `units`, `strategy`, `battle` or `decisions`. Each measurement runs in a separate process, which has its own peak of
//! memory. The last column divides the time for a unit by that at the smallest size: at most 1 means that the work grows
//! at most linearly.

#![allow(clippy::print_stdout, reason = "an example prints its measurements")]

use std::process::Command;
use std::sync::Arc;

use egui::{Vec2, vec2};
use foeman_engine::dice::Seed;
use foeman_engine::display::Board;
use foeman_engine::game::Game;
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::LIGHT;
use foeman_scene::{MARGIN, Scene, Viewport, chart, png};
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use foeman_test_support::clock;
use foeman_test_support::world::{self, World};
use foeman_tests::offscreen::Offscreen;
use foeman_tests::{big, plain};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;
use mimalloc::MiMalloc;

/// As in the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A kind of work at several sizes.
struct Part {
    name: &'static str,
    about: &'static str,
    /// The sizes, and for each the number of units of work: given by the size, or counted.
    sizes: [usize; 4],
    units: Units,
    unit: &'static str,
    /// Prepares the work, and returns it; it returns the number of decisions, or 0 if there are none.
    prepare: fn(usize) -> Box<dyn FnOnce() -> usize>,
}

enum Units {
    Known(fn(usize) -> usize),
    /// The decisions of the battle.
    Decisions,
}

const PARTS: [Part; 8] = [
    Part {
        name: "render",
        about: "the map of a strategy world as PNG, 14 pixels for each hex",
        sizes: [125, 250, 500, 1000],
        units: Units::Known(|side| side * side),
        unit: "hex",
        prepare: render,
    },
    Part {
        name: "open",
        about: "a pack of items in the window, until it is drawn and checked",
        sizes: [625, 2_500, 10_000, 40_000],
        units: Units::Known(|items| items),
        unit: "item",
        prepare: open,
    },
    Part {
        name: "world",
        about: "a strategy scenario read and its battle made",
        sizes: [125, 250, 500, 1000],
        units: Units::Known(|side| side * side),
        unit: "hex",
        prepare: |side| {
            Box::new(move || {
                drop(battle_of(&draft_of(side), world::SCENARIO));
                0
            })
        },
    },
    Part {
        name: "sites",
        about: "a turn of Seeker against itself, with about 1,000 units and 1,600 towns on a larger and larger map",
        sizes: [125, 250, 500, 1000],
        units: Units::Known(|side| side * side),
        unit: "hex",
        prepare: |side| {
            turn(World { size: side as u32, apart: side as u32 * 32 / 1000, towns: side as u32 * 25 / 1000 })
        },
    },
    Part {
        name: "units",
        about: "the same on a map of 1,000 x 1,000 hexes, with more and more units",
        sizes: [15, 61, 244, 976],
        units: Units::Known(|units| units),
        unit: "unit",
        prepare: |units| turn(World { apart: (1000.0 / (units as f64).sqrt()) as u32, ..world::WIDE }),
    },
    Part {
        name: "strategy",
        about: "the same with a unit for each 32 x 32 hexes: the targets of units are farther away on larger maps",
        sizes: [125, 250, 500, 1000],
        units: Units::Known(|side| side * side),
        unit: "hex",
        prepare: |side| turn(World { size: side as u32, ..world::WIDE }),
    },
    Part {
        name: "battle",
        about: "three rounds of steady against itself on 200 x 200 hexes",
        sizes: [5, 15, 50, 150],
        units: Units::Known(|figures| 2 * figures),
        unit: "figure",
        prepare: rounds,
    },
    Part {
        name: "decisions",
        about: "the same by decision: the rules ask all figures that have not acted again after each action",
        sizes: [5, 15, 50, 150],
        units: Units::Decisions,
        unit: "decision",
        prepare: rounds,
    },
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [name, size] = args.as_slice()
        && let Ok(size) = size.parse()
    {
        let part = PARTS.iter().find(|part| part.name == name).expect("a known part");
        let work = (part.prepare)(size);
        let begun = clock::process();
        let decisions = work();
        println!("{} {} {decisions}", (clock::process() - begun).as_micros(), clock::peak_memory());
        return;
    }
    for part in PARTS.iter().filter(|part| args.is_empty() || args.iter().any(|arg| arg == part.name)) {
        println!("{}: {}", part.name, part.about);
        println!("{:>10} {:>10} {:>10} {:>14} {:>8}", "size", "CPU ms", "MB", part.unit.to_owned() + " µs", "growth");
        let mut first = None;
        for size in part.sizes {
            let [micros, memory, decisions] = measured(part.name, size);
            let each = match part.units {
                Units::Known(units) => micros / units(size) as f64,
                Units::Decisions => micros / decisions,
            };
            let growth = each / *first.get_or_insert(each);
            println!("{size:>10} {:>10.1} {:>10.0} {each:>14.3} {growth:>8.2}", micros / 1e3, memory / 1024.0);
        }
    }
}

/// Measures one size in another process: microseconds, kilobytes and decisions.
fn measured(name: &str, size: usize) -> [f64; 3] {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).args([name, &size.to_string()]).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().map(|number| number.parse().expect("a number"));
    ["the time", "the memory", "the decisions"].map(|what| numbers.next().expect(what))
}

fn render(side: usize) -> Box<dyn FnOnce() -> usize> {
    Box::new(move || {
        let draft = draft_of(side);
        let drawn = chart::read(&draft, &RecordKey::new("maps", world::SCENARIO)).expect("the map can be read");
        let board = Board { ground: Some(Arc::new(drawn.ground)), ..Board::default() };
        let ground = board.ground.as_deref().expect("it has just been set");
        // With the margin, hexes have the same size on all maps; smaller ones would be merged with their neighbours.
        let size = vec2(4.0, 3.5) * side as f32 + Vec2::splat(2.0 * MARGIN);
        let view = Viewport::fitted(Grid::new(ground.geometry), size);
        let scene = Scene::with_pictures(&view, size, ground, &board, &LIGHT, &Pictures::of(&draft));
        assert!(png::png(&scene).expect("it can be drawn").len() > 1000);
        0
    })
}

fn open(items: usize) -> Box<dyn FnOnce() -> usize> {
    let text = big::pack(items);
    Box::new(move || {
        let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects());
        let mut app = App::new(Workspace::with_draft(SHIPPED, draft));
        app.perform(Action::Show(Pane::Catalog("items".to_owned())));
        Offscreen::new(app).settle(2);
        0
    })
}

fn draft_of(side: usize) -> Draft {
    draft(World { size: side as u32, ..world::WIDE })
}

fn draft(world: World) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), world.pack())], &SHIPPED.dialects())
}

/// Starts a scenario; returns it with the default player.
fn battle_of(draft: &Draft, scenario: &str) -> (Box<dyn Game>, PlayerId) {
    let resolved = resolve(draft, scenario).unwrap_or_else(|findings| panic!("{:?}", findings.first()));
    let engine = SHIPPED.engine(&resolved.ruleset).expect("the ruleset is shipped");
    let game = engine.start(&resolved, Seed(1)).unwrap_or_else(|errors| panic!("{:?}", errors.first()));
    (game, engine.players()[0].id)
}

/// One turn of each side; reading the world is not measured.
fn turn(world: World) -> Box<dyn FnOnce() -> usize> {
    let battle = battle_of(&draft(world), world::SCENARIO);
    Box::new(move || play(battle, 1))
}

fn rounds(figures: usize) -> Box<dyn FnOnce() -> usize> {
    let battle = battle_of(&plain::draft(&[figures], 3), &format!("plain-{figures}"));
    Box::new(move || play(battle, 3))
}

/// Plays some rounds with a computer player on all sides; returns the number of decisions.
fn play((mut game, player): (Box<dyn Game>, PlayerId), rounds: u32) -> usize {
    let mut decisions = 0;
    while game.round() <= rounds {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Ask { .. } => decisions += 1,
            Turn::Auto => {}
        }
        game.step(player);
    }
    decisions
}
