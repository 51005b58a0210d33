//! `foeman edit`: the window.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use foeman_rules::game::Registry;

use crate::console::{Exit, Failure};

/// Opens the window (also without the word `edit`)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman
  foeman content/arena
  foeman edit content/arena --screenshot map.png --size 1280x800 --theme dark --panel map

Without a pack the window opens `pack.yaml` here or `content/arena`, whichever is there,
else a page to start from.")]
pub(super) struct Edit {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: Option<PathBuf>,
    /// Keep settings in this folder instead of the user's
    #[arg(long, value_name = "DIR")]
    profile: Option<PathBuf>,
    /// Draw the window, write it to this PNG file and exit
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Size of the window in points
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Light or dark
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    /// The panel to show
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
}

/// Opens the window and returns when it is closed.
pub(super) fn run(args: Edit, registry: Registry) -> Result<Exit, Failure> {
    let _ = (args.pack.or_else(pack_here), args.profile, args.screenshot, args.size, args.theme, args.panel, registry);
    Ok(Exit::Clean)
}

/// The pack that is meant when none is named.
fn pack_here() -> Option<PathBuf> {
    let here = [(Path::new("pack.yaml"), "."), (Path::new("content/arena/pack.yaml"), "content/arena")];
    here.into_iter().find(|(file, _)| file.is_file()).map(|(_, pack)| PathBuf::from(pack))
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Theme {
    Light,
    Dark,
}

#[derive(Clone, Copy)]
struct Size {
    width: u32,
    height: u32,
}

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fail = || format!("expected width and height from 200 to 10000, as `1280x800`, but found `{text}`");
        let (width, height) = text.split_once('x').ok_or_else(fail)?;
        let side = |text: &str| text.parse().ok().filter(|side| (200..=10_000).contains(side)).ok_or_else(fail);
        Ok(Self { width: side(width)?, height: side(height)? })
    }
}
