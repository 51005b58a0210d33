//! `foeman import` for maps of Tiled, Wesnoth, MegaMek and tables.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use foeman_engine::game::Registry;
use foeman_maps::import::{self, Options};
use foeman_maps::{Finding, Folders, ForeignMap, MOST_BYTES, draft, idle_rules, terrained};
use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::MapFormat;
use foeman_schema::catalogs::terrains::Terrains;
use foeman_schema::change::{Change, plan};
use foeman_schema::dialect::{Record, Target};
use foeman_schema::grid::Shift;
use foeman_schema::plural::plural;
use foeman_schema::text::kebab;

use super::export::read;
use super::map_findings::tell;
use super::pack::{self, Pack, Shelves};
use super::{playable, write};
use foeman_base::console::{Console, Exit, Failure};

/// Options for maps.
#[derive(clap::Args)]
pub(super) struct ImportMap {
    /// Add the map to this pack
    #[arg(long, value_name = "PACK", conflicts_with = "out", help_heading = "Maps")]
    pub(super) into: Option<PathBuf>,
    /// The id of the map [default: the name of the file]
    #[arg(long, value_name = "ID", requires = "into", help_heading = "Maps")]
    id: Option<String>,
    /// The mapping of the pack to use [default: the only one of the format]
    #[arg(long, value_name = "ID", requires = "into", help_heading = "Maps")]
    mapping: Option<String>,
    /// Write a first mapping for the map instead of the map
    #[arg(long, requires = "into", help_heading = "Maps")]
    draft_mapping: bool,
    /// Place figures and features in this scenario
    #[arg(long, value_name = "ID", requires = "into", help_heading = "Maps")]
    scenario: Option<String>,
    /// Replace an existing map; keeps what the format cannot express
    #[arg(long, requires = "into", help_heading = "Maps")]
    replace: bool,
    /// The columns or rows that are shifted in a CSV or TSV table [default: column-down, or as in the replaced map]
    #[arg(long, value_enum, requires = "into", help_heading = "Maps")]
    shift: Option<TableShift>,
    #[command(flatten)]
    shelves: Shelves,
}

/// The shift of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TableShift {
    /// Hexes, every second column half a cell lower
    ColumnDown,
    /// Hexes, every second column half a cell higher
    ColumnUp,
    /// Hexes, every second row half a cell to the right
    RowRight,
    /// Hexes, every second row half a cell to the left
    RowLeft,
    /// Squares
    None,
}

impl TableShift {
    fn shift(self) -> Option<Shift> {
        match self {
            Self::ColumnDown => Some(Shift::ColumnDown),
            Self::ColumnUp => Some(Shift::ColumnUp),
            Self::RowRight => Some(Shift::RowRight),
            Self::RowLeft => Some(Shift::RowLeft),
            Self::None => None,
        }
    }
}

/// Returns the map format with a name.
pub(super) fn format(word: &str) -> Option<MapFormat> {
    let all = [MapFormat::Tiled, MapFormat::Wesnoth, MapFormat::Megamek, MapFormat::Csv];
    all.into_iter().find(|format| format.word() == word)
}

