//! Runs ruleset tools: `foeman TOOLBOX TOOL WORDS...`, independent of the ruleset.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use foeman_engine::display::Line;
use foeman_engine::game::Registry;
use foeman_engine::tool::{Argument, Reach, Tool, ToolError, Toolbox};
use foeman_schema::draft::{Draft, PACK_FILE};

use super::pack::Shelves;
use super::{log, pack};
use foeman_base::console::{Console, Exit, Failure};
use foeman_base::template::SAMPLES;

const PACK: &str = "pack";
const WORDS: &str = "words";

/// A call of a tool.
pub(super) struct Call {
    toolbox: &'static str,
    tool: &'static str,
    pack: Option<PathBuf>,
    words: Vec<String>,
}

/// Returns a subcommand for each toolbox name, with the tools of all toolboxes of that name.
pub(super) fn commands(registry: Registry) -> impl Iterator<Item = Command> {
    let mut named: Vec<(&Toolbox, Vec<&'static Tool>)> = Vec::new();
    for toolbox in toolboxes(registry) {
        match named.iter_mut().find(|(first, _)| first.name == toolbox.name) {
            None => named.push((toolbox, toolbox.tools.iter().collect())),
            Some((_, tools)) => {
                for tool in toolbox.tools {
                    // If two tools have the same name, the help describes the one with more arguments.
                    match tools.iter_mut().find(|known| known.name == tool.name) {
                        None => tools.push(tool),
                        Some(known) if known.arguments.len() < tool.arguments.len() => *known = tool,
                        Some(_) => {}
                    }
                }
            }
        }
    }
    named.into_iter().map(|(toolbox, tools)| {
        let pack = Arg::new(PACK).long("pack").value_name("PACK").value_parser(value_parser!(PathBuf)).help(
            "The pack to use [default: the one here, otherwise the first with an answer in `content`, or a sample]",
        );
        Command::new(toolbox.name)
            .about(toolbox.about)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(tools.into_iter().map(|tool| command(tool).arg(pack.clone())))
    })
}

fn command(tool: &'static Tool) -> Command {
    let help: String = tool.arguments.iter().map(in_words).collect();
    let words = Arg::new(WORDS)
        .value_name("WORDS")
        .value_parser(value_parser!(OsString))
        .num_args(0..)
        .help("Values, in this order; leave out those that do not apply");
    Command::new(tool.name).about(tool.about).arg(words).after_help(format!("Values:\n{help}"))
}

fn in_words(argument: &Argument) -> String {
    format!("  {:<12} {}\n", argument.name, argument.about)
}

/// Returns the call on the command line, if it is of a toolbox.
pub(super) fn call(registry: Registry, matches: &ArgMatches) -> Result<Option<Call>, Failure> {
    let Some((name, inner)) = matches.subcommand() else { return Ok(None) };
    let Some(toolbox) = toolboxes(registry).find(|toolbox| toolbox.name == name) else { return Ok(None) };
    let Some((name, inner)) = inner.subcommand() else { return Ok(None) };
    let mut same = toolboxes(registry).filter(|other| other.name == toolbox.name);
    let Some(tool) = same.find_map(|toolbox| toolbox.tool(name)) else { return Ok(None) };
    let words = inner.get_many::<OsString>(WORDS).unwrap_or_default();
    let words = words.map(|word| {
        let text = word.to_str().map(str::to_owned);
        text.ok_or_else(|| Failure::Usage(format!("expected text, found `{}`", word.display())))
    });
    let words = words.collect::<Result<_, _>>()?;
    Ok(Some(Call { toolbox: toolbox.name, tool: tool.name, pack: inner.get_one(PACK).cloned(), words }))
}

/// Runs the tool and prints its answer.
pub(super) fn run(call: &Call, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let lines = match &call.pack {
        Some(path) => {
            let draft = pack::read(path, &Shelves::default(), registry, console)?.draft;
            let (_, tool) = tool_of(&draft, call, registry).ok_or_else(|| {
                let (path, name) = (path.display(), call.toolbox);
                Failure::Usage(format!("expected a pack with the tool `{name} {}`, found `{path}`", call.tool))
            })?;
            tool.call(&draft, &call.words)
        }
        None => nearby(call, registry)?,
    };
    for line in &lines.map_err(|error| Failure::Usage(error.message))? {
        log::line(line, &mut console.out)?;
    }
    Ok(Exit::Clean)
}

fn toolboxes(registry: Registry) -> impl Iterator<Item = &'static Toolbox> {
    registry.engines().iter().filter_map(|engine| engine.capabilities().toolbox)
}

/// Returns the called tool of the pack's ruleset, with the reach of its toolbox.
fn tool_of(draft: &Draft, call: &Call, registry: Registry) -> Option<(Reach, &'static Tool)> {
    let capabilities = registry.engine(draft.dialect()?.id)?.capabilities();
    let toolbox = capabilities.toolbox.filter(|toolbox| toolbox.name == call.toolbox)?;
    Some((toolbox.reach, toolbox.tool(call.tool)?))
}

/// Returns the answer for the pack in the working folder. Without one, tries packs of other rulesets in `content`, then
/// the built-in packs. The error is from the first pack.
fn nearby(call: &Call, registry: Registry) -> Result<Result<Vec<Line>, ToolError>, Failure> {
    let here = open(Path::new("."), registry);
    let mut refused = None;
    if let Some((draft, (_, tool))) = here.as_ref().and_then(|draft| Some((draft, tool_of(draft, call, registry)?))) {
        let answer = tool.call(draft, &call.words);
        if answer.is_ok() {
            return Ok(answer);
        }
        refused = Some(answer);
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(entries) = std::fs::read_dir("content") {
        folders.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
        folders.sort();
    }
    let own = here.as_ref().and_then(Draft::dialect).filter(|_| refused.is_some()).map(|dialect| dialect.id);
    let below = folders.iter().filter_map(|folder| open(folder, registry));
    let mut others: Vec<Draft> = below.chain(SAMPLES.iter().map(|sample| sample.draft(&registry.dialects()))).collect();
    // Another pack of the same ruleset has other records.
    others.retain(|draft| own.is_none() || draft.dialect().map(|dialect| dialect.id) != own);
    let mut able: Vec<(&Draft, Reach, &'static Tool)> = Vec::new();
    for draft in &others {
        able.extend(tool_of(draft, call, registry).map(|(reach, tool)| (draft, reach, tool)));
    }
    // Rulesets with a pane for their tools come first.
    able.sort_by_key(|(_, reach, _)| *reach != Reach::Everywhere);
    for (draft, _, tool) in able {
        let answer = tool.call(draft, &call.words);
        if answer.is_ok() {
            return Ok(answer);
        }
        refused.get_or_insert(answer);
    }
    refused.ok_or_else(|| {
        let (toolbox, tool) = (call.toolbox, call.tool);
        Failure::Usage(format!("found no pack here with the tool `{toolbox} {tool}`; choose one with `--pack PACK`"))
    })
}

/// Returns the pack in a folder, if it can be read.
fn open(folder: &Path, registry: Registry) -> Option<Draft> {
    let is_pack = folder.join(PACK_FILE).is_file();
    let pack = is_pack.then(|| pack::open(folder, &Shelves::default(), registry).ok())??;
    Some((*pack.draft).clone())
}
