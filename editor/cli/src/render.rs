//! `foeman render`: renders a map or a scenario to a file.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Vec2;
use foeman_engine::dice::Seed;
use foeman_engine::display::Board;
use foeman_engine::game::{Registry, Viewer};
use foeman_schema::dialect::{Dialect, RecordView};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::language::Language;
use super::pack::Shelves;
use super::picture::{Size, Theme};
use super::{number, pack, playable, unknown};
use foeman_base::console::{Console, Exit, Failure};
use foeman_base::save;
use foeman_scene::grid::Grid;
use foeman_scene::ground::{MOST_SINGLE, SINGLE};
use foeman_scene::legend::Legend;
use foeman_scene::picture::Pictures;
use foeman_scene::{MARGIN, Scene, Viewport, chart, png, svg};

/// The default scale, in pixels per hex radius.
const SCALE: f32 = 36.0;
/// The maximum length of the longer side at the default scale, in pixels.
const MODEST: f32 = 4096.0;
/// The minimum length of a side, in pixels.
const LEAST: u16 = 64;
/// The maximum length of a side, in pixels.
const LONGEST: u16 = 16_384;

/// Draws a map, or a scenario with its figures at the start
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman render content/arena duel -o duel.png
  foeman render content/arena arena -o arena.svg --theme dark
  foeman render content/arena maps/pit -o pit.png --size 1280x800
  foeman render content/arena duel -o large.png --scale 96 --legend

The extension of the file selects the format: `.png` or `.svg`.")]
pub(super) struct Render {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: PathBuf,
    /// The id of a map or a scenario; CATALOG/ID if both have it
    #[arg(value_name = "MAP_OR_SCENARIO")]
    subject: String,
    #[command(flatten)]
    shelves: Shelves,
    #[command(flatten)]
    language: Language,
    /// Write to this file, overwriting it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Fit the map into a picture of this width and height in pixels
    #[arg(long, value_name = "WxH", conflicts_with = "scale")]
    size: Option<Size<LEAST, LONGEST>>,
    /// Pixels from a hex's centre to its corner, 2 to 256 [default: 36, less for large maps]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true, value_parser = number::whole(2..=256u16))]
    scale: Option<u16>,
    /// Add a legend below the map: title, sides and terrains
    #[arg(long)]
    legend: bool,
    /// Theme of the picture
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    theme: Theme,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Png,
    Svg,
}

/// Draws the picture and writes it.
pub(super) fn run(args: &Render, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let format = format(&args.output)?;
    let (title, board, pictures) = subject_board(args, registry, console)?;
    let Some(ground) = &board.ground else {
        let message = format!("expected a scenario with a map, but `{}` is played without one", args.subject);
        return Err(Failure::Usage(message));
    };
    let legend = args.legend.then_some(Legend { title: &title, board: &board, ground, pictures: &pictures });
    let (view, size) = view(args, Grid::new(ground.geometry), legend.as_ref())?;
    let colors = args.theme.palette();
    let mut scene = Scene::with_pictures(&view, size, ground, &board, colors, &pictures);
    if let Some(legend) = &legend {
        scene = scene.with_legend(legend, &view, colors);
    }
    let path = args.output.display();
    let bytes = match format {
        Format::Png => png::png(&scene).map_err(|error| Failure::Io(format!("could not draw `{path}`: {error}")))?,
        Format::Svg => svg::svg(&scene).into_bytes(),
    };
    save::atomically(&args.output, &bytes)
        .map_err(|error| Failure::Io(format!("could not write `{path}`: {error}")))?;
    writeln!(console.err, "wrote `{path}`, {} × {} pixels", scene.size.x, scene.size.y)?;
    Ok(Exit::Clean)
}

fn format(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "png" => Ok(Format::Png),
        "svg" => Ok(Format::Svg),
        _ => {
            let path = path.display();
            Err(Failure::Usage(format!("expected a file that ends in `.png` or `.svg`, found `{path}`")))
        }
    }
}

