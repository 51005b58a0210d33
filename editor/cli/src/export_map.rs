//! `foeman export` for maps of Tiled, Wesnoth and tables.

use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_maps::import::{self, find_mapping};
use foeman_maps::{Coded, Folders, Placed, coded, placed, table, tiled, wesnoth};
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::{MapFormat, Mapping};
use foeman_schema::catalogs::terrains::Terrains;
use foeman_schema::dialect::{Record, Target};
use foeman_schema::plural::plural;
use foeman_schema::text::RecordKey;

use super::map_findings::tell;
use super::pack::{self, Pack, Shelves};
use super::unknown;
use foeman_base::console::{Console, Exit, Failure, Paint};
use foeman_base::save;

/// A map to export.
pub(super) struct ExportMap<'a> {
    pub(super) format: MapFormat,
    pub(super) pack: &'a Path,
    /// The id of the map, unless the pack has only one.
    pub(super) map: Option<&'a str>,
    pub(super) mapping: Option<&'a str>,
    /// The scenario whose figures are written.
    pub(super) scenario: Option<&'a str>,
    /// An existing Tiled map, which is updated.
    pub(super) old: Option<Vec<u8>>,
    /// A folder with tilesets of an existing Tiled map.
    pub(super) files: Option<&'a Path>,
    pub(super) out: &'a Path,
    pub(super) shelves: &'a Shelves,
}

/// Returns the format of exported maps with a name.
pub(super) fn format(word: &str) -> Option<MapFormat> {
    [MapFormat::Tiled, MapFormat::Wesnoth, MapFormat::Csv].into_iter().find(|format| format.word() == word)
}

/// Writes a map, and reports what the format cannot express.
pub(super) fn run(args: &ExportMap<'_>, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = pack::read(args.pack, args.shelves, registry, console)?;
    let ids: Vec<&str> = pack.draft.ids(Map::CATALOG).collect();
    let id = match (args.map, &ids[..]) {
        (Some(id), ids) if ids.contains(&id) => id,
        (None, [only]) => *only,
        (Some(id), ids) => return Err(unknown("a map", id, ids)),
        (None, ids) => {
            let maps = plural(ids.len(), "map", "maps");
            let message = format!("the pack has {maps}; name one: `foeman export {} PACK MAP`", args.format.word());
            return Err(Failure::Usage(message));
        }
    };
    let map = pack.draft.typed::<Map>(&RecordKey::new(Map::CATALOG, id)).and_then(Result::ok);
    let map = map.filter(Map::is_painted);
    let map = map.ok_or_else(|| Failure::Usage(format!("map `{id}` cannot be read; run `foeman check`")))?;
    let mapping = find_mapping(&pack.draft, args.mapping, args.format).map_err(Failure::Usage)?;
    let mapping = mapping.as_ref().map(|(id, mapping)| (*id, mapping));
    let figures =
        args.scenario.map(|scenario| placed(&pack.draft, scenario, id)).transpose().map_err(Failure::Usage)?;
    let mut lost = Vec::new();
    if map.levels().0.values().any(|level| level != 0) {
        lost.push("levels".to_owned());
    }
    let codes = || coded(&map, mapping, args.format).map_err(Failure::Usage);
    let zones = |count: usize| (count > 0).then(|| plural(count, "zone", "zones"));
    let wrote = format!("wrote `{}`", args.out.display());
    let (text, done) = match (args.format, &args.old) {
        (MapFormat::Tiled, Some(old)) => {
            let done = updated((args, old), &pack, (id, &map, figures.as_deref()), mapping, console)?;
            let Some(done) = done else { return Ok(Exit::Found) };
            done
        }
        (MapFormat::Tiled, None) => {
            let figures = figures.as_deref().unwrap_or_default();
            (whole(args.out, &pack, (&map, figures), &codes()?, console)?, wrote)
        }
        (MapFormat::Wesnoth, _) => {
            lost.extend(zones(wesnoth::lost_zones(&map)));
            (wesnoth::write(&map, &codes()?).map_err(Failure::Usage)?, wrote)
        }
        (MapFormat::Csv | MapFormat::Megamek, _) => {
            lost.extend(zones(map.zones.len()));
            let coded = codes()?;
            let is_tsv = args.out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tsv"));
            let field = |cell: &Option<u16>| cell.map_or("", |code| coded.codes[usize::from(code)].as_str());
            let rows = coded.cells.chunks(map.geometry.width() as usize);
            (table::write(rows.map(|row| row.iter().map(field).collect()), if is_tsv { '\t' } else { ',' }), wrote)
        }
    };
    // Tiled asks whether to reload a file that is written again.
    if args.old.as_ref().is_none_or(|old| *old != text.as_bytes()) {
        put(args.out, text.as_bytes())?;
    }
    if !lost.is_empty() {
        let warning = console.err.painted(Paint::Doubtful, "warning").to_string();
        writeln!(console.err, "maps/{id}: {warning}: not exported: {}", lost.join(" and "))?;
    }
    writeln!(console.err, "{done}")?;
    Ok(Exit::Clean)
}

