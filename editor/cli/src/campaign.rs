//! `foeman play --campaign`: consecutive battles with figures that carry over losses and experience.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foeman_engine::campaign::{Campaign, Chapter, Veteran};
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Game, Registry};
use foeman_engine::ruleset::Turn;
use foeman_schema::analysis::Analysis;
use foeman_schema::text::RecordKey;
use serde_json::json;

use super::battle::{self, Battle};
use super::language::Language;
use super::log::Format;
use super::pack::{self, Pack, Shelves};
use super::playable::{self, Playable};
use super::{report, unknown};
use foeman_base::console::{Console, Exit, Failure, Paint, Stream, printable};

/// Plays a campaign to its end, and prints each battle and its aftermath.
pub(super) fn run(
    path: &Path,
    (shelves, language): (&Shelves, &Language),
    id: &str,
    battle: &Battle,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let mut begun = begin(path, (shelves, language), id, registry, console)?;
    let seats = |game: &dyn Game| battle.seats(begun.engine, game).map(drop);
    let battles = battles(&begun, battle.seed(), seats, console)?;
    let campaign = &mut begun.campaign;
    while let Some(chapter) = campaign.chapter() {
        open(&**campaign, &chapter, battle.format, &mut console.out)?;
        let (playable, ()) = &battles[&chapter.scenario];
        let game = fight(battle, playable, &**campaign, &chapter, console)?;
        if let Some(path) = &battle.save {
            battle::keep(&*game, &numbered(path, chapter.number), console)?;
        }
        if !matches!(game.turn(), Turn::Over(_)) {
            break;
        }
        let mut told = campaign.settle(&game.journal()).map_err(Failure::Io)?;
        told.extend(campaign.manage());
        if battle.format == Format::Human {
            writeln!(console.out)?;
            for line in told {
                writeln!(console.out, "  {}", printable(&line))?;
            }
        }
    }
    close(&**campaign, battle.format, &mut console.out)?;
    Ok(Exit::Clean)
}

/// A campaign before its first battle.
pub(super) struct Begun {
    /// Its pack.
    pub(super) pack: Pack,
    /// The findings about the pack.
    pub(super) analysis: Analysis,
    /// Its ruleset.
    pub(super) engine: &'static dyn Engine,
    /// The campaign.
    pub(super) campaign: Box<dyn Campaign>,
}

/// Reads a pack, and begins one of its campaigns.
pub(super) fn begin(
    path: &Path,
    (shelves, language): (&Shelves, &Language),
    id: &str,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Begun, Failure> {
    let pack = language.of(pack::read(path, shelves, registry, console)?)?;
    let dialect = pack.draft.dialect();
    let Some(engine) = dialect.and_then(|dialect| registry.engine(dialect.id)) else {
        return Err(playable::unknown_ruleset(&pack, console));
    };
    let Some(def) = engine.capabilities().campaigns else {
        let message = format!("expected a ruleset with campaigns, but `{}` has none", engine.dialect().id);
        return Err(Failure::Usage(message));
    };
    let ids: Vec<_> = pack.draft.ids(def.catalog).collect();
    if !ids.contains(&id) {
        let expected = format!("one of the {} of `{}`", def.catalog, pack.root.display());
        return Err(unknown(&expected, id, &ids));
    }
    let analysis = pack.analysis();
    let errors = analysis.errors_of(&RecordKey::new(def.catalog, id));
    if !errors.is_empty() {
        return Err(playable::found(&pack, &errors, console));
    }
    match (def.begin)(&pack.draft, id) {
        Ok(campaign) => Ok(Begun { pack, analysis, engine, campaign }),
        Err(problem) => {
            report::problem(&pack, &problem, &mut console.err)?;
            Err(Failure::Findings)
        }
    }
}

/// Prepares all battles of the campaign, with their players, so that errors are reported before the first one.
pub(super) fn battles<T>(
    Begun { pack, analysis, engine, campaign }: &Begun,
    seed: Seed,
    seats: impl Fn(&dyn Game) -> Result<T, Failure>,
    console: &mut Console<'_>,
) -> Result<BTreeMap<String, (Playable, T)>, Failure> {
    let mut battles = BTreeMap::new();
    for id in campaign.scenarios() {
        let resolved = analysis.resolve(&id).map_err(|findings| playable::found(pack, &findings, console))?;
        let playable = Playable { pack: pack.clone(), engine: *engine, resolved };
        let started = engine.start(&playable.resolved, seed);
        let game = started.map_err(|problems| playable.refuse(&problems, console))?;
        let seated = seats(&*game)?;
        battles.insert(id, (playable, seated));
    }
    Ok(battles)
}

/// Plays the next battle.
fn fight(
    battle: &Battle,
    playable: &Playable,
    campaign: &dyn Campaign,
    chapter: &Chapter,
    console: &mut Console<'_>,
) -> Result<Box<dyn Game>, Failure> {
    let entered = campaign.enter(&playable.resolved).map_err(|problem| playable.refuse(&[problem], console))?;
    // Each battle has a different seed.
    let seed = Seed(battle.seed().0.wrapping_add(chapter.number as u64 - 1));
    let started = playable.engine.start(&entered, seed);
    let mut game = started.map_err(|problems| playable.refuse(&problems, console))?;
    battle.fight(playable, &mut *game, console)?;
    Ok(game)
}

fn open(campaign: &dyn Campaign, chapter: &Chapter, format: Format, out: &mut Stream<'_>) -> io::Result<()> {
    match format {
        Format::Human => {
            let Chapter { number, place, of, .. } = chapter;
            let text = format!("{}: battle {number} ({place} of {of} in the list)", printable(campaign.title()));
            let space = if *number == 1 { "" } else { "\n" };
            writeln!(out, "{space}{}", out.painted(Paint::Strong, text))?;
            if !chapter.about.is_empty() {
                writeln!(out, "{}", printable(chapter.about.trim()))?;
            }
            Ok(())
        }
        Format::Json => writeln!(out, "{}", json!({"chapter": chapter, "veterans": campaign.veterans()})),
        Format::Codes | Format::Check => Ok(()),
    }
}

/// Writes the end of the campaign, and the fate of each figure.
fn close(campaign: &dyn Campaign, format: Format, out: &mut Stream<'_>) -> io::Result<()> {
    match format {
        Format::Human => {
            let title = printable(campaign.title());
            let text = match campaign.ending() {
                Some(ending) => format!("{title} is over: {}", ending.words()),
                None => format!("{title} continues"),
            };
            writeln!(out, "\n{}", out.painted(Paint::Strong, text))?;
            for veteran in campaign.veterans() {
                writeln!(out, "  {}", printable(&words(&veteran)))?;
            }
            Ok(())
        }
        Format::Json => {
            let (title, ending) = (campaign.title(), campaign.ending());
            writeln!(out, "{}", json!({"campaign": title, "ending": ending, "veterans": campaign.veterans()}))
        }
        Format::Codes | Format::Check => Ok(()),
    }
}

/// Formats a veteran: `Maud of The toll-keepers: 7 of 12 ST, 40 experience, ST +1`.
fn words(veteran: &Veteran) -> String {
    let Veteran { name, group, alive, health, earned, learned, .. } = veteran;
    let state = if *alive { format!("{} of {} ST", health.0, health.1) } else { "dead".to_owned() };
    let learned: String = learned.iter().map(|learned| format!(", {learned}")).collect();
    format!("{name} of {group}: {state}, {earned} experience{learned}")
}

/// Numbers a file: `road.journal` of battle 2 is `road-2.journal`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}
