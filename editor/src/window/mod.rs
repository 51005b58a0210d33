//! The window: a tree, tables, forms, maps and test-play over one workspace.
//!
//! The interface is a function of the data, run every frame: [`panes`] read the [`workspace`] and push [`action`]s;
//! only [`Workspace::perform`](workspace::Workspace::perform) changes anything.
//! Read the modules in this order: [`view`] (what is looked at, and how), [`action`] (what can be asked for),
//! [`workspace`] (who does it), [`pack`] and [`history`] (the draft and its undo), [`commands`] (what menus, shortcuts
//! and help are made from), [`panes`] (one file for each part of the window), [`dock`] (how they are moved about),
//! [`menus`] and [`chrome`] (what stands round them), [`app`] (the frame), [`form`] (forms from the schema), [`table`], [`source`], [`search`], [`diff`],
//! [`canvas`],
//! [`paint`] and [`tokens`] (maps; what they draw is in [`scene`](crate::scene)).
//! Colours and sizes are in [`theme`](crate::theme).

pub mod action;

pub mod asked;

pub mod workspace;

pub mod pack;

pub mod elsewhere;

pub mod history;

pub mod index;

pub mod checker;

pub mod disk;

pub mod journal;

pub mod merge;

pub mod browser;

pub mod new_record;

pub mod turn;

pub mod play;

pub mod saga;

pub mod bench;

pub mod testing;

pub mod plots;

pub mod lab;

pub mod view;

pub mod keys;

pub mod settings;

pub mod profile;

pub mod commands;

pub mod menus;

pub mod palette;

pub mod app;

pub mod dock;

pub mod panes;

pub mod chrome;

pub mod form;

pub mod table;

pub mod source;

pub mod search;

pub mod diff;

pub mod fixing;

pub mod widgets;

pub mod picker;

pub mod canvas;

pub mod paint;

pub mod pages;

pub mod tour;

pub mod help;

pub mod pointed;

pub mod spoken;

pub mod held;

pub mod lines;

pub mod folders;

pub mod kept;

pub mod chart;

pub mod shapes;

pub mod placing;

pub mod preview;

pub mod frames;

pub mod motion;

pub mod lookout;

pub mod values;

pub mod trial;

pub mod sheets;

pub mod tokens;

pub mod icon;

pub mod shot;

use std::path::PathBuf;
use std::sync::PoisonError;

use eframe::NativeOptions;
use egui::{ViewportBuilder, vec2};
use foeman_rules::game::Registry;

pub use crate::theme::ThemeChoice;
use action::Action;
use app::App;
use pack::Pack;
use shot::Shot;
pub use shot::{Screenshot, samples};

/// How to open the window.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WindowOptions {
    /// The pack to open.
    pub pack: Option<PathBuf>,
    /// Folders in which required packs are looked for.
    pub packs: Vec<PathBuf>,
    /// The folder that settings are kept in, instead of the user's own.
    pub profile: Option<PathBuf>,
    /// A picture to take instead of staying open.
    pub screenshot: Option<Screenshot>,
}

/// Opens the window and stays in it until it is closed; the error says why it could not.
pub fn run(options: WindowOptions, registry: Registry) -> Result<(), String> {
    let mut native = native(&options);
    let mut app = App::empty(registry);
    app.workspace_mut().find_packs_in(options.packs.clone());
    let Some(screenshot) = options.screenshot else {
        if has_desktop() {
            app.workspace_mut().ask_desktop();
        }
        app.watch_disk();
        let profile = options.profile.or_else(|| eframe::storage_dir(env!("CARGO_PKG_NAME")));
        let told = profile.and_then(|profile| {
            app.workspace_mut().keep_journals(profile.join("journals"));
            app.keep_profile(profile)
        });
        // The pack is read while the display is still starting.
        let opening = options.pack.map(|path| {
            let reading = std::thread::spawn({
                let (path, packs) = (path.clone(), options.packs.clone());
                move || Pack::open_with(&path, &registry.dialects(), &packs)
            });
            (path, reading)
        });
        return open(native, move |_| {
            if let Some((path, reading)) = opening {
                let read = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                app.workspace_mut().opened(&path, read);
            }
            told.into_iter().for_each(|told| app.workspace_mut().warn(told));
            app.workspace_mut().greet();
            app
        });
    };
    if let Some(pack) = options.pack {
        app.perform(Action::Open(pack));
    }
    app.perform(Action::Theme(screenshot.theme));
    if let Some(panel) = &screenshot.panel {
        shot::show(app.workspace_mut(), panel)?;
    }
    // What is remembered of other runs, such as the window's size, must not show in a picture.
    let nothing = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    native.persistence_path = Some(nothing.path().join("window.ron"));
    let shot = Shot::new(screenshot.file);
    let outcome = shot.outcome();
    open(native, move |creation| {
        creation.egui_ctx.set_pixels_per_point(1.0);
        app.with_shot(shot)
    })?;
    let ended = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
    ended.unwrap_or_else(|| Err("the window was closed before its picture was taken".to_owned()))
}

fn open(native: NativeOptions, make: impl FnOnce(&eframe::CreationContext<'_>) -> App) -> Result<(), String> {
    let creator: eframe::AppCreator<'_> = Box::new(|creation| {
        crate::theme::install(&creation.egui_ctx);
        Ok(Box::new(make(creation)))
    });
    eframe::run_native(env!("CARGO_PKG_NAME"), native, creator).map_err(|error| {
        let named: Vec<String> = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .iter()
            .filter_map(|name| Some(format!("{name}={}", std::env::var_os(name)?.display())))
            .collect();
        if cfg!(target_os = "linux") && named.is_empty() {
            return "cannot open a window: there is no screen; set DISPLAY or WAYLAND_DISPLAY".to_owned();
        }
        if cfg!(target_os = "linux") && matches!(error, eframe::Error::WinitEventLoop(_)) {
            return format!("cannot open a window: no screen answers at `{}`", named.join(" "));
        }
        format!("cannot open a window: {error}")
    })
}

/// Whether there may be a desktop that shows file dialogs: on Linux they are asked for over a bus.
fn has_desktop() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let bus = std::env::var_os("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("bus"));
    std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || bus.is_some_and(|bus| bus.exists())
}

fn native(options: &WindowOptions) -> NativeOptions {
    let mut viewport = ViewportBuilder::default().with_title("Foeman").with_app_id(env!("CARGO_PKG_NAME"));
    viewport = match &options.screenshot {
        Some(screenshot) => {
            let (width, height) = screenshot.size;
            viewport.with_inner_size(vec2(width as f32, height as f32)).with_resizable(false)
        }
        None => viewport.with_inner_size(vec2(1280.0, 800.0)).with_min_inner_size(vec2(760.0, 480.0)),
    };
    NativeOptions {
        viewport,
        persist_window: options.screenshot.is_none(),
        persistence_path: options.profile.as_ref().map(|folder| folder.join("window.ron")),
        ..NativeOptions::default()
    }
}
