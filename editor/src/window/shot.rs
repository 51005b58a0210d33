//! Pictures of the window, taken by itself: for the README, for tests, and to look at changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use egui::{ColorImage, Context, ViewportCommand};
use foeman_schema::text::RecordKey;

use super::action::{Action, BenchAction, PlayAction, Selection, Tab};
use super::app::App;
use super::bench;
use super::placing;
use super::play::Below;
use super::workspace::Workspace;
use crate::save;
use crate::scene::png::encode;
use crate::theme::ThemeChoice;

/// Frames that are drawn before the picture, so that panels have found their sizes.
const SETTLING: u32 = 8;
/// Frames after which there is no hope of a picture.
const HOPELESS: u32 = 240;

/// Rounds that are played before the picture.
const ROUNDS: u32 = 3;

/// The panels a picture can be taken of, each with what it shows.
pub const PANELS: &[(&str, &str)] = &[
    ("welcome", "the window without a pack"),
    ("catalog:CATALOG", "the table of a catalog, as in catalog:items"),
    ("record:CATALOG/ID", "a record in table and form, a scenario on its map, as in record:items/broadsword"),
    ("map:ID", "a map, as in map:pit"),
    ("play:ID", "the test-play of a scenario after some rounds, as in play:duel"),
    ("chart:ID", "the same test-play with its chart over the rounds, as in chart:duel"),
    ("tools:NAME", "a tool of the ruleset and what it is told, as in 'tools:compose C H 001 9'"),
    ("problems", "the list of problems"),
    ("shortcuts", "the list of shortcuts"),
];

/// A picture to be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screenshot {
    /// The PNG file to write.
    pub file: PathBuf,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The theme.
    pub theme: ThemeChoice,
    /// What to show, one of [`PANELS`]; the window as it opens when there is none.
    pub panel: Option<String>,
}

/// How taking a picture ended; nothing until it has.
pub type Outcome = Arc<Mutex<Option<Result<(), String>>>>;

/// A picture being taken.
pub struct Shot {
    file: PathBuf,
    frames: u32,
    sender: Sender<Arc<ColorImage>>,
    receiver: Receiver<Arc<ColorImage>>,
    outcome: Outcome,
}

impl Shot {
    /// Prepares to take a picture.
    pub fn new(file: PathBuf) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { file, frames: 0, sender, receiver, outcome: Outcome::default() }
    }

    /// Where it will be said how it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome.clone()
    }

    /// Called after each frame: waits, takes the picture, writes it, closes the window.
    pub fn frame(&mut self, ctx: &Context) {
        ctx.request_repaint();
        if self.is_done() {
            return;
        }
        self.frames += 1;
        if self.frames == SETTLING {
            let (sender, ctx) = (self.sender.clone(), ctx.clone());
            ctx.clone().request_screenshot(move |image| {
                // The window may have given up meanwhile.
                let _ = sender.send(image);
                ctx.request_repaint();
            });
        }
        if let Ok(image) = self.receiver.try_recv() {
            self.finish(ctx, write(&self.file, &image));
        } else if self.frames > HOPELESS {
            self.finish(ctx, Err(format!("the window gave no picture in {HOPELESS} frames")));
        }
    }

    fn is_done(&self) -> bool {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn finish(&self, ctx: &Context, result: Result<(), String>) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}

