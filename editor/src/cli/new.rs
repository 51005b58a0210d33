//! `foeman new`: a pack to begin with.

use std::io::Write;
use std::path::PathBuf;

use foeman_rules::game::Registry;
use foeman_schema::draft::Draft;

use super::report::counted;
use crate::console::{Console, Exit, Failure, Paint};
use crate::template::{NewError, TEMPLATES, Template};

/// Makes a pack from a template, in a folder that is new or empty
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(super) struct New {
    /// The folder to make it in
    #[arg(required_unless_present = "list")]
    folder: Option<PathBuf>,
    /// What to begin with
    #[arg(long, value_name = "NAME", default_value = TEMPLATES[0].id)]
    template: String,
    /// List the templates instead
    #[arg(long)]
    list: bool,
}

/// Makes the pack and says what can be done with it.
pub(super) fn run(args: &New, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if args.list {
        for template in &TEMPLATES {
            writeln!(console.out, "{:<10}{}", template.id, template.about)?;
        }
        return Ok(Exit::Clean);
    }
    let template = Template::named(&args.template).map_err(|error| failure(&error))?;
    let folder = args.folder.clone().unwrap_or_default();
    let dialects = registry.dialects();
    let files = template.make(&folder, &dialects).map_err(|error| failure(&error))?;
    let name = folder.display().to_string();
    let name = if name.contains(char::is_whitespace) { format!("\"{name}\"") } else { name };
    let made = format!("{} from the template `{}`", counted(files, "file"), template.id);
    let made = console.out.painted(Paint::Good, format!("made `{name}`")).to_string() + ": " + &made;
    writeln!(console.out, "{made}\n")?;
    writeln!(console.out, "  foeman {name}            write in it, in the window")?;
    writeln!(console.out, "  foeman check {name}      what is wrong with it, and where")?;
    let playable = Draft::open(&folder, &dialects).ok().and_then(|draft| {
        let catalog = draft.dialect()?.playable;
        draft.ids(catalog).next().map(str::to_owned)
    });
    if let Some(id) = playable {
        writeln!(console.out, "  foeman play {name} {id}  watch a battle")?;
    }
    Ok(Exit::Clean)
}

fn failure(error: &NewError) -> Failure {
    match error {
        NewError::Unknown(_) | NewError::Occupied(..) => Failure::Usage(error.to_string()),
        NewError::Failed(..) => Failure::Io(error.to_string()),
    }
}

fn after_help() -> String {
    let templates: Vec<String> =
        TEMPLATES.iter().map(|template| format!("  {:<10}{}", template.id, template.about)).collect();
    format!(
        "Templates:\n{}\n\nExamples:\n  foeman new my-pack\n  foeman new my-pack --template skirmish\n\n\
         Nothing is ever written over: the folder must be new or empty, but for what git keeps there.",
        templates.join("\n")
    )
}
