//! Runs ruleset tools: `foeman TOOLBOX TOOL WORDS...`, independent of the ruleset.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use foeman_engine::game::Registry;
use foeman_engine::told::Line;
use foeman_engine::tool::{Argument, Tool, ToolError, Toolbox};
use foeman_schema::draft::Draft;

use super::pack::Shelves;
use super::{log, pack};
use foeman_base::console::{Console, Exit, Failure};

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
        let pack = Arg::new(PACK)
            .long("pack")
            .value_name("PACK")
            .value_parser(value_parser!(PathBuf))
            .help("The pack that is asked; without it the one here, else the first in `content` with an answer");
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
        .help("Values or their words, in this order; those that do not apply are left out");
    Command::new(tool.name).about(tool.about).arg(words).after_help(format!("Asks for:\n{help}"))
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
        text.ok_or_else(|| Failure::Usage(format!("expected text, but found `{}`", word.display())))
    });
    let words = words.collect::<Result<_, _>>()?;
    Ok(Some(Call { toolbox: toolbox.name, tool: tool.name, pack: inner.get_one(PACK).cloned(), words }))
}

/// Runs the tool and prints its answer.
pub(super) fn run(call: &Call, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let lines = match &call.pack {
        Some(path) => {
            let draft = pack::read(path, &Shelves::default(), registry, console)?.draft;
            let tool = tool_of(&draft, call, registry).ok_or_else(|| {
                let (path, name) = (path.display(), call.toolbox);
                Failure::Usage(format!("expected a pack whose ruleset has `{name} {}`, but found `{path}`", call.tool))
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

/// Returns the tool of the pack's ruleset, if it has it.
fn tool_of(draft: &Draft, call: &Call, registry: Registry) -> Option<&'static Tool> {
    let toolbox =
        registry.engine(draft.dialect()?.id)?.capabilities().toolbox.filter(|toolbox| toolbox.name == call.toolbox)?;
    toolbox.tool(call.tool)
}

/// Returns the answer for the pack in this folder if its ruleset has the tool, otherwise for the first pack below
/// `content` with an answer; without one, the last error.
fn nearby(call: &Call, registry: Registry) -> Result<Result<Vec<Line>, ToolError>, Failure> {
    let mut folders = vec![PathBuf::from(".")];
    if let Ok(entries) = std::fs::read_dir("content") {
        let mut below: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        below.sort();
        folders.append(&mut below);
    }
    let mut refused = None;
    for folder in folders.iter().filter(|folder| folder.join(foeman_schema::draft::PACK_FILE).is_file()) {
        let Ok(opened) = pack::open(folder, &Shelves::default(), registry) else { continue };
        let Some(tool) = tool_of(&opened.draft, call, registry) else { continue };
        let answer = tool.call(&opened.draft, &call.words);
        if answer.is_ok() || folder == Path::new(".") {
            return Ok(answer);
        }
        refused = Some(answer);
    }
    refused.ok_or_else(|| {
        let (toolbox, tool) = (call.toolbox, call.tool);
        Failure::Usage(format!("found no pack here whose ruleset has `{toolbox} {tool}`; name one with `--pack PACK`"))
    })
}
