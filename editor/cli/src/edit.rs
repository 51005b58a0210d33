//! `foeman edit`: opens the window.

use std::path::{Path, PathBuf};

use clap::Command;
use foeman_engine::game::Registry;

use super::language::Language;
use super::pack::Shelves;
use super::picture::{Size, Theme};
use super::unknown;
use foeman_base::console::{Exit, Failure};
use foeman_base::frontends::{Frontends, Screenshot, WindowOptions};

/// Opens the window (also without the word `edit`)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman
  foeman content/arena
  foeman duel.journal
  foeman edit content/arena --screenshot pit.png --size 1280x800 --theme dark --panel map:pit

Without a pack, the window opens the pack in this folder, otherwise `content/arena`, otherwise
the start page.")]
pub(super) struct Edit {
    /// A folder with a `pack.yaml`, a single YAML file, an archive (`.foeman.zip`) or a battle (`.journal`)
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    #[command(flatten)]
    language: Language,
    /// Keep settings in this folder instead of the user's
    #[arg(long, value_name = "DIR")]
    profile: Option<PathBuf>,
    /// Render the window to this PNG file and exit
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", requires = "screenshot")]
    size: Size<200, 10_000>,
    /// Theme of the picture
    #[arg(long, value_enum, default_value_t = Theme::Light, requires = "screenshot")]
    theme: Theme,
    /// What the picture shows
    #[arg(long, value_name = "NAME", requires = "screenshot")]
    panel: Option<String>,
}

/// Opens the window and returns when it is closed.
pub(super) fn run(args: Edit, registry: Registry, frontends: &Frontends) -> Result<Exit, Failure> {
    let welcome = args.panel.as_deref() == Some("welcome");
    let pack = args.pack.or_else(|| if welcome { None } else { pack_here() });
    if let Some(pack) = pack.as_ref().filter(|pack| !pack.exists()) {
        return Err(Failure::Io(format!("could not read `{}`: file or folder not found", pack.display())));
    }
    if let Some(panel) = &args.panel {
        let panels = (frontends.panels)();
        let words: Vec<_> = panels.iter().map(|panel| panel.name.split(':').next().unwrap_or(panel.name)).collect();
        let word = panel.split(':').next().unwrap_or(panel);
        if !words.contains(&word) {
            return Err(unknown("the name of a panel", word, &words));
        }
    }
    let screenshot = args.screenshot.map(|file| Screenshot {
        file,
        size: (args.size.width.into(), args.size.height.into()),
        dark: args.theme == Theme::Dark,
        panel: args.panel,
    });
    let language = args.language.tag();
    let options = WindowOptions { pack, packs: args.shelves.folders, language, profile: args.profile, screenshot };
    (frontends.window)(options, registry).map(|()| Exit::Clean).map_err(Failure::Io)
}

/// Returns the default pack if none is named.
pub(super) fn pack_here() -> Option<PathBuf> {
    let here = [(Path::new("pack.yaml"), "."), (Path::new("content/arena/pack.yaml"), "content/arena")];
    here.into_iter().find(|(file, _)| file.is_file()).map(|(_, pack)| PathBuf::from(pack))
}

/// Lists the panels of the window in the help of `--panel`.
pub(super) fn name_panels(command: Command, frontends: &Frontends) -> Command {
    let panels: Vec<_> = (frontends.panels)().iter().map(|panel| format!("{} ({})", panel.name, panel.about)).collect();
    let help = format!("The contents of the picture: {}", panels.join(", "));
    let named = |command: Command| command.mut_arg("panel", |arg| arg.help(help.clone()));
    named(command).mut_subcommand("edit", named)
}