/// Returns the title and board of the subject: a map alone, or a scenario at its start.
fn subject_board(
    args: &Render,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<(String, Board, Pictures), Failure> {
    let pack = args.language.of(pack::read(&args.pack, &args.shelves, registry, console)?)?;
    let Some(dialect) = pack.draft.dialect() else {
        return Err(playable::unknown_ruleset(&pack, console));
    };
    let key = subject(&pack, dialect, &args.subject)?;
    let record = pack.draft.merged(&key).unwrap_or_default();
    let title = record.get("title").and_then(Value::as_str).unwrap_or(&key.id).to_owned();
    let pictures = Pictures::of(&pack.draft);
    if key.catalog == dialect.playable {
        let playable = playable::playable(&args.pack, (&args.shelves, &args.language), &key.id, registry, console)?;
        let started = playable.engine.start(&playable.resolved, Seed(1));
        return started
            .map(|game| (title, game.seen(Viewer::All).board, pictures))
            .map_err(|problems| playable.refuse(&problems, console));
    }
    let drawn = chart::read(&pack.draft, &key).map_err(|error| {
        let root = pack.root.display();
        Failure::Usage(format!("could not draw map `{}` of `{root}`: {error}", key.id))
    })?;
    Ok((title, Board { ground: Some(Arc::new(drawn.ground)), ..Board::default() }, pictures))
}

/// Finds a map or a scenario, by its id or as CATALOG/ID.
fn subject(pack: &pack::Pack, dialect: &Dialect, word: &str) -> Result<RecordKey, Failure> {
    let maps = dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map).map(|catalog| catalog.name);
    let catalogs: Vec<_> = maps.chain([dialect.playable]).collect();
    let all = catalogs.iter().flat_map(|name| pack.draft.ids(name).map(|id| RecordKey::new(*name, id)));
    let all: Vec<RecordKey> = all.collect();
    let meant: Vec<_> = all.iter().filter(|key| key.id == word || key.to_string() == word).collect();
    match meant.as_slice() {
        [] => {
            let known: Vec<_> = all.iter().map(|key| key.id.as_str()).collect();
            let expected = format!("one of the {} of `{}`", catalogs.join(" or "), pack.root.display());
            Err(unknown(&expected, word, &known))
        }
        [key] => Ok((*key).clone()),
        several => {
            let names: Vec<_> = several.iter().map(|key| format!("`{key}`")).collect();
            Err(Failure::Usage(format!("`{word}` is ambiguous; use {}", names.join(" or "))))
        }
    }
}

/// Returns the view of the map, and the size of the picture.
fn view(args: &Render, grid: Grid, legend: Option<&Legend<'_>>) -> Result<(Viewport, Vec2), Failure> {
    if let Some(Size { width, height }) = args.size {
        // The map gets the space left by the legend.
        let taken = legend.map_or(0.0, |legend| legend.height(f32::from(width)).ceil());
        let size = Vec2::new(f32::from(width), f32::from(height) - taken);
        if size.y < f32::from(LEAST) {
            let message =
                format!("expected space for the map above its legend, found {} pixels; use a larger `--size`", size.y);
            return Err(Failure::Usage(message));
        }
        return Ok((Viewport::fitted(grid, size), size));
    }
    let largest = |side: f32| (side - 2.0 * MARGIN) / grid.bounds().size().max_elem();
    let scale = args.scale.map_or_else(|| SCALE.min(largest(MODEST)), f32::from);
    let (view, size) = Viewport::scaled(grid, scale);
    if size.max_elem() > f32::from(LONGEST) {
        let most = largest(f32::from(LONGEST)).floor();
        let remedy = if most < 2.0 { "use `--size`".to_owned() } else { format!("use `--scale {most}` or less") };
        let (width, height) = (size.x, size.y);
        let message =
            format!("expected a picture of at most {LONGEST} pixels a side, found {width} × {height}; {remedy}");
        return Err(Failure::Usage(message));
    }
    let cells = grid.geometry().cell_count();
    if scale >= SINGLE && cells > MOST_SINGLE {
        let message = format!(
            "expected at most {MOST_SINGLE} cells at this scale, but the map has {cells}; leave out `--scale`, \
             or use `--size`: smaller cells are drawn in groups"
        );
        return Err(Failure::Usage(message));
    }
    Ok((view, size))
}
