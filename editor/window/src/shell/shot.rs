//! Screenshots of the window: for the README, for tests, and to review changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui::{ColorImage, Context, ViewportCommand};

use super::action::Action;
use super::kind::Sample;
use super::panes::PANES;
use super::session::Question;
use super::workspace::Workspace;
use crate::files::BeginAction;
use crate::help::TourAction;
use crate::map::{Balance, Layer, MapAction, Tool};
use crate::palette::PaletteAction;
use crate::print::PrintAction;
use foeman_base::save;
use foeman_base::template::TEMPLATES;
use foeman_scene::png::encode;

/// The number of frames before the screenshot, so that the layout is stable.
const SETTLING: u32 = 8;
/// The number of frames after which taking a screenshot has failed.
const HOPELESS: u32 = 240;

static WELCOME: Sample = Sample {
    name: "welcome",
    about: "the window without a pack",
    pack: "arena",
    example: "welcome",
    show: |_, _| Ok(()),
};

static NEW_PACK: Sample = Sample {
    name: "new",
    about: "the dialog for a new pack",
    pack: "arena",
    example: "new",
    show: |workspace, _| {
        workspace.perform(Action::Begin(BeginAction::Ask(TEMPLATES[0].id, None)));
        Ok(())
    },
};

static NEW_RECORD: Sample = Sample {
    name: "add:CATALOG",
    about: "the dialog for a new record, as in add:items",
    pack: "arena",
    example: "add:items",
    show: |workspace, catalog| {
        workspace.perform(Action::AddRecord(catalog.to_owned()));
        if workspace.session.question().is_some() { Ok(()) } else { Err(format!("there is no catalog `{catalog}`")) }
    },
};

static PALETTE: Sample = Sample {
    name: "palette",
    about: "the search for commands and records",
    pack: "arena",
    example: "palette",
    show: |workspace, _| {
        workspace.perform(Action::Palette(PaletteAction::Type("s".to_owned())));
        Ok(())
    },
};

static BROWSER: Sample = Sample {
    name: "browser",
    about: "the file browser",
    pack: "arena",
    example: "browser",
    show: |workspace, _| {
        workspace.perform(Action::AskOpen);
        Ok(())
    },
};

static GEOMETRY: Sample = Sample {
    name: "geometry:ID",
    about: "the dialog about a map's size and cells, as in geometry:pit",
    pack: "arena",
    example: "geometry:pit",
    show: |workspace, id| {
        show(workspace, &format!("map:{id}"))?;
        let Some(map) = crate::map::on_top(&workspace.session) else { return Err(format!("there is no map `{id}`")) };
        workspace.perform(Action::Map(MapAction::AskReshape(map)));
        let Some(Question::Reshape(asked)) = workspace.session.question() else {
            return Err(format!("`{id}` has no geometry"));
        };
        // A smaller size, so that the costs are visible.
        let mut smaller = asked.clone();
        smaller.new.size[0] = (smaller.old.size[0] * 2 / 3).max(1);
        workspace.perform(Action::Map(MapAction::Reshape(smaller)));
        Ok(())
    },
};

static REPLACE: Sample = Sample {
    name: "replace:ID",
    about: "the dialog that replaces terrain, as in replace:pit",
    pack: "arena",
    example: "replace:pit",
    show: |workspace, id| {
        show(workspace, &format!("map:{id}"))?;
        let map = crate::map::on_top(&workspace.session).ok_or_else(|| format!("there is no map `{id}`"))?;
        workspace.perform(Action::Map(MapAction::AskReplace(map)));
        Ok(())
    },
};

static GENERATE: Sample = Sample {
    name: "generate:ID",
    about: "the dialog that generates random terrain, as in generate:glade",
    pack: "arena",
    example: "generate:glade",
    show: |workspace, id| {
        show(workspace, &format!("map:{id}"))?;
        let map = crate::map::on_top(&workspace.session).ok_or_else(|| format!("there is no map `{id}`"))?;
        workspace.perform(Action::Map(MapAction::AskChance(map)));
        Ok(())
    },
};

/// A map while zones are being painted with symmetry.
static PAINTING: Sample = Sample {
    name: "painting:ID",
    about: "painting a map with symmetry, as in painting:water-stairs",
    pack: "arena",
    example: "painting:water-stairs",
    show: |workspace, id| {
        show(workspace, &format!("map:{id}"))?;
        workspace.perform(Action::Tool(Tool::Rectangle));
        workspace.perform(Action::Layer(Layer::Zones));
        workspace.perform(Action::Balance(Balance::TopBottom));
        let record = crate::map::on_top(&workspace.session).ok_or_else(|| format!("there is no map `{id}`"))?;
        workspace.perform(Action::Map(MapAction::Area(record, [[2, 2], [2, 3], [3, 3]].into())));
        Ok(())
    },
};

