//! Tools that rulesets bring along: `foeman TOOLBOX TOOL WORDS...`, without knowing whose they are or what they do.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgMatches, Command, value_parser};
use foeman_rules::game::Registry;
use foeman_rules::tool::{Argument, Tool, Toolbox};
use foeman_schema::draft::Draft;

use super::pack::Shelves;
use super::{log, pack};
use crate::console::{Console, Exit, Failure};

const PACK: &str = "pack";
const WORDS: &str = "words";

/// One call of a tool.
pub(super) struct Call {
    toolbox: &'static Toolbox,
    tool: &'static Tool,
    pack: Option<PathBuf>,
    words: Vec<String>,
}

/// A subcommand for every toolbox.
pub(super) fn commands(registry: Registry) -> impl Iterator<Item = Command> {
    toolboxes(registry).map(|toolbox| {
        let pack = Arg::new(PACK)
            .long("pack")
            .value_name("PACK")
            .value_parser(value_parser!(PathBuf))
            .help("The pack that is asked; without it the one here, else one of `content` that fits");
        Command::new(toolbox.name)
            .about(toolbox.about)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(toolbox.tools.iter().map(|tool| command(tool).arg(pack.clone())))
    })
}

fn command(tool: &'static Tool) -> Command {
    let help: String = tool.arguments.iter().map(in_words).collect();
    let words = Arg::new(WORDS)
        .value_name("WORDS")
        .value_parser(value_parser!(OsString))
        .num_args(0..)
        .help("Values or their words, in this order; those that do not apply are left out");
    Command::new(tool.name).about(tool.about).arg(words).after_help(format!("Asks for:\n{help}"))
}

fn in_words(argument: &Argument) -> String {
    format!("  {:<12} {}\n", argument.name, argument.about)
}

/// The call that was typed, if it was one of a toolbox.
pub(super) fn call(registry: Registry, matches: &ArgMatches) -> Result<Option<Call>, Failure> {
    let Some((name, inner)) = matches.subcommand() else { return Ok(None) };
    let Some(toolbox) = toolboxes(registry).find(|toolbox| toolbox.name == name) else { return Ok(None) };
    let Some((name, inner)) = inner.subcommand() else { return Ok(None) };
    let Some(tool) = toolbox.tool(name) else { return Ok(None) };
    let words = inner.get_many::<OsString>(WORDS).unwrap_or_default();
    let words = words.map(|word| {
        let text = word.to_str().map(str::to_owned);
        text.ok_or_else(|| Failure::Usage(format!("expected text, but found `{}`", word.display())))
    });
    let words = words.collect::<Result<_, _>>()?;
    Ok(Some(Call { toolbox, tool, pack: inner.get_one(PACK).cloned(), words }))
}

/// Asks the tool and writes its answer.
pub(super) fn run(call: &Call, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let draft = match &call.pack {
        Some(path) => {
            let draft = pack::read(path, &Shelves::default(), registry, console)?.draft;
            if !offers(&draft, call.toolbox, registry) {
                let (path, name) = (path.display(), call.toolbox.name);
                return Err(Failure::Usage(format!("expected a pack whose ruleset has `{name}`, but found `{path}`")));
            }
            draft
        }
        None => Arc::new(nearby(call.toolbox, registry)?),
    };
    let lines = call.tool.call(&draft, &call.words).map_err(|error| Failure::Usage(error.message))?;
    for line in &lines {
        log::line(line, &mut console.out)?;
    }
    Ok(Exit::Clean)
}

fn toolboxes(registry: Registry) -> impl Iterator<Item = &'static Toolbox> {
    registry.engines().iter().filter_map(|engine| engine.toolbox())
}

fn offers(draft: &Draft, toolbox: &Toolbox, registry: Registry) -> bool {
    let engine = draft.dialect().and_then(|dialect| registry.engine(dialect.id));
    engine.and_then(|engine| engine.toolbox()).is_some_and(|other| other.name == toolbox.name)
}

/// The pack here, or the first below `content`, whose ruleset has the toolbox.
fn nearby(toolbox: &Toolbox, registry: Registry) -> Result<Draft, Failure> {
    let mut folders = vec![PathBuf::from(".")];
    if let Ok(entries) = std::fs::read_dir("content") {
        let mut below: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        below.sort();
        folders.append(&mut below);
    }
    let packs = folders.iter().filter(|folder| folder.join(foeman_schema::draft::PACK_FILE).is_file());
    let drafts = packs.filter_map(|folder: &PathBuf| Draft::open(Path::new(folder), &registry.dialects()).ok());
    let found = drafts.into_iter().find(|draft| offers(draft, toolbox, registry));
    found.ok_or_else(|| {
        let name = toolbox.name;
        Failure::Usage(format!("found no pack here whose ruleset has `{name}`; name one with `--pack PACK`"))
    })
}
