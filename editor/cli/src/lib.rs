//! The command line: one file per subcommand.

mod across;

mod archive;

mod battle;
mod beside;
mod campaign;

mod check;

mod diff;

mod edit;

mod explain;

mod export;

mod export_map;

mod fmt;

mod import;

mod import_map;

mod install;

mod language;

mod list;

mod log;

mod lsp;

mod mail;

mod fix;

mod map_findings;

mod merge;

mod migrate;

mod name;

mod number;

mod new;

mod pack;

mod picture;

mod person;

mod play;

mod playable;

mod players;

mod print;

mod rename;

mod render;

mod replay;

mod report;

mod schema;

mod show;

mod simulate;

mod site;

mod test;

mod texts;

mod tool;

mod turn;

mod usages;

mod write;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use foeman_engine::game::Registry;
use foeman_schema::did_you_mean::{did_you_mean, near};

use foeman_base::PROGRAM;
use foeman_base::console::{Console, Exit, Failure, Paint};
use foeman_base::frontends::Frontends;

/// Writes, checks and plays tactical battles on hexes, from packs of text files.
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    args_conflicts_with_subcommands = true,
    max_term_width = 100,
    after_help = "\
Examples:
  foeman                                          open the pack here or the Arena
  foeman new my-pack --template skirmish          a new pack
  foeman check content/arena                      find problems in a pack
  foeman show items/broadsword                    a record with its inherited fields
  foeman usages items/broadsword                  where something is used
  foeman rename items/broadsword long-sword       rename it everywhere
  foeman fmt my-pack                              format it
  foeman play content/arena duel --seed 7         watch a battle
  foeman simulate content/arena duel --battles 1000
  foeman test content/arena                       the pack's own checks
  foeman render content/arena duel -o duel.png    a picture of a map or a scenario
  foeman print content/arena duel -o duel.pdf     maps, counters and sheets on paper
  foeman site content/arena -o arena-site         web pages of a pack
  foeman lsp                                      for text editors: findings while you type

Exit status:
  0  clean
  1  findings at or above the `--deny` level, or a failed check or verification
  2  wrong usage
  3  could not read or write

`foeman help COMMAND` shows more, with examples."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    edit: edit::Edit,
}

#[derive(Subcommand)]
enum Command {
    Edit(edit::Edit),
    New(new::New),
    Check(check::Check),
    List(list::List),
    Show(show::Show),
    Diff(diff::Diff),
    Usages(usages::Usages),
    Rename(rename::Rename),
    Fmt(fmt::Fmt),
    Merge(merge::Merge),
    Migrate(migrate::Migrate),
    Pack(archive::Pack),
    Unpack(archive::Unpack),
    Import(import::Import),
    Export(export::Export),
    Explain(explain::Explain),
    Schema(schema::Schema),
    Play(play::Play),
    Simulate(simulate::Simulate),
    Test(test::Test),
    Texts(texts::Texts),
    Turn(turn::Turn),
    Replay(replay::Replay),
    Render(render::Render),
    Print(print::Print),
    Site(site::Site),
    Lsp(lsp::Lsp),
    Completions(install::Completions),
    Man(install::Manual),
}

/// Runs the subcommand given by `args`, without the program's name.
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    registry: Registry,
    frontends: &Frontends,
    console: &mut Console<'_>,
) -> Exit {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let result = parse(&args, registry, frontends).and_then(|command| match command {
        Parsed::Run(command) => dispatch(*command, registry, frontends, console),
        Parsed::Call(call) => tool::run(&call, registry, console),
        Parsed::Say(text) => {
            let text = if console.out.has_color() { text.ansi().to_string() } else { text.to_string() };
            write!(console.out, "{text}")?;
            Ok(Exit::Clean)
        }
    });
    let result = result.and_then(|exit| Ok(console.out.flush().map(|()| exit)?));
    result.unwrap_or_else(|failure| report_failure(console, &failure))
}

enum Parsed {
    Run(Box<Command>),
    Call(tool::Call),
    Say(clap::builder::StyledStr),
}

