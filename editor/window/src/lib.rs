//! The editor window: one folder per feature, around one open pack.
//!
//! The UI is immediate mode: every frame, the panes of the features read their state and push
//! [`Action`]s; only [`Workspace::perform`](shell::workspace::Workspace::perform) changes state.
//!
//! Suggested reading order:
//!
//! 1. [`pack`]: the open pack with its undo history, saved state and analysis.
//! 2. [`shell::action`] (all user actions), [`shell::view`] (the visible state) and [`shell::session`] (the pack
//!    and its view, which features change).
//! 3. [`shell::workspace`]: the states of all features; passes each action to its feature.
//! 4. A small feature, such as [`search`] or [`testing`]: its state in `mod.rs`, its actions in `action.rs`, their effects
//!    in `perform.rs`, its menu commands in `commands.rs` and its pane in `pane.rs`.
//! 5. [`shell::panes`] (the registry of panes), [`shell::dock`] (their layout), [`shell::menus`] (the list of all
//!    commands) and [`shell::app`] (the frame loop).
//! 6. [`kit`]: widgets, icons and the map canvas. Shapes are built in [`scene`](foeman_scene), colours and sizes are in
//!    its [`theme`](foeman_scene::theme).

pub mod campaign;
pub mod changes;
pub mod files;
pub mod form;
pub mod help;
pub mod history;
pub mod images;
pub mod inspector;
pub mod keys;
pub mod kit;
pub mod lab;
pub mod map;
pub mod names;
pub mod overlay;
mod overview;
pub mod pack;
pub mod palette;
pub mod play;
pub mod print;
pub mod problems;
pub mod recovery;
pub mod roster;
pub mod scenario;
pub mod search;
pub mod shell;
pub mod source;
pub mod tables;
pub mod testing;
pub mod tools;
pub mod tree;

pub use foeman_scene::theme::ThemeChoice;

use std::path::PathBuf;
use std::sync::PoisonError;

use eframe::NativeOptions;
use egui::{ViewportBuilder, vec2};
use foeman_engine::game::Registry;

use crate::pack::Pack;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::session::Tone;
use crate::shell::shot;
use crate::shell::shot::Shot;
use foeman_base::PROGRAM;
use foeman_base::desk::Desk;
use foeman_base::frontends::WindowOptions;

/// Opens the window and blocks until it is closed.
///
/// Errors with the reason if the window cannot be opened.
pub fn run(options: WindowOptions, registry: Registry) -> Result<(), String> {
    run_with(options, registry, |_| {})
}

/// Opens the window like [`run`]; `prepare` receives its context before the first frame, for example to add a plugin.
///
/// Errors with the reason if the window cannot be opened.
pub fn run_with(
    options: WindowOptions,
    registry: Registry,
    prepare: impl FnOnce(&egui::Context),
) -> Result<(), String> {
    let mut native = native(&options);
    let mut app = App::empty(registry);
    app.workspace_mut().session.find_packs_in(options.packs.clone());
    app.workspace_mut().session.speak(options.language.clone());
    let Some(screenshot) = options.screenshot else {
        if has_desktop() {
            app.workspace_mut().files.ask_desktop();
        }
        app.watch_disk();
        let profile = options.profile.or_else(|| eframe::storage_dir(PROGRAM));
        let told = profile.and_then(|profile| {
            app.workspace_mut().keep_journals(profile.join("journals"));
            app.keep_profile(profile)
        });
        let other = options
            .pack
            .clone()
            .filter(|path| files::is_archive(path) || files::is_journal(path) || files::is_turn(path));
        // Read the pack while the display is still starting.
        let opening = options.pack.filter(|_| other.is_none()).map(|path| {
            let reading = std::thread::spawn({
                let (path, packs) = (path.clone(), options.packs.clone());
                move || Pack::open_with(&path, &registry.dialects(), &packs)
            });
            (path, reading)
        });
        return open(native, move |creation| {
            prepare(&creation.egui_ctx);
            if let Some((path, reading)) = opening {
                let read = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                app.workspace_mut().opened(&path, read);
            }
            if let Some(path) = other {
                app.perform(Action::Open(path));
            }
            told.into_iter().for_each(|told| app.workspace_mut().session.tell(Tone::Bad, told));
            app.workspace_mut().greet();
            app
        });
    };
    app.workspace_mut().session.desk = options.profile.as_deref().map(Desk::in_profile);
    if let Some(pack) = options.pack {
        app.perform(Action::Open(pack));
    }
    app.perform(Action::Theme(if screenshot.dark { ThemeChoice::Dark } else { ThemeChoice::Light }));
    if let Some(panel) = &screenshot.panel {
        shot::show(app.workspace_mut(), panel)?;
    }
    // Ignore state from other runs, such as the window size, so that screenshots are reproducible.
    let nothing = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    native.persistence_path = Some(nothing.path().join("window.ron"));
    let shot = Shot::new(screenshot.file);
    let outcome = shot.outcome();
    open(native, move |creation| {
        creation.egui_ctx.set_pixels_per_point(1.0);
        prepare(&creation.egui_ctx);
        app.with_shot(shot)
    })?;
    let ended = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
    ended.unwrap_or_else(|| Err("the window was closed before its picture was taken".to_owned()))
}

fn open(native: NativeOptions, make: impl FnOnce(&eframe::CreationContext<'_>) -> App) -> Result<(), String> {
    let creator: eframe::AppCreator<'_> = Box::new(|creation| {
        foeman_scene::theme::install(&creation.egui_ctx);
        Ok(Box::new(make(creation)))
    });
    eframe::run_native(PROGRAM, native, creator).map_err(|error| {
        let named: Vec<String> = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .iter()
            .filter_map(|name| Some(format!("{name}={}", std::env::var_os(name)?.display())))
            .collect();
        if cfg!(target_os = "linux") && named.is_empty() {
            return "cannot open a window: no display found; set DISPLAY or WAYLAND_DISPLAY".to_owned();
        }
        if cfg!(target_os = "linux") && matches!(error, eframe::Error::WinitEventLoop(_)) {
            return format!("cannot open a window: no display server answers at `{}`", named.join(" "));
        }
        format!("cannot open a window: {error}")
    })
}

/// Whether a desktop may be available for file dialogs; on Linux they are requested over D-Bus.
fn has_desktop() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let bus = std::env::var_os("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("bus"));
    std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || bus.is_some_and(|bus| bus.exists())
}

fn native(options: &WindowOptions) -> NativeOptions {
    let mut viewport = ViewportBuilder::default().with_title("Foeman").with_app_id(PROGRAM);
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
