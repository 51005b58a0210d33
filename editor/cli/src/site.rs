//! `foeman site`: a pack as web pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_engine::game::{Game, Registry};
use foeman_site::{Input, site, write};

use super::language::Language;
use super::pack::{self, Pack, Shelves};
use super::report::counted;
use super::{number, playable};
use foeman_base::console::{Console, Exit, Failure};

/// The maximum length of a journal, in bytes.
const MOST: u64 = 64 << 20;

/// Makes web pages of a pack, which open from any host or from a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman site content/arena -o arena-site
  foeman site content/arena -o arena-site --games 200
  foeman site content/arena -o arena-site --journal duel.journal
  foeman site my-pack -o my-site --since my-pack.before

Open `index.html` of the folder in a browser. The pages need no server and request nothing from
other sites. Each scenario has a battle to watch, by the default players.")]
pub(super) struct Site {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: PathBuf,
    #[command(flatten)]
    shelves: Shelves,
    #[command(flatten)]
    language: Language,
    /// Write to this folder, which must be empty or from an earlier run
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Seed of the battles
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = number::whole(0..=u64::MAX))]
    seed: u64,
    /// Show this recorded battle instead of playing its scenario; can be repeated
    #[arg(long = "journal", value_name = "FILE")]
    journals: Vec<PathBuf>,
    /// Play this many battles of each scenario, and show who wins
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = number::whole(0..=100_000u32))]
    games: u32,
    /// List the changes since this version of the pack
    #[arg(long, value_name = "OLDPACK")]
    since: Option<PathBuf>,
}

/// Makes the pages and writes them.
pub(super) fn run(args: &Site, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = args.language.of(pack::read(&args.pack, &args.shelves, registry, console)?)?;
    let engine = pack.draft.dialect().and_then(|dialect| registry.engine(dialect.id));
    let Some(engine) = engine else { return Err(playable::unknown_ruleset(&pack, console)) };
    let since = match &args.since {
        Some(path) => Some(older(path, &pack, args, registry, console)?),
        None => None,
    };
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let journals = args.journals.iter().map(|path| Ok((name(path), journal(path, &pack, registry)?)));
    let input = Input {
        analysis: &pack.analysis(),
        engine,
        since: since.as_ref().map(|since| (&*since.draft, version(since))),
        journals: journals.collect::<Result<_, Failure>>()?,
        seed: args.seed,
        games: args.games,
    };
    let Some(files) = site(input) else { return Err(playable::unknown_ruleset(&pack, console)) };
    let folder = args.output.display();
    let changed = write::write(&args.output, &files)
        .map_err(|error| Failure::Io(format!("could not write `{folder}`: {error}")))?;
    let (files, changed) = (counted(files.len(), "file"), counted(changed, "file"));
    writeln!(console.err, "wrote `{folder}`: {files}, {changed} changed")?;
    Ok(Exit::Clean)
}

fn older(
    path: &Path,
    pack: &Pack,
    args: &Site,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Pack, Failure> {
    let old = pack::read(path, &args.shelves, registry, console)?;
    let id = |pack: &Pack| pack.draft.dialect().map_or("", |dialect| dialect.id);
    if id(&old) != id(pack) {
        let (expected, found) = (id(pack), id(&old));
        let message = format!("expected an older version for `{expected}`, but `{}` is for `{found}`", path.display());
        return Err(Failure::Usage(message));
    }
    Ok(old)
}

/// Returns the name of an older version: its version, or the name of its folder.
fn version(pack: &Pack) -> String {
    let version = pack.draft.header("version").and_then(|version| version.as_str().map(str::to_owned));
    let folder = || pack.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
    version.map_or_else(folder, |version| format!("version {version}"))
}

fn journal(path: &Path, pack: &Pack, registry: Registry) -> Result<Box<dyn Game>, Failure> {
    let name = path.display();
    let failed = |why: String| Failure::Io(format!("could not read the journal `{name}`: {why}"));
    let size = fs::metadata(path).map_err(|error| failed(error.to_string()))?.len();
    if size > MOST {
        return Err(failed(format!("expected at most {MOST} bytes, found {size}")));
    }
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let game = registry.engine_of(&text).and_then(|engine| engine.replay(&text));
    let game = game.map_err(|error| failed(format!("line {}: {error}", error.line)))?;
    let scenario = game.content().scenario;
    if !pack.draft.contains(&scenario) {
        let message = format!("expected a battle of this pack in `{name}`, found the scenario `{}`", scenario.id);
        return Err(Failure::Usage(message));
    }
    Ok(game)
}