fn parse(args: &[OsString], registry: Registry, frontends: &Frontends) -> Result<Parsed, Failure> {
    let command = command(registry, frontends);
    if let Some(message) = misspelt_command(args, &command) {
        return Err(Failure::Usage(message));
    }
    let words = std::iter::once(OsString::from(PROGRAM)).chain(args.iter().cloned());
    let matches = match command.try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return Ok(Parsed::Say(error.render()));
        }
        Err(error) => return Err(misused(&error)),
    };
    if let Some(call) = tool::call(registry, &matches)? {
        return Ok(Parsed::Call(call));
    }
    let arguments = Arguments::from_arg_matches(&matches).map_err(|error| misused(&error))?;
    Ok(Parsed::Run(Box::new(arguments.command.unwrap_or(Command::Edit(arguments.edit)))))
}

/// Returns the command line with what the rulesets and the window add to it.
fn command(registry: Registry, frontends: &Frontends) -> clap::Command {
    let command = edit::name_panels(Arguments::command(), frontends).subcommands(tool::commands(registry));
    match registry.build() {
        "" => command,
        build => command.version(build),
    }
}

fn misused(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::Usage(format!("expected one of these commands\n\n{}", text.trim_end()));
    }
    Failure::Usage(text.trim_start_matches("error: ").trim_end().to_owned())
}

/// Suggests a command for a first argument that is neither a command nor a path but similar to a command.
fn misspelt_command(args: &[OsString], command: &clap::Command) -> Option<String> {
    let word = args.first()?.to_str()?;
    let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
    if word.starts_with('-') || word == "help" || names.contains(&word) || Path::new(word).exists() {
        return None;
    }
    let near = did_you_mean(&near(word, names.iter().copied()))?;
    Some(format!("expected a command or a pack, found `{word}`; {near}"))
}

/// The error for an unknown `word`; suggests similar names, or lists all `known` ones.
fn unknown(expected: &str, word: &str, known: &[&str]) -> Failure {
    let remedy = did_you_mean(&near(word, known.iter().copied())).unwrap_or_else(|| match known {
        [] => "there is none".to_owned(),
        known => format!("there is `{}`", known.join("`, `")),
    });
    Failure::Usage(format!("expected {expected}, found `{word}`; {remedy}"))
}

fn dispatch(
    command: Command,
    registry: Registry,
    frontends: &Frontends,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    match command {
        Command::Edit(args) => edit::run(args, registry, frontends),
        Command::New(args) => new::run(&args, registry, console),
        Command::Check(args) => check::run(&args, registry, console),
        Command::List(args) => list::run(&args, registry, console),
        Command::Diff(args) => diff::run(&args, registry, console),
        Command::Show(args) => show::run(&args, registry, console),
        Command::Usages(args) => usages::run(&args, registry, console),
        Command::Rename(args) => rename::run(&args, registry, console),
        Command::Fmt(args) => fmt::run(&args, registry, console),
        Command::Migrate(args) => migrate::run(&args, registry, console),
        Command::Pack(args) => archive::pack(&args, registry, console),
        Command::Unpack(args) => archive::unpack(&args, registry, console),
        Command::Import(args) => import::run(&args, registry, console),
        Command::Export(args) => export::run(&args, registry, console),
        Command::Merge(args) => merge::run(&args, registry, console),
        Command::Explain(args) => explain::run(&args, registry, console),
        Command::Schema(args) => schema::run(&args, registry, console),
        Command::Play(args) => play::run(&args, registry, console),
        Command::Simulate(args) => simulate::run(&args, registry, console),
        Command::Test(args) => test::run(&args, registry, console),
        Command::Texts(args) => texts::run(&args, registry, console),
        Command::Turn(args) => turn::run(&args, registry, console),
        Command::Replay(args) => replay::run(&args, registry, console),
        Command::Render(args) => render::run(&args, registry, console),
        Command::Completions(args) => install::completions(&args, self::command(registry, frontends), console),
        Command::Man(args) => install::manual(&args, self::command(registry, frontends), registry.build(), console),
        Command::Print(args) => print::run(&args, registry, console),
        Command::Site(args) => site::run(&args, registry, console),
        Command::Lsp(args) => lsp::run(&args, registry, frontends, console),
    }
}

fn report_failure(console: &mut Console<'_>, failure: &Failure) -> Exit {
    let (message, exit) = match failure {
        Failure::Usage(message) => (message, Exit::Usage),
        Failure::Io(message) => (message, Exit::Io),
        Failure::Findings => return Exit::Found,
    };
    let error = console.err.painted(Paint::Bad, "error");
    // If even this cannot be written, the exit status still reports the failure.
    let _ = writeln!(console.err, "{error}: {message}");
    exit
}
