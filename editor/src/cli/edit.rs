//! `foeman edit`: opens the window.

use std::path::{Path, PathBuf};

use foeman_rules::game::Registry;

use super::pack::Shelves;
use super::picture::{Size, Theme};
use super::unknown;
use crate::console::{Exit, Failure};
use crate::window::panes::Sample;
use crate::window::{self, Screenshot, WindowOptions, samples};

/// Opens the window (also without the word `edit`)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman
  foeman content/arena
  foeman edit content/arena --screenshot pit.png --size 1280x800 --theme dark --panel map:pit

Without a pack the window opens `pack.yaml` here or `content/arena`, whichever is there,
else a page to start from.")]
pub(super) struct Edit {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
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
    #[arg(long, value_name = "NAME", help = panel_help(), requires = "screenshot")]
    panel: Option<String>,
}

/// Opens the window and returns when it is closed.
pub(super) fn run(args: Edit, registry: Registry) -> Result<Exit, Failure> {
    let welcome = args.panel.as_deref() == Some("welcome");
    let pack = args.pack.or_else(|| if welcome { None } else { pack_here() });
    if let Some(pack) = pack.as_ref().filter(|pack| !pack.exists()) {
        return Err(Failure::Io(format!("could not read `{}`: there is no such file or folder", pack.display())));
    }
    if let Some(panel) = &args.panel {
        let words: Vec<_> = samples().map(Sample::word).collect();
        let word = panel.split(':').next().unwrap_or(panel);
        if !words.contains(&word) {
            return Err(unknown("the name of a panel", word, &words));
        }
    }
    let screenshot = args.screenshot.map(|file| Screenshot {
        file,
        size: (args.size.width.into(), args.size.height.into()),
        theme: args.theme.into(),
        panel: args.panel,
    });
    let options = WindowOptions { pack, packs: args.shelves.folders, profile: args.profile, screenshot };
    window::run(options, registry).map(|()| Exit::Clean).map_err(Failure::Io)
}

/// Returns the default pack if none is named.
pub(super) fn pack_here() -> Option<PathBuf> {
    let here = [(Path::new("pack.yaml"), "."), (Path::new("content/arena/pack.yaml"), "content/arena")];
    here.into_iter().find(|(file, _)| file.is_file()).map(|(_, pack)| PathBuf::from(pack))
}

fn panel_help() -> String {
    let panels: Vec<_> = samples().map(|sample| format!("{} ({})", sample.name, sample.about)).collect();
    format!("What the picture shows: {}", panels.join(", "))
}