static PRINT: Sample = Sample {
    name: "print:ID",
    about: "the dialog that prints a scenario, as in print:toll",
    pack: "arena",
    example: "print:toll",
    show: |workspace, id| {
        show(workspace, &format!("scenario:{id}"))?;
        workspace.perform(Action::Print(PrintAction::Ask));
        // The pages are laid out on another thread, for a minute at most.
        for _ in 0..12_000 {
            workspace.tick();
            if workspace.print.made().is_some() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Err("the pages were not ready after a minute".to_owned())
    },
};

static SHORTCUTS: Sample = Sample {
    name: "shortcuts",
    about: "the list of shortcuts",
    pack: "arena",
    example: "shortcuts",
    show: |workspace, _| {
        workspace.perform(Action::Shortcuts);
        Ok(())
    },
};

static TOUR: Sample = Sample {
    name: "tour:STEP",
    about: "a step of the tour, as in tour:2",
    pack: "arena",
    example: "tour:2",
    show: |workspace, step| {
        let step: usize = step.parse().map_err(|_| format!("expected the number of a step, found `{step}`"))?;
        workspace.perform(Action::Tour(TourAction::Go(step.saturating_sub(1))));
        Ok(())
    },
};

/// Returns all screenshot samples: the samples of all panes, and some dialogs.
pub fn samples() -> impl Iterator<Item = &'static Sample> {
    std::iter::once(&WELCOME).chain(PANES.iter().flat_map(|kind| kind.samples)).chain([
        &NEW_PACK,
        &NEW_RECORD,
        &GEOMETRY,
        &REPLACE,
        &GENERATE,
        &PAINTING,
        &PALETTE,
        &BROWSER,
        &PRINT,
        &SHORTCUTS,
        &TOUR,
    ])
}

/// The result of a screenshot; `None` until it is finished.
pub type Outcome = Arc<Mutex<Option<Result<(), String>>>>;

/// A screenshot in progress.
pub struct Shot {
    file: PathBuf,
    frames: u32,
    sender: Sender<Arc<ColorImage>>,
    receiver: Receiver<Arc<ColorImage>>,
    outcome: Outcome,
}

impl Shot {
    /// Prepares a screenshot.
    pub fn new(file: PathBuf) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { file, frames: 0, sender, receiver, outcome: Outcome::default() }
    }

    /// Returns the place where the result will be stored.
    pub fn outcome(&self) -> Outcome {
        self.outcome.clone()
    }

    /// Must be called after each frame: waits, takes and saves the screenshot, and closes the window.
    pub fn frame(&mut self, ctx: &Context) {
        ctx.request_repaint();
        if self.is_done() {
            return;
        }
        self.frames += 1;
        if self.frames == SETTLING {
            let (sender, ctx) = (self.sender.clone(), ctx.clone());
            ctx.clone().request_screenshot(move |image| {
                // The receiver is gone if the window has given up.
                let _ = sender.send(image);
                ctx.request_repaint();
            });
        }
        if let Ok(image) = self.receiver.try_recv() {
            self.finish(ctx, write(&self.file, &image));
        } else if self.frames > HOPELESS {
            self.finish(ctx, Err(format!("the window did not render in {HOPELESS} frames")));
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

/// Shows a sample, such as `map:pit`; errors with the expected names if it is unknown.
pub fn show(workspace: &mut Workspace, panel: &str) -> Result<(), String> {
    let (word, rest) = panel.split_once(':').unwrap_or((panel, ""));
    let known = samples().find(|sample| sample.word() == word && (rest.is_empty() || sample.name.contains(':')));
    let Some(sample) = known else {
        let names: Vec<&str> = samples().map(|sample| sample.name).collect();
        return Err(format!("expected one of {}, found `{panel}`", names.join(", ")));
    };
    (sample.show)(workspace, rest)
}

fn write(file: &Path, image: &ColorImage) -> Result<(), String> {
    let size = image.size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let pixels: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let bytes = encode(size, &pixels).map_err(|error| error.to_string())?;
    save::atomically(file, &bytes).map_err(|error| format!("cannot write `{}`: {error}", file.display()))
}