/// Adds a map to a pack, or writes a first mapping for it.
pub(super) fn run(
    (file, format): (&Path, MapFormat),
    files: Option<&Path>,
    args: &ImportMap,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let Some(into) = &args.into else {
        return Err(Failure::Usage("a map is added to a pack; name the pack with `--into`".to_owned()));
    };
    let bytes = read(file, MOST_BYTES)?;
    let name = file.display().to_string();
    let shift = args.shift.unwrap_or(TableShift::ColumnDown).shift();
    let map = match foeman_maps::read(format, &name, &bytes, &Folders::of(file, files), shift) {
        Ok(map) => map,
        Err(finding) => return refused(&[finding], console),
    };
    let pack = pack::open_to_write(into, &args.shelves, registry, &mut console.err)?;
    let Some(dialect) = pack.draft.dialect() else { return Err(playable::unknown_ruleset(&pack, console)) };
    if dialect.catalog(Map::CATALOG).is_none() {
        return Err(Failure::Usage(format!("packs of the ruleset `{}` have no maps", dialect.id)));
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let id = args.id.clone().unwrap_or_else(|| kebab(&stem));
    if id.is_empty() || kebab(&id) != id {
        let message = format!("expected an id of small letters, digits and hyphens, found `{id}`; set `--id`");
        return Err(Failure::Usage(message));
    }
    if args.draft_mapping {
        return draft_mapping(&pack, &map, args, &id, console);
    }
    let mapping = import::find_mapping(&pack.draft, args.mapping.as_deref(), format).map_err(Failure::Usage)?;
    let mapping = mapping.as_ref().map(|(id, mapping)| (*id, mapping));
    if let Some((id, mapping)) = mapping {
        tell(&idle_rules(&pack.draft, id, mapping), console)?;
    }
    let terrains = match terrained(&map, mapping, &import::terrains(&pack.draft)) {
        Ok(terrains) => terrains,
        Err(findings) => {
            tell(&map.findings, console)?;
            return refused(&findings, console);
        }
    };
    let keep_grid = format == MapFormat::Csv && args.shift.is_none();
    let options = Options { id: &id, scenario: args.scenario.as_deref(), replace: args.replace, keep_grid };
    let added = import::changes(&pack.draft, &map, &terrains, options).map_err(Failure::Usage)?;
    save(&pack, &added.changes)?;
    tell(&map.findings, console)?;
    tell(&added.findings, console)?;
    let [zones, placements, features] = added.counts;
    let parts = [
        (zones, plural(zones, "zone", "zones")),
        (placements, plural(placements, "figure", "figures")),
        (features, plural(features, "feature", "features")),
    ];
    let parts: String =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, part)| format!(", {part}")).collect();
    let [width, height] = map.geometry.size();
    let cells = map.geometry.shape().plural();
    let root = pack.root.display();
    writeln!(console.err, "added map `{id}` to `{root}`: {width} x {height} {cells}{parts}")?;
    Ok(Exit::Clean)
}

/// Writes a first mapping for a map.
fn draft_mapping(
    pack: &Pack,
    map: &ForeignMap,
    args: &ImportMap,
    id: &str,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let id = args.mapping.as_deref().unwrap_or(id);
    let terrains: Vec<_> = pack.draft.titles(Terrains::TARGET).collect();
    let mapping = draft(map, &terrains);
    let change = import::mapping_change(&pack.draft, id, &mapping).map_err(Failure::Usage)?;
    save(pack, &[change])?;
    let rules = plural(mapping.rules.len(), "rule", "rules");
    let root = pack.root.display();
    writeln!(console.err, "wrote mapping `{id}` to `{root}`: {rules}")?;
    let known = import::terrains(&pack.draft);
    let named = mapping.rules.iter().map(|rule| &rule.terrain).chain(&mapping.empty);
    let mut missing: Vec<&str> = named.map(|terrain| terrain.id()).filter(|id| !known.contains(id)).collect();
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        let ids = missing.join("`, `");
        writeln!(console.err, "the pack has no terrains `{ids}`; add them, or choose others in the mapping")?;
    }
    Ok(Exit::Clean)
}

fn save(pack: &Pack, changes: &[Change]) -> Result<(), Failure> {
    if changes.is_empty() {
        return Ok(());
    }
    let usage = |error: foeman_schema::change::ChangeError| Failure::Usage(error.to_string());
    let plan = plan(&pack.draft, changes).map_err(usage)?;
    let mut after = (*pack.draft).clone();
    plan.apply(&mut after).map_err(usage)?;
    write::files(pack, &after).map(drop)
}

fn refused(findings: &[Finding], console: &mut Console<'_>) -> Result<Exit, Failure> {
    tell(findings, console)?;
    Ok(Exit::Found)
}
