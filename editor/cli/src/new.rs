//! `foeman new`: creates a pack from a template.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use foeman_engine::game::Registry;
use foeman_schema::draft::Draft;

use super::report::counted;
use foeman_base::console::{Console, Exit, Failure, Paint};
use foeman_base::template::{NewError, TEMPLATES, Template, make_stress, stress};

/// Creates a pack from a template, in a new or empty folder
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(super) struct New {
    /// The folder of the new pack
    #[arg(required_unless_present = "list")]
    folder: Option<PathBuf>,
    /// The template
    #[arg(long, value_name = "NAME", default_value = TEMPLATES[0].id)]
    template: String,
    /// Number of items in a stress pack [default: 10000]
    #[arg(long, value_name = "NUMBER", value_parser = up_to(stress::MOST.items))]
    items: Option<u64>,
    /// Number of figure types in a stress pack [default: 2000]
    #[arg(long, value_name = "NUMBER", value_parser = up_to(stress::MOST.figures))]
    figures: Option<u64>,
    /// Number of 40 x 40 maps in a stress pack [default: 200]
    #[arg(long, value_name = "NUMBER", value_parser = up_to(stress::MOST.maps))]
    maps: Option<u64>,
    /// List the templates instead
    #[arg(long)]
    list: bool,
}

fn up_to(most: usize) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(..=most as u64)
}

/// Creates the pack and suggests the next commands.
pub(super) fn run(args: &New, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if args.list {
        for template in &TEMPLATES {
            writeln!(console.out, "{:<10}{}", template.id, template.about)?;
        }
        writeln!(console.out, "{:<10}{}", stress::ID, stress::ABOUT)?;
        return Ok(Exit::Clean);
    }
    let folder = args.folder.clone().unwrap_or_default();
    let dialects = registry.dialects();
    let files = match args.size()? {
        Some(size) => make_stress(&folder, size, &dialects),
        None => Template::named(&args.template).and_then(|template| template.make(&folder, &dialects)),
    };
    let files = files.map_err(|error| failure(&error))?;
    let name = folder.display().to_string();
    let name = if name.contains(char::is_whitespace) { format!("\"{name}\"") } else { name };
    let made = format!("{} from the template `{}`", counted(files, "file"), args.template);
    let made = console.out.painted(Paint::Good, format!("made `{name}`")).to_string() + ": " + &made;
    writeln!(console.out, "{made}\n")?;
    writeln!(console.out, "  foeman {name}            open it in the window")?;
    writeln!(console.out, "  foeman check {name}      find problems")?;
    let playable = Draft::open(&folder, &dialects).ok().and_then(|draft| {
        let catalog = draft.dialect()?.playable;
        draft.ids(catalog).next().map(str::to_owned)
    });
    if let Some(id) = playable {
        writeln!(console.out, "  foeman play {name} {id}  watch a battle")?;
    }
    Ok(Exit::Clean)
}

impl New {
    /// Returns the size of a stress pack, if one is requested.
    fn size(&self) -> Result<Option<stress::Size>, Failure> {
        let asked = [("--items", self.items), ("--figures", self.figures), ("--maps", self.maps)];
        if self.template == stress::ID {
            let usual = stress::Size::default();
            let number = |asked: Option<u64>, usual| asked.and_then(|it| usize::try_from(it).ok()).unwrap_or(usual);
            return Ok(Some(stress::Size {
                items: number(self.items, usual.items),
                figures: number(self.figures, usual.figures),
                maps: number(self.maps, usual.maps),
            }));
        }
        match asked.into_iter().find(|(_, number)| number.is_some()) {
            Some((option, _)) => Err(Failure::Usage(format!(
                "expected `{option}` with `--template {}`, found it with `{}`, whose size is fixed",
                stress::ID,
                self.template
            ))),
            None => Ok(None),
        }
    }
}

fn failure(error: &NewError) -> Failure {
    match error {
        NewError::Unknown(_) | NewError::Name(..) | NewError::Occupied(..) => Failure::Usage(error.to_string()),
        NewError::Failed(..) => Failure::Io(error.to_string()),
    }
}

fn after_help() -> String {
    let templates = TEMPLATES.iter().map(|template| (template.id, template.about)).chain([(stress::ID, stress::ABOUT)]);
    let templates: Vec<String> = templates.map(|(id, about)| format!("  {id:<10}{about}")).collect();
    format!(
        "Templates:\n{}\n\nExamples:\n  foeman new my-pack\n  foeman new my-pack --template skirmish\n  \
         foeman new crowd --template stress --items 10000 --figures 2000 --maps 200\n\n\
         No file is overwritten: the folder must be new or empty, except for files of git.",
        templates.join("\n")
    )
}