/// Returns the text of a new Tiled map, and writes the picture of its tiles unless there is one.
fn whole(
    out: &Path,
    pack: &Pack,
    (map, figures): (&Map, &[Placed]),
    coded: &Coded,
    console: &mut Console<'_>,
) -> Result<String, Failure> {
    let image = image_path(out);
    if image.exists() {
        writeln!(console.err, "kept `{}`", image.display())?;
    } else {
        let colors = colors(pack, &coded.terrains);
        write_image(&image, (tiled::tile_size(map), colors.len()), &tiled::picture(map, &colors), console)?;
    }
    let name = image.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(tiled::write(map, coded, Some(tiled::TileImage { path: &name }), figures))
}

/// Returns the new text of an existing Tiled map and a report, and writes the picture of added tiles; `None` if the map cannot be
/// updated, which is reported.
fn updated(
    (args, old): (&ExportMap<'_>, &[u8]),
    pack: &Pack,
    (id, map, figures): (&str, &Map, Option<&[Placed]>),
    mapping: Option<(&str, &Mapping)>,
    console: &mut Console<'_>,
) -> Result<Option<(String, String)>, Failure> {
    let folders = Folders::of(args.out, args.files);
    // An existing picture is kept: the author may have drawn into it.
    let image = (1..).map(|number| image_of(args.out, number)).find(|path| !path.exists()).unwrap_or_default();
    let name = image.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let terrains = import::terrains(&pack.draft);
    let wanted = tiled::Wanted { id, map, mapping, terrains: &terrains, figures, image: &name };
    let file = args.out.display().to_string();
    match tiled::update(&file, old, &mut |path| folders.read(path), wanted) {
        Ok(done) => {
            if !done.added.is_empty() {
                let colors = colors(pack, &done.added);
                write_image(&image, (done.tile_size, colors.len()), &done.picture(&colors), console)?;
            }
            let report = if done.text.as_bytes() == old {
                format!("`{file}` is up to date")
            } else {
                let shape = map.geometry.shape();
                let cells = plural(done.cells, shape.word(), shape.plural());
                format!("updated `{file}`: {cells}, {}", plural(done.objects, "object", "objects"))
            };
            Ok(Some((done.text, report)))
        }
        Err(findings) => {
            tell(&findings, console)?;
            Ok(None)
        }
    }
}

/// Returns the path of the picture of the tiles: `ford-tiles.png` next to `ford.tmx`.
fn image_path(out: &Path) -> PathBuf {
    image_of(out, 1)
}

/// Returns the path of another picture: `ford-tiles-2.png`.
fn image_of(out: &Path, number: u32) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let number = if number == 1 { String::new() } else { format!("-{number}") };
    out.with_file_name(format!("{stem}-tiles{number}.png"))
}

/// Returns the colours of terrains; grey if a terrain has none.
fn colors(pack: &Pack, terrains: &[String]) -> Vec<[u8; 3]> {
    let color = |id: &String| {
        let record = pack.draft.merged(&RecordKey::new(Terrains::TARGET, id));
        let text = record.and_then(|record| Some(record.get("color")?.as_str()?.to_owned())).unwrap_or_default();
        let part = |from: usize| text.get(from..from + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        [1, 3, 5].map(|from| part(from).unwrap_or(128))
    };
    terrains.iter().map(color).collect()
}

/// Writes the picture of tiles of a size.
fn write_image(
    path: &Path,
    ([width, height], count): ([u32; 2], usize),
    picture: &[u8],
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if count == 0 {
        return Ok(());
    }
    let failed = |error: png::EncodingError| Failure::Io(format!("could not draw `{}`: {error}", path.display()));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width * count as u32, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(picture).map_err(failed)?;
    writer.finish().map_err(failed)?;
    put(path, &bytes)?;
    writeln!(console.err, "wrote `{}`", path.display())?;
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = save::atomically(path, bytes);
    written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))
}