/// Shows what a picture is to be taken of; the error says what was expected.
pub fn show(app: &mut App, panel: &str) -> Result<(), String> {
    let workspace = app.workspace_mut();
    let (kind, rest) = panel.split_once(':').unwrap_or((panel, ""));
    match (kind, rest) {
        ("welcome" | "problems", "") => {}
        ("shortcuts", "") => workspace.perform(Action::Shortcuts),
        ("catalog", name) => {
            known(workspace, |workspace| workspace.pack()?.index().catalog(name).map(|_| ()), "catalog", name)?;
            workspace.perform(Action::Show(Tab::Catalog(name.to_owned())));
        }
        ("record", path) => {
            let (catalog, id) = path.split_once('/').ok_or("expected record:CATALOG/ID")?;
            let key = RecordKey::new(catalog, id);
            known(workspace, |workspace| workspace.pack()?.index().entry(&key).map(|_| ()), "record", path)?;
            let tab = placing::tab(workspace, &key).unwrap_or_else(|| Tab::Catalog(catalog.to_owned()));
            workspace.perform(Action::Show(tab));
            workspace.perform(Action::Select(Selection::record(key)));
        }
        ("map", id) => {
            let key = map(workspace, id).ok_or_else(|| format!("there is no map `{id}`"))?;
            workspace.perform(Action::Show(Tab::Map(key.clone())));
            workspace.perform(Action::Select(Selection::record(key)));
        }
        ("play" | "chart", id) => {
            play(workspace, id)?;
            if kind == "chart" {
                workspace.perform(Action::Play(PlayAction::Below(Below::Chart)));
            }
        }
        ("tools", words) => tools(workspace, words)?,
        _ => {
            let known: Vec<&str> = PANELS.iter().map(|(name, _)| *name).collect();
            return Err(format!("expected one of {}, but found `{panel}`", known.join(", ")));
        }
    }
    Ok(())
}

fn play(workspace: &mut Workspace, id: &str) -> Result<(), String> {
    let playable = workspace.pack().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
    let key = RecordKey::new(playable.unwrap_or_default(), id);
    known(workspace, |workspace| workspace.pack()?.index().entry(&key).map(|_| ()), "scenario", id)?;
    workspace.perform(Action::Select(Selection::record(key)));
    workspace.perform(Action::Play(PlayAction::Scenario(id.to_owned())));
    for _ in 0..ROUNDS {
        workspace.perform(Action::Play(PlayAction::Round));
        while workspace.tick() {}
    }
    Ok(())
}

/// Takes a tool, the first where none is named, and tells it the words behind its name.
fn tools(workspace: &mut Workspace, words: &str) -> Result<(), String> {
    let toolbox = workspace.toolbox().ok_or("there are no tools in this pack's ruleset")?;
    let mut words = words.split_whitespace();
    if let Some(name) = words.next() {
        let tool = toolbox.tool(name).ok_or_else(|| {
            let known: Vec<String> = toolbox.tools.iter().map(|tool| format!("`{}`", tool.name)).collect();
            format!("expected a tool {}, but found `{name}`", known.join(" or "))
        })?;
        workspace.perform(Action::Bench(BenchAction::Take(tool.name)));
        let words: Vec<String> = words.map(str::to_owned).collect();
        let placed = workspace.pack().map(|pack| bench::placed(pack.draft(), tool, &words)).unwrap_or_default();
        for (position, word) in placed {
            workspace.perform(Action::Bench(BenchAction::Tell(tool.name, position, word)));
        }
    }
    workspace.perform(Action::Show(Tab::Tools));
    Ok(())
}

fn known(workspace: &Workspace, find: impl Fn(&Workspace) -> Option<()>, what: &str, name: &str) -> Result<(), String> {
    find(workspace).ok_or_else(|| format!("there is no {what} `{name}`"))
}

fn map(workspace: &Workspace, id: &str) -> Option<RecordKey> {
    use foeman_schema::dialect::View;
    let catalogs = &workspace.pack()?.index().catalogs;
    let maps = catalogs.iter().filter(|catalog| catalog.def.view == View::Map);
    maps.flat_map(|catalog| &catalog.records).find(|entry| entry.key.id == id).map(|entry| entry.key.clone())
}

fn write(file: &Path, image: &ColorImage) -> Result<(), String> {
    let size = image.size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let pixels: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let bytes = encode(size, &pixels).map_err(|error| error.to_string())?;
    save::atomically(file, &bytes).map_err(|error| format!("cannot write `{}`: {error}", file.display()))
}
